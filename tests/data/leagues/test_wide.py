"""Wide tables: a row per data set, a column per learner; or turned."""

from functools import partial

import numpy as np
import pytest
from tests.data.leagues.tables import WIDE, cells, kinds, note_of, read
from tests.refusals import refused

from outperform.core import NoteKind, Unit


def wide(first, *columns, rows=(("iris", 0.95, 0.93), ("wine", 0.97, 0.9), ("glass", 0.5, 0.7))):
    """A table with other columns between the data sets and nb, tree."""
    lines = [",".join([first, *(name for name, _ in columns), "nb", "tree"])]
    for at, (name, *scores) in enumerate(rows):
        lines.append(",".join([name, *(str(values[at]) for _, values in columns), *map(str, scores)]))
    return "\n".join(lines) + "\n"


class TestRead:
    def test_scores_learners_and_data_sets(self, tmp_path):
        table = read(tmp_path, WIDE, metric="accuracy")
        assert table.datasets == ("iris", "wine", "glass")
        assert table.learners == ("nb", "tree")
        assert cells(table) == {"iris": [0.95, 0.93], "wine": [0.97, 0.9], "glass": [0.5, 0.7]}
        assert table.scores[0].values.shape == (2, 1, 1)
        assert (table.metric, table.higher_is_better, table.unit) == ("accuracy", True, Unit.POINTS)
        assert all(scores.unit is Unit.POINTS and scores.metric == "accuracy" for scores in table.scores)
        assert table.missing == table.notes == ()

    def test_errors_are_multiplied_by_minus_one(self, tmp_path):
        table = read(tmp_path, WIDE, metric="error rate")
        assert cells(table)["iris"] == [-0.95, -0.93]
        assert (table.higher_is_better, table.unit) == (False, Unit.NONE)

    def test_percentages_are_not_points(self, tmp_path):
        table = read(tmp_path, "dataset,nb,tree\niris,95.1,93\nwine,97.2,90\n", metric="accuracy")
        assert table.unit is Unit.NONE
        assert not table.notes

    @pytest.mark.parametrize(
        "first", ["dataset", "Data set", "data_set", "Dataset", "DATASETS", "DataSet", "Data set / Method"]
    )
    def test_familiar_names_of_the_first_column(self, tmp_path, first):
        table = read(tmp_path, wide(first), metric="acc")
        assert table.datasets == ("iris", "wine", "glass")

    @pytest.mark.parametrize("first", ["task", "Problem", "domain", "benchmark", "Data", "UCI"])
    def test_other_names_are_noted(self, tmp_path, first):
        table = read(tmp_path, wide(first), metric="acc")
        assert table.datasets == ("iris", "wine", "glass")
        assert note_of(table, NoteKind.COLUMNS_READ_AS)["columns"] == ((first, "data set"),)

    def test_a_first_column_without_a_name(self, tmp_path):
        table = read(tmp_path, wide(""), metric="acc")
        assert table.datasets == ("iris", "wine", "glass")
        assert kinds(table) == {NoteKind.DATASETS_UNNAMED}

    def test_an_index_that_only_counts_rows_is_no_name(self, tmp_path):
        text = ",dataset,nb,tree\n0,iris,.9,.8\n1,wine,.8,.7\n"
        assert read(tmp_path, text, metric="acc").datasets == ("iris", "wine")

    def test_numbers_may_name_data_sets(self, tmp_path):
        assert read(tmp_path, "task,nb,tree\n31,.9,.8\n59,.8,.7\n", metric="acc").datasets == ("31", "59")

    def test_splits_and_sizes_beside_the_learners(self, tmp_path):
        rows = [f"{d},{r},{f},90,10,0.{r}{f},0.5" for d in ("a", "b") for r in (1, 2) for f in (1, 2, 3)]
        text = "\n".join(["dataset,repeat,fold,n_train,n_test,nb,tree", *rows])
        table = read(tmp_path, text, metric="acc")
        assert table.scores[0].values[0].tolist() == [[0.11, 0.12, 0.13], [0.21, 0.22, 0.23]]
        assert table.scores[1].n_train.tolist() == [[90] * 3] * 2
        assert table.scores[1].n_test.tolist() == [[10] * 3] * 2

    def test_rows_of_several_metrics(self, tmp_path):
        text = "dataset,metric,nb,tree\na,acc,.9,.8\na,rmse,1,2\nb,acc,.9,.7\nb,rmse,1,2\n"
        assert cells(read(tmp_path, text, metric="rmse")) == {"a": [-1, -2], "b": [-1, -2]}
        with refused("metric", "acc", "rmse", "metric="):
            read(tmp_path, text)


