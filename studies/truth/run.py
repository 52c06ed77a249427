"""Run the families: every data set has its own streams, so neither order nor workers change anything."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from outperform.core import Dataset, Floats, InputError, stream
from outperform.engine.pool import run_apart
from outperform.learners import Estimator
from outperform.procedures.caution import Factors, factors_of
from outperform.procedures.correction import STAGES
from studies.truth.analysis import Bench, Case, Group, K
from studies.truth.families import Family

GROUPS = 3
CHUNK = 10
PILOT = 40
REACH = 1.96 * 1.25  # of the pilot: mean difference over its standard deviation, for a power of about .5 to .7
LEADS = (0.15, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
COLUMNS = (
    "nominal",  # decisions of adaptive-cv: nominal, with the table or the data ("auto"), with the data
    "auto",
    "data",
    "fits_nominal",
    "fits_auto",
    "fits_data",
    "flip_auto",
    "flip_data",
    "mean",
    "se",  # nominal, of the mean
    "classic",  # t of corrected 10x10 over its threshold
    "factor",  # from the data, after all repeats
    "factor_se",
    "factor_early",
    "shown",  # whether the correction can be used
)


@dataclass(frozen=True)
class Cell:
    """A family with a lead: 0, or what makes a mixed pair equal, is the null."""

    family: Family
    lead: float
    factor: float | None  # of the table
    word: str

    @property
    def groups(self) -> int:
        """Analyses of a data set, each on its own partitions."""
        return 1 if self.word == "null" else GROUPS


def run_family(family: Family, folder: Path, sizes: tuple[int | None, int], jobs: int) -> None:
    """Run the null and the cell with power, as far as they have no file yet."""
    nulls, others = sizes
    for word, count in (("null", nulls or family.nulls), ("power", others)):
        path = path_of(folder, family, word)
        if path.exists() or not count:
            continue
        lead = balanced(family) if family.other else 0.0
        if word == "power":
            lead += pilot(family, lead)
        cell = Cell(family, lead, table_factor(family), word)
        found = run_cell(cell, count, jobs)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, values=found, lead=lead, factor=np.nan if cell.factor is None else cell.factor)
        part.rename(path)
        print(path.name, flush=True)


def path_of(folder: Path, family: Family, word: str) -> Path:
    """Name the file of a cell."""
    name = "".join(letter if letter.isalnum() else "-" for letter in family.name)
    return folder / f"{name}-{word}.npz"


def run_cell(cell: Cell, datasets: int, jobs: int) -> Floats:
    """Run so many data sets: [dataset, group, column]."""
    chunks = [range(start, min(start + CHUNK, datasets)) for start in range(0, datasets, CHUNK)]
    found = dict(run_apart(partial(_chunk, cell), chunks, jobs))
    return np.concatenate([found[chunk.start] for chunk in chunks])


def _chunk(cell: Cell, numbers: range) -> tuple[int, Floats]:
    return numbers.start, np.array([_dataset(cell, number) for number in numbers])


def _dataset(cell: Cell, number: int) -> list[list[float]]:
    bench = bench_of(cell.family, cell.lead, cell.word, number)
    case = Case(bench, stream(0, "truth", cell.family.name, cell.word, number, "correction"))
    late, early = (case.influence(repeats) for repeats in reversed(STAGES))
    rows = []
    for index in range(cell.groups):
        group = Group(bench, stream(0, "truth", cell.family.name, cell.word, number, index))
        nominal = group.nominal()
        data, count = case.corrected(group, None)
        auto = data if cell.factor is None else case.corrected(group, cell.factor)[0]
        mean, se, _ = group.look(count)
        rows.append(
            [
                *(said.decision for said in (nominal, auto, data)),
                *(said.fits for said in (nominal, auto, data)),
                *(said.flip for said in (auto, data)),
                *(
                    mean,
                    se,
                    group.classic(),
                    max(late.factor, group.least(count)),
                    late.se,
                    early.factor,
                    case.is_same(group),
                ),
            ]
        )
    return rows


def bench_of(family: Family, lead: float, word: str, number: int) -> Bench:
    """Draw a data set in which every class has rows enough for ten folds of two."""
    rng = stream(0, "truth", family.task.name, word, number)
    while True:
        blocks, y = family.task.dataset(rng, lead)
        if not family.strata or np.unique(y, return_counts=True)[1].min() >= 2 * K:
            return Bench(blocks, y, family.learners, family.metric, family.strata)


def pilot(family: Family, level: float) -> float:
    """Find a lead at which the mean difference is some of its own standard deviations, on data sets of its own."""
    for lead in LEADS:
        found = np.array([_mean(family, level + lead, "pilot", number) for number in range(PILOT)])
        if found.mean() >= REACH * found.std(ddof=1):
            return lead
    return LEADS[-1]


def balanced(family: Family, datasets: int = 600) -> float:
    """Find the lead at which a mixed pair is equally good: the same data sets at every lead, cut in halves 8 times."""
    low, high = -LEADS[-1], LEADS[-1]
    for _ in range(9):
        middle = (low + high) / 2
        found = np.mean([_mean(family, middle, "balance", number) for number in range(datasets)])
        low, high = (middle, high) if found < 0 else (low, middle)
    return (low + high) / 2


def _mean(family: Family, lead: float, word: str, number: int) -> float:
    bench = bench_of(family, lead, word, number)
    return float(bench.run(bench.deal(K, stream(0, word, number))[None], K, rows=False).x.mean())


def table_factor(family: Family) -> float | None:
    """Return the factor that the shipped table has for the pair on such data, None where it has none."""
    bench = bench_of(family, 0.0, "null", 0)
    data = Dataset(bench.blocks[0], bench.y if not family.strata else bench.y.astype(np.int64))
    pair = [family.learner.estimator, (family.other or family.learner).estimator]
    if None in pair:
        return None
    try:
        known = factors_of([Estimator(each) for each in pair], K, data)
        found = Factors(known.measured).pair([Estimator(each) for each in pair], bench.basis)
    except InputError:
        return None
    return None if found is None else found.factor
