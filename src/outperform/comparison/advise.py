"""Which test? From what the user has to a procedure, its cost, what it answers, and the command."""

import re
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
from outperform.words.lines import WIDTH, filled
from outperform.words.weaknesses import weaknesses_words

Have = Literal["estimators", "predictions", "evals", "scores", "results-table"]
HAVE: tuple[Have, ...] = get_args(Have)
RESULTS: Have = "results-table"
ITEM_SCORES = ItemTest, PairedCountsTest, BootstrapT, SequentialTest  # tests that take scores of items
INDENT = 17  # where the text beside the labels begins
CORRECTED = AdaptiveCV.min_repeats * AdaptiveCV.folds + least_fits()  # fits per learner with the shortest correction

# Dietterich (1998), Fig. 1, in our words: number, question, what answers it here.
QUESTIONS = (
    (1, "How accurate is this classifier, given a separate test set?", "not a comparison: an interval for one score"),
    (2, "How accurate is this classifier, without a separate test set?", "not a comparison: ask question 6"),
    (
        3,
        "Which of two classifiers is better, given a separate test set?",
        "outperform predictions: mcnemar-midp for accuracy, bootstrap-t for F1, delong-t for ROC AUC; outperform evals:"
        " item-t for scores of items",
    ),
    (
        4,
        "Which of two classifiers is better, without a separate test set?",
        "cannot be answered directly: ask question 8",
    ),
    (5, "How accurate is a learner on training sets of a given size, with plenty of data?", "not a comparison"),
    (6, "How accurate is a learner, with little data?", "not a comparison: cross-validation"),
    (
        7,
        "Which of two learners is better on training sets of a given size, with plenty of data?",
        "as question 8, with random subsampling (corrected-resampled)",
    ),
    (
        8,
        "Which of two learners is better, with little data?",
        "outperform compare: repeated cross-validation (adaptive-cv), or halves (blocked-3x2)",
    ),
    (
        9,
        "Which of two learners is better on new data sets?",
        "outperform league: a table of results on many data sets (wilcoxon)",
    ),
)

REFUSED = {
    "pooled-t": "a plain t test on repeated cross-validation treats splits that share rows as independent: at level .05"
    " it may find a difference half of the time where there is none; use corrected-t",
    "resampled-t": "random splits share rows, so a plain t test gives far too many false positives; use corrected-t",
    "averaged-folds-t": "it treats repeats on the same data as independent; kept only to reproduce published results",
    "averaged-runs-t": "it depends on how the folds are numbered; kept only to reproduce published results",
    "proportions": "both learners predict the same items, but this test treats their errors as independent; use"
    " mcnemar-midp",
    "5x2-combined-t": "its ten differences share data, so it gives too many false positives (liberal); use 5x2-f",
}


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
        what = f"procedure {self.procedure}" if self.procedure else f"test {self.test}"
        spent = None if self.procedure is None else PROCEDURES.parse(self.procedure).card().fits
        least = ""
        if spent is not None and spent[0] < spent[1]:
            least = "at most " if "max_fits" in str(self.procedure) else f"{spent[0]} to "
        cost = f"{least}{self.fits} fit{'s' * (self.fits > 1)} per learner" if self.fits else "no fits"
        lines = {
            "use": f"{what}: {cost}",
            "answers": f"{self.tells} (question {self.question} of advise --questions)",
            "does not answer": self.does_not_tell,
            "your test": self.asked,
            "measured in": self.evidence,
        }
        said = [filled(words, f"{label + ':':<{INDENT}}", " " * INDENT) for label, words in lines.items() if words]
        return "\n".join([*(line for part in said for line in part), "run:", _lines(self.command)])


def _lines(command: str) -> str:
    """Break a command before its options where it is too long for one line, so that it can still be copied."""
    lines = [""]
    for part in re.split(r" (?=--)", command):
        if lines[-1] and len(lines[-1]) + len(part) > WIDTH - 5:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    return "  " + " \\\n    ".join(lines)


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
    ways = {"estimators": _estimators, "predictions": _predictions, "evals": _items, "scores": _scores}
    ways[RESULTS] = _results
    advice = ways[have](metric, budget)
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


