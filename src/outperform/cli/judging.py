"""How every judging verb runs: read the files as one kind, or as what they are; judge them; print the answer."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outperform.cli import direction_options, verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outperform.comparison import Comparison
    from outperform.core import GateOutcome
    from outperform.data.material import Material

GATES = {"splits": ("first", "second", "equal"), "league": ("first", "second")}  # the others have not-worse, too
TYPED = tuple(
    (
        "n_train n_test truth cluster filter task missing common metric positive test level seed adjust baseline "
        "margin guarantee runs sequential as_they_come rope omnibus spread item_col system_col sample_col "
        "score_col dataset_col task_col weights"
    ).split()
)


def run_judging(arguments: argparse.Namespace) -> "GateOutcome | None":
    """Judge the files, and print what was found."""
    return print_answer(judge_typed(arguments), arguments)


def judge_typed(arguments: argparse.Namespace) -> Any:
    """Judge the files as the kind of the verb, or as what they are; return a Comparison or a League."""
    from dataclasses import replace

    from outperform.comparison.judge import judge_material, read_to_judge

    verdicts.prepare(arguments, typed_paths(arguments))
    if arguments.kind is not None:
        _check_gate(arguments, arguments.kind)
    if arguments.require:
        arguments.sources.check_apart()
    asked = asked_of(arguments)
    material = read_to_judge(arguments.files, arguments.kind, asked)
    _check_gate(arguments, material.kind)
    answer = judge_material(material, asked)
    _check_alone(answer, material, arguments)
    found = arguments.kind is None
    return verdicts.gated(replace(answer, read_as=material.words) if found else answer, arguments)


def typed_paths(arguments: argparse.Namespace) -> list[str]:
    """Return the files without the names of systems before them."""
    from outperform.data.paths import named_path

    sure, truth = bool(arguments.require), getattr(arguments, "truth", None)
    beside = [truth] if arguments.kind in (None, "predictions") and truth and Path(truth).is_file() else []
    if arguments.kind in (None, "items"):
        return [*(named_path(each, sure=sure)[1] for each in arguments.files), *beside]
    return [*(named_path(each, sure=sure)[1] if "=" in each else each for each in arguments.files), *beside]


def asked_of(arguments: argparse.Namespace, more: "Sequence[str]" = ()) -> dict[str, Any]:
    """Return the options that were typed, as functions in Python take them."""
    values = {name: getattr(arguments, name, None) for name in (*TYPED, *more)}
    values |= {"learners": arguments.names, **direction_options.chosen_directions(arguments)}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def _check_gate(arguments: argparse.Namespace, kind: str) -> None:
    """Refuse a gate that material of this kind does not have, and one that needs a margin without one."""
    from outperform.core import InputError

    if kind not in GATES:
        verdicts.check_gate_margin(arguments)
    elif arguments.require and arguments.require not in GATES[kind]:
        from outperform.data.material import KINDS

        known = f"must be one of {', '.join(GATES[kind])} for {KINDS[kind].value[0]}"
        raise InputError("require", f"{known}, got {arguments.require!r}")


def _check_alone(answer: Any, material: "Material", arguments: argparse.Namespace) -> None:
    """Refuse a gate on a single system."""
    from outperform.core import InputError

    if material.kind == "items" and arguments.require and not answer.judgements:
        raise InputError("require", f"needs two systems, but there is one: {answer.scores[0].learners[0]}")


def print_answer(answer: Any, arguments: argparse.Namespace) -> "GateOutcome | None":
    """Print the answer, write what else is asked for, and return what a gate makes of it."""
    from outperform.core import NoteKind
    from outperform.words.notes import notes_words

    if arguments.format == "csv" and answer.kind == "items":
        verdicts.print_text(_flips(answer))
        turned = [note for note in answer.notes if note.kind is NoteKind.LOWER_IS_BETTER]
        print(*(f"note: {words}\n" for words in notes_words(turned)), sep="", end="", file=sys.stderr)
        arguments.format = None
    return verdicts.show(answer, arguments)


def _flips(comparison: "Comparison") -> str:
    """Write a row per item and pair: who gets it right."""
    from outperform.comparison.flips import flip_rows
    from outperform.report.tables.layout import csv_text

    return csv_text([row for judgement in comparison.judgements for row in flip_rows(judgement)])
