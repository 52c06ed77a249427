import csv
import io
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import fbeta_score, make_scorer
from tests.refusals import refused
from tests.shares import with_share

from outperform import __version__, compare, judge, judge_predictions
from outperform.cli.main import main
from outperform.core import Decision, FactorOrigin, Note, NoteKind, Reason, Threshold
from outperform.report import tables_text
from outperform.report.figures import DifferenceFigure
from outperform.report.pages.call import python_call
from outperform.report.pages.summary import facts_of, means_of, splits_words
from outperform.report.tables.comparison import comparison_table, methods_sentence
from outperform.report.tables.layout import csv_text, latex_words, markdown_words
from outperform.words.captions import unlike_means
from outperform.words.effort import checks_of

SPECIAL = 'a_b & 50% {c} $d$ #1 ~^ \\ <i> |\n"x"'


def special():
    scores = {SPECIAL: [[0.9, 0.8, 0.95], [0.9, 0.85, 0.9]], "-1": [[0.5, 0.4, 0.5], [0.5, 0.45, 0.55]]}
    return judge(scores, "corrected-t", n_train=80, n_test=40)


def test_latex_is_balanced_and_escapes_what_is_its_own():
    text = tables_text(special(), "latex")
    assert r"a\_b \& 50\% \{c\} \$d\$ \#1 \textasciitilde{}\textasciicircum{} \textbackslash{}" in text
    bare = re.sub(r"\\[\\{}$&#%_]", "", text)
    assert bare.count("{") == bare.count("}")
    assert all(line.count("$") % 2 == 0 for line in bare.splitlines())
    for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\caption{", "% For the methods section:"):
        assert rule in text
    assert "$^{*}$" in text
    assert re.search(r"\\textbf\{[^}]*\}", text)  # the better one
    assert "* marks p at or below 0.05 by corrected-t" in text


def test_latex_of_a_comparison(three):
    means, text = tables_text(three, "latex").split("\n\n")
    assert [line.count("&") for line in means.splitlines() if line.endswith(r"\\")] == [1] * 4
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.count("&") for line in rows} == {6}
    assert "Holm" in text.partition(r"\begin{tabular}")[0]  # in the caption
    assert re.search(r"nb(\})? & (\\textbf\{)?1nn(\})? &", text)  # in the order given, as in the JSON
    assert r"\begin{tabular}{llrrrrr}" in text


def test_markdown_of_a_comparison(three):
    lines = tables_text(three, "markdown").splitlines()
    assert [line.count("|") for line in lines if line.startswith("|")] == [3] * 5 + [8] * 5
    assert all(fact in lines[-1] for fact in ("nb, tree and 1nn", "10 repeats of 10 folds", "900", "Holm", ".05"))
    assert markdown_words("a|b") == r"a\|b"


def test_csv_holds_what_json_holds(three):
    (first, *_) = csv.DictReader(io.StringIO(tables_text(three, "csv")))
    verdict = json.loads(tables_text(three, "json"))["verdicts"][0]
    assert (float(first["low"]), float(first["high"])) == tuple(verdict["interval"])
    assert float(first["pvalue"]) == verdict["pvalue"]
    assert (first["first"], first["decision"], first["p_first"]) == ("nb", verdict["decision"], "")
    assert next(csv.DictReader(io.StringIO(tables_text(special(), "csv"))))["first"] == SPECIAL


def test_posteriors_and_single_test_sets_have_their_own_words(labels):
    scores = {name: [[0.9, 0.8], [0.7, 0.9], [0.8, 0.8]] for name in "ab"}
    posterior = judge(scores, "bayes-correlated-t(rope=0.02)", n_train=80, n_test=20)
    table = comparison_table(posterior)
    assert table.heads[-1] == "P(first / equal / second)"
    assert "= marks" in table.caption
    assert "0.95" in table.caption
    assert [cell.mark for row in table.rows for cell in row if cell.mark] == ["="]
    assert all(fact in methods_sentence(labels) for fact in ("60 rows", "mcnemar-midp"))
    assert "Holm" not in methods_sentence(labels)