def _estimators(metric: str, budget: int | None) -> Advice:
    most = AdaptiveCV().card().fits[1]  # type: ignore[index] # it is known
    if budget is None:
        procedure, fits = AdaptiveCV.slug, most
    elif budget >= 20:
        fits = min(budget, most)
        procedure = str(AdaptiveCV(max_fits=None if budget >= most else budget))
    elif budget >= 6:
        procedure, fits = "blocked-3x2", 6
    else:
        procedure, fits = ("mcnemar-holdout" if metric == "accuracy" else "bootstrap-holdout"), 1
    rule = PROCEDURES.parse(procedure)
    trained = "half of the rows" if fits == 6 else "two thirds of the rows" if fits == 1 else "90% of the rows"
    return Advice(
        question=rule.question,
        procedure=procedure,
        test=str(rule.card().test),
        fits=fits,
        tells=f"whether one learner is better in {metric}, and by how much, when trained on {trained}",
        does_not_tell=_untold(fits),
        evidence=f"docs/cards/{rule.slug}.md",
        command=f"outperform compare LEARNER LEARNER --data DATA --metric {metric} --procedure '{procedure}'",
    )


def _untold(fits: int) -> str:
    if fits == 1:
        return "how much the result depends on the training set: there is only one"
    other = "how the learners compare on other kinds of data, or on training sets of another size"
    if 20 <= fits < CORRECTED:
        return f"{other}; whether learners without measured factors differ, which takes {CORRECTED} fits per learner"
    return other


def _predictions(metric: str, budget: int | None) -> Advice:  # noqa: ARG001 - nothing is fitted
    test = usual_test(given_metric(metric) or metric_of(metric)).slug
    return Advice(
        question=3,
        procedure=None,
        test=test,
        fits=0,
        tells=f"which of these two fitted learners is better in {metric} on items like these",
        does_not_tell="whether the result would be the same if the learners were trained again on other rows",
        evidence="docs/cards/mcnemar-holdout.md (of mcnemar, which is more cautious)"
        if metric == "accuracy"
        else "docs/cards/bootstrap-holdout.md (of bootstrap-percentile)"
        if test == "bootstrap-percentile"
        else "docs/evaluations.md",
        command=f"outperform predictions TABLE --truth COLUMN --metric {metric} --test {test}",
    )


def _items(metric: str, budget: int | None) -> Advice:  # noqa: ARG001 - nothing is fitted
    return Advice(
        question=3,
        procedure=None,
        test="item-t",
        fits=0,
        tells=f"which of these systems is better in {metric} on items like these and, with several samples per item,"
        " whether another run would decide otherwise; the test is chosen to match the items (mcnemar-midp for right or"
        " wrong with one sample, clustered-t for items in clusters, sign-flip for few items). To look while items"
        " arrive, add --sequential",
        does_not_tell="how the systems compare on items of another kind; how many items or samples a difference needs"
        " (outperform budget --evals TABLE)",
        evidence="docs/evaluations.md",
        command="outperform evals TABLE",
    )


def _scores(metric: str, budget: int | None) -> Advice:  # noqa: ARG001 - nothing is fitted
    return Advice(
        question=8,
        procedure=None,
        test="corrected-t",
        fits=0,
        tells=f"whether one learner is better in {metric} when trained on as many rows as here; the test is"
        " chosen to match the splits (halves have tests of their own)",
        does_not_tell="how the learners compare on training sets of another size. Not valid if training and test rows"
        " overlap, or if the learners were scored on different splits",
        evidence="docs/cards/corrected-cv.md",
        command="outperform scores TABLE",
    )


def _results(metric: str, budget: int | None) -> Advice:  # noqa: ARG001 - nothing is fitted
    return Advice(
        question=9,
        procedure=None,
        test="wilcoxon",
        fits=0,
        tells=f"which of these learners are better in {metric} on data sets like these, where each stands and, with"
        " several repeats per data set, whether other random splits would decide otherwise",
        does_not_tell="how the learners compare on data sets of another kind, or which is better on one of these",
        evidence="docs/cards/wilcoxon.md",
        command=f"outperform league --table TABLE --metric {metric}",
    )
