"""``outperform store``: show the fits that a file keeps."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from outperform.cli import verdicts
from outperform.cli.parser import DATA
from outperform.cli.verb import Verb
from outperform.visible import one_line
from outperform.words.visible import cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outperform.engine import Store
    from outperform.engine.stored import StoredFit

EXAMPLES = """\
  outperform compare nb tree --data iris --store fits.db
  outperform store list fits.db
  outperform store show fits.db --learner tree
  outperform store export fits.db --dataset iris > scores.csv
"""
NAMED = 3  # data sets that a note names
COLUMNS = ("dataset", "metric", "learner", "repeat", "fold", "n_train", "n_test", "score", "seconds")


def _run(arguments: argparse.Namespace) -> int:
    """Print what is in the store."""
    from contextlib import closing

    from outperform.engine import Store
    from outperform.words.numbers import many

    with closing(Store(arguments.file, create=False)) as store:
        named = _Named(fit for fit in store.all() if _is_wanted(fit, arguments))
        {"list": _list, "show": _show, "export": _export}[arguments.what](_rows(store, arguments, named))
    for words in named.notes():
        print(one_line(f"note: {words}"), file=sys.stderr)
    if store.damaged:
        problem = next(iter(store.damaged.values()))
        told = (
            f"note: {many(len(store.damaged), 'row')} cannot be right ({problem}): not shown; 'compare' fits them again"
        )
        print(one_line(told), file=sys.stderr)
    return 0


class _Named:
    """Names of data sets; fits of one name, learner, repeat and fold are told apart by their number of rows."""

    def __init__(self, fits: "Iterable[StoredFit]") -> None:
        places: dict[tuple[str, str, int, int], list[int]] = {}
        for fit in fits:
            places.setdefault((fit.dataset, fit.learner, fit.repeat, fit.fold), []).append(fit.n_train + fit.n_test)
        self._apart = dict.fromkeys(place[0] for place, sizes in places.items() if len(set(sizes)) > 1)
        self._twice = dict.fromkeys(place[0] for place, sizes in places.items() if len(set(sizes)) < len(sizes))

    def of(self, fit: "StoredFit") -> str:
        """Return the name of a fit's data set."""
        return _sized(fit) if fit.dataset in self._apart else fit.dataset

    def notes(self) -> "Iterator[str]":
        """Return which names stand for several data sets, and what follows."""
        from outperform.words.data_notes import some_words

        if self._apart:
            told = f"fits of {some_words(list(self._apart), NAMED)} have different numbers of rows"
            yield f"{told} (the data changed, or a part was used), so that they stand apart: judge one of them"
        if self._twice:
            told = f"some fits of {some_words(list(self._twice), NAMED)} have the same repeat and fold"
            yield f"{told} (another seed, design or version, or other rows): use a store for each, to judge them"


def _rows(store: "Store", arguments: argparse.Namespace, named: _Named) -> "Iterator[dict[str, Any]]":
    for fit in store.all():
        if not _is_wanted(fit, arguments):
            continue
        for metric, score in fit.scores.items():
            if arguments.metric in (None, metric):
                places = {"repeat": fit.repeat, "fold": fit.fold, "n_train": fit.n_train, "n_test": fit.n_test}
                yield {
                    "dataset": named.of(fit),
                    "metric": metric,
                    "learner": fit.learner,
                    **places,
                    "score": score,
                    "seconds": fit.seconds,
                }


def _is_wanted(fit: "StoredFit", arguments: argparse.Namespace) -> bool:
    """Return whether a fit is asked for, by the name of its data set, alone or with its number of rows."""
    from outperform.engine.canonical import CHECK

    if arguments.what == "export" and arguments.dataset is None and fit.dataset.endswith(CHECK):
        return False  # they have splits of their own, which 'scores' cannot read beside the others
    return arguments.dataset in (None, fit.dataset, _sized(fit)) and arguments.learner in (None, fit.learner)


def _sized(fit: "StoredFit") -> str:
    return f"{fit.dataset} ({fit.n_train + fit.n_test} rows)"


def _list(rows: "Iterator[dict[str, Any]]") -> None:
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["dataset"], row["learner"], row["metric"]), []).append(row)
    lines = []
    for names, found in sorted(groups.items(), key=lambda group: group[0][:2]):
        mean = sum(row["score"] for row in found) / len(found)
        spent = sum(row["seconds"] for row in found)
        lines.append([*names, str(len(found)), f"{mean:.4g}", f"{spent:.1f}"])
    _print(["data set", "learner", "metric", "fits", "mean", "seconds"], lines)


def _show(rows: "Iterator[dict[str, Any]]") -> None:
    names = ("dataset", "learner", "metric", "repeat", "fold")
    lines = [[*(str(row[name]) for name in names), f"{row['score']:.6g}", f"{row['seconds']:.4f}"] for row in rows]
    _print(["data set", "learner", "metric", "repeat", "fold", "score", "seconds"], lines)


def _print(heads: list[str], lines: list[list[str]]) -> None:
    """Print a table: three columns of names, then numbers."""
    from outperform.words.lines import aligned

    if not lines:
        print("no fits")
        return
    columns = {head: [*map(one_line, cells)] for head, cells in zip(heads, zip(*lines, strict=True), strict=True)}
    above, below = aligned(columns, left=3)
    verdicts.print_text("\n".join([*above, *below]))


def _export(rows: "Iterator[dict[str, Any]]") -> None:
    import csv
    import io

    found = io.StringIO()  # a store that turns out to be damaged further on prints nothing
    writer = csv.DictWriter(found, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in row.items()} for row in rows)
    sys.stdout.write(found.getvalue())


VERB = Verb(
    name="store",
    help="show the fits that 'compare --store' kept",
    description="Show or export the fits that 'compare', 'league' or 'budget' kept with --store.",
    examples=EXAMPLES,
    nouns={DATA: "what store_file stored_dataset stored_learner stored_metric"},
    run=_run,
)