class TestDirection:
    def test_without_metric_and_flag_a_wide_table_is_refused(self, tmp_path):
        with refused("metric", "metric=", "higher=True", "lower=True"):
            read(tmp_path, WIDE)

    def test_a_flag_says_it(self, tmp_path):
        assert read(tmp_path, WIDE, higher_is_better=True).higher_is_better is True
        table = read(tmp_path, WIDE, higher_is_better=False)
        assert (table.higher_is_better, table.metric, cells(table)["glass"]) == (False, None, [-0.5, -0.7])

    @pytest.mark.parametrize(("metric", "flag", "named"), [("rmse", True, "higher="), ("auc", False, "lower=")])
    def test_a_flag_against_the_metric_is_refused(self, tmp_path, metric, flag, named):
        with refused("higher_is_better", metric, named):
            read(tmp_path, WIDE, metric=metric, higher_is_better=flag)

    @pytest.mark.parametrize(
        ("metric", "cell", "other"), [("rmse", "-0.3", "neg_rmse"), ("neg_rmse", "0.3", "rmse"), ("accuracy", "-1", "")]
    )
    def test_a_sign_that_the_metric_cannot_have_is_refused(self, tmp_path, metric, cell, other):
        with refused(None, "row 2", "'nb'", cell, other):
            read(tmp_path, f"dataset,nb,tree\na,0,0\nb,{cell},0\n", metric=metric)


