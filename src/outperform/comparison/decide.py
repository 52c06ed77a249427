"""From what a test said of each pair to judgements: adjust, decide, note."""

from collections.abc import Sequence

from outperform.comparison.holm import holm
from outperform.core import Decision, Judgement, Posterior, PValue, Replicability, Trial


def judgements_of(
    trials: Sequence[Trial], *, level: float, given: str | None = None, procedure: str | None = None
) -> tuple[Judgement, ...]:
    """Decide each trial at the level; p-values are adjusted by Holm over the pairs of one metric."""
    metrics = dict.fromkeys(trial.scores.metric for trial in trials)
    return tuple(
        judgement
        for metric in metrics
        for judgement in _one_metric([t for t in trials if t.scores.metric == metric], level, given, procedure)
    )


def _one_metric(trials: Sequence[Trial], level: float, given: str | None, procedure: str | None) -> list[Judgement]:
    adjusted = holm([trial.verdict.pvalue for trial in trials])
    stands = [trial.test.replicability(trial.scores, level) for trial in trials]
    return [
        Judgement(
            first=trial.scores.learners[0],
            second=trial.scores.learners[1],
            test=given or str(trial.test),
            metric=trial.scores.metric,
            level=level,
            verdict=trial.verdict,
            pvalue_adjusted=pvalue,
            decision=_decide(trial.verdict, level, pvalue),
            notes=tuple(
                dict.fromkeys([*trial.verdict.notes, *trial.verdict.caveats(level), *trial.notes, *_why(stand)])
            ),
            scores=trial.scores,
            procedure=procedure,
            replicability=stand if isinstance(stand, Replicability) else None,
        )
        for trial, pvalue, stand in zip(trials, adjusted, stands, strict=True)
    ]


def _why(stand: Replicability | str) -> list[str]:
    return [stand] if isinstance(stand, str) else []


def _decide(verdict: PValue | Posterior, level: float, pvalue: float | None) -> Decision:
    return verdict.decide(level, pvalue) if isinstance(verdict, PValue) else verdict.decide(level)
