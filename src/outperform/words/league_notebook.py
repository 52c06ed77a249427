"""The answer of a league in a notebook: the same words and numbers as on a terminal."""

from html import escape

from outperform.words.league import LeagueAnswer, standing_columns
from outperform.words.league_facts import fact_rows
from outperform.words.league_pairs import foremost_pairs, hidden_words, league_columns, legend_words
from outperform.words.notebook import FAINT, in_notebook, plain_table


def html_league(answer: LeagueAnswer) -> str:
    """Write the answer as HTML for light and dark notebooks; everything that comes from data is escaped."""
    cautions, others = answer.noted()
    stand = standing_columns(answer.standings, answer.table)
    parts = [
        f'<div style="font-size:1.1em;font-weight:600;margin:.3em 0">{escape(answer.sentence())}</div>',
        *(f"<div><b>{escape(words)}</b></div>" for words in cautions),
        f'<div style="{FAINT}">{escape(" · ".join(answer.where()))}</div>',
        plain_table(list(stand), list(zip(*stand.values(), strict=True))),
        _pairs(answer),
        f'<div style="{FAINT}margin:.3em 0">{escape(answer.closing())}</div>',
    ]
    notes = "".join(f"<li>{escape(note)}</li>" for note in others)
    parts.append(f"<details><summary>notes</summary><ul>{notes}</ul></details>" if notes else "")
    return in_notebook(parts)


def _pairs(answer: LeagueAnswer) -> str:
    """Write the facts of one pair, or a table of several."""
    if len(answer.judgements) == 1:
        return plain_table(["", ""], list(fact_rows(answer.judgements[0], answer.rope)), left=2)
    kept = foremost_pairs(answer.judgements, answer.standings, answer.baseline)
    columns = league_columns(kept, keep=answer.baseline is not None)
    heads = [" ".join(head.split()) for head in columns]
    told = [hidden_words(answer.judgements, kept), legend_words(kept)]
    below = "".join(f'<div style="{FAINT}font-size:.9em">{escape(words)}</div>' for words in told if words)
    return plain_table(heads, list(zip(*columns.values(), strict=True)), left=2) + below
