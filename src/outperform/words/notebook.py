"""The answer of a comparison in a notebook: the same words and numbers as on a terminal, with a small figure."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import isfinite

from outperform.core import Decision, Judgement, Scores
from outperform.visible import visible
from outperform.words.answer import Answer, mean_words, noted
from outperform.words.directions import metric_words
from outperform.words.foremost import foremost, left_words
from outperform.words.headlines import headline
from outperform.words.items import fact_rows, flip_words, standing_columns
from outperform.words.lines import KEPT as UNBROKEN
from outperform.words.numbers import short_spec
from outperform.words.pair_lines import legend, pair_columns
from outperform.words.pairs import oriented
from outperform.words.tasks import task_columns, task_sentences
from outperform.words.verdicts import nouns

MOST = 600  # letters of a short text
WIDE, TALL = 180, 16  # of the figure of one pair, in pixels
CELL = "padding:2px 8px;border:0;background:none;"
KEPT = {"th": "", "td": "white-space:nowrap;"}  # lines of a cell are not broken
FAINT = "opacity:.75;"


def short_text(answer: Answer) -> str:
    """Write the answer in a few words, for a prompt: at most 600 letters."""
    metrics = ", ".join(table.metric or "score" for table in answer.tables)
    rules = ", ".join(dict.fromkeys(short_spec(each.procedure or each.test) for each in answer.judgements))
    found = headline(answer.judgements, answer.tables) if answer.judgements else answer.sentence().rstrip(".")
    pairs = len(answer.judgements)
    facts = "; ".join(filter(None, (f"{pairs} verdict{'' if pairs == 1 else 's'}", metrics, rules)))
    text = f"<Comparison: {found} ({facts}); print() shows all>"
    return text if len(text) <= MOST else f"{text[: MOST - 2]}…>"


def html_text(answer: Answer) -> str:
    """Write the answer as HTML for light and dark notebooks; everything that comes from data is escaped."""
    several = len(answer.tables) > 1
    head = answer.sentence()
    cautions, others = noted(answer.judgements, answer.notes)
    parts = [
        f'<div style="font-size:1.1em;font-weight:600;margin:.3em 0">{escape(head)}</div>',
        *(f"<div><b>{escape(words)}</b></div>" for words in cautions),
        f'<div style="{FAINT}">{escape(" · ".join(answer.where()))}</div>',
    ]
    for table in answer.tables:
        found = [each for each in answer.judgements if each.metric == table.metric]
        if found:
            parts += [f"<div><b>{escape(metric_words(table.metric, table.direction))}</b></div>"] if several else []
            parts.append(_systems(answer, table))
            kept = foremost(found, table)
            parts.append(_pairs(kept, keep=answer.baseline is not None))
            parts.append(f'<div style="{FAINT}">{escape(left_words(len(found), len(kept)))}</div>')
            parts += _facts(found[0]) if len(found) == 1 else []
    parts.append(f'<div style="{FAINT}margin:.3em 0">{escape(answer.closing())}</div>')
    notes = "".join(f"<li>{escape(note)}</li>" for note in others)
    parts.append(f"<details><summary>notes</summary><ul>{notes}</ul></details>" if notes else "")
    return in_notebook(parts)


def in_notebook(parts: Iterable[str]) -> str:
    """Return the parts of an answer as one block, in which letters that nobody sees are escapes."""
    text = visible("".join(parts).replace(UNBROKEN, "&#160;"))
    return f'<div class="outperform" style="max-width:60em;overflow-x:auto">{text}</div>'


def _systems(answer: Answer, table: Scores) -> str:
    """Write the table of learners, or of systems with their intervals and places."""
    if not answer.standings or len(answer.tables) > 1:
        return plain_table(["learner", "mean score"], mean_words(table))
    noun = nouns(answer.judgements).removesuffix("s")
    columns = standing_columns(answer.standings, table.unit, answer.judgements[0].level, noun)
    return plain_table(list(columns), list(zip(*columns.values(), strict=True)))


def _facts(judgement: Judgement) -> Iterator[str]:
    """Write what is known of a pair of fixed systems, and its tasks."""
    flips = flip_words(judgement, oriented(judgement))
    rows = [*([("items", flips)] if flips else []), *fact_rows(judgement)]
    if rows:
        yield plain_table(["", ""], rows, left=2)
    tasks = None if judgement.items is None else judgement.items.tasks
    if tasks is not None:
        columns = task_columns(judgement, tasks)
        yield plain_table(list(columns), list(zip(*columns.values(), strict=True)))
        yield "".join(f"<div>{escape(words)}</div>" for words in task_sentences(judgement, tasks))


def _pairs(found: Sequence[Judgement], *, keep: bool) -> str:
    """Write the table of pairs, with a figure of their intervals where all are differences."""
    columns = pair_columns(found, keep=keep)
    heads = [" ".join(name.split()) for name in columns]
    rows = list(zip(*columns.values(), strict=True))
    drawn = list(_forest(found, keep=keep))
    figures = drawn if any(drawn) else None
    return (
        plain_table(heads, rows, figures, left=list(columns).index("decision") + 1)
        + f'<div style="{FAINT}font-size:.9em">{escape(legend(found))}</div>'
    )


def plain_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[str] | None = None, left: int = 1
) -> str:
    """Write a table; the first ``left`` columns are words, and a figure may end each row."""

    def cells(tag: str, texts: Sequence[str], last: str) -> str:
        made = [
            f'<{tag} style="{CELL}{KEPT[tag]}text-align:{"left" if at < left else "right"}">{escape(text)}</{tag}>'
            for at, text in enumerate(texts)
        ]
        return f"<tr>{''.join(made)}{f'<{tag} style={chr(34)}{CELL}{chr(34)}>{last}</{tag}>' if figures else ''}</tr>"

    body = "".join(cells("td", row, figures[at] if figures else "") for at, row in enumerate(rows))
    return (
        f'<table style="border-collapse:collapse;margin:.4em 0;color:inherit"><thead>{cells("th", heads, "")}</thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _forest(found: Sequence[Judgement], *, keep: bool) -> Iterator[str]:
    """Draw the interval of each pair on one common scale; the line marks no difference."""
    seen = [oriented(each, keep=keep) for each in found]
    ends = [end for each in seen for end in (each.interval or ()) if isfinite(end)]
    if not ends or not all(each.verdict.parameter.is_difference for each in found):
        return
    low, high = min(0.0, *ends), max(0.0, *ends)
    width = (high - low) or 1.0

    def at(value: float) -> float:
        return round(6 + (WIDE - 12) * (min(max(value, low), high) - low) / width, 1)

    for judgement, each in zip(found, seen, strict=True):
        left, right = each.interval or (each.estimate, each.estimate)
        colour = "currentColor" if judgement.decision is Decision.OPEN else "#2f7fd1"
        yield (
            f'<svg width="{WIDE}" height="{TALL}" viewBox="0 0 {WIDE} {TALL}" style="min-width:{WIDE}px" role="img"'
            ' aria-label="interval of the difference">'
            f'<line x1="{at(0)}" x2="{at(0)}" y1="0" y2="{TALL}" stroke="currentColor" stroke-opacity=".35"/>'
            f'<line x1="{at(left)}" x2="{at(right)}" y1="8" y2="8" stroke="{colour}" stroke-width="2"/>'
            f'<circle cx="{at(each.estimate)}" cy="8" r="3.5" fill="{colour}"/></svg>'
        )
