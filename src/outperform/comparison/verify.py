"""Run a comparison again from its manifest, and check that the result is the same."""

import math
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outperform.comparison.compare import contested
from outperform.comparison.manifest import check_manifest, data_of, decision_rows, scores_digest
from outperform.comparison.manifest_learners import OBJECT, manifest_learners
from outperform.comparison.plain import store_use
from outperform.comparison.result import Comparison
from outperform.comparison.seal import SEAL, broken
from outperform.comparison.terms import DEFAULT, Terms
from outperform.core import InputError, Learner, Note, NoteKind, Procedure
from outperform.core.own import check_files, check_modules, is_allowed
from outperform.engine import Contest, Ways
from outperform.engine.versions import version_of_each
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures.combination import Combination
from outperform.significance.own import OBJECT as FUNCTION
from outperform.significance.own import file_of, is_own
from outperform.surface import option
from outperform.visible import visible
from outperform.words.data_notes import some_words
from outperform.words.lines import filled
from outperform.words.notes import note_words
from outperform.words.verdicts import sentence

STORED = (
    *(NoteKind.STORE_USED, NoteKind.STORE_OUTDATED, NoteKind.STORE_DAMAGED, NoteKind.STORE_FROZEN),
    *(NoteKind.STORE_LOST, NoteKind.CODE_CHANGED, NoteKind.UNSTORED_CODE, NoteKind.UNSTORED_FITS),
)
"""Notes about the fits that the check rests on."""
_SHOWN = 5  # columns that are named


@dataclass(frozen=True, eq=False)
class Verification:
    """What differs from a manifest, remarks about versions and learners, and the comparison that was run now."""

    differences: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    comparison: Comparison | None = None  # None where the data differ, and nothing was run

    @property
    def same(self) -> bool:
        """Whether data, decisions and every bit of the scores are the same."""
        return not self.differences

    def __str__(self) -> str:
        """Return the answer, then the verdicts, then the remarks."""
        holds = ["verified: same data, same decisions, same scores"]
        head = [f"not verified: {difference}" for difference in self.differences] or holds
        judgements = () if self.comparison is None else self.comparison.judgements
        parts = [
            *(filled(line, then="  ") for line in head),
            *(filled(f"{sentence(each)}.", "  ", "    ") for each in judgements),
            *(filled(remark, "note: ", "  ") for remark in self.remarks),
        ]
        return visible("\n".join(line for lines in parts for line in lines))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: what ``--json`` prints."""
        found = [] if self.comparison is None else decision_rows(self.comparison)
        return {
            "same": self.same,
            "differences": list(self.differences),
            "remarks": list(self.remarks),
            "decisions": found,
            "store": None if self.comparison is None else store_use(self.comparison.notes),
        }


def verify(
    manifest: Mapping[str, Any],
    X: Any,
    y: Any = None,
    *,
    learners: Any = None,
    groups: Any = None,
    jobs: int | None = None,
    store: str | Path | None = None,
    store_optional: bool = False,
    progress: bool | str = "auto",
    allow_modules: Iterable[str] = (),
    allow_files: Iterable[str | Path] = (),
    time: Any = None,
    drop: str | Iterable[str] = (),
) -> Verification:
    """Run a comparison again from its manifest, and check that data, decisions and scores are the same.

    Parameters
    ----------
    manifest
        What ``Comparison.manifest`` returned, or ``compare --manifest`` wrote.
    X, y
        Rows and target, or a Dataset as ``X`` alone.
    learners
        The learners, under the names of the manifest, where they were given as objects or come from files or modules
        of your own; by default as the manifest names them.
    groups, jobs, store, store_optional, progress, time, drop
        As in ``compare``.
    allow_modules
        As in ``compare``. A learner ``package.module:NAME`` needs the whole name, ``["package.module"]``.
    allow_files
        Python files that may be run if the manifest names a learner or a test in them, ``models.py:make``. Code that a
        manifest names is not run unless it is allowed.

    Examples
    --------
    >>> from outperform import compare
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> manifest = compare(["nb", "stump"], X, y, procedure="blocked-3x2", seed="data").manifest()
    >>> verify(manifest, X[::-1], y[::-1]).same
    True
    """
    told = check_manifest(manifest)
    modules = check_modules(allow_modules)
    named = manifest_learners(told, learners, modules, allow_files)
    _check_test(told["test"], allow_files)
    terms = _terms(told)
    ways = Ways(jobs, store, told["on_error"], told["fit_timeout"], told["fast"], progress, store_optional)
    given = {"metric": told["metrics"], "groups": groups, "seed": told["seed"], "allow_modules": modules}
    given["encode"] = told.get("encode")
    contest = Contest.of(named, X, y, **given, time=time, shuffle=True, drop=drop)
    remarks = tuple(_remarks(told, contest.learners))
    changed = (*_changes(manifest), *_other_files(told, terms))
    others = tuple(_other_data(told["data"], data_of(contest.dataset, contest.seed)))
    if others:
        return Verification((*others, *changed), remarks)
    comparison = contested(contest, terms, ways)
    stored = tuple(_stored_words(note) for note in comparison.notes if note.kind in STORED)
    return Verification((*_other_results(told, comparison), *changed), (*remarks, *stored), comparison)


def _stored_words(note: Note) -> str:
    """Return what is to be known of the store; above all that fits which came from it were not run again."""
    reused = note.kind is NoteKind.STORE_USED and note["reused"]
    return f"{note_words(note)}. They were not run again" if reused else note_words(note)


def _terms(told: Mapping[str, Any]) -> Terms:
    """Return the terms of the manifest."""
    if None in told["metrics"]:
        raise InputError("metric", f"one {OBJECT}")
    if told["procedure"] is None and told["design"] is None:
        raise InputError("design", f"it {OBJECT}")
    chosen = DEFAULT if told["procedure"] is None else PROCEDURES.parse(told["procedure"])
    same = {key: told[key] for key in ("design", "test", "level", "adjust", "baseline")}
    terms = Terms.of(chosen, **same)
    return replace(terms, written=_short(terms.procedure)) if told["procedure"] is not None else terms


def _short(procedure: Procedure) -> str:
    """Write a procedure without the factors that were looked up for its learners."""
    if getattr(procedure, "factors", None) is None:
        return str(procedure)
    return str(replace(procedure, factors=None))  # type: ignore[type-var] # an entry is a dataclass


def _check_test(spec: str | None, allow_files: Iterable[str | Path]) -> None:
    """Raise an InputError for a test that the manifest cannot hold, or whose file the user did not allow."""
    if spec is None or not (is_own(spec) or spec.startswith(FUNCTION)):
        return
    if spec.startswith(FUNCTION):
        raise InputError("test", f"{spec.removeprefix(FUNCTION)} {OBJECT}; name it in a file: test='mine.py:NAME'")
    file = file_of(spec)
    if not is_allowed(file, check_files(allow_files)):
        problem = f"{spec} is code in a file, which is not run because a manifest names it"
        raise InputError("test", f"{problem}; if you trust it, pass {option('allow_files', [file])}")


def _other_files(told: Mapping[str, Any], terms: Terms) -> Iterator[str]:
    """Return which file of a test of the user's own has changed."""
    there = {each["name"]: each["digest"] for each in told["files"]}
    for origin in terms.procedure.origins if isinstance(terms.procedure, Combination) else ():
        if there.get(origin.name) != origin.digest:
            yield f"{origin.name} is not the file of the manifest"


