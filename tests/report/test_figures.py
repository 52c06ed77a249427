import re
from dataclasses import replace

import numpy as np
import pytest
from tests.refusals import refused
from tests.shares import with_share

from outperform import judge
from outperform.report.figures import (
    CostFigure,
    DecisionsFigure,
    DifferenceFigure,
    ItemsFigure,
    PartitionsFigure,
    PowerFigure,
    QuantilesFigure,
    ReplicabilityFigure,
    SplitsFigure,
    TypeOneFigure,
    VarianceFigure,
    save,
    svg,
)
from outperform.report.figures.difference import DifferenceRow
from outperform.report.figures.picture import looks_of, picture, plot
from outperform.report.figures.style import DARK, LIGHT
from outperform.report.spread import spread


def test_differences_are_those_of_the_judgements(three):
    figure = DifferenceFigure.of(three)
    verdict = three.judgements[1].verdict
    row = figure.frame()[1]
    assert (three.judgements[1].first, three.judgements[1].second) == ("nb", "1nn")
    assert (row["first"], row["second"], row["winner"]) == ("1nn", "nb", "1nn")  # the better one first
    assert row["estimate"] == pytest.approx(-verdict.estimate)
    low, high = verdict.interval(0.05)
    assert (row["low"], row["high"]) == pytest.approx((-high, -low))
    assert (figure.unit, figure.null) == ("difference in score", 0)
    assert "Holm" in figure.caption


def test_differences_of_accuracy_are_in_points_and_a_region_is_shown():
    scores = {"a": [[0.9, 0.8], [0.7, 0.9]], "b": [[0.8, 0.85], [0.75, 0.8]]}
    comparison = judge(scores, "bayes-correlated-t(rope=0.02)", n_train=80, n_test=20)
    figure = DifferenceFigure.of(comparison)
    assert figure.rope == pytest.approx(0.02)
    assert "0.02" in figure.caption
    assert figure.frame()[0]["evidence"].count("/") == 2
    assert DifferenceFigure.of(comparison, rope=0.1).rope == pytest.approx(0.1)


def test_shares_keep_their_own_null(labels):
    figure = DifferenceFigure.of(labels)
    assert (figure.null, figure.frame()[0]["estimate"]) == (0, pytest.approx(100 * 11 / 60))  # 13 against 2 of 60
    share = DifferenceFigure.of(replace(labels, judgements=(with_share(labels[0], 0.8, (0.4, 0.9)),)))
    assert (share.null, share.frame()[0]["estimate"]) == (0.5, 0.8)


def test_splits_count_who_wins(two):
    figure = SplitsFigure.of(two)
    wins, ties, losses = figure.wins
    assert wins + ties + losses == len(figure.frame()) == 100
    row = figure.frame()[11]
    assert (row["repeat"], row["fold"]) == (2, 2)
    assert row["difference"] == pytest.approx(row["first"] - row["second"])
    assert (figure.first, figure.second) == ("tree", "nb")  # the better one first
    assert wins > losses
    assert re.search(rf"100 .*tree .*{wins} .*nb .*{losses}\b", figure.caption)


@pytest.mark.parametrize(
    ("shape", "single"), [((1, 10), True), ((10, 1), True), ((5, 2), False)], ids=["folds", "splits", "both"]
)
def test_splits_of_every_shape_are_drawn(shape, single):
    rng = np.random.default_rng(1)
    scores = {name: rng.random(shape) for name in "ab"}
    figure = SplitsFigure.of(judge(scores, "corrected-t", n_train=90, n_test=10))
    assert ("bar" not in figure.caption) == single
    assert svg(picture(figure)) == svg(picture(figure))


def test_a_tie_is_told_and_one_split_is_no_figure(labels):
    comparison = judge({"a": [[0.5, 0.6, 0.7]], "b": [[0.5, 0.5, 0.8]]}, "kfold-t")
    assert SplitsFigure.of(comparison).wins == (1, 1, 1)
    assert "1 is tied" in SplitsFigure.of(comparison).caption
    with refused("pair", "two splits"):
        SplitsFigure.of(labels)


