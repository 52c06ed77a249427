"""A judgement as a row of the JSON."""

from dataclasses import asdict, replace
from typing import Any

from outperform.comparison.plain import direction_fields, plain
from outperform.comparison.tally import tally
from outperform.core import Judgement, Refusal, Replicability
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


def flat_row(verdict: dict[str, Any]) -> dict[str, Any]:
    """Lay out a verdict of the JSON flat: a column per number that can be known."""
    row: dict[str, Any] = {}
    for name, value in verdict.items():
        if name == "wins":
            row |= dict(zip(("wins_first", "ties", "wins_second"), value, strict=True))
        elif name == "probabilities":
            row |= dict(zip(("p_first", "p_equal", "p_second"), value or (None, None, None), strict=True))
        elif name == "effect":
            row |= _flat_effect(value)
        elif name == "fragility":
            row["fragility"] = None if value is None else value["datasets"]
            row["fragility_names"] = None if value is None else "; ".join(value["names"])
        elif name == "notes":
            row["notes"] = "; ".join(value)
        elif name != "p_flip_datasets":
            row[name] = value
    return row


def _flat_effect(effect: dict[str, Any]) -> dict[str, Any]:
    row = {"effect": effect["estimate"]}
    for name in ("interval", "prediction", "prediction_mean"):
        row[f"{name}_low"], row[f"{name}_high"] = effect[name] or (None, None)
    return row | {"tau": effect["tau"], "i2": effect["i2"]}
