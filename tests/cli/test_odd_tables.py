"""Tables of unusual shape: thousands of columns, names over several lines, numbers of half precision, large files."""

import csv
import json

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
RNG = np.random.default_rng(0)


@pytest.fixture
def wide(tmp_path):
    path = tmp_path / "wide.csv"
    names = [f"c{number}" for number in range(10_000)]
    path.write_text("\n".join([",".join(names), *(",".join(["1"] * 10_000) for _ in range(3))]))
    return path


@pytest.mark.parametrize("name", ["zebra", "c", "c77777"])
def test_a_missing_column_among_thousands_has_at_most_five_suggestions(refusal, wide, name):
    for line in (("compare", "nb", "stump", "--data", wide, "--target", name), ("predictions", wide, "--truth", name)):
        error = refusal(*line)
        assert f"'{name}'" in error
        assert sum(word.strip(",?").startswith("c") and word.strip(",?")[1:].isdigit() for word in error.split()) <= 5


@pytest.fixture
def lines(tmp_path):
    """Make a table whose names hold the end of a line, or a tab."""

    def made(name, header, rows):
        path = tmp_path / name
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([header, *rows])
        return path

    return made


def test_names_over_several_lines_are_shown_in_one(run, lines):
    table = lines("p.csv", ["truth", "m\n1", "m\t2"], [[row % 2, row % 3 % 2, row % 2] for row in range(60)])
    code, out, err = run("predictions", table, "--truth", "truth")
    assert (code, err) == (0, "")
    assert "m\\n1" in out
    assert "m\\t2" in out
    assert not any(line.startswith("1") for line in out.splitlines())
    code, out, _ = run("predictions", table, "--truth", "truth", "--json")
    assert {json.loads(out)["verdicts"][0][side] for side in ("first", "second")} == {"m\n1", "m\t2"}


def test_errors_about_such_names_are_one_line(refusal, lines):
    rows = [[row, row % 5, row % 2] for row in range(60)]
    table = lines("d.csv", ["a\nb", "c", "y"], rows)
    assert "a\\nb" in refusal("compare", "nb", "stump", "--data", table, "--target", "z")
    dated = lines(
        "e.csv", ["a\nb", "c", "y"], [[f"2024-01-{row % 28 + 1:02d}", *each[1:]] for row, each in enumerate(rows)]
    )
    refusal("compare", "nb", "stump", "--data", dated, "--target", "y")


def test_budgets_name_such_learners_in_one_line(run, lines):
    rows = [[repeat, fold, 80, 20, *RNG.random(3)] for repeat in range(3) for fold in range(5)]
    table = lines("s.csv", ["repeat", "fold", "n_train", "n_test", "m\n1", "m\n2", "m3"], rows)
    code, out, _ = run("budget", "--scores", table)
    assert code == 0
    assert any(f"m\\n{one} – m\\n{other}" in out for one, other in ((1, 2), (2, 1)))


def half(values):
    return pa.array(np.asarray(values).astype(np.float16))


@pytest.mark.parametrize(
    ("line", "columns"),
    [
        (
            "compare nb stump --data {} --target y --procedure 5x2-f",
            {"a": half(RNG.random(60)), "y": half(np.arange(60) % 2)},
        ),
        (
            "predictions {} --truth y",
            {"y": half(np.arange(60) % 2), "a": half(np.arange(60) % 3 > 1), "b": half(np.ones(60))},
        ),
        (
            "predictions {} --truth y --metric roc_auc",
            {"y": half(np.arange(60) % 2), "a": half(RNG.random(60)), "b": half(RNG.random(60))},
        ),
        ("evals {}", {"item": pa.array(np.arange(30)), "a": half(RNG.random(30)), "b": half(RNG.random(30))}),
        (
            "scores {}",
            {
                "n_train": half(np.full(15, 80)),
                "n_test": half(np.full(15, 20)),
                "a": half(RNG.random(15)),
                "b": half(RNG.random(15)),
            },
        ),
    ],
)
def test_numbers_of_half_precision_are_numbers(run, tmp_path, line, columns):
    """A warning is an error here."""
    path = tmp_path / "half.parquet"
    pq.write_table(pa.table(columns), path)
    code, out, err = run(*line.format(path).split())
    assert (code, err) == (0, "")
    assert out
