"""The contract of procedures: every pair is judged, verdicts are reproducible, and the card matches the run."""

import pickle
from typing import ClassVar

import numpy as np

from outperform.comparison import Comparison, compare
from outperform.core import Procedure, stream
from outperform.significance import CATALOGUE as TESTS
from outperform.testing.contract import EntryContract

LEARNERS = ("nb", "stump", "dummy")


class ProcedureContract(EntryContract):
    """What every procedure must do, run on 60 rows with three fast learners."""

    role: ClassVar[type] = Procedure

    def run(self, entry: Procedure, seed: int = 0, learners: tuple[str, ...] = LEARNERS) -> Comparison:
        """Compare learners on a small table of two classes."""
        rng = stream(0, "rows")
        target = np.arange(60) % 2
        rows = rng.normal(target[:, np.newaxis], 1.0, (60, 3))
        return compare(list(learners), rows, target, procedure=entry, seed=seed)

    def test_every_pair_is_judged(self, entry: Procedure) -> None:
        """There is one verdict per pair, on the scores of that pair, with the name of the procedure."""
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
        """Verdicts depend only on the data, the learners and the seed."""
        one, two = (self.run(entry, learners=("nb", "stump")) for _ in range(2))
        assert [judgement.verdict for judgement in one.judgements] == [
            judgement.verdict for judgement in two.judgements
        ]

    def test_the_test_that_judged_is_one_that_fits(self, entry: Procedure) -> None:
        """The test fits the scores of the design; the verdict can be pickled."""
        for judgement in self.run(entry, learners=("nb", "stump")).judgements:
            assert judgement.scores is not None
            assert TESTS.parse(judgement.test).misfit(judgement.scores) is None
            assert pickle.loads(pickle.dumps(judgement.verdict)) == judgement.verdict

    def test_the_card_answers_one_of_nine_questions(self, entry: Procedure) -> None:
        """Design and test fit together, with as many splits as the card says."""
        card = entry.card()
        assert 1 <= card.question <= 9
        if card.fits is not None:
            fewest, most = card.fits
            assert 0 < fewest <= most
        found = self.run(entry, learners=("nb", "stump")).judgements[0]
        assert found.scores is not None
        assert card.test is None or found.test.startswith(card.test.slug)
        assert card.fits is None or card.fits[0] <= found.scores.values[0].size <= card.fits[1]
