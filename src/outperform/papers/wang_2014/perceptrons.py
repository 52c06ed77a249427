"""Many small perceptrons at once: full-batch training with Rprop, the networks of all splits in one array.

Wang et al. (2014, sec. 6.5) train an LP (no hidden layer) and MLPs (one hidden layer) and say nothing else. Here the
columns are scaled by the training rows, the output is a softmax, the loss cross-entropy, the hidden units are tanh,
weights start uniform in +-0.7 (as those of R's ``nnet``), and each network takes a fixed number of steps of iRprop-
(Igel & Hüsken 2000), which needs no learning rate. On small datasets one such network takes a fiftieth of the time of
the learner ``mlp`` (L-BFGS to the end), which a thousand repetitions of 32 fits need.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from outperform.core import Bools, Floats, Ints

Single = npt.NDArray[np.float32]

START = 0.7  # weights start in [-START, START]
FIRST_STEP, LEAST_STEP, LARGEST_STEP = 0.1, 1e-6, 5.0
FASTER, SLOWER = 1.2, 0.5


@dataclass(frozen=True)
class Halves:
    """Splits of one table: which rows each trains on, and the table scaled for each."""

    rows: Single  # [split, row, column], columns scaled by the training rows, with a column of ones
    train: Ints  # [split, place], padded with any row
    weight: Single  # [split, place], 0 where padded, adding up to 1
    onehot: Single  # [row, class]

    @classmethod
    def of(cls, rows: Floats, codes: Ints, tested: Bools) -> "Halves":
        """Prepare splits from ``tested[split, row]``."""
        most = int((~tested).sum(axis=1).max())
        train = np.argsort(tested, axis=1, kind="stable")[:, :most]
        inside = ~np.take_along_axis(tested, train, axis=1)
        weight = inside / inside.sum(axis=1, keepdims=True)
        mean = np.einsum("sr,src->sc", weight, rows[train])
        spread = np.sqrt(np.einsum("sr,src->sc", weight, (rows[train] - mean[:, None]) ** 2))
        scaled = (rows - mean[:, None]) / np.where(spread > 0, spread, 1.0)[:, None]
        ones = np.ones((*scaled.shape[:2], 1))
        table = np.concatenate([scaled, ones], axis=2).astype(np.float32)
        onehot = np.eye(int(codes.max()) + 1, dtype=np.float32)[codes]
        return cls(table, train, weight.astype(np.float32), onehot)


def accuracies(halves: Halves, tested: Bools, hidden: int, steps: int, rng: np.random.Generator) -> Floats:
    """Train one network a split and give its share of tested rows that it gets right; ``hidden=0`` is the LP."""
    layers = _trained(halves, hidden, steps, rng)
    said = _forward(halves.rows, layers)[-1].argmax(axis=2)
    right = (said == halves.onehot.argmax(axis=1)) & tested
    found: Floats = right.sum(axis=1) / tested.sum(axis=1)
    return found


def _trained(halves: Halves, hidden: int, steps: int, rng: np.random.Generator) -> list[Single]:
    splits, _, columns = halves.rows.shape
    classes = halves.onehot.shape[1]
    shapes = [(columns, hidden), (hidden + 1, classes)] if hidden else [(columns, classes)]
    layers = [rng.uniform(-START, START, (splits, *shape)).astype(np.float32) for shape in shapes]
    size = [np.full_like(layer, FIRST_STEP) for layer in layers]
    before = [np.zeros_like(layer) for layer in layers]
    rows = np.take_along_axis(halves.rows, halves.train[:, :, None], axis=1)
    truth, weight = halves.onehot[halves.train], halves.weight[:, :, None]
    for _ in range(steps):
        slopes = _slopes(rows, truth, weight, layers)
        for layer, slope, length, last in zip(layers, slopes, size, before, strict=True):
            _step(layer, slope, length, last)
    return layers


def _forward(rows: Single, layers: list[Single]) -> list[Single]:
    """Return what each layer gives out: the hidden units with a one beside them, then the outputs."""
    if len(layers) == 1:
        return [rows @ layers[0]]
    units = np.ones((*rows.shape[:2], layers[0].shape[2] + 1), dtype=np.float32)
    np.tanh(rows @ layers[0], out=units[:, :, :-1])
    return [units, units @ layers[1]]


def _slopes(rows: Single, truth: Single, weight: Single, layers: list[Single]) -> list[Single]:
    """Return the gradient of the cross-entropy by backpropagation."""
    *units, out = _forward(rows, layers)
    out -= out.max(axis=2, keepdims=True)
    np.exp(out, out=out)
    out /= out.sum(axis=2, keepdims=True)
    out -= truth
    out *= weight
    if not units:
        return [rows.transpose(0, 2, 1) @ out]
    inner = units[0][:, :, :-1]
    back = out @ layers[1][:, :-1].transpose(0, 2, 1)
    back *= 1 - inner**2
    return [rows.transpose(0, 2, 1) @ back, units[0].transpose(0, 2, 1) @ out]


def _step(layer: Single, slope: Single, length: Single, last: Single) -> None:
    """Move against the sign of the slope: farther where it kept its sign, less where it turned (iRprop-)."""
    turn = slope * last
    length *= np.where(turn > 0, np.float32(FASTER), np.where(turn < 0, np.float32(SLOWER), np.float32(1)))
    np.clip(length, LEAST_STEP, LARGEST_STEP, out=length)
    slope[turn < 0] = 0
    layer -= np.sign(slope) * length
    last[...] = slope
