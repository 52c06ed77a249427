"""What is said of pairs beside the usual one, counts with the exact law of rows, and what sources refuse."""

from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from scipy.special import chdtrc, stdtrit
from tests.refusals import refused

from outperform.core import CountSource, stream
from outperform.lab.truth import known_truth, measured_truth
from outperform.learners import learner_of
from outperform.sources import CATALOGUE

RARE = 1e-6
COUNTED = [
    pytest.param(CATALOGUE.parse(spec), id=spec)
    for spec in (
        *(slug for slug, entry in CATALOGUE.items() if issubclass(entry, CountSource)),
        "epsilon(rate=0.4, beta=0.02)",
        "task-one(step=20)",
        "task-one(q=0.1)",
        "population(cells=(5, 1, 3, 1, 2, 2, 1, 5))",
    )
]
over_counted = pytest.mark.parametrize("source", COUNTED)


SPOKEN_OF = [  # pairs beside the usual one that a source says it knows
    ("symmetric(n=50)", ('block(learner="knn(k=3)", which=2)', 'block(learner="knn(k=3)", which=1)')),
    ("symmetric(kind='binary', share=0.3)", ('block(learner="stump")', 'block(learner="stump", which=2)')),
    ("no-information", ("dummy", "1nn")),
    ("no-information(classes=4)", ("tree", "lda")),
    ("bayes-net(delta=0)", ("dummy", "stump")),
    ("regression", ('block(learner="tree")', 'block(learner="tree", which=2)')),
    ("real-blocks(data='iris', columns=2)", ('block(learner="stump")', 'block(learner="stump", which=2)')),
    ("real-regression(columns=4)", ('block(learner="tree")', 'block(learner="tree", which=2)')),
    ("exp6", ("tree", "tree")),
    ("table", ("stump", "stump")),
]


def agrees(source, pair, train_size):
    declared = known_truth(source, pair, train_size)
    found = measured_truth(source, pair, train_size, seed=4, datasets=40, test_rows=400)
    return abs(found.difference - declared.difference) <= -stdtrit(39, RARE / 2) * found.se


@pytest.mark.parametrize(
    ("spec", "pair"), [pytest.param(*given, id=f"{given[0]} {given[1][0]}") for given in SPOKEN_OF]
)
def test_what_is_said_of_other_pairs_agrees_with_brute_force(spec, pair):
    assert agrees(CATALOGUE.parse(spec), pair, 40)


@pytest.mark.parametrize(
    "spec", ["task-one(step=20)", "population(cells=(5, 1, 3, 1, 2, 2, 1, 5))", "regression(tilt=0.5)"]
)
def test_the_truth_of_the_exchanged_pair_is_mirrored_and_agrees_with_brute_force(spec):
    source = CATALOGUE.parse(spec)
    first, second = source.learners
    assert known_truth(source, (second, first), 60).difference == -source.truth(60).difference != 0
    assert agrees(source, (second, first), 60)


def test_brute_force_would_see_a_truth_that_is_wrong():
    found = measured_truth(CATALOGUE.parse("task-one(step=20)"), None, 60, seed=3, datasets=40, test_rows=400)
    assert abs(found.difference - 0.1) > -stdtrit(39, RARE / 2) * found.se  # the sign, say


# Counts and rows.


def shares(source):
    """Probabilities of n00, n01, n10, n11 for one row, from the definition of the source."""
    if source.slug == "epsilon":
        a, b = source.rate / 2, 1.5 * source.rate
        one, two = ([e * f, e * (1 - f), (1 - e) * f, (1 - e) * (1 - f)] for e, f in ((a, b), (b, a)))
        return (np.array(one) + two) / 2
    if source.slug == "task-one":
        return source.shares
    cells = {(1, 1): 3, (1, 0): 2, (0, 1): 1, (0, 0): 0}  # who is right
    found = np.zeros(4)
    for (truth, first, second), weight in zip(product((0, 1), repeat=3), source.cells, strict=True):
        found[cells[first == truth, second == truth]] += weight / sum(source.cells)
    return found


def of_three(source):
    """The same source with three rows."""
    return type(source)(**{**vars(source), "n": 3, **({"beta": 0.0} if source.slug == "epsilon" else {})})


def is_the_law(outcomes, source):
    """Chi-square of outcomes [draw, 4] against the exact multinomial law of three rows."""
    possible = [cells for cells in product(range(4), repeat=4) if sum(cells) == 3]
    law = [
        factorial(3) / prod(map(factorial, cells)) * prod(p**k for p, k in zip(shares(source), cells, strict=True))
        for cells in possible
    ]
    assert sum(law) == pytest.approx(1)
    expected = np.array(law) * len(outcomes)
    observed = np.array([(outcomes == cells).all(axis=1).sum() for cells in possible])
    assert observed.sum() == len(outcomes)
    assert (observed[expected == 0] == 0).all()
    seen = expected > 0
    statistic = ((observed[seen] - expected[seen]) ** 2 / expected[seen]).sum()
    return chdtrc(seen.sum() - 1, statistic) > RARE


def tally(source, seed):
    """Outcomes of the usual learners on explicit rows."""
    dataset = source.draw(stream(seed, "rows"))
    first, second = (
        learner_of(spec, dataset).make(seed).fit(dataset.rows, dataset.target).predict(dataset.rows) == dataset.target
        for spec in source.learners
    )
    return np.bincount(2 * first + second, minlength=4)


