"""The direction of a metric: known by its name, or said, never guessed."""

import tomllib
from pathlib import Path

import pytest
from sklearn.metrics import get_scorer, get_scorer_names
from tests.metric_names import GAINS, LOSSES, MORE_GAINS, MORE_LOSSES, MORE_UNKNOWN, UNKNOWN
from tests.refusals import refused

from outperform.data.directions import DirectionWords, MetricScores
from outperform.data.metric_meanings import carries_sign, metric_meaning
from outperform.metrics import CATALOGUE

FRAMEWORKS = tomllib.loads(Path(__file__).with_name("framework_metrics.toml").read_text(encoding="utf-8"))
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
    "neg_accuracy": None,
    "training time": False,
    "mean_test_score_accuracy": True,
    "score": None,
    "value": None,
    "quality": None,
    "accuracy loss": False,
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
        with refused("metric", "RMSE ↑", "lower is better"):
            metric_meaning("RMSE ↑")


class TestShares:
    def test_only_shares_from_0_to_1_are_points(self):
        shares = [name for name in [*WEKA, *OPENML, *AMLB, *COMMON] if (found := metric_meaning(name)) and found.share]
        assert {"acc", "Percent_correct", "Area_under_ROC", "macro F1"} <= set(shares)
        assert not {"kappa", "R²", "Error rate", "neg_logloss", "neg_accuracy"} & set(shares)


@pytest.mark.parametrize(("names", "higher"), [([*LOSSES, *MORE_LOSSES], False), ([*GAINS, *MORE_GAINS], True)])
def test_names_that_people_give_say_the_direction(names, higher):
    assert [name for name in names if (found := metric_meaning(name)) is None or found.higher is not higher] == []


@pytest.mark.parametrize(("direction", "higher"), [("higher", True), ("lower", False)])
def test_names_of_frameworks_say_the_direction(direction, higher):
    names = FRAMEWORKS[direction].split()
    assert [name for name in names if (found := metric_meaning(name)) is None or found.higher is not higher] == []


@pytest.mark.parametrize("name", FRAMEWORKS["contradicted"].split())
def test_words_of_a_loss_and_of_a_gain_contradict_each_other(name):
    assert metric_meaning(name) is None


@pytest.mark.parametrize("name", ["error_detection_f1", "mean_per_class_accuracy", "far_ood_auroc", "no_context_acc"])
def test_words_of_tasks_and_data_do_not_speak_against_a_gain(name):
    assert metric_meaning(name).higher


@pytest.mark.parametrize("name", ["accuracy_loss", "exact_match_error", "bleu_loss", "risk_coverage_auc", "fpr_at_tpr"])
def test_the_loss_of_a_gain_is_a_loss(name):
    assert not metric_meaning(name).higher


def test_what_a_name_does_not_tell_is_not_guessed():
    assert [name for name in (*UNKNOWN, *MORE_UNKNOWN) if metric_meaning(name) is not None] == []


def test_every_metric_of_ours_is_known_and_higher_is_better():
    known = {name: metric_meaning(name) for name in CATALOGUE}
    assert [name for name, found in known.items() if found is None or not found.higher] == []


def test_names_that_carry_their_sign():
    names = {"neg_rmse": True, "neg_utility": True, "-rmse": True, "minus_cost": True, "test_neg_mae": True}
    names |= {"negative_log_likelihood": False, "false_negative_rate": False, "negotiation": False, "rmse": False}
    names |= {"negative_predictive_value": False, "negativelikelihoodratio": False}
    assert {name: carries_sign(name) for name in names} == names


def direction(metric, low=0.1, high=0.9, log=None, **words):
    found = MetricScores(metric, low, high, log).direction(DirectionWords.of(**words))
    return found.higher, found.origin.value


