"""How far the fits are, in words."""

import pytest

from outperform.words import progress
from outperform.words.progress import Progress


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (89, "89 s"),
        (90, "2 min"),
        (89 * 60, "89 min"),
        (90 * 60, "1 h 30 min"),
        (121 * 60, "2 h 1 min"),
    ],
)
def test_time_left_is_told_in_the_unit_that_suits_it(seconds, words):
    """5 of 10 fits are done: as much time is left as was spent."""
    bar = Progress(10, shown=False)
    for _ in range(5):
        bar.step()
    assert bar.line(seconds) == f"5 of 10 fits, about {words} left"


def test_the_rest_takes_as_long_per_step_as_what_is_done():
    bar = Progress(3, shown=False, word="datasets")
    bar.step()
    bar.step()
    assert bar.line(20.0) == "2 of 3 datasets, about 10 s left"


def test_a_line_appears_after_two_seconds_at_most_ten_times_a_second_and_leaves_no_trace(monkeypatch, capsys):
    clock = iter([100.0, 101.0, 102.0, 102.125, 102.1875, 102.25])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with Progress(100, shown=True) as bar:
        for _ in range(5):
            bar.step()
        shown = capsys.readouterr().err
        assert [line.partition(" fits")[0] for line in shown.split("\r")[1:]] == ["3 of 100", "5 of 100"]
    width = len(bar.line(2.25))
    assert capsys.readouterr().err == f"\r{' ' * width}\r"


def test_nothing_is_written_where_nothing_is_to_be_shown(monkeypatch, capsys):
    clock = iter([0.0, 60.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with Progress(100, shown=False) as bar:
        bar.step()
    assert capsys.readouterr().err == ""
