import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from tests.made_leagues import drawn, league, names_of
from tests.refusals import refused

from outperform.core import Decision, LeagueEffect, Posterior, Unit
from outperform.report.cliques import MOST, alike, groups
from outperform.report.figures import (
    CATALOGUE,
    CriticalDifferenceFigure,
    LeagueEffectsFigure,
    LeagueFigure,
    LeagueForestFigure,
    LeaguePairsFigure,
    LeaguePlacesFigure,
    svg,
)
from outperform.report.figures.picture import picture, plot
from outperform.report.figures.style import DARK, Looks
from outperform.report.rank_axis import rank_axis

LONG = "sklearn.ensemble.HistGradientBoostingClassifier(max_depth={}, learning_rate=0.1)"
OURS = [kind for kind in CATALOGUE.values() if issubclass(kind, LeagueFigure)]


def errors_of(learners, datasets, size=0.01):
    return np.tile(np.eye(learners) * size**2, (datasets, 1, 1))


def rmse(datasets=25, learners=5):
    rng = np.random.default_rng(3)
    scale = np.exp(rng.normal(3, 3, (datasets, 1)))
    return scale * (1 + rng.normal(0, 0.1, (datasets, learners)) + 0.03 * np.arange(learners))


def dominated():
    values = drawn(5, 20, gap=0.002)
    values[3] = [0.1, 0.95, 0.2, 0.3, 0.1]
    return values


def gaps():
    values = drawn(6, 20)
    values[2, 1] = values[5, 3] = np.nan
    return values


LEAGUES = {
    "two": lambda: league(drawn(2, 12)),
    "five": lambda: league(drawn(5, 20), p_flip=0.034, errors=errors_of(5, 20), rope=0.01, pool=0.1),
    "ten": lambda: league(drawn(10, 30, gap=0.004)),
    "twenty": lambda: league(drawn(20, 60, gap=0.004, noise=0.03)),
    "thirty": lambda: league(drawn(30, 100, gap=0.004, noise=0.03)),
    "baseline": lambda: league(drawn(7, 20, gap=0.006), baseline="boosting", p_flip=0.001),
    "long names": lambda: league(drawn(5, 20), [LONG.format(depth) for depth in range(5)],
                                 [f"a data set with a very long name indeed, number {at}" for at in range(20)]),
    "errors": lambda: league(rmse(), metric="rmse", higher=False, unit=Unit.NONE),
    "missing": lambda: league(gaps()),
    "dominated": lambda: league(dominated()),
    "all tied": lambda: league(np.tile(np.linspace(0.5, 0.9, 12)[:, np.newaxis], (1, 6))),
}  # fmt: skip


@pytest.fixture(scope="module", params=[name for name in LEAGUES if name != "thirty"])
def made(request):
    return LEAGUES[request.param]()


def brute_force(graph):
    names = sorted(graph)
    cliques = [
        set(some)
        for size in range(2, len(names) + 1)
        for some in combinations(names, size)
        if all(other in graph[one] for one, other in combinations(some, 2))
    ]
    return {frozenset(one) for one in cliques if not any(one < other for other in cliques)}


def random_graph(rng, count, chance):
    names = [f"l{number:02d}" for number in range(count)]
    graph = {name: set() for name in names}
    for one, other in combinations(names, 2):
        if rng.random() < chance:
            graph[one].add(other)
            graph[other].add(one)
    return names, graph


@pytest.mark.parametrize("chance", [0.2, 0.5, 0.8])
def test_groups_are_all_largest_cliques(chance):
    rng = np.random.default_rng(int(10 * chance))
    for _ in range(20):
        names, graph = random_graph(rng, 8, chance)
        assert set(map(frozenset, groups(graph, names))) == brute_force(graph)


def test_where_there_are_too_many_every_pair_still_shares_a_group():
    pairs = {frozenset((2 * number, 2 * number + 1)) for number in range(9)}  # 2^9 cliques of nine
    names = [f"l{number:02d}" for number in range(18)]
    graph = {one: {other for b, other in enumerate(names) if a != b and frozenset((a, b)) not in pairs}
             for a, one in enumerate(names)}  # fmt: skip
    found = groups(graph, names)
    assert len(found) < MOST
    joined = {frozenset(pair) for group in found for pair in combinations(group, 2)}
    assert joined == {frozenset((one, other)) for one in names for other in graph[one]}
    assert all(names.index(one) < names.index(other) for group in found for one, other in pairwise(group))