def test_items_are_counted_and_scores_have_none(labels, two):
    figure = ItemsFigure.of(labels)
    assert [row["count"] for row in figure.frame()] == [44, 13, 2, 1]
    assert (figure.first, figure.repeats, "repeats" in figure.caption) == ("a", 1, False)
    with refused("pair", "label"):
        ItemsFigure.of(two)


def test_every_fitting_test_is_shown_alone(three):
    figure = DecisionsFigure.of(three)
    frame = figure.frame()
    assert (frame[0]["name"], frame[0]["chosen"]) == ("corrected-t", True)
    assert frame[0]["pvalue"] == three.judgements[0].verdict.pvalue
    assert {"pooled-t", "sorted-runs-t"} < {row["name"] for row in frame}
    assert {row["name"] for row in frame if row["warned"]} == {"pooled-t", "averaged-folds-t", "averaged-runs-t"}
    assert "†" in figure.caption
    others = three.others()
    assert DecisionsFigure.of(three, 0, others) == figure


def test_the_last_repeat_has_the_whole_p_value(two):
    figure = PartitionsFigure.of(two)
    frame = figure.frame()
    assert [row["repeat"] for row in frame] == list(range(1, 11))
    assert frame[-1]["so_far"] == pytest.approx(two.judgements[0].verdict.pvalue)
    assert frame[0]["alone"] == frame[0]["so_far"]
    below = sum(row["alone"] <= 0.05 for row in frame)
    assert f"{below} of 10" in figure.caption
    assert "not about new data" in figure.caption


def test_a_rule_that_needs_all_repeats_has_no_way_to_wander(labels):
    scores = {"a": [[0.9, 0.8]] * 5, "b": [[0.8, 0.85]] * 5}
    with refused("pair", "5x2-f"):
        PartitionsFigure.of(judge(scores, "5x2-f"))
    with refused("pair", "two repeats"):
        PartitionsFigure.of(labels)
    single = judge({name: np.linspace(0, 1, 20).reshape(20, 1) ** power for name, power in (("a", 1), ("b", 2))},
                   "corrected-t", n_train=90, n_test=10)  # fmt: skip
    assert "alone" not in PartitionsFigure.of(single).caption


@pytest.mark.parametrize("name", ["difference", "splits", "decisions", "partitions"])
def test_figures_of_a_comparison_are_drawn_by_name(two, name, tmp_path):
    figure = plot(two, name)
    assert save(figure, tmp_path / "figure.png").stat().st_size > 1000
    again = plot(two, name, figure.axes[0])
    assert again is figure


def test_an_unknown_figure_is_refused(two):
    with refused("figure", "'split'", "splits"):
        plot(two, "split")


def test_a_learner_has_the_same_colour_everywhere(three, labels):
    looks = looks_of(three)
    assert list(looks) == ["nb", "tree", "1nn"]
    colour = looks["1nn"].colour
    assert f"fill: {colour}" in svg(plot(three, "splits", pair=1))
    assert f"stroke: {colour}" in svg(plot(three))
    assert DARK.hues[0] in svg(picture(ItemsFigure.of(labels), looks=looks_of(labels, DARK), theme=DARK))
    assert LIGHT.hues[1] in svg(plot(labels, "items"))


