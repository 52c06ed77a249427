"""``outperform compare``: run learners on data and judge them."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli import contest, options, verdicts
from outperform.cli.options.output import JUDGED
from outperform.cli.options.running import FITS
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING
from outperform.cli.verb import Verb

if TYPE_CHECKING:
    from outperform.core import GateOutcome

ABOUT = """\
LEARNER is a short name ('outperform list learners'), a scikit-learn class with
literal parameters, or a model of your own: models.py:NAME or
package.module:NAME, where NAME is a function that returns an estimator, a
class, or an estimator. That file is run. NAME=LEARNER names a learner. TEST is
a name ('outperform list tests') or a function in your own file, mine.py:f,
that returns p from (differences, n_train, n_test). It is run too. DATA is a
CSV, TSV, Parquet or ARFF file; a bundled data set (breast_cancer, iris, wine,
digits, diabetes); the name of a file in the folder that the environment
variable OUTPERFORM_DATA names; or openml:ID.
"""
EXAMPLES = """\
  outperform compare nb tree --data iris
  outperform compare nb tree 1nn --data breast_cancer
  outperform compare nb tree --data credit.csv --target class --store credit.db
  outperform compare ridge forest --data sales.csv --target price --time date
  outperform compare nb tree --data credit.csv --target class --metric accuracy f1_macro
  outperform compare tree 'sklearn.ensemble.RandomForestClassifier(n_estimators=50)' --data wine --procedure blocked-3x2
  outperform compare a=nb rf='sklearn.ensemble.RandomForestClassifier(n_estimators=50)' --data iris --baseline a
  outperform compare forest models.py:make_model --data credit.csv --target class --metric f1 --positive no
  outperform compare nb tree --data iris --design 'kfold(folds=5, repeats=4)' --test sorted-runs-t
  outperform compare nb tree --data iris --design 'kfold(folds=5, repeats=4)' --test mine.py:f
  outperform compare nb tree --data iris --seed data --manifest iris.json
"""


NOUNS = {
    DATA: "to_run needed_data target drop groups shuffle time encode",
    JUDGING: (
        f"procedure design correct max_fits metrics_to_run positive {options.DIRECTIONS} test level "
        "baseline adjust require"
    ),
    RUNNING: f"on_error {FITS}",
    OUTPUT: f"{JUDGED} others manifest",
}


def _run(arguments: argparse.Namespace) -> "GateOutcome | None":
    """Load, compare, print."""
    from pathlib import Path

    from outperform.comparison import compare

    verdicts.prepare(arguments, [arguments.data, *contest.own_files(arguments.learners)])
    if arguments.manifest:
        verdicts.check_writable("--manifest", Path(arguments.manifest))
        verdicts.check_apart("--manifest", arguments.manifest, {"--data": arguments.data, "--store": arguments.store})
    dataset = contest.load_typed(arguments)
    comparison = compare(
        arguments.learners,
        dataset,
        **({} if arguments.procedure is None else {"procedure": arguments.procedure}),
        design=arguments.design,
        test=arguments.test,
        level=arguments.level,
        baseline=arguments.baseline,
        adjust=arguments.adjust,
        correct=arguments.correct,
        max_fits=arguments.max_fits,
        shuffle=arguments.shuffle,
        **contest.ways_of(arguments),
    )
    if arguments.manifest:
        _write(arguments.manifest, comparison.manifest())
    return verdicts.show(verdicts.gated(comparison, arguments, dataset), arguments, dataset)


def _write(path: str, manifest: dict[str, Any]) -> None:
    import json
    from pathlib import Path

    from outperform.core import InputError, write_whole

    try:
        write_whole(Path(path), json.dumps(manifest, indent=2, allow_nan=False) + "\n")
    except OSError as error:
        raise InputError("--manifest", f"{path} cannot be written: {error.strerror or error}") from None


VERB = Verb(
    name="compare",
    help="run learners on data and decide which is better",
    description="Run learners on the same splits of your data; decide which of two is better.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns=NOUNS,
    words={
        "timed": ", neg_mean_squared_error for numbers with --time",
        "positive": "metrics that have one, such as f1 and average_precision",
        "adjusted": "holm; for adaptive-cv bonferroni",
    },
    run=_run,
)
