"""The difference of two systems by task, in a small table."""

from collections.abc import Iterator, Sequence
from math import isinf

from outperform.core import Decision, Judgement, PValue, TaskFacts, TaskPart
from outperform.visible import one_line
from outperform.words.data_notes import some_words
from outperform.words.document import Role, TextTable
from outperform.words.items import interval_head, written
from outperform.words.numbers import UNKNOWN, many, p_short, p_words
from outperform.words.pairs import cut_to_points, oriented
from outperform.words.verdicts import in_metric, scale_of

MOST = 8  # tasks that are shown; of more, those with the largest differences
PAIRS = 3  # that a caution names
MEAN = "mean of tasks"


def task_table(judgement: Judgement) -> Iterator[TextTable]:
    """Make a table with a row per task and the mean over tasks; below, which task the decision on it depends on."""
    tasks = None if judgement.items is None else judgement.items.tasks
    if tasks is None:
        return
    left = len(tasks.by_task) - MOST
    hidden = [f"({many(left, 'task')} with smaller differences not shown)"] if left > 0 else []
    yield TextTable.of(Role.TASKS, task_columns(judgement, tasks), below=(*hidden, *task_sentences(judgement, tasks)))


def task_columns(
    judgement: Judgement, tasks: TaskFacts, most: int | None = MOST, *, keep: bool = False
) -> dict[str, list[str]]:
    """Return the columns of the table, by head; the last row is the mean over tasks.

    ``most=None`` shows all tasks; ``keep`` keeps the order of the systems, else the better one comes first.
    """
    sign = -1 if oriented(judgement, keep=keep).swapped else 1
    largest = sorted(tasks.by_task, key=lambda part: -abs(part.estimate))[:most]
    parts = [*(part for part in tasks.by_task if part in largest), tasks.macro]
    return {
        "task": [*(one_line(part.task) for part in parts[:-1]), MEAN],
        "items": [str(part.items) for part in parts],
        interval_head(judgement): _cells(judgement, parts, sign),
        "p": [p_short(part.pvalue) for part in parts],
    }


def _cells(judgement: Judgement, parts: Sequence[TaskPart], sign: int) -> list[str]:
    """Write differences and intervals, each aligned at the right."""
    estimates = [written(judgement, sign * part.estimate) for part in parts]
    ends = [_bracketed(judgement, part, sign) for part in parts]
    wide, right = (max(map(len, each)) for each in (estimates, ends))
    return [f"{estimate:>{wide}} {end:>{right}}" for estimate, end in zip(estimates, ends, strict=True)]


def _bracketed(judgement: Judgement, part: TaskPart, sign: int) -> str:
    points = scale_of(judgement).factor == 100
    interval = cut_to_points(part.interval) if points else part.interval
    if interval is None or all(map(isinf, interval)):
        return f"[{UNKNOWN}]"
    low, high = sorted(sign * end for end in interval)
    return f"[{written(judgement, low)}, {written(judgement, high)}]"


def task_sentences(judgement: Judgement, tasks: TaskFacts, *, keep: bool = False) -> Iterator[str]:
    """Return which task the decision on the mean over tasks depends on, and what is known of other tasks."""
    level = judgement.level
    turning = [one_line(part.task) for part in tasks.without if _side(part, level) is not _side(tasks.macro, level)]
    if turning:
        named = ", ".join(turning[:3]) + (f" and {len(turning) - 3} more" if len(turning) > 3 else "")
        one = f"Without {named} the decision on the mean of tasks would change."
        several = f"Without any one of these tasks the decision on the mean of tasks would change: {named}."
        yield one if len(turning) == 1 else several
    elif tasks.without:
        yield "Without any one of these tasks, the decision on the mean of tasks would be the same."
    if tasks.other_tasks is not None:
        part, sign = tasks.other_tasks, -1 if oriented(judgement, keep=keep).swapped else 1
        estimate, ends = written(judgement, sign * part.estimate), _bracketed(judgement, part, sign)
        unit = " points" if scale_of(judgement).factor == 100 else ""
        found = f"{estimate}{unit} {ends}, {p_words(part.pvalue)}"
        yield f"If these tasks are a sample of similar tasks: {found} (t test with one value per task)."


def task_cautions(judgements: Sequence[Judgement]) -> list[str]:
    """Return that the mean of tasks decides otherwise than all items together, where it does.

    Both are taken at the pair's own p-value, before any adjustment for several pairs.
    """
    found = [each for each in judgements if _decides_otherwise(each)]
    if len(judgements) == 1:
        return [_conflict(each, each.items.tasks.macro) for each in found if each.items and each.items.tasks]
    if not found:
        return []
    named = [f"{oriented(each).pair}{in_metric(each.metric)}" for each in found]
    which = some_words(named, PAIRS)
    return [
        f"if every task counts the same, the decision is another one (before adjustment): {which};"
        " over all items, large tasks count more"
    ]


def _decides_otherwise(judgement: Judgement) -> bool:
    tasks = None if judgement.items is None else judgement.items.tasks
    verdict = judgement.verdict
    if tasks is None or not isinstance(verdict, PValue):
        return False
    side = _side(tasks.macro, judgement.level)
    return side is not verdict.decide(judgement.level) and side is not judgement.decision


def _conflict(judgement: Judgement, macro: TaskPart) -> str:
    """Return what all items say, and what the mean of tasks says, with its numbers."""
    seen, side = oriented(judgement), _side(macro, judgement.level)
    names = {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}
    found = names.get(judgement.decision)
    whole = f"{found} is better" if found else "there is no clear difference"
    tasks = f"finds {names[side]} better" if side in names else "finds no clear difference"
    estimate = written(judgement, (-1 if seen.swapped else 1) * macro.estimate)
    unit = " points" if scale_of(judgement).factor == 100 else ""
    numbers = f"{seen.better} − {seen.worse}: {estimate}{unit}, {p_words(macro.pvalue)}"
    return f"over all items {whole}, but the mean of tasks {tasks} ({numbers}); large tasks count more over all items"


def _side(part: TaskPart, level: float) -> Decision:
    """Return which system a part decides for."""
    if part.pvalue is None or part.pvalue > level or part.estimate == 0:
        return Decision.OPEN
    return Decision.FIRST if part.estimate > 0 else Decision.SECOND
