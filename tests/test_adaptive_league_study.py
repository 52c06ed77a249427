"""The study of adaptive-league: its rules stop as the procedure does, its files make a page, a killed run goes on."""

import json

import numpy as np
import pytest
from studies.adaptive_league import real, run
from studies.adaptive_league.cells import Cell, Drawn, all_cells
from studies.adaptive_league.page import write
from studies.adaptive_league.paths import KAPPAS, LONGEST, RULES, TERMS, Run
from studies.adaptive_league.tell import _power
from studies.leagues.laws import pairs_of

from outperform.core import stream
from outperform.procedures.leagues import AdaptiveLeague, table_of_values

CELL = Cell("choose", "normal", 1.0, 3, lead=True)


@pytest.mark.parametrize("number", range(3))
def test_a_rule_stops_where_the_procedure_stops(number):
    rng = stream(1, "paths", number)
    drawn, _ = Drawn.of(rng, CELL, 2.0, 14)
    values, pairs = drawn.scores(rng, LONGEST), pairs_of(3)
    stops = Run.of(values, pairs).stops()
    assert tuple(stops) == RULES
    assert (stops["2x10"].repeats, stops["10x10"].repeats) == (2, 10)
    for kappa in KAPPAS:
        procedure, repeats = AdaptiveLeague(kappa=kappa, max_repeats=LONGEST), 2
        while True:
            step = procedure.step(table_of_values([each[:, :repeats] for each in values]), TERMS, pairs)
            if max(step.repeats) == repeats:
                break
            repeats = max(step.repeats)
        stop = stops[f"adaptive, kappa {kappa:g}"]
        assert (stop.repeats, stop.unsettled) == (repeats, step.unsettled)
        np.testing.assert_array_equal(stop.p_flip, step.p_flip)


def test_fresh_splits_share_the_data_sets():
    rng = stream(1, "drawn")
    drawn, means = Drawn.of(rng, Cell("choose", "normal", 3.0, 4, lead=True), 4.0, 400)
    np.testing.assert_allclose(drawn.true.mean(axis=0), means, atol=0.06)  # sd of a mean: 3 * .12 / 20 = .018
    one, two = (drawn.scores(rng, 20) for _ in range(2))
    assert one.shape == (400, 4, 20, 10)
    noise = (one.mean(axis=3) - drawn.true[..., np.newaxis]) / drawn.sd[..., np.newaxis]
    assert noise.std() == pytest.approx(1, abs=0.03)
    assert np.corrcoef(noise.ravel(), ((two.mean(axis=3) - drawn.true[..., None]) / drawn.sd[..., None]).ravel())[
        0, 1
    ] == pytest.approx(0, abs=0.03)


def test_power_counts_the_right_side():
    """Four runs: one pair found rightly in two and wrongly in one, another never."""
    league = {"rule": {"found": [0.25, 0.0], "decided": [0.75, 0.0]}, "truth": {"sides": [1.0, -1.0]}}
    assert _power(league, "rule") == pytest.approx(0.25)


def test_halves_share_no_law_but_their_own():
    chosen, confirmed = ({cell.law for cell in all_cells() if cell.half == half} for half in ("choose", "confirm"))
    assert not chosen & confirmed
    assert len({cell.name for cell in all_cells()}) == len(all_cells())


def test_the_study_writes_its_page_and_goes_on_where_it_was_killed(tmp_path):
    (tmp_path / "real").mkdir()
    for at in range(24):
        np.save(tmp_path / "real" / f"d{at}.npy", 0.7 + 0.1 * np.random.default_rng(at).random((3, real.REPEATS, 10)))
    some = [cell for cell in all_cells() if cell.learners == 2]
    run.run_cells(tmp_path, 1, 3, some[:2])
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.json")}
    run.run_cells(tmp_path, 1, 3, some)
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())
    real.run_real(tmp_path, None, 2)
    docs = tmp_path / "docs"
    docs.mkdir()
    card = write(tmp_path, docs)
    assert json.loads((docs / "adaptive-league.json").read_text()) == card
    text = (docs / "adaptive-league.md").read_text()
    assert "{{" not in text
    assert (docs / "figures" / "adaptive-league-cost.svg").exists()
    assert set(card["rules"]) == {"choose", "confirm", "real"}
