"""``python -m studies.locked [--uci FOLDER]``: learners that are locked in, and a check by disjoint halves.

A step that chooses without the target (principal components, clusters, columns of large variance) chooses by luck of
the whole data set, and its choice hardly changes when a fifth of the rows is left out. Two learners that are equally
good, on two blocks of columns with another real row of the same class each, are then called different far too often.
Disjoint halves of the rows choose anew. Here the default of `adaptive-cv` is run; where it decides `different`, both
learners are cross-validated in the halves of ten random halvings, and

    SE_halves = sqrt(mean of (difference in one half - difference in the other)^2) / 2

is Nadeau and Bengio's conservative standard error. Where SE_halves exceeds the corrected one by some ratio, the
threshold is raised by how much it does. The ratio is chosen on the first half of the families, for a level of at most
.08 and a loss of power of at most .03. All families were written down before any was run; the second half confirms.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from sklearn import datasets

from outperform.core import Bools, Floats, stream
from outperform.data.arff import parse_arff
from outperform.procedures.correction import COSTS
from outperform.procedures.disjoint import FOLDS, HALVINGS, halves_se
from studies.truth.analysis import LEVEL, Bench, Case, Group, K
from studies.truth.classifiers import ClassSums, one_hot
from studies.truth.linear import Fit
from studies.truth.run import LEADS, PILOT, REACH

RATIOS = (0.0, 1.2, 1.4, 1.7, 2.0)  # 0: halves decide wherever their standard error is larger or smaller
LEAST = 10  # rows of a class, at least
COLUMNS = ("decision", "ratio", "excess", "seconds")


@dataclass(frozen=True)
class Locked:
    """A learner on two blocks of columns of real rows, or of normal ones."""

    half: str  # choose or confirm
    word: str  # null or power
    data: str
    n: int
    name: str
    fit: Fit

    @property
    def is_bundled(self) -> bool:
        """Whether its rows need no file."""
        return self.data in LOADERS or self.data.startswith("normal")


def components(count: int, *, bayes: bool = False) -> Fit:
    """Return principal components, then linear discriminant analysis or naive Bayes."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums, width, w = ClassSums(x, y, masks), x.shape[1], masks.astype(np.float64)
        gram = (w @ (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)).reshape(-1, width, width)
        centre = np.einsum("fk,fki->fi", sums.counts, sums.means) / sums.n[:, None]
        spread = gram - sums.n[:, None, None] * centre[:, :, None] * centre[:, None, :]
        axes = np.linalg.eigh(spread)[1][:, :, ::-1][:, :, :count]
        means = sums.means @ axes
        if bayes:
            return _bayes(x @ axes, means, y, sums, w)
        within = gram - np.einsum("fk,fki,fkj->fij", sums.counts, sums.means, sums.means)
        inner = axes.transpose(0, 2, 1) @ within @ axes / sums.n[:, None, None] + 1e-10 * np.eye(axes.shape[2])
        return _discriminated(x @ axes, means, inner, sums)

    return fit


def two_means(x: Floats, y: Floats, masks: Bools) -> Floats:
    """Find two clusters, started along the first axis, then linear discriminant analysis of the distances to both."""
    sums, w = ClassSums(x, y, masks), masks.astype(np.float64)
    width, of = x.shape[1], one_hot(y)
    gram = (w @ (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)).reshape(-1, width, width)
    centre = w @ x / sums.n[:, None]
    axis = np.linalg.eigh(gram - sums.n[:, None, None] * centre[:, :, None] * centre[:, None, :])[1][:, :, -1]
    second = (axis @ x.T - (axis * centre).sum(axis=1)[:, None]) > 0
    z = np.empty((len(w), len(x), 2))
    for _ in range(15):
        for place, part in enumerate((w * ~second, w * second)):
            middle = part @ x / np.maximum(part.sum(axis=1), 1e-9)[:, None]
            z[:, :, place] = np.sqrt(
                np.maximum((x * x).sum(axis=1) - 2 * middle @ x.T + (middle**2).sum(axis=1)[:, None], 0)
            )
        second = z[:, :, 1] < z[:, :, 0]
    held = w[:, None, :] * of.T
    means = held @ z / sums.counts[..., None]
    inner = (z * w[..., None]).transpose(0, 2, 1) @ z - np.einsum("fk,fki,fkj->fij", sums.counts, means, means)
    return _discriminated(z, means, inner / sums.n[:, None, None] + 1e-10 * np.eye(2), sums)


