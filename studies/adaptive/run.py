"""Run the rules over data sets: every data set has its own streams, so neither order nor workers change anything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from outperform.core import Floats, Ints, seed_at, stream
from outperform.engine.pool import run_apart
from outperform.lab.replay import Replay
from outperform.learners import learners_of
from outperform.sources import CATALOGUE as SOURCES
from studies.adaptive.families import Cell, Family
from studies.adaptive.rules import Factors, Group, Rule, Rules, Said

GROUPS = 10
CHUNK = 20  # datasets of one task


@dataclass(frozen=True, eq=False)
class Records:
    """What every rule said [rule, dataset, group]."""

    rules: tuple[str, ...]
    decision: Ints
    fits: Ints
    flip: Floats

    @classmethod
    def of(cls, rules: tuple[str, ...], said: list[list[list[Said]]]) -> "Records":
        """Put [dataset][group][rule] into arrays."""
        table = [[[(one.decision, one.fits, one.flip) for one in group] for group in dataset] for dataset in said]
        values = np.moveaxis(np.array(table, dtype=np.float64), 2, 0)
        return cls(rules, values[..., 0].astype(np.int8), values[..., 1].astype(np.int16), values[..., 2])

    def save(self, path: Path) -> None:
        """Keep them in a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, rules=self.rules, decision=self.decision, fits=self.fits, flip=self.flip)
        part.rename(path)

    @classmethod
    def load(cls, path: Path) -> "Records":
        """Read them back."""
        with np.load(path, allow_pickle=False) as kept:
            return cls(tuple(kept["rules"].tolist()), kept["decision"], kept["fits"], kept["flip"])


def run_cell(cell: Cell, rules: Mapping[str, Rule], shape: tuple[int, int], folds: int, jobs: int) -> Records:
    """Run all rules on so many data sets and groups of a cell."""
    datasets, groups = shape
    chunks = [range(start, min(start + CHUNK, datasets)) for start in range(0, datasets, CHUNK)]
    said = dict(run_apart(partial(_chunk, cell, rules, groups, folds), chunks, jobs))
    return Records.of(tuple(rules), [dataset for chunk in chunks for dataset in said[chunk.start]])


def _chunk(
    cell: Cell, rules: Mapping[str, Rule], groups: int, folds: int, numbers: range
) -> tuple[int, list[list[list[Said]]]]:
    return numbers.start, [list(_dataset(cell, rules, number, groups, folds)) for number in numbers]


def _dataset(cell: Cell, rules: Mapping[str, Rule], number: int, groups: int, folds: int) -> Iterator[list[Said]]:
    dataset = SOURCES.parse(cell.source).draw(stream(0, "adaptive", cell.source, number))
    learners = list(learners_of(list(cell.learners), dataset).values())
    replay = Replay(dataset, learners, seed_at(0, "adaptive", cell.source, number), folds)
    replay.groups(range(groups), 10)
    if "corrected-30x10" in rules:
        replay.groups(range(groups), 30)
    for index in range(groups):
        group = Group(replay, index)
        yield [rule(group) for rule in rules.values()]


def path_of(folder: Path, family: Family, place: int, folds: int) -> Path:
    """Name the file of a family's cell; place 0 is the null."""
    name = "".join(letter if letter.isalnum() else "-" for letter in family.name)
    return folder / f"{name}-{folds}-{place}.npz"


def run_family(
    family: Family, factors: Factors, folder: Path, sizes: tuple[int, int], jobs: int, folds: int = 10
) -> None:
    """Run all cells of a family that have no file yet; ``sizes`` are the data sets of the null and of another cell."""
    nulls, datasets = sizes
    known = Rules(factors, slow=family.slow)
    rules = known.by_name if folds == 10 else known.of_five_folds
    for place, cell in enumerate((family.null, *family.others)):
        path = path_of(folder, family, place, folds)
        if not path.exists():
            shape = (nulls, 1) if cell.null else (datasets, GROUPS)
            run_cell(cell, rules, shape, folds, jobs).save(path)
            print(path.name, flush=True)