class TestPaperTables:
    def test_cells_of_papers(self, tmp_path):
        text = 'dataset,nb,tree\niris,93.2 ± 1.1,\\textbf{94.1}\nwine,90.0 (2.0),"91.5*"\n'
        table = read(tmp_path, text, metric="accuracy")
        assert cells(table) == {"iris": [93.2, 94.1], "wine": [90.0, 91.5]}
        note = note_of(table, NoteKind.SPREADS_IGNORED)
        assert (note["cells"], note["value"]) == (2, "93.2 ± 1.1")

    def test_decimal_commas_between_semicolons(self, tmp_path):
        table = read(tmp_path, "dataset;nb;tree\niris;93,2 ± 1,1;94,1\nwine;90;91,5\n", metric="accuracy")
        assert cells(table) == {"iris": [93.2, 94.1], "wine": [90.0, 91.5]}
        assert note_of(table, NoteKind.COMMAS_AS_POINTS)["value"] == "93,2 ± 1,1"

    @pytest.mark.parametrize(
        ("name", "cells"),
        [
            *[(name, "{mean}") for name in ("mean", "Average", "avg.", r"\textbf{Average}", "overall", "all")],
            *[(name, "{sum}") for name in ("total", "sum", "All")],
            *[("median", "{median}"), ("std", "{std}"), ("SD", "{std}"), ("max", "{max}"), ("rank", "1.5")],
            *[(name, "0.8") for name in ("Avg. rank", "Mean rank", "W/T/L", "# wins", "std. dev.")],
        ],
    )
    def test_rows_that_summarize_are_left_out(self, tmp_path, name, cells):
        rng = np.random.default_rng(0)
        scores = rng.random((12, 2)).round(3)
        rows = [f"d{at},{a},{b}" for at, (a, b) in enumerate(scores)]
        kinds = {"mean": np.mean, "sum": np.sum, "median": np.median, "std": partial(np.std, ddof=1), "max": np.max}
        own = [cells.format(**{kind: round(of(column), 3) for kind, of in kinds.items()}) for column in scores.T]
        table = read(tmp_path, "\n".join(["dataset,nb,tree", *rows, ",".join([name, *own])]) + "\n", metric="acc")
        assert table.datasets == tuple(f"d{at}" for at in range(12))
        assert note_of(table, NoteKind.SUMMARY_ROWS)["names"] == (name,)

    @pytest.mark.parametrize("name", ["mean", "average", "total", "all", "median", "std", "rank", "best"])
    @pytest.mark.parametrize("last", [True, False])
    def test_a_data_set_may_be_called_like_a_summary(self, tmp_path, name, last):
        rows = ["iris,.93,.91", "wine,.82,.87", "glass,.71,.66", "zoo,.95,.97"]
        rows.insert(4 if last else 1, f"{name},.79,.86")
        table = read(tmp_path, "\n".join(["dataset,nb,tree", *rows]) + "\n", metric="acc")
        assert len(table.datasets) == 5
        assert note_of(table, NoteKind.CALLED_SUMMARY)["names"] == (name,)

    def test_what_stands_below_beside_a_summary_is_one(self, tmp_path):
        text = "dataset,nb,tree\nbest,.9,.7\niris,.8,.7\nwine,.7,.9\nAvg. rank,1.4,1.6\nmean,.8,.9\n"
        table = read(tmp_path, text, metric="acc")
        assert table.datasets == ("best", "iris", "wine")
        assert note_of(table, NoteKind.SUMMARY_ROWS)["names"] == ("Avg. rank", "mean")

    @pytest.mark.parametrize("name", ["avg. rank", "Mean rank", "rank", "best", "wins"])
    def test_columns_that_summarize_are_left_out(self, tmp_path, name):
        text = f"dataset,nb,tree,{name}\niris,.9,.8,1.2\nwine,.8,.7,1.5\n"
        table = read(tmp_path, text, metric="acc")
        assert table.learners == ("nb", "tree")
        assert ("summaries of the others", (name,)) in note_of(table, NoteKind.IGNORED_COLUMNS).facts

    def test_a_column_of_means_is_left_out(self, tmp_path):
        text = "dataset,nb,tree,mean\niris,.9,.8,.85\nwine,.8,.7,.75\n"
        assert read(tmp_path, text, metric="acc").learners == ("nb", "tree")

    def test_a_column_called_mean_that_is_none_may_be_a_learner(self, tmp_path):
        text = "dataset,nb,tree,mean\niris,.9,.8,.2\nwine,.8,.7,.1\n"
        with refused(None, "'mean'"):
            read(tmp_path, text, metric="acc")
        assert read(tmp_path, text, metric="acc", learners=["nb", "mean"]).learners == ("nb", "mean")

    def test_empty_rows_of_a_spreadsheet_are_no_data_sets(self, tmp_path):
        assert len(read(tmp_path, f"{WIDE},,\n,,\n", metric="acc").datasets) == 3


