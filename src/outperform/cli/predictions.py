"""``outperform predictions``: judge a table of predictions."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli import verdicts
from outperform.cli.parser import DATA, JUDGING, RUNNING, Parser

if TYPE_CHECKING:
    from outperform.comparison import Comparison
    from outperform.data.tables import Columns

EPILOG = """\
TABLE is a CSV, TSV or Parquet file (- reads CSV or TSV from standard input) with
one row per item. One column holds the true labels or values. Every other column
holds the predictions of a learner, unless its name says that it is an
identifier; --learner chooses some of them.

examples:
  outperform predictions predictions.csv --truth label
  outperform predictions predictions.csv --truth label --metric f1 --positive malignant
  outperform predictions predictions.csv --truth label --metric accuracy f1_macro --json
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "predictions",
        help="decide from predictions on one test set which learner is better",
        description="Decide from predictions on the same test set which learner is better.",
        epilog=EPILOG,
    )
    data = parser.group(DATA)
    data.add_argument("table", metavar="TABLE", help="CSV, TSV or Parquet file, or - for standard input")
    data.add_argument("--truth", metavar="COL", required=True, help="column of the true labels or values")
    data.add_argument(
        "--learner",
        metavar="COL",
        action="append",
        help="column of predictions to compare; may be repeated (default: all columns but the truth)",
    )
    judging = parser.group(JUDGING)
    judging.add_argument(
        "--metric",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="one or more metrics, by their scikit-learn names (default accuracy); place TABLE before this option",
    )
    judging.add_argument("--positive", metavar="LABEL", help="positive class, for f1, precision and recall")
    verdicts.add_options(parser)
    parser.group(RUNNING).add_argument(
        "--seed", type=int, default=0, help="random seed of the bootstrap, where a test draws (default 0)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the table."""
    from outperform.comparison import judge_predictions
    from outperform.core import InputError, did_you_mean
    from outperform.data import read_columns, source_name

    verdicts.prepare(arguments)
    columns = read_columns(arguments.table)
    ids = [] if arguments.learner else _identifiers(columns, arguments.truth)
    chosen = arguments.learner or [name for name in columns if name != arguments.truth and name not in ids]
    for option, name in [("--truth", arguments.truth), *(("--learner", name) for name in chosen)]:
        if name not in columns:
            raise InputError(option, f"there is no column {name!r}; {did_you_mean(name, columns)}")
        if option == "--learner" and name == arguments.truth:
            raise InputError(option, f"cannot be {name!r}: that is the column of --truth")
        if chosen.count(name) > 1:
            raise InputError(option, f"{name!r} is named twice")
    comparison = judge_predictions(
        columns[arguments.truth],
        {name: columns[name] for name in chosen},
        arguments.metric or ["accuracy"],
        arguments.test,
        positive=arguments.positive,
        level=arguments.level,
        seed=arguments.seed,
        adjust=arguments.adjust,
        baseline=arguments.baseline,
    )
    return verdicts.show(_noted(comparison, ids), arguments, source_name(arguments.table))


def _identifiers(columns: "Columns", truth: str) -> list[str]:
    """Return the columns that number or name the items, where two columns of predictions remain without them."""
    from outperform.data.column_kinds import is_identifier

    found = [name for name, column in columns.items() if name != truth and is_identifier(name, column)]
    return found if len(columns) - len(found) > 2 else []


def _noted(comparison: "Comparison", left_out: list[str]) -> "Comparison":
    from dataclasses import replace

    from outperform.core import Note, NoteKind

    notes = [Note.of(NoteKind.IGNORED_COLUMNS, identifiers=tuple(left_out))] if left_out else []
    return replace(comparison, notes=(*notes, *comparison.notes))
