"""Rows with a time are not shuffled without the user's word; the past predicts what comes next."""

from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import TimeSeriesSplit
from tests.refusals import refused

from outperform import budget, compare, verify
from outperform.core import MisfitError, NoteKind, Reason
from outperform.core.errors import InputError

SQUARED = "neg_mean_squared_error"
OWN = {"ols": LinearRegression(), "mean": DummyRegressor()}


def sales(size=120, shuffled=True):
    rng = np.random.default_rng(0)
    x = rng.normal(size=size)
    days = pd.date_range("2024-01-01", periods=size)
    frame = pd.DataFrame({"day": days, "x": x, "price": x + 0.5 * rng.normal(size=size) + 0.25})
    frame = frame.sample(frac=1, random_state=1) if shuffled else frame
    return frame.drop(columns="price"), frame["price"]


def ran(learners=OWN, rows=None, target=None, metric=SQUARED, **options):
    given = sales()
    frame = given[0] if rows is None else rows
    return compare(learners, frame, given[1] if target is None else target, metric=metric, progress=False, **options)


def test_time_changes_the_default():
    found = ran(time="day")
    assert (found[0].procedure, found[0].test) == ("forward(folds=10) + diebold-mariano", "diebold-mariano")
    assert found[0].decision.value == "first"
    assert found[0].replicability.reason is Reason.TIME_ORDER
    (note,) = [note for note in found.notes if note.kind is NoteKind.TIME_ORDER]
    assert (note["column"], note["procedure"]) == ("day", "forward(folds=10) + diebold-mariano")


def test_the_number_is_that_of_the_losses_in_time_order():
    frame, price = sales(shuffled=False)
    x, y = frame[["x"]].to_numpy(), price.to_numpy()
    losses = []
    edges = np.ceil(np.linspace(1 / 11, 1, 11) * 120 - 1e-9).astype(int)
    for start, stop in pairwise(edges):
        fitted = LinearRegression().fit(x[:start], y[:start])
        here = slice(start, stop)
        losses += list((y[here] - y[:start].mean()) ** 2 - (y[here] - fitted.predict(x[here])) ** 2)
    d = np.array(losses)
    found = ran(time="day")[0].verdict
    assert found.estimate == pytest.approx(d.mean(), rel=1e-9)
    assert found.statistic == pytest.approx(d.mean() / np.sqrt(d.var(ddof=1) / len(d)), rel=1e-9)
    assert found.df == len(d) - 1


@pytest.mark.parametrize(
    "how", ["name", "values", "text", "polars", "dict", "short names", "sorted"], ids=lambda how: how
)
def test_the_same_rows_give_the_same_answer_however_they_come(how):
    frame, price = sales(shuffled=how != "sorted")
    expected = ran(["ols", "tree"], time="day")[0].verdict.pvalue
    time, rows = "day", frame
    if how == "values":
        time, rows = frame["day"], frame[["x"]]
    elif how == "text":
        rows = frame.assign(day=frame["day"].dt.strftime("%Y-%m-%d"))
    elif how == "polars":
        rows, price = pl.from_pandas(frame), price.to_numpy()
    elif how == "dict":
        rows, price = {name: frame[name].to_numpy() for name in frame}, price.to_numpy()
    assert ran(["ols", "tree"], rows, price, time=time)[0].verdict.pvalue == expected


@pytest.mark.parametrize("learners", [OWN, ["ols", "tree"]], ids=["own", "short"])
def test_a_date_that_is_left_in_needs_a_word(learners):
    with refused("column 'day'", 'time="day"', "shuffle="):
        ran(learners)


def test_with_the_word_rows_are_shuffled():
    found = ran(["ols", "tree"], shuffle=True)
    assert found[0].procedure == "adaptive-cv"
    assert NoteKind.DATES_LEFT_OUT in {note.kind for note in found.notes}
    assert ran(["ols", "tree"], time="day", shuffle=True)[0].procedure == "adaptive-cv"


def test_other_procedures_would_shuffle():
    for options in ({"procedure": "corrected-cv"}, {"design": "kfold(folds=5)", "test": "kfold-t"}):
        with refused("procedure", "forward", "shuffle="):
            ran(time="day", **options)
        assert ran(time="day", shuffle=True, **options).judgements


def test_a_test_alone_gets_the_design():
    assert ran(time="day", test="diebold-mariano(horizon=3)")[0].test == "diebold-mariano(horizon=3)"
    with refused("design", "kfold"):
        ran(test="diebold-mariano", shuffle=True)


