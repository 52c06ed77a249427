from dataclasses import dataclass
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.refusals import refused

from outperform.core import Catalogue, Entry, SpecError, split_spec
from outperform.core.spec import MOST, MOST_WHOLE
from outperform.learners import CATALOGUE as LEARNERS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import AdaptiveCV
from outperform.significance import CATALOGUE as TESTS
from outperform.sources import CATALOGUE as SOURCES
from outperform.sources import TaskOne


class Thing(Entry):
    word = "thing"


@dataclass(frozen=True)
class Widget(Thing):
    """A widget for tests."""

    slug = "my-widget"
    size: float = 1.0
    count: int = 2
    colour: Literal["red", "green"] = "red"
    name: str | None = None
    on: bool = False


@dataclass(frozen=True)
class Needy(Thing):
    """Has a parameter without a default."""

    slug = "needy"
    count: int


CATALOGUE = Catalogue(Thing, globals())


def test_the_full_spec_names_every_parameter_and_gives_the_entry_again():
    assert Widget(count=3).full == "my-widget(size=1.0, count=3, colour='red', name=None, on=False)"
    assert CATALOGUE.parse(Widget(count=3).full) == Widget(count=3)
    assert TaskOne(step=6).full == "task-one(step=6, n=1000)"  # of two that say the same, the one that was given
    assert TaskOne(q=0.3).full == "task-one(n=1000, q=0.3)"
    for entry in (TaskOne(), TaskOne(step=6), TaskOne(q=0.3)):
        assert SOURCES.parse(entry.full) == entry


@given(
    size=st.floats(-MOST, MOST),
    count=st.integers(-MOST_WHOLE, MOST_WHOLE),
    colour=st.sampled_from(["red", "green"]),
    name=st.none() | st.text(),
    on=st.booleans(),
)
def test_parse_is_the_inverse_of_str(size, count, colour, name, on):
    widget = Widget(size, count, colour, name, on)
    assert CATALOGUE.parse(str(widget)) == widget


def test_numpy_numbers_are_written_as_pythons():
    widget = Widget(np.float64(0.2), np.int64(3))
    assert str(widget) == "my-widget(size=0.2, count=3)"
    assert CATALOGUE.parse(str(widget)) == widget


def test_numpy_values_inside_tuples_are_written_as_pythons():
    made = AdaptiveCV(threshold="cautious", factors=((np.str_('It\'s "odd"\n(é)'), np.float64(1.2), np.float64(1.0)),))
    for spec in (str(made), made.full):
        assert PROCEDURES.parse(spec) == made
        assert "np." not in spec


def test_defaults_are_left_out():
    assert str(Widget()) == "my-widget"
    assert str(Widget(count=3, name="x")) == "my-widget(count=3, name='x')"


@pytest.mark.parametrize("text", ["my-widget", " my-widget ( ) ", "my-widget(count=2,)", "my-widget(size=1)"])
def test_what_is_the_same_is_equal(text):
    assert CATALOGUE.parse(text) == Widget()


