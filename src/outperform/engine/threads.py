"""BLAS on one thread."""

import sys
from functools import lru_cache
from typing import Any

from threadpoolctl import ThreadpoolController


def one_thread() -> Any:
    """Keep BLAS on one thread, in workers and in serial runs: identical results, and no competition for cores."""
    return _controller(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)  # of the process, like the thread pools it controls
def _controller(modules: int) -> ThreadpoolController:
    """Find thread pools: once, and again when more modules are loaded, which may have their own."""
    del modules
    return ThreadpoolController()
