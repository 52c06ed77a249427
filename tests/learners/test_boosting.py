"""XGBoost, LightGBM and CatBoost, where they are installed (extra ``boosting``)."""

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.refusals import refused

from outperform import compare
from outperform.core import SpecError
from outperform.data import dataset_of
from outperform.learners import kind_of, learner_of
from outperform.learners.label_codes import LabelCoded

pytestmark = pytest.mark.filterwarnings("ignore")  # of packages that we do not pin

RNG = np.random.default_rng(8)
SIZE = 80
NUMBERS = RNG.normal(size=(SIZE, 3))
MIXED = pd.DataFrame(
    {
        "a [mm]": np.where(RNG.random(SIZE) < 0.1, np.nan, NUMBERS[:, 0]),
        "shop": RNG.choice(["x", "y", None], SIZE),
    }
)
THREE = np.array(["ash", "birch", "oak"])[np.digitize(NUMBERS[:, 0], [-0.4, 0.4])]
TWO = np.where(NUMBERS[:, 0] + (MIXED["shop"] == "x") > 0.2, "yes", "no")

CLASSIFIERS = {
    "xgboost": "xgboost.XGBClassifier(n_estimators=5)",
    "lightgbm": "lightgbm.LGBMClassifier(n_estimators=5, min_data_in_leaf=5)",
    "catboost": "catboost.CatBoostClassifier(iterations=5)",
}
REGRESSORS = {
    "xgboost": "xgboost.XGBRegressor(n_estimators=5)",
    "lightgbm": "lightgbm.LGBMRegressor(n_estimators=5)",
    "catboost": "catboost.CatBoostRegressor(iterations=5)",
}
WAYS = {"xgboost": ("one-hot",), "lightgbm": ("categories",), "catboost": ("categories",)}


@pytest.fixture(params=list(CLASSIFIERS))
def package(request, tmp_path, monkeypatch):
    pytest.importorskip(request.param)
    monkeypatch.chdir(tmp_path)  # where CatBoost would write
    return request.param


def test_text_classes_on_numbers(package, capfd, tmp_path):
    found = compare(
        ["nb", CLASSIFIERS[package]],
        NUMBERS,
        THREE,
        procedure="blocked-3x2",
        metric=["accuracy", "roc_auc_ovr"],
        allow_modules=[package],
    )
    assert found.scores[0].values[1].mean() > 0.5
    assert capfd.readouterr().out == ""  # what they print is not the answer
    assert list(tmp_path.iterdir()) == []


def test_mixed_columns(package):
    found = compare(["nb", CLASSIFIERS[package]], MIXED, TWO, procedure="blocked-3x2", allow_modules=[package])
    assert found.scores[0].values[1].mean() > 0.5
    (note,) = [note for note in found.notes if note.kind == "encoded"]
    assert note["steps"] == WAYS[package]


def test_numbers_as_target(package):
    found = compare(
        ["ridge", REGRESSORS[package]],
        MIXED,
        NUMBERS[:, 1],
        procedure="blocked-3x2",
        metric="r2",
        allow_modules=[package],
    )
    assert np.isfinite(found.scores[0].values).all()


@pytest.mark.process
def test_workers_find_the_same(package):
    both = ["nb", CLASSIFIERS[package]]
    given = {"procedure": "blocked-3x2", "allow_modules": [package]}
    here, there = (compare(both, MIXED, TWO, jobs=jobs, **given).scores[0].values for jobs in (1, 2))
    assert (here == there).all()


def test_parameters_beyond_the_signature(package):
    slips = {
        "xgboost": "xgboost.XGBClassifier(n_estimator=5)",
        "lightgbm": "lightgbm.LGBMClassifier(n_estimater=5)",
        "catboost": "catboost.CatBoostClassifier(iteration=5)",
    }
    with refused(None, "iterations" if package == "catboost" else "n_estimators", error=SpecError):
        learner_of(slips[package], dataset_of(NUMBERS, TWO), [package])


def test_what_xgboost_does_not_name_is_passed_on():
    pytest.importorskip("xgboost")
    learner = learner_of("xgboost.XGBClassifier(max_cached_hist_node=7)", dataset_of(NUMBERS, TWO), ["xgboost"])
    assert learner.estimator.estimator.get_params()["max_cached_hist_node"] == 7


def test_xgboost_as_an_object_gets_labels_that_it_takes():
    xgboost = pytest.importorskip("xgboost")
    deep = make_pipeline(StandardScaler(), xgboost.XGBClassifier(n_estimators=5))
    learner = learner_of(deep, dataset_of(NUMBERS, THREE))
    assert isinstance(learner.estimator, LabelCoded)
    assert kind_of(learner).startswith("XGBClassifier")
    assert learner.own
    plain = learner_of(deep, dataset_of(NUMBERS, np.unique(THREE, return_inverse=True)[1]))
    assert plain.estimator is deep


def test_xgboost_that_takes_categories_gets_them():
    pytest.importorskip("xgboost")
    spec = "xgboost.XGBClassifier(n_estimators=5, enable_categorical=True)"
    assert learner_of(spec, dataset_of(MIXED, TWO), ["xgboost"]).encoding == ("categories",)


def test_catboost_with_a_list_of_columns_is_copied():
    catboost = pytest.importorskip("catboost")
    own = catboost.CatBoostClassifier(iterations=3, cat_features=["shop"], allow_writing_files=False)
    frame = MIXED.fillna({"shop": "none"})
    found = compare({"own": own, "nb": "nb"}, frame, TWO, procedure="blocked-3x2")
    assert np.isfinite(found.scores[0].values).all()


@pytest.mark.parametrize(("loud", "says"), [("", False), (", verbose=True", True), (', logging_level="Verbose"', True)])
def test_catboost_prints_only_where_asked_and_to_standard_error(capfd, loud, says):
    pytest.importorskip("catboost")
    learner = f"catboost.CatBoostClassifier(iterations=5{loud})"
    compare(["nb", learner], NUMBERS, THREE, procedure="blocked-3x2", allow_modules=["catboost"])
    out, err = capfd.readouterr()
    assert out == ""
    assert ("learn:" in err) is says
