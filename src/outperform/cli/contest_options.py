"""What verbs that run learners share: which data, and how to run."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli.parser import DATA, JUDGING, RUNNING, Parser

if TYPE_CHECKING:
    from outperform.core import Dataset

ABOUT_DATA = "file (CSV, TSV, Parquet, ARFF), bundled data set, or openml:ID"


def add_data(parser: Parser, *, required: bool = True) -> None:
    """Add the options that name the data."""
    data = parser.group(DATA)
    data.add_argument("--data", required=required, metavar="DATA", help=ABOUT_DATA)
    data.add_argument("--target", metavar="COL", help="column to predict; CSV, TSV and Parquet files need it")
    data.add_argument("--drop", metavar="COL", action="append", default=[], help="column to leave out; may be repeated")
    data.add_argument(
        "--groups", metavar="COL", help="column of groups: rows of one group are never on both sides of a split"
    )


def add_ways(parser: Parser) -> None:
    """Add the metrics, the seed, and how to run."""
    parser.group(JUDGING).add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="one or more metrics, by their scikit-learn names (default: accuracy for classes, r2 for numbers)",
    )
    running = parser.group(RUNNING)
    running.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="random seed (default 0); 'data': the splits depend on the rows alone, not on their order",
    )
    running.add_argument(
        "--on-error",
        choices=("raise", "skip"),
        default="raise",
        help="when a learner fails: raise stops (default), skip leaves that split out for all learners",
    )
    running.add_argument(
        "--fit-timeout", type=float, metavar="SECONDS", help="a fit that takes longer counts as failed"
    )
    running.add_argument("--no-fast", action="store_true", help="always refit, even where there is an exact shortcut")
    add_workers(parser)


def add_workers(parser: Parser) -> None:
    """Add what every verb that fits learners asks for, and what changes no result."""
    running = parser.group(RUNNING)
    running.add_argument("--jobs", type=int, metavar="N", help="worker processes (default 1; -1 uses all cores)")
    running.add_argument("--store", metavar="FILE", help="keep every fit in this file, and reuse the fits in it")
    running.add_argument(
        "--allow-module",
        metavar="NAME",
        action="append",
        default=[],
        help="allow learners from this package, beside scikit-learn; may be repeated",
    )
    running.add_argument("--quiet", action="store_true", help="show no progress")


def _seed(text: str) -> int | str:
    try:
        return text if text == "data" else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number or data, got {text!r}") from None


def dataset_of(arguments: argparse.Namespace) -> "Dataset":
    """Load the data."""
    from outperform.data import load

    return load(arguments.data, target=arguments.target, drop=arguments.drop, groups=arguments.groups)


def ways_of(arguments: argparse.Namespace, dataset: "Dataset") -> dict[str, Any]:
    """Return what ``add_ways`` asked for as ``compare`` and ``budget`` take it."""
    return {
        "metric": arguments.metric or (["accuracy"] if dataset.has_classes else ["r2"]),
        "seed": arguments.seed,
        "on_error": arguments.on_error,
        "fit_timeout": arguments.fit_timeout,
        "fast": not arguments.no_fast,
        **workers_of(arguments),
    }


def workers_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what ``add_workers`` asked for as ``compare``, ``budget`` and ``verify`` take it."""
    return {
        "jobs": arguments.jobs,
        "store": arguments.store,
        "progress": False if arguments.quiet else "auto",
        "allow_modules": arguments.allow_module,
    }
