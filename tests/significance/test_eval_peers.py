"""Questions about fixed systems on items that other tools answer wrongly (survey of 2026-11-16), asked of us."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy import special, stats
from tests.refusals import refused

from outperform import judge_items, read_evals
from outperform.core import Decision, NoteKind
from outperform.significance import Betting

RNG = np.random.default_rng(17)


def right_wrong(wins, losses, count):
    """Two systems of which the first gets ``wins`` items right that the second gets wrong, and so on."""
    first = np.array([1.0] * wins + [0.0] * losses + [1.0] * (count - wins - losses))
    second = np.array([0.0] * wins + [1.0] * losses + [1.0] * (count - wins - losses))
    return {"a": first, "b": second}


@pytest.mark.parametrize("kind", ["numbers", "right/wrong"])
def test_e1_a_missing_score_is_refused_with_its_place(kind):
    """evalsig and evalci: one NaN among 50 scores gives p = .0001."""
    first, second = RNG.integers(0, 2, (2, 50)).astype(float) if kind == "right/wrong" else RNG.normal(size=(2, 50))
    first[31] = np.nan
    with refused(None, "a", "32"):
        judge_items({"a": first, "b": second})


def inspect_log(path, model, values):
    """Write a log as inspect_ai does: the scores of a sample are under ``scores``, by scorer."""
    samples = [
        {"id": number, "epoch": 1, "scores": {"match": {"value": value, "answer": "x"}}, "metadata": {}}
        for number, value in enumerate(values, 1)
    ]
    about = {
        "task": "arithmetic",
        "task_id": "t1",
        "model": model,
        "dataset": {"name": "sums"},
        "config": {"epochs": 1},
    }
    path.write_text(json.dumps({"version": 2, "status": "success", "eval": about, "samples": samples}))
    return path


def test_e2_logs_of_inspect_are_read(tmp_path):
    """evalsig looks for ``score``, but inspect writes ``scores``."""
    values = {"lab/one": "CCICCPCCIC", "lab/two": "CIICIPCIII"}
    logs = [inspect_log(tmp_path / f"{at}.json", model, said) for at, (model, said) in enumerate(values.items())]
    judgement = judge_items(read_evals([str(log) for log in logs])).judgements[0]
    assert (judgement.first, judgement.second) == tuple(values)
    mean = {model: np.mean([{"C": 1, "P": 0.5, "I": 0}[each] for each in said]) for model, said in values.items()}
    assert judgement.estimate == pytest.approx(mean["lab/one"] - mean["lab/two"])
    assert judgement.items.items == 10


def lm_eval_samples(path, scores):
    """Write samples as lm-evaluation-harness does: a line per document and filter."""
    lines = []
    for doc, by_filter in enumerate(scores):
        for name, score in by_filter.items():
            made = {"doc_id": doc, "doc": {"q": doc}, "target": "4", "arguments": [], "resps": [["4"]]}
            made |= {"filtered_resps": ["4"], "filter": name, "metrics": ["exact_match"], "exact_match": score}
            hashes = {f"{part}_hash": f"{part}{doc}" for part in ("doc", "prompt", "target")}
            lines.append(json.dumps(made | hashes))
    path.parent.mkdir()
    path.write_text("\n".join(lines) + "\n")
    return path


def test_e3_filters_are_not_mixed(tmp_path):
    """evalci reads 120 rows for 60 items and reverses the sign; evalsig keeps whichever filter stands last."""
    strict, loose = np.array([1.0] * 45 + [0.0] * 15), np.array([0.0] * 10 + [1.0] * 50)
    both = {"one": (strict, loose), "two": (strict[::-1] * (np.arange(60) % 2), np.ones(60))}
    paths = [
        lm_eval_samples(
            tmp_path / name / "samples_gsm8k_2026-01-01T00-00-00.jsonl",
            [{"strict-match": a, "flexible-extract": b} for a, b in zip(*filters, strict=True)],
        )
        for name, filters in both.items()
    ]
    given = [f"{name}={path}" for name, path in zip(both, paths, strict=True)]
    with refused(None, "strict-match", "flexible-extract"):
        read_evals(given)
    for at, name in enumerate(("strict-match", "flexible-extract")):
        judgement = judge_items(read_evals(given, filter=name)).judgements[0]
        assert judgement.items.items == 60
        assert judgement.estimate == pytest.approx(both["one"][at].mean() - both["two"][at].mean())


def test_e4_looking_while_items_arrive_keeps_its_level():
    """evalsig's sequential gate, "always valid", rejects .53 on +.02 (98%) and -.98 (2%): sigma is plugged in.

    The same streams, of mean 0, with a look after every item; a gate that plugs in the standard deviation beside it.
    """
    differences = np.where(np.random.default_rng(4).random((400, 1000)) < 0.98, 0.02, -0.98)
    found = Betting().arithmetic(differences).pvalue <= 0.05
    assert special.bdtrc(int(found.sum()) - 1, 400, 0.05) > 1e-6
    assert found.mean() <= 0.05
    count = np.arange(1, 1001)
    sums, squares = differences.cumsum(axis=1), (differences**2).cumsum(axis=1)
    variance = np.maximum(1e-12, squares / count - (sums / count) ** 2)
    log_ratio = (
        sums**2 / (2 * variance * (count + 1)) - np.log(count + 1) / 2
    )  # mixture of normals, as if sigma were known
    assert (log_ratio[:, 9:].max(axis=1) >= np.log(20)).mean() > 0.5


@pytest.mark.parametrize("test", ["mcnemar-midp", "mcnemar-exact", "mcnemar", "item-t", "sign-flip"])
def test_e5_interval_and_p_value_agree(test):
    """evalsig, evalci and evalconfidence on 7 against 1 of 50: p = .07 beside a 95% interval without 0."""
    judgement = judge_items(right_wrong(7, 1, 50), test=test).judgements[0]
    low, high = judgement.interval
    if judgement.pvalue <= 0.05:
        assert low >= 0
    else:
        assert low <= 0 <= high


def test_e5_seven_against_one_by_the_default():
    judgement = judge_items(right_wrong(7, 1, 50)).judgements[0]
    assert judgement.test == "mcnemar-midp"
    assert judgement.pvalue == pytest.approx(2 * stats.binom.cdf(1, 8, 0.5) - stats.binom.pmf(1, 8, 0.5))  # .039
    assert judgement.decision is Decision.FIRST


def test_e6_two_items_are_no_evidence():
    """evalconfidence: two items that both differ by .25: p = 0."""
    for test in (None, "item-t"):
        judgement = judge_items({"a": [0.75, 1.0], "b": [0.5, 0.75]}, test=test).judgements[0]
        assert (judgement.pvalue, judgement.decision) == (0.5, Decision.OPEN)


def test_e6_thirteen_against_thirteen_is_no_difference():
    """evalconfidence: p = .845. By the mid-p test it is 1 - P(X = 13)/2 (Fagerland et al. 2013), by all others 1."""
    found = {
        test: judge_items(right_wrong(13, 13, 40), test=test).judgements[0].pvalue
        for test in (None, "mcnemar-exact", "item-t", "sign-flip")
    }
    assert found.pop(None) == pytest.approx(1 - stats.binom.pmf(13, 26, 0.5) / 2)
    assert list(found.values()) == [1.0, 1.0, 1.0]


def clustered():
    """Ten passages with twelve questions each, whose differences nearly agree within a passage."""
    passage = np.repeat(np.arange(10), 12)
    shift = np.array([0.9, -0.6, 0.8, 0.7, -0.5, 1.0, -0.7, 0.6, 0.4, -0.3])
    scores = shift[passage] + RNG.normal(0, 0.1, passage.size)
    one = pd.DataFrame({"item": np.arange(120), "system": "one", "score": scores, "cluster": passage})
    return pd.concat([one, one.assign(system="two", score=0.0)])


def test_e7_a_column_of_clusters_is_used():
    """evalsig ignores cluster ids unless told."""
    table = clustered()
    judgement = judge_items(table).judgements[0]
    assert (judgement.test, judgement.items.clusters, judgement.decision) == ("clustered-t", 10, Decision.OPEN)
    means = table[table.system == "one"].groupby("cluster").score.mean()
    assert judgement.pvalue == pytest.approx(stats.ttest_1samp(means, 0).pvalue)  # equal sizes
    naive = judge_items(table, cluster="none").judgements[0]
    assert naive.decision is Decision.FIRST


def test_e7_a_test_that_ignores_clusters_says_so():
    judgement = judge_items(clustered(), test="item-t").judgements[0]
    assert NoteKind.CLUSTERS_IGNORED in {note.kind for note in judgement.notes}


def test_e8_pairs_of_items_stay_pairs():
    """lm-evaluation-harness's model_comparator.py: an unpaired z test on paired items."""
    table = right_wrong(14, 2, 400)
    table["a"][16:216] = table["b"][16:216] = 0.0  # hard for both
    judgement = judge_items(table).judgements[0]
    first, second = table["a"].mean(), table["b"].mean()
    z = (first - second) / math.sqrt((first * (1 - first) + second * (1 - second)) / 400)
    assert 2 * stats.norm.sf(abs(z)) > 0.3
    assert judgement.pvalue == pytest.approx(2 * stats.binom.cdf(2, 16, 0.5) - stats.binom.pmf(2, 16, 0.5))
    assert judgement.decision is Decision.FIRST
