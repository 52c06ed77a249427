import textwrap
from importlib import import_module

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier, StackingClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import budget, compare, league
from outperform.core import InputError
from outperform.data import dataset_of
from outperform.learners import RECIPES, Estimator, learner_of, learners_of, named_learners, named_of

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

RNG = np.random.default_rng(5)
SIZE = 60
MIXED = pd.DataFrame(
    {
        "height": np.where(RNG.random(SIZE) < 0.2, np.nan, RNG.normal(size=SIZE)),
        "colour": RNG.choice(["red", "green", None], SIZE),
        "empty": np.full(SIZE, np.nan),
        "constant": np.ones(SIZE),
    }
)
IRIS = load_iris(return_X_y=True)
CLASSES = np.where(RNG.random(SIZE) < 0.5, "yes", "no")
NUMBERS = RNG.normal(size=SIZE)


@pytest.mark.parametrize("name", [name for name, recipe in RECIPES.items() if recipe.classes])
def test_short_names_learn_classes_from_mixed_columns_with_holes(name):
    dataset = dataset_of(MIXED, CLASSES)
    made = learner_of(name, dataset).make(0).fit(dataset.rows.iloc[:40], CLASSES[:40])
    assert set(made.predict(dataset.rows.iloc[40:])) <= {"yes", "no"}


@pytest.mark.parametrize("name", [name for name, recipe in RECIPES.items() if recipe.numbers])
def test_short_names_learn_numbers_from_mixed_columns_with_holes(name):
    dataset = dataset_of(MIXED, NUMBERS)
    made = learner_of(name, dataset).make(0).fit(dataset.rows.iloc[:40], NUMBERS[:40])
    assert np.isfinite(made.predict(dataset.rows.iloc[40:])).all()


@pytest.mark.parametrize("name", list(RECIPES))
def test_short_names_on_complete_numbers(name):
    rows = RNG.normal(size=(SIZE, 3))
    dataset = dataset_of(rows, CLASSES if RECIPES[name].classes else NUMBERS)
    made = learner_of(name, dataset).make(0).fit(rows[:40], dataset.target[:40])
    assert made.predict(rows[40:]).shape == (20,)


def test_numbers_with_holes_and_no_text():
    rows = np.where(RNG.random((SIZE, 3)) < 0.2, np.nan, RNG.normal(size=(SIZE, 3)))
    dataset = dataset_of(rows, CLASSES)
    assert learner_of("logreg", dataset).make(0).fit(rows, CLASSES).predict(rows).shape == (SIZE,)


def test_a_whole_comparison_on_mixed_columns():
    comparison = compare(["nb", "tree", "1nn", "lda"], MIXED, CLASSES, procedure="blocked-3x2")
    assert len(comparison.judgements) == 6
    assert "columns" in str(comparison)


def test_the_users_own_learners_get_the_rows_as_they_are():
    seen = []

    class Spy(BaseEstimator):
        def fit(self, rows, target):
            seen.append((type(rows), list(rows.columns), str(rows["colour"].dtype)))
            self.classes_ = np.unique(target)
            return self

        def predict(self, rows):
            return np.full(len(rows), self.classes_[0])

    frame = MIXED.astype({"colour": "category"})
    compare({"spy": Spy(), "tree": "tree"}, frame, CLASSES, procedure="blocked-3x2")
    compare({"spy": Spy(), "other": Spy()}, frame, CLASSES, procedure="blocked-3x2")
    assert set(map(str, seen)) == {str((pd.DataFrame, list(MIXED.columns), "category"))}


def test_own_learners_may_read_text_and_sparse_rows():
    texts = [f"{word} text number {number}" for number, word in enumerate(CLASSES)]
    both = {
        "a": make_pipeline(CountVectorizer(), MultinomialNB()),
        "b": make_pipeline(CountVectorizer(), BernoulliNB()),
    }
    assert compare(both, texts, CLASSES, procedure="blocked-3x2").scores[0].values.min() > 0.5
    rows = sparse.random(SIZE, 5, density=0.5, format="coo", random_state=0)
    comparison = compare({"a": MultinomialNB(), "b": BernoulliNB()}, rows, CLASSES, procedure="blocked-3x2")
    assert comparison.scores[0].values.shape == (2, 3, 2)


def test_many_whole_numbers_are_classes_for_a_classifier():
    rows = RNG.normal(size=(260, 3))
    letters = np.repeat(np.arange(26), 10)
    comparison = compare(
        {"a": DecisionTreeClassifier(), "b": DecisionTreeClassifier(max_depth=1)},
        rows,
        letters,
        procedure="blocked-3x2",
    )
    assert comparison.judgements
    halves = letters.astype(float)
    halves[7] += 0.5
    with refused("target", "0.5", "classifier"):
        compare({"a": DecisionTreeClassifier(), "b": DecisionTreeClassifier()}, rows, halves)


