"""Metrics in words: their names, and whether lower scores are better or higher ones only assumed to be."""

from collections.abc import Iterable

from outperform.core import Direction


def metric_words(metric: str | None, direction: Direction | None) -> str:
    """Return the name of a metric with what a reader must know of its direction; "" where there is nothing to say.

    Examples
    --------
    >>> lower = Direction(higher=False)
    >>> metric_words("wer", lower), metric_words(None, lower), metric_words("accuracy", None)
    ('wer (lower is better)', 'lower is better', 'accuracy')
    >>> metric_words(None, Direction()), metric_words("utility", Direction())  # of which a caution says it
    ('higher is better assumed', 'utility')
    """
    told = "" if direction is None else _told(direction, named=metric is not None)
    return told if metric is None else f"{metric} ({told})" if told else metric


def _told(direction: Direction, *, named: bool) -> str:
    if not direction.higher:
        return "lower is better"
    return "" if named else "higher is better assumed" if direction.assumed else "higher is better"


def caption_words(metrics: Iterable[tuple[str | None, Direction | None]]) -> str:
    """Return sentences for a caption about metrics that were turned, or whose direction is assumed.

    Examples
    --------
    >>> caption_words([("wer", Direction(higher=False)), ("accuracy", None)])
    'Lower wer is better: it is shown times -1.'
    >>> caption_words([("toxic", Direction(higher=False, swapped=True)), ("utility", Direction())])
    'Lower toxic is better: 0 and 1 are swapped. Higher utility is assumed to be better.'
    """
    words = []
    for metric, direction in dict.fromkeys(metrics):
        if direction is not None and not direction.higher:
            how = "0 and 1 are swapped" if direction.swapped else "it is shown times -1"
            words.append(f"Lower {metric or 'score'} is better: {how}.")
        elif direction is not None and direction.assumed and metric is not None:
            words.append(f"Higher {metric} is assumed to be better.")
    return " ".join(words)