def largest_variance(count: int) -> Fit:
    """Return naive Bayes on the columns of the largest variance."""

    def fit(x: Floats, y: Floats, masks: Bools) -> Floats:
        sums = ClassSums(x, y, masks)
        columns = np.argsort(-sums.total, axis=1, kind="stable")[:, :count]
        means = np.take_along_axis(sums.means, columns[:, None], axis=2)
        return _bayes(x.T[columns].transpose(0, 2, 1), means, y, sums, masks.astype(np.float64))

    return fit


def _discriminated(z: Floats, means: Floats, within: Floats, sums: ClassSums) -> Floats:
    slopes = np.linalg.solve(within, means.transpose(0, 2, 1))
    offsets = sums.shares - 0.5 * np.einsum("fkp,fpk->fk", means, slopes)
    found: Floats = (z @ slopes + offsets[:, None, :]).argmax(axis=2).astype(np.float64)
    return found


def _bayes(z: Floats, means: Floats, y: Floats, sums: ClassSums, w: Floats) -> Floats:
    squares = (w[:, None, :] * one_hot(y).T) @ (z * z) / sums.counts[..., None]
    variances = np.maximum(squares - means**2, 0) + 1e-9
    logs = np.log(variances).sum(axis=2) + (means**2 / variances).sum(axis=2)
    exponent = (z * z) @ (1 / variances).transpose(0, 2, 1) - 2 * z @ (means / variances).transpose(0, 2, 1)
    found: Floats = (sums.shares[:, None] - 0.5 * (exponent + logs[:, None])).argmax(axis=2).astype(np.float64)
    return found


NULL, POWER = "null", "power"
FAMILIES = (  # written down before they were run
    Locked("choose", NULL, "yeast", 200, "1 component, discriminant", components(1)),
    Locked("choose", NULL, "vowel", 220, "2 components, discriminant", components(2)),
    Locked("choose", NULL, "normal, 8 columns", 150, "largest variance, naive Bayes", largest_variance(1)),
    Locked("choose", POWER, "normal, 4 columns", 100, "4 of 4 components, discriminant", components(4)),
    Locked("choose", POWER, "breast cancer", 100, "3 components, discriminant", components(3)),
    Locked("choose", POWER, "normal, 16 columns", 90, "16 of 16 components, discriminant", components(16)),
    Locked("confirm", NULL, "digits", 200, "2 components, discriminant", components(2)),
    Locked("confirm", NULL, "digits", 300, "4 components, naive Bayes", components(4, bayes=True)),
    Locked("confirm", NULL, "yeast", 300, "2 components, naive Bayes", components(2, bayes=True)),
    Locked("confirm", NULL, "yeast", 200, "2-means, discriminant", two_means),
    Locked("confirm", NULL, "vowel", 330, "3 components, discriminant", components(3)),
    Locked("confirm", NULL, "vowel", 220, "3 columns of largest variance, naive Bayes", largest_variance(3)),
    Locked("confirm", NULL, "letter", 300, "2 components, naive Bayes", components(2, bayes=True)),
    Locked("confirm", NULL, "letter", 200, "2-means, discriminant", two_means),
    Locked("confirm", POWER, "wine", 80, "3 components, naive Bayes", components(3, bayes=True)),
    Locked("confirm", POWER, "vehicle", 200, "8 components, discriminant", components(8)),
    Locked("confirm", POWER, "sonar", 120, "8 components, discriminant", components(8)),
    Locked("confirm", POWER, "ionosphere", 150, "10 components, naive Bayes", components(10, bayes=True)),
    Locked("confirm", POWER, "diabetes", 300, "6 components, discriminant", components(6)),
    Locked("confirm", POWER, "heart-statlog", 120, "5 components, naive Bayes", components(5, bayes=True)),
    Locked("confirm", POWER, "normal, 6 columns", 150, "6 of 6 components, naive Bayes", components(6, bayes=True)),
    Locked("confirm", POWER, "breast cancer", 200, "6 components, naive Bayes", components(6, bayes=True)),
)
KEPT = {"yeast": 4, "letter": 10}  # classes with the most rows that are used, where some have few or there are many
LOADERS = {"digits": datasets.load_digits, "breast cancer": datasets.load_breast_cancer, "wine": datasets.load_wine}


