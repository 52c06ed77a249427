"""Scores are turned so that higher is better, and refused where only a name says that they are losses."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from outperform.core import Direction, DirectionOrigin, Floats, InputError, Note, NoteKind, Scores, Unit
from outperform.data.directions import UNNAMED, DirectionWords, MetricScores, ask, better, said_by_name, unknown
from outperform.data.leftovers import is_measure
from outperform.data.metric_meanings import metric_meaning, shared_words
from outperform.data.roles import words_of
from outperform.data.values import listed
from outperform.surface import option


def directed(tables: Sequence[Scores], words: DirectionWords, known: Iterable[str | None] = ()) -> tuple[Scores, ...]:
    """Return scores of which higher is better; raise an InputError for a loss whose direction is not said.

    Scores whose direction was found before keep it. ``known`` are metrics that the user may name beside these.

    Examples
    --------
    >>> import numpy as np
    >>> table = Scores(("a", "b"), "kl", np.array([[[0.1, 0.2]], [[0.3, 0.1]]]))
    >>> [found] = directed([table], DirectionWords.of(lower="kl"))
    >>> found.values[0, 0].tolist(), found.direction.origin.value
    ([-0.1, -0.2], 'said')
    """
    words.check([*known, *(name for table in tables for name in names_of(table.metric, table.learners))])
    found = [_direction(table, words) for table in tables]
    gains = [table.metric for table, each in zip(tables, found, strict=True) if not is_unsaid_loss(each)]
    for table, direction in zip(tables, found, strict=True):
        if is_unsaid_loss(direction):
            raise unsaid_loss(table.metric, table.learners, gains)
    return tuple(_turned(table, direction) for table, direction in zip(tables, found, strict=True))


def names_of(metric: str | None, systems: Sequence[str]) -> list[str | None]:
    """Return the names by which a user may say the direction of these scores."""
    return [metric] if metric is not None else [None, *filter(None, [shared_name(systems)])]


def shared_name(systems: Sequence[str]) -> str | None:
    """Return the metric, or the measurement, that all columns of systems are called by.

    Examples
    --------
    >>> shared_name(["acc_new", "acc_old"]), shared_name(["n_tokens_new", "n_tokens_old"]), shared_name(["svm", "nb"])
    ('acc', 'n_tokens', None)
    """
    known = shared_words(systems)
    if known is not None or len(systems) < 2:
        return known
    rows = [words_of(name).split() for name in systems]
    for reach in range(min(map(len, rows)) - 1, 0, -1):
        for part in (slice(-reach, None), slice(reach)):
            shared = {tuple(row[part]) for row in rows}
            if len(shared) == 1 and is_measure(" ".join(next(iter(shared)))):
                return "_".join(next(iter(shared)))
    return None


def direction_of(
    metric: str | None, systems: Sequence[str], values: Floats, words: DirectionWords, *, log: bool | None = None
) -> Direction:
    """Return the direction of scores; that of a table without a metric may be known by the names of all columns."""
    if metric is not None:
        return MetricScores.of(metric, values, log=log).direction(words)
    called = shared_name(systems)
    word = words.word(None) if called is None or called not in (*words.lower, *words.higher) else words.word(called)
    if word is not None or called is None:
        return MetricScores.of(None, values, log=log).direction(DirectionWords(whole=word))
    found = MetricScores.of(called, values, log=log).direction(DirectionWords())
    if found.assumed and is_measure(called):
        raise unknown(called)
    return found


def of_items(direction: Direction, scores: Floats) -> Direction:
    """Return the direction of scores of items: 0 and 1 are swapped, so that they stay right and wrong answers."""
    known = scores[~np.isnan(scores)]
    return replace(direction, swapped=not direction.higher and bool(np.isin(known, (0.0, 1.0)).all()))


def is_unsaid_loss(direction: Direction) -> bool:
    """Return whether only the name of a metric says that lower is better."""
    return not direction.higher and direction.origin is DirectionOrigin.KNOWN


def unsaid_loss(metric: str | None, systems: Sequence[str], others: Sequence[str | None] = ()) -> InputError:
    """Return the error about scores of a loss whose direction is not said; ``others`` are metrics that are none."""
    name = metric or shared_name(systems) or UNNAMED
    where = f"metric {metric}" if metric is not None else f"columns {listed(systems)}"
    named = [each for each in others if each is not None]
    other = f", or compare other metrics: {option('metric', named)}" if named else ""
    return InputError(
        "scores",
        f"{where}: lower is better for {name!r}, but higher scores must be better here. Say so:"
        f" {said_by_name(name, higher=False)}; or pass minus the values, and call them neg_{name}{other}",
    )


def direction_notes(tables: Iterable[tuple[str | None, Direction | None, Floats]]) -> list[Note]:
    """Return which metrics were turned, which are only assumed to be better if higher, and which have an odd sign."""
    known = [(metric, direction, values) for metric, direction, values in tables if direction is not None]
    notes = [
        Note.of(NoteKind.LOWER_IS_BETTER, metric=name, swapped=direction.swapped)
        for name, direction, _ in known
        if not direction.higher
    ]
    assumed = [name for name, direction, _ in known if name is not None and direction.assumed]
    notes += [Note.of(NoteKind.DIRECTION_ASSUMED, metrics=tuple(dict.fromkeys(assumed)))] if assumed else []
    for name, direction, values in known:
        meaning = metric_meaning(name) if name is not None and direction.higher else None
        if meaning is not None and meaning.negated and meaning.sign < 0 and np.nanmax(values) > 0:
            notes.append(Note.of(NoteKind.MINUS_ABOVE_ZERO, metric=name, high=float(np.nanmax(values))))
    return list(dict.fromkeys(notes))


def refuse_assumed(notes: Iterable[Note]) -> None:
    """Raise an InputError for a gate on a metric of which it is only assumed that higher is better."""
    for note in notes:
        if note.kind is NoteKind.DIRECTION_ASSUMED:
            named, *more = note["metrics"]
            others = f" (and {listed(more)})" if more else ""
            raise InputError(
                "metric",
                f"a gate needs to know whether higher or lower scores of {named!r}{others} are better: {ask(named)}",
            )


def said_again(
    direction: Direction | None, metric: str | None, words: DirectionWords, values: Floats
) -> Direction | None:
    """Return the direction of scores that were read before; raise an InputError for a word against it."""
    word = words.word(metric)
    if word is None or (direction is not None and direction.higher == word):
        return direction
    if direction is not None and not direction.assumed:
        problem = f"the scores were read before, with {better(higher=direction.higher)}; say it where they are read"
        raise InputError(words.argument_of(metric), problem)
    return MetricScores.of(metric, values).direction(words)


def _direction(table: Scores, words: DirectionWords) -> Direction:
    if table.direction is not None:
        return said_again(table.direction, table.metric, words, table.values) or table.direction
    return direction_of(table.metric, table.learners, table.values, words)


def _turned(table: Scores, direction: Direction) -> Scores:
    """Return scores in a direction that was found now; those of a table that was read before have been turned."""
    before = 1 if table.direction is None else table.direction.sign
    if before == direction.sign:
        return replace(table, direction=direction)
    if table.items is not None:
        raise InputError("lower", "these are scores of items that were read before; say it where they are read")
    return replace(table, values=direction.turn(table.values), unit=Unit.NONE, direction=direction)
