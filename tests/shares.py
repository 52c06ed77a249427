"""A verdict on a share, as a user's own test may have: of the splits that are not tied, those that the first wins."""

from dataclasses import dataclass, replace

from outperform.core import Judgement, Parameter, PValue


@dataclass(frozen=True, kw_only=True)
class Share(PValue):
    ends: tuple[float, float]

    def interval(self, level: float) -> tuple[float, float]:  # noqa: ARG002 - the same at every level
        return self.ends


def with_share(judgement: Judgement, estimate: float, ends: tuple[float, float]) -> Judgement:
    """Return the judgement with a verdict on a share, p = .1."""
    verdict = Share(parameter=Parameter.SHARE_OF_SPLITS, estimate=estimate, statistic=None, pvalue=0.1, ends=ends)
    return replace(judgement, verdict=verdict, decision=verdict.decide(judgement.level))
