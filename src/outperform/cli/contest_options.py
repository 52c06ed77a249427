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
    add_shuffle(parser)


def add_shuffle(parser: Parser) -> None:
    """Add that rows with dates may be shuffled."""
    parser.group(DATA).add_argument(
        "--shuffle",
        action="store_true",
        help="shuffle the rows although they have dates (columns of dates are left out)",
    )


def add_time(parser: Parser) -> None:
    """Add the column that the rows are ordered by."""
    parser.group(DATA).add_argument(
        "--time",
        metavar="COL",
        help="column of dates or numbers: order the rows by it and do not shuffle them; train on the past, test on"
        " what comes next (design forward, test diebold-mariano)",
    )


def add_ways(parser: Parser) -> None:
    """Add the metrics, the seed, and how to run."""
    parser.group(JUDGING).add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="one or more metrics, by their scikit-learn names (default: accuracy for classes, r2 for numbers,"
        " neg_mean_squared_error for numbers with --time)",
    )
    add_positive(parser)
    add_encode(parser)
    parser.group(RUNNING).add_argument(
        "--on-error",
        choices=("raise", "skip"),
        default="raise",
        help="when a learner fails: raise stops (default), skip leaves that split out for all learners",
    )
    add_fits(parser)


def add_positive(parser: Parser) -> None:
    """Add the positive class."""
    parser.group(JUDGING).add_argument(
        "--positive",
        metavar="LABEL",
        help="positive class, for metrics that have one, such as f1 and average_precision",
    )


def add_encode(parser: Parser) -> None:
    """Add whose columns are prepared."""
    parser.group(DATA).add_argument(
        "--encode",
        choices=("auto", "none"),
        help="prepare text columns and missing values for learners that cannot take them: auto, your own models too;"
        " none, short names only (default: short names and dotted class names)",
    )


def add_fits(parser: Parser) -> None:
    """Add the seed, and how fits are made."""
    running = parser.group(RUNNING)
    running.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="random seed (default 0); 'data': the splits depend on the rows alone, not on their order",
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
        "--store-optional",
        action="store_true",
        help="run without the store where it cannot be used (default: stop before the first fit)",
    )
    add_allow_module(running, "allow learners from this package, beside scikit-learn")
    running.add_argument("--quiet", action="store_true", help="show no progress")
    running.add_argument("--verbose", action="count", default=0, help="log what is run; twice: every fit")


def add_allow_module(group: Any, what: str) -> None:
    """Add the option that lets code of another package run."""
    group.add_argument("--allow-module", metavar="NAME", action="append", default=[], help=f"{what}; may be repeated")


def add_allow_file(group: Any, what: str) -> None:
    """Add the option that lets code in a Python file run although only a file that is read names it."""
    group.add_argument(
        "--allow-file",
        metavar="FILE.py",
        action="append",
        type=_python_file,
        default=[],
        help=f"run {what} in this Python file; may be repeated (default: they are not run)",
    )


def _python_file(text: str) -> str:
    from outperform.core.errors import InputError
    from outperform.core.own import check_files

    try:
        check_files([text])
    except InputError as error:
        raise argparse.ArgumentTypeError(error.problem) from None
    return text


def _seed(text: str) -> int | str:
    try:
        return text if text == "data" else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number or data, got {text[:80]!r}") from None


def dataset_of(arguments: argparse.Namespace) -> "Dataset":
    """Load the data."""
    import shlex

    from outperform.core import InputError
    from outperform.data import load

    time = getattr(arguments, "time", None)  # of compare alone
    roles = {"target": arguments.target, "drop": arguments.drop, "groups": arguments.groups, "time": time}
    try:
        return load(arguments.data, **roles, shuffle=arguments.shuffle)
    except InputError as error:
        joined = next((each for each in arguments.drop if "," in each), None)
        if error.argument != "drop" or joined is None:
            raise
        apart = " ".join(f"--drop {shlex.quote(name.strip())}" for name in joined.split(",") if name.strip())
        raise InputError("drop", f"there is no column {joined!r}; repeat the option for each: {apart}") from None


def ways_of(arguments: argparse.Namespace, dataset: "Dataset") -> dict[str, Any]:
    """Return what ``add_ways`` asked for as ``compare`` and ``budget`` take it."""
    return {
        "metric": arguments.metric or [_usual_metric(dataset)],
        "positive": arguments.positive,
        "encode": arguments.encode,
        "seed": arguments.seed,
        "on_error": arguments.on_error,
        "fit_timeout": arguments.fit_timeout,
        "fast": not arguments.no_fast,
        **workers_of(arguments),
    }


def _usual_metric(dataset: "Dataset") -> str:
    """Return the metric of a target; rows in time order need one with a value per row."""
    if dataset.has_classes:
        return "accuracy"
    return "r2" if dataset.times is None else "neg_mean_squared_error"


def workers_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what ``add_workers`` asked for as ``compare``, ``budget`` and ``verify`` take it."""
    return {
        "jobs": arguments.jobs,
        "store": arguments.store,
        "store_optional": arguments.store_optional,
        "progress": False if arguments.quiet else "auto",
        "allow_modules": arguments.allow_module,
    }
