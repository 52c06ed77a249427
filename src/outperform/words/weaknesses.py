"""Known weaknesses in words."""

from collections.abc import Sequence

from outperform.core import Weakness

FALSE = "it gives too many false positives"
WORDS = {
    Weakness.ALL_SPLITS_INDEPENDENT: "do not rely on this answer: {slug} treats all splits as independent and gives"
    " far too many false positives",
    Weakness.ERRORS_INDEPENDENT: "{slug} uses one training set, and treats the errors of the two learners as"
    " independent",
    Weakness.HALF_SIZE: "{slug} trains on half of the rows, so its answer is about learners with half the data; it has"
    " low power",
    Weakness.LEVEL_AS_MEASURED: "the false positive rate of {slug} was measured on certain learners and data; it may be"
    " higher for others",
    Weakness.NOT_CORRECTED: "{slug} is kept only to reproduce published results: it is not corrected for overlapping"
    " training sets, and is wrong for learners that depend little on their training rows",
    Weakness.ONE_OF_TEN: "its estimate uses only one of the ten differences",
    Weakness.ONE_TRAINING_SET: "{slug} uses one training set, so it does not see how much the result depends on the"
    " training set",
    Weakness.OVERLAPPING_SPLITS: f"{{slug}} treats overlapping splits as independent: {FALSE}",
    Weakness.OVERLAPPING_TRAINING: f"{{slug}} treats overlapping training sets as independent: {FALSE}",
    Weakness.POOL_DEPENDENT: "{slug} decides by mean ranks, which depend on the other learners: in simulations the same"
    " pair with the same scores was found different in 42 %, 0 % or 77 % of leagues, depending on the others",
    Weakness.SHARED_DATA: "{slug} gives too many false positives: its ten differences share the same data",
    Weakness.SOMEWHAT_LIBERAL: "{slug} gives too many false positives, because training sets overlap",
    Weakness.THIRD_FALSE: "{slug} treats overlapping random splits as independent: it gives far too many false"
    " positives",
    Weakness.UNPAIRED: "{slug} ignores that both learners were tested on the same items: it is wrong where they fail on"
    " different ones",
    Weakness.UNSTABLE_LEARNERS: "for decision stumps and nearest neighbours {slug} gives too many false positives",
}


def weaknesses_words(known: Sequence[Weakness | str], slug: str) -> str:
    """Return what is known against a test or procedure; "" where nothing is.

    Examples
    --------
    >>> weaknesses_words([Weakness.UNSTABLE_LEARNERS], "corrected-t")
    'for decision stumps and nearest neighbours corrected-t gives too many false positives'
    """
    said = [WORDS[each].format(slug=slug) if isinstance(each, Weakness) else each for each in known]
    return "; ".join(said)
