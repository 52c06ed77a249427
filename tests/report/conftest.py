"""The room needs its extra; where it is not installed there is nothing to test but the sentence that says so."""

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")
