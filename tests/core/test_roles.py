"""What roles say of themselves."""

import pytest

from outperform.core import ProcedureCard


@pytest.mark.parametrize(("fits", "span"), [(None, ""), ((20, 20), "20"), ((20, 500), "20-500")])
def test_the_fits_of_a_procedure_are_a_number_or_a_range(fits, span):
    assert ProcedureCard(1, fits=fits).fits_span == span
