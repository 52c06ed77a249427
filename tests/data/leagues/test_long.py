"""Long tables: a row per data set, learner and split."""

import numpy as np
import pytest
from tests.data.leagues.tables import cells, kinds, note_of, read
from tests.refusals import refused

from outperform.core import MissingCell, NoteKind, Unit

PLAIN = "dataset,learner,accuracy\na,nb,.9\na,tree,.8\nb,nb,.7\nb,tree,.6\n"


def long(*, names=("dataset", "learner", "repeat", "fold", "score"), gone=(), datasets="ab", repeats=2, folds=3):
    """A full table but for some rows; the score tells data set, learner, repeat and fold: 0.1121 is a, tree, 2, 1."""
    rows = [
        (d, learner, r, f, f"0.{'ab'.index(d) + 1}{at}{r}{f}")
        for d in datasets
        for at, learner in enumerate(("nb", "tree"))
        for r in range(1, repeats + 1)
        for f in range(1, folds + 1)
        if (d, learner, r, f) not in gone
    ]
    return "\n".join(",".join(map(str, row)) for row in [names, *rows])


class TestRead:
    def test_one_score_per_data_set_and_learner(self, tmp_path):
        table = read(tmp_path, PLAIN)
        assert cells(table) == {"a": [0.9, 0.8], "b": [0.7, 0.6]}
        assert (table.metric, table.higher_is_better, table.unit) == ("accuracy", True, Unit.POINTS)
        assert not table.notes

    def test_repeats_and_folds(self, tmp_path):
        table = read(tmp_path, long(), metric="acc")
        assert table.scores[1].values.tolist() == [
            [[0.2011, 0.2012, 0.2013], [0.2021, 0.2022, 0.2023]],
            [[0.2111, 0.2112, 0.2113], [0.2121, 0.2122, 0.2123]],
        ]
        assert not any(scores.plain for scores in table.scores)

    def test_rows_in_any_order(self, tmp_path):
        header, *rows = long().splitlines()
        mixed = "\n".join([header, *np.random.default_rng(1).permutation(rows)])
        table = read(tmp_path, mixed, metric="acc")
        ordered = read(tmp_path, long(), metric="acc")
        place = [table.datasets.index(name) for name in ordered.datasets]
        learner = [table.learners.index(name) for name in ordered.learners]
        for at, scores in zip(place, ordered.scores, strict=True):
            assert table.scores[at].values[learner].tolist() == scores.values.tolist()

    @pytest.mark.parametrize(
        "names",
        [
            ("Data Set", "Model", "rep", "cv_fold", "Score"),
            ("task", "method", "run", "fold_id", "value"),
            ("problem", "algorithm", "seed", "fold", "result"),
            ("data_name", "classifier", "random_state", "Fold", "performance"),
            ("task_id", "learner_id", "repetition", "iteration", "mean score"),
        ],
    )
    def test_familiar_names(self, tmp_path, names):
        table = read(tmp_path, long(names=names), metric="acc")
        assert table.scores[0].values.shape == (2, 2, 3)
        assert table.scores[0].values[1, 1, 0] == 0.1121

    def test_other_names_are_noted(self, tmp_path):
        table = read(tmp_path, long(names=("task", "model", "repeat", "fold", "score")), metric="acc")
        assert note_of(table, NoteKind.COLUMNS_READ_AS)["columns"] == (("task", "data set"), ("model", "learner"))

    def test_folds_are_counted_inside_repeats(self, tmp_path):
        rows = [f"{d},{m},{r},{3 * r + f},.{r}{f}" for d in "ab" for m in ("x", "y") for r in (0, 1) for f in (0, 1, 2)]
        table = read(tmp_path, "\n".join(["dataset,learner,repeat,fold,accuracy", *rows]))
        assert table.scores[0].values[0].tolist() == [[0.0, 0.01, 0.02], [0.1, 0.11, 0.12]]

    def test_data_sets_may_have_different_splits(self, tmp_path):
        text = long(datasets="a") + "\n" + "\n".join(long(datasets="b", repeats=1, folds=5).splitlines()[1:])
        table = read(tmp_path, text, metric="acc")
        assert [scores.values.shape for scores in table.scores] == [(2, 2, 3), (2, 1, 5)]

    def test_seeds_number_repeats_only_where_they_must(self, tmp_path):
        needed = "dataset,learner,seed,accuracy\n" + "".join(
            f"{d},{m},{s},.{s}\n" for d in "ab" for m in ("x", "y") for s in (7, 8)
        )
        assert read(tmp_path, needed).scores[0].values.tolist() == [[[0.7], [0.8]]] * 2
        own = "dataset,learner,seed,accuracy\na,x,1,.1\na,y,2,.2\nb,x,3,.3\nb,y,4,.4\n"
        assert cells(read(tmp_path, own)) == {"a": [0.1, 0.2], "b": [0.3, 0.4]}

    def test_splits_that_are_merely_numbered_are_plain(self, tmp_path):
        text = long(names=("dataset", "learner", "run", "split", "score"), repeats=1)
        assert not read(tmp_path, text, metric="acc").scores[0].plain  # run numbers the repeats
        lines = [",".join(line.split(",")[:2] + line.split(",")[3:]) for line in text.splitlines()]
        assert read(tmp_path, "\n".join(lines), metric="acc").scores[0].plain


