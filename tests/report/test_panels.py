import errno
import os
from pathlib import Path

import pytest
from tests.refusals import refused

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw, save, svg
from outperform.report.figures.style import DARK, LIGHT, Looks

OURS = Series("5x2-t", (0.0, 1.0), (0.04, 0.9), (0.03, 0.8), (0.05, 1.0))
THEIRS = Series("5x2-t", (0.0, 1.0), (0.05, 0.88), published=True)
OTHER = Series("_a$b$<i>", (0.0, 1.0), (0.06, float("nan")))
SERIES = (OURS, THEIRS, OTHER)


def panels(*kinds, **ways):
    return Panels("power", "How often.", tuple(Panel(kind, "step", "rate", SERIES, kind, **ways) for kind in kinds))


def test_frames_hold_all_numbers():
    frame = panels("lines", categories=("near", "far")).frame()
    assert frame[0] == {
        "figure": "power",
        "panel": "lines",
        "series": "5x2-t",
        "published": False,
        "x": 0.0,
        "y": 0.04,
        "low": 0.03,
        "high": 0.05,
        "category": "near",
    }
    assert (frame[3]["published"], frame[3]["low"], frame[3]["category"]) == (True, None, "far")
    assert len(frame) == 6
    assert "category" not in OTHER.frame()[0]


@pytest.mark.parametrize(
    ("make", "argument", "facts"),
    [
        (lambda: Series("a", (1.0,), ()), "a", ("x has 1", "y has 0")),
        (lambda: Series("a", (1.0,), (1.0,), (1.0,)), "a", ("low", "high")),
        (lambda: Panel("t", "x", "y", (OURS,), "pie"), "kind", ("lines, bars, points", "'pie'")),
        (lambda: Panel("t", "x", "y", (OURS,), "bars", categories=("one",)), "categories", ("1.0",)),
    ],
    ids=["length", "half an interval", "kind", "category"],
)
def test_what_cannot_be_drawn_is_refused(make, argument, facts):
    with refused(argument, *facts):
        make()


@pytest.mark.parametrize(
    ("kinds", "ways"),
    [
        (["lines"], {"marks": (("level", 0.05),), "y_range": (0, 1)}),
        (["points"], {"diagonal": True}),
        (["bars"], {"categories": ("near", "far"), "marks": (("level", 0.05),)}),
        (["bars", "bars"], {"categories": ("a long name of a place", "another long name"), "y_range": (0, 1)}),
        (["lines", "points", "lines", "points", "lines"], {"log_x": True}),
        (["points"], {"categories": ("near", "far")}),
    ],
    ids=["lines", "qq", "bars", "lying bars", "five", "named points"],
)
def test_every_kind_is_drawn_the_same_way_twice(kinds, ways):
    made = panels(*kinds, **ways)
    figure = draw(made)
    first = svg(figure)
    assert svg(draw(made)) == first
    assert "<dc:date>" not in first
    assert len(figure.axes) == len(kinds)


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_files_are_the_same_bytes(ending, tmp_path):
    paths = [save(draw(panels("lines")), tmp_path / f"{number}.{ending}") for number in (1, 2)]
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_file_that_cannot_be_is_refused(tmp_path):
    with refused(str(tmp_path / "figure.gif"), ".svg, .png or .pdf", "'.gif'"):
        save(draw(panels("lines")), tmp_path / "figure.gif")
    with refused(str(tmp_path / "none" / "figure.svg"), os.strerror(errno.ENOENT)):
        save(draw(panels("lines")), tmp_path / "none" / "figure.svg")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_an_interruption_leaves_the_file_that_was_there(ending, tmp_path, monkeypatch):
    path = tmp_path / f"figure.{ending}"
    path.write_text("before")

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with refused(str(path), os.strerror(errno.ENOSPC)):
        save(draw(panels("lines")), path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_axes_of_the_caller_are_used():
    mine = draw(panels("lines", "bars"))
    again = draw(panels("points"), mine.axes[:1])
    assert again is mine


def test_a_name_has_one_look_and_themes_share_no_colour():
    looks = Looks.of([f"learner {number}" for number in range(10)] + ["learner 0"])
    assert len(looks) == 10
    assert len(set(looks.values())) == 10
    for theme in (LIGHT, DARK):
        colours = [theme.ink, theme.soft, theme.faint, theme.paper, *theme.hues]
        assert len(set(colours)) == len(colours)


def test_words_stay_words():
    text = svg(draw(panels("lines", "lines")))
    assert "_a$b$&lt;i&gt;" in text
    assert "published" in text