def test_readings_as_tables(readings):
    rows = [
        row | {"low": 0.2} if row["procedure"] == "5x2-f" and row["measure"] == "rejection" else row for row in readings
    ]
    text = tables_text(rows, "latex")
    assert text.count("$^{*}$") == 1
    assert "source & procedure & rejection & replicability & political-ratio & fits" in text
    assert tables_text(rows[:-1], "markdown").count("\n|") == 8
    assert len(tables_text(rows, "csv").splitlines()) == len(rows) + 1
    assert "level 0.05" in text
    assert "* marks" in text
    one = tables_text([row for row in rows if row["null"]], "markdown")
    assert "source task-one(n=300), level 0.05" in one
    assert "| procedure | rejection |" in one
    assert json.loads(tables_text(rows, "json")) == {"readings": rows}
    constant = [rows[3] | {"low": 10.0, "high": 10.0}]
    assert "| 10 |" in tables_text(constant, "markdown")
    with refused("readings", "lab run"):
        tables_text([], "latex")
    with refused("format", "latx", "latex"):
        tables_text(rows, "latx")


@pytest.mark.parametrize("form", ["text", "latex", "markdown", "csv", "json"])
def test_the_verbs_know_all_formats(form, tmp_path, capsys):
    table = tmp_path / "scores.csv"
    rng = np.random.default_rng(0)
    rows = [f"{r},{f},{rng.random():.3f},{rng.random():.3f},90,10\n" for r in (1, 2) for f in range(1, 6)]
    table.write_text("repeat,fold,a,b,n_train,n_test\n" + "".join(rows))
    assert main(["scores", str(table), "--format", form]) == 0
    out = capsys.readouterr().out
    start = {"text": "", "latex": r"\begin{table}", "markdown": "Mean score", "csv": "first,", "json": "{"}
    assert out.startswith(start[form])
    assert "corrected-t" in out


