"""Readings on a terminal."""

import pytest

from outperform.lab.measures import CATALOGUE
from outperform.lab.table import measure_words, readings_lines


def row(procedure="kfold-t", measure="rejection", value=0.0625, low=0.03, high=0.1, **others):
    about = {"level": 0.05, "datasets": 50, "repetitions": 1, "source": "task-one", "null": True, "truth": 0.0}
    given = {"procedure": procedure, "measure": measure, "value": value, "low": low, "high": high}
    return given | about | {"truth_se": 0.0, "learners": ["always-one", "copy-x"], "seed": 0} | others


def numbers(text):
    """Return the words after the label of each row of the table."""
    return [line.split()[-3:] for line in text.splitlines() if line.endswith("]")]


@pytest.mark.parametrize("measure", CATALOGUE)
@pytest.mark.parametrize("null", [True, False, None])
def test_every_measure_has_words_that_fit(measure, null):
    words = measure_words(row(measure=measure, null=null, level=0.01))
    assert 0 < len(words) <= 50
    assert "{" not in words
    long = readings_lines(
        [row("a" * 90, measure, null=null), row("kfold(repeats=10) + " + "t" * 40, measure, null=null)]
    )
    assert all(len(line) <= 80 or "a" * 90 in line for line in long.splitlines())


def test_the_rejection_rate_is_an_error_or_power():
    assert ".01" in measure_words(row(level=0.01))
    assert "Type I" in measure_words(row())
    assert "power" in measure_words(row(null=False))
    assert measure_words(row(null=None)) not in (measure_words(row()), measure_words(row(null=False)))


def test_numbers_have_digits_that_mean_something():
    assert numbers(readings_lines([row()])) == [[".062", "[.030,", ".100]"]]
    assert numbers(readings_lines([row(value=0.0512, low=0.0501, high=0.0523)])) == [[".0512", "[.0501,", ".0523]"]]
    assert numbers(readings_lines([row(measure="rho1", value=-0.25, low=-0.5, high=0.0)]))[0][0] == "-.250"
    text = readings_lines([row(measure="fits", value=100.0, low=100.0, high=100.0)])
    assert text.splitlines()[-1].split()[-1] == "100"
    assert numbers(readings_lines([row(measure="fits", value=47.6, low=40.0, high=55.2)])) == [
        ["47.6", "[40,", "55.2]"]
    ]


def test_one_procedure_is_a_heading_and_several_are_rows():
    both = [row(name, measure) for name in ("first", "second") for measure in ("fits", "rejection")]
    one = readings_lines(both[:2]).splitlines()
    assert "first" in one
    assert [line for line in one if line.startswith("  first")] == []
    lines = readings_lines(both).splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ") and line.endswith("]")] == [
        "first",
        "second",
    ] * 2
    assert lines.index(measure_words(both[1])) < lines.index(measure_words(both[0]))  # rates before costs


@pytest.mark.parametrize(
    "other", [{"level": 0.1}, {"source": "epsilon"}, {"seed": 1}, {"datasets": 9}, {"repetitions": 2}, {"truth": None}]
)
def test_what_was_measured_elsewhere_is_a_block_of_its_own(other):
    assert readings_lines([row("first"), row("second")]).count("95% interval") == 1
    assert readings_lines([row("first"), row("second", **other)]).count("95% interval") == 2
