"""Many small neural networks trained at once, as R's ``nnet`` trains one: BFGS that starts from random weights."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from outperform.core import Bools, Floats, Ints

UNITS = 3
STEPS = 100  # nnet's maxit
REACH = 0.7  # nnet's rang: the first weights lie within -REACH and REACH
SHRINK, ENOUGH = 0.2, 1e-4  # backtracking: a step that gains too little of what its slope promises is cut
LEAST_GAIN = 1e-8  # as a share of what is left


def net_classes(rows: Floats, target: Ints, tested: Floats, rng: np.random.Generator) -> Ints:
    """Train a network for each [set, row, column], the first column being ones, and predict the rows beside it."""
    nets = Nets(rows, target)
    weights = train(nets, rng.uniform(-REACH, REACH, (len(rows), nets.count)))
    return (Nets(tested, target).outputs(weights)[1] > 0).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Nets:
    """One hidden layer of logistic units, one logistic output, the entropy as loss; weights are [set, weight]."""

    rows: Floats
    target: Ints

    @property
    def count(self) -> int:
        """Weights of one network."""
        return int(UNITS * self.rows.shape[2] + UNITS + 1)

    def some(self, which: Bools | Ints) -> "Nets":
        """Take the networks of some sets."""
        return Nets(self.rows[which], self.target[which])

    def outputs(self, weights: Floats) -> tuple[Floats, Floats]:
        """Return the hidden units [set, row, unit] and the log odds [set, row]."""
        inner = weights[:, : -UNITS - 1].reshape(len(weights), -1, UNITS)
        hidden = expit(self.rows @ inner)
        odds = (hidden @ weights[:, -UNITS - 1 : -1, np.newaxis])[..., 0] + weights[:, -1:]
        return hidden, odds

    def loss(self, weights: Floats) -> Floats:
        """Negative log likelihood of each network."""
        _, odds = self.outputs(weights)
        total: Floats = np.logaddexp(0, odds).sum(axis=1) - (self.target * odds).sum(axis=1)
        return total

    def slope(self, weights: Floats) -> Floats:
        """Gradient of the loss."""
        hidden, odds = self.outputs(weights)
        error = (expit(odds) - self.target)[:, np.newaxis]
        outer = (error @ hidden)[:, 0]
        back = error[:, 0, :, np.newaxis] * weights[:, np.newaxis, -UNITS - 1 : -1] * hidden * (1 - hidden)
        inner = self.rows.swapaxes(1, 2) @ back
        return np.concatenate([inner.reshape(len(weights), -1), outer, error.sum(axis=2)], axis=1)


def train(nets: Nets, weights: Floats) -> Floats:
    """Minimise every loss; a network that gains no more starts afresh from its slope once, then rests."""
    final, active = weights.copy(), np.arange(len(weights))
    eye = np.eye(weights.shape[1])
    loss, slope = nets.loss(weights), nets.slope(weights)
    inverse, fresh = np.tile(eye, (len(weights), 1, 1)), np.ones(len(weights), dtype=np.bool_)
    for _ in range(STEPS):
        step = -(inverse @ slope[..., np.newaxis])[..., 0]
        moved, gained = _backtrack(nets, weights, step, loss, (step * slope).sum(axis=1))
        better = loss - gained > LEAST_GAIN * (np.abs(loss) + LEAST_GAIN)
        final[active] = moved
        resting = (~better & fresh) | (gained < ENOUGH)
        going = ~resting
        if not going.any():
            break
        nets = nets.some(going) if resting.any() else nets
        new = nets.slope(moved[going])
        inverse = inverse[going]
        update = better[going]
        inverse[~update] = eye
        moves, turns = (moved - weights)[going], new - slope[going]
        curved = update & ((moves * turns).sum(axis=1) > 0)
        inverse[update & ~curved] = eye
        inverse[curved] = _updated(inverse[curved], moves[curved], turns[curved])
        fresh = ~curved
        active, weights, loss, slope = active[going], moved[going], gained[going], new
    return final


def _updated(inverse: Floats, moves: Floats, turns: Floats) -> Floats:
    """BFGS's update of the inverse of the second derivatives."""
    bent = (inverse @ turns[..., np.newaxis])[..., 0]
    scale = (moves * turns).sum(axis=1)[:, np.newaxis, np.newaxis]
    factor = 1 + (turns * bent).sum(axis=1)[:, np.newaxis, np.newaxis] / scale
    cross = moves[:, :, np.newaxis] * bent[:, np.newaxis]
    square = moves[:, :, np.newaxis] * moves[:, np.newaxis]
    found: Floats = inverse + (factor * square - cross - cross.swapaxes(1, 2)) / scale
    return found


def _backtrack(nets: Nets, weights: Floats, step: Floats, loss: Floats, promise: Floats) -> tuple[Floats, Floats]:
    """Shorten each step until it gains enough; one that would not move stays where it is."""
    moved, gained, length = weights.copy(), loss.copy(), np.ones(len(weights))
    open_ones = np.flatnonzero(promise < 0)
    while len(open_ones):
        tried = weights[open_ones] + length[open_ones, np.newaxis] * step[open_ones]
        part = nets if len(open_ones) == len(weights) else nets.some(open_ones)
        value = part.loss(tried)
        good = value <= loss[open_ones] + ENOUGH * length[open_ones] * promise[open_ones]
        moved[open_ones[good]], gained[open_ones[good]] = tried[good], value[good]
        length[open_ones] *= SHRINK
        open_ones = open_ones[~good & (length[open_ones] > 1e-12)]
    return moved, gained
