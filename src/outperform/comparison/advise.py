"""Which test? From what is at hand to a procedure, its cost, what it tells, and the command."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from outperform.core import InputError, did_you_mean, known_weaknesses, split_spec
from outperform.metrics import CATALOGUE as METRICS
from outperform.metrics.scorers import find_scorer, metric_of
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import AdaptiveCV
from outperform.procedures.threshold import least_fits
from outperform.significance import CATALOGUE as TESTS
from outperform.significance.paired_counts import PairedCountsTest
from outperform.words.weaknesses import weaknesses_words

Have = Literal["estimators", "predictions", "scores"]
HAVE: tuple[Have, ...] = get_args(Have)
CORRECTED = AdaptiveCV.min_repeats * AdaptiveCV.folds + least_fits()  # fits with the least correction

# Dietterich (1998), Fig. 1, in our words: question, who answers it here.
QUESTIONS = (
    (1, "How accurate is this classifier, given a separate test set?", "not a comparison: an interval for one score"),
    (2, "How accurate is it, without a separate test set?", "not a comparison: asked as 6"),
    (3, "Which of two classifiers is better, given a separate test set?", "predictions: mcnemar-midp, bootstrap"),
    (4, "Which of two classifiers is better, without one?", "cannot be answered directly: asked as 8"),
    (5, "How accurate is a learner on training sets of a size, given plenty of data?", "not a comparison"),
    (6, "How accurate is a learner, given little data?", "not a comparison: cross-validate"),
    (
        7,
        "Which of two learners is better on training sets of a size, given plenty of data?",
        "asked as 8, by subsampling",
    ),
    (8, "Which of two learners is better, given little data?", "compare: repeated cross-validation, halves"),
    (9, "Which of two learners is better on data from elsewhere?", "needs many datasets: not answered here"),
)

REFUSED = {
    "pooled-t": "a plain t test on repeated cross-validation takes splits that share their rows for independent ones:"
    " under the null it may reject half the time at .05",
    "resampled-t": "random splits share their rows; the plain t test rejects far too often; take corrected-t",
    "averaged-folds-t": "it takes repeats of the same data for independent ones; kept for the record alone",
    "averaged-runs-t": "it depends on how folds are numbered; kept for the record alone",
    "proportions": "both learners saw the same items, and this test takes their errors for independent; take"
    " mcnemar-midp",
    "5x2-combined-t": "its ten differences share the data: liberal; take 5x2-f",
}


@dataclass(frozen=True)
class Advice:
    """What to do, and what it will and will not tell."""

    question: int  # of Dietterich's nine
    procedure: str | None  # None where a test judges what is there
    test: str
    fits: int  # a learner
    tells: str
    does_not_tell: str
    evidence: str  # where the lab's numbers are
    command: str
    asked: str = ""  # what there is to say of the test that somebody wants to use

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    def __str__(self) -> str:
        """Return it in a few lines."""
        what = f"procedure {self.procedure}" if self.procedure else f"test {self.test}"
        spent = None if self.procedure is None else PROCEDURES.parse(self.procedure).card().fits
        most = "at most " if spent is not None and spent[0] < spent[1] else ""
        cost = f"{most}{self.fits} fits per learner" if self.fits else "nothing is fitted"
        return "\n".join(
            [
                f"take {what} ({cost}; Dietterich's question {self.question})",
                f"it tells: {self.tells}",
                f"it does not tell: {self.does_not_tell}",
                f"evidence: {self.evidence}",
                f"run: {self.command}",
                *([self.asked] if self.asked else []),
            ]
        )


def advise(have: str, metric: str = "accuracy", budget: int = 100, test: str | None = None) -> Advice:
    """Advise on a procedure.

    Parameters
    ----------
    have
        What is at hand: ``"estimators"`` (and data), ``"predictions"`` of the same items, or a table of ``"scores"``.
    metric
        What counts as better, by scikit-learn's name.
    budget
        Fits a learner that can be afforded.
    test
        A test that somebody wants to use: refused with the reason if it is not valid for that.

    Examples
    --------
    >>> advise("predictions", metric="f1").test
    'bootstrap-percentile'
    >>> advise("estimators", budget=10).procedure
    'blocked-3x2'
    """
    if have not in HAVE:
        raise InputError("have", f"must be one of {', '.join(HAVE)}, got {have!r}")
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 1:
        raise InputError("budget", f"must be at least 1 fit per learner, got {budget!r}")
    _check(metric, have)
    if test is not None:
        _refuse(test, have, metric)
    advice = {"estimators": _estimators, "predictions": _predictions, "scores": _scores}[have](metric, budget)
    return advice if test is None else replace(advice, asked=_asked(test, have, advice))


def _check(metric: str, have: str) -> None:
    """Refuse a metric that the command could not compute; scores may be of any."""
    if have == "predictions":
        metric_of(metric)
    elif have == "estimators" and split_spec(metric)[0] not in METRICS:
        find_scorer(metric)


def _asked(test: str, have: str, advice: Advice) -> str:
    """Return, for a test that was not refused, where it is valid, and what is known against it."""
    slug = split_spec(test)[0]
    if slug == advice.test:
        return f"{slug}, which you ask for, is that test"
    where = "on splits that it fits, and is refused on others"
    if TESTS[slug]().needs.items:
        where = "on one held-out part" if have == "estimators" else "on these items"
    known = weaknesses_words(known_weaknesses(TESTS[slug]), slug)
    return f"{slug}, which you ask for, can be used {where}{f'; {known}' if known else ''}"


def _refuse(test: str, have: str, metric: str) -> None:
    slug = split_spec(test)[0]
    if slug not in TESTS:
        raise InputError("test", f"{test} is not known; {did_you_mean(slug, TESTS)}")
    if slug in REFUSED:
        raise InputError("test", f"{slug} is not valid here: {REFUSED[slug]}")
    needs_items = TESTS[slug]().needs.items
    if have == "predictions" and not needs_items:
        raise InputError("test", f"{slug} judges scores of several splits, but predictions are of one test set")
    if have == "scores" and needs_items:
        raise InputError("test", f"{slug} judges predictions of the same items, but there are only scores")
    if issubclass(TESTS[slug], PairedCountsTest) and metric != "accuracy":
        raise InputError("test", f"{slug} counts right and wrong items: it judges accuracy, not {metric}")


def _estimators(metric: str, budget: int) -> Advice:
    most = AdaptiveCV().card().fits[1]  # type: ignore[index] # it is known
    if budget >= 20:
        fits = min(budget, most)
        procedure = str(AdaptiveCV(max_fits=None if budget >= most else budget))
    elif budget >= 6:
        procedure, fits = "blocked-3x2", 6
    else:
        procedure, fits = ("mcnemar-holdout" if metric == "accuracy" else "bootstrap-holdout"), 1
    rule = PROCEDURES.parse(procedure)
    trained = "half of the rows" if fits == 6 else "two thirds of the rows" if fits == 1 else "nine in ten rows"
    return Advice(
        question=rule.question,
        procedure=procedure,
        test=str(rule.card().test),
        fits=fits,
        tells=f"whether one learner is better in {metric} when trained on {trained}, and by how much",
        does_not_tell=_untold(fits),
        evidence="docs/adaptive.md" if rule.slug == "adaptive-cv" else f"docs/cards/{rule.slug}.md",
        command=f"outperform compare LEARNER LEARNER --data DATA --metric {metric} --procedure '{procedure}'",
    )


def _untold(fits: int) -> str:
    if fits == 1:
        return "how much the training set matters: there is one alone"
    other = "how the learners compare on other data, or on training sets of another size"
    if 20 <= fits < CORRECTED:
        return f"{other}; nor a difference between learners without measured factors, which takes {CORRECTED} fits"
    return other


def _predictions(metric: str, budget: int) -> Advice:  # noqa: ARG001 - nothing is fitted
    test = "mcnemar-midp" if metric == "accuracy" else "bootstrap-percentile"
    return Advice(
        question=3,
        procedure=None,
        test=test,
        fits=0,
        tells=f"which of these two fitted learners is better in {metric} on items like these",
        does_not_tell="whether the learners would compare alike if trained again on other rows",
        evidence="docs/cards/mcnemar-holdout.md (of mcnemar, its more cautious form)"
        if metric == "accuracy"
        else "docs/cards/bootstrap-holdout.md",
        command=f"outperform predictions TABLE --truth COLUMN --metric {metric} --test {test}",
    )


def _scores(metric: str, budget: int) -> Advice:  # noqa: ARG001 - nothing is fitted
    return Advice(
        question=8,
        procedure=None,
        test="corrected-t",
        fits=0,
        tells=f"whether one learner is better in {metric} at the size it was trained on; the test is chosen by how"
        " the splits were made (halves get the tests for halves)",
        does_not_tell="anything, if rows were shared between training and test, or learners saw different splits",
        evidence="docs/cards/corrected-cv.md",
        command="outperform scores TABLE",
    )
