"""The base of all contracts: what every entry must do, in any role."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import partial
from typing import Any, ClassVar

import numpy as np

from outperform.core import Catalogue, Entry, OutperformError, SpecError, split_spec
from outperform.core.spec import parameters, spec_fields


def refused(kind: type[Exception] | tuple[type[Exception], ...], ask: Callable[..., Any], *given: Any) -> str:
    """Call a function that must raise an error of this kind, and return the error's message."""
    try:
        ask(*given)
    except kind as error:
        return str(error)
    raise AssertionError(f"{kind} expected from {getattr(ask, '__qualname__', ask)} with {given}")


def assert_near(one: Any, other: Any, *, rtol: float = 0.0, atol: float = 0.0) -> None:
    """Assert that numbers are equal up to a relative or an absolute error."""
    np.testing.assert_allclose(one, other, rtol=rtol, atol=atol)


class EntryContract:
    """What every entry must have: a slug, a spec that reproduces it, checked parameters, a one-line summary.

    A contract is a class of pytest tests, each a method ``test_...`` with one argument, the entry. Derive a class whose
    name begins with ``Test`` and supply the entry, by a fixture or by ``pytest.mark.parametrize``. A promise that an
    entry does not make is replaced in the derived class.

    Examples
    --------
    >>> from outperform.metrics import Accuracy
    >>> EntryContract.check(Accuracy())
    """

    role: ClassVar[type] = Entry

    @classmethod
    def applies(cls, entry: Any) -> bool:
        """Return whether the contract is made for such an entry."""
        return isinstance(entry, cls.role)

    @classmethod
    def promises(cls) -> list[str]:
        """List the names of the tests."""
        return [name for name in dir(cls) if name.startswith("test_")]

    @classmethod
    def check(cls, entry: Any) -> None:
        """Run all tests on an entry without pytest; the first that fails raises ``AssertionError``."""
        made = cls()
        for name in cls.promises():
            getattr(made, name)(entry)

    def test_the_slug_is_a_spec(self, entry: Any) -> None:
        """A slug is read as a spec without parameters."""
        assert split_spec(entry.slug) == (entry.slug, {})

    def test_the_spec_gives_the_entry_again(self, entry: Any) -> None:
        """``parse(str(x)) == x``, with the same text and the same hash; so does the spec with all its defaults."""
        again = _catalogue(entry).parse(str(entry))
        assert again == entry
        assert _catalogue(entry).parse(entry.full) == entry
        assert str(again) == str(entry)
        assert hash(again) == hash(entry)

    def test_it_travels_between_processes(self, entry: Any) -> None:
        """A copy through pickle is equal."""
        again = pickle.loads(pickle.dumps(entry))
        assert again == entry
        assert hash(again) == hash(entry)

    def test_it_cannot_be_changed(self, entry: Any) -> None:
        """An entry is frozen: its parameters cannot change."""
        for field in spec_fields(type(entry)):
            refused(FrozenInstanceError, setattr, entry, field.name, None)

    def test_it_says_what_it_is_in_a_line(self, entry: Any) -> None:
        """The first line of the documentation is a sentence that fits into ``outperform list``."""
        assert entry.summary().endswith((".", ")."))
        assert len(entry.summary()) < 120

    def test_unknown_parameters_are_refused(self, entry: Any) -> None:
        """A spec with a parameter that the class does not have raises ``SpecError``."""
        assert entry.slug in refused(SpecError, _catalogue(entry).parse, f"{entry.slug}(unheard_of=1)")

    def test_parameters_of_a_wrong_type_are_refused(self, entry: Any) -> None:
        """An empty dict is refused for every parameter; the error names the parameter."""
        for field in spec_fields(type(entry)):
            kind: Callable[..., Any] = type(entry)
            assert field.name in refused(OutperformError, partial(kind, **parameters(entry) | {field.name: {}}))


def _catalogue(entry: Any) -> Catalogue[Any]:
    """Make a catalogue with one class, so that a user's entry can be parsed."""
    return Catalogue(Entry, {"entry": type(entry)})
