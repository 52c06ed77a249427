"""Specs: names with parameters of every catalogue, right, wrong and mangled; what can be read is used."""

import numpy as np
from tests.fuzz.oracle import Case, answered, commanded

from outperform import compare, judge, judge_items, judge_predictions
from outperform.core import Dataset, stream
from outperform.core.spec import spec_fields
from outperform.designs import CATALOGUE as DESIGNS
from outperform.lab.measures import CATALOGUE as MEASURES
from outperform.learners import CATALOGUE as LEARNERS
from outperform.metrics import CATALOGUE as METRICS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import CATALOGUE as TESTS
from outperform.sources import CATALOGUE as SOURCES

CATALOGUES = {
    "design": DESIGNS,
    "learner": LEARNERS,
    "measure": MEASURES,
    "metric": METRICS,
    "procedure": PROCEDURES,
    "source": SOURCES,
    "test": TESTS,
}
SMALL = ["0", "1", "2", "3", "5", "-1", "0.5", "0.1", "'1/3'", "'x'", "None", "True", "1000000000"]
STRANGE = [
    "1e400",
    "nan",
    "__import__('os')",
    "lambda: 1",
    "[[[[1]]]]",
    "{'a': 1}",
    "'" + "a" * 500 + "'",
    "0x" + "f" * 900,
]
ROWS = np.random.default_rng(0).random((24, 2))
TARGET = np.arange(24) % 2
TABLE = np.random.default_rng(1).random((2, 3, 5))
TRUTH = np.arange(60) % 2
SAID = {"a": np.roll(TRUTH, 1), "b": np.arange(60) % 3 % 2}


def case(dice, folder):
    """Draw a spec and what is done with it."""
    del folder
    role = dice.choice(sorted(CATALOGUES))
    spec = spec_of(dice, CATALOGUES[role])
    use = {"design": _plan, "test": _test, "metric": _metric, "procedure": _procedure, "learner": _learner}
    if role in use and dice.chance(0.8):
        return Case(f"{role} {spec!r}", lambda: use[role](spec))
    if role == "source" and dice.chance(0.5):
        line = ("lab", "measure", "--source", spec, "--procedure", "5x2-f", "--datasets", 2, "--json", "--quiet")
        return Case(" ".join(map(str, line)), lambda: commanded(*line))
    return Case(f"parse {role} {spec!r}", lambda: _parsed(CATALOGUES[role], spec))


def spec_of(dice, catalogue):
    """Draw a spec: a known name with its parameters, or nearly."""
    slug, kind = dice.choice(sorted(catalogue.items()))
    fields = {field.name: field.default for field in spec_fields(kind)}
    names = dice.sample(sorted(fields), min(len(fields), dice.choice([0, 1, 1, 2])))
    given = [f"{name}={_literal(dice, fields[name])}" for name in names]
    given += [f"{dice.choice(['nope', 'folds', 'seed', *names])}={dice.choice(SMALL)}"] if dice.fault(0.15) else []
    spec = f"{slug}({', '.join(given)})" if given else slug
    return dice.mutated(spec) if dice.fault(0.25) else spec


def _literal(dice, default):
    """Write a value of the kind of the default; in some cases another."""
    if dice.fault(0.4):
        return dice.choice(SMALL if dice.chance(0.8) else STRANGE)
    if isinstance(default, bool) or default is None:
        return dice.choice(["True", "False", "None"])
    if isinstance(default, int):
        return dice.choice(["1", "2", "3", "5", "30"])
    return (
        dice.choice(["0.1", "0.5", "0.3"])
        if isinstance(default, float)
        else repr(default)
        if isinstance(default, str)
        else "2"
    )


def _parsed(catalogue, spec):
    entry = catalogue.parse(spec)
    if catalogue.parse(str(entry)) != entry:
        raise AssertionError(f"{entry} is not read again as it is written")
    return "answered"


def _plan(spec):
    plan = DESIGNS.parse(spec).plan(Dataset(ROWS, TARGET), stream(0))
    for split in plan.splits:
        if np.intersect1d(split.train, split.test).size or not len(split.test):
            raise AssertionError(f"{spec}: a split shares rows, or tests none")
    return "answered"


def _test(spec):
    test = TESTS.parse(spec)
    if test.needs.items:
        judged = judge_items({name: (said == TRUTH).astype(float) for name, said in SAID.items()}, test=spec)
        return answered(judged, judge_predictions(TRUTH, SAID, "accuracy", spec))
    return answered(judge(dict(zip("ab", TABLE, strict=True)), spec, n_train=80, n_test=20))


def _metric(spec):
    return answered(judge_predictions(TRUTH, SAID, spec, "bootstrap-percentile(replicates=40)"))


def _procedure(spec):
    return answered(compare(["nb", "dummy"], ROWS, TARGET, procedure=spec, progress=False))


def _learner(spec):
    return answered(compare([spec, "dummy"], ROWS, TARGET, procedure="5x2-f", progress=False))
