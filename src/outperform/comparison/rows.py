"""A judgement as a row of the JSON, and the same row flat: for frames and CSV."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from outperform.comparison.plain import direction_fields, plain
from outperform.comparison.tally import tally
from outperform.core import Judgement, Refusal, Replicability, SequentialFacts
from outperform.core.replicability import TARGETS
from outperform.words.notes import notes_words
from outperform.words.verdicts import parameter_words

RAISED = (
    "factor",
    "factor_se",
    "factor_origin",
    "pvalue_nominal",
    "decision_nominal",
    "interval_corrected",
    "fits_correction",
)
PARTS = {
    "interval": ("low", "high"),
    "pvalue_interval": ("pvalue_low", "pvalue_high"),
    "prediction": ("prediction_low", "prediction_high"),
    "prediction_mean": ("prediction_mean_low", "prediction_mean_high"),
    "probabilities": ("p_first", "p_equal", "p_second"),
    "wins": ("wins", "ties", "losses"),
}
"""The columns of what is a list in the JSON."""
LOOKS = tuple(each.name for each in fields(SequentialFacts))
STABLE = ("p_flip", "p_flip_limit", "pvalue_interval", "repeats_needed", "borderline")


def pair_row(judgement: Judgement) -> dict[str, Any]:
    """Return the judgement on a pair over splits or items as JSON has it."""
    verdict, scores = judgement.verdict, judgement.scores
    means = (None, None) if scores is None else map(plain, scores.means.tolist())
    row = {
        "first": judgement.first,
        "second": judgement.second,
        "test": judgement.full_test,
        "metric": judgement.metric,
        **direction_fields(None if scores is None else scores.direction),
        "level": judgement.level,
        "parameter": parameter_words(judgement),
        **dict(zip(("mean_first", "mean_second"), means, strict=True)),
        "null": verdict.null,
        "estimate": plain(verdict.estimate),
        "statistic": plain(verdict.statistic),
        "df": plain(verdict.df),
        "pvalue": plain(verdict.pvalue),
        "pvalue_adjusted": plain(judgement.pvalue_adjusted),
        "adjustment": judgement.adjustment,
        "interval": plain(judgement.interval),
        "probabilities": plain(verdict.probabilities),
        "decision": judgement.decision.value,
        "notes": notes_words(judgement.notes),
        **_raised(judgement),
        **_stable(judgement.replicability),
    }
    row |= {} if judgement.items is None else plain(judgement.items)
    if judgement.procedure is not None and scores is not None:
        row |= {"procedure": judgement.full_procedure, **asdict(tally(scores))}
    return row


def _raised(judgement: Judgement) -> dict[str, Any]:
    """Return the factor of the threshold and what the nominal one says; None where the procedure has no such thing."""
    threshold, nominal = judgement.threshold, judgement.decision_nominal
    if threshold is None or nominal is None:
        return dict.fromkeys(RAISED)
    factor = threshold.factor, threshold.factor_se, threshold.origin.value
    values = *factor, threshold.pvalue_nominal, nominal.value, threshold.corrected, threshold.fits
    return dict(zip(RAISED, values, strict=True))


def _stable(redraws: Replicability | Refusal) -> dict[str, Any]:
    if isinstance(redraws, Refusal):
        return dict.fromkeys(STABLE)
    if redraws.over != "splits":
        redraws = replace(redraws, repeats_needed=None)  # of samples: samples_needed
    values = redraws.p_flip, redraws.p_flip_limit, list(redraws.pvalue_interval), redraws.needed, redraws.borderline
    return dict(zip(STABLE, values, strict=True))


def league_row(judgement: Judgement) -> dict[str, Any]:
    """Return the judgement on a pair over data sets as JSON has it."""
    verdict = judgement.verdict
    return {
        "first": judgement.first,
        "second": judgement.second,
        "test": judgement.full_test,
        "level": judgement.level,
        "datasets": judgement.datasets,
        "wins": list(judgement.wins),
        "statistic": plain(verdict.statistic),
        "pvalue": verdict.pvalue,
        "pvalue_adjusted": judgement.pvalue_adjusted,
        "adjustment": judgement.adjustment,
        "decision": judgement.decision.value,
        "effect": plain(judgement.effect),
        "probabilities": plain(judgement.probabilities),
        "p_flip": judgement.p_flip,
        "p_flip_datasets": None,  # it did not come true (docs/leagues.md); the field stays for readers of the JSON
        "p_flip_pool": judgement.p_flip_pool,
        "fragility": plain(judgement.fragility),
        "notes": notes_words(judgement.notes),
    }


def flat_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Lay out a row of the JSON flat: the columns of frames and of CSV, the same over splits, items and data sets.

    ``estimate, low, high`` are the difference and its interval; ``wins, ties, losses`` count the splits, items or data
    sets on which the first is better, equal or worse; ``fragility`` is how few items or data sets turn the decision.

    Examples
    --------
    >>> flat_row({"estimate": 0.1, "interval": [0.05, 0.15], "flips": {"first": 3, "second": 1, "tied": 6}})
    {'estimate': 0.1, 'low': 0.05, 'high': 0.15, 'wins': 3, 'ties': 6, 'losses': 1}
    >>> flat_row({"wins": [7, 0, 2], "effect": {"estimate": 0.1, "interval": None}, "notes": ["one", "two"]})
    {'wins': 7, 'ties': 0, 'losses': 2, 'estimate': 0.1, 'low': None, 'high': None, 'notes': 'one; two'}
    """
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name in PARTS and not isinstance(value, int):
            flat |= dict(zip(PARTS[name], value or [None] * len(PARTS[name]), strict=True))
        elif name == "effect" and isinstance(value, dict):  # over data sets; over splits it is the standardised one
            flat |= flat_row(value)
        elif name == "flips":
            first, second, tied = (None, None, None) if value is None else value.values()
            flat |= {"wins": first, "ties": tied, "losses": second}
        elif name == "fragility":
            few = value or {"items": None}
            names = few.get("ids", few.get("names"))
            flat["fragility"] = few.get("items", few.get("datasets"))
            flat["fragility_names"] = None if names is None else "; ".join(names)
        elif name in ("repeats_needed", "samples_needed"):
            spans = value or {f"{target:.2f}": None for target in TARGETS}
            for target, span in spans.items():
                flat[f"{name}_{target[2:]}_low"], flat[f"{name}_{target[2:]}_high"] = span or (None, None)
        elif name == "tasks":  # the mean over them
            mean = dict.fromkeys(("items", "estimate", "interval", "pvalue")) if value is None else value["macro"]
            flat["tasks"] = None if value is None else len(value["by_task"])
            flat |= {f"tasks_{part}": flat_row(mean)[part] for part in ("estimate", "low", "high", "pvalue")}
        elif name == "sequential":
            looks = value or dict.fromkeys(LOOKS)
            low, high = looks["interval"] or (None, None)
            flat |= {part: looks[part] for part in LOOKS if part != "interval"}
            flat |= {"sequential_low": low, "sequential_high": high}
        elif name != "p_flip_datasets":
            flat[name] = "; ".join(value) if name == "notes" else value
    return flat
