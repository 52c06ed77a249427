"""Judge fixed systems by what each did on every item of one evaluation set."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outperform.comparison.familiar import answers_familiar
from outperform.comparison.guarantee import check_guarantee
from outperform.comparison.item_facts import check_margin, with_item_facts
from outperform.comparison.judge_splits import Test, judge_scores
from outperform.comparison.looks import looking_test
from outperform.comparison.result import Comparison
from outperform.core import InputError, NoteKind, Scores, check_flag, check_level
from outperform.core.checks import check_seed
from outperform.data import Evals, scores_of_evals
from outperform.data.directions import Named
from outperform.data.material import read
from outperform.data.named_columns import check_keywords
from outperform.significance import CATALOGUE, WelchT


@answers_familiar
def judge_items(
    table: Any,
    *,
    metric: str | None = None,
    test: Test = None,
    cluster: str | None = None,
    weights: str | None = None,
    task: str | Sequence[str] | None = None,
    margin: float | None = None,
    guarantee: bool = False,
    baseline: str | None = None,
    runs: bool = False,
    adjust: str | None = None,
    level: float = 0.05,
    seed: int = 0,
    missing: str = "refuse",
    common: bool = False,
    systems: str | Sequence[str] | None = None,
    sequential: bool = False,
    as_they_come: bool = False,
    lower: Named = None,
    higher: Named = None,
    **columns: str | None,
) -> Comparison:
    """Judge fixed systems (language models, classifiers, rankers) by their scores on the same items.

    Parameters
    ----------
    table
        A pandas or polars frame with a row per item and system (columns ``item, system, score`` and optional
        ``sample, cluster, task, weight``), or with a column of scores per system beside ``item``; a dict from systems
        to scores, ``[item]`` or ``[sample, item]``; files or logs; or what ``read_evals`` returned. Higher scores are
        better unless ``lower`` says otherwise. Scores of whole runs (``run, system, score``, without items) are judged
        by ``welch-t``.
    metric
        Which column of scores to judge, where there are several.
    test
        A test, or its name with or without parameters; by default chosen to match the items: ``mcnemar-midp`` for
        right and wrong answers, ``item-t`` for scores or several samples, ``clustered-t`` for items in clusters.
    cluster
        The column that says which items belong together, such as questions on one passage; a column called
        ``cluster`` is used unless this is ``"none"``.
    weights
        The column that says how much each item counts; a column called ``weight`` is used unless this is ``"none"``.
    task
        Which tasks to keep; by default all.
    margin
        The largest difference that does not matter, in units of the score (0.01 is one point of accuracy): then
        ``not_worse`` and ``equivalent`` are decided.
    guarantee
        Whether a margin is decided by a bound that holds for any distribution of the scores, at a cost in power. The
        least and the largest possible score must be known.
    baseline
        The name of a system: judge every other system against this one only.
    runs
        Whether samples are runs that share something over all items, such as a training seed or a judge's session.
    adjust
        How p-values are adjusted for several pairs: ``"shaffer"`` (the default for all pairs), ``"holm"`` (with a
        baseline), ``"bergmann-hommel"`` (all pairs), ``"bonferroni"`` or ``"none"``.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Random seed, for tests that draw.
    missing
        What to do with items that have no score: ``"refuse"``, count them as ``"wrong"``, or ``"drop"`` them.
    common
        Whether to leave out items that not every system has, instead of an error.
    systems
        Which systems to compare, in this order; by default all, in the order of ``table``.
    sequential
        Whether to look after every item and to stop when the decision falls: by ``discordant-e`` for right and wrong
        answers, by ``betting`` for other scores between known bounds. The items are looked at in a random order, which
        follows from ``seed`` and their names. ``sequential`` of each judgement's ``items`` says when the decision fell.
        For a running evaluation see ``outperform.sequential``.
    as_they_come
        Whether the items arrived in the order of the table, so that they are looked at in this order; only valid if
        they arrived in random order.
    lower, higher
        The metric, where lower, or higher, scores of it are better and its name does not say so; or True. Scores of
        which lower is better are multiplied by -1; where all are 0 or 1, they are swapped.
    columns
        The columns of a table whose names do not say what they are: ``item_col``, ``system_col``, ``sample_col``,
        ``score_col``, ``task_col``, ``weight_col``.

    Examples
    --------
    >>> old, new = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 1, 0, 1, 1, 0] * 4
    >>> judged = judge_items({"new": new, "old": old})
    >>> judged[0].decision.value, round(judged[0].estimate, 3), judged[0].items.flips.first
    ('first', 0.3, 12)
    """
    check_keywords("judge_items", columns)
    level, margin, seed = check_level(level), check_margin(margin, level), check_seed(seed)
    guarantee = check_guarantee(guarantee, margin)
    for name, flag in (("runs", runs), ("sequential", sequential), ("as_they_come", as_they_come)):
        check_flag(name, flag)
    reading: dict[str, Any] = {"metric": metric, "task": task, "cluster": cluster, "weights": weights}
    reading |= {"missing": missing, "common": common, "systems": systems, "lower": lower, "higher": higher, **columns}
    found: Evals = read(table, kind="items", **reading).content  # type: ignore[assignment] # of this kind
    if runs:
        found = replace(found, notes=tuple(each for each in found.notes if each.kind is not NoteKind.TRIALS_SHARE))
    scores = scores_of_evals(found, runs=runs, seed=seed)
    if runs and not found.totals and found.samples < 2:
        raise InputError("runs", "needs two or more runs (samples) of the items, but there is one; leave it out")
    entry = None if test is None else CATALOGUE.get_entry(test)
    chosen, why = looking_test(scores, entry, sequential=sequential, as_they_come=as_they_come, margin=margin)
    if scores.items is None and chosen is None:
        chosen = WelchT()
    if len(scores.learners) < 2:
        return _alone(scores, test, level, found.notes)
    rule = ("shaffer" if baseline is None else "holm") if adjust is None else adjust
    given = test if isinstance(test, str) and chosen == entry else None
    judged = judge_scores([scores], chosen, level=level, given=given, adjust=rule, baseline=baseline)
    judged = with_item_facts(judged, level, margin, guarantee=guarantee, looks=sequential)
    return replace(judged, notes=(*found.notes, *why, *judged.notes), command="evals")


def _alone(scores: Scores, test: Test, level: float, notes: Any) -> Comparison:
    """Return the score of a single system with its interval."""
    if test is not None:
        raise InputError("test", f"needs two systems, but there is one: {scores.learners[0]}")
    return with_item_facts(
        Comparison(scores=(scores,), judgements=(), notes=tuple(notes), command="evals"), level, None
    )
