"""Results of Weka's Experimenter, written as its CSVResultListener and InstancesResultListener write them."""

import pytest
from tests.data.leagues.tables import cells, note_of, read
from tests.refusals import refused

from outperform.core import NoteKind, Unit

# the names of weka.experiment.CrossValidationResultProducer and ClassifierSplitEvaluator (Weka 3.8), shortened
KEYS = ["Key_Dataset", "Key_Run", "Key_Fold", "Key_Scheme", "Key_Scheme_options", "Key_Scheme_version_ID"]
RESULTS = [
    *("Date_time", "Number_of_training_instances", "Number_of_testing_instances", "Number_correct", "Percent_correct"),
    *("Percent_incorrect", "Kappa_statistic", "Root_mean_squared_error", "Area_under_ROC", "Elapsed_Time_training"),
    *("Summary", "measureTreeSize"),
]
J48 = ("weka.classifiers.trees.J48", "-C 0.25 -M 2", "-217733168393644444")
J48_PRUNED = ("weka.classifiers.trees.J48", "-C 0.1 -M 2", "-217733168393644444")
BAYES = ("weka.classifiers.bayes.NaiveBayes", "", "5995231201785697655")
KERNEL = '-K "weka.classifiers.functions.supportVector.PolyKernel -E 1.0 -C 250007"'
SMO = ("weka.classifiers.functions.SMO", f"-C 1.0 {KERNEL} -R 1,3", "-6585883636378691736")


def quoted(text):
    """As weka.core.Utils.quote does."""
    if text and not set(text) & set(" ,'\"%{}?"):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("'", "\\'")
    return f"'{escaped}'"


def rows(schemes, datasets=("iris", "german credit"), runs=2, folds=2):
    """Rows of results: run 1, fold 2 of the second scheme has 81.2 % correct."""
    for dataset in datasets:
        for run in range(1, runs + 1):
            for fold in range(1, folds + 1):
                for at, scheme in enumerate(schemes):
                    correct = 80 + at + (run * 10 + fold) / 60
                    results = [
                        *(
                            "2.02601011022E7",
                            "135",
                            "15",
                            "12.0",
                            f"{correct}",
                            f"{100 - correct}",
                            "0.7",
                            "0.3",
                            "0.9",
                        ),
                        *("0.01", "?", "?"),
                    ]
                    yield [dataset, str(run), str(fold), *scheme], results


def csv(schemes=(J48, BAYES), names=(KEYS, RESULTS), made=None):
    made = list(rows(schemes)) if made is None else made
    lines = [",".join([*map(quoted, keys), *results]) for keys, results in made]
    return "\n".join([",".join([*names[0], *names[1]]), *lines]) + "\n"


def arff(schemes=(J48, BAYES)):
    made = list(rows(schemes))
    lines = ["@relation InstanceResultListener", ""]
    for at, name in enumerate(KEYS):
        values = ",".join(quoted(value) for value in dict.fromkeys(keys[at] for keys, _ in made))
        lines.append(f"@attribute {name} {{{values}}}")
    lines += [f"@attribute {name} {'string' if name == 'Summary' else 'numeric'}" for name in RESULTS]
    lines += ["", "@data", *(",".join([*map(quoted, keys), *results]) for keys, results in made)]
    return "\n".join(lines) + "\n"


