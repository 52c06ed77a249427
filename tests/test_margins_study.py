"""The study of margins: its laws have the margin that they say, its bounds are those of the package."""

import json

import numpy as np
import pytest
from studies.margins.bounds import BOUNDS, by_default, by_guarantee
from studies.margins.laws import LAWS, LIMITED, NAMED, OTHER_INPUTS, PLANNED, POWER, SEEN
from studies.margins.page import write
from studies.margins.rights import RightsLaw, errors
from studies.margins.run import run_law, run_laws, run_rights

from outperform import judge_items
from outperform.core import stream
from outperform.significance.sequential_tests import look_order
from outperform.significance.target_bets import mean_above

WITH_LIMIT = (*NAMED, *LIMITED, *OTHER_INPUTS)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_law_has_the_margin_that_it_says(law):
    found = law.draw(stream(0, "laws", law.name), 1500).estimate
    wanted = 0.0 if law in (*POWER, *PLANNED) else -law.margin
    assert abs(found.mean() - wanted) <= 4.5 * found.std(ddof=1) / np.sqrt(found.size) + 0.001  # F1 is biased


def test_there_are_enough_laws_in_which_bad_items_are_seen():
    seen = [law for law in WITH_LIMIT if law.unseen <= SEEN]
    assert len(seen) >= 20
    assert {law.name for law in WITH_LIMIT} - {law.name for law in seen} <= {law.name for law in NAMED}
    assert len({law.name for law in LAWS}) == len(LAWS)


@pytest.mark.parametrize("law", [NAMED[1], LIMITED[0], LIMITED[8]], ids=lambda law: law.name)
def test_the_default_is_that_of_the_package(law):
    """The same decisions on scores between 0 and 1, whose differences are half of those of the law."""
    sample = law.draw(stream(0, "package", law.name), 40)
    assert sample.values is not None
    judged = [
        judge_items({"new": 0.5 + values / 4, "old": 0.5 - values / 4}, margin=law.margin / 2)[0]
        for values in np.clip(sample.values, -1, 1)
    ]
    assert [each.items.not_worse for each in judged] == by_default(law, sample).tolist()


def test_the_guarantee_is_that_of_the_package():
    law = POWER[0]
    sample = law.draw(stream(0, "guarantee"), 20)
    first = by_guarantee(law, sample)
    assert 0.3 < first.mean() < 0.9
    for values in sample.values[:5]:
        table = {"new": 0.5 + values / 4, "old": 0.5 - values / 4}
        judged = judge_items(table, margin=law.margin / 2, guarantee=True)[0]
        ordered = values[look_order(judged.scores)] / 2
        assert judged.items.not_worse == mean_above(ordered, -law.margin / 2, 0.05)


@pytest.mark.parametrize(
    "law", [NAMED[0], NAMED[3], LIMITED[3], LIMITED[17], OTHER_INPUTS[5]], ids=lambda law: law.name
)
def test_the_error_at_the_margin(law):
    """4,000 sets: a standard error of .0034 beside .055."""
    shown = run_law(law, 4000)["shown"]
    assert shown["default"] <= 0.055 + 3 * 0.0036
    assert shown["t alone"] > shown["default"]


def test_right_and_wrong_answers_are_exact():
    found = errors(RightsLaw(36, 0.07, 0.05))
    assert found["error_normal"] == pytest.approx(0.93**36, abs=1e-6)
    assert found["error_exact"] <= 0.05


def test_the_study_writes_its_page_and_goes_on_where_it_stopped(tmp_path):
    laws = [group[0] for group in (NAMED, LIMITED, OTHER_INPUTS, POWER, PLANNED)]
    laws += [law for law in LAWS if law.group == "rarer"][:1]
    rights = [RightsLaw(20, 0.2, 0.1), RightsLaw(24, 0.2, 0.1, planned=True)]
    run_laws(laws, tmp_path / "files", 30)
    before = {path.name: path.read_text() for path in (tmp_path / "files").iterdir()}
    run_laws(laws, tmp_path / "files", 30)
    assert before == {path.name: path.read_text() for path in (tmp_path / "files").iterdir()}
    run_rights(rights, tmp_path / "files")
    card = write(laws, rights, tmp_path / "files", tmp_path)
    assert json.loads((tmp_path / "margins.json").read_text()) == card
    page = (tmp_path / "margins.md").read_text()
    assert "{{" not in page
    assert all(name in page for name in BOUNDS)
