"""When adaptive cross-validation goes on, and what it refuses."""

import pytest

from outperform.core import InputError
from outperform.procedures import AdaptiveCV
from outperform.procedures.adaptive import _goes_on


@pytest.mark.parametrize(
    ("limit", "kappa", "repeats", "on"),
    [
        (0.019, 0.01, 2, False),
        (0.02, 0.01, 2, True),  # as much as is tolerated goes on
        (0.04, 0.01, 5, False),  # more repeats, more is tolerated
        (0.49, 0.02, 40, False),  # but never one half
        (0.5, 0.02, 40, True),
        (0.0, 0.0, 2, True),  # nothing is tolerated
    ],
)
def test_a_pair_goes_on_while_another_decision_is_too_likely(limit, kappa, repeats, on):
    """The chance is tolerated below kappa per repeat and below one half."""
    assert _goes_on(limit, kappa, repeats) is on


@pytest.mark.parametrize(
    "ways", [{"folds": 3}, {"min_repeats": 2, "max_repeats": 2}, {"kappa": 0.0}, {"kappa": 0.99}], ids=str
)
def test_the_edges_are_allowed(ways):
    procedure = AdaptiveCV(**ways)
    assert all(getattr(procedure, name) == value for name, value in ways.items())


@pytest.mark.parametrize(
    ("ways", "argument"),
    [
        ({"folds": 2}, "folds"),
        ({"min_repeats": 1}, "min_repeats"),
        ({"min_repeats": 6, "max_repeats": 5}, "min_repeats"),
        ({"kappa": 1.0}, "kappa"),
        ({"kappa": -0.01}, "kappa"),
    ],
    ids=str,
)
def test_what_could_not_stop_is_refused(ways, argument):
    with pytest.raises(InputError) as refused:
        AdaptiveCV(**ways)
    assert refused.value.argument.endswith(argument)
