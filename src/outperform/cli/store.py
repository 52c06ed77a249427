"""``outperform store``: look into a file of fits."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outperform.engine import Store

EPILOG = """\
examples:
  outperform store list study.db
  outperform store show study.db --learner tree
  outperform store export study.db --dataset iris > scores.csv
"""
COLUMNS = ("dataset", "metric", "learner", "repeat", "fold", "n_train", "n_test", "score", "seconds")


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "store",
        help="look into a file of fits",
        description="Look into a file of fits that 'compare --store' made.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("list", "show", "export"), help="summary, one line per fit, or CSV")
    parser.add_argument("file", metavar="FILE", help="the store")
    parser.add_argument("--dataset", metavar="NAME", help="only fits on this dataset")
    parser.add_argument("--learner", metavar="NAME", help="only fits of this learner")
    parser.add_argument("--metric", metavar="NAME", help="only scores of this metric")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what is in the store."""
    from contextlib import closing

    from outperform.engine import Store

    with closing(Store(arguments.file, create=False)) as store:
        {"list": _list, "show": _show, "export": _export}[arguments.what](_rows(store, arguments))
    return 0


def _rows(store: "Store", arguments: argparse.Namespace) -> "Iterator[dict[str, Any]]":
    for fit in store.all():
        if arguments.dataset not in (None, fit.dataset) or arguments.learner not in (None, fit.learner):
            continue
        for metric, score in fit.scores.items():
            if arguments.metric in (None, metric):
                places = {"repeat": fit.repeat, "fold": fit.fold, "n_train": fit.n_train, "n_test": fit.n_test}
                yield {
                    "dataset": fit.dataset,
                    "metric": metric,
                    "learner": fit.learner,
                    **places,
                    "score": score,
                    "seconds": fit.seconds,
                }


def _list(rows: "Iterator[dict[str, Any]]") -> None:
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["dataset"], row["learner"], row["metric"]), []).append(row)
    for (dataset, learner, metric), found in groups.items():
        mean = sum(row["score"] for row in found) / len(found)
        spent = sum(row["seconds"] for row in found)
        print(f"{dataset}  {learner}  {metric}  {len(found)} fits  mean {mean:.4g}  {spent:.1f} s")
    if not groups:
        print("no fits")


def _show(rows: "Iterator[dict[str, Any]]") -> None:
    for row in rows:
        place = f"repeat {row['repeat']} fold {row['fold']}"
        print(
            f"{row['dataset']}  {row['learner']}  {place}  {row['metric']} {row['score']:.6g}  {row['seconds']:.4f} s"
        )


def _export(rows: "Iterator[dict[str, Any]]") -> None:
    import csv

    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
