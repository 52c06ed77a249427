"""What the papers print, kept in data files beside the code and read when it is needed."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=8)  # of the process: files of the package, one per paper
def printed_file(paper: str) -> dict[str, Any]:
    """Read ``printed.toml`` of a paper's folder."""
    return tomllib.loads(files(f"outperform.papers.{paper}").joinpath("printed.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)  # of the process: a file of the package
def seconds_file() -> dict[str, dict[str, dict[str, float]]]:
    """Read ``seconds.toml``: about how long each table takes, by budget and paper."""
    return tomllib.loads(files("outperform.papers").joinpath("seconds.toml").read_text(encoding="utf-8"))


def frozen(value: Any) -> Any:
    """Return nested lists as tuples."""
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value
