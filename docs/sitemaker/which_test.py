"""The page "Which test?": the answers of `outperform advise`, as tables."""

from outperform.comparison.advise import Advice, advise
from outperform.ranking import CATALOGUE as LEAGUE_TESTS
from outperform.words.advise import QUESTIONS, REFUSED
from sitemaker.evidence import EVALUATIONS, card_of
from sitemaker.marks import command as as_code
from sitemaker.marks import page, section, span, table
from sitemaker.run import console

WIDE = "---\nhide: [navigation, toc]\n---\n\n"  # the tables are wide

# What a user has, in words, and as advise() takes it: have, metric, fits per learner.
AT_HAND = (
    ("learners and data, 100 fits each", "estimators", "accuracy", 100),
    ("learners and data, 30 fits each", "estimators", "accuracy", 30),
    ("learners and data, 6 to 19 fits each", "estimators", "accuracy", 6),
    ("learners and data, one fit each", "estimators", "accuracy", 1),
    ("learners and data, one fit each, F1", "estimators", "f1", 1),
    ("predictions for the same items, accuracy", "predictions", "accuracy", 0),
    ("predictions for the same items, F1 or another metric of counts", "predictions", "f1", 0),
    ("probabilities or scores for the same items, ROC AUC", "predictions", "roc_auc", 0),
    ("predicted numbers for the same items, absolute error", "predictions", "neg_mean_absolute_error", 0),
    ("scores of fixed systems (language models, rankers) on the same items", "evals", "accuracy", 0),
    ("a table of cross-validation scores", "scores", "accuracy", 0),
    ("a results table: many learners on many data sets", "results-table", "accuracy", 0),
)

# Dietterich's nine questions: what one has, and what is run here.
HAVE = {
    1: ("one fitted learner, a test set", ""),
    2: ("one learner, few rows", ""),
    3: ("two fitted learners, a test set", "predictions"),
    4: ("two fitted learners, no rows left to test on", "estimators"),
    5: ("one learner, many rows", ""),
    6: ("one learner, few rows", ""),
    7: ("two learners, many rows", "resampled"),
    8: ("two learners, few rows", "estimators"),
    9: ("scores of learners on many data sets", "results-table"),
}

STUDY = "evaluations"  # the study of fixed systems on items has the numbers; no procedure has a card on them

# More questions: what one has, procedure or test, command, whose card is the evidence ("" for none).
OURS = (
    (
        "Would other random splits of these data give the same decision?",
        "learners and data",
        "[adaptive-cv](procedures/adaptive-cv.md): repeats until almost all other splits would",
        "outperform compare nb tree --data iris",
        "adaptive-cv",
    ),
    (
        "What is the result with ten repeats of ten folds, as in the papers?",
        "learners and data",
        "[corrected-10x10](procedures/corrected-10x10.md)",
        "outperform compare nb tree --data iris --procedure corrected-10x10",
        "corrected-10x10",
    ),
    (
        "Are the two practically equal, within one point?",
        "a table of scores",
        "[bayes-correlated-t](tests/bayes-correlated-t.md) with a region of practical equality (`rope`)",
        "outperform scores examples/scores.csv --test 'bayes-correlated-t(rope=0.01)'",
        "",
    ),
    (
        "Which of several learners are better than the one we have?",
        "learners and data",
        "[adaptive-cv](procedures/adaptive-cv.md); p-values are adjusted by Bonferroni",
        "outperform compare nb tree 1nn --data iris --baseline nb",
        "adaptive-cv",
    ),
    (
        "Which one is better in F1, not in accuracy?",
        "predictions",
        "[bootstrap-t](tests/bootstrap-t.md)",
        "outperform predictions examples/predictions.csv --truth label --metric f1 --positive malignant",
        STUDY,
    ),
    (
        "Which of two language models is better, and would another run of them decide otherwise?",
        "scores of items, several samples per item",
        "[item-t](tests/item-t.md), with the share of reruns on the same items that agree",
        "outperform evals docs/data/gpqa/scores.csv",
        STUDY,
    ),
    (
        "Items belong together, such as questions about one passage: which system is better?",
        "scores of items, and the cluster of each",
        "[clustered-t](tests/clustered-t.md)",
        "outperform evals examples/evals.csv --cluster cluster",
        STUDY,
    ),
    (
        "Is the new system worse than the old one by more than two points?",
        "scores of items",
        "the interval of the default test, one-sided",
        "outperform evals examples/evals.csv --baseline old --margin 0.02 --require not-worse",
        STUDY,
    ),
    (
        "Which of two systems is better, if only the score of each training run is known?",
        "scores of runs, no items",
        "[welch-t](tests/welch-t.md)",
        "outperform evals examples/runs.csv",
        "",
    ),
    (
        "Fitting is expensive: what can six fits per learner show?",
        "learners and data",
        "[blocked-3x2](procedures/blocked-3x2.md), for training sets of half the rows",
        "outperform compare nb tree --data iris --procedure blocked-3x2",
        "blocked-3x2",
    ),
    (
        "What do other tests find on the same scores?",
        "a table of scores",
        "any test that fits the splits, here [sorted-runs-t](tests/sorted-runs-t.md)",
        "outperform scores examples/scores.csv --test sorted-runs-t",
        "sorted-cv",
    ),
    (
        "How many false positives does a test give, yours or ours?",
        "nothing: the lab draws the data",
        "[the lab](lab.md)",
        "outperform lab measure --source 'task-one(n=1000)' --procedure corrected-10x10 --datasets 200",
        "",
    ),
)

