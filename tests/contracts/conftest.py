import sys

import pytest

if "outperform.testing" not in sys.modules:
    pytest.register_assert_rewrite("outperform.testing")  # so that a promise that is broken shows its numbers
