"""Calls of the Python interface: arguments as they should be, some of them replaced by anything."""

import warnings

import numpy as np
import pandas as pd
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from tests.fuzz.oracle import Case, answered

from outperform import budget, compare, judge, judge_items, judge_league, judge_predictions
from outperform.comparison import budget_of_scores
from outperform.comparison.advise import advise

MOST = 400  # letters of a label


def case(dice, folder):
    """Draw a function and its arguments."""
    del folder
    make = dice.choice(
        [_compare, _budget, _judge, _judge, _predictions, _predictions, _items, _items, _league, _planned, _advise]
    )
    function, given, keywords = make(dice)
    for _ in range(0 if dice.gentle else dice.choice([1, 1, 2])):
        _replaced(dice, given, keywords)
    told = ", ".join([*map(_short, given), *(f"{name}={_short(value)}" for name, value in keywords.items())])
    after = dice.choice(
        [[], [], ["to_frame"], ["to_markdown"], ["to_latex"], ["others"], ["scores_frame"], ["_repr_html_"]]
    )
    return Case(f"{function.__name__}({told[: MOST * 4]}){after}", lambda: _called(function, given, keywords, after))


def _called(function, given, keywords, after):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = function(*given, **keywords)
        for name in after:
            if hasattr(found, name):
                str(getattr(found, name)())
    return answered(found)


def _replaced(dice, given, keywords):
    """Replace an argument, or a part of one."""
    places = [*range(len(given)), *keywords]
    place = dice.choice(places)
    holder = given if isinstance(place, int) else keywords
    value = holder[place]
    if isinstance(value, dict) and value and dice.chance(0.7):
        key = dice.choice(list(value))
        changed = dict(value)
        changed[key] = _damaged(dice, value[key]) if dice.chance(0.6) else dice.value()
        holder[place] = changed
    elif isinstance(value, np.ndarray) and dice.chance(0.6):
        holder[place] = _damaged(dice, value)
    else:
        holder[place] = dice.value()


def _damaged(dice, value):
    """Change some cells, the kind or the shape of an array."""
    try:
        array = np.array(value)
    except ValueError:
        return dice.value()
    change = dice.randrange(6)
    if change == 0 and array.size:
        array = array.astype(object)
        array.reshape(-1)[dice.randrange(array.size)] = dice.value()
        return array
    if change == 1:
        return array[: dice.randrange(len(array) + 1)] if array.ndim else array
    if change == 2:
        return np.ma.masked_array(array, np.random.default_rng(dice.getrandbits(32)).random(array.shape) < 0.1)
    if change == 3:
        return array.reshape(-1, 1) if array.ndim == 1 else array.reshape(-1)
    if change == 4:
        return pd.Series(array.reshape(-1), index=dice.choice([None, np.arange(array.size)[::-1]]))
    try:
        return array.astype(dice.choice(["float32", "float16", "str", "bool", "object", "complex", "datetime64[s]"]))
    except (TypeError, ValueError):
        return array.tolist()


def _rng(dice):
    return np.random.default_rng(dice.getrandbits(32))


def _contest(dice):
    rng = _rng(dice)
    rows = rng.random((24, 2)) if dice.chance(0.6) else pd.DataFrame({"a": rng.random(24), "b": list("abcd" * 6)})
    target = np.arange(24) % 2 if dice.chance(0.6) else np.array(["no", "yes", "maybe"])[np.arange(24) % 3]
    learners = [["nb", "dummy"], {"one": "nb", "two": "stump"}, [GaussianNB(), DummyClassifier()], ["nb", GaussianNB()]]
    return [dice.choice(learners), rows, target], {"progress": False}


def _compare(dice):
    given, keywords = _contest(dice)
    usual = {
        "procedure": dice.choice(
            ["5x2-f", "kfold-t(folds=3)", "mcnemar-holdout", "adaptive-cv(folds=3, max_repeats=2)"]
        ),
        "metric": dice.choice(["accuracy", "f1_macro", ["accuracy", "balanced_accuracy"], "neg_log_loss"]),
        "level": 0.05,
        "seed": 0,
    }
    some = {
        "baseline": None,
        "adjust": None,
        "groups": None,
        "positive": None,
        "encode": None,
        "on_error": "raise",
        "fast": True,
    }
    some |= {"time": None, "shuffle": False, "store": None, "allow_modules": ()}
    keywords |= usual | {name: some[name] for name in dice.sample(sorted(some), 2)}
    return compare, given, keywords