def test_bars_join_exactly_the_pairs_that_are_not_shown_to_differ():
    rng = np.random.default_rng(5)
    values = drawn(8, 20, gap=0.0)
    names = names_of("learner", 8)
    forced = {pair: [Decision.OPEN, Decision.FIRST][int(rng.random() < 0.4)] for pair in combinations(names, 2)}
    made = league(values, decisions=forced)
    joined = {
        frozenset(pair) for bar in CriticalDifferenceFigure.of(made).diagram.bars for pair in combinations(bar, 2)
    }
    assert joined == {frozenset(pair) for pair, decision in forced.items() if decision is Decision.OPEN}
    assert alike(made.judgements)["svm"] == {other for other in names if frozenset(("svm", other)) in joined}


def test_a_bar_is_strong_only_between_neighbours_that_belong_to_it():
    ranks = [("a", 1.0), ("b", 2.0), ("c", 3.0), ("d", 4.0)]
    whole, gap = (
        rank_axis(ranks, [("a", "b"), ("b", "c")], list("abcd")),
        rank_axis(ranks, [("a", "c", "d")], list("abcd")),
    )
    assert [(bar.dots, bar.thin, len(bar.strong)) for bar in whole.bars] == [((), (), 1)] * 2
    (bar,) = gap.bars
    x = {label.learner: label.x for label in gap.labels}
    assert (bar.thin, bar.strong, bar.dots) == (((x["a"], x["c"]),), ((x["c"], x["d"]),), (x["a"], x["c"], x["d"]))
    caption = CriticalDifferenceFigure.of(_skipping()).caption
    assert "dotted" in caption
    assert "dotted" not in CriticalDifferenceFigure.of(LEAGUES["five"]()).caption


def _skipping():
    values = drawn(4, 20, gap=0.001)
    order = [each.learner for each in league(values).standings]
    forced = {pair: Decision.FIRST if order[1] in pair else Decision.OPEN
              for pair in combinations(names_of("learner", 4), 2)}  # fmt: skip
    return league(values, decisions=forced)


@pytest.mark.parametrize("count", [2, 3, 5, 10, 15, 20, 40])
def test_lines_of_a_diagram_do_not_cross_and_bars_do_not_touch(count):
    rng = np.random.default_rng(count)
    ranks = sorted((f"l{number}", float(rank)) for number, rank in enumerate(rng.integers(2, 2 * count, count) / 2))
    ranks.sort(key=lambda each: each[1])
    names = [name for name, _ in ranks]
    bars = [tuple(names[start : start + 4]) for start in range(0, count - 1)]
    made = rank_axis(ranks, bars, names)
    x = [label.x for label in made.labels]
    assert all(there - here > 2.4 for here, there in pairwise(x))
    for side in (-1, 1):
        heights = [label.y for label in made.labels if label.side == side]
        assert all(abs(there - here) > 11 for here, there in pairwise(sorted(heights)))
        assert heights == sorted(heights, reverse=side < 0)
    spans = [(bar.y, *bar.strong[0]) for bar in made.bars]
    for (y, low, high), (other, start, stop) in combinations(spans, 2):
        assert y != other or high < start or stop < low
    assert max(label.y for label in made.labels) < min(y for y, _, _ in spans)


class NoDecision(Posterior):
    def interval(self, level):
        return (-level, level)


def test_a_diagram_needs_ranks_and_decisions():
    values = drawn(3, 12)
    values[np.arange(12), np.arange(12) % 3] = np.nan
    with refused("critical-difference", "all learners"):
        CriticalDifferenceFigure.of(league(values))
    made = LEAGUES["two"]()
    verdict = NoDecision(parameter=made[0].verdict.parameter, estimate=0.0, rope=0.01, first=0.2, equal=0.5, second=0.3)
    object.__setattr__(made.judgements[0], "verdict", verdict)
    with refused("critical-difference", "decides nothing"):
        CriticalDifferenceFigure.of(made)


def test_a_diagram_against_a_baseline_marks_who_is_near_it():
    made = LEAGUES["baseline"]()
    figure = CriticalDifferenceFigure.of(made)
    (bar,) = figure.diagram.bars
    near = {each.first for each in made.judgements if each.decision is Decision.OPEN}
    assert set(bar) == near | {"boosting"}
    assert "not compared" in figure.caption
    assert figure.diagram.axis.bars[0].hub is not None
    none = league(drawn(3, 30, gap=0.2, noise=0.001, base=0.2, spread=0.01), baseline="svm")
    assert CriticalDifferenceFigure.of(none).diagram.bars == ()
    assert svg(plot(none, "critical-difference"))


