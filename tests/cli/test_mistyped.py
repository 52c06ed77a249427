"""What newcomers type: the error names what they typed and what to type instead."""

import pytest

PREDICTIONS = ("predictions", "predictions.csv")
COMPARE = ("compare", "nb", "tree")
CREDIT = (*COMPARE, "--data", "credit.csv", "--target", "class")


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ((*PREDICTIONS, "--thruth", "label"), ["--thruth", "--truth?"]),
        ((*PREDICTIONS, "--thruth=label"), ["--thruth;", "--truth?"]),
        ((*PREDICTIONS, "-t", "label"), ["-t", "--truth"]),
        ((*COMPARE, "-d", "iris"), ["-d", "--data"]),
        ((*COMPARE, "--dataset", "iris"), ["--dataset", "--data?"]),
        ((*COMPARE, "--data", "iris", "--alpha", "0.1"), ["--alpha", "--level?"]),
        ((*COMPARE, "--data", "iris", "--scoring", "f1"), ["--scoring", "--metric?"]),
        ((*COMPARE, "--data", "iris", "--cv", "5"), ["--cv", "--design", "--procedure?"]),
        (("budget", "nb", "tree", "--data", "iris", "--cv", "5"), ["--cv", "--folds?"]),
        ((*COMPARE, "--n-jobs", "2"), ["--n-jobs", "--jobs?"]),
        ((*COMPARE, "--n_jobs", "2"), ["--n_jobs", "--jobs?"]),
        ((*COMPARE, "--random-state", "2"), ["--random-state", "--seed?"]),
        ((*PREDICTIONS, "--truth", "label", "--pos-label", "a"), ["--pos-label", "--positive?"]),
        ((*COMPARE, "--level", ".1", "--data", "iris", "--level", ".05"), ["--level 0.1 and --level 0.05 contradict"]),
        ((*COMPARE, "--json", "--format", "markdown"), ["--json and --format markdown contradict"]),
        ((*PREDICTIONS, "--require", "a", "--require", "first"), ["--require", "'a'"]),
        (("-v",), ["-v", "--version?"]),
        (("store", "s.db"), ["'s.db'", "outperform store list s.db"]),
        (("--json", *PREDICTIONS, "--truth", "label"), ["--json", "after"]),
        ((*CREDIT, "--drop", "income,kind"), ["--drop income --drop kind"]),
        ((*CREDIT, "--drop", "income", "kind"), ["--drop income --drop kind"]),
        (("compare", "--data", "iris", "--metric", "accuracy", "nb", "tree"), ["LEARNER", "before --metric"]),
        (("scores", "--metric", "accuracy", "scores.csv"), ["TABLE", "before --metric"]),
        ((*PREDICTIONS, "--truth", "label", "--require", "tree"), ["--require", "'tree'", "order"]),
    ],
)  # fmt: skip
def test_the_error_says_what_to_type(refusal, examples, line, facts):
    assert examples.is_dir()
    message = refusal(*line)
    assert all(fact in message for fact in facts), message


@pytest.mark.parametrize("far", ["--xyz", "--alhpa", "--keep", "-x"])
def test_nothing_far_away_is_suggested(refusal, far):
    message = refusal(*COMPARE, "--data", "iris", far)
    assert far in message
    assert "?" not in message


def test_a_short_form_of_an_option_is_known(refusal):
    assert "missing --data" in refusal(*COMPARE, "--targ", "x")


@pytest.mark.parametrize("option", ["--report", "--manifest"])
@pytest.mark.parametrize("place", ["folder.html", "no/page.html", "/proc/page.html"])
def test_a_file_that_cannot_be_written_is_refused_before_the_run(refusal, tmp_path, monkeypatch, option, place):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.html").mkdir()
    message = refusal(*COMPARE, "--data", "nowhere.csv", option, place)
    assert message.startswith(f"outperform: {option}: ")


def test_a_file_that_can_be_written_is_left_as_it_is(refusal, tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "old.html").write_text("old")
    for name in ("old.html", "new.html"):
        assert "nowhere.csv" in refusal(*COMPARE, "--data", "nowhere.csv", "--report", tmp_path / name)
    assert [each.name for each in tmp_path.iterdir()] == ["old.html"]
    assert (tmp_path / "old.html").read_text() == "old"


@pytest.mark.parametrize(
    "line",
    [
        ("compare", "nb", "tree", "--data", "a" * 400),
        ("lab", "measure", "--source", f"table(name='{'a' * 400}')", "--procedure", "5x2-f", "--datasets", "2"),
    ],
)
def test_a_name_that_is_too_long_for_a_file_is_refused(refusal, line):
    assert "too long" in refusal(*line)


@pytest.mark.parametrize("dash", ["—", "–", "−", "――"])
def test_a_dash_of_a_word_processor_is_named(refusal, dash):
    assert f"{dash}data" in (err := refusal(*COMPARE, f"{dash}data", "iris"))
    assert "type --data" in err


def test_certify_names_the_option_that_is_wrong(refusal):
    assert "--datasets" in refusal("lab", "certify", "item-t", "--datasets", "0")


def test_the_same_value_twice_is_no_contradiction(run, examples):
    line = ("advise", "--have", "scores")
    assert run(*line)[:2] == run(*line, "--have", "scores")[:2]
    assert examples.is_dir()