def test_open_seeds_are_set_however_deep_and_set_ones_are_kept():
    deep = make_pipeline(StandardScaler(), GridSearchCV(RandomForestClassifier(3), {"max_depth": [1, 2]}))
    made = Estimator(deep).make(7)
    assert made.get_params()["gridsearchcv__estimator__random_state"] is not None
    assert deep.get_params()["gridsearchcv__estimator__random_state"] is None
    assert Estimator(RandomForestClassifier(random_state=5)).make(7).random_state == 5


class StandardScalerTree:
    """Not of scikit-learn's family: no parameters."""

    depth = 1

    def fit(self, rows, _target):
        self.size = len(rows)
        return self

    def predict(self, rows):
        return np.zeros(len(rows), dtype=int)


def test_objects_without_parameters_are_copied():
    own = StandardScalerTree()
    Estimator(own).make(0).fit(np.zeros((3, 1)), np.zeros(3))
    assert not hasattr(own, "size")


def test_a_fingerprint_holds_class_version_and_parameters():
    def print_of(estimator):
        return Estimator(estimator).fingerprint

    assert print_of(DecisionTreeClassifier()) == print_of(DecisionTreeClassifier())
    assert print_of(DecisionTreeClassifier()) != print_of(DecisionTreeClassifier(max_depth=2))
    assert print_of(make_pipeline(StandardScaler(), DecisionTreeClassifier())) is not None
    assert print_of(FunctionTransformerTree(np.log1p)) != print_of(FunctionTransformerTree(np.exp))
    assert print_of(FunctionTransformerTree({1, 2})) == print_of(FunctionTransformerTree({2, 1}))
    assert print_of(FunctionTransformerTree({"a": [1]})) is not None
    assert print_of(FunctionTransformerTree(DecisionTreeClassifier)) is not None
    assert print_of(FunctionTransformerTree(lambda rows: rows)) is None
    assert print_of(FunctionTransformerTree(object())) is None


class FunctionTransformerTree(FunctionTransformer):
    """Has any parameter at all."""

    def __init__(self, func=None):
        super().__init__(func)

    def predict(self, rows):
        return rows


