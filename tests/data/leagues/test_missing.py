"""Missing cells: refused, or left out by name, never filled."""

import numpy as np
import pytest
from tests.data.leagues.tables import note_of, read
from tests.refusals import refused

from outperform.core import MissingCell, NoteKind


def table_text(gone=None, datasets=10):
    """A wide table of three learners; ``gone`` has the cells that are written otherwise."""
    rows = [
        f"d{at},"
        + ",".join((gone or {}).get((at, name), f"0.{at}{place}") for place, name in enumerate(("a", "b", "c")))
        for at in range(datasets)
    ]
    return "\n".join(["dataset,a,b,c", *rows])


class TestRefuse:
    @pytest.mark.parametrize("cell", ["", "nan", "-", "–", "timeout", "OOM", "n/a"])
    def test_a_missing_cell_is_refused_by_name(self, tmp_path, cell):
        with refused("missing", "d3 × b", cell or "empty cell", 'missing="drop"'):
            read(tmp_path, table_text({(3, "b"): cell}), metric="acc")

    def test_the_first_of_many_are_named(self, tmp_path):
        with refused("missing", "8 cells", "d0 × a", "3 more"):
            read(tmp_path, table_text({(at, "a"): "" for at in range(8)}), metric="acc")

    def test_names_that_are_nearly_the_same_are_pointed_out(self, tmp_path):
        text = "dataset,learner,accuracy\nIris,nb,.9\niris,tree,.8\nwine,nb,.9\nwine,tree,.8\n"
        with refused("missing", "'Iris'", "'iris'", "spell"):
            read(tmp_path, text)

    def test_other_words_are_refused(self, tmp_path):
        with refused("missing", "'impute'", "refuse", "drop"):
            read(tmp_path, table_text(), metric="acc", missing="impute")


class TestDrop:
    def test_cells_stay_empty_and_are_listed_with_their_reason(self, tmp_path):
        gone = {(3, "b"): "timeout", (5, "b"): "", (5, "c"): "–"}
        table = read(tmp_path, table_text(gone), metric="acc", missing="drop")
        assert table.missing == (
            MissingCell("d3", "b", "timeout"),
            MissingCell("d5", "b", "empty cell"),
            MissingCell("d5", "c", "–"),
        )
        found = np.array([scores.values[:, 0, 0] for scores in table.scores])
        assert np.argwhere(np.isnan(found)).tolist() == [[3, 1], [5, 1], [5, 2]]

    def test_a_fifth_may_be_missing(self, tmp_path):
        table = read(tmp_path, table_text({(at, "a"): "" for at in range(2)}), metric="acc", missing="drop")
        assert len(table.missing) == 2

    def test_more_than_a_fifth_is_refused_with_the_learner(self, tmp_path):
        with refused(None, "a (", "3 of 10"):
            read(tmp_path, table_text({(at, "a"): "" for at in range(3)}), metric="acc", missing="drop")

    def test_the_learner_can_be_left_out(self, tmp_path):
        text = table_text({(at, "a"): "" for at in range(3)})
        assert read(tmp_path, text, metric="acc", learners=["b", "c"]).learners == ("b", "c")

    def test_data_sets_without_any_score_are_left_out(self, tmp_path):
        gone = {(4, name): "" for name in "abc"} | {(0, "a"): "", (1, "a"): ""}
        with refused(None, "2 of 9"):
            read(tmp_path, table_text(gone), metric="acc", missing="drop")
        table = read(tmp_path, table_text({(4, name): "" for name in "abc"}), metric="acc", missing="drop")
        assert "d4" not in table.datasets
        assert note_of(table, NoteKind.DATASETS_LEFT_OUT)["names"] == ("d4",)
        assert table.missing == ()

    def test_nothing_left(self, tmp_path):
        gone = {(at, name): "" for at in range(10) for name in "abc"}
        with refused(None, "two data sets"):
            read(tmp_path, table_text(gone), metric="acc", missing="drop")

    def test_absent_rows_of_a_long_table(self, tmp_path):
        rows = [f"d{d},{m},.5" for d in range(6) for m in ("x", "y") if (d, m) != (2, "y")]
        text = "\n".join(["dataset,learner,accuracy", *rows])
        table = read(tmp_path, text, missing="drop")
        assert table.missing == (MissingCell("d2", "y", "no row in the table"),)

    def test_a_column_says_why(self, tmp_path):
        rows = [
            f"d{d},{m},{'' if (d, m) == (2, 'y') else 0.5},{'killed' * (d == 2)}" for d in range(6) for m in ("x", "y")
        ]
        text = "\n".join(["dataset,learner,accuracy,status", *rows])
        assert read(tmp_path, text, missing="drop").missing == (MissingCell("d2", "y", "killed"),)