@cache  # a few small sets, for as long as this program runs
def real(data: str, uci: Path | None) -> tuple[Floats, Floats]:
    """Read a set: columns of mean 0 and standard deviation 1, and classes 0, 1, ..."""
    if data in LOADERS:
        x, y = LOADERS[data](return_X_y=True)
    else:
        assert uci is not None, "families of the UCI are not run without its folder"
        with (uci / f"{data}.arff").open(encoding="utf-8") as lines:
            columns = parse_arff(lines).columns
        x = np.column_stack([each for each in columns[:-1] if each.dtype.kind == "f"])
        y = np.unique(columns[-1].astype(str), return_inverse=True)[1]
    counts = np.bincount(y)
    used = np.argsort(-counts, kind="stable")[: KEPT.get(data, len(counts))]
    rows = np.isin(y, used)
    x, y = x[rows], np.unique(y[rows], return_inverse=True)[1]
    x = x[:, x.std(axis=0) > 0]
    return (x - x.mean(axis=0)) / x.std(axis=0), y.astype(np.float64)


def bench_of(family: Locked, lead: float, uci: Path | None, *address: str | int) -> Bench:
    """Draw a data set: another real row of the same class in each block; the lead is noise in the second."""
    rng = stream(0, "locked", family.data, family.n, family.name, *address)
    if family.data.startswith("normal"):
        width = int(family.data.split()[1])
        y = (np.arange(family.n) % 2).astype(np.float64)
        blocks = [rng.standard_normal((family.n, width)) + 0.7 * (y[:, None] - 0.5) for _ in range(2)]
    else:
        x, classes = real(family.data, uci)
        shares = np.bincount(classes.astype(int)) / len(classes)
        y = np.repeat(np.arange(len(shares)), np.maximum(LEAST, np.round(shares * family.n).astype(int))).astype(float)
        members = [np.flatnonzero(classes == each) for each in range(len(shares))]
        blocks = [x[[rng.choice(members[int(each)]) for each in y]] for _ in range(2)]
    blocks[1] = blocks[1] + lead * rng.standard_normal(blocks[1].shape) * blocks[1].std(axis=0)
    return Bench((blocks[0], blocks[1]), y, (family.fit, family.fit), "accuracy", strata=True)


def run_one(family: Locked, lead: float, uci: Path | None, number: int) -> tuple[float, ...]:
    """Run the default on one data set, and the halves where it decides `different`."""
    start = time.process_time()
    bench = bench_of(family, lead, uci, family.word, number)
    address = "locked", family.data, family.n, family.name, family.word, number
    group, case = Group(bench, stream(0, *address, "repeats")), Case(bench, stream(0, *address, "correction"))
    said, count = case.corrected(group, None)
    ratio = excess = np.nan
    if said.decision and said.fits > count * K:  # else the effect is clear, and nothing is checked
        factor = max(1.0, case.factor(COSTS.index(said.fits - count * K), group, count).value)
        _, se, wander = group.look(count)
        ratio = halves_se(in_halves(bench, stream(0, *address, "halves"))) / (factor * se)
        excess = abs(wander.theta) / (float(wander.rule.threshold(np.array(1.0), LEVEL)) * factor)
    return said.decision, ratio, excess, time.process_time() - start


def in_halves(bench: Bench, rng: np.random.Generator) -> Floats:
    """Return the differences [halving, fold] of a cross-validation in each of both halves."""
    folds = np.full((2 * HALVINGS, len(bench.y)), -1)
    for place, labels in enumerate(folds):
        if place % 2 == 0:
            halving = bench.deal(2, rng)
        rows = np.flatnonzero(halving == place % 2)
        blocks = bench.blocks[0][rows], bench.blocks[1][rows]
        labels[rows] = replace(bench, blocks=blocks, y=bench.y[rows]).deal(FOLDS, rng)
    tests = np.concatenate([labels == np.arange(FOLDS)[:, None] for labels in folds])
    masks = np.repeat(folds >= 0, FOLDS, axis=0) & ~tests
    first, second = (fit(x, bench.y, masks) == bench.y for fit, x in zip(bench.learners, bench.blocks, strict=True))
    d: Floats = ((first.astype(np.float64) - second) * tests).sum(axis=1) / tests.sum(axis=1)
    return d.reshape(HALVINGS, 2 * FOLDS)


