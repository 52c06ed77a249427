"""The numbers of a league's pairs in a table, seen from the better learner."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outperform.core import Decision, Interval, LeagueJudgement, LeagueStanding, Unit
from outperform.core.adjust import adjustment_from
from outperform.surface import either
from outperform.words.lines import WIDTH, aligned
from outperform.words.numbers import digits, many, p_short, points_style, signed
from outperform.words.pair_lines import rows_or_stacks
from outperform.words.pairs import Probabilities, cut_to_points
from outperform.words.replicability import rounded

ALL = 10  # pairs that are all shown: those of five learners
MOST = 20  # of more: so many at most
INDENT = "  "
SPLITS = "other random splits of these data sets"
LIKE_THESE = "new data sets like these (exchangeable with them)"


@dataclass(frozen=True)
class SeenPair:
    """A judgement of a league as people read it: all numbers are the better learner less the worse one."""

    judgement: LeagueJudgement
    better: str  # the learner that is shown to be better; where none is, the one with the larger mean
    worse: str
    swapped: bool  # whether ``better`` is the second learner of the judgement

    @property
    def pair(self) -> str:
        """Name both, the better one first."""
        return f"{self.better} – {self.worse}"

    @property
    def estimate(self) -> float | None:
        """The difference over data sets."""
        found = self.judgement.effect.estimate
        return -found if found is not None and self.swapped else found

    @property
    def wins(self) -> tuple[int, int, int]:
        """On how many data sets the better one wins, both tie, the worse one wins."""
        won, tied, lost = self.judgement.wins
        return (lost, tied, won) if self.swapped else (won, tied, lost)

    @property
    def probabilities(self) -> Probabilities | None:
        """Better, practically equal, worse; None without a region of practical equivalence."""
        parts = self.judgement.probabilities
        return parts if parts is None or not self.swapped else (parts[2], parts[1], parts[0])

    def ends(self, interval: Interval | None) -> Interval | None:
        """Return an interval of the difference from this side; one of shares lies between -1 and 1."""
        if interval is not None and self.swapped:
            interval = -interval[1], -interval[0]
        return cut_to_points(interval) if self.judgement.unit is Unit.POINTS else interval


def seen_pair(judgement: LeagueJudgement, *, keep: bool = False) -> SeenPair:
    """Return a judgement from the side of the better learner; ``keep`` keeps the order in which it was made."""
    estimate = judgement.effect.estimate
    behind = judgement.decision is Decision.OPEN and estimate is not None and estimate < 0
    if not keep and (judgement.decision is Decision.SECOND or behind):
        return SeenPair(judgement, judgement.second, judgement.first, swapped=True)
    return SeenPair(judgement, judgement.first, judgement.second, swapped=False)


def agreement(p_flip: float | None) -> str:
    """Write which share decides the same; "" where nobody knows.

    Examples
    --------
    >>> agreement(0.031), agreement(0.001), agreement(None)
    ('97 %', '> 99 %', '')
    """
    if p_flip is None:
        return ""
    return "> 99 %" if p_flip < 0.005 else f"{100 * (1 - p_flip):.0f} %"


def flip_share(p_flip: float | None) -> str:
    """Write which share decides otherwise; "" where nobody knows. It is drawn or modelled, so that none is not 0 %.

    Examples
    --------
    >>> flip_share(0.031), flip_share(0.0), flip_share(None)
    ('3 %', 'under 1 %', '')
    """
    if p_flip is None:
        return ""
    return rounded(p_flip) if p_flip else "under 1 %"


def mean_words(found: Sequence[LeagueJudgement]) -> str:
    """Name the mean over data sets that the differences of pairs are."""
    if any(each.effect.tau is not None for each in found):
        return "mean by random effects: data sets with precise scores count more"
    return "mean over data sets"


def foremost_pairs(
    found: Sequence[LeagueJudgement], standings: Sequence[LeagueStanding], baseline: str | None
) -> list[LeagueJudgement]:
    """Return the pairs that a terminal shows: all of a few; of many, those of the best learner and decided ones.

    The decided ones of other learners are shown as long as there are few of them. The best mean ranks come first.
    """
    place = {each.learner: number for number, each in enumerate(standings)}
    pairs = sorted(found, key=lambda each: sorted((place[each.first], place[each.second])))
    if len(pairs) <= ALL or (baseline is not None and len(pairs) <= MOST):
        return pairs
    decided = [each for each in pairs if each.decision is not Decision.OPEN]
    if baseline is not None:
        return decided[:MOST] or pairs[:MOST]
    best = standings[0].learner
    wanted = [each for each in pairs if best in (each.first, each.second)]
    more = [each for each in decided if best not in (each.first, each.second)]
    return [*wanted, *more] if len(wanted) + len(more) <= MOST else wanted[:MOST]


def hidden_words(found: Sequence[LeagueJudgement], kept: Sequence[LeagueJudgement]) -> str:
    """Return how many pairs are not shown, how many of them are decided, and where they are; "" where all are shown.

    Examples
    --------
    >>> hidden_words([], [])
    ''
    """
    left = len(found) - len(kept)
    if not left:
        return ""
    decided, shown = (sum(each.decision is not Decision.OPEN for each in some) for some in (found, kept))
    clear = decided - shown
    told = "none of them" if not clear else "all of them" if clear == left else f"{clear} of them"
    return (
        f"and {left:,} more {'pair' if left == 1 else 'pairs'}, {told} with a clear difference:"
        f" {either('--report, --format csv or --json show', 'to_frame() shows')} all"
    )


def several_pairs(found: Sequence[LeagueJudgement], *, keep: bool) -> Iterator[str]:
    """Write a table with a row per pair; where names are long, they have a line of their own."""
    seen = [seen_pair(each, keep=keep) for each in found]
    labels, numbers = {"pair": [each.pair for each in seen]}, _numbers(seen)
    named, nameless = _decisions(seen), [_nameless(each) for each in seen]
    heads, rows = aligned({**labels, "decision": named, **numbers}, left=2)
    fits = max(map(len, (*heads, *rows))) + len(INDENT) <= WIDTH
    yield from rows_or_stacks(labels, named if fits else nameless, nameless, numbers)


def league_columns(found: Sequence[LeagueJudgement], *, keep: bool) -> dict[str, list[str]]:
    """Return the columns of a table of pairs, by head."""
    seen = [seen_pair(each, keep=keep) for each in found]
    return {"pair": [each.pair for each in seen], "decision": _decisions(seen), **_numbers(seen)}


def legend_words(found: Sequence[LeagueJudgement]) -> str:
    """Return what the columns of a table of pairs are."""
    said = ["place: best and worst that the decisions leave open"]
    said.append(f"decision and difference (a {mean_words(found)}): of the first of the pair")
    if any(each.probabilities is not None for each in found):
        said.append("probability: that the first is better, practically equal or worse (it decides nothing)")
    same = "with the same decision"
    if any(each.p_flip is not None for each in found):
        said.append(f"other splits agree: share of {SPLITS} (not other data sets) {same}")
    if any(each.effect.prediction_mean is not None for each in found):
        sure = f"{100 * (1 - found[0].level):g}% prediction interval"
        said.append(f"mean of next: where the difference would lie on as many {LIKE_THESE}, {sure} per pair")
    if any(each.p_flip_pool is not None for each in found):
        said.append(f"other pools agree: share of leagues without some of the other learners {same}")
    return "; ".join(said)


def claim_cell(judgement: LeagueJudgement) -> str:
    """Return the decision in a cell of a table."""
    won = {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)
    return "not clear" if won is None else f"{won} is better"


def _decisions(seen: Sequence[SeenPair]) -> list[str]:
    return [claim_cell(each.judgement) for each in seen]


def _nameless(seen: SeenPair) -> str:
    """Return the decision on the first of a pair, for a table that is too wide for its name."""
    if seen.judgement.decision is Decision.OPEN:
        return "not clear"
    return "worse" if (seen.judgement.decision is Decision.SECOND) != seen.swapped else "better"


def _numbers(seen: Sequence[SeenPair]) -> dict[str, list[str]]:
    """Return the columns of numbers, by head."""
    first = seen[0].judgement
    style, unit = effect_style(seen), ",\npoints" if first.unit is Unit.POINTS else ""
    adjusted = is_adjusted(seen)
    written = [_bare(each, style) for each in seen]
    wide = [max(map(len, side)) for side in zip(*written, strict=True)]
    per = f"{100 * (1 - first.level):g}% {'per pair' if len(seen) > 1 else 'interval'}"
    columns = {f"difference{unit}\n[{per}]": [f"{one:>{wide[0]}} {ends:>{wide[1]}}" for one, ends in written]}
    values = [each.judgement.pvalue_adjusted if adjusted else each.judgement.verdict.pvalue for each in seen]
    columns["p,\nadjusted" if adjusted else "p"] = [p_short(value) for value in values]
    if any(each.probabilities is not None for each in seen):
        parts = [each.probabilities or () for each in seen]
        columns["probability\nbetter/equal\n/worse"] = ["/".join(f"{share:.2f}" for share in each) for each in parts]
    more = {
        "other\nsplits\nagree": [agreement(each.judgement.p_flip) for each in seen],
        f"mean of next\n{next_datasets([each.judgement for each in seen])}": [
            ends_cell(each, each.judgement.effect.prediction_mean, style) for each in seen
        ],
        "other\npools\nagree": [agreement(each.judgement.p_flip_pool) for each in seen],
    }
    return columns | {head: [cell or "unknown" for cell in cells] for head, cells in more.items() if any(cells)}


def is_adjusted(seen: Sequence[SeenPair]) -> bool:
    """Return whether the p-values were adjusted for several pairs."""
    pairs = [each.judgement for each in seen]
    known = any(each.verdict.pvalue is not None for each in pairs)
    return known and len(pairs) > 1 and bool(adjustment_from(pairs[0].adjustment).method)


def effect_style(seen: Sequence[SeenPair]) -> str:
    """Choose one format for the differences of pairs that stand below each other."""
    known = [each.estimate for each in seen if each.estimate is not None]
    if seen[0].judgement.unit is Unit.POINTS:
        return points_style(*(100 * each for each in known))
    ends = [end for each in seen for end in each.ends(each.judgement.effect.interval) or ()]
    return digits(*known, *ends)


def _bare(seen: SeenPair, style: str) -> tuple[str, str]:
    """Write the difference and its interval without a unit."""
    if seen.estimate is None:
        return "unknown", ""
    return written_effect(seen, seen.estimate, style), ends_cell(seen, seen.judgement.effect.interval, style)


def ends_cell(seen: SeenPair, interval: Interval | None, style: str) -> str:
    """Write an interval of the difference in a cell of a table; "" where there is none."""
    ends = seen.ends(interval)
    return "" if ends is None else f"[{', '.join(written_effect(seen, end, style) for end in ends)}]"


def next_datasets(found: Sequence[LeagueJudgement]) -> str:
    """Name the data sets that a prediction is about: as many as a pair has."""
    counts = {each.datasets for each in found}
    return many(next(iter(counts)), "data set") if len(counts) == 1 else "data sets"


def written_effect(seen: SeenPair, value: float, style: str) -> str:
    """Write a difference with its sign, without a unit; shares in points of a hundred."""
    return signed((100 if seen.judgement.unit is Unit.POINTS else 1) * value, style)


def expected_words(seen: SeenPair, interval: Interval) -> str:
    """Write where a difference is expected, with its unit."""
    unit = " points" if seen.judgement.unit is Unit.POINTS else ""
    low, high = (written_effect(seen, end, effect_style([seen])) for end in seen.ends(interval) or interval)
    return f"between {low} and {high}{unit}"
