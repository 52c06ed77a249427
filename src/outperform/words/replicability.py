"""How stable a decision is over other splits, or other runs of the systems: the words, by what is drawn anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outperform.core import Judgement, Refusal
from outperform.core.replicability import Over
from outperform.words.numbers import p_short, p_words, span

WHOLE = 0.995  # share from which nothing worth naming is left
UNSTEADY_SPLITS = 0.2  # the same for other splits of the same data
UNSTEADY = 0.1  # share of reruns that decide otherwise from which a sentence says so


@dataclass(frozen=True)
class Anew:
    """What is drawn anew, in words."""

    others: str  # a few words, before "agree"
    what: str  # all of it, after "share of"
    kind: str  # one or two words
    again: str  # a few words, as the subject of a sentence
    again_of: str  # and on what
    not_new: str  # what a share of them is not about
    known: Mapping[str, str]  # heads of what is known, by the fields of a verdict

    @property
    def agree(self) -> str:
        """The name of the share that agrees."""
        return f"{self.others} agree"

    @property
    def about(self) -> str:
        """What such a share is about, which stands beside it."""
        return f"{self.what}, not {self.not_new}"

    @property
    def title(self) -> str:
        """What a section of a page is called."""
        return f"{self.again[:1].upper()}{self.again[1:]}"


def _of_items(what: str, again: str, kind: str, each: str) -> Anew:
    known = {
        "p_flip": f"{again} that would decide otherwise",
        "noise_share": f"share of the variance of the difference that is noise between {each}",
        "p_flip_limit": f"chance of another decision with unlimited {each} of the same items",
        "pvalue_interval": f"p-values of {again} (95 % of them)",
        "samples_needed": f"{each} needed per item, by the share of pairs of reruns that should agree",
    }
    return Anew("other runs", what, kind, again, again, "new items", known)


ANEW: Mapping[Over, Anew] = {
    "splits": Anew(
        "other splits",
        "other random splits of these data",
        "splits",
        "other random splits",
        "other random splits of the same data",
        "new data",
        {
            "p_flip": "other random splits that would decide otherwise",
            "p_flip_limit": "chance that unlimited repeats would decide otherwise",
            "pvalue_interval": "p-values of other random splits (95 % of them)",
            "repeats_needed": "repeats needed, by the share of splits that should agree",
        },
    ),
    "samples": _of_items(
        "other sampling runs of these systems on the same items", "reruns on the same items", "reruns", "samples"
    ),
    "runs": _of_items(
        "fresh runs of these systems on the same items", "fresh runs on the same items", "fresh runs", "runs"
    ),
}


def anew_of(judgements: Sequence[Judgement]) -> Anew:
    """Return the words for what is drawn anew: of the first judgement whose stability is known."""
    known = [each.replicability.over for each in judgements if not isinstance(each.replicability, Refusal)]
    return ANEW[known[0] if known else "splits"]


def noise_words(judgement: Judgement) -> str:
    """Return which share of the variance is noise between samples or runs; "" where nothing is known of it."""
    share, rounded = _noise_share(judgement), noise_short(judgement)
    if share is None:
        return ""
    rest = ", the rest is differences between items" if 0 < share < WHOLE else ""
    return f"{rounded} of the variance of the difference is {_noise(judgement)}{rest}"


def noise_short(judgement: Judgement) -> str:
    """Write the share of the variance that is noise between samples or runs; "" where it is unknown."""
    share = _noise_share(judgement)
    return "" if share is None else rounded(share)


def _noise_share(judgement: Judgement) -> float | None:
    return None if judgement.items is None else judgement.items.noise_share


def _noise(judgement: Judgement) -> str:
    stand = judgement.replicability
    return "noise between runs" if not isinstance(stand, Refusal) and stand.over == "runs" else "sampling noise"


def rounded(share: float) -> str:
    """Write a share in whole percent.

    Examples
    --------
    >>> rounded(0.224), rounded(0.001), rounded(0.0), rounded(0.999)
    ('22 %', 'under 1 %', '0 %', 'over 99 %')
    """
    if 0 < share < 0.005 or WHOLE <= share < 1:
        return "under 1 %" if share < 0.5 else "over 99 %"
    return f"{100 * share:.0f} %"


def is_unsteady(judgement: Judgement) -> bool:
    """Return whether so many other splits, or other runs, would decide otherwise that a sentence says so."""
    if isinstance(judgement.redraws, Refusal):
        return False
    of_one_set = judgement.redraws.over == "splits" and judgement.league is None
    return judgement.redraws.p_flip >= (UNSTEADY_SPLITS if of_one_set else UNSTEADY)


def rerun_words(judgement: Judgement) -> str:
    """Return that many reruns, or other splits, would decide otherwise; "" where few would, or nobody knows."""
    stand = judgement.redraws
    if isinstance(stand, Refusal) or not is_unsteady(judgement):
        return ""
    again = {"splits": ANEW["splits"].what, "samples": "reruns on the same items"}.get(
        stand.over, "fresh runs on the same items"
    )
    many, pvalue = f"about {_in_text(stand.p_flip)} of {again}", judgement.verdict.pvalue
    if pvalue is None:
        told = f"{many[:1].upper()}{many[1:]} would decide otherwise"
    elif pvalue <= judgement.level:  # the share is about the pair's own p-value
        told = f"{p_words(pvalue)}, but {many} would decide otherwise"
    else:
        told = f"{p_words(pvalue)}; {many} would find a difference"
    return told


def _in_text(share: float) -> str:
    """Write a share inside a sentence."""
    return rounded(share).replace(" %", "%")


def known_words(verdict: Mapping[str, Any], over: Over = "splits") -> dict[str, str]:
    """Write what is known of other splits or runs, from the plain values of a verdict."""
    return {words: _value(verdict.get(name)) for name, words in ANEW[over].known.items()}


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{span(*ends)} for {100 * float(key):g} %" for key, ends in value.items())
    if isinstance(value, list | tuple):
        return span(*map(p_short, value))
    if value is None:
        return ""
    return "under 0.1 %" if value < 0.001 else f"{100 * value:.1f} %"
