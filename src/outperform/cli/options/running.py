"""Options about how to run: seeds, failures, workers, the store, whose code may run; and the pilot of a budget."""

import argparse

from outperform.cli.options.option import Option, number_option, switch_option, typed_option


def _seed(text: str) -> int | str:
    try:
        return text if text == "data" else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number or data, got {text[:80]!r}") from None


def _python_file(text: str) -> str:
    from outperform.core.errors import InputError
    from outperform.core.own import check_files

    try:
        check_files([text])
    except InputError as error:
        raise argparse.ArgumentTypeError(error.problem) from None
    return text


def _pilot(flag: str, default: int, about: str) -> Option:
    return number_option(flag, f"{about} (default {default})", int, metavar="N", default=default, rare=True)


RUNNING_OPTIONS = {
    "draws": number_option("--seed", "random seed (default 0)", int, metavar="N", default=0),
    "seed": typed_option(
        "--seed",
        "random seed (default 0); 'data': the splits depend on the rows alone, not on their order",
        type=_seed,
        default=0,
    ),
    "on_error": typed_option(
        "--on-error",
        "when a learner fails: raise stops (default), skip leaves that split out for all learners",
        choices=("raise", "skip"),
        default="raise",
        rare=True,
    ),
    "fit_timeout": number_option(
        "--fit-timeout", "a fit that takes longer counts as failed", metavar="SECONDS", rare=True
    ),
    "no_fast": switch_option("--no-fast", "always refit, even where there is an exact shortcut", rare=True),
    "jobs": number_option("--jobs", "worker processes (default 1; -1 uses all cores)", int, metavar="N"),
    "store": typed_option("--store", "keep every fit in this file, and reuse the fits in it", metavar="FILE"),
    "store_optional": switch_option(
        "--store-optional",
        "run without the store where it cannot be used (default: stop before the first fit)",
        rare=True,
    ),
    "allow_module": typed_option(
        "--allow-module", "{allow_module}; may be repeated", metavar="NAME", action="append", default=[], rare=True
    ),
    "allow_file": typed_option(
        "--allow-file",
        "run {own_code} in this Python file; may be repeated (default: they are not run)",
        metavar="FILE.py",
        action="append",
        type=_python_file,
        default=[],
        rare=True,
    ),
    "quiet": switch_option("--quiet", "show no progress", rare=True),
    "verbose": typed_option("--verbose", "log what is run; twice: every fit", action="count", default=0, rare=True),
    "results": typed_option(
        "--store", "keep the results in this file, and do not compute again what is there", metavar="FILE.db"
    ),
    "budget": typed_option(
        "--budget",
        "quick: at most a minute per table, or it says how long (default); standard: an hour for all papers on two"
        " cores; published: as many trials as the paper, up to days",
        choices=("quick", "standard", "published"),
        default="quick",
    ),
    # the pilot of a budget
    "repeats": _pilot("--repeats", 3, "repeats of cross-validation in the pilot"),
    "folds": _pilot("--folds", 10, "folds per repeat"),
    "seeds": _pilot("--seeds", 2, "learner seeds; 1 does not measure their noise"),
    "halvings": _pilot("--halvings", 0, "halvings that measure data noise"),
}
WORKERS = "jobs store store_optional allow_module quiet verbose"  # they change no result
FITS = f"seed fit_timeout no_fast {WORKERS}"
