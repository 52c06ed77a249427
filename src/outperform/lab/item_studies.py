"""Studies of tests on items: two fixed systems on many simulated sets of items, run again with fresh samples."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from outperform.choose import fitting_test
from outperform.core import (
    InputError,
    Items,
    ItemSource,
    MisfitError,
    Scores,
    SignificanceTest,
    Trial,
    Unit,
    check_level,
    seed_at,
    stream,
)
from outperform.core.checks import whole_number
from outperform.engine.progress import Progress
from outperform.lab.measures import CATALOGUE as MEASURES
from outperform.lab.records import Records
from outperform.metrics.given import GIVEN
from outperform.metrics.scorers import metric_of
from outperform.significance import CATALOGUE as TESTS
from outperform.significance.own import failure_of, is_own, load_test, read_own
from outperform.sources import ITEMS

CHOSEN = "the default test"
"""The name of the test that ``evals`` and ``predictions`` choose where none is named."""


def is_of_items(source: str) -> bool:
    """Return whether a source draws fixed systems on items."""
    return isinstance(source, str) and source.partition("(")[0].strip() in ITEMS


@dataclass(frozen=True)
class ItemStudy:
    """A source of items, tests by name, and how often; ``runs`` are repeated with fresh samples of the same items."""

    source: str
    tests: tuple[str, ...]
    sets: int = 1000
    runs: int = 1
    levels: tuple[float, ...] = (0.05,)
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be run, before anything runs."""
        for name, least in (("sets", 1), ("runs", 1), ("seed", 0)):
            object.__setattr__(self, name, whole_number(name, getattr(self, name), least))
        if not self.tests:
            raise InputError("tests", "names no test; see 'outperform list tests'")
        for level in self.levels:
            check_level(level)
        sample = self.table(0, 0)
        for test in self.rules.values():
            problem = None if test is None else test.misfit(sample)
            if problem is not None:
                raise MisfitError(f"{problem} (source {self.supply})")

    @cached_property
    def supply(self) -> ItemSource:
        """The source itself."""
        return ITEMS.parse(self.source)

    @cached_property
    def rules(self) -> dict[str, SignificanceTest | None]:
        """The tests themselves; None is the one that is chosen by itself."""
        return {spec: rule_of(spec) for spec in self.tests}

    def table(self, number: int, run: int) -> Scores:
        """Draw a set of items and what the two systems do on it in a run."""
        name = str(self.supply)
        rng, again = stream(self.seed, "items", name, number), stream(self.seed, "samples", name, number, run)
        root = seed_at(self.seed, "judge", name, number)
        return scores_of_items(self.supply.draw(rng, again), self.supply.metric, root)


def rule_of(spec: str) -> SignificanceTest | None:
    """Return a test by its name, a user's own from ``file.py:ClassName``, or None for the one that is chosen."""
    if spec == CHOSEN:
        return None
    return load_test(spec, read_own(spec)) if is_own(spec) else TESTS.get_entry(spec)


def scores_of_items(items: Items, metric: str | None, seed: int) -> Scores:
    """Return the scores of two systems, as ``judge_items`` and ``judge_predictions`` make them."""
    if metric is None:
        drawn = items.row_scores
        assert drawn is not None, "a source without a metric draws scores"
        binary = items.traits.binary
        values = drawn.mean(axis=(1, 2))
        unit = Unit.POINTS if binary else Unit.NONE
    else:
        by = GIVEN[metric]() if metric in GIVEN else metric_of(metric, positive=1.0)
        items, unit = replace(items, metric=by), by.unit
        truth, said = items.single()
        values = np.array([by.score(truth, each) for each in said])
    return Scores(("first", "second"), metric, values[:, np.newaxis, np.newaxis], items=items, seed=seed, unit=unit)


def run_item_study(study: ItemStudy, *, progress: bool = False) -> dict[str, Records]:
    """Run a study and return the records of each test [set, run].

    Examples
    --------
    >>> study = ItemStudy("fixed-items(items=30)", ("mcnemar-midp", "item-t"), sets=20)
    >>> run_item_study(study)["item-t"].shape
    (20, 1)
    """
    found: dict[str, list[Records]] = {spec: [] for spec in study.tests}
    with Progress(study.sets, shown=progress, word="sets of items") as line:
        for number in range(study.sets):
            tables = [study.table(number, run) for run in range(study.runs)]
            for spec, test in study.rules.items():
                found[spec].append(Records.join([_record(spec, test, table) for table in tables], axis=1))
            line.step()
    return {spec: Records.join(parts, axis=0) for spec, parts in found.items()}


def _record(spec: str, test: SignificanceTest | None, table: Scores) -> Records:
    """Judge one table."""
    rule = fitting_test(table)[0] if test is None else test
    try:
        made = Records.of_trial(Trial(table, rule, rule.judge(table)))
    except (InputError, MisfitError):
        raise
    except Exception as error:
        if not is_own(spec):
            raise
        raise failure_of(error, [spec]) from error
    if not (0 <= made.pvalue[0, 0] <= 1 and np.isfinite(made.estimate[0, 0])):
        raise InputError("test", f"{spec} returned a p-value outside 0 to 1, or an estimate that is not finite")
    return replace(made, fits=np.full((1, 1), np.nan))


def item_readings(
    study: ItemStudy, records: Mapping[str, Records], measures: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """Yield one row per measure, level and test, in the columns of the lab's other readings."""
    truth = study.supply.truth
    about = {"source": study.source, "null": truth.difference == 0, "truth": truth.difference, "truth_se": 0.0}
    about |= {"learners": ["first", "second"], "seed": study.seed}
    for spec, found in records.items():
        rule = study.rules[spec]
        for level in study.levels:
            for measure in (MEASURES[slug]() for slug in (measures or MEASURES)):
                read = measure.read(found, level, truth)
                if read is not None:
                    row = {"procedure": spec, "measure": measure.slug, "value": read.value, "low": read.low}
                    sizes = {"datasets": found.shape[0], "repetitions": found.shape[1]}
                    key = spec if rule is None else rule.full
                    yield {**row, "high": read.high, "level": level, **sizes, **about, "key": key}
