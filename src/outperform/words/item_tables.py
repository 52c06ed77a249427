"""What tables for papers and for a gate say beside the verdicts: of learners their factors, of fixed systems more."""

from collections.abc import Sequence

from outperform.core import Judgement, Scores, Standing
from outperform.words.items import is_weighted, items_words
from outperform.words.numbers import shown
from outperform.words.replicability import anew_of
from outperform.words.verdicts import agreeing_words, agreement_short, factor_words

FACTOR = "factor"
COUNTS = "items better: first / second / tied"
EQUAL, NOT_WORSE, NEITHER = "equal", "not worse", "not shown"


def standings_caption(table: Scores, standings: Sequence[Standing], level: float | None, noun: str) -> str:
    """Return what a table of systems shows."""
    where = items_words(table)
    sure = "" if level is None else f"{100 * (1 - level):g}% "
    words = f"The {table.metric or 'score'} of every {noun}{f' on {where}' if where else ''}, with its {sure}interval."
    return f"{words} Place: the ranks that the decisions on pairs leave open." if len(standings) > 1 else words


def beside_columns(judgements: Sequence[Judgement]) -> dict[str, list[str]]:
    """Return more columns of a table of pairs, by head, where something is known to fill them.

    Every number is from the side of the judgement's first system.
    """
    columns: dict[str, list[str]] = {}
    found = [each.threshold for each in judgements]
    if any(each is not None and each.factor_se is not None for each in found):
        columns[FACTOR] = ["" if each is None or each.factor is None else factor_words(each) for each in found]
    counts = [_counts(each) for each in judgements]
    if any(counts):
        columns[f"{COUNTS} (not weighted)" if any(map(is_weighted, judgements)) else COUNTS] = counts
    agreed = [agreement_short(each) for each in judgements]
    if any(agreed):
        columns[anew_of(judgements).agree] = [words or "unknown" for words in agreed]
    margin = margin_of(judgements)
    if margin is not None:
        columns[f"margin {margin}"] = [_within(each) for each in judgements]
    return columns


def beside_legend(judgements: Sequence[Judgement]) -> str:
    """Return what these columns mean, for a caption."""
    heads = beside_columns(judgements)
    said = []
    if FACTOR in heads:
        said.append(f"{FACTOR.capitalize()}: what the standard error was multiplied by, ± its own standard error.")
    if anew_of(judgements).agree in heads:
        agree = agreeing_words(judgements)
        said.append(f"{agree[:1].upper()}{agree[1:]}.")
    margin = margin_of(judgements)
    if margin is not None:
        said.append(
            f"Margin: {NOT_WORSE}, the first is shown to be not worse by more than {margin};"
            f" {EQUAL}, both are shown to differ by less."
        )
    return " ".join(said)


def margin_of(judgements: Sequence[Judgement]) -> str | None:
    """Write the margin that was given; None where there was none."""
    given = [each for each in judgements if each.items is not None and each.items.margin is not None]
    if not given or given[0].items is None or given[0].items.margin is None:
        return None
    return shown(given[0].items.margin, given[0].unit)


def _counts(judgement: Judgement) -> str:
    flips = None if judgement.items is None else judgement.items.flips
    return "" if flips is None else f"{flips.first} / {flips.second} / {flips.tied}"


def _within(judgement: Judgement) -> str:
    facts = judgement.items
    if facts is None or facts.not_worse is None:
        return ""
    return EQUAL if facts.equivalent else NOT_WORSE if facts.not_worse else NEITHER
