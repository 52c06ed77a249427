"""What commands that run learners share: their data, and how to run, from what was typed."""

import argparse
from typing import TYPE_CHECKING, Any

from outperform.cli import direction_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outperform.core import Dataset


def load_typed(arguments: argparse.Namespace) -> "Dataset":
    """Load the data, after a look at the learners: their typing errors need no data."""
    import shlex

    from outperform.core import InputError
    from outperform.data import load
    from outperform.learners import are_own, named_learners

    learners = named_learners(arguments.learners, arguments.allow_module, typed=True)
    time = getattr(arguments, "time", None)  # of compare alone
    roles = {"target": arguments.target, "drop": arguments.drop, "groups": arguments.groups, "time": time}
    try:
        return load(arguments.data, **roles, shuffle=arguments.shuffle, texts=are_own(learners.values()))
    except InputError as error:
        joined = next((each for each in arguments.drop if "," in each), None)
        if error.argument != "drop" or joined is None:
            raise
        apart = " ".join(f"--drop {shlex.quote(name.strip())}" for name in joined.split(",") if name.strip())
        raise InputError("drop", f"there is no column {joined!r}; repeat the option for each: {apart}") from None


def ways_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was typed as ``compare`` and ``budget`` take it."""
    return {
        "metric": arguments.metric or None,
        "positive": arguments.positive,
        "encode": arguments.encode,
        "seed": arguments.seed,
        **direction_options.chosen_directions(arguments),
        "on_error": arguments.on_error,
        "fit_timeout": arguments.fit_timeout,
        "fast": not arguments.no_fast,
        **worker_options(arguments),
    }


def own_files(learners: "Sequence[str]") -> list[str]:
    """Return the files of learners that were typed as ``models.py:NAME``."""
    from outperform.learners import is_own, named_of
    from outperform.learners.own import place_of

    specs = [named_of(learner)[1] for learner in learners]
    return [place for place in map(place_of, filter(is_own, specs)) if place.endswith(".py")]


def worker_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was typed of workers as ``compare``, ``budget`` and ``verify`` take it."""
    return {
        "jobs": arguments.jobs,
        "store": arguments.store,
        "store_optional": arguments.store_optional,
        "progress": False if arguments.quiet else "auto",
        "allow_modules": arguments.allow_module,
    }