@pytest.mark.parametrize(
    ("text", "argument", "facts"),
    [
        ("my-wigdet", "thing 'my-wigdet'", ["did you mean my-widget?"]),
        ("my-widget(cuont=1)", "my-widget", ["'cuont'", "did you mean count?"]),
        ("my-widget(count='x')", "my-widget.count", ["whole number", "'x'"]),
        ("my-widget(count=True)", "my-widget.count", ["whole number", "True"]),
        ("my-widget(count=1.5)", "my-widget.count", ["whole number", "1.5"]),
        ("my-widget(size='a')", "my-widget.size", ["number", "'a'"]),
        ("my-widget(size=1e999)", "my-widget.size", ["number", "inf"]),
        ("my-widget(name=3)", "my-widget.name", ["text", "None", "3"]),
        ("my-widget(on=3)", "my-widget.on", ["True", "False", "3"]),
        ("my-widget(colour='gren')", "my-widget.colour", ["red, green", "'gren'"]),
        ("my-widget(colour=red)", "my-widget.colour", ['colour="red"']),
        ("my-widget(3)", "my-widget", ["name=value", "(3)"]),
        ("my-widget(**{'count': 3})", "my-widget", ["name=value", "(**{'count': 3})"]),
        ("my-widget(count=1, count=2)", "my-widget", ["once", "(count=1, count=2)"]),
        ("my-widget(count=__import__('os').getpid())", "my-widget.count", ["__import__('os').getpid()"]),
        ("my-widget(count=1", "'my-widget(count=1'", ["kfold(folds=5)"]),
        ("my-widget(count=)", "my-widget", ["name=value", "(count=)"]),
        ("my-widget)(", "'my-widget)('", ["kfold(folds=5)"]),
        ("my-widget(count=1)(size=2)", "my-widget", ["name=value", "(count=1)(size=2)"]),
        ("", "''", ["kfold(folds=5)"]),
        ("needy", "needy", ["count"]),
    ],
)
def test_bad_specs_are_refused_with_the_reason(text, argument, facts):
    with refused(argument, *facts, error=SpecError):
        CATALOGUE.parse(text)


def test_values_are_parsed_and_never_evaluated():
    assert split_spec("a(b=[1, 2.5], c=('x', None), d=-1)") == ("a", {"b": [1, 2.5], "c": ("x", None), "d": -1})
    with refused("a.b", "2 ** 3 ** 9", error=SpecError):
        split_spec("a(b=2**3**9)")


def test_a_catalogue_takes_an_entry_or_its_spec_and_nothing_else():
    assert CATALOGUE.get_entry(Widget(2.0)) == CATALOGUE.get_entry("my-widget(size=2.0)")
    with refused("thing", "my-widget", "Thing", "int"):
        CATALOGUE.get_entry(3)


def test_a_catalogue_is_a_mapping():
    assert set(CATALOGUE) == {"my-widget", "needy"}
    assert len(CATALOGUE) == 2
    assert "needy" in CATALOGUE
    assert CATALOGUE["my-widget"].summary() == "A widget for tests."


def test_two_entries_cannot_share_a_slug():
    @dataclass(frozen=True)
    class Twin(Thing):
        """Another."""

        slug = "my-widget"

    with refused("my-widget", "Widget", "Twin", error=SpecError):
        Catalogue(Thing, {"one": Widget, "two": Twin})


def test_a_whole_number_too_large_for_a_float_is_refused():
    with pytest.raises(SpecError):
        SOURCES.parse(f"task-one(step={16**400})")


NINES = "9" * 1000


@pytest.mark.parametrize(
    ("catalogue", "text", "argument"),
    [
        (SOURCES, f"symmetric(features=3, classes={NINES})", "symmetric.classes"),
        (SOURCES, f"no-information(features={NINES})", "no-information.features"),
        (SOURCES, f"gaussians(shift=(1, {NINES}))", "gaussians.shift"),
        (SOURCES, "gaussians(each=1000000000)", "gaussians.each"),
        (SOURCES, "logistic(features=9223372036854775807)", "logistic.features"),
        (SOURCES, "logistic(slope=1e308)", "logistic.slope"),
        (LEARNERS, f"knn(k={NINES})", "knn.k"),
        (TESTS, f"betting(bounds=(0, {NINES}))", "betting.bounds"),
        (TESTS, "corrected-t(factor=1e308)", "corrected-t.factor"),
    ],
)
def test_numbers_that_are_too_large_to_compute_with_are_refused_briefly(catalogue, text, argument):
    with refused(argument, error=SpecError) as refusal:
        catalogue.parse(text)
    assert len(str(refusal.value)) < 200


def test_a_number_of_too_many_digits_to_be_written_is_refused_too():
    with refused("my-widget.count", "5001 digits", error=SpecError):
        Widget(count=10**5000)
