"""The contract of tests of all learners at once."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from scipy.special import bdtrc

from outperform.core import MisfitError, Omnibus, OmnibusTest, stream
from outperform.testing.contract import EntryContract, assert_near, refused
from outperform.testing.league_draws import DATASETS, LEARNERS, draw_league, league_cases, simulated_league

RARE = 1e-6  # a test that keeps its level fails the check with this probability


class OmnibusContract(EntryContract):
    """What every test of all learners at once must do."""

    role: ClassVar[type] = OmnibusTest
    simulations: ClassVar[int] = 400

    def test_it_holds_its_level_where_the_learners_are_equally_good(self, entry: OmnibusTest) -> None:
        """At level .05 the test rejects no more often than a binomial distribution allows."""
        cells = draw_league(stream(0, "null"), leagues=(self.simulations,))
        found = sum(entry.judge(replace(cells, values=values)).pvalue <= 0.05 for values in cells.values)
        assert bdtrc(found - 1, self.simulations, 0.05) > RARE, f"{found} of {self.simulations} true nulls rejected"

    def test_a_large_lead_is_found(self, entry: OmnibusTest) -> None:
        """One learner that is far better than all others is evidence."""
        assert entry.judge(draw_league(stream(0, "lead"), 0.5)).pvalue < 0.001

    def test_the_order_of_data_sets_and_learners_does_not_matter(self, entry: OmnibusTest) -> None:
        """Statistic and p-value are the same, up to rounding."""
        for cells in league_cases():
            found = entry.judge(cells)
            order, names = (stream(0, "order").permutation(count) for count in (len(cells.datasets), LEARNERS))
            self._same(found, entry.judge(cells.kept(order).of(names)))

    def test_a_missing_cell_leaves_its_data_set_out(self, entry: OmnibusTest) -> None:
        """A data set that not all learners have does not count."""
        for cells in league_cases():
            values = cells.values.copy()
            values[0, 2] = np.nan
            self._same(entry.judge(replace(cells, values=values)), entry.judge(cells.kept(np.arange(1, len(values)))))

    def test_rounding_makes_no_difference(self, entry: OmnibusTest) -> None:
        """Scores that differ in their last digits are tied."""
        for number, cells in enumerate(league_cases()):
            noise = stream(number, "rounding").uniform(-1e-14, 1e-14, cells.values.shape)
            self._same(entry.judge(cells), entry.judge(replace(cells, values=cells.values + noise)))

    def test_learners_that_do_the_same_are_no_evidence(self, entry: OmnibusTest) -> None:
        """Where all learners are tied everywhere, p = 1."""
        found = entry.judge(simulated_league(np.full((DATASETS, LEARNERS), 0.8)))
        assert (found.statistic, found.pvalue) == (0, 1)

    def test_the_same_order_everywhere_is_evidence_with_a_p_value(self, entry: OmnibusTest) -> None:
        """The statistic may be infinite; p is above 0 and small."""
        values = np.linspace(0.6, 0.9, LEARNERS) + np.linspace(0, 0.05, DATASETS)[:, np.newaxis]
        assert 0 < entry.judge(simulated_league(values)).pvalue < 1e-6

    def test_one_data_set_is_refused(self, entry: OmnibusTest) -> None:
        """A single data set that all learners have raises ``MisfitError``, which names the test."""
        few = draw_league(stream(0, "few")).kept(np.arange(1))
        assert refused(MisfitError, entry.judge, few).startswith(entry.slug)

    def _same(self, one: Omnibus, other: Omnibus) -> None:
        """Check that two answers are the same, up to rounding."""
        assert one.test == other.test
        assert one.df == other.df
        assert_near(one.statistic, other.statistic, rtol=1e-9)
        assert_near(one.pvalue, other.pvalue, rtol=1e-9)
