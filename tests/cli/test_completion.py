"""The scripts of shells: commands, options and names are completed from the parser."""

import shutil
import subprocess

import pytest

from outperform.cli.completion import spots_of
from outperform.cli.contents import CATALOGUES, entries_of
from outperform.cli.main import VERBS, make_parser
from outperform.learners import CATALOGUE as LEARNERS
from outperform.learners import RECIPES
from outperform.metrics import CATALOGUE as METRICS
from outperform.metrics.summaries import SUMMARIES, installed_summaries, scorer_summaries

TRY = """
source /dev/stdin <<< "$1"; shift
complete -p outperform
COMP_WORDS=(outperform "$@"); COMP_CWORD=$#
_outperform
echo "${COMPREPLY[*]}"
"""


@pytest.mark.process
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("comp", "compare completion"),
        ("compare nb tree --proced", "--procedure"),
        ("compare nb tree --procedure corrected-1", "corrected-10x10"),
        ("compare nb tree --procedure blocked-3x2 --correct al", "always"),
        ("compare nb tree --metric roc_auc_ovo", "roc_auc_ovo roc_auc_ovo_weighted"),
        ("compare log", "logreg"),
        ("cite mcnemar-m", "mcnemar-midp"),
        ("list fig", "figures"),
        ("lab cal", "calibrate"),
        ("lab measure --measure rej", "rejection"),
        ("scores --format m", "markdown"),
        ("league --test s", "sign"),
        ("league --adjust b", "bergmann-hommel bonferroni"),
        ("cite iman", "iman-davenport"),
        ("scores scores.c", ""),  # a file: bash looks for it itself
    ],
)
def test_bash_completes(run, line, found):
    _, text, _ = run("completion", "bash")
    done = subprocess.run(["bash", "-c", TRY, "bash", text, *line.split()], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout == f"complete -o default -F _outperform outperform\n{found}\n"


def test_every_command_and_option_is_known():
    spots = {spot.command: spot for spot in spots_of(make_parser())}
    assert set(VERBS) <= set(spots[""].plain)
    assert {"lab measure", "compare", "completion"} <= set(spots)
    assert "--procedure" in spots["compare"].options
    assert spots["compare"].values["--store"] == ()
    assert "--quiet" not in spots["compare"].values


def test_zsh_reads_the_script_of_bash_and_fish_has_its_own(run):
    assert run("completion", "zsh")[1] == run("completion", "bash")[1]
    _, out, _ = run("completion", "fish")
    assert "complete -c outperform -n '__fish_seen_subcommand_from lab; and __fish_seen_subcommand_from measure'" in out
    assert all(line.startswith(("#", "complete -c outperform ")) for line in out.splitlines())


@pytest.mark.parametrize("kind", CATALOGUES)
def test_every_kind_has_entries_with_a_line_about_each(kind):
    pytest.importorskip("matplotlib" if kind == "figures" else "numpy")
    entries = entries_of(kind)
    assert entries
    assert all(entry.slug == slug and entry.summary() for slug, entry in entries.items())


def test_names_of_learners_and_metrics_are_completed():
    (spot,) = (spot for spot in spots_of(make_parser(["compare"])) if spot.command == "compare")
    assert spot.values["--baseline"] == tuple(RECIPES)
    assert set(spot.values["--metric"]) == {*METRICS, *SUMMARIES}
    (judge,) = (spot for spot in spots_of(make_parser(["judge"])) if spot.command == "judge")
    assert judge.values["--system"] == ()  # names in a file


def test_another_scikit_learn_has_fewer_or_more_scorers():
    for ours, installed in zip(scorer_summaries(), installed_summaries(), strict=True):
        assert all(ours[name] == line for name, line in installed.items() if name in SUMMARIES)


def test_parameters_that_must_be_given_are_shown(run):
    names = [line.split()[0] for line in run("list", "learners")[1].splitlines() if line.startswith("  ")]
    assert "mlp(hidden=...)" in names
    assert {*RECIPES, *LEARNERS} <= {name.partition("(")[0] for name in names}