class TestOtherColumns:
    @pytest.mark.parametrize(
        "names",
        [
            *(("instances", "features"), ("#instances", "#attributes"), ("NumberOfInstances", "NumberOfFeatures")),
            *(
                ("n_samples", "n_features"),
                ("n", "d"),
                ("Rows", "No. of classes"),
                ("size", "k"),
                ("n", "imbalance ratio"),
            ),
        ],
    )
    def test_descriptions_of_data_sets_are_no_learners(self, tmp_path, names):
        text = wide("dataset", (names[0], (150, 178, 214)), (names[1], (4, 13, 9)))
        table = read(tmp_path, text, metric="acc")
        assert table.learners == ("nb", "tree")
        assert sum((each for _, each in note_of(table, NoteKind.UNNAMED_COLUMNS).facts), ()) == names

    @pytest.mark.parametrize("name", ["IR", "majority", "binary", "entropy"])
    def test_a_name_that_may_be_either_is_asked_about(self, tmp_path, name):
        text = wide("dataset", (name, (0.5, 0.6, 0.7)))
        with refused(None, repr(name), "learners="):
            read(tmp_path, text, metric="acc")
        assert read(tmp_path, text, metric="acc", learners=[name, "nb", "tree"]).learners == (name, "nb", "tree")

    def test_letters_may_be_learners(self, tmp_path):
        names = tuple("ABCDFKMNPQ")
        text = f"dataset,{','.join(names)}\n" + "".join(
            f"d{at}" + f",0.{at}5" * len(names) + "\n" for at in range(1, 9)
        )
        assert read(tmp_path, text, metric="acc").learners == names

    @pytest.mark.parametrize("values", [(150, 178, 214), (5000, 10, 70000)])
    def test_whole_numbers_on_another_scale_are_asked_about(self, tmp_path, values):
        with refused(None, "'Umfang'", max(values)):
            read(tmp_path, wide("dataset", ("Umfang", values)), metric="kappa")

    def test_few_classes_beside_percentages_are_asked_about(self, tmp_path):
        rows = (("iris", 95.1, 93.2), ("wine", 97.4, 90.5), ("glass", 50.2, 70.1))
        with refused(None, "'Kl.'"):
            read(tmp_path, wide("dataset", ("Kl.", (3, 3, 6)), rows=rows), metric="acc")

    def test_a_perfect_learner_is_a_learner(self, tmp_path):
        table = read(tmp_path, wide("dataset", ("oracle", (1, 1, 1))), metric="acc")
        assert table.learners == ("oracle", "nb", "tree")

    def test_identifiers_text_and_times_are_left_out(self, tmp_path):
        text = wide(
            "dataset", ("openml_id", (61, 187, 41)), ("source", ("uci", "uci", "kaggle")), ("nb_time", (1.2, 3, 4))
        )
        table = read(tmp_path, text, metric="acc")
        assert table.learners == ("nb", "tree")
        facts = dict(note_of(table, NoteKind.UNNAMED_COLUMNS).facts)
        assert set(facts.values()) == {("openml_id",), ("source",), ("nb_time",)}

    def test_spreads_and_ranks_beside_a_learner_are_left_out(self, tmp_path):
        text = "dataset,nb,nb_std,tree,std(tree),rank nb,tree rank\na,.9,.1,.8,.1,1,2\nb,.8,.1,.7,.1,1,2\n"
        table = read(tmp_path, text, metric="acc")
        assert table.learners == ("nb", "tree")
        assert kinds(table) == {NoteKind.UNNAMED_COLUMNS, NoteKind.SPREADS_IGNORED}

    @pytest.mark.parametrize("names", [("accuracy", "f1"), ("nb", "rmse"), ("Log loss", "tree")])
    def test_columns_called_by_metrics_are_no_learners(self, tmp_path, names):
        with refused(None, "column learner"):
            read(tmp_path, f"dataset,{','.join(names)}\na,.9,.8\nb,.8,.7\n", metric="acc")

    def test_columns_of_several_metrics_are_refused(self, tmp_path):
        text = "dataset,nb_acc,nb_f1,tree_acc,tree_f1\na,.9,.8,.7,.6\nb,.9,.8,.7,.6\n"
        with refused(None, "acc", "f1"):
            read(tmp_path, text, metric="acc")

    def test_one_metric_in_all_names_is_fine(self, tmp_path):
        table = read(tmp_path, "dataset,nb_acc,tree_acc\na,.9,.8\nb,.9,.7\n", metric="acc")
        assert table.learners == ("nb_acc", "tree_acc")

    def test_some_learners_are_chosen(self, tmp_path):
        text = "dataset,nb,tree,knn\na,.9,.8,x y\nb,.9,.8,.7\n"
        assert read(tmp_path, text, metric="acc", learners=["tree", "nb"]).learners == ("tree", "nb")
        with refused("learners", "'knnn'", "knn"):
            read(tmp_path, text, metric="acc", learners=["nb", "knnn"])