def _budget(dice):
    given, keywords = _contest(dice)
    some = {
        "difference": 0.02,
        "power": 0.8,
        "threshold": "nominal",
        "halvings": 0,
        "metric": "accuracy",
        "level": 0.05,
    }
    keywords |= {"repeats": 2, "folds": 3, "seeds": 1} | {name: some[name] for name in dice.sample(sorted(some), 3)}
    return budget, given, keywords


def _table(dice):
    rng = _rng(dice)
    shape = dice.choice([(3, 5), (10,), (5, 2), (1, 1), (3, 2)])
    table = {name: rng.random(shape) for name in "abc"[: dice.choice([2, 2, 3])]}
    if len(shape) == 1 and dice.chance(0.4):
        return pd.DataFrame(table)
    return table


def _judge(dice):
    tests = [None, "corrected-t", "sorted-runs-t", "5x2-f", "bayes-correlated-t", "pooled-t"]
    some = {"n_train": 80, "n_test": 20, "level": 0.05, "seed": 0, "adjust": "holm", "baseline": None, "metric": None}
    keywords = {"n_train": 80, "n_test": 20} | {name: some[name] for name in dice.sample(sorted(some), 2)}
    return judge, [_table(dice), dice.choice(tests)], keywords


def _predictions(dice):
    rng = _rng(dice)
    rows, classes = dice.choice([1, 2, 10, 40]), dice.choice([[0, 1], ["yes", "no"], [0, 1, 2], [1.5, 2.0]])
    truth = np.array(classes)[rng.integers(len(classes), size=rows)]
    said = {name: np.array(classes)[rng.integers(len(classes), size=rows)] for name in "ab"}
    metric = dice.choice(["accuracy", "f1", "f1_macro", "matthews_corrcoef", "r2", "neg_mean_absolute_error"])
    if dice.chance(0.2):
        said, metric = (
            {name: rng.random(rows) for name in "ab"},
            dice.choice(["roc_auc", "neg_log_loss", "average_precision"]),
        )
    test = dice.choice(
        [None, None, "bootstrap-percentile(replicates=60)", "mcnemar", "sign-flip", "bootstrap-t(replicates=60)"]
    )
    some = {
        "positive": None,
        "cluster": np.arange(rows) // 3,
        "margin": 0.1,
        "ids": np.arange(rows),
        "level": 0.05,
        "seed": 0,
    }
    keywords = {name: some[name] for name in dice.sample(sorted(some), dice.choice([0, 1, 2]))}
    return judge_predictions, [truth, said, metric, test], keywords


def _items(dice):
    rng = _rng(dice)
    shape = dice.choice([(1,), (2,), (12,), (40,), (3, 20)])
    score = dice.choice(
        [lambda: rng.random(shape), lambda: rng.integers(2, size=shape), lambda: rng.normal(size=shape)]
    )
    table = {name: score() for name in "abc"[: dice.choice([1, 2, 2, 3])]}
    some = {"margin": 0.1, "level": 0.05, "seed": 0, "missing": "drop", "common": True, "runs": False, "adjust": "holm"}
    some |= {"cluster": np.arange(shape[-1]) // 3, "baseline": "a", "systems": ["a", "b"], "test": "item-t"}
    return judge_items, [table], {name: some[name] for name in dice.sample(sorted(some), dice.choice([0, 1, 2]))}


def _league(dice):
    rng = _rng(dice)
    names = [f"set {number}" for number in range(dice.choice([1, 6, 9, 12]))]
    scores = {
        name: dict(zip(names, rng.random(len(names)).round(3), strict=True))
        for name in "abcd"[: dice.choice([1, 2, 3, 4])]
    }
    some = {"level": 0.05, "test": "sign", "adjust": "holm", "baseline": "a", "rope": 0.01, "missing": "drop"}
    some |= {"seed": 1, "omnibus": "friedman", "higher_is_better": True}
    chosen = dice.sample(sorted(some), dice.choice([0, 1, 2]))
    return judge_league, [scores], {"metric": "accuracy"} | {name: some[name] for name in chosen}


def _planned(dice):
    keywords = {"n_train": 80, "n_test": 20, "difference": 0.02, "level": 0.05, "power": 0.8}
    return budget_of_scores, [_table(dice)], keywords


def _advise(dice):
    have = dice.choice(["estimators", "predictions", "evals", "scores"])
    return (
        advise,
        [],
        {"have": have, "metric": "accuracy", "budget": 100, "test": dice.choice([None, "mcnemar", "corrected-t"])},
    )


def _short(value):
    text = " ".join(repr(value).split())
    return text if len(text) <= MOST else f"{text[:MOST]}…"
