"""The one rule by which all papers are judged: three standard errors decide, and what they cannot decide is undecided.

A *number* differs if it is more than three standard errors from the printed one. Else it agrees, unless three standard
errors exceed what the paper itself would call a difference: then such a difference could hide, and it is undecided. A
*claim* says that something measured is above or below a bound. It holds if the measurement is on the right side by
three standard errors, fails if it is on the wrong side by three, and is undecided in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scipy.special import ndtr, ndtri

from outperform.papers.agreement import Absent, Cell, Kind, Measured, Verdict

FAR = 3.0  # standard errors beyond which two numbers differ; by chance, one cell in 400


def number(
    key: str,
    published: float,
    obtained: float,
    *,
    se: float = 0.0,
    published_se: float = 0.0,
    unit: float = 0.0,
    matters: float | None = None,
    reason: str = "",
) -> Cell:
    """Compare a printed number with ours: they agree within three standard errors of their difference.

    Parameters
    ----------
    key
        Which cell it is.
    published, obtained
        The two numbers.
    se
        Monte Carlo standard error of ours.
    published_se
        That of the printed one, from the number of trials that the paper states.
    unit
        The last printed digit, such as 0.001: rounding adds ``unit / sqrt(12)`` to the printed one's error.
    matters
        A difference that the paper would call one. Needed where there is a standard error.
    reason
        What a reader should know about the two numbers.

    Examples
    --------
    >>> number("McNemar / .1", 0.03, 0.0266, se=0.0005, published_se=0.0054, matters=0.03).verdict
    'agrees'
    >>> number("McNemar / .1", 0.03, 0.0266, se=0.02, published_se=0.0054, matters=0.03).verdict
    'undecided'
    """
    if matters is None and (se or published_se):
        raise ValueError(f"{key}: say which difference matters")
    error = float((published_se**2 + unit**2 / 12) ** 0.5)
    gap, spread = abs(obtained - published), float((error**2 + se**2) ** 0.5)
    near = gap <= max(FAR * spread, unit / 2 * (1 + 1e-9), 1e-12)
    wide = matters is not None and FAR * spread > matters
    verdict: Verdict = "differs" if not near else "undecided" if wide else "agrees"
    return Cell("number", key, published, obtained, error, se, verdict, reason, matters)


def incomparable(
    key: str,
    published: float | str | None,
    obtained: float,
    reason: str,
    se: float = 0.0,
    *,
    published_se: float = 0.0,
) -> Cell:
    """Return a row that cannot be compared, with the reason: another learner, an unknown network, nothing printed."""
    kind: Kind = "number" if isinstance(published, int | float) else "ours"
    return Cell(kind, key, published, obtained, published_se, se, "not comparable", reason)


@dataclass(frozen=True)
class Bounds:
    """Where a measurement must lie for a claim to hold: above or below a number, or both."""

    above: float | None = None
    below: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    def __str__(self) -> str:
        """Return the bounds in words.

        Examples
        --------
        >>> str(Bounds(at_least=0.8, at_most=1.25))
        'at least 0.8, at most 1.25'
        """
        named = {"above": self.above, "at least": self.at_least, "below": self.below, "at most": self.at_most}
        return ", ".join(f"{word} {value:g}" for word, value in named.items() if value is not None)

    def margin(self, found: Measured) -> float:
        """Return by how many standard errors a measurement is on the right side; infinite if it is exact."""
        gaps = [found.value - low for low in (self.above, self.at_least) if low is not None]
        gaps += [high - found.value for high in (self.below, self.at_most) if high is not None]
        least = min(gaps)
        if found.se > 0:
            return least / found.se
        strict = self.above is not None or self.below is not None
        inside = least > 0 if strict else least >= 0
        return float("inf") if inside else float("-inf")


def claim(
    key: str,
    says: str,
    found: Measured | Mapping[str, Measured],
    what: str,
    bounds: Bounds,
    *,
    reason: str = "",
) -> Cell:
    """Check a claim of the text.

    Parameters
    ----------
    key, says
        The claim in a few words, and in those of the paper.
    found
        What was measured. Of several, by name, each must keep the bounds, and the worst is shown. It fails if the worst
        is outside by as many standard errors as are as rare among so many as three are for one.
    what
        What it is: "power of the blocked test less that of the best other".
    bounds
        Where it must lie.
    reason
        What a reader should know beside the rule.

    Examples
    --------
    >>> claim("flat", "does not change", Measured(0.01, 0.002), "range over n", Bounds(at_most=0.02)).verdict
    'holds'
    >>> claim("flat", "does not change", Measured(0.01, 0.01), "range over n", Bounds(at_most=0.02)).verdict
    'undecided'
    """
    several = found if isinstance(found, Mapping) else {"": found}
    name = min(several, key=lambda each: (bounds.margin(several[each]), abs(several[each].value)))
    margin = bounds.margin(several[name])
    verdict: Verdict = "holds" if margin >= FAR else "fails" if margin <= -far_of(len(several)) else "undecided"
    rule = f"{what}: {bounds}"
    if name:
        rule += f" in each of {len(several)}; shown is the worst, {name}"
    words = f"{rule}. {reason}" if reason else rule
    return Cell("claim", key, says, float(several[name].value), 0.0, float(several[name].se), verdict, words)


def far_of(count: int) -> float:
    """Return how many standard errors of the farthest of so many are as rare as three of one.

    Examples
    --------
    >>> round(far_of(1), 6), round(far_of(28), 1)
    (3.0, 3.9)
    """
    rare = float(ndtr(-FAR))
    return float(-ndtri(1 - (1 - rare) ** (1 / count)))


def derived(cell: Cell) -> Cell:
    """Mark a row that follows from the paper's own numbers, or by construction: it is no independent evidence."""
    return replace(cell, kind="derived")


def repeating(cell: Cell) -> Cell:
    """Mark a number that says in another way what other rows say: it is counted, but not in the chi-squared."""
    return replace(cell, repeats=True)


def ours(cell: Cell) -> Cell:
    """Mark a row as a variant or a guess of ours: it is shown and never counted."""
    return replace(cell, kind="ours")


def explained(cell: Cell, reason: str) -> Cell:
    """Add the reason of a difference; a number that does not differ needs none.

    Examples
    --------
    >>> explained(number("a", 1, 2), "another learner").reason, explained(number("a", 1, 1), "another learner").reason
    ('another learner', '')
    """
    return replace(cell, reason=reason) if cell.verdict == "differs" else cell


def absent(key: str, published: float | str | None, reason: str) -> Absent:
    """Keep the place of what was not run, with the reason."""
    return Absent(key, published, reason)


def threshold(matters: float, why: str) -> str:
    """Return the note that says when a number of a table is undecided."""
    return f"A number is undecided where three standard errors of the difference exceed {matters:g}: {why}."
