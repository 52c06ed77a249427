"""The contract of procedures: every pair is judged, again with the same verdict, and the card says what was run."""

import pickle
from typing import ClassVar

import numpy as np

from outperform.comparison import Comparison, compare
from outperform.core import Procedure, stream
from outperform.significance import CATALOGUE as TESTS
from outperform.testing.contract import EntryContract

LEARNERS = ("nb", "stump", "dummy")


class ProcedureContract(EntryContract):
    """What every procedure promises, run on 60 rows with three cheap learners."""

    role: ClassVar[type] = Procedure

    def run(self, entry: Procedure, seed: int = 0, learners: tuple[str, ...] = LEARNERS) -> Comparison:
        """Compare learners on a small table of two classes."""
        rng = stream(0, "rows")
        target = np.arange(60) % 2
        rows = rng.normal(target[:, np.newaxis], 1.0, (60, 3))
        return compare(list(learners), rows, target, procedure=entry, seed=seed)

    def test_every_pair_is_judged(self, entry: Procedure) -> None:
        """There is one verdict per pair, on scores of these two, and it knows which procedure gave it."""
        found = self.run(entry)
        pairs = [(judgement.first, judgement.second) for judgement in found.judgements]
        assert sorted(map(sorted, pairs)) == [["dummy", "nb"], ["dummy", "stump"], ["nb", "stump"]]
        for judgement in found.judgements:
            assert judgement.scores is not None
            assert judgement.scores.learners == (judgement.first, judgement.second)
            assert np.isfinite(judgement.verdict.estimate)
            assert judgement.procedure is not None
            assert judgement.procedure.startswith(entry.slug)

    def test_the_same_seed_gives_the_same_verdicts(self, entry: Procedure) -> None:
        """They follow from the data, the learners and the seed."""
        one, two = (self.run(entry, learners=("nb", "stump")) for _ in range(2))
        assert [judgement.verdict for judgement in one.judgements] == [
            judgement.verdict for judgement in two.judgements
        ]

    def test_the_test_that_judged_is_one_that_fits(self, entry: Procedure) -> None:
        """It takes the scores that the design made; the verdict travels."""
        for judgement in self.run(entry, learners=("nb", "stump")).judgements:
            assert judgement.scores is not None
            assert TESTS.parse(judgement.test).misfit(judgement.scores) is None
            assert pickle.loads(pickle.dumps(judgement.verdict)) == judgement.verdict

    def test_the_card_answers_one_of_nine_questions(self, entry: Procedure) -> None:
        """What it is made of fits together: the test takes the splits of the design, as many as the card says."""
        card = entry.card()
        assert 1 <= card.question <= 9
        if card.fits is not None:
            fewest, most = card.fits
            assert 0 < fewest <= most
        found = self.run(entry, learners=("nb", "stump")).judgements[0]
        assert found.scores is not None
        assert card.test is None or found.test.startswith(card.test.slug)
        assert card.fits is None or card.fits[0] <= found.scores.values[0].size <= card.fits[1]
