"""The contract of a league's procedures: a pure function of score tables that ends."""

from typing import ClassVar

import numpy as np

from outperform.core import Floats, LeagueProcedure, LeagueStep, LeagueTerms, stream
from outperform.core.adjust import adjustment_from
from outperform.procedures.leagues import table_of_values
from outperform.ranking import Wilcoxon
from outperform.testing.contract import EntryContract

DATASETS, LEARNERS = 12, 3


class LeagueProcedureContract(EntryContract):
    """What every procedure of leagues must do, asked on simulated scores, without a fit."""

    role: ClassVar[type] = LeagueProcedure

    def draw(self, entry: LeagueProcedure, repeats: tuple[int, ...]) -> list[Floats]:
        """Draw the scores of a league, [learner, repeat, fold] for every data set; more repeats extend fewer."""
        folds = entry.design[0]
        made = []
        for number, count in enumerate(repeats):
            level = 0.8 + 0.03 * stream(0, "level", number).standard_normal((LEARNERS, 1, 1))
            noise = [stream(0, "noise", number, each).standard_normal((LEARNERS, folds)) for each in range(count)]
            made.append(level + 0.05 * np.stack(noise, axis=1))
        return made

    def ask(self, entry: LeagueProcedure, values: list[Floats]) -> LeagueStep:
        """Ask for the next step, with the usual test."""
        terms = LeagueTerms(Wilcoxon(), adjustment_from("shaffer"), 0.05)
        return entry.step(table_of_values(values), terms, np.stack(np.triu_indices(LEARNERS, 1), axis=1))

    def test_it_ends_with_repeats_between_its_fewest_and_its_most(self, entry: LeagueProcedure) -> None:
        """Every step has at least as many repeats as the one before, until nothing is added."""
        _, fewest, most = entry.design
        repeats: tuple[int, ...] = (fewest,) * DATASETS
        for _ in range(DATASETS * most + 1):
            found = self.ask(entry, self.draw(entry, repeats)).repeats
            assert len(found) == DATASETS
            assert all(now >= before for now, before in zip(found, repeats, strict=True))
            assert max(found) <= most
            if found == repeats:
                return
            repeats = found
        raise AssertionError("it never has enough")

    def test_the_same_scores_give_the_same_step(self, entry: LeagueProcedure) -> None:
        """Nothing else decides: neither the order of calls nor random draws."""
        values = self.draw(entry, (entry.design[1],) * DATASETS)
        one, other = (self.ask(entry, values) for _ in range(2))
        assert one.repeats == other.repeats
        assert np.array_equal(np.asarray(one.p_flip), np.asarray(other.p_flip))

    def test_a_missing_cell_is_no_reason_to_fail(self, entry: LeagueProcedure) -> None:
        """A learner that failed on a data set has no scores there."""
        values = self.draw(entry, (entry.design[1],) * DATASETS)
        values[3][1] = np.nan
        assert len(self.ask(entry, values).repeats) == DATASETS
