"""Run the laws: each has its own streams and its own small file, so a killed run goes on where it stopped."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outperform.core import stream
from studies.evals.run import keep, path_of
from studies.margins.bounds import BOUNDS
from studies.margins.laws import MarginLaw
from studies.margins.rights import RightsLaw, errors, normal_errors

SETS = 40_000
NORMAL = "normal threshold"  # the file of its errors
PART = 1_000_000  # items of the sets that are drawn at a time
MOST = 2_000  # sets


def run_laws(laws: Sequence[MarginLaw], folder: Path, sets: int = SETS) -> None:
    """Run the laws that have no file yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for law in laws:
        path = path_of(folder, f"margin {law.name}")
        if not path.exists():
            started = time.process_time()
            found = run_law(law, sets)
            keep(path, found | {"seconds": time.process_time() - started})
            print(f"{law.name}: {found['shown']}", flush=True)


def run_law(law: MarginLaw, sets: int) -> dict[str, Any]:
    """Count in how many sets each bound shows that the first is not worse by more than the margin."""
    size = max(1, min(MOST, PART // law.units))
    counts: dict[str, int] = {}
    for number, start in enumerate(range(0, sets, size)):
        rng = stream(0, "margins", law.name, number)
        sample = law.draw(rng, min(size, sets - start))
        for name, bound in BOUNDS.items():
            shown = bound(law, sample)
            if shown is not None:
                counts[name] = counts.get(name, 0) + int(shown.sum())
    return {
        "law": law.name,
        "group": law.group,
        "units": law.units,
        "share": law.share,
        "unseen": law.unseen,
        "margin": law.margin,
        "limited": law.limited,
        "sets": sets,
        "shown": {name: count / sets for name, count in counts.items()},
    }


def run_rights(laws: Sequence[RightsLaw], folder: Path) -> None:
    """Enumerate the laws of right and wrong answers that have no file yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for law in laws:
        path = path_of(folder, f"margin {law.name}")
        if not path.exists():
            started = time.process_time()
            found = errors(law)
            named = {
                "law": law.name,
                "items": law.items,
                "margin": law.margin,
                "discordant": law.discordant,
                "planned": law.planned,
            }
            keep(path, named | found | {"seconds": time.process_time() - started})
            print(f"{law.name}: {found}", flush=True)
    path = path_of(folder, NORMAL)
    if not path.exists():
        started = time.process_time()
        keep(path, {"errors": normal_errors(), "seconds": time.process_time() - started})
