"""The study of adaptive-cv runs, at a tiny size, and says what its records hold."""

import json

import numpy as np
from statsmodels.stats.proportion import proportion_confint
from studies.adaptive.families import FAMILIES
from studies.adaptive.page import write
from studies.adaptive.pairs import factors_of
from studies.adaptive.run import Records, path_of, run_family
from studies.adaptive.tell import CellResult, wilson

SMALL = ("training-free, n = 300", "naive Bayes, n = 100", "least squares, squared error, n = 100")


def test_the_study_writes_its_page(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for family in FAMILIES:
        if family.name in SMALL:
            run_family(family, factors_of(family), tmp_path, (12, 2), jobs=1)
    card = write(tmp_path, docs)
    assert {row["family"] for row in card["families"]} == set(SMALL)
    assert json.loads((docs / "adaptive.json").read_text()) == card
    assert "{{" not in (docs / "adaptive.md").read_text()
    assert (docs / "figures" / "adaptive-type-one.svg").exists()


def test_records_are_kept_to_the_bit(tmp_path):
    family = FAMILIES[0]
    run_family(family, factors_of(family), tmp_path, (4, 2), jobs=1)
    first = Records.load(path_of(tmp_path, family, 1, 10))
    run_family(family, factors_of(family), tmp_path / "again", (4, 2), jobs=2)
    again = Records.load(path_of(tmp_path / "again", family, 1, 10))
    np.testing.assert_array_equal(first.decision, again.decision)
    np.testing.assert_array_equal(first.flip, again.flip)


def test_agreement_counts_pairs_of_groups():
    cell = CellResult(np.array([[1, 1, 0, 0], [1, 1, 1, 1], [-1, 1, 0, 0]]), np.ones((3, 4)), np.zeros((3, 4)))
    np.testing.assert_allclose(cell.agreement, [1 / 3, 1, 1 / 6])
    np.testing.assert_allclose(cell.turned[0], [2 / 3] * 4)


def test_wilson_is_statsmodels():
    np.testing.assert_allclose(wilson(7, 120), proportion_confint(7, 120, method="wilson"))
