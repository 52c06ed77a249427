"""Looking while an evaluation runs: states, what is refused, and resuming from a file that is checked first."""

import json
import random

import numpy as np
import pytest
from tests.refusals import refused

from outperform import judge_items, sequential
from outperform.core import Decision, SpecError
from outperform.significance import Betting

RNG = np.random.default_rng(2)
RIGHT = RNG.random((2, 150)) < np.array([[0.8], [0.6]])
GRADES = np.clip(RNG.normal([[0.65], [0.5]], 0.25, (2, 150)), 0, 1)
KINDS = {"discordant-e": RIGHT, "betting": GRADES}


def run(monitor, scores, start=0, stop=None):
    states = [monitor.add(f"q{at}", *scores[:, at]) for at in range(start, scores.shape[1] if stop is None else stop)]
    return states[-1]


@pytest.mark.parametrize("test", KINDS)
class TestItAgreesWithJudgeItems:
    def test_after_all_items(self, test):
        scores = KINDS[test]
        monitor = sequential("new", "old", test=test)
        state = run(monitor, scores)
        table = dict(zip(("new", "old"), scores.astype(float), strict=True))
        judged = judge_items(table, test=test, sequential=True, as_they_come=True)[0]
        facts = judged.items.sequential
        assert (state.decision, state.items, state.decided_at) == (judged.decision, 150, facts.decided_at)
        assert state.pvalue == pytest.approx(judged.pvalue, rel=1e-12)
        assert state.evalue == pytest.approx(facts.evalue, rel=1e-12)
        assert monitor.interval == pytest.approx(judged.interval)
        assert monitor.verdict.estimate == pytest.approx(judged.estimate)

    def test_after_every_item(self, test):
        scores = KINDS[test]
        monitor = sequential("new", "old", test=test)
        states = [monitor.add(at, *scores[:, at]) for at in range(40)]
        for count in (1, 7, 25, 40):
            again = sequential("new", "old", test=test)
            assert run(again, scores, stop=count) == states[count - 1]
        assert [state.items for state in states] == list(range(1, 41))

    def test_swapped_systems_mirror_the_decision(self, test):
        one, other = (run(sequential("a", "b", test=test), scores) for scores in (KINDS[test], KINDS[test][::-1]))
        assert (one.decision, other.decision) == (Decision.FIRST, Decision.SECOND)
        assert (one.evalue, one.pvalue, one.decided_at) == (other.evalue, other.pvalue, other.decided_at)


class TestTheState:
    def test_before_the_first_item_nothing_is_known(self):
        monitor = sequential("new", "old")
        state = monitor.state
        assert (state.decision, state.evalue, state.pvalue, state.items) == (Decision.OPEN, 1, 1, 0)
        assert len(monitor) == 0
        with refused("monitor"):
            _ = monitor.interval

    def test_a_decision_that_fell_stays(self):
        monitor = sequential("new", "old")
        states = [monitor.add(at, at < 20, at >= 20) for at in range(300)]
        assert [state.decision for state in states[:6]] == [Decision.OPEN] * 6
        assert {state.decision for state in states[6:]} == {Decision.FIRST}
        assert states[-1].decided_at == 7
        assert (np.diff([state.pvalue for state in states]) <= 0).all()

    def test_it_is_said_in_a_sentence(self):
        monitor = sequential("new", "old")
        assert "No decision yet between new and old" in str(monitor)
        run(monitor, np.array([[1] * 9, [0] * 9]))
        assert str(monitor).startswith("new is better than old: the decision fell at item 7 (9 items, p = .01")
        assert "\n" not in repr(sequential("a\nb", "c"))

    @pytest.mark.parametrize(
        "right",
        [True, 1, 1.0, np.True_, np.int64(1), np.float32(1)],
        ids=lambda each: f"{type(each).__name__} {each!r}",
    )
    def test_right_is_written_in_many_ways(self, right):
        assert sequential("new", "old").add("q", right, False).items == 1

    def test_bounds_scale_the_scores(self):
        one, ten = sequential("a", "b", test="betting"), sequential("a", "b", test="betting", bounds=(0, 10))
        assert run(one, GRADES).pvalue == pytest.approx(run(ten, 10 * GRADES).pvalue)
        assert ten.interval == pytest.approx(10 * np.array(one.interval))
        named = sequential("a", "b", test=Betting(bounds=(0, 10)))
        assert run(named, 10 * GRADES) == ten.state

    def test_scores_that_differ_by_rounding_are_tied(self):
        assert sequential("a", "b", test="betting").add("q", 0.1 + 0.2, 0.3).evalue == 0.5


