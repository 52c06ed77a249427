"""How every benchmark measures: CPU seconds, interleaved rounds, medians, ratios."""

import os
import time
from collections.abc import Callable, Sequence
from statistics import median


def cpu(function: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    function()
    return time.process_time() - start


def medians(functions: Sequence[Callable[[], object]], rounds: int = 7) -> list[float]:
    """Median CPU seconds of each function over interleaved rounds, so that load falls on all alike."""
    times = [[cpu(function) for function in functions] for _ in range(rounds)]
    return [median(column) for column in zip(*times, strict=True)]


def show(name: str, ratio: float, limit: float, *, at_least: bool = True) -> None:
    """Print a ratio beside its limit."""
    met = ratio >= limit if at_least else ratio <= limit
    sign = ">=" if at_least else "<="
    load = os.getloadavg()[0]
    print(f"{'met   ' if met else 'MISSED'}  {name:<70} {ratio:10.2f}x  (wanted {sign} {limit:g}x; load {load:.1f})")
