"""What verbs that run learners share: which data, and how to run."""

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.core import Dataset


def add_data(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add the options that name the data."""
    parser.add_argument("--data", required=required, metavar="DATA", help="file, bundled set, or openml:ID")
    parser.add_argument("--target", metavar="COL", help="the column to predict")
    parser.add_argument("--drop", metavar="COL", action="append", default=[], help="a column to leave out")
    parser.add_argument("--groups", metavar="COL", help="rows with one value here stay on one side of every split")


def add_ways(parser: argparse.ArgumentParser) -> None:
    """Add the metrics, the seed, and how to run."""
    parser.add_argument("--metric", metavar="NAME", nargs="+", action="extend", help="scikit-learn scorer names")
    parser.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="root of all that is drawn (default 0); 'data': partitions follow from the data, whatever their order",
    )
    parser.add_argument("--on-error", choices=("raise", "skip"), default="raise", help="when a learner fails")
    parser.add_argument("--fit-timeout", type=float, metavar="SECONDS", help="a fit that takes longer has failed")
    parser.add_argument("--no-fast", action="store_true", help="refit always, even where an exact short cut exists")
    add_workers(parser)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add what every verb that fits learners asks for, and what changes no result."""
    parser.add_argument("--jobs", type=int, help="worker processes (default 1; -1 for all cores)")
    parser.add_argument("--store", metavar="FILE", help="keep every fit here, and take what is there")
    parser.add_argument("--allow-module", metavar="NAME", action="append", default=[], help="import learners from NAME")
    parser.add_argument("--quiet", action="store_true", help="no progress")


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
