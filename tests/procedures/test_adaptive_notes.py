"""What adaptive cross-validation notes beside its verdicts: kinds and facts, on tables of scores given by hand."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from tests.refusals import refused

from outperform.core import Dataset, MisfitError, Note, NoteKind, Scores
from outperform.learners import Estimator
from outperform.procedures import AdaptiveCV

FOLDS = 5
PATTERN = np.array([-2.0, -1.0, 0.0, 1.0, 2.0]) / 100  # of the folds around their mean; it sums to 0
NB, DUMMY = "GaussianNB()", "DummyClassifier()"


@dataclass
class Contest:
    """An arena whose scores are given: those of the first learner by repeat and fold, those of others are 0."""

    first: np.ndarray
    level: float = 0.05
    share: int = 1
    workers: int = 1
    count: int = 2
    seed: int = 0
    corrections: tuple = (1, 1)
    asked: list = field(default_factory=list)
    dataset: Dataset = field(default_factory=lambda: Dataset(np.zeros((50, 1)), np.arange(50) % 2))

    @property
    def pair_level(self):
        return self.level / self.share

    @property
    def learners(self):
        return [Estimator(GaussianNB()), *(Estimator(DummyClassifier()) for _ in range(self.count - 1))]

    @property
    def pairs(self):
        return [(0, other) for other in range(1, self.count)]

    def show(self, tables):
        """Keep nothing: nothing is shown."""

    def scores(self, plan, *, items=False, learners=None):
        assert items
        repeats = len(plan.labels)
        self.asked.append((repeats, learners))
        places = list(range(self.count) if learners is None else learners)
        first = self.first[:repeats]
        values = np.stack([first if place == 0 else np.zeros_like(first) for place in places])
        values[:, np.isnan(first)] = np.nan
        sizes = np.full(first.shape, 10)
        return [Scores(tuple("abc"[place] for place in places), "m", values, 50 - sizes, sizes, plan=plan)]


def steady(mean, repeats=12, wobble=0.0):
    """Repeats around a mean, which lie in turn above and below it."""
    turns = wobble * (-1.0) ** np.arange(repeats)
    return mean + turns[:, np.newaxis] + PATTERN


def kinds(trial):
    return [note.kind for note in trial.notes]


def noted(trial, kind):
    (note,) = (note for note in trial.notes if note.kind is kind)
    return dict(note.facts)


def test_a_sure_decision_notes_when_it_stopped_and_nothing_else():
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS).run(Contest(steady(1.0)))
    stopped = Note.of(NoteKind.STOPPED, "a", "b", repeats=1, folds=5, basis="folds", kappa=0.01, ended=False)
    assert trial.notes == (stopped,)


def test_identical_scores_are_sure_too():
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS).run(Contest(np.zeros((12, FOLDS))))
    assert kinds(trial) == [NoteKind.STOPPED]
    assert noted(trial, NoteKind.STOPPED)["repeats"] == 2


def test_repeats_that_failed_are_counted_apart_from_those_that_were_tried():
    first = steady(1.0)
    first[0, 3] = np.nan
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS).run(Contest(first))
    assert noted(trial, NoteKind.STOPPED)["repeats"] == 3  # two whole ones are needed
    assert noted(trial, NoteKind.REPEATS_FAILED) == {"repeats": 1}
    assert trial.scores.values.shape == (2, 2, FOLDS)


def test_too_few_whole_repeats_at_the_end_are_refused():
    first = steady(1.0, 4)
    first[:3, 0] = np.nan
    with refused(None, "adaptive-cv", "2 repeats", "3 of 4 repeats", error=MisfitError):
        AdaptiveCV(threshold="nominal", folds=FOLDS, max_repeats=4).run(Contest(first))


def unsure(repeats):
    """Scores of which the corrected test of ten repeats says just about the level, and which wobble."""
    return steady(0.0165, repeats, 0.004)


def test_a_decision_that_is_unsure_at_the_end_notes_that_more_repeats_are_needed():
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS, kappa=0.0, max_repeats=4).run(Contest(unsure(4)))
    chance = trial.verdict.stability.flips_in_the_limit(0.05)
    assert chance > 0.05
    facts = noted(trial, NoteKind.BORDERLINE)
    # kappa would go on already: only more repeats do, as many again, which are 4 of 5 folds
    spec = "adaptive-cv(folds=5, kappa=0.0, max_repeats=8, threshold='nominal')"
    assert facts == {
        "chance": chance,
        "kappa": None,
        "fits": 20,
        "ended": True,
        "correction": "none",
        "procedure": spec,
    }


def test_a_decision_that_is_unsure_before_the_end_notes_the_kappa_that_would_go_on():
    kappa = 0.2  # tolerates two times 0.2 after two repeats
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS, kappa=kappa, max_repeats=12).run(Contest(unsure(12)))
    repeats = trial.scores.values.shape[1]
    assert repeats < 12
    facts = noted(trial, NoteKind.BORDERLINE)
    assert (facts["fits"], facts["ended"]) == (FOLDS * (12 - repeats), False)
    assert facts["chance"] - 1e-4 * repeats < facts["kappa"] * repeats <= facts["chance"]
    assert facts["kappa"] == round(facts["kappa"], 4)
    (longer,) = AdaptiveCV(threshold="nominal", folds=FOLDS, kappa=facts["kappa"], max_repeats=12).run(
        Contest(unsure(12))
    )
    assert longer.scores.values.shape[1] > repeats


def test_a_decision_that_kappa_ends_with_the_last_repeat_notes_both():
    """The last repeat that is allowed is also where kappa is content: more repeats alone would change nothing."""
    way = {"folds": FOLDS, "kappa": 0.2}
    (trial,) = AdaptiveCV(threshold="nominal", **way, max_repeats=12).run(Contest(unsure(12)))
    last = trial.scores.values.shape[1]
    (ended,) = AdaptiveCV(threshold="nominal", **way, max_repeats=last).run(Contest(unsure(12)))
    facts, before = (noted(each, NoteKind.BORDERLINE) for each in (ended, trial))
    assert (facts["fits"], facts["ended"]) == (FOLDS * last, True)
    assert facts["kappa"] == before["kappa"]


def test_five_of_a_hundred_is_not_yet_borderline(monkeypatch):
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS, kappa=0.0, max_repeats=4).run(Contest(unsure(4)))
    chance = noted(trial, NoteKind.BORDERLINE)["chance"]
    for limit, flagged in ((chance, False), (chance * 0.999, True)):
        monkeypatch.setattr("outperform.procedures.adaptive.BORDERLINE", limit)
        (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS, kappa=0.0, max_repeats=4).run(Contest(unsure(4)))
        assert (NoteKind.BORDERLINE in kinds(trial)) is flagged


@pytest.mark.parametrize(("workers", "unused"), [(1, 0), (19, 0), (20, 1), (30, 2), (1000, 9)])
def test_repeats_that_workers_fitted_ahead_and_nobody_used_are_counted(workers, unused):
    """A repeat is 10 fits. The third is wanted for the failed first; what else the workers did is left over."""
    first = steady(1.0)
    first[0, 0] = np.nan
    contest = Contest(first, workers=workers)
    (trial,) = AdaptiveCV(threshold="nominal", folds=FOLDS, max_repeats=12).run(contest)
    assert noted(trial, NoteKind.STOPPED)["repeats"] == 3
    found = [dict(note.facts) for note in trial.notes if note.kind is NoteKind.FITTED_AHEAD]
    assert found == ([{"repeats": unused, "workers": workers}] if unused else [])
    assert max(repeats for repeats, _ in contest.asked) == 3 + unused


def test_what_was_fitted_ahead_is_noted_once_and_of_nobody():
    first = steady(1.0)
    first[0, 0] = np.nan
    trials = AdaptiveCV(threshold="nominal", folds=FOLDS, max_repeats=12).run(Contest(first, workers=30, count=3))
    notes = [note for trial in trials for note in trial.notes if note.kind is NoteKind.FITTED_AHEAD]
    assert notes == [Note.of(NoteKind.FITTED_AHEAD, repeats=1, workers=30)]  # 30 workers, 15 fits per repeat


def both(scores, level, share=1):
    """Judge by either threshold: the first learner has factor 3 and the second 1, so that the pair has sqrt(5)."""
    table = ((NB, 1.0, 3.0), (DUMMY, 1.0, 1.0))
    contest = Contest(scores, level=level, share=share)
    cautious = AdaptiveCV(folds=FOLDS, kappa=0.0, max_repeats=2, threshold="cautious", factors=table)
    nominal = AdaptiveCV(threshold="nominal", folds=FOLDS, kappa=0.0, max_repeats=2, known=None)
    return cautious.run(contest)[0], nominal.run(contest)[0]


def test_a_cautious_verdict_notes_its_factor_and_what_the_nominal_threshold_finds():
    cautious, nominal = both(steady(0.03), 0.05)
    assert (nominal.verdict.pvalue < 0.05, cautious.verdict.pvalue > 0.05) == (True, True)
    assert cautious.verdict.statistic == pytest.approx(nominal.verdict.statistic / np.sqrt(5))
    assert noted(cautious, NoteKind.CAUTIOUS)["factor"] == pytest.approx(np.sqrt(5))
    wanted = {"threshold": "nominal", "finds": True, "pvalue": nominal.verdict.pvalue, "adjusted": False}
    assert noted(cautious, NoteKind.OTHER_THRESHOLD) == wanted
    assert not {NoteKind.CAUTIOUS, NoteKind.OTHER_THRESHOLD} & set(kinds(nominal))  # it knows no factors


@pytest.mark.parametrize("mean", [0.0, 1.0])
def test_thresholds_that_agree_are_not_noted(mean):
    cautious, _ = both(steady(mean), 0.05)
    assert NoteKind.OTHER_THRESHOLD not in kinds(cautious)


def test_the_other_threshold_speaks_in_adjusted_p_values_where_there_are_several_pairs():
    cautious, nominal = both(steady(0.03), 0.15, share=3)
    assert nominal.verdict.pvalue <= 0.05 < cautious.verdict.pvalue
    facts = noted(cautious, NoteKind.OTHER_THRESHOLD)
    assert facts["pvalue"] == pytest.approx(3 * nominal.verdict.pvalue)
    assert (facts["finds"], facts["adjusted"]) == (True, True)
