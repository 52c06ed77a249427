"""Factors of learners, and the repeats that they are measured on."""

import json

import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform import compare
from outperform.cli.main import main
from outperform.core import stream
from outperform.designs import Blocked3x2, KFold
from outperform.lab.entry import factor_entry
from outperform.lab.factor import FactorReading, _reading, measure_factor
from outperform.lab.replay import Replay
from outperform.learners import learners_of
from outperform.procedures.caution import SHIPPED
from outperform.procedures.own_factors import own
from outperform.significance.adaptive_t import FixedRule
from outperform.significance.rows import row_noise
from outperform.sources import Regression, Symmetric, TaskOne


def _replay(source, learners, folds=5):
    dataset = source.draw(stream(0, "test"))
    return Replay(dataset, list(learners_of(list(learners), dataset).values()), 3, folds)


BLOCKS = ('block(learner="tree")', 'block(learner="tree", which=2)')


def test_repeats_are_the_same_however_they_are_asked_for():
    at_once, by_steps = (_replay(Symmetric(n=40), BLOCKS) for _ in range(2))
    at_once.groups(range(2), 4)
    by_steps.group(1, 1)
    by_steps.group(0, 3)
    for group in range(2):
        one, other = at_once.group(group, 4), by_steps.group(group, 4)
        np.testing.assert_array_equal(one.labels, other.labels)
        np.testing.assert_array_equal(one.d, other.d)


def test_a_replay_says_what_the_front_door_says():
    source = Symmetric(n=60)
    replay = _replay(source, ('block(learner="lda")', 'block(learner="lda", which=2)'))
    table = replay.group(0, 4)
    splits = [
        (np.flatnonzero(labels != fold), np.flatnonzero(labels == fold)) for labels in table.labels for fold in range(5)
    ]

    class Splits:
        def split(self, *_):
            return iter(splits)

        def get_n_splits(self, *_):
            return len(splits)

    found = compare(
        {"a": 'block(learner="lda")', "b": 'block(learner="lda", which=2)'},
        replay.dataset,
        design=Splits(),
        test="adaptive-t",
        keep="predictions",
    ).judgements[0]
    np.testing.assert_allclose(found.scores.values[0] - found.scores.values[1], table.by_fold, atol=1e-12)
    noise = row_noise(table.d, table.labels, 5)
    assert found.verdict.statistic == pytest.approx(noise.theta / FixedRule(5, 1.0).unit)
    assert found.verdict.estimate == pytest.approx(noise.mean)


def test_learners_that_do_not_learn_say_the_same_in_every_split():
    table = _replay(TaskOne(n=50), ("always-one", "copy-x")).group(0, 3)
    assert (table.d == table.d[0]).all()


def test_other_designs_are_replayed_too():
    replay = _replay(Regression(n=40), ('block(learner="ols")', 'block(learner="ols", which=2)'))
    assert replay.under(Blocked3x2(), 0).by_fold.shape == (3, 2)
    assert replay.under(KFold(folds=4), 1).by_fold.shape == (1, 4)


