"""Keller, Bengio & Wong (2005): statistical tests on the difference of F1 and of errors, on a population of texts."""

from collections.abc import Callable, Mapping

from outperform.papers._agreement import Agreement
from outperform.papers._kbw05_sections import section_2, section_3_1, section_3_2
from outperform.papers._workbench import Workbench

OURS = (
    "'0/0 rejects' and 'H0 is |d| <= .01' are guesses of ours, made after the claims had failed without them; the "
    "claim beside each tells what speaks against it. 'Pessimistic' agrees where no point is shown to lie above α, "
    "which is less than to lie below it."
)


def figure_1(bench: Workbench) -> Agreement:
    """Obtain the size: how often each test rejects where H0 is true."""
    found = (
        "The figures have no printed numbers, so the cells are sentences of the text with rules of ours, and the three "
        "levels of a claim share their evaluation sets: the counts are no score. Most of what is said of McNemar's test "
        "and of the bootstrap over errors comes out, on populations made and on Reuters-21578: no point of theirs is "
        "shown to lie above α, they reach it on balanced tasks with different models, they behave alike, the "
        "proportion test is more conservative and has less power, and power is low between the two SVMs. Three claims "
        "do not come out. (1) The bootstrap over dF1 is not optimistic where H0 is exactly true: at α = .05 its αtrue "
        "lies between .05 and .06 in large sets and far below in small unbalanced ones. So the optimism of the paper "
        "is likely to come from its H0, which cannot have been exactly true. A fixed reach of .01 makes the test "
        "optimistic, but by ever more as N grows (.74 at N = 6000), and McNemar's test with it, which the paper calls "
        "pessimistic: that reach is not its rule either. (2) The proportion test never rejects close models in small "
        "unbalanced sets. It would be optimistic there, most of all in the smallest sets, if a set on which nobody errs "
        "(0/0 in eq. 3) counted as a rejection; but then in panel (b) too, of which the text says nothing. It is a "
        "guess. (3) On Reuters the bootstrap over dF1 has more power than the other tests in unbalanced tasks and "
        "between the SVMs, but not in balanced tasks of SVM against MLP."
    )

    def exhibits(self) -> Mapping[str, Callable[[Workbench], Agreement]]:
        """Give what obtains each figure, and the numbers and claims of the sections."""
        return {
            "section-2": section_2,
            "section-3-1": section_3_1,
            "section-3-2": section_3_2,
            "figure-1": figure_1,
            "figure-2": figure_2,
        }
