"""What limits a comparison, what it can show, and what more would cost: from a pilot or from a table of scores."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from outperform.comparison.budgets.material import budget_of_material
from outperform.comparison.budgets.pilot import Pilot
from outperform.comparison.budgets.result import Budget
from outperform.comparison.budgets.splits import decided, pair_budget
from outperform.comparison.budgets.wish import Wish
from outperform.comparison.decide import file_notes
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.remarks import canonical_note, encoding_notes
from outperform.core import InputError, Note, NoteKind, Seed, as_notes, check_choice
from outperform.core.checks import whole_number
from outperform.core.limits import REPEATS
from outperform.core.names import name_notes
from outperform.data.directed import direction_notes
from outperform.data.directions import Named
from outperform.data.tables import STDIN
from outperform.data.values import listed
from outperform.designs import KFold
from outperform.engine import Contest, Ways
from outperform.learners import Encode
from outperform.procedures.caution import factors_of, no_factor
from outperform.procedures.threshold import most_fits


@answers_familiar
def budget(
    learners: Any,
    X: Any = None,
    y: Any = None,
    *,
    repeats: int = 3,
    folds: int = 10,
    seeds: int = 2,
    difference: float | None = None,
    metric: Any = None,
    groups: Any = None,
    level: float = 0.05,
    power: float = 0.8,
    threshold: Literal["nominal", "cautious", "auto"] = "nominal",
    halvings: int = 0,
    seed: Seed = 0,
    jobs: int | None = None,
    store: str | Path | None = None,
    store_optional: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
    fit_timeout: float | None = None,
    fast: bool = True,
    progress: bool | str = "auto",
    allow_modules: Iterable[str] = (),
    encode: Encode | None = None,
    positive: Any = None,
    shuffle: bool = False,
    lower: Named = None,
    higher: Named = None,
    drop: str | Iterable[str] = (),
    kind: str | None = None,
    **options: Any,
) -> Budget:
    """Run a pilot of a few repeats, and return what limits the comparison of each pair.

    With one argument and no ``X`` nothing is run: it is whatever ``judge`` takes as scores of splits or of items.

    Parameters
    ----------
    learners, X, y, metric, positive, groups, seed, jobs, store, store_optional, on_error, fit_timeout, fast, progress
        As in ``compare``. With the same store and seed, ``compare`` reuses the fits of the pilot. With the seed
        ``"data"``, splits and halvings depend on the rows alone; the noise of splits, and the chance of the same
        decision, are about other random splits, as with any seed.
    allow_modules, encode, shuffle, lower, higher, drop
        As in ``compare``.
    repeats, folds
        Size of the pilot. The noise of splits can be measured from two repeats on.
    seeds
        Learner seeds on the same folds; 1 does not separate seed noise from the noise of splits. A learner whose
        scores do not change with another seed on the first repeat is not refitted again.
    difference
        The true difference that you want to find, in units of the metric; by default one point of a share, and 1% of
        the lower mean score of any other metric.
    level, power
        Level and power of the corrected t test that is planned. Several pairs share the level.
    threshold
        ``nominal`` is the threshold of the corrected t test. ``cautious`` multiplies it by the factor of the two
        learners in the table of factors, as ``adaptive-cv(threshold="cautious")`` does; a pair without a factor is
        planned for the nominal threshold, with a note. ``auto`` is the threshold of ``adaptive-cv``: by the table
        where both learners are measured, else the nominal one, which a correction from the data may raise where a
        difference is found; a note states what that costs.
    halvings
        Measure the data noise on both halves of this many random halvings, 4 x folds fits per learner each. Fewer than
        about twenty are no better than the model.
    kind
        Of a single argument: ``"splits"`` or ``"items"``, where it may be both.
    options
        Of a single argument: what its reader takes, as in ``outperform.read``, and of items ``cost_per_item``,
        ``cost_per_sample``, ``baseline`` and ``runs``, as in ``budget_of_items``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> found = budget(["nb", "stump"], *load_iris(return_X_y=True), difference=0.2)
    >>> found.pairs[0].limit
    'nothing'
    """
    if X is None:
        _check_material(learners, threshold)
        asked = {"difference": difference, "metric": metric, "lower": lower, "higher": higher, **options}
        return budget_of_material(learners, kind, {**asked, "level": level, "power": power})
    if options or kind is not None:
        raise InputError(next(iter(options), "kind"), "is for scores that are there; with learners and X leave it out")
    wish = Wish.of(difference, level, power)
    repeats, seeds, halvings = counts = (
        whole_number("repeats", repeats, 1),
        whole_number("seeds", seeds, 1),
        whole_number("halvings", halvings, 0),
    )
    for name, value in zip(("repeats", "seeds", "halvings"), counts, strict=True):
        REPEATS.check(name, value)
    try:
        design = KFold(folds=folds, repeats=repeats)
    except InputError as error:  # what the design refuses is an argument of this function
        raise InputError(error.argument.rpartition(".")[2], error.problem) from None
    check_choice("threshold", threshold, ("nominal", "cautious", "auto"))
    if threshold != "nominal" and folds < 3:
        raise InputError("folds", f"must be at least 3 with threshold={threshold!r}, got {folds}")
    ways = Ways(jobs, store, on_error, fit_timeout, fast, progress, store_optional)
    contest = Contest.of(
        learners,
        X,
        y,
        metric=metric,
        groups=groups,
        seed=seed,
        allow_modules=allow_modules,
        encode=encode,
        positive=positive,
        shuffle=shuffle,
        lower=lower,
        higher=higher,
        drop=drop,
    )
    factors = None if threshold == "nominal" else factors_of(contest.learners.values(), folds, contest.dataset)
    missing = factors.missing if factors is not None and threshold == "cautious" else ()
    if factors is not None and threshold == "auto":
        factors = replace(factors, table=factors.measured)
    with ways.opened() as opened:
        pilot = Pilot(contest, design, ways, opened.store)
        tables = pilot.tables()
        seeded = pilot.reseeded(tables, seeds) if seeds > 1 else [None] * len(tables)
        halves = pilot.halves(halvings) if halvings else [[] for _ in tables]
    known = list(contest.learners.values())
    places = list(combinations(range(len(known)), 2))
    pairs = [
        pair_budget(
            table.pair(*both),
            wish.among(len(places)),
            None if again is None else again[:, list(both)],
            [(one.pair(*both), other.pair(*both)) for one, other in apart],
            None if factors is None else pilot.caution(number, both, factors, auto=threshold == "auto"),
            most_fits(known[each] for each in both) if threshold == "auto" else 0,
        )
        for number, (table, again, apart) in enumerate(zip(tables, seeded, halves, strict=True))
        for both in places
    ]
    notes = [
        *opened.notes,
        *name_notes(learner=contest.learners),
        *contest.dataset.notes,
        *encoding_notes(contest.learners),
        *canonical_note(seed, "the chance of the same decision"),
        *pilot.runner.notes,
        *pilot.plan.notes,
        *wish.shared(len(places)),
        *direction_notes((table.metric, table.direction, table.values) for table in tables),
        *(
            Note.of(
                NoteKind.CAUTION_UNKNOWN,
                problem=f"{no_factor(each, folds)}. Its pairs are planned for the nominal threshold",
            )
            for each in missing
        ),
        *file_notes([factors.file] if factors is not None and factors.file is not None else []),
    ]
    judged = decided(pairs, tables, wish, ran=True)
    return Budget(judged, tuple(tables), tuple(as_notes(notes)), level=wish.level, adjustment="holm")


def _check_material(given: Any, threshold: str) -> None:
    """Raise an InputError for learners without data, and for a threshold that scores do not have."""
    words = [given] if isinstance(given, str) else given
    if isinstance(words, list | tuple) and words and all(isinstance(word, str) for word in words):
        if not any("=" in word or word == STDIN or Path(word).exists() for word in words):
            raise InputError("X", f"is missing: pass the data of the learners {listed(words)}, or a file of scores")
    elif isinstance(words, list | tuple) and any(hasattr(each, "fit") for each in words):
        raise InputError("X", "is missing: pass the data of the learners")
    if threshold != "nominal":
        raise InputError("threshold", f"cannot be {threshold} for scores: its factors are looked up for learners")