def test_other_datasets_give_the_shipped_reading():
    (reading,) = measure_factor("knn(k=1)", datasets=150, sources=["symmetric(n=100)"], folds=10, seed=1)
    assert abs(reading.rows - 1.169) < 4.9 * np.hypot(
        reading.rows_se, 0.03
    )  # caution.json: 1.169 on 1,000 datasets of seed 0
    assert reading.folds > 1
    assert factor_entry([reading], 10)["factors"]["rows"] >= reading.rows


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_workers_do_not_change_a_factor():
    one, two = (measure_factor("lda", datasets=30, sources=["symmetric(n=60)"], jobs=jobs) for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize(("options", "name"), [({"folds": 1}, "folds"), ({"datasets": 1}, "datasets")], ids=["f", "d"])
def test_what_cannot_be_measured_is_refused(options, name):
    with refused(name, "2", "got 1"):
        measure_factor("lda", **options)


def test_the_command_measures_and_keeps(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(tmp_path / "mine" / "factors.json"))
    options = ["--datasets", "30", "--source", "symmetric(n=40)", "--folds", "4", "--json"]
    assert main(["lab", "calibrate", "sklearn.naive_bayes.BernoulliNB", *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["learner"] == "BernoulliNB()"
    assert own().factors["BernoulliNB()"] == {f"{basis}-4": factor for basis, factor in told["factors"].items()}
    (entry,) = own().entries
    assert (entry.learner, entry.exact, entry.folds, entry.rows) == ("BernoulliNB()", True, 4, (40, 40))
    assert not any(entry.steady.values())  # one source is not enough
    assert main(["lab", "calibrate", "sklearn.naive_bayes.BernoulliNB", *options]) == 0
    assert len(own().entries) == 1  # the newer one in its place


def test_the_command_keeps_nothing_where_it_is_asked_not_to(tmp_path, monkeypatch, capsys):
    path = tmp_path / "factors.json"
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(path))
    options = ["--datasets", "4", "--source", "symmetric(n=40)", "--folds", "5", "--no-keep", "--quiet"]
    assert main(["lab", "calibrate", "lda", *options]) == 0
    assert not path.exists()
    assert str(path) not in capsys.readouterr().err


def test_a_reading_is_the_standard_deviation_over_that_of_the_threshold():
    """By rows the threshold of 10 folds is 1.96 sqrt(1/100 + 1/9), so that the factor is sigma / sqrt(1/100 + 1/9)."""
    moments = np.array([[0.1, 0.2], [0.3, 0.2], [0.2, 0.5]])
    found = _reading("l", "s", moments, 10)
    unit = np.sqrt(1 / 100 + 1 / 9)
    quantile = stats.t(99).ppf(0.975) / stats.norm.ppf(0.975)  # by folds Student's, of 99 degrees of freedom
    assert (found.source, found.datasets) == ("s", 3)
    assert found.rows == pytest.approx(np.sqrt(0.2) / unit)
    assert found.folds == pytest.approx(np.sqrt(0.3) / unit / quantile)
    # sqrt halves a relative error: se of the mean moment over twice the mean
    assert found.rows_se / found.rows == pytest.approx(0.1 / np.sqrt(3) / (2 * 0.2))
    assert found.folds_se / found.folds == pytest.approx(np.std([0.2, 0.2, 0.5], ddof=1) / np.sqrt(3) / (2 * 0.3))


def test_moments_below_0_on_average_are_a_factor_of_0():
    found = _reading("l", "s", np.array([[-0.1, 0.2], [0.05, 0.2]]), 5)
    assert (found.rows, found.rows_se, found.folds_se) == (0.0, 0.0, 0.0)


def _readings(values, se=0.02, sources=("symmetric(n=60)", "symmetric", "real-blocks(n=80)")):
    return [FactorReading("lda", one, 900, value, se, 1.0, 0.02) for one, value in zip(sources, values, strict=True)]


def test_an_entry_takes_the_largest_reading_and_one_standard_error_upwards():
    made = factor_entry(_readings((0.9, 0.9312, 0.92)), 10)
    assert made["factors"] == {"rows": 0.96, "folds": 1.02}
    assert made["spread"]["rows"] == pytest.approx(0.0312)
    assert (made["rows"], made["classes"], made["columns_per_row"]) == ([60, 100], [2, 2], 0.375)  # 30 of 80 rows
    assert factor_entry(_readings((0.9, 0.93, 0.92)), 10, endless=True)["rows"] == [60, None]


GAUSSIAN = ("symmetric(n=60)", "symmetric", "symmetric(n=80)")


@pytest.mark.parametrize(
    ("readings", "steady"),
    [
        (_readings((0.9, 1.0, 1.06)), True),
        (_readings((0.9, 1.0, 1.07)), False),
        (_readings((1.0, 1.0, 1.0), se=0.06), False),
        (_readings((1.0, 1.0, 1.0), sources=GAUSSIAN), False),
        (_readings((1.0, 1.0), sources=("symmetric", "real-blocks")), False),
    ],
    ids=["agree", "spread", "few data sets", "no real rows", "two sources"],
)
def test_an_entry_is_steady_if_enough_sources_agree(readings, steady):
    assert factor_entry(readings, 10)["steady"]["rows"] is steady


FOREIGN = [b"[]", b"{", b'{"factors": {"a": {"rows-10": "1"}}}', b'{"factors": {"a": {"b": -1}}}', b"\xff\xfe\x00"]


@pytest.mark.parametrize("text", FOREIGN)
def test_a_foreign_file_of_factors_is_refused(tmp_path, monkeypatch, text):
    path = tmp_path / "factors.json"
    path.write_bytes(text)
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(path))
    with refused(str(path), "outperform lab calibrate"):
        own()


def test_a_broken_entry_is_refused_too(tmp_path, monkeypatch):
    made = factor_entry(_readings((1.0, 1.0, 1.0)), 10)
    path = tmp_path / "factors.json"
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(path))
    for entry, fits in ((made, True), ({**made, "factors": {"rows": -1, "folds": 1}}, False), ({"folds": 10}, False)):
        path.write_text(json.dumps({"format": 2, "factors": {}, "entries": [entry]}))
        if fits:
            assert len(own().entries) == 1
            continue
        with refused(str(path), "outperform lab calibrate"):
            own()


@pytest.mark.slow
def test_shipped_readings_are_made_again():
    table = json.loads(SHIPPED.read_text())
    entry = next(each for each in table["entries"] if (each["learner"], each["folds"]) == ("LinearRegression", 10))
    for wanted in entry["readings"]:
        (found,) = measure_factor("ols", datasets=wanted["datasets"], sources=[wanted["source"]])
        assert (found.rows, found.folds) == pytest.approx((wanted["rows"], wanted["folds"]), abs=1e-4)
