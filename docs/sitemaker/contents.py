"""The table of contents: what is written by hand in a fixed order, then what was found."""

from collections.abc import Iterable
from pathlib import Path

from outperform.designs import CATALOGUE as DESIGNS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures.leagues import CATALOGUE as LEAGUE_PROCEDURES
from outperform.ranking import CATALOGUE as LEAGUE_TESTS
from outperform.ranking import OMNIBUS
from outperform.significance import CATALOGUE as TESTS
from sitemaker.reference import ROOMS

TUTORIALS = (
    "five-minutes",
    "one-command",
    "own-models",
    "predictions",
    "probabilities",
    "language-models",
    "evaluation-size",
    "release-gate",
    "scores",
    "league",
    "results-table",
    "traps",
    "certify",
    "cluster",
)
# Each where it is there; a page that is not named goes to the end.
PAGES = {
    "adaptive": "How many repeats?",
    "truth": "Does the level hold?",
    "evaluations": "Fixed systems on items",
    "margins": "Not worse: the gate",
    "leagues": "Many data sets",
    "adaptive-league": "Repeats of a league",
    "budget": "Repeats or more data?",
    "canonical": "Splits from the data",
    "gates": "What keeps a gate closed",
    "json": "JSON for other tools",
    "lab": "The lab",
}
BACKGROUND = {"architecture": "Architecture", "glossary": "Glossary"}


def contents(folder: Path) -> list[object]:
    """Return the nav of the pages in a folder; what is not known by name goes in by its title, at the end."""
    papers = sorted(path.stem for path in (folder / "papers").glob("*.md") if path.stem != "index")
    nav: list[object] = [
        {"Home": "index.md"},
        {"Which test?": "which-test.md"},
        {"Tutorials": [f"tutorials/{name}.md" for name in TUTORIALS]},
        {"Gallery": "gallery/index.md"},
        {"Tests": _listed("tests", sorted(TESTS))},
        {"League tests": _listed("league-tests", [*LEAGUE_TESTS, *OMNIBUS])},
        {"Designs": _listed("designs", sorted(DESIGNS))},
        {
            "Procedures": [
                *_listed("procedures", [*sorted(PROCEDURES), *LEAGUE_PROCEDURES]),
                {"Cards": "cards/README.md"},
            ]
        },
        {"Guides": [{title: f"{name}.md"} for name, title in PAGES.items() if (folder / f"{name}.md").exists()]},
        {"Papers reproduced": _listed("papers", papers)},
        {"API reference": _listed("api", ROOMS)},
    ]
    known = {"index", "which-test", *PAGES, *BACKGROUND}
    others = sorted(path.name for path in folder.glob("*.md") if path.stem not in known)
    background = [{title: f"{name}.md"} for name, title in BACKGROUND.items()]
    return [*nav, {"How it is built": [*background, *others]}]


def _listed(folder: str, names: Iterable[str]) -> list[object]:
    return [{"All": f"{folder}/index.md"}, *({name: f"{folder}/{name}.md"} for name in names)]
