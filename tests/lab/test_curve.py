import pytest
from tests.refusals import refused

from outperform.lab.curve import sources_over
from outperform.sources import CATALOGUE


def test_the_swept_parameter_is_written_out_even_at_its_default():
    specs = sources_over("task-one(n=50)", "step=0:1:0.5")
    assert specs == ["task-one(step=0, n=50)", "task-one(step=0.5, n=50)", "task-one(step=1, n=50)"]
    assert [CATALOGUE.parse(spec).step for spec in specs] == [0, 0.5, 1]
    assert sources_over("symmetric", "n=100:200:100") == ["symmetric(n=100)", "symmetric(n=200)"]
    assert sources_over('symmetric(kind="binary", n=9)', "n=10:10:1") == ["symmetric(n=10, kind='binary')"]


@pytest.mark.parametrize(
    ("over", "argument", "facts"),
    [
        ("stp=0:1:1", "--over", ("'stp'", "step")),
        ("step=0:1", "--over", ("NAME=FROM:TO:STEP", "'0:1'")),
        ("step", "--over", ("NAME=FROM:TO:STEP", "''")),
        ("step=2:1:1", "--over", ("FROM", "2:1:1")),
        ("step=0:1:0", "--over", ("STEP", "0:1:0")),
        ("step=0:10:3", "--over", ("steps of 3 from 0", "10")),
        ("step=0:200:100", None, ("-100", "100", "200")),
        ("n=10:11:0.5", None, ("n:", "10.5")),
        ("n=1:1e9:1", "--over", ("1000000000", "10000 ")),
    ],
)
def test_curves_that_lead_nowhere(over, argument, facts):
    with refused(argument, *facts):
        sources_over("task-one", over)