class TestSizes:
    def rows(self, folds=2, sizes=lambda *_: (90, 10)):
        return [
            f"{d},{m},{f},.{f}5,{sizes(d, m, f)[0]},{sizes(d, m, f)[1]}"
            for d in "ab"
            for m in ("x", "y")
            for f in range(folds)
        ]

    def text(self, rows, names="dataset,learner,fold,accuracy,n_train,n_test"):
        return "\n".join([names, *rows])

    @pytest.mark.parametrize("names", ["n_train,n_test", "train_size,test_size", "Train size,Test size"])
    def test_sizes_belong_to_splits(self, tmp_path, names):
        table = read(tmp_path, self.text(self.rows(), f"dataset,learner,fold,accuracy,{names}"))
        assert table.scores[0].n_train.tolist() == [[90, 90]]
        assert table.scores[0].n_test.tolist() == [[10, 10]]

    def test_numbered_folds_are_repeats_where_the_sizes_say_so(self, tmp_path):
        table = read(tmp_path, self.text(self.rows(folds=6, sizes=lambda *_: (20, 10))))
        assert table.scores[0].values.shape == (2, 2, 3)
        assert table.scores[0].n_test.shape == (2, 3)
        assert table.scores[0].plain

    def test_one_size_alone_is_not_used_and_noted(self, tmp_path):
        rows = [row.rsplit(",", 1)[0] for row in self.rows()]
        table = read(tmp_path, self.text(rows, "dataset,learner,fold,accuracy,n_train"))
        assert table.scores[0].n_train is None
        assert ("not compared", ("n_train",)) in note_of(table, NoteKind.IGNORED_COLUMNS).facts

    def test_sizes_that_differ_between_learners_are_refused(self, tmp_path):
        rows = self.rows(sizes=lambda d, m, _: (90, 11 if (d, m) == ("b", "y") else 10))
        with refused(None, "n_test", "y", "row 7"):
            read(tmp_path, self.text(rows))

    @pytest.mark.parametrize("size", ["0", "-5", "1.5"])
    def test_sizes_that_are_no_counts_are_refused(self, tmp_path, size):
        with refused(None, "n_train", size):
            read(tmp_path, self.text(self.rows(sizes=lambda *_: (size, 10))))

    def test_unknown_sizes_of_one_data_set_leave_the_others(self, tmp_path):
        rows = self.rows(sizes=lambda d, *_: ("", "") if d == "a" else (90, 10))
        first, second = read(tmp_path, self.text(rows)).scores
        assert first.n_train is first.n_test is None
        assert second.n_train.tolist() == [[90, 90]]


