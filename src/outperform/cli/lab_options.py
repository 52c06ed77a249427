"""The verbs of ``outperform lab``: their options, and examples of each."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli import options
from outperform.cli.parser import OUTPUT, RUNNING

if TYPE_CHECKING:
    from collections.abc import Callable


INTRO = """\
Measure how often procedures are right, on sources where the true difference of
two learners is known or was measured: Type I error, power, replicability and
cost. Each number has a 95% interval.

A source draws as many data sets as you ask for: 'outperform list sources'.
A procedure is a design and a test under one name: 'outperform list procedures'.
"""
EXAMPLES = {
    "measure": """\
  # Type I error: in task-one the two learners are equally good
  outperform lab measure --source 'task-one(n=1000)' \\
      --procedure corrected-10x10 --procedure 'mcnemar-holdout(share=0.1)'
  # replicability: ten repetitions, each with new random splits of the same data
  outperform lab measure --source 'task-one(n=1000)' \\
      --procedure corrected-10x10 --repetitions 10
  # a design and a test of your choice, and two learners that are fitted
  outperform lab measure --source 'symmetric(n=300)' \\
      --learner 'block(learner="stump", which=1)' \\
      --learner 'block(learner="stump", which=2)' \\
      --procedure 'kfold(repeats=10) + pooled-t' --datasets 100
  # does a test of your own hold its level? mine.py has def f(differences, n_train, n_test)
  outperform lab measure --source 'task-one(n=1000)' --test mine.py:f --datasets 200
  # tests of leagues (many data sets), on simulated leagues
  outperform lab measure --source 'league(datasets=20, learners=5)' \\
      --procedure wilcoxon --procedure nemenyi --measure rejection
  # tests of fixed systems on items, such as two language models
  outperform lab measure --source 'fixed-items(items=100, samples=3)' \\
      --procedure item-t --procedure sign-flip --repetitions 2
""",
    "curve": """\
  # a power curve: the true difference grows with step
  outperform lab curve --source 'task-one(n=1000)' --over step=0:40:4 \\
      --procedure corrected-10x10 --measure rejection
""",
    "run": """\
  outperform lab run study.toml --jobs 2
  # the study names 'kfold(repeats=10) + mine.py:MyTest', and you trust that file
  outperform lab run study.toml --allow-file mine.py

  study.toml needs source and procedures; the others are shown with their defaults:
    source = "task-one(step=0, n=1000)"
    procedures = ["corrected-10x10", "kfold(repeats=10) + pooled-t"]
    datasets = 1000
    repetitions = 1
    levels = [0.05]
    seed = 0
    # learners = ["nb", "tree"] replaces the usual pair of the source
""",
    "show": """\
  outperform lab show study.toml
  outperform lab show study.db --level 0.01 --measure rejection --json
""",
    "certify": """\
  outperform lab certify sorted-runs-t
  outperform lab certify wilcoxon
  outperform lab certify item-t
  outperform lab certify my_tests.py:MyTest --design 'kfold(repeats=10)'
  # a first look, in a minute or so
  outperform lab certify mcnemar-holdout --datasets 20
""",
    "calibrate": """\
  outperform lab calibrate stump
  outperform lab calibrate 'sklearn.tree.DecisionTreeClassifier(max_depth=2)' \\
      --folds 5 --jobs 2
  # a first look: few data sets, and nothing is saved
  outperform lab calibrate lda --datasets 50 --no-keep
""",
}
VERBS = {
    "measure": "measure procedures on one source",
    "curve": "measure procedures while one parameter of the source changes",
    "run": "run the study in a TOML file, or continue it",
    "show": "show the results of studies so far, without running anything",
    "certify": "write the card of a test: Type I error, power, replicability, cost",
    "calibrate": "measure the correction that a learner needs in adaptive-cv",
}
DESCRIPTIONS = {
    "measure": """\
Measure procedures on one source. The rejection rate is the Type I error if the
two learners are equally good there, and the power if they are not.
""",
    "curve": """\
Measure procedures while one parameter of the source changes, for example from
no true difference to a large one (a power curve).
""",
    "run": """\
Run the study in FILE.toml. The results are saved in FILE.db next to it. Run the
same command again to continue an interrupted study, or to add data sets.
""",
    "show": """\
Show the results that a study has saved so far. Nothing is run.
""",
    "certify": """\
Write the card of a test or procedure: Type I error in 10 cases without a true
difference, power in 5 cases with one, each next to corrected-10x10 on the same
data sets; replicability and number of fits. Takes minutes. A test of leagues is
tried on 16 kinds of simulated leagues, next to wilcoxon, within a minute. A test
of items, yours too, is tried on the kinds of simulated items that fit it, next
to the test that would be chosen there.
""",
    "calibrate": """\
