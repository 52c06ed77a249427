"""Two thousand cases of any input: a typed error or a finite answer. ``make fuzz`` tries fifty thousand."""

import pytest
from tests.fuzz.run import KINDS, numbers_of, summary, try_one

CASES = 2000
PART = 200  # cases per test


@pytest.mark.parametrize("part", range(CASES // PART))
def test_any_input_has_a_typed_error_or_a_finite_answer(part):
    outcomes = [try_one(kind, number) for kind, number in numbers_of(PART, start=PART * part)]
    broken = [f"{each.kind} {each.number}: {each.label}\n{each.result}" for each in outcomes if not each.fine]
    assert not broken, "\n\n".join(broken)


@pytest.mark.parametrize("kind", KINDS)
def test_cases_of_each_kind_are_answered_and_refused(kind):
    """A fuzzer that is always refused, or never, finds nothing."""
    found = summary([try_one(kind, number) for number in range(40)])[kind]
    assert found["answered"] >= 8
    assert found["refused"] >= 4


def test_a_case_is_the_same_every_time():
    for kind in KINDS:
        first, second = (try_one(kind, 7) for _ in range(2))
        assert first.result == second.result
