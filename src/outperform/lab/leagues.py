"""Studies of league tests: many simulated leagues, each run again with fresh splits, judged by the tests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, LeagueCells, LeagueSource, PairsTest, Truth, check_level, stream
from outperform.core.adjust import adjustment_from
from outperform.core.checks import whole_number
from outperform.lab.measures import CATALOGUE as MEASURES
from outperform.lab.records import Records
from outperform.ranking import CATALOGUE as TESTS
from outperform.sources import LEAGUES

BLOCK = 250  # leagues that share a stream; always drawn whole, so that more leagues extend fewer
ADJUSTMENT = "shaffer"


def is_league(source: str) -> bool:
    """Return whether a source draws leagues."""
    return isinstance(source, str) and source.partition("(")[0].strip() in LEAGUES


def known_tests() -> list[str]:
    """Return the names of the league tests that have p-values."""
    return [slug for slug, entry in TESTS.items() if issubclass(entry, PairsTest)]


@dataclass(frozen=True)
class LeagueStudy:
    """A source of leagues, tests by name, and how often; ``runs`` are repeated with fresh splits of the same data sets.

    A league in which all learners are equally good is rejected where any pair is, after the adjustment for all pairs:
    the rejection rate is the family-wise error. Else the pair of the first two learners counts: the rate is the power.
    """

    source: str
    tests: tuple[str, ...]
    leagues: int = 1000
    runs: int = 1
    levels: tuple[float, ...] = (0.05,)
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be run, before anything runs."""
        for name, least in (("leagues", 1), ("runs", 1), ("seed", 0)):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), least))
        if not self.tests:
            raise InputError("tests", f"names no test; known: {', '.join(TESTS)}")
        for level in self.levels:
            check_level(level)
        _ = self.supply, self.rules

    @cached_property
    def supply(self) -> LeagueSource:
        """The source itself."""
        return LEAGUES.parse(self.source)

    @cached_property
    def rules(self) -> tuple[PairsTest, ...]:
        """The tests themselves."""
        return tuple(map(_rule, self.tests))

    @property
    def truth(self) -> Truth:
        """The true difference of the first two learners."""
        first, second = self.supply.truths[:2]
        return Truth(float(first - second))

    @property
    def null(self) -> bool:
        """Whether all learners are equally good."""
        return bool(np.ptp(self.supply.truths) == 0)


def _rule(spec: str) -> PairsTest:
    test = TESTS.get_entry(spec)
    if not isinstance(test, PairsTest):
        raise InputError("tests", f"{test} has a posterior and no p-value; the lab measures tests with a p-value")
    return test


def run_league_study(study: LeagueStudy) -> dict[str, Records]:
    """Run a study and return the records of each test [league, run].

    Examples
    --------
    >>> study = LeagueStudy("league(datasets=10)", ("sign",), leagues=40, runs=2)
    >>> run_league_study(study)["sign"].shape
    (40, 2)
    """
    parts: dict[str, list[Records]] = {spec: [] for spec in study.tests}
    for cells in _blocks(study):
        for spec, rule in zip(study.tests, study.rules, strict=True):
            parts[spec].append(Records.join([_records(rule, run, null=study.null) for run in cells], axis=1))
    return {spec: Records.join(found, axis=0).first(study.leagues) for spec, found in parts.items()}


def _blocks(study: LeagueStudy) -> Iterator[list[LeagueCells]]:
    """Draw block after block: the same leagues, run with fresh splits."""
    source, name = study.supply, str(study.supply)
    for block in range(-(-study.leagues // BLOCK)):
        drawn = source.draw(stream(study.seed, "leagues", name, block), BLOCK)
        yield [source.run(drawn, stream(study.seed, "run", name, block, run)) for run in range(study.runs)]


def _records(rule: PairsTest, cells: LeagueCells, *, null: bool) -> Records:
    """Judge all pairs of every league; keep the first pair's p-value, or the smallest where all learners are equal."""
    count = len(cells.learners)
    pairs = np.stack(np.triu_indices(count, 1), axis=1)
    found = rule.outcomes(cells, pairs)
    adjusted = found.pvalue
    if len(pairs) > 1 and not rule.for_all_pairs:
        names = [(cells.learners[a], cells.learners[b]) for a, b in pairs]
        adjusted = adjustment_from(ADJUSTMENT).adjust_many(found.pvalue, names)
    at = adjusted.argmin(axis=-1) if null else np.zeros(len(adjusted), dtype=np.int64)
    leagues = np.arange(len(adjusted))
    estimate = (cells.values[..., 0] - cells.values[..., 1]).mean(axis=-1)
    numbers: list[Floats] = [adjusted[leagues, at], estimate, found.direction[leagues, at]]
    return Records.from_numbers([each[:, np.newaxis].astype(np.float64) for each in numbers], None)


def league_readings(
    study: LeagueStudy, records: Mapping[str, Records], measures: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return one row per measure, level and test, in the columns of the lab's other readings."""
    chosen = [MEASURES[slug]() for slug in (measures or MEASURES)]
    if study.null and len(study.supply.truths) > 2:
        chosen = [each for each in chosen if each.slug != "uniformity"]  # of the smallest p-value it means nothing
    about = {"source": study.source, "null": study.null, "truth": study.truth.difference, "truth_se": 0.0}
    about |= {"learners": ["learner 1", "learner 2"], "seed": study.seed}
    rows = []
    for (spec, found), rule in zip(records.items(), study.rules, strict=True):
        for level in study.levels:
            for measure in chosen:
                read = measure.read(found, level, study.truth)
                if read is not None:
                    row = {"procedure": spec, "measure": measure.slug, "value": read.value, "low": read.low}
                    sizes = {"datasets": found.shape[0], "repetitions": found.shape[1]}
                    rows.append({**row, "high": read.high, "level": level, **sizes, **about, "key": rule.full})
    return rows