class TestTurned:
    @pytest.mark.parametrize("first", ["learner", "Method", "model", "Algorithm", "classifier", r"Method \ Dataset"])
    def test_a_first_column_of_learners_turns_the_table(self, tmp_path, first):
        text = f"{first},iris,wine,glass,avg. rank\nnb,.95,.97,.5,1.5\ntree,.93,.9,.7,1.5\n"
        table = read(tmp_path, text, metric="acc")
        assert cells(table) == {"iris": [0.95, 0.93], "wine": [0.97, 0.9], "glass": [0.5, 0.7]}
        assert table.learners == ("nb", "tree")
        assert {NoteKind.TABLE_TURNED, NoteKind.SUMMARY_ROWS} == kinds(table)

    def test_columns_called_like_data_sets_turn_a_table_without_a_name(self, tmp_path):
        table = read(tmp_path, ",iris,breast-cancer,foo\nnb,.95,.97,.5\ntree,.93,.9,.7\n", metric="acc")
        assert table.learners == ("nb", "tree")
        assert NoteKind.TABLE_TURNED in kinds(table)

    def test_a_header_that_says_otherwise_counts_but_is_noted(self, tmp_path):
        table = read(tmp_path, "dataset,iris,wine,foo\nnb,.95,.97,.5\ntree,.93,.9,.7\n", metric="acc")
        assert table.learners == ("iris", "wine", "foo")
        assert note_of(table, NoteKind.MAYBE_TURNED)["datasets"] == ("nb", "tree")

    def test_more_learners_than_data_sets_are_noted(self, tmp_path):
        table = read(tmp_path, "dataset,a,b,c,d\nx,.95,.97,.5,.3\ny,.93,.9,.7,.3\n", metric="acc")
        assert NoteKind.MAYBE_TURNED in kinds(table)

    @pytest.mark.parametrize(
        "text",
        [
            "model,accuracy,f1\nnb,.9,.8\ntree,.8,.7\n",
            "model,iris,wine\nnb,.9,.8\nnb,.8,.7\n",
        ],
    )
    def test_learners_without_data_sets_are_refused(self, tmp_path, text):
        with refused(None, "dataset"):
            read(tmp_path, text, metric="acc")

    def test_splits_of_one_data_set_are_shown_to_their_verb(self, tmp_path):
        with refused(None, "fold", "judge()", "table.csv"):
            read(tmp_path, "model,fold,accuracy\nnb,1,.8\ntree,1,.7\n", metric="acc")


class TestRefused:
    @pytest.mark.parametrize("text", ["", "\n\n", "dataset,nb,tree\n", "dataset,nb,tree\n,,\n"])
    def test_nothing_to_read(self, tmp_path, text):
        with refused():
            read(tmp_path, text, metric="acc")

    @pytest.mark.parametrize("text", ["dataset,source\na,uci\nb,uci\n", "dataset,n_features\na,4\nb,5\n"])
    def test_no_learner(self, tmp_path, text):
        with refused(None, "per learner", "dataset"):
            read(tmp_path, text, metric="acc")

    @pytest.mark.parametrize("cell", ["True", "3/4"])
    def test_cells_that_are_no_scores(self, tmp_path, cell):
        with refused(None, "per learner", "'nb'", "row 1", repr(cell)):
            read(tmp_path, f'dataset,nb,tree\na,"{cell}","{cell}"\nb,"{cell}","{cell}"\n', metric="acc")

    def test_another_sign_between_cells(self, tmp_path):
        with refused(None, "dataset|nb|tree", "commas"):
            read(tmp_path, WIDE.replace(",", "|"), metric="acc")

    def test_a_table_without_a_header(self, tmp_path):
        rows = WIDE.split("\n", 1)[1]
        with refused(None, "0.95, 0.93", "dataset"):
            read(tmp_path, rows, metric="acc")
        named = WIDE.replace("nb,tree", "0.01,100.0")  # such as a parameter of a learner
        assert read(tmp_path, named, metric="acc").learners == ("0.01", "100.0")

    def test_columns_that_were_left_out_are_named(self, tmp_path):
        text = "dataset,nb,rank,time\niris,0.95,0.93,0.5\nwine,0.97,0.9,0.7\n"
        with refused(None, "two learners", "rank, time", "learners="):
            read(tmp_path, text, metric="acc")
        assert read(tmp_path, text, metric="acc", learners=["nb", "time"]).learners == ("nb", "time")

    def test_empty_columns_behind_the_last_one(self, tmp_path):
        text = "".join(f"{line},,\n" for line in WIDE.splitlines())
        assert cells(read(tmp_path, text, metric="acc")) == cells(read(tmp_path, WIDE, metric="acc"))

    def test_one_learner_or_one_data_set(self, tmp_path):
        with refused(None, "two learners", "nb"):
            read(tmp_path, "dataset,nb\na,.9\nb,.8\n", metric="acc")
        with refused(None, "two data sets", "judge()"):
            read(tmp_path, "dataset,nb,tree\na,.9,.8\n", metric="acc")

    def test_no_names_of_data_sets(self, tmp_path):
        with refused(None, "dataset", "judge()"):
            read(tmp_path, "nb,tree\n.9,.8\n.8,.7\n", metric="acc")
        with refused(None, "row 1"):
            read(tmp_path, "dataset,nb,tree\n,.9,.8\nb,.8,.7\n", metric="acc")

    def test_a_data_set_twice(self, tmp_path):
        with refused(None, "'iris'", "rows 1 and 4"):
            read(tmp_path, f"{WIDE}iris,.9,.8\n", metric="acc")

    @pytest.mark.parametrize("cell", ["abc", "inf", "True", "1_000"])
    def test_text_where_a_score_should_be(self, tmp_path, cell):
        with refused(None, "'tree'", "row 2", cell):
            read(tmp_path, f"dataset,nb,tree\na,.9,.8\nb,.8,{cell}\n", metric="acc")

    def test_a_share_above_100(self, tmp_path):
        with refused(None, "'nb'", "row 2", "150"):
            read(tmp_path, "dataset,nb,tree\na,90.5,80\nb,150.5,80\n", metric="acc")


