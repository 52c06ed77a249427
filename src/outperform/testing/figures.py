"""The contract of figures. It needs the extra ``report``, and so is imported by its own name."""

from typing import Any, ClassVar

import numpy as np

from outperform.comparison import Comparison, judge, judge_league
from outperform.comparison.league_result import League
from outperform.core import OutperformError, stream
from outperform.lab import Study, readings_of, run_study
from outperform.report.figures import ComparisonFigure, FigureKind, LeagueFigure, PairFigure, ReadingsFigure, svg
from outperform.report.figures.picture import picture, plot
from outperform.testing.contract import refused


class FigureContract:
    """What every figure must do; the entry is the class. Replace ``make`` for other kinds of figures."""

    role: ClassVar[type] = FigureKind

    def comparison(self, entry: type[FigureKind]) -> Comparison:
        """Return a comparison that the figure can show: three learners on ten repeats of ten folds."""
        del entry
        rng = stream(0, "scores")
        scores = {name: rng.normal(0.8 + 0.02 * place, 0.05, (10, 10)) for place, name in enumerate("abc")}
        judged = judge(scores, "corrected-t", n_train=90, n_test=10)
        assert isinstance(judged, Comparison), "they are scores of splits"
        return judged

    def readings(self) -> list[dict[str, Any]]:
        """Return readings of two procedures on sources that differ in one parameter."""
        found = []
        for source in ("task-one(n=100)", "task-one(step=20, n=100)"):
            study = Study(source, ("5x2-f", "kfold-t"), datasets=30, repetitions=2)
            found += readings_of(study, run_study(study))
        return found

    def league(self, entry: type[FigureKind]) -> League:
        """Return a league that the figure can show: four learners on twelve data sets, with ties."""
        del entry
        rng = stream(0, "league")
        scores = rng.normal(0.8, 0.02, (12, 4)).round(2) + 0.01 * np.arange(4)
        names = [f"set {number}" for number in range(12)]
        table = {
            name: dict(zip(names, column.tolist(), strict=True))
            for name, column in zip(("1nn", "nb", "svm", "tree"), scores.T, strict=True)
        }
        return judge_league(table, metric="accuracy")

    def make(self, entry: type[FigureKind]) -> FigureKind:
        """Make one figure of the class."""
        if issubclass(entry, LeagueFigure):
            return entry.of(self.league(entry))
        if issubclass(entry, ComparisonFigure):
            return entry.of(self.comparison(entry))
        assert issubclass(entry, ReadingsFigure), f"nothing is known that {entry.__name__} could be made of"
        return next(figure for _, figure in entry.each(self.readings()))

    def test_it_says_what_is_shown_and_how_to_read_it(self, entry: type[FigureKind]) -> None:
        """Title, caption and summary are there; the caption is a sentence."""
        made = self.make(entry)
        assert made.title
        assert made.caption.endswith(".")
        assert entry.summary().endswith(".")

    def test_its_numbers_can_be_had(self, entry: type[FigureKind]) -> None:
        """There is a row per thing shown, all with the same columns."""
        frame = self.make(entry).frame()
        assert frame
        assert len({tuple(row) for row in frame}) == 1

    def test_the_same_numbers_are_the_same_bytes(self, entry: type[FigureKind]) -> None:
        """The file changes only if the numbers change."""
        one, two = (svg(picture(self.make(entry))) for _ in range(2))
        assert one == two

    def test_a_figure_of_a_comparison_or_a_league_is_drawn_by_name(self, entry: type[FigureKind]) -> None:
        """It can be drawn on a new figure or on the caller's axes."""
        if issubclass(entry, ComparisonFigure):
            comparison = self.comparison(entry)
            drawn = plot(comparison, entry.slug)
            assert plot(comparison, entry.slug, drawn.axes[0]) is drawn
        if issubclass(entry, LeagueFigure):
            league = self.league(entry)
            drawn = plot(league, entry.slug)
            assert plot(league, entry.slug, drawn.axes[0]) is drawn

    def test_what_does_not_have_its_numbers_is_refused(self, entry: type[FigureKind]) -> None:
        """An unknown pair, or readings of another measure, raise an error or give no figure, never an empty one."""
        if issubclass(entry, ReadingsFigure):
            assert not list(entry.each([row | {"measure": "unheard-of"} for row in self.readings()]))
        if issubclass(entry, PairFigure):
            refused((OutperformError, IndexError), entry.of, self.comparison(entry), 99)

    def test_its_numbers_are_numbers(self, entry: type[FigureKind]) -> None:
        """All numbers that are drawn are finite."""
        for row in self.make(entry).frame():
            assert all(np.isfinite(value) for value in row.values() if isinstance(value, float))