class TestMetrics:
    SEVERAL = "dataset,learner,accuracy,rmse\na,nb,.9,1\na,tree,.8,2\nb,nb,.7,3\nb,tree,.6,4\n"

    def test_several_metrics_are_asked_about(self, tmp_path):
        with refused("metric", "accuracy", "rmse", 'metric="accuracy"'):
            read(tmp_path, self.SEVERAL)

    @pytest.mark.parametrize("metric", ["rmse", "RMSE", "root_mean_squared_error"])
    def test_one_of_them_is_chosen_in_any_spelling(self, tmp_path, metric):
        table = read(tmp_path, self.SEVERAL, metric=metric)
        assert cells(table) == {"a": [-1, -2], "b": [-3, -4]}
        assert table.metric == "rmse"

    def test_an_unknown_one_is_refused(self, tmp_path):
        with refused("metric", "'auc'", "accuracy", "rmse"):
            read(tmp_path, self.SEVERAL, metric="auc")

    def test_a_column_metric(self, tmp_path):
        text = "dataset,learner,metric,value\n" + "".join(
            f"{d},{m},{k},.5\n" for d in "ab" for m in ("x", "y") for k in ("auc", "log loss")
        )
        assert read(tmp_path, text, metric="log-loss").higher_is_better is False
        with refused("metric", "auc", "log loss"):
            read(tmp_path, text)

    def test_the_score_is_of_the_metric_that_is_named(self, tmp_path):
        table = read(tmp_path, PLAIN.replace("accuracy", "score"), metric="rmse")
        assert (table.metric, table.higher_is_better) == ("rmse", False)
        with refused("metric", "higher=True"):
            read(tmp_path, PLAIN.replace("accuracy", "score"))

    def test_an_unknown_metric_needs_a_flag(self, tmp_path):
        with refused("metric", "'quality'", "higher=True"):
            read(tmp_path, PLAIN.replace("accuracy", "quality"))
        assert read(tmp_path, PLAIN.replace("accuracy", "quality"), higher_is_better=True).metric == "quality"

    def test_times_training_scores_and_spreads_are_no_second_metric(self, tmp_path):
        header, *rows = PLAIN.splitlines()
        more = [f"{row},.1,12.5,.99,7" for row in rows]
        text = "\n".join([f"{header},accuracy_std,fit_time,train_accuracy,run_id", *more])
        table = read(tmp_path, text)
        assert table.metric == "accuracy"
        names = dict(note_of(table, NoteKind.IGNORED_COLUMNS).facts)["not compared"]
        assert set(names) == {"accuracy_std", "fit_time", "train_accuracy", "run_id"}


class TestIncomplete:
    def test_splits_that_a_learner_lacks_are_left_out_for_all(self, tmp_path):
        table = read(tmp_path, long(gone=[("a", "nb", 1, 2)]), metric="acc")
        values = table.scores[0].values
        assert np.isnan(values[:, 0, 1]).all()
        assert np.isfinite(values).sum() == 2 * 5
        assert note_of(table, NoteKind.SPLITS_INCOMPLETE)["datasets"] == (("a", 1, 6),)
        assert table.missing == ()

    def test_a_repeat_that_a_learner_lacks_is_gone(self, tmp_path):
        table = read(tmp_path, long(gone=[("a", "nb", 1, f) for f in (1, 2, 3)]), metric="acc")
        assert table.scores[0].values.tolist() == [[[0.1021, 0.1022, 0.1023]], [[0.1121, 0.1122, 0.1123]]]

    def test_a_split_that_no_learner_has_is_no_loss(self, tmp_path):
        table = read(tmp_path, long(gone=[("a", m, 1, 3) for m in ("nb", "tree")]), metric="acc")
        assert not table.notes

    def test_few_splits_are_a_missing_cell(self, tmp_path):
        gone = [("a", "nb", r, f) for r in (1, 2) for f in (1, 2, 3)][1:]
        with refused("missing", "a × nb", "only 1 of 6 splits", 'missing="drop"'):
            read(tmp_path, long(gone=gone), metric="acc")

    def test_no_split_in_common_is_a_missing_cell(self, tmp_path):
        rows = [f"d{d},{m},{f},.5" for d in range(6) for m in ("x", "y") for f in range(4)]
        rows = [row for row in rows if row[:2] != "d0" or (row[3] == "x") == (row[5] in "01")]
        text = "\n".join(["dataset,learner,fold,accuracy", *rows])
        table = read(tmp_path, text, missing="drop")
        assert table.missing == (MissingCell("d0", "y", "only 2 of 4 splits"),)
        assert np.isfinite(table.scores[0].values[0]).sum() == 2
        assert np.isnan(table.scores[0].values[1]).all()

    def test_as_few_learners_as_possible_are_missing(self, tmp_path):
        lacks = {"u": "0", "v": "1", "w": "2", "x": "3", "y": "3"}
        rows = [f"{d},{m},{f},.5" for d in "ab" for m in lacks for f in "0123" if d == "b" or lacks[m] != f]
        text = "\n".join(["dataset,learner,fold,accuracy", *rows])
        with refused("missing", "a × u", "1 cell", "only 3 of 4 splits"):
            read(tmp_path, text)

    def test_an_empty_score_of_a_split_needs_drop(self, tmp_path):
        text = long().replace("0.1012", "timeout")
        with refused("missing", "a × nb", "timeout"):
            read(tmp_path, text, metric="acc")
        table = read(tmp_path, text, metric="acc", missing="drop")
        assert table.missing == ()
        assert note_of(table, NoteKind.SPLITS_INCOMPLETE)["datasets"] == (("a", 1, 6),)


