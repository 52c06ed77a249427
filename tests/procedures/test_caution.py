"""The table of factors is looked up by what a learner does, its settings and the data."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_transformer
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest, VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, PolynomialFeatures, StandardScaler
from tests.refusals import refused

from outperform import compare
from outperform.core import Dataset, stream
from outperform.learners import Estimator, described, kind_of, learner_of
from outperform.procedures import AdaptiveCV, caution
from outperform.procedures.caution import SHIPPED, factors_of, shipped
from outperform.procedures.measured import DataSetting, MeasuredFactor
from outperform.sources import CATALOGUE as SOURCES

USUAL = DataSetting(rows=200, columns=5, classes=2, varied=True, unit=True)
ENTRY = {
    "learner": "LinearDiscriminantAnalysis",
    "settings": {"tol": "any"},
    "unit_columns": False,
    "classes": [2, 3],
    "folds": 10,
    "rows": [50, None],
    "columns_per_row": 0.1,
    "factors": {"rows": 0.97, "folds": 1.02},
    "steady": {"rows": True, "folds": False},
}
PENALTY = {**ENTRY, "learner": "LogisticRegression", "unit_columns": True, "settings": {"C": {"from": 0.1, "to": 10}}}
SQUARES = {**ENTRY, "learner": "LinearRegression", "classes": None, "rows": [50, 400]}
LDA = LinearDiscriminantAnalysis()


@pytest.fixture(autouse=True)
def table(monkeypatch, tmp_path):
    """A table of three entries, and no file of the user."""
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(tmp_path / "mine.json"))
    entries = [MeasuredFactor.read(each) for each in (ENTRY, PENALTY, SQUARES)]
    monkeypatch.setattr(caution, "shipped", lambda: entries)
    return tmp_path / "mine.json"


def found(estimator, setting=USUAL, folds=10):
    return bool(factors_of([Estimator(estimator)], folds, setting).table)


@pytest.mark.parametrize(
    "step",
    [
        StandardScaler(),
        SimpleImputer(),
        MinMaxScaler(),
        "passthrough",
        make_pipeline(SimpleImputer(), StandardScaler()),
    ],
    ids=str,
)
def test_steps_that_neither_choose_nor_look_at_the_target_are_transparent(step):
    assert found(make_pipeline(step, LDA))
    assert found(make_pipeline(make_column_transformer((step, [0, 1]), remainder="drop"), LDA))


@pytest.mark.parametrize(
    "step",
    [SelectKBest(k=1), PCA(2), VarianceThreshold(), PolynomialFeatures(), FunctionTransformer(np.log1p)],
    ids=lambda step: type(step).__name__,
)
def test_any_other_step_is_a_kind_of_its_own(step):
    pipeline = make_pipeline(StandardScaler(), step, LDA)
    assert not found(pipeline)
    assert not found(make_pipeline(make_column_transformer((step, [0, 1])), LDA))
    assert kind_of(Estimator(pipeline)).startswith(f"Pipeline({type(step).__name__}(")


def test_tuned_and_calibrated_learners_are_not_what_is_inside():
    assert not found(GridSearchCV(LDA, {"tol": [1e-4, 1e-3]}))
    assert not found(CalibratedClassifierCV(LDA))


@pytest.mark.parametrize(
    ("estimator", "measured"),
    [
        (LogisticRegression(C=0.1), True),
        (LogisticRegression(C=10), True),
        (LogisticRegression(C=np.float64(2.5), n_jobs=1), True),
        (LogisticRegression(C=0.05), False),
        (LogisticRegression(C=11.0), False),
        (LogisticRegression(class_weight="balanced"), False),
        (LogisticRegression(solver="liblinear"), False),
        (Lasso(), False),
    ],
    ids=str,
)
def test_settings_count_within_the_measured_range_alone(estimator, measured):
    assert found(estimator) is measured


@pytest.mark.parametrize(
    ("change", "measured"),
    [
        ({}, True),
        ({"rows": 50}, True),
        ({"rows": 49, "columns": 2}, False),
        ({"rows": 100_000}, True),
        ({"columns": 20}, True),
        ({"columns": 21}, False),
        ({"classes": 3}, True),
        ({"classes": 4}, False),
        ({"classes": None}, False),
        ({"varied": False}, False),
        ({"unit": False}, True),
    ],
    ids=str,
)
def test_the_data_count_too(change, measured):
    assert found(LDA, replace(USUAL, **change)) is measured


def test_folds_and_an_upper_bound_of_rows_count():
    assert not found(LDA, folds=5)
    assert found(LinearRegression(), replace(USUAL, classes=None, rows=400))
    assert not found(LinearRegression(), replace(USUAL, classes=None, rows=401))


def test_where_scale_matters_columns_must_be_standard():
    raw = replace(USUAL, unit=False)
    assert found(LogisticRegression())
    assert not found(LogisticRegression(), raw)
    assert found(make_pipeline(StandardScaler(), LogisticRegression()), raw)
    assert not found(make_pipeline(StandardScaler(), MinMaxScaler(), LogisticRegression()), raw)
    both = [LogisticRegression(), make_pipeline(StandardScaler(), LogisticRegression())]
    assert not factors_of([Estimator(each) for each in both], 10, raw).table  # one kind, not measured for both


def test_a_class_of_somebody_else_with_the_same_name_is_not_measured():
    class LinearDiscriminantAnalysis(type(LDA)):
        pass

    assert kind_of(Estimator(LinearDiscriminantAnalysis())) == kind_of(Estimator(LDA))
    assert not found(LinearDiscriminantAnalysis())


def test_a_block_is_what_sees_it_on_its_own_columns():
    dataset = SOURCES.parse("symmetric(n=100, features=10)").draw(stream(0))
    block = learner_of('block(learner="lda", which=2)', dataset)
    assert described(block).blocks == 2
    assert factors_of([block], 10, dataset).table  # 10 columns of 100 rows
    assert not factors_of([learner_of("lda", dataset)], 10, dataset).table


def test_the_setting_of_data():
    rng = np.random.default_rng(0)
    rows, target = rng.standard_normal((90, 4)), np.arange(90) % 3
    usual = DataSetting(90, 4, 3, varied=True, unit=True)
    assert DataSetting.of(Dataset(rows, target)) == DataSetting.of(Dataset(pd.DataFrame(rows), target)) == usual
    assert DataSetting.of(Dataset(rows * 100, target)) == replace(usual, unit=False)
    assert DataSetting.of(Dataset(rows, target + 0.5)) == replace(usual, classes=None)
    assert DataSetting.of(Dataset(rows, target, groups=target)) == replace(usual, grouped=True)
    mostly = np.where(rng.random((90, 4)) < 0.6, 0.0, rows)
    assert not DataSetting.of(Dataset(mostly, target)).varied
    missing = np.where(rng.random((90, 4)) < 0.2, np.nan, rows)
    assert DataSetting.of(Dataset(missing, target)) == usual
    frame = pd.DataFrame({"a": rows[:, 0], "b": ["x", "y", "z"] * 30})
    assert not DataSetting.of(Dataset(frame, target, kinds=("numeric", "nominal"))).varied
    assert not DataSetting.of(Dataset(frame, target)).varied


def test_only_factors_whose_sources_agree_serve_auto():
    measured = factors_of([Estimator(LDA)], 10, USUAL)
    assert measured.table == (("LinearDiscriminantAnalysis()", 0.97, 1.02),)
    assert measured.measured == (("LinearDiscriminantAnalysis()", 0.97, None),)
    assert factors_of([Estimator(LDA)], 10, replace(USUAL, grouped=True)).measured == ()
    pair = measured.pair([Estimator(LDA)] * 2, "rows")
    assert pair.factor == pytest.approx(0.97)  # below 1 where every source says so
    assert replace(measured, table=measured.measured).pair([Estimator(LDA)] * 2, "folds") is None


def test_a_users_factor_comes_before_the_shipped_one(table):
    own = {**ENTRY, "learner": "LinearDiscriminantAnalysis()", "factors": {"rows": 2.5, "folds": 2.5}}
    del own["settings"]
    for entries, wanted in (([], 0.97), ([own], 2.5)):
        row = {"rows-10": 2.5, "folds-10": 2.5}
        text = {"format": 2, "factors": {"LinearDiscriminantAnalysis()": row}, "entries": entries}
        table.write_text(json.dumps(text))
        measured = factors_of([Estimator(LDA)], 10, USUAL)
        assert measured.table[0][1] == 2.5
        assert measured.measured[0][1] == wanted  # auto wants to know where it was measured
        assert measured.file.name == "mine.json"
    assert found(LDA, replace(USUAL, rows=10))  # what the user measured serves "cautious" on any data


@pytest.mark.parametrize(
    "change",
    [
        {"rows": [50, float("inf")]},
        {"columns_per_row": 10**400},
        {"settings": {"tol": {"least": 1}}},
        {"settings": {"tol": 5}},
        {"settings": {"tol": {"from": "a", "to": None}}},
        {"settings": {"tol": {"among": 3}}},
        {"settings": 5},
        {"factors": {"rows": float("nan"), "folds": 1.0}},
    ],
    ids=str,
)
def test_a_users_entry_that_is_none_is_refused_by_the_name_of_its_file(table, change):
    table.write_text(json.dumps({"format": 2, "factors": {}, "entries": [{**ENTRY, **change}]}))
    with refused(str(table), "outperform lab calibrate"):
        factors_of([Estimator(LDA)], 10, USUAL)


def test_a_cautious_threshold_without_a_factor_is_refused_with_what_to_type():
    rng = np.random.default_rng(0)
    rows, target = rng.standard_normal((60, 3)), np.arange(60) % 2
    learners = {"a": LDA, "b": make_pipeline(SelectKBest(k=1), LDA)}
    kind = "Pipeline(SelectKBest(k=1), LinearDiscriminantAnalysis())"
    with refused("threshold", kind, "10 folds", "outperform lab calibrate LEARNER --folds 10", 'threshold="auto"'):
        compare(learners, rows, target, procedure="adaptive-cv(threshold='cautious')", progress=False)
    settled = AdaptiveCV(threshold="cautious").settled([Estimator(LDA)], Dataset(rows, target))
    assert settled.factors == (("LinearDiscriminantAnalysis()", 0.97, 1.02),)


def test_every_shipped_entry_says_what_it_stands_on():
    told = json.loads(SHIPPED.read_text())
    assert told["format"] == 2
    assert len(shipped()) == len(told["entries"])
    for entry in told["entries"]:
        readings = entry["readings"]
        assert len(readings) >= 3
        assert any(one["source"].startswith("real-") for one in readings)
        for basis in ("rows", "folds"):
            largest = max(one[basis] + one[f"{basis}_se"] for one in readings)
            assert largest <= entry["factors"][basis] < largest + 0.0101
            values = [one[basis] for one in readings]
            assert entry["spread"][basis] == pytest.approx(max(values) - min(values), abs=1e-3)
            assert not entry["steady"][basis] or entry["spread"][basis] <= 0.16