class TestRead:
    @pytest.mark.parametrize(("text", "name"), [(csv(), "weka.csv"), (arff(), "weka.arff")])
    def test_runs_folds_and_sizes(self, tmp_path, text, name):
        table = read(tmp_path, text, name)
        assert table.datasets == ("iris", "german credit")
        assert table.learners == ("J48", "NaiveBayes")
        assert (table.metric, table.higher_is_better, table.unit) == ("Percent_correct", True, Unit.NONE)
        scores = table.scores[1]
        assert scores.values[1].round(4).tolist() == [[81.1833, 81.2], [81.35, 81.3667]]
        assert scores.n_train.tolist() == [[135, 135]] * 2
        assert scores.n_test.tolist() == [[15, 15]] * 2

    def test_another_metric(self, tmp_path):
        table = read(tmp_path, csv(), metric="root mean squared error")
        assert (table.metric, table.higher_is_better) == ("Root_mean_squared_error", False)
        assert cells(table)["iris"] == [-0.3, -0.3]

    @pytest.mark.parametrize(
        ("metric", "name"), [("accuracy", "Percent_correct"), ("kappa", "Kappa_statistic"), ("auc", "Area_under_ROC")]
    )
    def test_usual_names_of_its_metrics(self, tmp_path, metric, name):
        assert read(tmp_path, csv(), metric=metric).metric == name

    def test_a_metric_that_is_not_there(self, tmp_path):
        with refused("metric", "'f1'", "Percent_correct"):
            read(tmp_path, csv(), metric="f1")

    def test_a_flag_against_the_metric(self, tmp_path):
        with refused("higher_is_better", "Percent_correct", "lower=True"):
            read(tmp_path, csv(), higher_is_better=False)

    def test_regressions_have_no_metric_by_default(self, tmp_path):
        names = [name if name != "Percent_correct" else "Correlation_coefficient" for name in RESULTS]
        names = [name if name != "Percent_incorrect" else "Mean_absolute_error" for name in names]
        text = csv(names=(KEYS, names))
        with refused("metric", "Correlation_coefficient", "Mean_absolute_error"):
            read(tmp_path, text)

    def test_random_splits_have_no_folds(self, tmp_path):
        made = [([keys[0], keys[1], *keys[3:]], results) for keys, results in rows((J48, BAYES), folds=1)]
        table = read(tmp_path, csv(names=([*KEYS[:2], *KEYS[3:]], RESULTS), made=made))
        assert table.scores[0].values.shape == (2, 2, 1)

    def test_means_over_folds(self, tmp_path):
        names = [f"Avg_{name}" for name in RESULTS] + ["Dev_Percent_correct"]
        made = [([keys[0], keys[1], *keys[3:]], [*results, "3.2"]) for keys, results in rows((J48, BAYES), folds=1)]
        table = read(tmp_path, csv(names=([*KEYS[:2], *KEYS[3:]], names), made=made))
        assert table.metric == "Percent_correct"
        assert table.scores[0].values.shape == (2, 2, 1)
        assert table.scores[0].n_train is None


class TestSchemes:
    def test_options_tell_learners_apart(self, tmp_path):
        table = read(tmp_path, csv((J48, J48_PRUNED, BAYES, SMO)))
        assert table.learners == ("J48 -C 0.25", "J48 -C 0.1", "NaiveBayes", "SMO")
        shown = dict(note_of(table, NoteKind.NAMES_SHORTENED)["names"])
        assert shown["J48 -C 0.1"] == "weka.classifiers.trees.J48 -C 0.1 -M 2"

    def test_options_without_any(self, tmp_path):
        unpruned = (J48[0], "-U -M 2", J48[2])
        table = read(tmp_path, csv((J48, unpruned, (J48[0], "-M 2", J48[2]))))
        assert table.learners == ("J48 -C 0.25", "J48 -U", "J48")

    def test_classes_of_two_packages(self, tmp_path):
        table = read(tmp_path, csv((J48, ("my.trees.J48", "", "1"))))
        assert table.learners == ("weka.classifiers.trees.J48", "my.trees.J48")

    def test_versions_are_different_learners(self, tmp_path):
        table = read(tmp_path, csv((J48, (*J48[:2], "2"))))
        assert len(set(table.learners)) == 2
        assert all("version" in name for name in table.learners)

    def test_long_options_lose_their_packages(self, tmp_path):
        other = (SMO[0], f"-C 2.0 {KERNEL} -R 1,3", SMO[2])
        assert read(tmp_path, csv((SMO, other))).learners == ("SMO -C 1.0", "SMO -C 2.0")


class TestRefused:
    def test_the_same_result_twice(self, tmp_path):
        made = list(rows((J48, BAYES)))
        with refused(None, "'iris'", "'J48'", "rows 1 and 9"):
            read(tmp_path, csv(made=[*made[:8], made[0], *made[8:]]))

    def test_learning_curves(self, tmp_path):
        made = [([*keys, str(50 + at % 2)], results) for at, (keys, results) in enumerate(rows((J48, BAYES)))]
        with refused(None, "Key_Total_instances", "50, 51"):
            read(tmp_path, csv(names=([*KEYS, "Key_Total_instances"], RESULTS), made=made))

    def test_a_line_that_is_cut(self, tmp_path):
        with refused(None, "line"):
            read(tmp_path, csv().rstrip("\n")[:-20])