class TestRefused:
    def test_learners_that_are_not_there(self, tmp_path):
        assert read(tmp_path, f"{PLAIN}a,knn,.5\n", learners=["nb", "tree"]).learners == ("nb", "tree")
        with refused("learners", "'knn'", "nb", "tree"):
            read(tmp_path, PLAIN, learners=["nb", "knn"])

    @pytest.mark.parametrize(
        ("text", "how"),
        [
            (f"{PLAIN}a,nb,.5\n", "column fold"),
            (long() + "\na,nb,1,1,.5", "keep one"),
            ("dataset,learner,fold,accuracy\na,x,1,.1\na,x,1,.2\nb,x,1,.3\na,y,1,.1\n", "column repeat"),
        ],
    )
    def test_duplicates(self, tmp_path, text, how):
        with refused(None, "'a'", "row", how):
            read(tmp_path, text, metric="acc")

    def test_names_must_be_there(self, tmp_path):
        with refused(None, "'learner'", "row 2"):
            read(tmp_path, "dataset,learner,accuracy\na,nb,.9\na,,.8\n")

    def test_a_score_must_be_there(self, tmp_path):
        with refused(None, "score"):
            read(tmp_path, "dataset,learner,comment\na,nb,fine\nb,nb,fine\n")

    def test_a_text_is_no_score(self, tmp_path):
        with refused(None, "'accuracy'", "row 2", "high"):
            read(tmp_path, PLAIN.replace(".8", "high"))


def test_summary_rows_are_no_data_sets_and_no_folds(tmp_path):
    lines = [line.split(",") for line in long().split("\n")[1:]]
    means = {name: np.mean([float(line[-1]) for line in lines if line[1] == name]) for name in ("nb", "tree")}
    text = long() + "".join(f"\naverage,{name},1,1,{mean}" for name, mean in means.items())
    text += "\na,nb,1,mean,.5\na,tree,1,mean,.5"
    table = read(tmp_path, text, metric="acc")
    assert table.datasets == ("a", "b")
    assert table.scores[0].values.shape == (2, 2, 3)
    assert NoteKind.SUMMARY_ROWS in kinds(table)


@pytest.mark.parametrize("names", [("7", "70"), ("3.1", "3.10"), ("1", "2")])
@pytest.mark.parametrize("head", ["dataset,learner,score", "dataset,model,accuracy"])
def test_learners_may_be_called_by_numbers(tmp_path, names, head):
    rng = np.random.default_rng(0)
    rows = [f"d{at},{name},{rng.random():.3f}" for at in range(9) for name in names]
    table = read(tmp_path, "\n".join([head, *rows]), metric="acc" if "score" in head else "accuracy")
    assert table.learners == names
    assert len(table.datasets) == 9


def test_scores_of_a_learner_called_model_are_no_names(tmp_path):
    rng = np.random.default_rng(0)
    rows = [f"d{at // 2},{at % 2},{rng.random():.3f},{rng.random():.3f}" for at in range(12)]
    table = read(tmp_path, "\n".join(["dataset,fold,model,baseline", *rows]), metric="acc")
    assert table.learners == ("model", "baseline")