EVIDENCE = "false positives at .05, worst case"


def which_test_pages() -> dict[str, str]:
    """Make the page, by its place on the site."""
    intro = (
        "It depends on what you have. This page shows the answers of `outperform advise` as tables.\n\n"
        f"The column *{EVIDENCE}* comes from the [card](cards/README.md) of the procedure. Ten cases in which both"
        " learners are equally good were simulated; the table shows **the worst of the ten**, its name and the 95%"
        " interval of the simulation. It should be .05. In the other nine cases the rate is lower: click the number."
        " Two rows show the card of a close relative: `adaptive-cv` with a bound on fits shows that of `adaptive-cv`"
        " without one, and `mcnemar-midp` that of `mcnemar`, which rejects less often. Tests on items of fixed systems"
        " have no cards, since nothing is fitted; a study of their own has their false positives."
    )
    return {
        "which-test.md": WIDE
        + page(
            "Which test?",
            intro,
            section("By what you have", _at_hand()),
            section("Dietterich's nine questions", _nine()),
            section("More questions", _ours()),
            section("Tests that advise refuses, and why", _refused()),
            section("As a command", *(console(command) for command in commands())),
        )
    }


def commands() -> tuple[str, ...]:
    """List the commands that the page shows with what they print."""
    return (
        "outperform advise --have estimators --metric f1 --fits 10",
        "outperform advise --have scores --test pooled-t",
    )


def _at_hand() -> str:
    rows = []
    for words, have, metric, fits in AT_HAND:
        found = advise(have, metric, max(1, fits))
        rows.append(
            (words, _taken(found), _cost(found), found.tells, found.does_not_tell, _evidence(found), _code(found))
        )
    head = ("you have", "use", "fits per learner", "answers", "does not answer", EVIDENCE, "run")
    return table(head, rows)


def _taken(advice: Advice) -> str:
    name = advice.procedure or advice.test
    folder = "procedures" if advice.procedure else "league-tests" if name in LEAGUE_TESTS else "tests"
    return f"[{name}]({folder}/{name.partition('(')[0]}.md)"


def _cost(advice: Advice) -> str:
    if not advice.fits:
        return "none"
    return f"at most {advice.fits}" if (advice.procedure or "").startswith("adaptive-cv") else str(advice.fits)


def _code(advice: Advice) -> str:
    return as_code(advice.command)


def _evidence(advice: Advice) -> str:
    """Return the numbers of the procedure's card, or of the card that the advice names."""
    procedure = (advice.procedure or "").partition("(")[0]
    named = advice.evidence.partition(" ")[0].removeprefix("docs/").removeprefix("cards/").removesuffix(".md")
    return evidence(procedure if card_of(procedure) else named)


def evidence(procedure: str) -> str:
    """Return the highest rate of false positives on a card, with a link to the card, and the case."""
    if procedure == STUDY:
        return "[its study](evaluations.md)" if EVALUATIONS.exists() else "its study"
    card = card_of(procedure)
    if card is None:
        return "no card yet" if procedure else ""
    worst = card["worst"]
    return f"[{span(worst['value'], worst['low'], worst['high'])}](cards/{procedure}.md): {worst['name']}"


def _nine() -> str:
    rows = []
    for number, question, answer in QUESTIONS:
        have, kind = HAVE[number]
        rows.append((number, question, have, answer, *_answered(kind)))
    text = "Dietterich (1998) distinguishes nine questions. Most tests answer only one of them. In our words:"
    return f"{text}\n\n{table(('', 'question', 'you have', 'answered here by', 'run', EVIDENCE), rows)}"


def _answered(kind: str) -> tuple[str, str]:
    if kind == "resampled":
        command = "outperform compare LEARNER LEARNER --data DATA --procedure 'corrected-resampled(share=0.5)'"
        return as_code(command), evidence("corrected-resampled")
    if not kind:
        return "", ""
    found = advise(kind)
    return _code(found), _evidence(found)


def _ours() -> str:
    rows = [(asked, have, by, as_code(command), evidence(card)) for asked, have, by, command, card in OURS]
    return table(("question", "you have", "procedure or test", "run", EVIDENCE), rows)


def _refused() -> str:
    return table(("test", "why"), [(f"[{slug}](tests/{slug}.md)", why) for slug, why in REFUSED.items()])