Measure by how much the nominal threshold of adaptive-cv is too low for a
learner. The result is a factor for the standard error. It is saved, and
'adaptive-cv(threshold="cautious")' uses it. Takes minutes.
""",
}


def _measure_options(parser: argparse.ArgumentParser) -> None:
    _study_options(parser.add_argument_group("what to measure"))
    running = parser.add_argument_group(RUNNING)
    running.add_argument(
        "--store", metavar="FILE.db", help="save results here, and do not run again what is there (default: none)"
    )
    _run_options(running)
    _output_options(parser)


def _curve_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument_group("which curve").add_argument(
        "--over",
        required=True,
        metavar="NAME=FROM:TO:STEP",
        help="the parameter of the source that changes, and its values; both ends are included",
    )
    _measure_options(parser)


def _study_options(group: Any) -> None:
    group.add_argument(
        "--source",
        required=True,
        metavar="NAME",
        help="where data sets come from, with parameters if needed: 'task-one(n=1000)'; see 'outperform list sources'",
    )
    group.add_argument(
        "--procedure",
        metavar="NAME",
        action="append",
        help="see 'outperform list procedures'; or 'DESIGN + TEST', where TEST may be your own, file.py:NAME "
        "(that file is run); for a source of leagues or items a test alone; may be repeated",
    )
    group.add_argument(
        "--test",
        metavar="NAME",
        action="append",
        help="a test, beside or instead of procedures: by name, or your own, file.py:NAME, where NAME is a function "
        "p = f(differences, n_train, n_test); may be repeated",
    )
    group.add_argument(
        "--design",
        metavar="NAME",
        help="how to split for --test (default: kfold(repeats=10)); not for leagues or items",
    )
    group.add_argument(
        "--learner", metavar="NAME", action="append", help="given twice: two learners (default: those of the source)"
    )
    group.add_argument(
        "--datasets", type=int, default=1000, metavar="N", help="number of data sets to draw (default 1000)"
    )
    group.add_argument(
        "--repetitions",
        type=int,
        default=1,
        metavar="N",
        help="repetitions per data set, each with new random splits; 2 or more measure replicability (default 1)",
    )
    _level_option(group, "default 0.05")
    _seed_option(group)


def _run_file_options(parser: Any) -> None:
    parser.add_argument("file", metavar="FILE.toml", help="the study")
    options.add(
        parser,
        {RUNNING: ("allow_file", "allow_module")},
        own_code="tests that FILE.toml names",
        allow_module="allow learners of FILE.toml that choose code of this package, such as weka",
    )
    _run_options(parser.group(RUNNING))
    _output_options(parser)


def _show_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a study, FILE.toml, or its results file, FILE.db")
    _level_option(parser.add_argument_group("what to show"), "default: all levels of the study")
    _output_options(parser)


def _certify_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "test",
        metavar="TEST",
        nargs="?",
        help="a test or procedure, or your own test, file.py:ClassName (that file is run)",
    )
    group = parser.add_argument_group("what to measure")
    group.add_argument("--design", metavar="NAME", help="how to split for the test (default: as its procedure does)")
    group.add_argument(
        "--datasets",
        type=int,
        default=200,
        metavar="N",
        help="data sets per case where learners are fitted (default 200); 10 times as many where none is, and 5 times "
        "as many sets of items",
    )
    _seed_option(group)
    _run_options(parser.add_argument_group(RUNNING))
    output = parser.add_argument_group(OUTPUT)
    output.add_argument("--all", metavar="FOLDER", help="write the cards of all procedures there, instead of one card")
    output.add_argument("--json", action="store_true", help="print the card as JSON")


def _calibrate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("learner", metavar="LEARNER", help="a short name, or a scikit-learn class with parameters")
    group = parser.add_argument_group("what to measure")
    group.add_argument("--folds", type=int, default=10, metavar="K", help="folds per repeat (default 10)")
    group.add_argument("--datasets", type=int, default=1000, metavar="N", help="data sets per source (default 1000)")
    group.add_argument(
        "--source",
        metavar="NAME",
        action="append",
        help="a source with two equivalent blocks of columns, such as symmetric; may be repeated "
        "(default: seven sources for classification, five for regression)",
    )
    _seed_option(group)
    _run_options(parser.add_argument_group(RUNNING))
    output = parser.add_argument_group(OUTPUT)
    output.add_argument("--no-keep", action="store_true", help="print the factor and do not save it")
    output.add_argument("--json", action="store_true", help="print the results as JSON")


def _level_option(group: Any, default: str) -> None:
    group.add_argument(
        "--level", type=float, action="append", metavar="P", help=f"significance level; may be repeated ({default})"
    )


def _seed_option(group: Any) -> None:
    group.add_argument("--seed", type=int, default=0, metavar="N", help="seed of all random numbers (default 0)")


def _run_options(group: Any) -> None:
    group.add_argument("--jobs", type=int, metavar="N", help="worker processes (default 1; -1 for all cores)")
    group.add_argument("--quiet", action="store_true", help="show no progress")
    group.add_argument("--verbose", action="count", default=0, help="log what is run; twice: every fit")


def _output_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(OUTPUT)
    group.add_argument(
        "--measure",
        metavar="NAME",
        action="append",
        default=[],
        help="what to print; see 'outperform list measures'; may be repeated (default: all)",
    )
    group.add_argument(
        "--format",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
        help="format of the table (default text); latex says which packages it needs",
    )
    group.add_argument("--json", dest="format", action="store_const", const="json", help="same as --format json")
    group.add_argument("--report", metavar="FILE.html", help="also write a page with tables and figures, in one file")


OPTIONS: "dict[str, Callable[[argparse.ArgumentParser], None]]" = {
    "measure": _measure_options,
    "curve": _curve_options,
    "run": _run_file_options,
    "show": _show_options,
    "certify": _certify_options,
    "calibrate": _calibrate_options,
}