class TestWhatIsRefused:
    @pytest.mark.parametrize("again", ["7", 7, np.int64(7)], ids=lambda each: f"{type(each).__name__} {each!r}")
    def test_an_item_twice_and_nothing_changes(self, again):
        monitor = sequential("new", "old")
        before = monitor.add("7", 1, 0)
        assert again in monitor
        with refused("item", "7"):
            monitor.add(again, 0, 1)
        assert monitor.state == before

    @pytest.mark.parametrize("item", [None, 1.5, True, "", "  ", ["q"], float("nan")], ids=repr)
    def test_an_item_without_a_name(self, item):
        with refused("item"):
            sequential("new", "old").add(item, 1, 0)

    @pytest.mark.parametrize(
        "score",
        [float("nan"), float("inf"), -0.1, 1.1, 10**400, "1", None, [1], 1j, np.array(1.0)],
        ids=lambda x: repr(x)[:9],
    )
    @pytest.mark.parametrize("test", KINDS)
    def test_a_score_that_is_none(self, test, score):
        monitor = sequential("new", "old", test=test)
        for scores in ((score, 1), (1, score)):
            with refused("score", "q1"):
                monitor.add("q1", *scores)
        assert len(monitor) == 0
        assert "q1" not in monitor

    def test_a_grade_where_right_and_wrong_are_counted(self):
        with refused("score", "0.5", "betting"):
            sequential("new", "old").add("q1", 0.5, 1)

    @pytest.mark.parametrize("names", [("a", "a"), ("", "b"), ("a", None), (1, "b")], ids=repr)
    def test_names_that_are_none(self, names):
        with refused():
            sequential(*names)

    @pytest.mark.parametrize(
        ("argument", "given"),
        [
            ("test", {"test": "item-t"}),
            ("bounds", {"bounds": (0, 10)}),
            ("bounds", {"test": "betting", "bounds": (1, 0)}),
            ("bounds", {"test": "betting", "bounds": "01"}),
            ("bounds", {"test": "betting(bounds=(0, 5))", "bounds": (0, 10)}),
            ("level", {"level": 0}),
            ("level", {"level": 5}),
            ("resume", {"resume": 3}),
        ],
    )
    def test_arguments(self, argument, given):
        with refused(argument):
            sequential("new", "old", **given)

    def test_an_unknown_test(self):
        with refused(None, "discordant-e", error=SpecError):
            sequential("new", "old", test="discordant")


@pytest.mark.parametrize("test", KINDS)
class TestResuming:
    def test_the_same_bits(self, test, tmp_path):
        path, scores = tmp_path / "state.json", KINDS[test]
        through = sequential("new", "old", test=test)
        last = run(through, scores)
        for cuts in ([1], [60], [20, 21, 90], [149]):
            monitor = sequential("new", "old", test=test)
            for start, stop in zip([0, *cuts], [*cuts, 150], strict=True):
                assert run(monitor, scores, start, stop).items == stop
                monitor.save(path)
                before = monitor.state
                monitor = sequential("new", "old", test=test, resume=path)
                assert monitor.state == before
            assert monitor.state == last
            assert monitor.interval == through.interval

    def test_a_monitor_without_items(self, test, tmp_path):
        sequential("new", "old", test=test).save(tmp_path / "s.json")
        assert len(sequential("new", "old", test=test, resume=str(tmp_path / "s.json"))) == 0

    def test_items_of_the_file_are_known(self, test, tmp_path):
        monitor = sequential("new", "old", test=test)
        run(monitor, KINDS[test], stop=10)
        monitor.save(tmp_path / "s.json")
        with refused("item", "q3"):
            sequential("new", "old", test=test, resume=tmp_path / "s.json").add("q3", 1, 0)


