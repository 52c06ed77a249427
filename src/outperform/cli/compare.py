"""``outperform compare``: run learners on data and judge them."""

import argparse
from typing import Any

from outperform.cli import verdicts

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
    parser.add_argument("--data", required=True, metavar="DATA", help="file, bundled set, or openml:ID")
    parser.add_argument("--target", metavar="COL", help="the column to predict")
    parser.add_argument("--drop", metavar="COL", action="append", default=[], help="a column to leave out")
    parser.add_argument("--groups", metavar="COL", help="rows with one value here stay on one side of every split")
    parser.add_argument(
        "--procedure",
        metavar="SPEC",
        default="adaptive-cv",
        help="see 'outperform list procedures' (default %(default)s)",
    )
    parser.add_argument("--design", metavar="SPEC", help="with --test, in place of a procedure")
    parser.add_argument("--metric", metavar="NAME", nargs="+", action="extend", help="scikit-learn scorer names")
    parser.add_argument("--baseline", metavar="LEARNER", help="judge all others against this one")
    parser.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="root of all that is drawn (default 0); 'data': partitions follow from the data, whatever their order",
    )
    parser.add_argument("--jobs", type=int, help="worker processes (default 1; -1 for all cores)")
    parser.add_argument("--store", metavar="FILE", help="keep every fit here, and take what is there")
    parser.add_argument("--on-error", choices=("raise", "skip"), default="raise", help="when a learner fails")
    parser.add_argument("--fit-timeout", type=float, metavar="SECONDS", help="a fit that takes longer has failed")
    parser.add_argument("--no-fast", action="store_true", help="refit always, even where an exact short cut exists")
    parser.add_argument("--allow-module", metavar="NAME", action="append", default=[], help="import learners from NAME")
    parser.add_argument("--others", action="store_true", help="show what every other fitting test says")
    parser.add_argument("--manifest", metavar="FILE", help="write what 'outperform verify' needs to check this")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    verdicts.add_options(parser)
    parser.set_defaults(run=run)


def _seed(text: str) -> int | str:
    try:
        return text if text == "data" else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number or data, got {text!r}") from None


def run(arguments: argparse.Namespace) -> int:
    """Load, compare, print."""
    from outperform.comparison import compare
    from outperform.data import load

    verdicts.prepare(arguments)
    _check_folder(arguments.manifest)
    dataset = load(arguments.data, target=arguments.target, drop=arguments.drop, groups=arguments.groups)
    comparison = compare(
        arguments.learners,
        dataset,
        procedure=arguments.procedure,
        design=arguments.design,
        test=arguments.test,
        metric=arguments.metric or (["accuracy"] if dataset.has_classes else ["r2"]),
        level=arguments.level,
        seed=arguments.seed,
        jobs=arguments.jobs,
        store=arguments.store,
        baseline=arguments.baseline,
        on_error=arguments.on_error,
        fit_timeout=arguments.fit_timeout,
        fast=not arguments.no_fast,
        progress=False if arguments.quiet else "auto",
        allow_modules=arguments.allow_module,
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