def lead_of(family: Locked, uci: Path | None) -> float:
    """Find a lead for a power of about .5 to .7, on data sets of its own."""
    if family.word == NULL:
        return 0.0
    for lead in LEADS:
        found = []
        for number in range(PILOT):
            bench = bench_of(family, lead, uci, "pilot", number)
            found.append(bench.run(bench.deal(K, stream(0, "locked pilot", number))[None], K).x.mean())
        if np.mean(found) >= REACH * np.std(found, ddof=1):
            return lead
    return LEADS[-1]


def decided(values: Floats, ratio: float) -> Floats:
    """Return the decisions where halves raise the threshold if their standard error exceeds ours by a ratio."""
    decision, times, excess = values[:, 0], values[:, 1], values[:, 2]
    with np.errstate(invalid="ignore"):
        undone = (times > ratio) & (excess < times)
    return np.where(undone, 0.0, decision)


def table(found: Sequence[tuple[Locked, Floats]]) -> str:
    """Write what was found, a row per family."""
    heads = ["default", *(f"{ratio:g}" if ratio else "always" for ratio in RATIOS), "caution"]
    lines = ["| rows | learner | data sets | " + " | ".join(heads) + " |", "|---" * (3 + len(heads)) + "|"]
    for family, values in found:
        right = (values[:, 0] > 0) if family.word == POWER else values[:, 0] != 0
        rates = [right.mean(), *(np.mean((decided(values, ratio) != 0) & right) for ratio in RATIOS)]
        error = np.sqrt(rates[0] * (1 - rates[0]) / len(values))
        with np.errstate(invalid="ignore"):
            told = np.mean(values[right, 1] > 1.4) if right.any() else 0.0
        cells = [f"{rates[0]:.3f} ± {error:.3f}", *(f"{rate:.3f}" for rate in rates[1:]), f"{told:.2f}"]
        lines.append(f"| {family.data}, n = {family.n} | {family.name} | {len(values)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def run_family(family: Locked, folder: Path, uci: Path | None, count: int) -> Floats:
    """Run what is missing of a family, 50 data sets at a time."""
    name = "".join(letter if letter.isalnum() else "-" for letter in f"{family.data}{family.n}{family.name}")
    path, known, lead = folder / f"{name}-{family.word}.npz", np.zeros((0, len(COLUMNS))), None
    if path.exists():
        with np.load(path) as kept:
            known, lead = kept["values"], float(kept["lead"])
    while len(known) < count:
        lead = lead_of(family, uci) if lead is None else lead
        numbers = range(len(known), min(len(known) + 50, count))
        known = np.concatenate([known, np.array([run_one(family, lead, uci, number) for number in numbers])])
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path.with_suffix(".part.npz"), values=known, lead=lead)
        path.with_suffix(".part.npz").rename(path)
        print(path.stem, len(known), f"{known[:, 3].sum() / 60:.1f} CPU minutes", flush=True)
    return known


def main() -> None:
    """Run what is missing, and print tables and CPU minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uci", type=Path, help="a folder of ARFF files; without it, families of the UCI are not run")
    parser.add_argument("--folder", type=Path, default=Path("build/locked"))
    parser.add_argument("--half", choices=("choose", "confirm"))
    parser.add_argument("--datasets", type=int, default=500, help="of each family; 0 only prints what is there")
    given = parser.parse_args()
    wanted = [family for family in FAMILIES if given.half in (None, family.half) and (family.is_bundled or given.uci)]
    found = [(family, run_family(family, given.folder, given.uci, given.datasets)) for family in wanted]
    for half, word in product(("choose", "confirm"), (NULL, POWER)):
        part = [each for each in found if (each[0].half, each[0].word) == (half, word) and len(each[1])]
        if part:
            print(f"\n{half}, {word}:\n\n{table(part)}")
    print(f"\n{sum(values[:, 3].sum() for _, values in found) / 60:.1f} CPU minutes.")


if __name__ == "__main__":
    main()
