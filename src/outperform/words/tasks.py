"""The difference of two systems by task, in a small table."""

from collections.abc import Iterator, Sequence

from outperform.core import Judgement, TaskFacts, TaskPart
from outperform.words.items import interval_head, written
from outperform.words.lines import aligned, filled
from outperform.words.numbers import many, p_short, p_words
from outperform.words.pairs import oriented

MOST = 8  # tasks that are shown; of more, those with the largest differences
MEAN = "mean of tasks"


def task_lines(judgement: Judgement) -> Iterator[str]:
    """Write a row per task, the mean over tasks, and which task the decision on it depends on."""
    tasks = None if judgement.items is None else judgement.items.tasks
    if tasks is None:
        return
    heads, rows = aligned(task_columns(judgement, tasks), left=1)
    yield from (f"  {line}" for line in (*heads, *rows))
    left = len(tasks.by_task) - MOST
    if left > 0:
        yield f"  ({many(left, 'task')} with smaller differences not shown)"
    yield from (line for words in task_sentences(judgement, tasks) for line in filled(words, "  ", "  "))


def task_columns(judgement: Judgement, tasks: TaskFacts) -> dict[str, list[str]]:
    """Return the columns of the table, by head; the last row is the mean over tasks."""
    sign = -1 if oriented(judgement).swapped else 1
    largest = sorted(tasks.by_task, key=lambda part: -abs(part.estimate))[:MOST]
    parts = [*(part for part in tasks.by_task if part in largest), tasks.macro]
    return {
        "task": [*(part.task for part in parts[:-1]), MEAN],
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
    if part.interval is None:
        return "[unknown]"
    low, high = sorted(sign * end for end in part.interval)
    return f"[{written(judgement, low)}, {written(judgement, high)}]"


def task_sentences(judgement: Judgement, tasks: TaskFacts) -> Iterator[str]:
    """Return which task the decision on the mean over tasks depends on, and what is known of other tasks."""
    turning = [
        part.task for part in tasks.without if _sign(part, judgement.level) != _sign(tasks.macro, judgement.level)
    ]
    if turning:
        named = ", ".join(turning[:3]) + (f" or {len(turning) - 3} more tasks" if len(turning) > 3 else "")
        yield f"Without {named} the decision on the mean of tasks would change."
    elif tasks.without:
        yield "No single task decides: without any one of them the decision on the mean of tasks stays."
    if tasks.other_tasks is not None:
        part, sign = tasks.other_tasks, -1 if oriented(judgement).swapped else 1
        estimate, ends = written(judgement, sign * part.estimate), _bracketed(judgement, part, sign)
        yield f"For another choice of tasks like these: {estimate} {ends}, {p_words(part.pvalue)} (t over task means)."


def _sign(part: TaskPart, level: float) -> int:
    """Return which system a part decides for: 1 the first, -1 the second, 0 neither."""
    if part.pvalue is None or part.pvalue > level or part.estimate == 0:
        return 0
    return 1 if part.estimate > 0 else -1
