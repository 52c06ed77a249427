"""Evaluations that several tests share: right and wrong answers by chance, and names that try to break a page."""

import numpy as np
import pandas as pd

HOSTILE = (
    "<script>alert(1)</script>",
    "</table><b>",
    "&amp; \"quoted\" 'single'",
    "x" * 5_000 + "END",
    "שאלה 17",
    "سؤال ‮ 3",
    "問題 四 🧪",
    "=1+1",
)


def answers(items=60, systems=("a", "b"), samples=1, seed=0, leads=(0.2, 0.0), **columns):
    """Rows of right and wrong answers; ``columns`` are functions of the item's number."""
    rng = np.random.default_rng(seed)
    chance = rng.uniform(0.1, 0.8, items)
    leads = [*leads, *(0.0,) * len(systems)]
    return pd.DataFrame(
        [
            {"item": f"q{at}", "system": name, "sample": draw, "score": float(rng.random() < chance[at] + leads[place])}
            | {name: of(at) for name, of in columns.items()}
            for at in range(items)
            for place, name in enumerate(systems)
            for draw in range(samples)
        ]
    )