def boxes(figure):
    """Draw a figure; return the boxes of its texts and of the whole."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    unseen = {id(label) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in _out_of_view(axis)}
    texts = [text for text in figure.findobj(Text) if text.get_text().strip() and id(text) not in unseen]
    return [(text.get_text(), text.get_window_extent(canvas.get_renderer())) for text in texts], figure.bbox


def _out_of_view(axis):
    """Return the labels of ticks that are not drawn: outside what the axes show, or on axes without a frame."""
    low, high = sorted(axis.get_view_interval())
    ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
    hidden = [tick for tick in ticks if not low <= tick.get_loc() <= high or not axis.axes.axison]
    beside = [tick.label2 if tick.label1.get_visible() else tick.label1 for tick in ticks]
    return [label for tick in hidden for label in (tick.label1, tick.label2)] + beside


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.slug)
def test_no_words_are_cut_or_lie_on_each_other(kind, made):
    texts, whole = boxes(picture(kind.of(made), looks=Looks.of(made.table.learners)))
    assert len(texts) > len(made.table.learners if kind is not LeagueForestFigure else made.judgements[0].names)
    for words, box in texts:
        assert whole.x0 - 1 <= box.x0, words
        assert box.x1 <= whole.x1 + 1, words
        assert whole.y0 - 1 <= box.y0, words
        assert box.y1 <= whole.y1 + 1, words
    for (one, box), (other, beside) in combinations(texts, 2):
        across = min(box.x1, beside.x1) - max(box.x0, beside.x0)
        down = min(box.y1, beside.y1) - max(box.y0, beside.y0)
        assert across <= 1 or down <= 2.5, (one, other)  # the room for descenders of two lines may touch


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.slug)
@pytest.mark.parametrize("name", ["baseline", "missing"])
def test_figures_of_a_league_are_the_same_bytes_in_the_colours_of_the_theme(kind, name):
    made = LEAGUES[name]()
    first, second = (svg(plot(made, kind.slug)) for _ in range(2))
    assert first == second
    colours = {DARK.ink, DARK.soft, DARK.faint, DARK.paper, *DARK.hues}
    dark = svg(picture(kind.of(made), looks=Looks.of(made.table.learners, DARK), theme=DARK))
    assert set(re.findall(r"#[0-9a-f]{6}\b", dark)) <= colours


def test_places_are_those_of_the_standings(made):
    rows = LeaguePlacesFigure.of(made).frame()
    assert [(row["learner"], row["best_place"], row["worst_place"]) for row in rows] == [
        (each.learner, *each.place) for each in made.standings
    ]


def test_the_matrix_has_every_pair_from_both_sides():
    made = LEAGUES["five"]()
    cells = {(cell.row, cell.column): cell for cell in LeaguePairsFigure.of(made).cells}
    assert len(cells) == 20
    for each in made.judgements:
        here, there = cells[each.first, each.second], cells[each.second, each.first]
        assert here.difference == pytest.approx(100 * each.effect.estimate)
        assert (there.difference, there.wins, there.losses) == (-here.difference, here.losses, here.wins)
        assert (here.pvalue, here.p_flip) == (each.pvalue_adjusted, 0.034)
        assert {here.decision, there.decision} in ({"better", "worse"}, {"open"})
    drawn_words = svg(plot(made, "league-pairs"))
    assert "splits flip 3 %" in drawn_words
    assert "other random splits" in LeaguePairsFigure.of(made).caption


def test_a_decision_against_the_mean_is_marked_as_it_was_decided():
    values = drawn(3, 12)
    forced = {("svm", "boosting"): Decision.FIRST}  # although boosting has the larger mean
    made = league(values, decisions=forced)
    cell = next(each for each in LeaguePairsFigure.of(made).cells if (each.row, each.column) == ("svm", "boosting"))
    assert (cell.decision, cell.difference < 0) == ("better", True)
    assert f"▲ −{-cell.difference:.1f}" in svg(plot(made, "league-pairs"))


def test_a_forest_has_all_data_sets_in_order_and_the_better_learner_first():
    made = LEAGUES["five"]()
    figure = LeagueForestFigure.of(made, ("svm", "5nn"))
    assert (figure.first, figure.second) == ("5nn", "svm")
    *sets, overall, new, following = figure.rows
    differences = [row.difference for row in sets]
    assert differences == sorted(differences, reverse=True)
    judgement = next(each for each in made.judgements if {each.first, each.second} == {"svm", "5nn"})
    assert dict(zip(judgement.names, -100 * judgement.differences, strict=True)) == pytest.approx(
        {row.name: row.difference for row in sets}
    )
    assert sets[0].high - sets[0].difference == pytest.approx(
        100 * np.sqrt(2) * 0.01
    )  # of two independent errors of .01
    low, high = judgement.effect.interval
    assert (overall.kind, overall.low, overall.high) == (
        "overall",
        pytest.approx(-100 * high),
        pytest.approx(-100 * low),
    )
    low, high = judgement.effect.prediction
    assert (new.kind, new.low, new.high) == ("new", pytest.approx(-100 * high), pytest.approx(-100 * low))
    low, high = judgement.effect.prediction_mean
    assert following.kind == "next"
    assert (following.low, following.high) == (pytest.approx(-100 * high), pytest.approx(-100 * low))
    assert "of the same source" in figure.caption
    assert "standard error" in figure.caption
    assert LeagueForestFigure.of(made, ("5nn", "svm")) == figure
    assert LeagueForestFigure.of(made, made.judgements.index(judgement)) == figure


def test_errors_that_are_lower_are_better_to_the_right():
    made = LEAGUES["errors"]()
    figure = LeagueForestFigure.of(made, ("svm", "logreg"))
    row = figure.rows[0]
    at, names = made.table.datasets.index(row.name), made.table.learners
    own = -made.cells.values[at]
    assert row.difference == pytest.approx(own[names.index(figure.second)] - own[names.index(figure.first)])
    assert figure.threshold is not None
    assert "logarithmic" in figure.caption
    assert "logarithmic" not in LeagueForestFigure.of(LEAGUES["five"]()).caption


def test_of_many_data_sets_the_largest_differences_are_drawn():
    figure = LeagueForestFigure.of(LEAGUES["thirty"]())
    assert (len(figure.rows), figure.left_out) == (63, 40)
    assert "40 data sets" in figure.caption
    effects = LeagueEffectsFigure.of(LEAGUES["thirty"]())
    assert (len(effects.datasets), effects.left_out) == (80, 20)


@pytest.mark.parametrize(
    ("pair", "facts"),
    [(99, ("10", "99")), (("svm", "5n"), ("5nn",)), (("svm", "svm"), ("not compared",)), (-11, ("-11",))],
    ids=["number", "name", "itself", "negative"],
)
def test_an_unknown_pair_is_refused(pair, facts):
    with refused("pair", *facts):
        plot(LEAGUES["five"](), "league-forest", pair=pair)


def test_a_pair_that_was_not_compared_or_shares_no_data_set_is_refused():
    with refused("pair", "'svm'", "'nb'", "not compared"):
        LeagueForestFigure.of(LEAGUES["baseline"](), ("svm", "nb"))
    made = LEAGUES["two"]()
    object.__setattr__(made.judgements[0].league, "datasets", 0)
    with refused("pair", "forest", "svm"):
        LeagueForestFigure.of(made)


def test_a_forest_without_prediction_or_interval_is_drawn():
    made = LEAGUES["two"]()
    for effect in (
        LeagueEffect(0.01, None, None, None, None, None),
        LeagueEffect(0.01, (-np.inf, np.inf), None, None, None, None),
    ):
        object.__setattr__(made.judgements[0].league, "effect", effect)
        figure = LeagueForestFigure.of(made)
        assert figure.rows[-1].kind == "overall"
        assert "new data set" not in figure.caption
        assert svg(picture(figure))


def test_effects_of_a_data_set_sum_to_0_and_missing_cells_are_named(made):
    figure = LeagueEffectsFigure.of(made)
    np.testing.assert_allclose(np.nansum(figure.effects, axis=1), 0, atol=1e-9 * np.nanmax(np.abs(figure.effects) + 1))
    assert figure.best.any(axis=1).all()
    missing = bool(np.isnan(figure.effects).any())
    assert ("missing" in figure.caption) == missing == bool(made.table.missing)


def test_every_data_set_has_its_own_colours_where_scales_differ():
    assert LeagueEffectsFigure.of(LEAGUES["errors"]()).by_row
    assert not LeagueEffectsFigure.of(LEAGUES["five"]()).by_row


def test_figures_of_leagues_and_comparisons_have_their_own_names(two):
    made = LEAGUES["two"]()
    with refused("figure", "'league-pair'", "league-pairs"):
        plot(made, "league-pair")
    with refused("figure", "'difference'", "critical-difference"):
        plot(made, "difference")
    with refused("figure", "'league-pairs'", "splits"):
        plot(two, "league-pairs")
    assert made.plot("league-forest", pair=("svm", "forest")).axes
