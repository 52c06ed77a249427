"""``outperform compare``: run learners on data and judge them."""

import argparse
from typing import Any

from outperform.cli import contest_options, verdicts
from outperform.cli.parser import DATA, JUDGING, OUTPUT, Parser

PROCEDURE = "adaptive-cv"  # unless another one is typed; rows in time order have their own
EPILOG = """\
LEARNER is a short name ('outperform list learners'), a scikit-learn class with
literal parameters, or a model of your own: models.py:NAME or
package.module:NAME, where NAME is a function that returns an estimator, a
class, or an estimator. That file is run.
DATA is a CSV, TSV, Parquet or ARFF file; a bundled data set (breast_cancer,
iris, wine, digits, diabetes); the name of a file in the folder that the
environment variable OUTPERFORM_DATA names; or openml:ID.

examples:
  outperform compare nb tree --data iris
  outperform compare nb tree 1nn --data breast_cancer
  outperform compare nb tree --data credit.csv --target class --metric accuracy f1_macro --store credit.db
  outperform compare tree 'sklearn.ensemble.RandomForestClassifier(n_estimators=50)' --data wine --procedure blocked-3x2
  outperform compare forest models.py:make_model --data credit.csv --target class --metric f1 --positive no
  outperform compare nb tree --data iris --design 'kfold(folds=5, repeats=4)' --test sorted-runs-t
  outperform compare nb tree --data iris --seed data --manifest iris.json
  outperform compare ridge forest --data sales.csv --target price --time date
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "compare",
        help="run learners on data and decide which is better",
        description="Run learners on the same splits of your data; decide which of two is better.",
        epilog=EPILOG,
    )
    parser.group(DATA).add_argument("learners", metavar="LEARNER", nargs="+", help="two or more learners")
    contest_options.add_data(parser)
    contest_options.add_time(parser)
    judging = parser.group(JUDGING)
    judging.add_argument(
        "--procedure",
        metavar="NAME",
        default=PROCEDURE,
        help="how to split and which test to use: see 'outperform list procedures' (default %(default)s)",
    )
    judging.add_argument("--design", metavar="NAME", help="how to split; with --test, instead of --procedure")
    judging.add_argument(
        "--correct",
        choices=("different", "always"),
        help="check and correct the threshold from the data: where a difference is found (default), or always",
    )
    judging.add_argument("--max-fits", type=int, metavar="N", help="most fits per learner in the whole run")
    contest_options.add_ways(parser)
    verdicts.add_options(parser)
    output = parser.group(OUTPUT)
    output.add_argument("--others", action="store_true", help="also show the verdicts of all other tests that fit")
    output.add_argument("--manifest", metavar="FILE", help="write what 'outperform verify' needs to repeat this run")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Load, compare, print."""
    from pathlib import Path

    from outperform.comparison import compare

    verdicts.prepare(arguments)
    if arguments.manifest:
        verdicts.check_writable("--manifest", Path(arguments.manifest))
        verdicts.check_apart("--manifest", arguments.manifest, {"--data": arguments.data, "--store": arguments.store})
    dataset = contest_options.dataset_of(arguments)
    comparison = compare(
        arguments.learners,
        dataset,
        **({} if arguments.procedure is PROCEDURE else {"procedure": arguments.procedure}),
        design=arguments.design,
        test=arguments.test,
        level=arguments.level,
        baseline=arguments.baseline,
        adjust=arguments.adjust,
        correct=arguments.correct,
        max_fits=arguments.max_fits,
        shuffle=arguments.shuffle,
        **contest_options.ways_of(arguments, dataset),
    )
    if arguments.manifest:
        _write(arguments.manifest, comparison.manifest())
    return verdicts.show(comparison, arguments, dataset)


def _write(path: str, manifest: dict[str, Any]) -> None:
    import json
    from pathlib import Path

    from outperform.core import InputError, write_whole

    try:
        write_whole(Path(path), json.dumps(manifest, indent=2, allow_nan=False) + "\n")
    except OSError as error:
        raise InputError("--manifest", f"{path} cannot be written: {error.strerror or error}") from None