def test_readings_become_figures(readings):
    bars = TypeOneFigure.of(readings)
    assert [(row["category"], row["y"], row["low"]) for row in bars.frame()] == [
        ("5x2-f", 0.05, pytest.approx(0.04)),
        ("corrected-10x10", 0.05, pytest.approx(0.04)),
    ]
    power = PowerFigure.of(readings)
    assert [row["x"] for row in power.frame() if row["series"] == "5x2-f" and row["panel"] == "rejection"] == [0, 8, 16]
    assert {row["panel"] for row in power.frame()} == {"rejection", "replicability"}
    variance = VarianceFigure.of(readings)
    assert {(row["series"], row["category"]): row["y"] for row in variance.frame()}[
        "task-one(n=300)", "corrected-10x10"
    ] == pytest.approx(1.0)
    agree = ReplicabilityFigure.of(readings)
    assert {row["category"] for row in agree.frame()} == {row["source"] for row in readings}
    cost = CostFigure.of(readings)
    assert [(row["series"], row["x"], round(row["y"], 6)) for row in cost.frame()] == [
        ("5x2-f", 10.0, 0.9),
        ("corrected-10x10", 100.0, 0.95),
    ]
    for figure in (bars, power, variance, agree, cost):
        assert svg(picture(figure)) == svg(picture(figure))
        assert figure.title
        assert figure.caption.endswith(".")


def test_readings_that_are_missing_are_named(readings):
    power = [row for row in readings if row["measure"] == "rejection" and not row["null"]]
    with refused("readings", "rejection", "null"):
        TypeOneFigure.of(power)
    with refused("readings", "replicability"):
        ReplicabilityFigure.of(power)
    for source in ("exp6", "mine"):
        with refused("readings", "curve", source):
            PowerFigure.of([*power, power[0] | {"source": source}])
    agree = [row for row in readings if row["measure"] == "replicability"]
    with refused("readings", "fits", "replicability"):
        CostFigure.of([*agree, readings[0] | {"measure": "fits", "source": "exp6"}])


def test_quantiles_of_uniform_p_values_lie_on_the_diagonal():
    figure = QuantilesFigure.of({"fair": (np.arange(1000) + 0.5) / 1000})
    assert all(row["x"] == pytest.approx(row["y"], abs=0.003) for row in figure.frame())
    assert len(figure.frame()) == 200
    assert svg(picture(figure))
    with refused("pvalues", "broken"):
        QuantilesFigure.of({"broken": [float("nan")]})


def test_many_pairs_are_cut_and_contradictions_are_drawn(three):
    rng = np.random.default_rng(2)
    many = judge({f"l{number}": rng.random((2, 5)) for number in range(11)}, n_train=80, n_test=20)
    figure = DifferenceFigure.of(many)
    assert (len(figure.rows), figure.left_out) == (45, 10)
    assert "10 more pairs" in figure.caption
    region = DifferenceFigure.of(three, rope=0.01)
    assert svg(picture(region)) != svg(picture(DifferenceFigure.of(three)))


def test_a_procedure_has_its_own_colour_among_the_bars_and_no_key(readings):
    figure = TypeOneFigure.of(readings)
    assert [series.label for series in figure.panels.panels[0].series] == ["5x2-f", "corrected-10x10"]
    drawn = picture(figure)
    assert len({patch.get_facecolor() for patch in drawn.axes[0].patches}) == 2
    assert drawn.legends == []


@pytest.mark.parametrize("pairs", [1, 2])
def test_of_several_pairs_the_caption_says_whether_they_are_adjusted(pairs):
    row = DifferenceRow("a", "b", 1.0, 0.5, 1.5, "p = .01", "a")
    caption = DifferenceFigure((row,) * pairs, "m", "points", 0, 0.05, 0).caption
    assert ("(Holm)" in caption) is (pairs > 1)
    assert ("contains 0" in caption) is (pairs == 1)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([0.5, 0.65], [0.5, 0.65]),  # far enough apart: they stay
        ([0.65, 0.5], [0.65, 0.5]),
        ([0.5, 0.5], [0.45, 0.55]),
        ([0.5, 0.5, 0.62], [0.44, 0.54, 0.64]),  # the third pushes the pair: all three lie about their mean
        ([0.0, 0.02], [0.0, 0.1]),  # not below 0
        ([1.0, 0.99], [1.0, 0.9]),  # nor above 1
    ],
)
def test_labels_move_apart_as_little_as_they_must(wanted, found):
    assert spread(wanted, 0.1) == pytest.approx(found)
