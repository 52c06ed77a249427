"""``outperform evals``: judge fixed systems by their scores on the same items."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli import eval_options, verdicts
from outperform.cli.parser import DATA, JUDGING, Parser

if TYPE_CHECKING:
    from outperform.comparison import Comparison

EPILOG = """\
FILE is a table (CSV, TSV, Parquet, JSONL) with a row per item and system and
the columns item, system, score (optional: sample, cluster, task, weight), or
with one column of scores per system beside item; or a log: samples of
lm-evaluation-harness (samples_*.jsonl), inspect_ai (.json, .eval), a HELM run
folder; or a folder of them; or - for standard input. name=FILE names the
system, --system chooses some of several. Higher scores are better. Several
samples per item (epochs, repeated runs) show whether another run would decide
otherwise. --format csv writes a row per item: who gets it right.

examples:
  outperform evals evals.csv
  outperform evals new=run2.eval old=run1.eval --baseline old
  outperform evals evals.csv --baseline old --margin 0.02 --require not-worse
  outperform evals new=run2.eval old=run1.eval --sequential
  outperform evals evals.csv --format csv > flips.csv
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "evals",
        help="decide from scores of items which system (such as a language model) is better",
        description="Decide from the scores of fixed systems on the same items which is better,\n"
        "and whether another run of the systems would decide otherwise.",
        epilog=EPILOG,
    )
    data = parser.group(DATA)
    data.add_argument(
        "files", metavar="FILE", nargs="+", help="tables, logs, folders of them, or -; name=FILE names a system"
    )
    data.add_argument("--metric", metavar="NAME", help="which score to judge, where there are several")
    eval_options.add_choices(data)
    data.add_argument(
        "--runs", action="store_true", help="samples are runs that share something over all items (a training seed)"
    )
    judging = parser.group(JUDGING)
    judging.add_argument(
        "--sequential",
        action="store_true",
        help="look after every item, in random order, and say at which the decision falls: a test that allows it"
        " (discordant-e for right or wrong, betting for other scores)",
    )
    judging.add_argument(
        "--as-they-come",
        action="store_true",
        help="with --sequential: look in the order of the file; valid only if the items came in random order",
    )
    verdicts.add_item_options(parser, unit="score: 0.01 is one point", noun="system")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the files, and print what was found."""
    return told(judged(arguments), arguments)


def judged(arguments: argparse.Namespace) -> "Comparison":
    """Judge the files."""
    from dataclasses import replace

    from outperform.comparison import judge_items
    from outperform.data import read_evals, source_name

    verdicts.prepare(arguments)
    verdicts.check_margin(arguments)
    table = read_evals(arguments.files, metric=arguments.metric, **eval_options.choices_of(arguments))
    comparison = judge_items(
        table,
        test=arguments.test,
        margin=arguments.margin,
        baseline=arguments.baseline,
        runs=arguments.runs,
        adjust=arguments.adjust,
        level=arguments.level,
        seed=arguments.seed,
        sequential=arguments.sequential,
        as_they_come=arguments.as_they_come,
    )
    _check_alone(comparison, arguments)
    return replace(comparison, source=", ".join(dict.fromkeys(source_name(each) for each in arguments.files)))


def told(comparison: "Comparison", arguments: argparse.Namespace) -> int:
    """Print what was found, write the page if asked, and return the exit code."""
    if arguments.format == "csv":
        verdicts.print_text(_flips(comparison))
        arguments.format = None
    return verdicts.show(comparison, arguments, comparison.source)


def _check_alone(comparison: "Comparison", arguments: argparse.Namespace) -> None:
    """Refuse a gate on a single system."""
    from outperform.core import InputError

    if arguments.require and not comparison.judgements:
        raise InputError("require", f"needs two systems, but there is one: {comparison.scores[0].learners[0]}")


def _flips(comparison: "Comparison") -> str:
    """Write a row per item and pair."""
    from outperform.comparison.flips import flip_rows
    from outperform.report.layout import csv_text

    return csv_text([row for judgement in comparison.judgements for row in flip_rows(judgement)])
