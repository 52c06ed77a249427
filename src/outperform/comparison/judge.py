"""The door: judge whatever holds scores or predictions, as the function of its kind does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from outperform.comparison.familiar import answers_familiar
from outperform.comparison.result import Comparison
from outperform.core import InputError, check_seed, did_you_mean, split_spec
from outperform.data.directions import Named
from outperform.data.material import (
    ITEMS,
    KINDS,
    LEAGUE,
    PREDICTIONS,
    READING,
    SAME,
    SPLITS,
    InMemory,
    Material,
    check_taken,
    known_kind,
    options_of,
    reader_of,
    said,
)
from outperform.data.shape import TableKind

if TYPE_CHECKING:
    from outperform.comparison.judge_splits import Test
    from outperform.comparison.league_result import League
    from outperform.significance.own import Rule

JUDGING = {
    SPLITS: ("test", "level", "adjust", "baseline"),
    PREDICTIONS: (
        *("metric", "test", "positive", "margin", "guarantee", "level", "seed", "adjust", "baseline"),
        *("lower", "higher"),
    ),
    ITEMS: (
        *("test", "margin", "guarantee", "level", "seed", "adjust", "baseline", "runs", "sequential"),
        "as_they_come",
    ),
    LEAGUE: ("test", "level", "seed", "adjust", "baseline", "rope", "omnibus", "missing"),
}
"""The options that each kind is judged with."""
TAKEN = {kind: (*READING[kind], *names, "seed") for kind, names in JUDGING.items()}


@answers_familiar
def judge(
    scores: Any,
    test: "Test | Rule" = None,
    *,
    n_train: Any = None,
    n_test: Any = None,
    metric: str | Sequence[str] | None = None,
    level: float = 0.05,
    seed: int = 0,
    adjust: str | None = None,
    baseline: str | None = None,
    learners: Sequence[str] | None = None,
    lower: Named = None,
    higher: Named = None,
    kind: str | None = None,
    **options: Any,
) -> "Comparison | League":
    """Judge whatever holds scores or predictions, as the function of its kind does.

    What is given is found out; where two readings are possible, an error asks.

    Parameters
    ----------
    scores
        A file, a folder of logs, or several of them (``["new=a.csv", "old=b.csv"]``, or a dict from names to files);
        ``"-"`` is standard input. A pandas or polars frame, a dict of columns, a list of rows: scores of splits
        (columns ``learner, repeat, fold, n_train, n_test, score``, or one column per learner beside ``repeat, fold,
        n_train, n_test``), predictions beside the truth, scores of systems on items, or scores on several data sets.
        A dict from names to (repeat, fold) arrays, to what ``cross_val_score`` or ``cross_validate`` returned. A fitted
        ``GridSearchCV`` or other search, or its ``cv_results_``: its candidates are compared. MLflow's run table,
        ``mlflow.search_runs()``. A ``Comparison``, or its ``scores_frame(shared=True)``; what ``outperform.read``
        returned.
    test
        A test, or its name with or without parameters, such as ``"corrected-t"``; or a function of your own, as in
        ``compare``. By default the test is chosen to match what is given.
    n_train, n_test
        Training and test rows of each split, where ``scores`` does not hold them.
    metric
        Which metrics to judge, where ``scores`` has several; by default all of them.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Random seed, for tests that draw.
    adjust
        How p-values are adjusted for several pairs: ``"holm"``, ``"shaffer"`` or ``"bergmann-hommel"`` (all pairs),
        ``"bonferroni"`` or ``"none"``; the default is that of the kind.
    baseline
        The name of a learner: judge every other learner against this one only.
    learners
        Which learners or systems to compare, in this order: the first of every pair is the one that is named first. By
        default all, in the order of ``scores``.
    lower, higher
        Metrics of which lower, or higher, scores are better, where their names do not say it: a name, a list of names,
        or True for all that are judged. Scores of which lower is better are multiplied by -1.
    kind
        ``"splits"``, ``"predictions"``, ``"items"`` or ``"league"``, where several readings are possible: without it an
        error asks.
    options
        More options of the function of that kind: of ``judge_predictions`` (``truth``, the column; ``positive``,
        ``cluster``, ``margin``, ``guarantee``), ``judge_items`` (``systems``, ``task``, ``cluster``, ``filter``,
        ``missing``, ``common``, ``runs``, ``margin``, ``guarantee``, ``sequential``, ``as_they_come``) or
        ``judge_league`` (``datasets``, ``missing``, ``rope``, ``omnibus``, ``higher_is_better``, ``runs``, ``spread``).

    Examples
    --------
    >>> a = [[0.91, 0.88], [0.90, 0.93], [0.89, 0.92], [0.90, 0.91], [0.92, 0.90]]
    >>> b = [[0.85, 0.86], [0.84, 0.88], [0.86, 0.85], [0.83, 0.87], [0.86, 0.84]]
    >>> print(judge({"tree": a, "bayes": b}).judgements[0].decision)
    first
    >>> old, new = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 1, 0, 1, 1, 0] * 4
    >>> judge({"new": new, "old": old}, kind="items")[0].items.flips.first
    12
    """
    if isinstance(scores, Comparison):
        scores = scores.scores
    seed = check_seed(seed)
    named = {
        "n_train": n_train,
        "n_test": n_test,
        "metric": metric,
        "learners": learners,
        "lower": lower,
        "higher": higher,
    }
    judging = {"test": test, "adjust": adjust, "baseline": baseline}
    asked = {**said({**named, **judging, **_known(options)}), "level": level, "seed": seed}
    material = read_to_judge(scores, kind, asked)
    judged = judge_material(material, asked)
    usual = kind is not None or (material.kind == "splits" and isinstance(reader_of(scores), InMemory))
    return judged if usual else replace(judged, read_as=material.words)


def _known(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return options of which every one is known to some kind."""
    known = dict.fromkeys([*SAME, *(name for names in TAKEN.values() for name in names)])
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        raise InputError(unknown, f"is not an option of judge; {did_you_mean(unknown, known)}")
    return options


