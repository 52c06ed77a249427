"""``outperform compare``: run learners on data and judge them."""

import argparse
from typing import Any

from outperform.cli import contest_options, verdicts

EPILOG = """\
LEARNER is a short name ('outperform list learners') or a scikit-learn class with literal parameters.
DATA is a CSV, TSV, Parquet or ARFF file, a bundled set (breast_cancer, iris, wine, digits, diabetes), the name of a
file in the folder that OUTPERFORM_DATA names, or openml:ID.

examples:
  outperform compare nb tree 1nn --data breast_cancer
  outperform compare nb tree --data credit.csv --target class --metric accuracy f1_macro --store credit.db
  outperform compare tree 'sklearn.ensemble.RandomForestClassifier(n_estimators=50)' --data wine --procedure blocked-3x2
  outperform compare nb tree --data iris --design 'kfold(folds=5, repeats=4)' --test sorted-runs-t
  outperform compare nb tree --data iris --seed data --manifest iris.json
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "compare",
        help="run learners on data and judge them",
        description="Run learners on data by one procedure and judge every pair.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("learners", metavar="LEARNER", nargs="+", help="two or more learners")
    contest_options.add_data(parser)
    parser.add_argument(
        "--procedure",
        metavar="SPEC",
        default="adaptive-cv",
        help="see 'outperform list procedures' (default %(default)s)",
    )
    parser.add_argument("--design", metavar="SPEC", help="with --test, in place of a procedure")
    parser.add_argument("--baseline", metavar="LEARNER", help="judge all others against this one")
    parser.add_argument(
        "--correct",
        choices=("different", "always"),
        help="correct the threshold from the data where a difference is found (default), or always",
    )
    parser.add_argument("--max-fits", type=int, metavar="N", help="fits per learner of the whole run, at most")
    parser.add_argument("--others", action="store_true", help="show what every other fitting test says")
    parser.add_argument("--manifest", metavar="FILE", help="write what 'outperform verify' needs to check this")
    contest_options.add_ways(parser)
    verdicts.add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Load, compare, print."""
    from outperform.comparison import compare

    verdicts.prepare(arguments)
    _check_folder(arguments.manifest)
    dataset = contest_options.dataset_of(arguments)
    comparison = compare(
        arguments.learners,
        dataset,
        procedure=arguments.procedure,
        design=arguments.design,
        test=arguments.test,
        level=arguments.level,
        baseline=arguments.baseline,
        adjust=arguments.adjust,
        correct=arguments.correct,
        max_fits=arguments.max_fits,
        **contest_options.ways_of(arguments, dataset),
    )
    if arguments.manifest:
        _write(arguments.manifest, comparison.manifest())
    return verdicts.show(comparison, arguments, dataset)


def _check_folder(manifest: str | None) -> None:
    """Refuse a manifest that cannot be written before anything is run."""
    from pathlib import Path

    from outperform.core import InputError

    if manifest and not Path(manifest).parent.is_dir():
        raise InputError("--manifest", f"there is no folder {Path(manifest).parent}")


def _write(path: str, manifest: dict[str, Any]) -> None:
    import json
    from pathlib import Path

    from outperform.core import InputError

    try:
        Path(path).write_text(json.dumps(manifest, indent=2, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError("--manifest", f"{path} cannot be written: {error.strerror or error}") from None
