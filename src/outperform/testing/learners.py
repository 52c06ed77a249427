"""The contract of learners: the seed decides, and two fits share nothing."""

import pickle
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from outperform.core import Dataset, Learner, OutperformError, Predictor, Values, stream
from outperform.core.spec import parameters
from outperform.learners import AlwaysOne, CopyX
from outperform.testing.contract import EntryContract

ROWS, TRAINED = 60, 40


class LearnerContract(EntryContract):
    """What every learner must do, on two classes that two numeric columns separate.

    Replace ``data`` for a learner that reads other rows or predicts numbers.
    """

    role: ClassVar[type] = Learner

    def data(self, entry: Learner) -> Dataset:
        """Return rows and a target that the learner can learn."""
        del entry
        rng = stream(0, "rows")
        target = np.arange(ROWS) % 2
        return Dataset(np.clip(rng.normal(0.4 + 0.2 * target[:, np.newaxis], 0.2, (ROWS, 2)), 0, 1), target)

    def learn(self, entry: Learner, seed: int) -> tuple[Predictor, Values]:
        """Fit the learner on the first rows; return it with its predictions for the others."""
        data = self.data(entry)
        made = entry.make(seed)
        made.fit(data.rows[:TRAINED], data.target[:TRAINED])
        return made, np.asarray(made.predict(data.rows[TRAINED:]))

    def test_it_learns_and_predicts(self, entry: Learner) -> None:
        """There is a prediction per row, and a classifier predicts only classes that it saw."""
        _, said = self.learn(entry, 1)
        data = self.data(entry)
        assert said.shape == data.target[TRAINED:].shape
        if entry.classifies:
            assert set(said.tolist()) <= set(data.target.tolist())

    def test_the_same_seed_gives_the_same_predictions(self, entry: Learner) -> None:
        """The result depends only on the seed."""
        assert np.array_equal(self.learn(entry, 7)[1], self.learn(entry, 7)[1])

    def test_fits_share_nothing(self, entry: Learner) -> None:
        """A fitted learner predicts the same after another one is fitted on other rows."""
        data = self.data(entry)
        made, said = self.learn(entry, 1)
        other = entry.make(2)
        other.fit(data.rows[-TRAINED:], data.target[-TRAINED:])
        other.predict(data.rows)
        assert np.array_equal(np.asarray(made.predict(data.rows[TRAINED:])), said)

    def test_the_rows_stay_as_they_are(self, entry: Learner) -> None:
        """Neither fit nor predict changes its arguments."""
        data = self.data(entry)
        before = data.fingerprint
        made = entry.make(1)
        made.fit(data.rows, data.target)
        made.predict(data.rows)
        assert Dataset(data.rows, data.target).fingerprint == before

    def test_the_fingerprint_tells_learners_apart(self, entry: Learner) -> None:
        """Equal learners share it, and others do not, even of the same class with another parameter."""
        again = pickle.loads(pickle.dumps(entry))
        assert again.fingerprint == entry.fingerprint
        if entry.fingerprint is not None:
            assert all(other.fingerprint != entry.fingerprint for other in _others(entry))

    def test_it_says_whether_it_classifies(self, entry: Any) -> None:
        """The data decide by it whether whole numbers are classes."""
        assert entry.classifies in (True, False)


def _others(entry: Any) -> Iterator[Learner]:
    """Make learners that differ from the entry: one of another class, and some with one parameter changed."""
    yield from (other for other in (AlwaysOne(), CopyX(column=17)) if other != entry)
    for name, value in parameters(entry).items():
        if type(value) is int:
            with suppress(OutperformError):
                yield replace(entry, **{name: value + 1})