def read_to_judge(given: Any, kind: str | None, asked: Mapping[str, Any]) -> Material:
    """Read what is to be judged; raise an InputError for options that its kind does not take."""
    readable = reader_of(given)
    fits = partial(_fits, asked=asked)
    found = readable.kind(asked, fits) if kind is None else known_kind(kind)
    check_taken(asked, found, TAKEN, readable.source)
    return readable.as_kind(found, options_of(found, asked))


def _fits(kind: TableKind, asked: Mapping[str, Any]) -> bool:
    """Return whether a kind is judged with these options, and with this test."""
    return set(asked) <= set(TAKEN[kind]) and ("test" not in asked or kind in _kinds_of_test(asked["test"]))


def _kinds_of_test(test: Any) -> Sequence[TableKind]:
    """Return the kinds that a test is for: scores of splits, items, or leagues."""
    from outperform.ranking import CATALOGUE as LEAGUE_TESTS
    from outperform.significance import CATALOGUE as TESTS

    slug = split_spec(test)[0] if isinstance(test, str) else getattr(test, "slug", "")
    if slug in LEAGUE_TESTS:
        return [LEAGUE]
    needs: Any = TESTS[slug].needs if slug in TESTS else getattr(test, "needs", None)
    if needs is None:
        return [SPLITS] if callable(test) else [*TableKind]
    return [PREDICTIONS, ITEMS] if needs.items else [SPLITS, ITEMS] if slug == "welch-t" else [SPLITS]


def judge_material(material: Material, asked: Mapping[str, Any]) -> "Comparison | League":
    """Judge what was read, as the function of its kind does."""
    judged = _judged(material, {name: asked[name] for name in JUDGING[KINDS[material.kind]] if name in asked})
    return replace(judged, source=material.source)


def _judged(material: Material, ways: dict[str, Any]) -> "Comparison | League":
    content: Any = material.content
    if material.kind == "splits":
        from outperform.comparison.judge_splits import judge_splits

        return judge_splits(content, ways.pop("test", None), **ways)
    if material.kind == "items":
        from outperform.comparison.judge_items import judge_items

        return judge_items(content, **ways)
    if material.kind == "league":
        from outperform.comparison.judge_league import judge_league

        return judge_league(content, **ways)
    from outperform.comparison.judge_predictions import judge_predictions

    return judge_predictions(material.truth, content, ways.pop("metric", "accuracy"), **ways)