def test_other_tests_join_the_table(capsys):
    line = ["compare", "nb", "dummy", "--data", "iris", "--procedure", "blocked-3x2", "--quiet", "--others"]
    assert main([*line, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[0]["procedure"] == "blocked-3x2"
    assert {"mx2-t(estimator='V3')", "pooled-t"} < {row["test"] for row in rows}
    assert main([*line, "--format", "markdown"]) == 0
    assert "| test |" in capsys.readouterr().out


def test_escapes_leave_plain_words_alone():
    assert latex_words("corrected-t") == "corrected-t"
    assert markdown_words("corrected-t") == "corrected-t"


def test_the_adjustment_is_named_as_it_was_made():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 2
    found = compare(["nb", "dummy", "lda"], X, y, procedure="adaptive-cv(max_repeats=2)", progress=False)
    texts = [methods_sentence(found), comparison_table(found).caption, DifferenceFigure.of(found).caption]
    page = found.to_html()
    caption = page[page.index('id="pairs"') :].partition("</caption>")[0]
    assert ["Bonferroni" in text for text in (*texts, caption)] == [True] * 4
    assert not any("Holm" in text for text in (*texts, caption))


def test_the_adjustment_of_a_table_is_holms(three):
    assert "Holm" in methods_sentence(three)
    assert {judgement.adjustment for judgement in three.judgements} == {"holm"}


def test_p_values_that_are_not_adjusted_are_not_shown_as_adjusted():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 2
    found = compare(["nb", "dummy", "lda"], X, y, procedure="5x2-f", adjust="none", progress=False)
    assert "not adjusted" in methods_sentence(found)
    assert "adjusted p" not in tables_text(found, "csv")
    assert "either p-values nor intervals are adjusted" in DifferenceFigure.of(found).caption
    assert "adjust='none'" in python_call(found)


def test_several_tests_are_all_named():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    said = {name: np.where(rng.random(60) < miss, 1 - truth, truth) for name, miss in (("a", 0.1), ("b", 0.3))}
    both = judge_predictions(truth, said, metric=["f1", "accuracy"])
    assert "bootstrap-t and mcnemar-midp" in comparison_table(both).caption
    sentence = methods_sentence(both)
    tests = ("bootstrap-t (Hall 1988) for f1", "mcnemar-midp (Fagerland et al. 2013) for accuracy")
    assert all(fact in sentence for fact in (*tests, "level .05", "Seed 0"))


def test_an_estimate_has_its_unit_in_its_cell_where_units_differ():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    said = {name: np.where(rng.random(60) < miss, 1 - truth, truth) for name, miss in (("a", 0.1), ("b", 0.3))}
    found = judge_predictions(truth, said, metric=["f1", "accuracy"])
    mixed = replace(found, judgements=(found[0], with_share(found[1], 0.8, (0.4, 0.9))))
    both, alone = (comparison_table(each) for each in (mixed, judge_predictions(truth, said, metric="f1")))
    place = both.heads.index("estimate")
    assert [row[place].text.split(" ")[-1] for row in both.rows] == ["points", "%"]
    assert "difference, points" in alone.heads
    assert "points" not in alone.rows[0][alone.heads.index("difference, points")].text


def test_first_and_second_are_those_of_the_json_and_the_better_mean_is_bold():
    X, y = load_iris(return_X_y=True)
    ways = {"procedure": "corrected-cv(repeats=2)", "progress": False}
    free, held = (compare(["dummy", "nb"], X, y, baseline=name, **ways) for name in (None, "nb"))
    rows = [[cell.text for cell in comparison_table(each).rows[0]][:5] for each in (free, held)]
    said = [each.to_dict()["verdicts"][0] for each in (free, held)]
    assert [row[:2] for row in rows] == [[each["first"], each["second"]] for each in said] == [["dummy", "nb"]] * 2
    assert rows[0][2:4] == rows[1][2:4]
    assert (rows[0][4][0], rows[1][4][0]) == ("−", "−")
    (row,) = comparison_table(free).rows
    assert [cell.strong for cell in row[:2]] == [False, True]
    assert "in bold where the difference is significant" in comparison_table(free).caption


def test_a_table_from_elsewhere_has_no_seed_of_ours(three):
    assert "Seed" not in methods_sentence(three)


def test_nested_values_in_csv_and_entities_in_markdown():
    assert csv_text([{"a": {"x": [1, None]}, "b": ["c", "d"]}]).splitlines()[1] == '"{""x"": [1, null]}",c; d'
    assert markdown_words("a&lt;b & c") == "a&amp;lt;b & c"


@pytest.fixture(scope="module")
def adaptive():
    X, y = load_iris(return_X_y=True)
    return compare(["nb", "stump", "dummy"], X, y, metric=["accuracy", "roc_auc_ovr"], progress=False)


def corrected_by(judgement, factor):
    threshold = Threshold(FactorOrigin.DATA, 0.01, factor, fits=100, factor_se=0.1)
    return replace(judgement, threshold=threshold)


class TestMethods:
    """What goes into a paper: only what was done."""

    def test_repeats_are_those_that_were_used(self, adaptive):
        used = sorted({judgement.scores.values.shape[1] for judgement in adaptive})
        span = f"{used[0]} repeats" if len(used) == 1 else f"{used[0]} to {used[-1]} repeats"
        assert (
            f"on {span} of stratified 10-fold cross-validation (training sets of 135 of 150 rows)" in adaptive.methods()
        )

    def test_a_test_is_named_once_whatever_its_factor(self, adaptive):
        assert adaptive.methods().count("adaptive-t") == 1
        assert "adaptive-t (outperform, after Nadeau & Bengio 2003" in adaptive.methods()
        assert "factor=" not in adaptive.methods()

    def test_factors_are_told_with_their_fits(self, adaptive):
        assert any(each.threshold.origin.value == "data" for each in adaptive)
        assert re.search(
            r"of 3 differences .*was found necessary \(factors? [^)]*( ± |standard errors)[^)]*\), checked with",
            adaptive.methods(),
        )
        assert "more fits per learner and pair (outperform)" in adaptive.methods()

    def test_every_metric_has_its_own_factors_and_nothing_is_adjusted_over_metrics(self, adaptive):
        factors = [1.0, 10.0, 2.0, 1.0, 1.002, 0.99]
        found = replace(adaptive, judgements=tuple(map(corrected_by, adaptive, factors)))
        text = found.methods()
        assert "for 3 pairs, separately for each of the 2 metrics" in text
        first, second = (text.partition(f"For {metric} (")[2] for metric in ("accuracy", "roc_auc_ovr"))
        by = r"was multiplied by factors of 2.00 ± 0.10 to 10.00 ± 0.10"
        assert re.search(rf"the standard error of 2 of 3 differences \([^;]*; [^;]*\) {by}", first)
        assert re.match(r"[\d to]+ repeats?\), no correction of the standard error of 3 of 3 differences", second)

    def test_a_table_has_the_factors(self, adaptive):
        found = replace(adaptive, judgements=tuple(map(corrected_by, adaptive, [1.0, 1.5, 1, 1, 1, 1])))
        table = comparison_table(found)
        place = table.heads.index("factor")
        assert [row[place].text for row in table.rows][:2] == ["1.00 ± 0.10", "1.50 ± 0.10"]
        assert "Factor: what the standard error was multiplied by" in table.caption
        assert "Each 95% interval is that of its pair alone." in table.caption

    def test_a_borderline_decision_is_said(self, adaptive):
        judged = replace(
            adaptive[0],
            notes=(Note.of(NoteKind.BORDERLINE, chance=0.14, fits=10, correction="none", procedure="adaptive-cv"),),
        )
        known = replace(judged.replicability, borderline=True, p_flip=0.45)
        unsure = replace(adaptive, judgements=(replace(judged, redraws=known), *adaptive.judgements[1:]))
        said = f"The decision on {judged.first} and {judged.second} in accuracy is borderline"
        assert said in unsure.methods()
        assert "about 14 %. About 55 % of other random splits" in unsure.methods()
        table = comparison_table(unsure)
        assert table.rows[0][table.heads.index("other splits agree")].text == "55 %"

    def test_what_is_not_corrected_is_said(self):
        found = compare(["nb", "lda"], *load_iris(return_X_y=True), progress=False)
        assert found[0].threshold.origin.value == "nominal"
        assert "were not corrected, because the usual threshold did not find it significant" in found.methods()

    def test_a_correction_that_had_too_few_fits_says_so(self):
        ways = {"procedure": "adaptive-cv(correct='always')", "max_fits": 25, "progress": False}
        found = compare(["nb", "lda"], *load_iris(return_X_y=True), **ways)
        assert [note["reason"] for note in found[0].notes if note.kind is NoteKind.NO_FACTOR] == [Reason.MOST_FITS]
        assert "needed 50 more fits per learner, more than were allowed" in found.methods()
        assert "usual threshold did not find" not in found.methods()

    def test_what_is_not_corrected_is_one_sentence_and_one_group_where_nobody_asked(self, adaptive):
        def text(asked):
            usual = Threshold(FactorOrigin.NOMINAL, 0.01, asked=asked)
            plain = [replace(each, threshold=usual, notes=()) for each in adaptive.judgements[:3]]
            plain[0] = replace(plain[0], decision_nominal=Decision.OPEN)
            return replace(adaptive, judgements=tuple(plain), scores=adaptive.scores[:1]).methods()

        assert "The interval and p-value of 3 of 3 differences were not corrected. " in text(asked=True)
        assert text(asked=False).count("were not corrected") == text(asked=False).count("those of") == 1

    def test_equal_factors_are_no_range(self, adaptive):
        judged = [corrected_by(each, 1 + at / 1000) for at, each in enumerate(adaptive.judgements[:3])]
        noise = (0.32, 0.13, 0.22)
        judged = [
            replace(each, threshold=replace(each.threshold, factor_se=se))
            for each, se in zip(judged, noise, strict=True)
        ]
        text = replace(adaptive, judgements=tuple(judged)).methods()
        assert "(factor of 1.00, standard errors 0.13 to 0.32)" in text

    def test_the_usual_threshold_is_that_of_ten_repeats(self, adaptive):
        text = adaptive.methods()
        assert "corrected ten times 10-fold cross-validation: the variance of the differences times 1/100 + 1/9" in text
        assert text.count("the usual threshold is") == 1

    def test_software_is_named_with_versions(self, adaptive, three):
        assert all(name in adaptive.methods() for name in ("outperform ", "scikit-learn ", "numpy "))
        assert three.methods().endswith(f"outperform {__version__}.")


class TestDesigns:
    """The splits in the methods sentence are those that were made."""

    def test_rows_in_time_order_are_not_shuffled_and_no_seed_draws_splits(self):
        X = pd.DataFrame({"x": np.arange(60.0) % 7, "week": np.arange(60)})
        y = X.x * 2 + np.sin(np.arange(60.0))
        ways = {"time": "week", "design": "forward(folds=5)", "test": "diebold-mariano", "progress": False}
        text = compare(["ols", "dummy"], X, y, **ways).methods()
        assert "on 5 test sets in the order of week, each after all of its training rows, without shuffling (" in text
        assert "No splits were drawn; seed 0 for learners that draw random numbers; software" in text

    def test_groups_their_column_encoding_and_a_seed_from_the_data(self):
        rng = np.random.default_rng(0)
        X = pd.DataFrame({"x": rng.normal(size=80), "where": ["a", "b"] * 40, "clinic": np.arange(80) % 10})
        y = (X.x + rng.normal(size=80) > 0).astype(int)
        ways = {"groups": "clinic", "seed": "data", "procedure": "corrected-cv(repeats=1, folds=5)", "progress": False}
        learners = {"lr": LogisticRegression(), "stump": "stump"}
        text = compare(learners, X, y, encode="auto", **ways).methods()
        assert "all rows of the same clinic (10 groups) on one side of each split" in text
        assert "For lr, text was one-hot encoded" in text
        assert 'Random splits followed from the rows themselves (seed="data"). Software' in text

    def test_options_of_a_scorer_and_functions_without_a_name(self):
        X, y = load_breast_cancer(return_X_y=True)
        metrics = [make_scorer(fbeta_score, beta=2), lambda truth, said: float((truth == said).mean())]
        text = compare(["nb", "stump"], X, y, metric=metrics, procedure="5x2-f", progress=False).methods()
        assert "by fbeta_score (beta=2) and an unnamed function (lambda) on 5 repeats of stratified 2-fold" in text
        assert "p-values were not adjusted for the 2 metrics" in text
        assert "<lambda>" not in text


def test_means_are_over_the_folds_that_the_differences_use():
    X, y = load_breast_cancer(return_X_y=True)
    found = compare(["nb", "tree", "1nn"], X, y, metric="roc_auc", progress=False)
    rows = found.to_dict()["verdicts"]
    assert len({judgement.scores.values.shape[1] for judgement in found}) > 1
    for row in rows:
        assert row["mean_first"] - row["mean_second"] == pytest.approx(row["estimate"])
    (table,) = found.scores
    frame = found.scores_frame()
    for row in rows:
        first, second = (
            frame[frame.learner == row[side]].set_index(["repeat", "fold"]).score for side in ("first", "second")
        )
        repeats = row["fits"] // 10
        differences = (first - second).dropna().loc[:repeats]
        assert (differences.size, differences.mean()) == (row["fits"], pytest.approx(row["estimate"]))
    assert frame.groupby("learner").size().to_dict() == dict(
        zip(table.learners, map(np.size, table.by_learner), strict=True)
    )
    assert judge(found.scores_frame(shared=True), "corrected-t").scores[0].values.shape == table.values.shape
    assert splits_words(found)[1].startswith("2 to 3 repeats of 10 folds, trained on 512 to 513 rows")
    checks = checks_of(found.judgements)
    fits = dict(facts_of(found, None))["Fits"]
    assert fits.startswith(f"{sum(map(np.size, table.by_learner)) + sum(checks.values())} in total, ")
    longest = {side: each.scores.values[at] for each in found for at, side in enumerate(each.scores.learners)}
    for name, mean, own in zip(table.learners, table.means, table.by_learner, strict=True):
        assert len(own) >= len(longest[name])
        assert mean == pytest.approx(np.mean(own[: table.values.shape[1]]))  # of the repeats that all pairs share
    said = f"over the {table.values.shape[1]} repeats that all pairs share"
    assert said in " ".join(str(found).split())
    assert said in means_of(found).caption
    assert said in found.to_latex()
    assert len(table.of(["1nn", "nb"]).by_learner[0]) == len(table.by_learner[2])


def test_each_metric_has_means_over_the_repeats_of_its_own_differences():
    X, y = load_breast_cancer(return_X_y=True)
    found = compare(["nb", "1nn"], X, y, metric=["accuracy", "roc_auc"], progress=False)
    assert len({judgement.scores.values.shape[1] for judgement in found}) == 2
    for judgement, table in zip(found, found.scores, strict=True):
        assert np.array_equal(table.values, judgement.scores.values)
        assert table.longest is None
    assert "all pairs share" not in str(found) + means_of(found).caption + found.to_latex()


def test_only_a_metric_whose_means_are_apart_from_its_estimate_is_named(adaptive):
    one, *_, other = adaptive.judgements
    assert one.metric != other.metric
    apart = replace(other, verdict=replace(other.verdict, estimate=other.verdict.estimate + 1))
    (words,) = unlike_means([one, apart])
    assert f" for {other.metric} is not" in words
    assert unlike_means([one, other]) == []