def _changes(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Return which parts of a manifest are not as it was written."""
    parts = broken(manifest) if SEAL in manifest else []
    if parts:
        yield f"the manifest was changed after it was written: {some_words(parts, _SHOWN)}"


def _other_data(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    """Return how the data differ."""
    if here["digest"] == there["digest"]:
        wrong = [*_other_shape(there, here)]  # the digest holds all of these
        if wrong:
            yield f"the manifest was changed: {'; '.join(wrong)}, although its digest is that of these data"
        if here["order"] != there["order"]:
            yield "the rows are in another order, and with a number as seed the splits depend on the order"
        return
    found = [*_other_shape(there, here)] or ["some values differ"]
    if here["dtype"] != there["dtype"]:
        found.append(f"columns are {here['dtype']} here, {there['dtype']} in the manifest")
    yield f"the data differ: {'; '.join(found)}"


def _other_shape(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    if here["rows"] != there["rows"]:
        yield f"{here['rows']} rows here, {there['rows']} in the manifest"
    ours, theirs = ([unicodedata.normalize("NFC", name) for name in each["columns"]] for each in (here, there))
    known, told = set(ours), set(theirs)
    missing, added = [name for name in theirs if name not in known], [name for name in ours if name not in told]
    for word, names in (("are missing", missing), ("are not in the manifest", added)):
        if names:
            yield f"columns {some_words(names, _SHOWN)} {word}"
    if not missing and not added and ours != theirs:
        yield "the columns are in another order"


def _other_results(told: Mapping[str, Any], comparison: Comparison) -> Iterator[str]:
    """Return which decisions, estimates and p-values differ, and whether any bit of the scores does."""
    here = {_pair(each): each for each in decision_rows(comparison)}
    there = {_pair(each): each for each in told["decisions"]}
    if list(here) != list(there):
        yield "the manifest has other pairs"
    for pair in (pair for pair in here if pair in there):
        for key, words in (("decision", "decision"), ("estimate", "estimate"), ("pvalue", "p-value")):
            if not _alike(here[pair][key], there[pair][key]):
                yield f"{pair}: {words} {here[pair][key]} here, {there[pair][key]} in the manifest"
    if scores_digest(comparison) != told["scores"]:
        yield "the scores are not identical"


def _pair(decision: Mapping[str, Any]) -> str:
    return f"{decision['first']} and {decision['second']} in {decision['metric']}"


def _alike(here: Any, there: Any) -> bool:
    """Return whether two values are the same; numbers may differ by rounding."""
    if isinstance(here, float) and isinstance(there, int | float) and abs(there) <= sys.float_info.max:
        return math.isclose(here, there, rel_tol=1e-9, abs_tol=1e-15)
    return bool(here == there)


def _remarks(told: Mapping[str, Any], made: Mapping[str, Learner]) -> Iterator[str]:
    """Return the versions that differ; where none does, the learners that do; and that there is no seal."""
    if SEAL not in told:
        yield "the manifest has no seal, so it is unknown whether it was changed after it was written"
    others = [
        f"{name} is {version} here, {told['versions'].get(name, 'unknown')} in the manifest"
        for name, version in version_of_each().items()
        if told["versions"].get(name) != version
    ]
    yield from others
    for each, learner in zip(told["learners"], made.values(), strict=True):
        if not others and each["fingerprint"] != learner.fingerprint:
            yield f"{each['name']} is not the learner of the manifest: its parameters differ"
