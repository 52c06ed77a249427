"""What verbs that read evaluations share: which systems, tasks and items."""

import argparse
from typing import Any

CHOICES = {"system": None, "filter": None, "task": None, "cluster": None, "missing": "refuse", "common": False}
"""The options by name, with what they are where they are not given."""


def add_choices(group: Any) -> None:
    """Add the options that choose what is read from the files."""
    group.add_argument(
        "--system",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="systems to compare (default: all); place FILE before this",
    )
    group.add_argument("--filter", metavar="NAME", help="which filter of lm-evaluation-harness to judge")
    group.add_argument(
        "--task",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="tasks to keep (default: all); place FILE before this",
    )
    group.add_argument(
        "--cluster",
        metavar="COL",
        help="column, or metadata key of a log, of items that belong together; none ignores a column called cluster",
    )
    group.add_argument(
        "--missing",
        choices=("refuse", "wrong", "drop"),
        default="refuse",
        help="items without a score: an error (refuse, the default), count as 0 (wrong), or leave out (drop)",
    )
    group.add_argument("--common", action="store_true", help="leave out items that not every system has")


def choices_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was chosen as ``read_evals`` takes it."""
    found = {name: getattr(arguments, name) for name in CHOICES}
    return {"systems" if name == "system" else name: value for name, value in found.items()}
