"""``outperform budget``: what limits a comparison, and what more repeats, rows, items or samples would cost."""

import argparse
import json
from typing import Any

from outperform.cli import contest, direction_options, evals, judging, options, verdicts
from outperform.cli.options.running import FITS
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING
from outperform.cli.verb import Verb

ABOUT = """\
With learners, other options are those of 'outperform compare'; with a FILE
those of 'outperform judge' that say what is read. --scores and --evals name a
FILE too.
"""
EXAMPLES = """\
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform budget scores.csv --difference 0.005
  outperform budget evals.csv --cost-per-item 2 --cost-per-sample 0.05
"""
COSTS = "cost_per_item cost_per_sample"
TO_COMPARE = {
    DATA: "drop groups shuffle encode",
    JUDGING: "metrics_to_run positive",
    RUNNING: f"on_error {FITS}",
}
TO_READ = f"systems filter task cluster missing common runs {evals.COLUMNS} n_train n_test"
NOUNS = {
    DATA: f"to_plan data target budget_kind {COSTS} {TO_COMPARE[DATA]} scores evals {TO_READ}",
    JUDGING: f"difference power level threshold {TO_COMPARE[JUDGING]} {options.DIRECTIONS} baseline",
    RUNNING: f"repeats folds seeds halvings {TO_COMPARE[RUNNING]}",
    OUTPUT: "json_object",
}


def _run(arguments: argparse.Namespace) -> int:
    """Run the pilot or read the scores, print the budget."""
    found = _of_pilot(arguments) if arguments.data else _of_material(arguments)
    text = json.dumps(found.to_dict(), indent=2, allow_nan=False) if arguments.json else str(found)
    verdicts.print_text(text, coloured=not arguments.json)
    return 0


def _of_material(arguments: argparse.Namespace) -> Any:
    """Read what is named by an option or alone, and return its budget."""
    from outperform.comparison.budgets.material import budget_of_material
    from outperform.core import InputError

    given, kind, flag = arguments.learners, arguments.kind, "a file"
    for name, own in (("scores", "splits"), ("evals", "items")):
        files = getattr(arguments, name)
        if files:
            if given or (arguments.scores and arguments.evals):
                raise InputError(
                    f"--{name}", "cannot be combined with learners, --data or other scores: pass one of them"
                )
            given, kind, flag = ([files] if isinstance(files, str) else files), own, f"--{name}"
    if not given or not any(map(direction_options.names_file, given)):
        raise InputError("--data", "is missing: pass learners and --data DATA, or a file of scores (--scores, --evals)")
    if arguments.threshold != "nominal":
        raise InputError("--threshold", f"cannot be {arguments.threshold} with {flag}: its factors are for learners")
    asked = judging.asked_of(arguments, ("difference", "power", *COSTS.split()))
    return budget_of_material(
        given, kind, {name: value for name, value in asked.items() if name not in ("seed", "positive")}
    )


def _of_pilot(arguments: argparse.Namespace) -> Any:
    from outperform.comparison import budget

    return budget(
        arguments.learners,
        contest.load_typed(arguments),
        repeats=arguments.repeats,
        folds=arguments.folds,
        seeds=arguments.seeds,
        difference=arguments.difference,
        level=arguments.level,
        power=arguments.power,
        threshold=arguments.threshold,
        halvings=arguments.halvings,
        **contest.ways_of(arguments),
    )


VERB = Verb(
    name="budget",
    help="plan a comparison: would more repeats help, or only more data?",
    description="Plan a comparison: would more repeats help, or only more data? At what cost?",
    about=ABOUT,
    examples=EXAMPLES,
    usage="outperform budget LEARNER LEARNER ... --data DATA [options]\n       outperform budget FILE [options]",
    nouns=NOUNS,
    words={
        "decisions": "planned test",
        "of_splits": "splits: ",
        "positive": "metrics that have one, such as f1 and average_precision",
        "system_or_file": "system",
    },
    run=_run,
)
