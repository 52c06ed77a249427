"""The answer of a league on a terminal: one sentence, where learners stand, the pairs, what to note."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outperform.core import (
    LeagueBudget,
    LeagueJudgement,
    LeagueRun,
    LeagueStanding,
    LeagueTable,
    Note,
    Omnibus,
    Unit,
    Winner,
    split_spec,
)
from outperform.core.adjust import adjustment_from
from outperform.visible import one_line
from outperform.words.answer import CAUTIONS
from outperform.words.league_effort import budget_words, run_words
from outperform.words.league_facts import single_pair
from outperform.words.league_pairs import (
    foremost_pairs,
    hidden_words,
    is_adjusted,
    legend_words,
    seen_pair,
    several_pairs,
)
from outperform.words.league_sentences import (
    league_claim,
    league_outlook,
    league_sentence,
    omnibus_words,
    otherwise,
    pair_claim,
    pair_sentence,
)
from outperform.words.lines import KEPT, filled
from outperform.words.material import repeats_words
from outperform.words.names import named_lines
from outperform.words.notes import note_words
from outperform.words.numbers import digits, level_words, many, percent, points_style
from outperform.words.visible import FILE_NAME, cut, renamed, texts_by

NAMED = 3  # pairs that a note names; of more it gives the number


@dataclass(frozen=True, eq=False)
class LeagueAnswer:
    """What judging a league found, and what is known of how it came about."""

    table: LeagueTable
    judgements: Sequence[LeagueJudgement]
    standings: Sequence[LeagueStanding]
    omnibus: Omnibus | None
    winner: Winner | None
    level: float
    test: str
    adjustment: str
    baseline: str | None = None
    rope: float | None = None
    notes: Sequence[Note] = ()
    source: str = ""
    run: LeagueRun | None = None
    budget: LeagueBudget | None = None

    def __post_init__(self) -> None:
        """Write names as one line, in which letters that nobody sees are escapes."""
        table = self.table
        names = (*table.learners, *table.datasets, table.metric or "", self.source)
        if all(one_line(name) == name for name in names):
            return
        made = {
            "table": renamed(table, "learners", "datasets", "metric", "missing"),
            "judgements": [renamed(each, "first", "second", "names", "fragility") for each in self.judgements],
            **texts_by(one_line, {name: getattr(self, name) for name in ("standings", "winner", "baseline", "source")}),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """Write the answer in lines of at most 80 letters, unless a name is longer."""
        cautions, notes = self.noted()
        blocks = [
            filled(self.sentence().replace("p = ", f"p{KEPT}={KEPT}").replace("p < ", f"p{KEPT}<{KEPT}")),
            _hanging(cautions),
            filled(" · ".join(part.replace(" ", KEPT) for part in self.where())),
            named_lines(standing_columns(self.standings, self.table), "learner"),
            list(self._pairs()),
            filled(legend_words(self.judgements) if len(self.judgements) > 1 else "", "  ", "  "),
            filled(self.closing()),
            filled(" ".join(self.effort())),
            _hanging(notes),
        ]
        return "\n\n".join("\n".join(lines) for lines in blocks if lines)

    def sentence(self) -> str:
        """Return the answer in a sentence or two."""
        if len(self.judgements) == 1:
            return pair_sentence(self.judgements[0])
        return league_sentence(self.judgements, self.standings, self.winner, self.baseline)

    def headline(self) -> str:
        """Return the answer alone."""
        if len(self.judgements) == 1:
            return pair_claim(self.judgements[0])
        return league_claim(self.judgements, self.standings, self.baseline)

    def outlook(self) -> list[str]:
        """Return what other splits and new data sets would say, in sentences."""
        if len(self.judgements) == 1:
            return list(otherwise(self.judgements[0]))
        return list(league_outlook(self.judgements, self.standings, self.winner, self.baseline))

    def where(self) -> Iterator[str]:
        """Name the metric, the data, and how they were judged."""
        better = "" if self.table.higher_is_better else " (lower is better)"
        if self.table.metric or better:
            yield f"{self.table.metric or 'scores'}{better}"
        sets, who = many(len(self.table.datasets), "data set"), many(len(self.table.learners), "learner")
        yield ", ".join(filter(None, (cut(self.source, FILE_NAME), f"{sets}{repeats_words(self.table)}", who)))
        if self.run is not None:
            yield split_spec(self.run.procedure)[0]
        yield self.rule()

    def rule(self) -> str:
        """Name the test, the level, the adjustment and the baseline."""
        method = adjustment_from(self.adjustment).method
        adjusted = f", p adjusted by {method}" if is_adjusted([*map(seen_pair, self.judgements)]) else ""
        against = f", all against {self.baseline}" if self.baseline and len(self.judgements) > 1 else ""
        return f"{self.test}, level {level_words(self.level)}{adjusted}{against}"

    def closing(self) -> str:
        """Return what a test of all learners at once says; nothing where there are two."""
        if self.omnibus is None or len(self.table.learners) < 3:
            return ""
        words = omnibus_words(self.omnibus)
        return f"{words[:1].upper()}{words[1:]}."

    def effort(self) -> list[str]:
        """Return what the league took, and what more data sets or more repeats would bring, in sentences."""
        ran = [] if self.run is None else [run_words(self.run, self.table)]
        return [*ran, *self.next_step()]

    def next_step(self) -> list[str]:
        """Return what more data sets or more repeats would bring; nothing where repeats do not tell."""
        return [] if self.budget is None else [budget_words(self.budget, self.judgements)]

    def noted(self) -> tuple[list[str], list[str]]:
        """Return the cautions, and all other notes."""
        own = [(note.kind in CAUTIONS, note_words(note)) for note in self.notes]
        of_pairs = [(weak, words) for weak in (True, False) for words in _pair_notes(self.judgements, weak=weak)]
        said = [*own, *of_pairs]
        return (
            [f"caution: {words}" for words in dict.fromkeys(words for weak, words in said if weak)],
            [f"note: {words}" for words in dict.fromkeys(words for weak, words in said if not weak)],
        )

    def _pairs(self) -> Iterator[str]:
        """Write the facts of one pair, or a table of several."""
        if len(self.judgements) == 1:
            yield from single_pair(self.judgements[0], self.rope)
            return
        kept = foremost_pairs(self.judgements, self.standings, self.baseline)
        yield from several_pairs(kept, keep=self.baseline is not None)
        yield from filled(hidden_words(self.judgements, kept), "  ", "  ")


def standing_columns(standings: Sequence[LeagueStanding], table: LeagueTable) -> dict[str, list[str]]:
    """Return the columns of a table of learners, by head: mean rank, mean score, place."""
    means = [each.mean for each in standings if each.mean is not None]
    gaps = [abs(one - other) for one, other in zip(means[1:], means, strict=False)]
    points = table.unit is Unit.POINTS
    style = points_style(*(100 * gap for gap in gaps)) if points else digits(*means)
    scores = [_mean(each.mean, style, points=points) for each in standings]
    return {
        "learner": [each.learner for each in standings],
        "mean rank": ["" if each.mean_rank is None else f"{each.mean_rank:.2f}" for each in standings],
        f"mean {table.metric or 'score'}": scores,
        "place": [place_words(*each.place) for each in standings],
    }


def place_words(low: int, high: int) -> str:
    """Write the places that are open.

    Examples
    --------
    >>> place_words(1, 3), place_words(2, 2)
    ('1-3', '2')
    """
    return str(low) if low == high else f"{low}-{high}"


def _mean(value: float | None, style: str, *, points: bool) -> str:
    if value is None:
        return ""
    return percent(value, style) if points else format(value, style).replace("-", "−")


def _hanging(notes: Sequence[str]) -> list[str]:
    return [line for words in notes for line in filled(words, then="  ")]


def _pair_notes(judgements: Sequence[LeagueJudgement], *, weak: bool) -> list[str]:
    """List the notes of pairs, each once; a note that does not concern all of them names its pairs."""
    said: dict[str, list[LeagueJudgement]] = {}
    for judgement in judgements:
        for words in dict.fromkeys(note_words(note) for note in judgement.notes if (note.kind in CAUTIONS) is weak):
            said.setdefault(words, []).append(judgement)
    return [words if len(of) == len(judgements) else f"{_named(of)}: {words}" for words, of in said.items()]


def _named(judgements: Sequence[LeagueJudgement]) -> str:
    names = [seen_pair(each).pair for each in judgements]
    more = [f"{len(names) - NAMED} more pairs"] if len(names) > NAMED + 1 else names[NAMED:]
    return "; ".join([*names[:NAMED], *more])


def short_league(answer: LeagueAnswer) -> str:
    """Write the answer in a few words, for a prompt."""
    pairs, sets = many(len(answer.judgements), "verdict"), many(len(answer.table.datasets), "data set")
    facts = "; ".join(filter(None, (pairs, sets, answer.table.metric, split_spec(answer.test)[0])))
    text = f"<League: {answer.sentence().rstrip('.')} ({facts}); print() shows all>"
    return text if len(text) <= 600 else f"{text[:598]}…>"