def test_a_users_own_class_is_known_by_its_source(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    prints = []
    for number, depth in enumerate((1, 2)):
        source = f"""
            from sklearn.tree import DecisionTreeClassifier
            class Own(DecisionTreeClassifier):
                def fit(self, X, y):
                    return DecisionTreeClassifier(max_depth={depth}).fit(X, y)
        """
        (tmp_path / f"own{number}.py").write_text(textwrap.dedent(source))
        kind = import_module(f"own{number}").Own
        kind.__module__ = f"own{number}"
        prints.append(Estimator(kind()).fingerprint)
    assert prints[0] != prints[1]
    built = type("Built", (DecisionTreeClassifier,), {"__module__": "nowhere"})
    assert Estimator(built()).fingerprint is None


def test_other_modules_need_an_explicit_word(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "mine.py").write_text("from sklearn.tree import DecisionTreeClassifier as Mine\n")
    dataset = dataset_of(RNG.normal(size=(SIZE, 2)), CLASSES)
    with refused("learners", "mine.Mine", 'allow_modules=["mine"]', 'allow_modules=["mine"]'):
        learner_of("mine.Mine(max_depth=2)", dataset)
    assert learner_of("mine.Mine(max_depth=2)", dataset, ["mine"]).estimator.max_depth == 2


@pytest.mark.parametrize(
    ("spec", "argument", "facts"),
    [
        (
            "sklearn.tree.DecisionTreeClasifier",
            "learners",
            ["sklearn.tree.DecisionTreeClasifier", "DecisionTreeClassifier"],
        ),
        ("sklearn.trees.Tree", "learners", ["sklearn.trees.Tree", "sklearn.trees"]),
        ("sklearn.preprocessing.StandardScaler", "learners", ["sklearn.preprocessing.StandardScaler", "predict"]),
        ("sklearn.svm.SVC(c=1)", "sklearn.svm.SVC", ["'c'", "known"]),
    ],
)
def test_a_class_that_cannot_be_made_is_named(spec, argument, facts):
    with refused(argument, *facts):
        learner_of(spec, dataset_of(RNG.normal(size=(SIZE, 2)), CLASSES))


@pytest.mark.parametrize(
    ("given", "facts"),
    [({1: "nb", "1": "tree"}, ["'1'"]), ("nb", ["'nb'", "list"]), (["nb"], ["two", "got 1"]), ({}, ["two", "got 0"])],
)
def test_learners_that_are_no_contest_are_refused(given, facts):
    with refused("learners", *facts):
        learners_of(given, dataset_of(RNG.normal(size=(SIZE, 2)), CLASSES))


def test_a_class_is_not_an_object():
    with refused("learners", "BernoulliNB()"):
        Estimator(BernoulliNB)


def test_a_copy_of_plain_parameters_is_a_clone():
    tree = DecisionTreeClassifier(max_depth=3).fit([[0.0], [1.0]], [0, 1])
    learner = Estimator(tree)
    one, again, other = (learner.make(seed) for seed in (1, 1, 2))
    assert one is not again
    assert not hasattr(one, "tree_")
    assert one.random_state == again.random_state != other.random_state
    assert {**one.get_params(), "random_state": None} == tree.get_params()
    seed = int(np.random.SeedSequence(1).generate_state(1)[0] >> 1)
    assert one.random_state == seed  # what set_params on a clone would give


def test_what_a_copy_would_share_is_cloned():
    learner = Estimator(make_pipeline(StandardScaler(), DecisionTreeClassifier()))
    one, other = learner.make(1), learner.make(2)
    assert one[-1] is not other[-1]
    assert one[-1].random_state != other[-1].random_state


def test_a_learner_is_taken_as_it_is():
    learner = Estimator(BernoulliNB())
    dataset = dataset_of(np.zeros((4, 1)), [0, 1, 0, 1])
    assert learner_of(learner, dataset) is learner
    assert isinstance(learner_of(BernoulliNB(), dataset), Estimator)


def test_a_learner_that_predicts_only_once_fitted_is_one_and_a_transformer_is_none():
    stacked = StackingClassifier(
        [("tree", DecisionTreeClassifier(max_depth=1))], cv=3
    )  # no predict before it is fitted
    for estimator in (stacked, make_pipeline(StandardScaler(), stacked)):
        predictor = Estimator(estimator).make(0).fit(np.c_[NUMBERS, NUMBERS], CLASSES)
        assert set(predictor.predict(np.c_[NUMBERS, NUMBERS])) <= {"yes", "no"}
    with refused("learners", "Pipeline", "predict"):
        Estimator(make_pipeline(StandardScaler()))


def test_pairs_and_texts_name_learners_as_pipelines_do():
    found = compare([("a", DecisionTreeClassifier()), "b=nb", "stump"], *IRIS, procedure="blocked-3x2")
    assert list(found.contest.learners) == ["a", "b", "stump"]
    assert found.contest.specs["b"] == "nb"
    by_dict = compare({"a": DecisionTreeClassifier(), "b": "nb", "stump": "stump"}, *IRIS, procedure="blocked-3x2")
    assert found.judgements == by_dict.judgements


@pytest.mark.parametrize(
    "learners",
    [[("a", "nb"), ("a", "tree")], ["a=nb", "a=tree"], ["nb=tree", "nb"], ["nb", "nb", "nb 2=tree"]],
)
def test_a_name_that_is_given_twice_is_refused(learners):
    with refused("learners", "names must differ"):
        named_learners(learners)


@pytest.mark.parametrize("learner", [("a", "nb", 1), (1, "nb"), (" ", "nb")])
def test_a_tuple_is_a_name_and_a_learner(learner):
    with refused("learners", "(name, learner)"):
        named_learners([learner, "nb"])


def test_parameters_are_no_name():
    forest = "sklearn.ensemble.RandomForestClassifier(n_estimators=50)"
    weka = "weka(classname='weka.classifiers.trees.RandomForest', options='-I 50')"
    assert named_of(forest) == (None, forest)
    assert named_of(weka) == (None, weka)
    assert named_of(f"rf = {forest}") == ("rf", forest)


class Unread:
    """Rows that nobody may look at."""

    def __getattribute__(self, name):
        if name == "__class__":
            return Unread
        raise AssertionError(f"the data were asked for {name}")


@pytest.mark.parametrize("run", [compare, budget, lambda learners, X, y: league(learners, [X, y])])
@pytest.mark.parametrize(
    ("learner", "fact"),
    [
        ("forst", "forest"),
        ("x=forst", "forest"),
        ("sklearn.svm.SCV", "SVC"),
        ("knn(n=1)", "k"),
        ("none.py:make", "none.py"),
    ],
)
def test_a_typing_error_in_a_learner_is_told_before_the_data_are_looked_at(run, learner, fact):
    with pytest.raises(InputError, match=fact):
        run([learner, "nb"], Unread(), Unread())
