"""``outperform evals``: exit codes, JSON fields, gates, flips."""

import csv
import io
import json

import pytest

FIELDS = (
    *("items", "samples", "clusters", "noise_share", "flips", "fragility", "margin", "not_worse", "equivalent"),
    *("prediction", "samples_needed"),
)


@pytest.fixture
def table(tmp_path):
    """Write scores of two systems: the new one is right on 14 items more of 60."""
    rows = ["item,system,score"]
    rows += [
        f"q{at},{system},{int(at % 60 < right)}" for system, right in (("new", 50), ("old", 36)) for at in range(60)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(rows))
    return path


def verdicts(out):
    return json.loads(out)["verdicts"]


def test_json_has_the_fields_of_items_and_the_standings(run, table):
    code, out, err = run("evals", table, "--json")
    assert (code, err) == (0, "")
    (verdict,) = verdicts(out)
    assert all(name in verdict for name in FIELDS)
    assert (verdict["first"], verdict["second"], verdict["decision"]) == ("new", "old", "first")
    assert verdict["flips"] == {"first": 14, "second": 0, "tied": 46}
    assert verdict["parameter"] == "difference of accuracies"
    assert verdict["fragility"]["items"] == len(verdict["fragility"]["ids"]) == 10
    nothing = ("clusters", "noise_share", "margin", "not_worse", "equivalent", "samples_needed", "p_flip")
    assert {verdict[name] for name in nothing} == {None}
    standings = json.loads(out)["standings"]
    assert [(each["system"], each["place"]) for each in standings] == [("new", [1, 1]), ("old", [2, 2])]
    assert standings[0]["interval"][0] < standings[0]["score"] < standings[0]["interval"][1]


@pytest.mark.parametrize(
    ("required", "baseline", "margin", "code"),
    [
        ("first", "old", None, 0),
        ("second", "old", None, 1),
        ("not-worse", "old", 0.01, 0),
        ("not-worse", "new", 0.01, 1),
        ("equal", "old", 0.01, 1),
        ("equal", "old", 0.9, 0),
    ],
)
def test_a_gate_exits_with_its_answer(run, table, required, baseline, margin, code):
    more = () if margin is None else ("--margin", margin)
    found, _, err = run("evals", table, "--baseline", baseline, "--require", required, *more)
    assert found == code
    assert err.startswith(f"outperform: gate {'closed' if code else 'open'}: {required} · ")
    assert err.count("\n") == 1 + code


@pytest.mark.parametrize("required", ["not-worse", "equal"])
def test_a_gate_without_its_margin_is_refused(refusal, table, required):
    assert "--margin" in refusal("evals", table, "--require", required)


@pytest.mark.parametrize("options", [("--test", "item-t"), ("--require", "first")])
def test_one_system_has_a_score_and_no_gate(run, refusal, tmp_path, options):
    path = tmp_path / "one.csv"
    path.write_text("item,system,score\n" + "\n".join(f"q{at},new,{at % 2}" for at in range(20)))
    code, out, _ = run("evals", path)
    assert code == 0
    assert "50.0 %" in out
    assert "new" in refusal("evals", path, *options)


def test_flips_are_written_as_csv(run, table):
    code, out, _ = run("evals", table, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == 60
    assert [row["item"] for row in rows if row["flip"] == "improved"] == [f"q{at}" for at in range(36, 50)]
    assert {row["flip"] for row in rows} == {"improved", "both right", "both wrong"}


@pytest.mark.parametrize(
    ("scores", "flip", "how"), [((0.1, 0.2), "higher", "times -1"), ((0, 1), "improved", "1 minus")]
)
def test_scores_that_were_turned_say_so_in_the_csv(run, tmp_path, scores, flip, how):
    path = tmp_path / "loss.csv"
    path.write_text("item,new,old\n" + "\n".join(f"q{at},{scores[0]},{scores[1]}" for at in range(9)))
    _, out, err = run("evals", path, "--lower", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["flip"] for row in rows} == {flip}
    assert all(how in row["scores_are"] for row in rows)
    assert "lower is better" in err
    _, out, _ = run("evals", path, "--higher", "--format", "csv")
    assert "scores_are" not in out


def test_who_is_better_on_an_item_is_not_who_has_more(run, tmp_path):
    path = tmp_path / "loss.csv"
    path.write_text("item,new,old\n" + "\n".join(f"q{at},{at + 1},{at + 2 + at % 3}" for at in range(20)))
    assert "new better on 20, old on 0" in run("evals", path, "--lower")[1]


def test_weights_are_ignored_where_none_are_wanted(run, tmp_path):
    path = tmp_path / "kg.csv"
    path.write_text("item,weight,new,old\n" + "\n".join(f"q{at},{60 + at},{at % 2},{at % 3 > 0:d}" for at in range(20)))
    code, out, _ = run("evals", path)
    assert code == 0
    assert "column 'weight' (60 to 79)" in " ".join(out.split())
    assert "--weight-col none" in " ".join(out.split())
    assert "weighted" not in run("evals", path, "--weight-col", "none")[1]
    assert "'weight'" in run("budget", "--evals", path)[1]


def test_names_from_files_send_nothing_to_the_terminal_or_a_spreadsheet(run, tmp_path):
    path = tmp_path / "evil.csv"
    path.write_text("item,system,score\n" + "\n".join(f"=1+{at},{name},{at % 2}" for name in "ab" for at in range(9)))
    _, out, _ = run("evals", path, "--format", "csv")
    assert all(row["item"].startswith("'=") for row in csv.DictReader(io.StringIO(out)))
    path.write_text(path.read_text().replace(",a,", ",\x1b[2Jred,"))
    assert "\x1b" not in run("evals", path)[1]


@pytest.mark.parametrize("form", ["markdown", "latex", "json"])
def test_every_format_is_written(run, table, form):
    code, out, err = run("evals", table, "--format", form)
    assert (code, err) == (0, "")
    assert "new" in out


def test_a_page_is_written(run, table, tmp_path):
    pytest.importorskip("matplotlib")
    code, _, err = run("evals", table, "--report", tmp_path / "page.html")
    assert (code, err) == (0, "")
    assert "new" in (tmp_path / "page.html").read_text()


def test_a_path_is_a_path_before_it_is_a_name(run, table, tmp_path):
    odd = tmp_path / "a=b.csv"
    odd.write_bytes(table.read_bytes())
    assert run("evals", odd)[0] == 0
