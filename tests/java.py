"""Whether Weka's learners can run here: the extra ``weka`` and a Java runtime."""

import pytest

from outperform.core import MissingDependencyError
from outperform.learners.weka.jar import check_installed


def _reason():
    try:
        check_installed("this test")
    except MissingDependencyError as error:
        return str(error)
    return ""


needs_weka = pytest.mark.skipif(bool(_reason()), reason=_reason() or "Weka is there")