def test_a_failed_split_is_left_out_of_the_losses():
    class Late(LinearRegression):
        def predict(self, X):
            if len(X) and self.rows_ > 100:
                raise ValueError("too late")
            return super().predict(X)

        def fit(self, X, y):
            self.rows_ = len(X)
            return super().fit(X, y)

    found = ran({"late": Late(), "mean": DummyRegressor()}, time="day", on_error="skip")
    assert found[0].verdict.df < ran(time="day")[0].verdict.df


def test_the_word_is_yes_or_no():
    with refused("shuffle", "'yes'"):
        ran(shuffle="yes")


def test_a_budget_takes_the_word_too():
    frame, price = sales()
    with refused("column 'day'", "shuffle="):
        budget(["ols", "tree"], frame, price, metric=SQUARED, progress=False)
    assert budget(["ols", "tree"], frame, price, metric=SQUARED, shuffle=True, progress=False, repeats=2).pairs


def test_a_column_of_increasing_times_needs_the_word_too():
    frame, price = sales()
    rows = frame[["x"]].assign(time=np.arange(120.0))
    with refused("column 'time'", 'time="time"', "shuffle="):
        ran(["ols", "tree"], rows, price)
    assert ran(["ols", "tree"], rows, price, shuffle=True).contest.dataset.given.names == ("x", "time")
    assert ran(["ols", "tree"], rows, price, design="forward(folds=4)")[0].test == "diebold-mariano"
    assert ran(["ols", "tree"], rows[["x"]].assign(time=np.arange(120.0) % 50), price).judgements


def test_forward_needs_dates_in_order():
    with refused("column 'day'", 'time="day"'):
        ran(design="forward(folds=4)", learners=_blind())


def _blind():
    """Learners that do not read the rows."""
    return {"a": DummyRegressor(), "b": DummyRegressor(strategy="median")}


def test_scikit_learns_splits_in_time_are_not_shuffled():
    frame, price = sales(shuffled=False)
    found = ran(_blind(), frame, price, design=TimeSeriesSplit(4), test="diebold-mariano")
    assert (found[0].scores.traits.forward, found[0].scores.traits.repeats) == (True, 1)


@pytest.mark.parametrize("metric", ["r2", "roc_auc"])
def test_metrics_without_a_value_per_row_are_refused_before_any_fit(metric):
    class Never(LinearRegression):
        def fit(self, *_):
            raise AssertionError("fitted")

    with refused(None, metric, SQUARED, error=MisfitError):
        ran({"a": Never(), "b": Never()}, time="day", metric=metric)


def test_a_seed_of_the_data_has_no_time_order():
    with refused("seed", "time"):
        ran(time="day", seed="data")


@pytest.mark.parametrize(("time", "facts"), [("dya", ["day"]), ([1, 2], [2, 120])])
def test_times_that_are_not_there_are_refused(time, facts):
    with refused("time", *facts):
        ran(time=time)


def test_one_column_has_one_role():
    with refused("time", "day", "groups"):
        ran(time="day", groups="day")


def test_a_manifest_knows_the_time():
    frame, price = sales()
    found = ran(["ols", "tree"], time="day")
    manifest = found.manifest()
    assert manifest["data"]["time"] == "day"
    assert verify(manifest, frame, price, time="day", progress=False).same
    assert "time" not in ran(["ols", "tree"], shuffle=True).manifest()["data"]
    manifest["data"]["time"] = {"a": 1}
    with pytest.raises(InputError):
        verify(manifest, frame, price, time="day", progress=False)


def test_several_learners_and_metrics():
    found = ran(["ols", "tree", "stump"], time="day", metric=[SQUARED, "neg_mean_absolute_error"])
    assert len(found) == 6
    assert "corrected-t" not in {each.test for each in found.others()}


def test_the_default_procedure_is_not_taken_for_another_where_it_is_asked_for():
    with refused("procedure", "adaptive-cv", "forward", "shuffle="):
        ran(time="day", procedure="adaptive-cv")
    assert ran(time="day", shuffle=True, procedure="adaptive-cv")[0].procedure == "adaptive-cv"


@pytest.mark.parametrize("test", [None, "diebold-mariano"])
def test_a_splitter_in_time_order_gets_the_test_of_rows_in_time_order(test):
    x = np.random.default_rng(0).normal(size=(60, 2))
    y = x[:, 0] + np.random.default_rng(1).normal(size=60)
    options = {"metric": "neg_mean_squared_error", "progress": False}
    splitter = compare(["ols", "tree"], x, y, design=TimeSeriesSplit(5), test=test, **options)
    ours = compare(["ols", "tree"], x, y, design="forward(folds=5)", test="diebold-mariano", **options)
    assert splitter[0].verdict == ours[0].verdict  # the same blocks
    assert splitter[0].verdict.pvalue is not None
