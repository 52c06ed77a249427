"""Every door knows the same losses, says what it assumes, and opens no gate on a direction that nobody says."""

import json
import random
import shlex
from pathlib import Path

import pandas as pd
import pytest
from tests.metric_names import GAINS, LOSSES, UNKNOWN
from tests.refusals import refused

from outperform import budget_of_items, budget_of_scores, judge, judge_items, judge_league
from outperform.cli.action import Gate
from outperform.cli.action_inputs import ActionInputs
from outperform.cli.main import main
from outperform.core import InputError
from outperform.data import evals_of
from outperform.testing import assert_outperforms

DRAWN = random.Random(31)
LARGE, SMALL = "large", "small"  # two systems, by their numbers
SPLITS = [(0.8 + DRAWN.random() / 50, 0.6 + DRAWN.random() / 50) for _ in range(20)]
ITEMS = [(float(DRAWN.random() < 0.9), float(DRAWN.random() < 0.4)) for _ in range(80)]
SETS = [(0.9 - at / 100, 0.7 - at / 90) for at in range(12)]


def scores_of(name):
    rows = [
        {"learner": who, "repeat": at // 5, "fold": at % 5, "n_train": 80, "n_test": 20, name: _sign(name) * score}
        for at, both in enumerate(SPLITS)
        for who, score in zip((LARGE, SMALL), both, strict=True)
    ]
    return pd.DataFrame(rows)


def items_of(name):
    rows = [
        {"item": f"q{at}", "system": who, name: _sign(name) * score}
        for at, both in enumerate(ITEMS)
        for who, score in zip((LARGE, SMALL), both, strict=True)
    ]
    return pd.DataFrame(rows)


def sets_of(name):
    rows = [
        {"dataset": f"d{at}", "learner": who, name: _sign(name) * score}
        for at, both in enumerate(SETS)
        for who, score in zip((LARGE, SMALL), both, strict=True)
    ]
    return pd.DataFrame(rows)


def _sign(name):
    """Scores of neg_rmse are below 0."""
    return -1 if name.startswith("neg_") else 1


class Doors:
    """Every way in: each judges the same two systems by a metric of this name, and returns the JSON of the answer."""

    def __init__(self, capsys, gate):
        self.capsys = capsys
        self.gate = gate

    def scores(self, name, words):
        scores_of(name).to_csv("scores.csv", index=False)
        return self._typed("scores", *options_of(words), "scores.csv", gated=True)

    def judge(self, name, words):
        return judge(scores_of(name), **words).to_dict()

    def budget_scores(self, name, words):
        scores_of(name).to_csv("scores.csv", index=False)
        return self._typed("budget", "--scores", "scores.csv", *options_of(words))

    def budget_of_scores(self, name, words):
        return budget_of_scores(scores_of(name), **words).to_dict()

    def evals(self, name, words):
        items_of(name).to_csv("evals.csv", index=False)
        return self._typed("evals", *options_of(words), "evals.csv", "--metric", name, gated=True)

    def judge_items(self, name, words):
        return judge_items(items_of(name), metric=name, **words).to_dict()

    def config(self, name, words):
        """Words of outperform.toml."""
        items_of(name).to_csv("evals.csv", index=False)
        lines = [f"{side} = [{json.dumps(each)}]" for side, each in words.items()]
        Path("outperform.toml").write_text("\n".join(["[evals]", *lines]))
        try:
            return self._typed("evals", "evals.csv", "--metric", name, gated=True)
        finally:
            Path("outperform.toml").unlink()

    def budget_evals(self, name, words):
        items_of(name).to_csv("evals.csv", index=False)
        return self._typed("budget", "--evals", "evals.csv", "--metric", name, *options_of(words))

    def budget_of_items(self, name, words):
        return budget_of_items(items_of(name), metric=name, **words).to_dict()

    def asserts(self, name, words):
        """A test of the user's; it is always a gate."""
        try:
            return assert_outperforms(items_of(name), metric=name, **words).to_dict()
        except AssertionError:
            return judge_items(items_of(name), metric=name, **words).to_dict()

    def action(self, name, words):
        """GitHub's; it is always a gate."""
        items_of(name).to_csv("evals.csv", index=False)
        environ = {"INPUT_FILES": "evals.csv", "INPUT_REQUIRE": "first", "INPUT_JSON": "out.json"}
        environ |= {f"INPUT_{side.upper()}": each for side, each in words.items()}
        environ["INPUT_OPTIONS"] = shlex.join(["--metric", name])
        code = Gate(ActionInputs.of(environ), environ).run()
        said = self.capsys.readouterr().out
        if code == 2:
            raise InputError("typed", said)
        return json.loads(Path("out.json").read_text())

    def league(self, name, words):
        sets_of(name).to_csv("league.csv", index=False)
        return self._typed("league", "--table", "league.csv", *options_of(words), gated=True)

    def judge_league(self, name, words):
        return judge_league(sets_of(name), **words).to_dict()

    def _typed(self, *words, gated=False):
        """Run a command; return its JSON, or raise the error that it ends with."""
        code = main([*words, "--json", *(["--require", "first"] if gated and self.gate else [])])
        out, err = self.capsys.readouterr()
        if code == 2:
            assert out == ""
            raise InputError("typed", err.splitlines()[-1])
        return json.loads(out)


DOORS = [name for name in vars(Doors) if not name.startswith("_")]
LEAGUES = ("league", "judge_league")  # read the direction from the name, and refuse what is unknown
GATES = ("scores", "evals", "config", "asserts", "action")
ALWAYS = ("asserts", "action")


def options_of(words):
    return [option for side, name in words.items() for option in (f"--{side}", name)]


def seen(found):
    """Return direction, its origin, and which system is better."""
    [row] = found.get("verdicts") or found["pairs"]
    told = found if "direction" in found else row
    better = row.get(row["decision"]) if "decision" in row else None
    return told["direction"], told["direction_origin"], better


@pytest.fixture(params=DOORS)
def door(request, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    return lambda name, gate=False, **words: getattr(Doors(capsys, gate), request.param)(name, words)


@pytest.fixture
def place(request):
    return request.node.callspec.params["door"]


def test_a_loss_is_refused_or_turned_and_never_a_score(door, place):
    for name in LOSSES:
        if place in LEAGUES:
            assert seen(door(name)) == ("lower", "known", SMALL), name
            continue
        with refused(None, name, "lower"):
            door(name)
        with refused(None, name):
            door(name, gate=True)


def test_a_direction_that_is_said_turns_a_loss(door):
    for name in LOSSES:
        direction, origin, better = seen(door(name, lower=name))
        assert (direction, origin) == ("lower", "said"), name
        assert better in (SMALL, None), name
        with refused(None, name):
            door(name, higher=name)


def test_a_gain_is_known_and_never_turned(door):
    for name in GAINS:
        direction, origin, better = seen(door(name))
        assert (direction, origin) == ("higher", "known"), name
        assert better in ({SMALL} if name.startswith("neg_") else {LARGE}) | {None}, name
        with refused(None, name):
            door(name, lower=name)


def test_what_a_name_does_not_tell_is_assumed_aloud_and_opens_no_gate(door, place):
    for name in UNKNOWN:
        if place in (*LEAGUES, *ALWAYS):
            with refused(None, name, "lower", "higher"):
                door(name)
        else:
            found = door(name)
            assert seen(found)[:2] == ("higher", "assumed"), name
            assert any(f"higher is better assumed for {name!r}" in note for note in found["notes"]), name
        if place in GATES:
            with refused(None, name, "lower", "higher"):
                door(name, gate=True)
        assert seen(door(name, lower=name))[:2] == ("lower", "said")
        assert seen(door(name, higher=name))[:2] == ("higher", "said")


def test_contradictions_and_names_that_are_not_there_are_refused(door, place):
    with refused(None, "utility"):
        door("utility", lower="utility", higher="utility")
    with refused(None, "'latency'", "utility"):
        door("utility", lower="latency")
    assert door("utility", gate=place in GATES, higher="utility")


class TestWords:
    @pytest.mark.parametrize(
        "words",
        [
            ["--lower", "utility", "evals.csv"],
            ["--lower", "evals.csv"],
            ["--lower", "plain"],
            ["--lower", "--", "evals.csv"],
            ["--lower=utility", "evals.csv"],
            ["evals.csv", "--lower", "utility"],
        ],
    )
    def test_no_file_is_taken_for_a_name(self, tmp_path, monkeypatch, capsys, words):
        """What exists, or ends like a file, is one."""
        monkeypatch.chdir(tmp_path)
        items_of("utility").to_csv("evals.csv", index=False)
        (tmp_path / "plain").mkdir()
        items_of("utility").to_csv("plain/evals.csv", index=False)
        assert main(["evals", *words]) == 0
        assert "utility (lower is better)" in capsys.readouterr().out

    def test_a_learner_is_not_taken_for_a_name_in_silence(self, refusal):
        refusal("compare", "nb", "tree", "--lower", "1nn", "--data", "iris")

    def test_several_names_may_follow(self, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        frame = scores_of("kl").assign(wer=scores_of("wer")["wer"], accuracy=0.5)
        frame.to_csv("scores.csv", index=False)
        assert main(["scores", "--lower", "kl", "wer", "scores.csv", "--metric", "kl", "wer", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["verdicts"]
        assert [(row["metric"], row["direction"], row[row["decision"]]) for row in rows] == [
            ("kl", "lower", SMALL),
            ("wer", "lower", SMALL),
        ]

    def test_scores_without_a_name_are_turned_by_a_word_alone(self, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        scores_of("score").to_csv("scores.csv", index=False)
        for words, name, direction in (
            ([], LARGE, "higher is better assumed"),
            (["--lower"], SMALL, "lower is better"),
            (["--lower-is-better"], SMALL, "lower is better"),
            (["--lower", "score"], SMALL, "lower is better"),
            (["--higher"], LARGE, "higher is better"),
        ):
            assert main(["scores", *words, "scores.csv", "--require", "first" if name == LARGE else "second"]) == 0
            assert direction in capsys.readouterr().out
        with refused("lower", "lower=True"):
            judge(scores_of("score"), lower="latency")
        assert judge(scores_of("score"), lower=True)[0].decision == "second"

    def test_the_words_of_one_table_hold_where_it_is_judged_again(self):
        frame = scores_of("utility")
        found = judge(frame, lower="utility")
        assert judge(found)[0].verdict == found[0].verdict
        assert judge(found.scores_frame(), lower="utility")[0].verdict == found[0].verdict
        with refused("higher", "lower is better"):
            judge(found, higher="utility")
        assumed = judge(frame)
        assert judge(assumed, lower="utility")[0].decision == found[0].decision
        assert any("assumed" in note for note in judge(assumed).to_dict()["notes"])

    def test_scores_of_items_are_turned_where_they_are_read(self):
        with refused("lower", "read"):
            judge(judge_items(items_of("utility"), metric="utility"), lower="utility")

    def test_columns_that_share_the_name_of_a_loss(self):
        wide = scores_of("score").pivot_table(index=["repeat", "fold", "n_train", "n_test"], columns="learner")
        frame = pd.DataFrame({name: wide["score"][name] for name in (LARGE, SMALL)}).reset_index()
        for form in ("{}_rmse", "log_loss_{}"):
            named = frame.rename(columns={name: form.format(name) for name in (LARGE, SMALL)})
            with refused("scores", form.format(LARGE), "lower="):
                judge(named)
            assert judge(named, lower=True)[0].decision == "second"
            assert judge(named, lower=form.format("").strip("_"))[0].decision == "second"
            assert judge(named, higher=True)[0].decision == "first"  # they are names of learners

    def test_scores_of_a_loss_below_0_are_minus_the_loss(self):
        frame = scores_of("rmse").assign(rmse=lambda frame: -frame["rmse"])
        assert seen(judge(frame).to_dict()) == ("higher", "known", SMALL)
        with refused("lower", "never below 0"):
            judge(frame, lower="rmse")
        vague = frame.rename(columns={"rmse": "val_loss"})  # a likelihood may give a loss below 0
        assert seen(judge(vague).to_dict())[:2] == ("higher", "assumed")
        assert seen(judge(vague, lower="val_loss").to_dict()) == ("lower", "said", LARGE)

    def test_a_name_that_carries_its_sign_and_scores_that_do_not(self):
        odd = scores_of("rmse").rename(columns={"rmse": "neg_rmse"})
        assert any("neg_rmse" in note and "−1" in note for note in judge(odd).to_dict()["notes"])


def test_flags_of_what_went_wrong_are_right_and_wrong_answers():
    """An exact test stays exact, and a missing answer counts as wrong."""
    frame = items_of("toxic")
    mirrored = frame.assign(score=1 - frame["toxic"]).drop(columns="toxic")
    found, plain = judge_items(frame, lower="toxic", margin=0.1), judge_items(mirrored, margin=0.1)
    assert (found[0].verdict, found[0].items, found[0].test) == (plain[0].verdict, plain[0].items, "mcnemar-midp")
    assert found.scores[0].values.tolist() == plain.scores[0].values.tolist()
    assert "0 and 1 were swapped" in str(found)
    unsaid = evals_of(frame.rename(columns={"toxic": "utility"}))
    assert judge_items(unsaid, lower="utility")[0].verdict == found[0].verdict
    frame.loc[0, "toxic"] = None
    mirrored.loc[0, "score"] = 0
    counted = judge_items(frame, lower="toxic", missing="wrong")
    assert counted[0].verdict == judge_items(mirrored)[0].verdict


def test_a_missing_score_is_not_counted_as_the_best_loss():
    frame = items_of("n_errors").assign(n_errors=lambda frame: 3 * frame["n_errors"])
    frame.loc[3, "n_errors"] = None
    with refused("missing", "0"):
        judge_items(frame, metric="n_errors", lower="n_errors", missing="wrong")
    assert judge_items(frame, metric="n_errors", lower="n_errors", missing="drop")
