"""Run the families: every data set has its own streams, so neither order nor workers change anything."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from outperform.core import Dataset, Floats, InputError, stream
from outperform.engine.pool import run_apart
from outperform.learners import Estimator
from outperform.procedures.caution import Factors, factors_of
from studies.truth.analysis import LEAST, Bench, Case, Group, K
from studies.truth.families import Family

CHUNK = 10
KEPT = 100  # data sets after which the records are written, so that a stop loses little
PILOT = 40
REACH = 1.96 * 1.25  # of the pilot: mean difference over its standard deviation, for a power of about .5 to .7
LEADS = (0.15, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
RUNS = (  # analyses of a data set with power: its repeats, its correction, and whether one row is deleted
    (0, 0, False),
    (1, 0, False),  # another seed
    (2, 1, False),  # the rows have other ids: a constant column, another order with seed="data", other names
    (3, 2, True),  # one row less
)
PAIRED = 300  # data sets with power that have all of these analyses; more of them have the first, for the coverage
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
    "factor_early_se",
    "shown",  # whether the correction can be used
    "raw",  # factor, which may be below 1
)


@dataclass(frozen=True)
class Cell:
    """A family with a lead: 0, or what makes a mixed pair equal, is the null."""

    family: Family
    lead: float
    factor: float | None  # of the table
    word: str

    def runs(self, number: int) -> tuple[tuple[int, int, bool], ...]:
        """Return the analyses of a data set: one at the null."""
        return RUNS[:1] if self.word == "null" or number >= PAIRED else RUNS


def run_family(family: Family, folder: Path, sizes: tuple[int | None, int], jobs: int) -> None:
    """Run the null and the cell with power, as far as their files do not have them yet."""
    nulls, others = sizes
    for word, count in (("null", nulls or family.nulls), ("power", others)):
        path = path_of(folder, family, word)
        known = _kept(path)
        if count <= len(known):
            continue
        cell = Cell(family, _lead(family, path, word), table_factor(family), word)
        for start in range(len(known), count, KEPT):
            known = [*known, *run_cell(cell, range(start, min(start + KEPT, count)), jobs)]
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part.npz")
            factor = np.nan if cell.factor is None else cell.factor
            np.savez_compressed(part, values=np.array(known), lead=cell.lead, factor=factor)
            part.rename(path)
        print(path.name, flush=True)


def _kept(path: Path) -> list[Floats]:
    if not path.exists():
        return []
    with np.load(path, allow_pickle=False) as kept:
        return list(kept["values"])


def _lead(family: Family, path: Path, word: str) -> float:
    """Return the lead of a cell; that of a cell which was begun is in its file."""
    if path.exists():
        with np.load(path, allow_pickle=False) as kept:
            return float(kept["lead"])
    lead = balanced(family) if family.other else 0.0
    return lead + pilot(family, lead) if word == "power" else lead


def path_of(folder: Path, family: Family, word: str) -> Path:
    """Name the file of a cell."""
    name = "".join(letter if letter.isalnum() else "-" for letter in family.name)
    return folder / f"{name}-{word}.npz"


def run_cell(cell: Cell, numbers: range, jobs: int) -> Floats:
    """Run some data sets: [dataset, run, column]."""
    chunks = [range(start, min(start + CHUNK, numbers.stop)) for start in range(numbers.start, numbers.stop, CHUNK)]
    found = dict(run_apart(partial(_chunk, cell), chunks, jobs))
    return np.concatenate([found[chunk.start] for chunk in chunks])


def _chunk(cell: Cell, numbers: range) -> tuple[int, Floats]:
    return numbers.start, np.array([_dataset(cell, number) for number in numbers])


def _dataset(cell: Cell, number: int) -> list[list[float]]:
    whole = bench_of(cell.family, cell.lead, cell.word, number)
    cases: dict[int, Case] = {}
    records = [_run(cell, whole, number, run, cases) for run in cell.runs(number)]
    missing = 0 if cell.word == "null" else len(RUNS) - len(records)
    return [*records, *([[np.nan] * len(COLUMNS)] * missing)]


def _run(cell: Cell, whole: Bench, number: int, run: tuple[int, int, bool], cases: dict[int, Case]) -> list[float]:
    repeats, correction, shorter = run
    address = "truth", cell.family.name, cell.word, number
    bench = whole.without(int(stream(0, *address, "row").integers(len(whole.y)))) if shorter else whole
    group = Group(bench, stream(0, *address, repeats))
    case = cases.setdefault(correction, Case(bench, stream(0, *address, "correction", correction)))
    nominal = group.nominal()
    data, count = case.corrected(group, None)
    auto = data if cell.factor is None else case.corrected(group, cell.factor)[0]
    count = max(count, LEAST)  # the coverage is that of correct="always", which makes as many repeats at least
    mean, se, _ = group.look(count)
    early, late = (case.factor(stage, group, count) for stage in (0, 1))
    results = nominal, auto, data
    return [
        *(each.decision for each in results),
        *(each.fits for each in results),
        *(each.flip for each in results[1:]),
        mean,
        se,
        group.classic(),
        late.value,
        late.se,
        early.value,
        early.se,
        case.is_same(group),
        late.raw,
    ]


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