class TestDirection:
    """Name, scores, log and words of the user together."""

    @pytest.mark.parametrize(
        ("given", "found"),
        [
            ({"metric": "accuracy"}, (True, "known")),
            ({"metric": "rmse"}, (False, "known")),
            ({"metric": "rmse", "low": -0.9, "high": -0.1}, (True, "known")),
            ({"metric": "rmse", "low": -0.9, "high": -0.1, "higher": "rmse"}, (True, "said")),
            ({"metric": "loss", "low": -0.9, "high": -0.1}, (True, "assumed")),
            ({"metric": "loss", "low": -0.9, "high": -0.1, "lower": "loss"}, (False, "said")),
            ({"metric": "loss", "low": -0.9, "high": -0.1, "log": False}, (False, "log")),
            ({"metric": "aic", "low": -90, "high": -10}, (False, "known")),
            ({"metric": "utility"}, (True, "assumed")),
            ({"metric": "utility", "log": False}, (False, "log")),
            ({"metric": "utility", "log": True}, (True, "log")),
            ({"metric": "utility", "lower": True}, (False, "said")),
            ({"metric": "utility", "lower": ["other", "utility"]}, (False, "said")),
            ({"metric": "utility", "higher_is_better": False}, (False, "said")),
            ({"metric": "utility", "lower_is_better": True, "higher_is_better": False}, (False, "said")),
            ({"metric": "wer", "log": True, "lower": "wer"}, (False, "said")),
            ({"metric": "wer", "log": True, "higher": "wer"}, (True, "said")),
            ({"metric": None}, (True, "assumed")),
            ({"metric": None, "lower": True}, (False, "said")),
            ({"metric": "neg_utility", "higher": "neg_utility"}, (True, "said")),
        ],
    )
    def test_who_says_it(self, given, found):
        assert direction(**given) == found

    @pytest.mark.parametrize(
        ("given", "argument", "facts"),
        [
            ({"metric": "rmse", "higher": "rmse"}, "higher", ["'rmse'", 'higher="rmse"']),
            ({"metric": "rmse", "higher_is_better": True}, "higher_is_better", ["'rmse'", "higher=True"]),
            ({"metric": "accuracy", "lower": True}, "lower", ["'accuracy'", "lower=True"]),
            ({"metric": "wer ↑", "lower": "wer ↑"}, "metric", ["wer ↑"]),
            ({"metric": "utility ↑", "lower": "utility ↑"}, "lower", ["utility ↑"]),
            ({"metric": "neg_rmse", "lower": "neg_rmse"}, "lower", ["neg_rmse", "-1"]),
            ({"metric": "neg_utility", "lower": True}, "lower", ["neg_utility", "-1"]),
            ({"metric": "rmse", "low": -0.9, "high": -0.1, "lower": "rmse"}, "lower", ["-0.9"]),
            ({"metric": "rmse", "low": -0.9, "lower": "rmse"}, "lower", ["-0.9"]),
            ({"metric": "loss", "low": -0.9}, "metric", ['lower="loss"', 'higher="loss"']),
            ({"metric": "wer", "log": True}, "metric", ["'wer'", 'lower="wer"']),
            ({"metric": "accuracy", "log": False}, "metric", ["'accuracy'"]),
            ({"metric": "perplexity", "low": -9, "high": -1, "log": False}, "metric", ["'perplexity'"]),
            ({"metric": "utility", "log": True, "lower": "utility"}, "lower", ["log"]),
        ],
    )
    def test_contradictions(self, given, argument, facts):
        with refused(argument, *facts):
            direction(**given)

    @pytest.mark.parametrize(
        ("words", "argument", "facts"),
        [
            ({"lower": True, "higher": True}, "lower", ["higher"]),
            ({"lower": "a", "higher": ["b", "a"]}, "lower", ["'a'"]),
            ({"lower": True, "higher": "a"}, "higher", ["'a'", "lower"]),
            ({"higher_is_better": True, "lower": "a"}, "lower", ["'a'", "higher_is_better"]),
            ({"higher_is_better": True, "lower_is_better": True}, "lower_is_better", ["higher_is_better"]),
            ({"lower": 3}, "lower", ["3"]),
            ({"higher": ["a", ""]}, "higher", ["''"]),
            ({"higher_is_better": "yes"}, "higher_is_better", ["yes"]),
        ],
    )
    def test_words_that_contradict_each_other(self, words, argument, facts):
        with refused(argument, *facts):
            DirectionWords.of(**words)