class TestScales:
    @pytest.mark.parametrize(
        ("text", "what", "first"),
        [
            ("dataset,nb,tree\na,.9,93\nb,.8,90\n", "learner", "nb"),
            ("dataset,nb,tree\na,.9,93.5\nb,.8,90.5\n", "learner", "nb"),
            ("dataset,nb,tree\na,.9,.8\nb,80.5,90.1\n", "data set", "a"),
            ("dataset,nb,tree\na,90.1,.8\nb,80.5,90.1\n", "cell", "tree on a"),
        ],
    )
    def test_shares_beside_percentages_are_noted(self, tmp_path, text, what, first):
        note = note_of(read(tmp_path, text, metric="acc"), NoteKind.SCALES_MIXED)
        assert (note["what"], note["first"][0]) == (what, first)

    def test_a_learner_on_another_scale_is_noted_for_any_metric(self, tmp_path):
        text = "dataset,nb,tree\na,.91,93.5\nb,.82,90.5\nc,1.5,130.1\n"
        assert note_of(read(tmp_path, text, metric="rmse"), NoteKind.SCALES_MIXED)["what"] == "learner"

    def test_data_sets_of_other_sizes_are_noted_for_errors(self, tmp_path):
        table = read(tmp_path, "dataset,nb,tree\na,.1,.2\nhousing,5000,6000\n", metric="rmse")
        assert note_of(table, NoteKind.SCALES_MIXED)["first"] == ("a", 0.1, 0.2)

    def test_small_and_equal_scores_are_not_noted(self, tmp_path):
        assert not read(tmp_path, "dataset,nb,tree\na,0,0\nb,1,0\n", metric="acc").notes
        assert not read(tmp_path, "dataset,nb,tree\na,0,0\nb,3,0\n", metric="rmse").notes


def test_names_that_are_nearly_the_same_are_noted(tmp_path):
    with refused("missing", "'Iris' and 'iris'"):
        read(tmp_path, "dataset,nb,NB,tree\nIris,.9,.8,.7\niris,.8,,.6\n", metric="acc")


def test_control_characters_of_names_stay_out_of_errors(tmp_path):
    with refused(None, "\\x1b") as found:
        read(tmp_path, "dataset,n\x1bb,tree\na,abc,.8\nb,.8,.7\n", metric="acc")
    assert "\x1b" not in str(found.value)


def test_scores_are_floats(tmp_path):
    assert all(scores.values.dtype == np.float64 for scores in read(tmp_path, WIDE, metric="acc").scores)
