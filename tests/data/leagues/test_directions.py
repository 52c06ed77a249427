"""The direction of a metric: known by its name, or said, never guessed."""

import pytest
from sklearn.metrics import get_scorer, get_scorer_names
from tests.refusals import refused

from outperform.data.leagues.directions import direction_of, metric_meaning

WEKA = {  # fields of weka.experiment.ClassifierSplitEvaluator and RegressionSplitEvaluator
    "Percent_correct": True,
    "Percent_incorrect": False,
    "Kappa_statistic": True,
    "Mean_absolute_error": False,
    "Root_mean_squared_error": False,
    "Relative_absolute_error": False,
    "Root_relative_squared_error": False,
    "True_positive_rate": True,
    "False_positive_rate": False,
    "IR_precision": True,
    "IR_recall": True,
    "F_measure": True,
    "Matthews_correlation": True,
    "Area_under_ROC": True,
    "Area_under_PRC": True,
    "Weighted_avg_F_measure": True,
    "Weighted_avg_area_under_ROC": True,
    "Weighted_avg_false_negative_rate": False,
    "Unweighted_macro_avg_F_measure": True,
    "Correlation_coefficient": True,
    "Elapsed_Time_training": False,
}
OPENML = {  # of openml.evaluations.list_evaluation_measures()
    "predictive_accuracy": True,
    "area_under_roc_curve": True,
    "f_measure": True,
    "kappa": True,
    "mean_absolute_error": False,
    "root_mean_squared_error": False,
    "relative_absolute_error": False,
    "precision": True,
    "recall": True,
    "usercpu_time_millis": False,
    "matthews_correlation_coefficient": True,
    "balanced_accuracy": True,
}
AMLB = {  # amlb/results.py: @metric(higher_is_better=...)
    **dict.fromkeys(["acc", "auc", "auc_ovo", "auc_ovr", "balacc", "f05", "f1", "f2", "pr_auc", "r2"], True),
    **dict.fromkeys(["logloss", "max_pce", "mean_pce", "mae", "mse", "msle", "rmse", "rmsle", "mase", "smape"], False),
    **dict.fromkeys(["mape", "nrmse", "wape", "wql"], False),
    **dict.fromkeys(["neg_logloss", "neg_rmse", "neg_mase"], True),
}
COMMON = {
    "Accuracy": True,
    "accuracy (%)": True,
    "Test Accuracy": True,
    "ACC": True,
    "ROC-AUC": True,
    "ROC AUC": True,
    "roc_auc_ovr_weighted": True,
    "macro F1": True,
    "F1-score": True,
    "F-Measure": True,
    "R²": True,
    "R^2": True,
    "Cohen's kappa": True,
    "top-5 accuracy": True,
    "error": False,
    "Error rate": False,
    "classif.ce": False,
    "classif.auc": True,
    "regr.rmse": False,
    "regr.rsq": True,
    "log-loss": False,
    "cross entropy": False,
    "neg log loss": True,
    "Brier score": False,
    "WER": False,
    "nll": False,
    "negative log likelihood": False,
    "neg_log_likelihood": False,
    "log likelihood": True,
    "neg_accuracy": False,
    "training time": False,
    "mean_test_score_accuracy": True,
    "score": None,
    "value": None,
    "quality": None,
    "accuracy loss": None,
    "error reduction": None,
    "1 - accuracy": None,
    "rank": None,
    "": None,
    "___": None,
}


@pytest.mark.parametrize(("name", "higher"), [*WEKA.items(), *OPENML.items(), *AMLB.items(), *COMMON.items()])
def test_names_of_metrics_say_the_direction(name, higher):
    found = metric_meaning(name)
    assert (None if found is None else found.higher) is higher


def test_every_scorer_of_scikit_learn_is_known_and_higher_is_better():
    known = {name: metric_meaning(name) for name in get_scorer_names()}
    assert [name for name, found in known.items() if found is None or not found.higher] == []


def test_losses_of_scikit_learn_without_neg_are_lower_is_better():
    losses = [name.removeprefix("neg_") for name in get_scorer_names() if name.startswith("neg_")]
    turned = [name for name in losses if get_scorer(f"neg_{name}")._sign == -1]
    assert turned
    known = {name: metric_meaning(name) for name in turned}
    assert [name for name, found in known.items() if found is None or found.higher] == []


class TestArrows:
    def test_an_arrow_says_it(self):
        assert metric_meaning("MyScore ↑").higher is True
        assert metric_meaning("MyScore ↓").higher is False
        assert metric_meaning("RMSE ↓").higher is False

    def test_an_arrow_against_the_name_is_refused(self):
        with refused("metric", "RMSE ↑", "--lower-is-better"):
            metric_meaning("RMSE ↑")


class TestDirection:
    def test_only_shares_from_0_to_1_are_points(self):
        shares = [name for name in [*WEKA, *OPENML, *AMLB, *COMMON] if (found := metric_meaning(name)) and found.share]
        assert {"acc", "Percent_correct", "Area_under_ROC", "macro F1"} <= set(shares)
        assert not {"kappa", "R²", "Error rate", "neg_logloss", "neg_accuracy"} & set(shares)

    def test_an_unknown_metric_needs_a_flag(self):
        with refused("metric", "'quality'", "--higher-is-better", "--lower-is-better"):
            direction_of("quality", higher_is_better=None)
        assert direction_of("quality", higher_is_better=False).higher is False

    def test_a_metric_that_is_mistyped(self):
        with refused("metric", "'Accurracy'", "accuracy?", "--lower-is-better"):
            direction_of("Accurracy", higher_is_better=None)

    def test_no_metric_needs_a_flag_or_a_metric(self):
        with refused("metric", "--higher-is-better", "--lower-is-better", "--metric"):
            direction_of(None, higher_is_better=None)
        assert direction_of(None, higher_is_better=True).higher is True

    @pytest.mark.parametrize(("metric", "flag"), [("rmse", True), ("accuracy", False), ("neg_rmse", False)])
    def test_a_flag_against_the_metric_is_refused(self, metric, flag):
        with refused("higher_is_better", metric, "--higher-is-better" if flag else "--lower-is-better"):
            direction_of(metric, higher_is_better=flag)

    def test_a_flag_that_agrees_is_fine(self):
        assert direction_of("rmse", higher_is_better=False).higher is False
