"""The page of an evaluation: pairs, items that changed, reruns, tasks, clusters, fragile items, curves."""

import json
import re
from html import unescape

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, roc_curve
from tests.made_evals import HOSTILE, answers
from tests.refusals import refused

from outperform import judge_items, judge_predictions, read_evals
from outperform.comparison.flips import flip_rows
from outperform.report.figures import (
    CATALOGUE,
    CurvesFigure,
    ItemDifferencesFigure,
    ItemsFigure,
    PairsFigure,
    RerunsFigure,
    TasksFigure,
)
from outperform.report.pages.item_tables import FIRST
from outperform.words.verdicts import notes_of

MOST_BYTES = 2_000_000


def table_of(page, key):
    """The cells of a table of a page, head first; the folded rows of the same part are not in it."""
    body = re.search(rf'<table[^>]* id="{key}">(.*?)</table>', page, flags=re.DOTALL)[1]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, flags=re.DOTALL)
    return [[unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def parts_of(page):
    return re.findall(r'<section id="(\w+)"', page)


def ids_of(judged, kind):
    return [row["item"] for row in flip_rows(judged[0]) if row["flip"] == kind]


def test_right_and_wrong_answers_list_what_improved_and_regressed_in_the_order_of_the_file():
    judged = judge_items(answers(40))
    page = judged.to_html()
    for kind in ("improved", "regressed"):
        wanted = ids_of(judged, kind)
        assert [row[0] for row in table_of(page, f"{kind}-0")[1:]] == wanted
    assert "a is right, b is wrong" in page
    assert "tasks" not in parts_of(page)
    assert "clusters" not in parts_of(page)


@pytest.mark.parametrize("baseline", [None, "a"])
def test_items_stand_under_the_system_that_is_better_and_improve_from_a_baseline_alone(baseline):
    judged = judge_items(answers(80, leads=(0.0, 0.3)), baseline=baseline)  # the first of the file is the worse one
    page = judged.to_html()
    flips = judged[0].items.flips
    better, worse = sorted([flips.first, flips.second], reverse=True)
    assert better > worse
    heads = ("Improved from a to b", "Regressed from a to b") if baseline else ("Better with b", "Better with a")
    listed = [f"<h4>{head}: {count} item" for head, count in zip(heads, (better, worse), strict=True)]
    assert 0 < page.index(listed[0]) < page.index(listed[1])
    assert baseline or "from b to a" not in page


def test_a_pair_without_a_row_among_the_reruns_is_explained():
    table = answers(40, samples=3)
    copy = table[table.system == "a"].assign(system="copy of a")
    judged = judge_items(pd.concat([table, copy]))
    known = {each.p_flip is None: {each.first, each.second} for each in judged}
    assert known[True] == {"a", "copy of a"}
    page = judged.to_html()
    reruns = page[page.index('id="replicability"') :]
    assert "a – copy of a" not in reruns[: reruns.index("</table>")]
    assert "a – copy of a: whether another run" in reruns
    assert "splits" not in " ".join(notes_of(judged.judgements))


def test_items_beyond_fifty_can_be_unfolded_and_none_is_lost():
    judged = judge_items(answers(600))
    page = judged.to_html()
    wanted = ids_of(judged, "improved")
    assert len(wanted) > FIRST
    assert [row[0] for row in table_of(page, "improved-0")[1:]] == wanted[:FIRST]
    assert f"<summary>{len(wanted) - FIRST} more</summary>" in page
    assert all(f'<th scope="row">{name}</th>' in page for name in wanted)


def test_of_several_samples_the_largest_differences_come_first_with_both_scores():
    judged = judge_items(answers(50, samples=4))
    rows = table_of(judged.to_html(), "improved-0")
    assert rows[0] == ["item ", "a", "b"] or rows[0] == ["item", "a", "b"]
    gaps = [float(row[1].split()[0]) - float(row[2].split()[0]) for row in rows[1:]]
    assert gaps == sorted(gaps, reverse=True)
    assert min(gaps) > 0


def test_first_and_second_are_those_of_the_csv_even_if_the_second_is_better():
    judged = judge_items(answers(80, leads=(0.0, 0.3)))
    page = judged.to_html()
    assert "b is better than a" in page
    assert [row[0] for row in table_of(page, "improved-0")[1:]] == ids_of(judged, "improved")


def test_fragile_items_are_named_with_their_scores():
    judged = judge_items(answers(60, samples=4, leads=(0.3, 0.0)))
    rows = table_of(judged.to_html(), "fragile-0")
    assert [row[0] for row in rows[1:]] == list(judged[0].items.fragility.ids)[:FIRST]
    assert all(row[1] and row[2] for row in rows[1:])


def test_clusters_are_listed_by_name_those_that_move_the_difference_most_first():
    judged = judge_items(answers(60, cluster=lambda at: f"passage {at // 6}"))
    rows = table_of(judged.to_html(), "clusters-0")[1:]
    assert {row[0] for row in rows} == {f"passage {number}" for number in range(10)}
    assert all(row[1] == "6" for row in rows)
    moved = [abs(float(row[4].replace("−", "-"))) for row in rows]
    assert moved == sorted(moved, reverse=True)
    total = sum(float(row[4].replace("−", "-")) for row in rows) / len(rows)
    assert total == pytest.approx(100 * judged[0].estimate, abs=0.1)


def test_names_of_clusters_survive_a_choice_of_tasks():
    table = answers(60, cluster=lambda at: f"passage {at // 6}", task=lambda at: f"task {at % 2}")
    rows = table_of(judge_items(table, task="task 1").to_html(), "clusters-0")[1:]
    assert {row[0] for row in rows} == {f"passage {number}" for number in range(10)}
    assert all(row[1] == "3" for row in rows)


def test_clusters_of_predictions_have_their_names():
    truth = np.arange(60) % 2
    said = {"a": truth, "b": np.where(np.arange(60) % 5, truth, 1 - truth)}
    judged = judge_predictions(truth, said, cluster=[f"patient {at // 5}" for at in range(60)])
    assert "patient 3" in {row[0] for row in table_of(judged.to_html(), "clusters-0")}


@pytest.mark.parametrize("tasks", [1, 2, 40])
def test_tasks_are_there_where_there_are_several(tasks):
    page = judge_items(answers(160, task=lambda at: f"task {at % tasks}")).to_html()
    assert ("tasks" in parts_of(page)) == (tasks > 1)
    if tasks > 1:
        assert len(table_of(page, "tasks-0")) == tasks + 2  # head and mean
        assert 'id="tasks0"' in page


def test_of_many_tasks_the_figure_leaves_the_smallest_differences_to_the_table():
    figure = TasksFigure.of(judge_items(answers(450, task=lambda at: f"task {at % 45}")))
    assert len(figure.rows) == 41
    assert "5 tasks with smaller differences are in the table only" in figure.caption
    assert figure.frame()[-1]["task"] == "mean of tasks"


def test_three_systems_have_a_matrix_and_scores_by_task():
    judged = judge_items(answers(90, ("a", "b", "c"), task=lambda at: f"task {at % 3}"))
    page = judged.to_html()
    rows = table_of(page, "task-scores")
    assert [cell.strip() for cell in rows[0][:2]] == ["task", "items"]
    assert len(rows) == 4
    assert 'id="pair-matrix"' in page
    figure = PairsFigure.of(judged)
    assert len(figure.cells) == 6
    cell = next(cell for cell in figure.cells if (cell.row, cell.column) == ("c", "a"))
    pair = next(each for each in judged if (each.first, each.second) == ("a", "c"))
    flips = pair.items.flips
    assert cell.difference == pytest.approx(-100 * pair.estimate)
    assert (cell.wins, cell.ties, cell.losses) == (flips.second, flips.tied, flips.first)
    assert cell.pvalue == pair.pvalue_adjusted


def test_a_baseline_is_the_only_column_of_the_matrix():
    figure = PairsFigure.of(judge_items(answers(60, ("a", "b", "c")), baseline="b"))
    assert figure.columns == ("b",)
    assert set(figure.rows) == {"a", "c"}


def test_two_systems_have_no_matrix():
    with refused("metric", "three or more"):
        PairsFigure.of(judge_items(answers(30)))


def test_twelve_systems_look_at_the_best_two_and_count_the_other_pairs():
    names = [f"system {number}" for number in range(12)]
    page = judge_items(answers(50, names)).to_html()
    assert "65 more pairs" in page
    assert len(re.findall(r'id="improved-\d+"', page)) == 1


def test_reruns_foretell_the_share_that_p_flip_names():
    judged = judge_items(answers(120, samples=5, leads=(0.08, 0.0)))
    figure = RerunsFigure.of(judged)
    finds = sum(bar.share for bar in figure.bars if bar.high <= 0.05 + 1e-12)
    p_flip = judged[0].p_flip
    assert finds == pytest.approx(1 - p_flip if judged[0].pvalue <= 0.05 else p_flip, abs=1e-3)
    assert sum(bar.share for bar in figure.bars) == pytest.approx(1)
    assert 'id="reruns0"' in judged.to_html()


def test_few_items_and_runs_have_reruns_too():
    few = RerunsFigure.of(judge_items(answers(12, samples=5)))
    runs = RerunsFigure.of(judge_items(answers(60, samples=4), runs=True))
    assert sum(bar.share for bar in few.bars) == pytest.approx(1)
    assert runs.words.kind == "fresh runs"


def test_one_sample_says_nothing_of_reruns():
    judged = judge_items(answers(40))
    with refused("pair", "several samples"):
        RerunsFigure.of(judged)
    assert "replicable" not in parts_of(judged.to_html())


def test_differences_of_items_add_up_and_ties_have_a_bar_of_their_own():
    judged = judge_items(answers(80, samples=5))
    figure = ItemDifferencesFigure.of(judged)
    flips = judged[0].items.flips
    counts = [sum(bar.items for bar in figure.bars if np.sign(bar.low + bar.high) == sign) for sign in (1, -1, 0)]
    assert counts in ([flips.first, flips.second, flips.tied], [flips.second, flips.first, flips.tied])
    rng = np.random.default_rng(0)
    many = ItemDifferencesFigure.of(judge_items({"a": rng.normal(size=300), "b": rng.normal(size=300)}))
    assert sum(bar.items for bar in many.bars) == 300
    assert len(many.bars) <= 25


def test_right_and_wrong_answers_are_counted_in_four_kinds():
    judged = judge_items(answers(40))
    counts = {row["items"]: row["count"] for row in ItemsFigure.of(judged).frame()}
    flips = judged[0].items.flips
    assert {counts["only a right"], counts["only b right"]} == {flips.first, flips.second}
    assert counts["both right"] + counts["both wrong"] == flips.tied
    assert not ItemDifferencesFigure.of(judged).tells


@pytest.mark.parametrize("samples", [1, 3])
def test_ties_everywhere_make_a_page(samples):
    table = answers(30, samples=samples, task=lambda at: at % 3, cluster=lambda at: at // 2)
    page = judge_items(table.assign(score=1.0)).to_html()
    assert "No clear difference" in page
    assert "improved-0" not in page.replace("Improved", "")


@pytest.mark.parametrize("where", ["item", "system", "task", "cluster"])
def test_hostile_names_are_words_and_nothing_else(where):
    names = [*HOSTILE, *(f"plain {number}" for number in range(32))]
    table = answers(40, samples=2, item=lambda at: names[at], leads=(0.4, 0.0))
    if where == "system":
        table = table.replace({"system": {"a": HOSTILE[0], "b": HOSTILE[3]}})
    elif where != "item":
        table[where] = [names[int(at) // 8] for at in table.index // 4]
    page = judge_items(table).to_html()
    assert "<script>alert" not in page
    assert page.count("<script>") == 1
    assert "</table><b>" not in page
    assert "x" * 100 not in page.partition("<pre")[0] or where == "system"
    assert "\u202e" not in page


def test_ten_thousand_items_stay_below_two_megabytes():
    rng = np.random.default_rng(0)
    ids = [f"{'問' * 70}{at}" for at in range(10_000)]  # long names, three bytes per letter
    for systems in (2, 3):
        scores = {f"s{number}": rng.random(10_000) for number in range(systems)}
        table = pd.DataFrame({"item": ids, **scores})
        page = judge_items(table).to_html()
        assert len(page.encode()) < MOST_BYTES
        assert "more are not on this page" in page


def test_metrics_that_are_no_mean_have_no_items_to_list_but_a_page():
    truth = np.arange(80) % 2
    rng = np.random.default_rng(0)
    said = {name: np.where(rng.random(80) < share, 1 - truth, truth) for name, share in (("a", 0.1), ("b", 0.4))}
    page = judge_predictions(truth, said, ["f1"]).to_html()
    assert 'id="improved-0"' not in page
    assert "curves0" not in page


@pytest.fixture(scope="module")
def responses():
    truth = np.arange(200) % 2
    rng = np.random.default_rng(0)
    noise = {"a": 0.6, "b": 1.4}
    return truth, {name: 1 / (1 + np.exp(1 - 2 * truth - rng.normal(0, sd, 200))) for name, sd in noise.items()}


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision"])
def test_curves_are_those_of_scikit_learn_and_tell_the_difference(metric, responses):
    truth, said = responses
    judged = judge_predictions(truth, said, [metric])
    figure = CurvesFigure.of(judged)
    x, y = np.array([(point.x, point.y) for point in figure.points if point.system == "a"]).T
    if metric == "roc_auc":
        false, true, _ = roc_curve(truth, said["a"])
        assert np.interp(0.3, x, y) == pytest.approx(np.interp(0.3, false, true))
        assert auc(x, y) == pytest.approx(judged.standings[0].score)
    else:
        assert float(np.sum(np.diff(x) * y[1:])) == pytest.approx(judged.standings[0].score)  # area of the steps
    low, high = judged[0].interval
    assert f"+{100 * judged[0].estimate:.1f} points" in figure.caption
    assert f"{100 * low:.1f} to +{100 * high:.1f}" in figure.caption
    assert 'id="curves0"' in judged.to_html()


def test_curves_of_many_items_are_thinned_and_few_systems_are_answers():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 10_000)
    judged = judge_predictions(truth, {f"s{n}": truth + rng.normal(0, 1, 10_000) for n in range(9)}, ["roc_auc"])
    figure = CurvesFigure.of(judged)
    assert len(figure.systems) == 7
    assert len(figure.points) <= 7 * 300
    assert "2 systems with lower scores are not drawn" in figure.caption


def test_log_loss_has_curves_but_no_area(responses):
    figure = CurvesFigure.of(judge_predictions(*responses, ["neg_log_loss"]))
    assert figure.scores == figure.pairs == ()
    assert "not the area" in figure.caption


def test_labels_have_no_curves():
    truth = np.arange(40) % 2
    with refused("metric", "probabilities or scores"):
        CurvesFigure.of(judge_predictions(truth, {"a": truth, "b": 1 - truth}))


def test_a_page_says_once_how_stable_the_decision_is():
    judged = judge_items(answers(120, samples=5, leads=(0.05, 0.0)))
    assert judged[0].p_flip > 0.1
    page = judged.to_html().partition("<body")[2]
    assert page.count("of reruns on the same items would") == 1


def test_sequential_evaluations_have_a_page():
    page = judge_items(answers(200, leads=(0.3, 0.0)), sequential=True).to_html()
    assert "items" in parts_of(page)
    assert "confidence sequence" in page


def test_whole_runs_without_items_have_a_page():
    rows = [
        {"run": run, "system": name, "score": run / 10 + lead}
        for run in range(5)
        for name, lead in (("a", 0.1), ("b", 0))
    ]
    page = judge_items(pd.DataFrame(rows)).to_html()
    assert "items" not in parts_of(page)


def test_new_figures_are_drawn_by_name():
    assert {"curves", "item-differences", "pairs", "reruns", "tasks"} <= set(CATALOGUE)


@pytest.mark.parametrize("systems", [2, 3])
def test_a_worse_system_against_a_baseline_has_one_sign_on_the_whole_page(systems):
    names = ("worse", "baseline", "third")[:systems]
    table = answers(240, names, 3, leads=(0.0, 0.2, 0.1), task=lambda at: f"task {at % 6}")
    judged = judge_items(table, baseline="baseline")
    figure = TasksFigure.of(judged, 0)
    drawn = {row["task"]: row["difference"] for row in figure.frame()}
    told = {row[0]: row[2] for row in table_of(judged.to_html(), "tasks-0")[1:]}
    assert (figure.first, figure.second) == (("worse", "baseline") if systems == 3 else ("baseline", "worse"))
    assert f"{figure.first} minus {figure.second} on every task" in judged.to_html()
    for task, cell in told.items():
        assert float(cell.split()[0].replace("−", "-")) == pytest.approx(drawn[task], abs=0.05)


def test_a_p_value_of_one_is_a_hundred_percent():
    page = judge_items(answers(30).assign(score=1.0)).to_html()
    assert "would appear in 100" in page
    assert "1e+02" not in page


@pytest.mark.parametrize(
    ("ways", "call"),
    [
        ({}, "judge_items(table, test='item-t')"),
        ({"runs": True, "margin": 0.05}, "judge_items(table, test='item-t', margin=0.05, runs=True)"),
        ({"baseline": "b", "level": 0.1}, "judge_items(table, test='item-t', level=0.1, baseline='b')"),
        ({"adjust": "holm"}, "judge_items(table, test='item-t', adjust='holm')"),
    ],
)
def test_the_page_has_the_call_that_makes_it_again(ways, call):
    judged = judge_items(answers(60, ("a", "b", "c"), 3), **ways)
    assert call in unescape(judged.to_html())
    again = judge_items(answers(60, ("a", "b", "c"), 3), **eval(call.replace("judge_items(table, ", "dict(")))
    assert [each.pvalue_adjusted for each in again] == [each.pvalue_adjusted for each in judged]


def test_a_look_at_every_item_is_part_of_the_call():
    judged = judge_items(answers(200, leads=(0.3, 0.0)), sequential=True, as_they_come=True)
    assert "sequential=True, as_they_come=True)" in judged.to_html()


def test_a_name_with_half_a_letter_is_drawn_as_an_escape(tmp_path):
    """JSON may hold a lone surrogate, which matplotlib refuses to draw."""
    rows = [
        {"item": f"{task}{i}", "system": system, "task": task, "sample": k, "score": (i + k * (system > "b")) % 2}
        for i in range(12)
        for system in ("a\ud800", "b", "c")
        for task in ("t\udfff", "u")
        for k in (0, 1)
    ]
    path = tmp_path / "scores.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    page = judge_items(read_evals(path)).to_html()
    page.encode()
    drawn = "".join(re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL))
    assert "a\\ud800" in drawn
    assert "t\\udfff" in drawn


def test_the_page_has_the_card_of_its_test_and_names_the_study():
    page = judge_items(answers(40)).to_html()
    assert '<a href="#card-mcnemar-midp">mcnemar-midp</a>; in more cases: <code>docs/evaluations.md</code>' in page
    assert page.count('id="card-mcnemar-midp"') == 1
    assert '<th scope="col" class="n">sets of items</th>' in page
