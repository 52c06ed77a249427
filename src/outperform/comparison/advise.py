"""Which test? From what the user has to a procedure, its cost, what it answers, and the command."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from outperform.choose import usual_test
from outperform.comparison.league_checks import pairs_test
from outperform.core import InputError, did_you_mean, known_weaknesses, split_spec
from outperform.core.checks import whole_number
from outperform.metrics import CATALOGUE as METRICS
from outperform.metrics.given import given_metric
from outperform.metrics.scorers import find_scorer, metric_of
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import AdaptiveCV
from outperform.procedures.threshold import least_fits
from outperform.ranking import CATALOGUE as LEAGUE_TESTS
from outperform.ranking import OMNIBUS
from outperform.significance import CATALOGUE as TESTS
from outperform.significance import BootstrapT, DiscordantE
from outperform.significance.item_tests import ItemTest
from outperform.significance.paired_counts import PairedCountsTest
from outperform.significance.sequential_tests import SequentialTest
from outperform.significance.welch_t import WelchT
from outperform.words.advise import (
    COMMANDS,
    REFUSED,
    TELLS,
    advice_words,
    affordable_words,
    evidence_words,
    trained_words,
    untold_words,
)
from outperform.words.weaknesses import weaknesses_words

Have = Literal["estimators", "predictions", "evals", "scores", "results-table"]
HAVE: tuple[Have, ...] = get_args(Have)
RESULTS: Have = "results-table"
ITEM_SCORES = ItemTest, PairedCountsTest, BootstrapT, SequentialTest  # tests that take scores of items
QUESTION = {"predictions": 3, "evals": 3, "scores": 8, "results-table": 9}  # of Dietterich's nine
USUAL = {"evals": "item-t", "scores": "corrected-t", "results-table": "wilcoxon"}
CORRECTED = AdaptiveCV.min_repeats * AdaptiveCV.folds + least_fits()  # fits per learner with the shortest correction


@dataclass(frozen=True)
class Advice:
    """What to use, what it answers and does not answer, and the command."""

    question: int  # of Dietterich's nine
    procedure: str | None  # None where a test judges what is there
    test: str
    fits: int  # per learner
    tells: str
    does_not_tell: str
    evidence: str  # where the lab's numbers are
    command: str
    asked: str = ""  # about a test that the user named

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    def __str__(self) -> str:
        """Return a few labelled lines, 80 columns wide."""
        span = None if self.procedure is None else PROCEDURES.parse(self.procedure).card().fits
        fewest = self.fits if span is None else span[0]
        cost = affordable_words(self.fits, fewest, bounded="max_fits" in str(self.procedure))
        lines = {
            "use": f"{f'procedure {self.procedure}' if self.procedure else f'test {self.test}'}: {cost}",
            "answers": f"{self.tells} (question {self.question} of advise --questions)",
            "does not answer": self.does_not_tell,
            "your test": self.asked,
            "measured in": self.evidence,
        }
        return advice_words(lines, self.command)


def advise(have: str, metric: str = "accuracy", budget: int | None = None, test: str | None = None) -> Advice:
    """Recommend a procedure or a test.

    Parameters
    ----------
    have
        What you have: ``"estimators"`` (and data), ``"predictions"`` for the same items, ``"evals"`` (scores of
        fixed systems on items), a table of cross-validation ``"scores"``, or a ``"results-table"`` of learners on many
        data sets.
    metric
        The metric to compare by, under its scikit-learn name.
    budget
        Fits per learner that you can afford; None is no limit, as in ``compare``.
    test
        A test that you would like to use. One that is not valid here raises an error with the reason.

    Examples
    --------
    >>> advise("predictions", metric="f1").test
    'bootstrap-t'
    >>> advise("estimators", budget=10).procedure
    'blocked-3x2'
    """
    if not isinstance(have, str) or have not in HAVE:
        raise InputError("have", f"must be one of {', '.join(HAVE)}, got {have!r}")
    budget = None if budget is None else whole_number("budget", budget, 1)
    _check(metric, have)
    if test is not None:
        _refuse_by_data_sets(test, have)
        if have != RESULTS:
            _refuse(test, have, metric)
    procedure, fits = _affordable(metric, budget) if have == "estimators" else (None, 0)
    rule = None if procedure is None else PROCEDURES.parse(procedure)
    slug = USUAL.get(have, "")
    if have == "predictions":
        slug = usual_test(given_metric(metric) or metric_of(metric)).slug
    elif rule is not None:
        slug = str(rule.card().test)
    words = {"metric": metric, "procedure": procedure, "test": slug, "trained": trained_words(fits)}
    advice = Advice(
        question=QUESTION[have] if rule is None else rule.question,
        procedure=procedure,
        test=slug,
        fits=fits,
        tells=TELLS[have].format(**words),
        does_not_tell=untold_words(have, fits, CORRECTED),
        evidence=evidence_words(have, metric, slug, "" if rule is None else rule.slug),
        command=COMMANDS[have].format(**words),
    )
    return advice if test is None else replace(advice, asked=_asked(test, have, advice))


def _check(metric: str, have: str) -> None:
    """Refuse a metric that the command could not compute; scores may be of any metric."""
    if not isinstance(metric, str):
        raise InputError("metric", f"must be the name of a metric, got {type(metric).__name__}")
    if have == "predictions":
        if given_metric(metric) is None:
            metric_of(metric)
    elif have == "estimators" and split_spec(metric)[0] not in METRICS:
        find_scorer(metric)


def _asked(test: str, have: str, advice: Advice) -> str:
    """Return, for a test that was not refused, where it can be used and what its known weaknesses are."""
    slug = split_spec(test)[0]
    if slug == advice.test:
        return f"{slug} is the recommended test"
    if have == RESULTS:
        known = weaknesses_words(known_weaknesses(LEAGUE_TESTS[slug]), slug)
        return f"{slug} can be used by --test {slug}{f'; {known}' if known else ''}"
    where = "on the splits it is made for; others are refused"
    if TESTS[slug]().needs.items:
        where = "on one held-out part" if have == "estimators" else "on these items"
    known = weaknesses_words(known_weaknesses(TESTS[slug]), slug)
    return f"{slug} can be used {where}{f'; {known}' if known else ''}"


def _refuse(test: str, have: str, metric: str) -> None:
    slug = split_spec(test)[0]
    if slug not in TESTS:
        raise InputError("test", f"{test} is not known; {did_you_mean(slug, TESTS)}")
    if slug in REFUSED:
        raise InputError("test", f"{slug} is not valid here: {REFUSED[slug]}")
    if issubclass(TESTS[slug], WelchT):
        raise InputError(
            "test", f"{slug} is for scores of whole runs, columns run, system, score: outperform evals TABLE"
        )
    needs_items = TESTS[slug]().needs.items
    if have in ("predictions", "evals") and not needs_items:
        raise InputError("test", f"{slug} needs scores of several splits, but {have} are of one test set")
    if have == "evals" and not issubclass(TESTS[slug], ITEM_SCORES):
        raise InputError("test", f"{slug} needs predictions and their truth, but there are only scores; use item-t")
    if have == "scores" and needs_items:
        raise InputError("test", f"{slug} needs predictions on the same items, but there are only scores")
    if issubclass(TESTS[slug], (PairedCountsTest, DiscordantE)) and metric != "accuracy":
        raise InputError("test", f"{slug} counts right and wrong items, so it is for accuracy, not for {metric}")


def _refuse_by_data_sets(test: str, have: str) -> None:
    """Refuse a test of one data set for results on many, and the reverse."""
    slug = split_spec(test)[0]
    if have != RESULTS and (slug in LEAGUE_TESTS or slug in OMNIBUS):
        raise InputError("test", f"{slug} needs results on many data sets: --have {RESULTS}, or outperform league")
    if have == RESULTS and slug in TESTS:
        raise InputError("test", f"{slug} is for one data set, but a table of results has many; use wilcoxon")
    if have == RESULTS:
        pairs_test(test)


def _affordable(metric: str, budget: int | None) -> tuple[str, int]:
    """Return the procedure that so many fits per learner pay for, and how many of them it takes."""
    most = AdaptiveCV().card().fits[1]  # type: ignore[index] # it is known
    if budget is None or budget >= most:
        return AdaptiveCV.slug, most
    if budget >= 20:
        return str(AdaptiveCV(max_fits=budget)), budget
    if budget >= 6:
        return "blocked-3x2", 6
    return ("mcnemar-holdout" if metric == "accuracy" else "bootstrap-holdout"), 1
