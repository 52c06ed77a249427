"""The page "Which test?": in the words of `outperform advise`."""

from outperform.comparison.advise import QUESTIONS, REFUSED, Advice, advise
from sitemaker.evidence import card_of
from sitemaker.marks import command as as_code
from sitemaker.marks import page, section, span, table
from sitemaker.run import console

WIDE = "---\nhide: [navigation, toc]\n---\n\n"  # the tables need the room

# What is at hand, in words, and as advise() takes it: have, metric, fits per learner.
AT_HAND = (
    ("learners and data, 100 fits each", "estimators", "accuracy", 100),
    ("learners and data, 30 fits each", "estimators", "accuracy", 30),
    ("learners and data, 6 to 19 fits each", "estimators", "accuracy", 6),
    ("learners and data, one fit each", "estimators", "accuracy", 1),
    ("learners and data, one fit each, F1", "estimators", "f1", 1),
    ("predictions of the same items, accuracy", "predictions", "accuracy", 0),
    ("predictions of the same items, F1 or any other metric", "predictions", "f1", 0),
    ("a table of scores", "scores", "accuracy", 0),
)

# Of Dietterich's nine: what one has, and what is run here.
HAVE = {
    1: ("one fitted learner, a test set", ""),
    2: ("one learner, few rows", ""),
    3: ("two fitted learners, a test set", "predictions"),
    4: ("two fitted learners, no rows left to test on", "estimators"),
    5: ("one learner, many rows", ""),
    6: ("one learner, few rows", ""),
    7: ("two learners, many rows", "resampled"),
    8: ("two learners, few rows", "estimators"),
    9: ("two learners, many datasets", ""),
}

# Questions of ours: what one has, procedure or test, command, whose card is the evidence.
OURS = (
    (
        "Would another random partition of these rows decide the same?",
        "learners and data",
        "[adaptive-cv](procedures/adaptive-cv.md): it repeats until others would hardly decide otherwise",
        "outperform compare nb tree --data iris",
        "adaptive-cv",
    ),
    (
        "What do ten repeats say, as in the papers, and how many partitions would not?",
        "learners and data",
        "[corrected-10x10](procedures/corrected-10x10.md)",
        "outperform compare nb tree --data iris --procedure corrected-10x10",
        "corrected-10x10",
    ),
    (
        "Are the two equal in practice, within one point?",
        "a table of scores",
        "[bayes-correlated-t](tests/bayes-correlated-t.md) with a region",
        "outperform scores examples/scores.csv --test 'bayes-correlated-t(rope=0.01)'",
        "corrected-cv",
    ),
    (
        "Which of several learners beat the one we have?",
        "learners and data",
        "[adaptive-cv](procedures/adaptive-cv.md), each pair at its share of the level",
        "outperform compare nb tree 1nn --data iris --baseline nb",
        "adaptive-cv",
    ),
    (
        "Who wins by F1, not by accuracy?",
        "predictions",
        "[bootstrap-percentile](tests/bootstrap-percentile.md)",
        "outperform predictions examples/predictions.csv --truth label --metric f1 --positive malignant",
        "bootstrap-holdout",
    ),
    (
        "Fits are dear: what can be said with six?",
        "learners and data",
        "[blocked-3x2](procedures/blocked-3x2.md), for training sets of half the size",
        "outperform compare nb tree --data iris --procedure blocked-3x2",
        "blocked-3x2",
    ),
    (
        "What would other tests say of the same scores?",
        "a table of scores",
        "any test that fits: here [sorted-runs-t](tests/sorted-runs-t.md)",
        "outperform scores examples/scores.csv --test sorted-runs-t",
        "sorted-cv",
    ),
    (
        "Does a test hold its level, mine or yours?",
        "nothing: the lab draws the data",
        "[the lab](lab.md)",
        "outperform lab measure --source 'task-one(n=1000)' --procedure corrected-10x10 --datasets 200",
        "corrected-10x10",
    ),
)


def which_test_pages() -> dict[str, str]:
    """Make the page, by its place on the site."""
    intro = (
        "It depends on what you have. `outperform advise` asks and answers; this page says the same in tables."
        " The evidence is the card of a procedure: the most that it rejects a true null at .05, over ten nulls, with"
        " the Monte Carlo interval of that number. Three repeats show the card of ten, McNemar's mid-p test that of his"
        " corrected one."
    )
    return {
        "which-test.md": WIDE
        + page(
            "Which test?",
            intro,
            section("By what you have", _at_hand()),
            section("Dietterich's nine questions", _nine()),
            section("Ours", _ours()),
            section("What is refused, and why", _refused()),
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
    head = ("you have", "take", "fits per learner", "it tells", "it does not tell", "evidence", "run")
    return table(head, rows)


def _taken(advice: Advice) -> str:
    name = advice.procedure or advice.test
    room = "procedures" if advice.procedure else "tests"
    return f"[{name}]({room}/{name.partition('(')[0]}.md)"


def _cost(advice: Advice) -> str:
    return str(advice.fits) if advice.fits else "none"


def _code(advice: Advice) -> str:
    return as_code(advice.command)


def _evidence(advice: Advice) -> str:
    return evidence(advice.evidence.partition(" ")[0].removeprefix("docs/cards/").removesuffix(".md"))


def evidence(procedure: str) -> str:
    """Return the worst that a card tells, with a link to it."""
    card = card_of(procedure)
    if card is None:
        return "no card yet"
    worst = card["worst"]
    return f"[{span(worst['value'], worst['low'], worst['high'])}](cards/{procedure}.md)"


def _nine() -> str:
    rows = []
    for number, question, answer in QUESTIONS:
        have, kind = HAVE[number]
        rows.append((number, question, have, answer, *_answered(kind)))
    text = "Dietterich (1998) tells nine questions apart; most tests answer one of them. In our words:"
    return f"{text}\n\n{table(('', 'question', 'you have', 'answered here by', 'run', 'evidence'), rows)}"


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
    return table(("question", "you have", "procedure or test", "run", "evidence"), rows)


def _refused() -> str:
    return table(("test", "why"), [(f"[{slug}](tests/{slug}.md)", why) for slug, why in REFUSED.items()])
