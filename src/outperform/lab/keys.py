"""Keys of records: text of all that a record depends on. Equal keys mean equal records."""

from outperform.core import InputError, fingerprint
from outperform.engine.versions import versions
from outperform.lab.spelling import halves_of, is_fixed, parts_of, procedure_from
from outperform.lab.study import Study
from outperform.learners import probes
from outperform.surface import either


def key_of(study: Study) -> str:
    """Return the text of what a record depends on, except its procedure, its unit and its repetition."""
    known = [[learner.fingerprint for learner in probes(spec)] for spec in study.pair]
    if any(text is None for texts in known for text in texts):
        raise InputError(
            "learners",
            f"{' or '.join(study.pair)} cannot be identified by its parameters, so results cannot be saved;"
            f" leave out {either('--store', 'the ledger')}",
        )
    return fingerprint("study", study.supply.fingerprint, list(study.pair), known, study.seed, versions())


def procedure_name(study: Study, spec: str) -> str:
    """Return the canonical name of a procedure."""
    if spec not in study.own:
        return str(procedure_from(spec))
    return f"{study.parts[spec][0]} + {halves_of(spec)[1]}"


def procedure_key(study: Study, spec: str) -> str:
    """Return the key of a procedure: every parameter of it, of its design and of its test.

    For a user's own test it holds the content of the file; for a procedure that adds repeats, the level at which it
    stops.
    """
    rule = study.rules[study.procedures.index(spec)]
    if spec in study.own:
        known = [study.parts[spec][0].full, str(halves_of(spec)[1]), fingerprint(study.own[spec])]
    elif is_fixed(rule):
        known = [rule.full, *(part.full for part in parts_of(rule))]
    else:
        known = [rule.full, f"at {study.levels[0]}"]
    return " | ".join([*known, rule.adjustment])
