"""Traps as a person at a terminal meets them: cautions with the flag to type, and time."""

import json

import numpy as np
import pytest


@pytest.fixture
def patients(tmp_path):
    rng = np.random.default_rng(0)
    patient = np.repeat(np.arange(30), 4)
    ill = rng.permutation(np.arange(30) % 2)[patient]
    values = rng.normal(size=(30, 2))[patient] + 0.1 * rng.normal(size=(120, 2))
    lines = [f"{p},{a:.3f},{b:.3f},{'yes' if i else 'no'}" for p, (a, b), i in zip(patient, values, ill, strict=True)]
    path = tmp_path / "patients.csv"
    path.write_text("\n".join(["the patient,a,b,ill", *lines]))
    return str(path)


@pytest.fixture
def sales(tmp_path):
    rng = np.random.default_rng(0)
    rows = [
        (f"2024-{1 + day // 28:02d}-{1 + day % 28:02d}", x, x + e)
        for day, (x, e) in enumerate(rng.normal(size=(84, 2)))
    ]
    lines = [f"{day},{x:.3f},{y:.3f}" for day, x, y in rng.permutation(np.array(rows, dtype=object)).tolist()]
    path = tmp_path / "sales.csv"
    path.write_text("\n".join(["day,x,y", *lines]))
    return str(path)


def test_groups_are_advised_with_the_flag_to_type(run, patients):
    line = ("compare", "tree", "nb", "--data", patients, "--target", "ill", "--procedure", "blocked-3x2", "--quiet")
    code, out, _ = run(*line)
    assert code == 0
    assert "caution: " in out
    assert "--groups 'the patient'" in " ".join(out.split())
    _, out, _ = run(*line, "--json")
    assert any("--groups 'the patient'" in note for note in json.loads(out)["notes"])
    _, out, _ = run(*line, "--groups", "the patient")
    assert "--groups" not in out


def test_dates_need_a_word(run, refusal, sales):
    line = ("compare", "ols", "tree", "--data", sales, "--target", "y", "--quiet")
    assert all(flag in refusal(*line) for flag in ("--time day", "--shuffle"))
    code, out, _ = run(*line, "--time", "day", "--json")
    (verdict,) = json.loads(out)["verdicts"]
    assert code == 0
    assert verdict["procedure"] == "forward(folds=10, start=0.0) + diebold-mariano(horizon=1)"
    assert (verdict["metric"], verdict["fits"]) == ("neg_mean_squared_error", 10)
    code, out, _ = run(*line, "--shuffle", "--procedure", "blocked-3x2", "--json")
    assert (code, json.loads(out)["verdicts"][0]["metric"]) == (0, "r2")
    assert all(
        word in refusal(*line, "--time", "day", "--procedure", "corrected-cv") for word in ("forward", "--shuffle")
    )


def test_a_comparison_in_time_order_is_verified(run, sales, tmp_path):
    manifest = str(tmp_path / "m.json")
    line = ("compare", "ols", "tree", "--data", sales, "--target", "y", "--time", "day", "--quiet")
    assert run(*line, "--manifest", manifest)[0] == 0
    assert run("verify", manifest, "--data", sales, "--quiet")[0] == 0


def test_a_page_shows_cautions_with_the_results(run, patients, tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.html"
    line = ("compare", "tree", "nb", "--data", patients, "--target", "ill", "--procedure", "blocked-3x2", "--quiet")
    run(*line, "--report", str(page))
    text = page.read_text(encoding="utf-8")
    assert text.count("--groups") == 1
    assert text.index('class="warning"') < text.index("--groups") < text.index('id="pairs"')


def test_a_page_of_a_comparison_in_time_order(run, sales, tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.html"
    line = ("compare", "ols", "tree", "stump", "--data", sales, "--target", "y", "--time", "day", "--quiet")
    assert run(*line, "--report", str(page))[0] == 0
    assert "diebold-mariano" in page.read_text(encoding="utf-8")


def test_a_procedure_that_is_typed_is_not_replaced(refusal, sales):
    line = ("compare", "ols", "tree", "--data", sales, "--target", "y", "--time", "day", "--quiet")
    assert all(word in refusal(*line, "--procedure", "adaptive-cv") for word in ("forward", "--shuffle"))


def test_the_column_of_groups_is_said_not_to_be_a_feature(run, patients):
    line = ("compare", "tree", "nb", "--data", patients, "--target", "ill", "--procedure", "blocked-3x2", "--quiet")
    _, out, _ = run(*line, "--groups", "the patient", "--json")
    assert any("the patient" in note and "feature" in note for note in json.loads(out)["notes"])
    _, out, _ = run(*line, "--json")
    assert not any("not used as a feature" in note for note in json.loads(out)["notes"])