@over_counted
def test_counts_have_the_law_of_rows(source):
    small = of_three(source)
    kinds = small.kinds(stream(1), 20_000)
    assert (kinds.sum(axis=1) == 3).all()
    assert is_the_law(small.outcomes(kinds, stream(2)), small)


@over_counted
def test_a_random_part_of_the_counts_has_the_law_of_rows(source):
    large = type(source)(**{**vars(of_three(source)), "n": 7})
    rng = stream(4)
    parts = np.stack([rng.multivariate_hypergeometric(kinds, 3) for kinds in large.kinds(rng, 10_000)])
    assert is_the_law(large.outcomes(parts, rng), of_three(source))


@over_counted
def test_explicit_rows_have_the_law_of_counts(source):
    small = of_three(source)
    assert is_the_law(np.stack([tally(small, seed) for seed in range(1500)]), small)


@pytest.mark.parametrize(
    ("spec", "argument", "facts"),
    [
        ("epsilon(rate=0.7)", "epsilon.rate", ["0 and 0.66", "got 0.7"]),
        ("epsilon(rate=0.02, beta=0.02)", "epsilon.beta", ["0 and 0.01", "got 0.02"]),
        ("epsilon(n=0)", "epsilon.n", ["at least 1", "got 0"]),
        ("task-one(q=0.6)", "task-one.q", ["0 and 0.5", "got 0.6"]),
        ("task-one(q=0.3, step=1)", "task-one.q", ["step"]),
        ("task-one(step=101)", "task-one.step", ["-100 and 100", "got 101"]),
        ("task-one(step=0, q=0.3)", "task-one.q", ["step"]),
        ("population(cells=(1, 2))", "population.cells", ["eight", "(1, 2)"]),
        ("population(cells=(0, 0, 0, 0, 0, 0, 0, 0))", "population.cells", ["eight", "(0, 0, 0, 0, 0, 0, 0, 0)"]),
        ("population(cells=(1, 1, 1, 1, 1, 1, 1, -1))", "population.cells", ["eight", "(1, 1, 1, 1, 1, 1, 1, -1)"]),
        ("population(cells=(1, 1, 1, 1, 1, 1, 1, True))", "population.cells", ["eight", "(1, 1, 1, 1, 1, 1, 1, True)"]),
        ("population(cells='12345678')", "population.cells", ["eight", "'12345678'"]),
        ("symmetric(share=1)", "symmetric.share", ["0", "got 1"]),
        ("symmetric(kind='binary', signal=1.5)", "symmetric.signal", ["1 for binary", "got 1.5"]),
        ("symmetric(signal=0.5, lead=-0.75)", "symmetric.lead", ["-signal", "got -0.75"]),
        ("symmetric(signal=-1)", "symmetric.signal", ["at least 0", "got -1"]),
        ("symmetric(kind='poisson')", "symmetric.kind", ["gaussian, binary", "'poisson'"]),
        ("no-information(classes=1)", "no-information.classes", ["at least 2", "got 1"]),
        ("no-information(share=1)", "no-information.share", ["0", "got 1"]),
        ("no-information(share=0)", "no-information.share", ["1", "got 0"]),
        ("gaussians(shift=())", "gaussians.shift", ["numbers", "got ()"]),
        ("gaussians(shift=(1, 'a'))", "gaussians.shift", ["numbers", "got (1, 'a')"]),
        ("gaussians(variance=0)", "gaussians.variance", ["greater than 0", "got 0"]),
        ("gaussians(variance='1/0')", "gaussians.variance", ['"1/6"', "'1/0'"]),
        ("logistic(features=0)", "logistic.features", ["at least 1", "got 0"]),
        ("bayes-net(delta=0.03)", "bayes-net.delta", ["one of 0, 0.0277", "got 0.03"]),
        ("bayes-net(network=3)", "bayes-net.network", ["below 3", "got 3"]),
        ("exp6(n=0)", "exp6.n", ["at least 1", "got 0"]),
        ("exp6(n=10000001)", "exp6.n", ["at most 10,000,000", "got 10000001"]),
        ("population(n=1000000000)", "population.n", ["at most 999,999,999", "got 1000000000"]),
        ("table(n=100, pool=50)", "table.pool", ["at least 100", "got 50"]),
        ("real-blocks(columns=31)", "real-blocks.columns", ["1 to 30", "got 31"]),
        ("real-blocks(data='letter')", "real-blocks.data", ["breast_cancer, digits, iris, wine", "'letter'"]),
        ("real-blocks(blur=-1)", "real-blocks.blur", ["at least 0", "got -1"]),
        ("real-regression(noise=-0.5)", "real-regression.noise", ["at least 0", "got -0.5"]),
        ("real-regression(columns=0)", "real-regression.columns", ["1 to 10", "got 0"]),
        ("regression(tilt=2)", "regression.tilt", ["0 and 1", "got 2"]),
        ("simmetric", "source 'simmetric'", ["did you mean symmetric?"]),
    ],
)
def test_what_cannot_be_is_refused(spec, argument, facts):
    with refused(argument, *facts):
        CATALOGUE.parse(spec)
