"""Every entry of the catalogues keeps the contract of what it is; a new entry is tried without a line here."""

from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
from tests.java import needs_weka

from outperform.core.spec import parameters
from outperform.learners.weka.entries import WekaLearner
from outperform.ranking import OMNIBUS
from outperform.sources import ITEMS, LEAGUES
from outperform.testing import (
    CONTRACTS,
    FisherContract,
    MeasureContract,
    PosteriorContract,
    StudentContract,
    contract_of,
)

ROOMS = ("significance", "ranking", "designs", "metrics", "learners", "sources", "procedures")
ROOMS += ("procedures.leagues", "lab.measures", "papers")
MORE = {  # beside every entry as it is by default
    "significance": (
        "blocked-3x2-t(lam=0)",
        "mx2-t(estimator='V1')",
        "mx2-t(estimator='V2')",
        "corrected-kfold-t(variant='original')",
        "corrected-kfold-t(variant='printed')",
        "bayes-correlated-t(rope=0.01)",
        "bootstrap-percentile(interval='centred')",
        "adaptive-t(factor=1.2)",
        "diebold-mariano(horizon=3)",
        "discordant-e(as_they_come=True)",
        "betting(bounds=(-1, 2))",
    ),
    "ranking": ("bayes-signed-rank(rope=0.01)", "bayes-signed-rank(replicates=1000)"),
    "procedures.leagues": ("adaptive-league(kappa=0, max_repeats=4)", "fixed-league(repeats=1, folds=5)"),
    "designs": ("forward(folds=3, start=0.5)",),
    "metrics": ("f1(positive=1)", "recall(positive=0)"),
    "learners": (
        "mlp(hidden=3)",
        "block(learner='tree', which=2)",
        "weka(classname='weka.classifiers.trees.RandomForest', options='-I 5')",
        "weka-ibk(k=3)",
    ),
    "sources": (
        "epsilon(rate=0.4, beta=0.02)",
        "task-one(step=20)",
        "task-one(q=0.1)",
        "population(cells=(5, 1, 3, 1, 2, 2, 1, 5))",
        "symmetric(kind='binary', share=0.3)",
        "no-information(classes=4)",
        "no-information(share=0.8)",
        "gaussians(shift=(0.4, 0.3, 0), each=2, variance=2, stratified=False)",
        "bayes-net(delta=0)",
        "table(name='iris', n=60, replace=True, classes='halves')",
        "table(name='wine', n=50, pool=100)",
        "regression(tilt=0.5)",
        "real-blocks(data='wine', columns=3, blur=0.5)",
        "real-blocks(data='digits', noise=1.0)",
    ),
}
ITEMS_TOO = (
    "fixed-items(items=40, samples=3, lead=0.1)",
    "fixed-items(items=60, clusters=6)",
    *(f"fixed-items(law={law!r}, items=60, lead=0.1)" for law in ("normal", "t3", "skewed", "losses", "tied")),
    *(f"fixed-items(law={law!r}, items=200, lead=0.1)" for law in ("labels", "ranks")),
    "fixed-items(law='normal', items=60, clusters=6, samples=2, noise=0.5)",
)
LEAGUES_TOO = (
    "league(datasets=7, learners=4, lead=0.02, law='t3')",
    "league(law='skewed', spread=0.1)",
    "league(datasets=3, step=0.01)",
)
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def needs_more(entry):
    """Whether a class has a parameter without a default, and so nothing that it is by default."""
    try:
        entry()
    except TypeError:
        return True
    return False


def fewer(entry):
    """The entry with at most 12 repeats, to be quick."""
    return replace(entry, repeats=12) if parameters(entry).get("repeats", 0) > 12 else entry


def entries():
    yield from (LEAGUES.parse(spec) for spec in (*LEAGUES, *LEAGUES_TOO))
    yield from (ITEMS.parse(spec) for spec in (*ITEMS, *ITEMS_TOO))
    for room in ROOMS:
        catalogue = import_module(f"outperform.{room}").CATALOGUE
        specs = [slug for slug, entry in catalogue.items() if not needs_more(entry)]
        yield from (fewer(catalogue.parse(spec)) for spec in (*specs, *MORE.get(room, ())))
    yield from (OMNIBUS.parse(slug) for slug in OMNIBUS)


class OurStudent(StudentContract):
    """Exactly equal, except for a test that sorts, and for tests that depend on the numbers of folds or repeats."""

    def test_swapping_the_learners_mirrors_the_verdict(self, entry):
        self.rounding = 1e-6 if entry.slug == "sorted-runs-t" else 0.0
        super().test_swapping_the_learners_mirrors_the_verdict(entry)

    def test_the_null_is_a_difference_of_0(self, entry):
        self.rounding = 1e-6 if entry.slug == "sorted-runs-t" else 0.0
        super().test_the_null_is_a_difference_of_0(entry)

    def test_the_order_of_folds_within_a_repeat_does_not_matter(self, entry):
        self.matters(super().test_the_order_of_folds_within_a_repeat_does_not_matter, entry, "5x2-t", "averaged-runs-t")

    def test_the_order_of_repeats_does_not_matter(self, entry):
        self.matters(super().test_the_order_of_repeats_does_not_matter, entry, "5x2-t")

    def matters(self, promise, entry, *slugs):
        if entry.slug not in slugs:
            promise(entry)
            return
        with pytest.raises(AssertionError, match="Not equal"):
            promise(entry)


class OurFisher(FisherContract):
    rounding = 0.0


class OurPosterior(PosteriorContract):
    rounding = 0.0


class OurMeasure(MeasureContract):
    """Shares lie between 0 and 1."""

    SHARES = ("rejection", "coverage", "uniformity", "replicability", "consistent", "almost-consistent", "three-way")

    def test_a_reading_lies_within_its_interval_and_its_bounds(self, entry):
        within = {"fits": (0, np.inf), "seconds": (0, np.inf), "chance-corrected": (-1, 1)}
        self.bounds = (0, 1) if entry.slug in self.SHARES else within.get(entry.slug, (-np.inf, np.inf))
        super().test_a_reading_lies_within_its_interval_and_its_bounds(entry)


OURS = {kind.__base__: kind for kind in (OurStudent, OurFisher, OurPosterior, OurMeasure)}
ENTRIES = list(entries())
for contract in CONTRACTS:
    chosen = [
        pytest.param(entry, id=str(entry), marks=[needs_weka] if isinstance(entry, WekaLearner) else [])
        for entry in ENTRIES
        if contract_of(entry) is contract
    ]
    if chosen:
        name = f"Test{contract.__name__.removesuffix('Contract')}"
        made = type(name, (OURS.get(contract, contract),), {"__doc__": contract.__doc__})
        globals()[name] = pytest.mark.parametrize("entry", chosen)(made)


def test_every_entry_has_a_contract_of_its_role():
    roles = [*(import_module(f"outperform.{room}").CATALOGUE.role for room in ROOMS), OMNIBUS.role]
    found = {contract_of(entry).role.word for entry in ENTRIES if hasattr(contract_of(entry).role, "word")}
    assert found == {role.word for role in roles}


def test_slugs_are_unique_within_a_room_and_entries_are_exported():
    for room in ROOMS:
        module = import_module(f"outperform.{room}")
        assert len(set(module.CATALOGUE.names)) == len(module.CATALOGUE)
        assert set(module.CATALOGUE.names) <= set(module.__all__)


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
def test_a_contract_says_what_it_promises(contract):
    assert contract.__doc__.strip().splitlines()[0].endswith(".")
    assert all(getattr(contract, name).__doc__ for name in contract.promises())
