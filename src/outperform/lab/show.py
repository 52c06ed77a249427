"""Show what a ledger holds; nothing is run, and no file of the user is loaded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from outperform.core import Note, NoteKind
from outperform.engine.versions import versions
from outperform.lab.kept import Setting
from outperform.lab.keys import procedure_key
from outperform.lab.ledger import Ledger, first_repetitions
from outperform.lab.readings import readings_of
from outperform.lab.records import Records
from outperform.lab.study import Study

STAND_IN = ("corrected-10x10",)  # readings need only records; making the procedure could run a user's file


def known_readings(
    ledger: Ledger, measures: Sequence[str] = (), levels: Sequence[float] = ()
) -> tuple[list[dict[str, Any]], list[Note]]:
    """Return the readings of everything in a ledger so far, and notes on what is not shown.

    Parameters
    ----------
    ledger
        Where to look.
    measures
        Names of the measures; all by default.
    levels
        Significance levels; by default all that were ever asked for.
    """
    settings = list(ledger.settings())
    today = [(setting, _study(setting, levels)) for setting in settings if setting.versions == versions()]
    latest = {(str(study.supply), study.pair, study.seed): (setting, study) for setting, study in today}
    rows = []
    for setting, study in latest.values():
        for key, spec, records in _shapes(ledger, setting):
            rows += labelled_readings(study, readings_of(study, {spec: records}, measures, sets=0), {spec: key})
    notes = [*_notes(settings, [setting for setting, _ in latest.values()]), *damage_notes(ledger, again=False)]
    return rows, notes if rows else [*notes, Note.of(NoteKind.NO_READINGS)]


def damage_notes(ledger: Ledger, *, again: bool) -> list[Note]:
    """Return a note about damaged rows of a ledger, if there are some; ``again`` if they were run again."""
    return [Note.of(NoteKind.RECORDS_DAMAGED, rows=ledger.damaged, again=again)] if ledger.damaged else []


def labelled_readings(
    study: Study, rows: Sequence[Mapping[str, Any]], keys: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """Return the readings with their learners, their seed and the key of their procedure."""
    about = {"learners": list(study.pair), "seed": study.seed}
    known = {spec: procedure_key(study, spec) for spec in study.procedures} if keys is None else keys
    return [{**row, **about, "key": known[row["procedure"]]} for row in rows]


def _study(setting: Setting, levels: Sequence[float]) -> Study:
    return Study(setting.source, STAND_IN, setting.learners, levels=tuple(levels) or setting.levels, seed=setting.seed)


def _shapes(ledger: Ledger, setting: Setting) -> Iterator[tuple[str, str, Records]]:
    """Yield key, name and records of each procedure, once per number of repetitions if data sets differ in it."""
    latest = {name: (key, spec, datasets) for key, name, spec, datasets in setting.procedures}
    for key, spec, datasets in latest.values():
        units = ledger.records(setting.key, key)
        whole = max((part.shape[0] for part in units.values()), default=1)  # the last block of several may be short
        parts = [part.first(max(0, datasets - unit * whole)) for unit, part in sorted(units.items())]
        kept = [part for part in parts if part.shape[0] > 0]
        for repetitions in sorted({part.shape[1] for part in kept}, reverse=True):
            enough = [first_repetitions(part, repetitions) for part in kept if part.shape[1] >= repetitions]
            yield key, spec, Records.join(enough, axis=0)


def _notes(settings: Sequence[Setting], shown: Sequence[Setting]) -> Iterator[Note]:
    others = [setting for setting in settings if setting.versions != versions()]
    if others:
        kinds = tuple(dict.fromkeys(setting.versions for setting in others))
        yield Note.of(NoteKind.OTHER_VERSIONS, studies=len(others), versions=kinds)
    earlier = len(settings) - len(others) - len(shown)
    if earlier:
        yield Note.of(NoteKind.CHANGED_DATA, studies=earlier)
    stale = sum(len(each.procedures) - len({name for _, name, _, _ in each.procedures}) for each in shown)
    if stale:
        yield Note.of(NoteKind.CHANGED_PROCEDURES, procedures=stale)
