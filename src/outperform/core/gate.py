"""A gate: what is required of every pair, who stands against whom, and whether it is shown."""

from dataclasses import dataclass
from enum import StrEnum

from outperform.core.brief import Brief
from outperform.core.direction import Direction
from outperform.core.judgement import Judgement
from outperform.core.notes import Note
from outperform.core.verdict import Decision


class Require(StrEnum):
    """What a gate asks of every pair."""

    FIRST = "first"  # the first is better
    SECOND = "second"  # the second is better
    EQUAL = "equal"  # both are practically equal, or differ by less than the margin
    NOT_WORSE = "not-worse"  # the first is not worse by more than the margin


@dataclass(frozen=True)
class GateFile:
    """What was judged: a file, a folder, or scores in memory, with the SHA-256 digest of its content.

    The digest of a folder, and of several files together, is that of the lines that ``sha256sum`` prints for them.
    """

    name: str
    sha256: str | None  # None for data that only their name stands for


@dataclass(frozen=True)
class GatePair:
    """A pair at a gate."""

    judgement: Judgement

    @property
    def metric(self) -> str | None:
        """The metric of the pair."""
        return self.judgement.metric

    @property
    def direction(self) -> Direction:
        """Whether higher scores are better, and who says so."""
        return self.judgement.direction

    @property
    def margin(self) -> float | None:
        """The largest difference that does not matter, of the pair or of its test; None where none was given."""
        facts = self.judgement.items
        rope = getattr(self.judgement.verdict, "rope", 0.0)
        return facts.margin if facts is not None and facts.margin is not None else rope or None

    def shows(self, required: Require) -> bool:
        """Return whether the pair shows what is required: the only rule of every gate."""
        facts = self.judgement.items
        if required is Require.NOT_WORSE:
            return facts is not None and facts.margin is not None and facts.not_worse is True
        if required is Require.EQUAL and facts is not None and facts.margin is not None:
            return facts.equivalent is True
        return self.judgement.decision is Decision(required)


@dataclass(frozen=True, kw_only=True, repr=False)
class GateOutcome(Brief):
    """What a gate asked for, what it saw, and whether it is open.

    It exists only where all pairs were judged; exit code 0 of a command with ``--require`` comes from ``met`` alone.
    """

    required: Require
    pairs: tuple[GatePair, ...]
    closing: tuple[Note, ...] = ()  # what keeps the gate closed whatever the pairs show: something is missing, doubtful
    told: tuple[Note, ...] = ()  # what a reader must know: what an option has left out, factors of this machine
    files: tuple[GateFile, ...] = ()
    defaults: str = ""  # what outperform.toml set
    chosen: str = ""  # what the user typed that leaves something out, as it is typed

    @property
    def met(self) -> bool:
        """Whether there is a pair, every pair shows what is required, and nothing speaks against it."""
        return bool(self.pairs) and not self.closing and all(pair.shows(self.required) for pair in self.pairs)