class TestAFileIsCheckedBeforeItIsBelieved:
    @pytest.fixture
    def path(self, tmp_path):
        monitor = sequential("new", "old")
        run(monitor, RIGHT, stop=60)
        monitor.save(tmp_path / "s.json")
        return tmp_path / "s.json"

    @pytest.mark.parametrize(
        ("name", "given"),
        [
            ("first", ("old", "new", {})),
            ("test", ("new", "old", {"test": "betting"})),
            ("level", ("new", "old", {"level": 0.1})),
        ],
    )
    def test_other_arguments(self, path, name, given):
        first, second, more = given
        with refused("resume", name):
            sequential(first, second, **more, resume=path)

    @pytest.mark.parametrize(
        "change",
        [
            {"decision": "second"},
            {"decision": "equal"},
            {"decided_at": 3},
            {"decided_at": True},
            {"decided_at": -1},
            {"log_e": 9.0},
            {"largest": 99.0},
            {"largest": "9"},
            {"carry": [1.0, 2.0]},
            {"carry": [1.0]},
            {"carry": []},
            {"carry": None},
            {"items": []},
            {"items": [["q0", 1, 0]]},
            {"items": [["q0", 1]]},
            {"items": [[0, 1, 0]]},
            {"items": [["q0", 1, 0], ["q0", 1, 0]]},
            {"items": [["q0", 2, 0]]},
            {"items": [["q0", True, 0]]},
            {"items": [["q0", 10**400, 0]]},
            {"items": {"q0": [1, 0]}},
            {"level": "0.05"},
            {"level": 10**400},
            {"bounds": [0]},
            {"bounds": [0, 2]},
            {"first": 5},
            {"test": ""},
            {"kind": "another"},
            {"format": 2},
            {"format": None},
            {"more": 1},
        ],
        ids=lambda change: str(change)[:60],
    )
    def test_what_no_monitor_writes(self, path, change):
        path.write_text(json.dumps(json.loads(path.read_text()) | change))
        with refused("resume"):
            sequential("new", "old", resume=path)

    def test_an_item_that_was_changed_taken_out_or_swapped(self, path):
        saved = json.loads(path.read_text())
        differ = next(at for at, (_, a, b) in enumerate(saved["items"]) if a != b)
        changed = [list(each) for each in saved["items"]]
        changed[differ][1:] = changed[differ][:0:-1]
        for items in (changed, saved["items"][:differ] + saved["items"][differ + 1 :]):
            path.write_text(json.dumps(saved | {"items": items}))
            with refused("resume"):
                sequential("new", "old", resume=path)

    @pytest.mark.parametrize("key", ["first", "items", "carry", "decided_at", "format"])
    def test_a_key_that_is_missing(self, path, key):
        saved = json.loads(path.read_text())
        del saved[key]
        path.write_text(json.dumps(saved))
        with refused("resume", path if key == "format" else key):
            sequential("new", "old", resume=path)

    @pytest.mark.parametrize(
        "text", ["", "{", "[]", "null", "item,system\n", "[" * 100_000, '{"kind": NaN}', "\xff\xfe"]
    )
    def test_another_file(self, tmp_path, text):
        path = tmp_path / "other.json"
        path.write_bytes(text.encode("latin-1"))
        with refused("resume", path):
            sequential("new", "old", resume=path)
        with refused("path", path):  # nor is it overwritten
            sequential("new", "old").save(path)
        assert path.read_bytes() == text.encode("latin-1")

    def test_numbers_that_json_does_not_have(self, path):
        path.write_text(path.read_text().replace('"log_e": ', '"log_e": NaN, "x": ', 1))
        with refused("resume"):
            sequential("new", "old", resume=path)

    def test_a_file_cut_at_any_place(self, path):
        text = path.read_text().strip()
        for cut in random.Random(0).sample(range(len(text)), 40):
            path.write_text(text[:cut])
            with refused("resume"):
                sequential("new", "old", resume=path)

    def test_no_file_a_folder_and_a_folder_that_is_missing(self, tmp_path):
        with refused("resume", "none.json"):
            sequential("new", "old", resume=tmp_path / "none.json")
        with refused("resume"):
            sequential("new", "old", resume=tmp_path)
        for path in (tmp_path, tmp_path / "no" / "s.json", tmp_path / ("s" * 300)):
            with refused("path"):
                sequential("new", "old").save(path)
        assert list(tmp_path.iterdir()) == []

    def test_names_that_are_no_text_are_saved_as_they_are(self, tmp_path):
        monitor = sequential("new", "old")
        monitor.add("\ud800", 1, 0)
        monitor.save(tmp_path / "s.json")
        assert sequential("new", "old", resume=tmp_path / "s.json").state == monitor.state
