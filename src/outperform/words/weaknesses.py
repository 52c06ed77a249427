"""Known weaknesses in words."""

from collections.abc import Sequence

from outperform.core import Weakness

WORDS = {
    Weakness.ALL_SPLITS_INDEPENDENT: "{slug} takes all splits for independent: it finds differences that are not there,"
    " often",
    Weakness.ERRORS_INDEPENDENT: "one training set, and the two learners' errors are taken for independent",
    Weakness.HALF_SIZE: "answers for training sets of half the size; low power",
    Weakness.LEVEL_AS_MEASURED: "its level holds for the learners and sources that factors were measured on,"
    " not for all",
    Weakness.NOT_CORRECTED: "{slug} is kept for the record: it is not corrected, and wrong for learners that hardly"
    " depend on their data",
    Weakness.ONE_OF_TEN: "its estimate is one of ten differences",
    Weakness.ONE_TRAINING_SET: "one training set: differences between training sets are not seen",
    Weakness.OVERLAPPING_SPLITS: "{slug} takes overlapping splits for independent ones:"
    " it finds differences that are not there",
    Weakness.OVERLAPPING_TRAINING: "{slug} takes overlapping training sets for independent ones:"
    " it is somewhat liberal",
    Weakness.SHARED_DATA: "{slug} is liberal: its ten differences share the data",
    Weakness.SOMEWHAT_LIBERAL: "somewhat liberal: training sets overlap",
    Weakness.THIRD_FALSE: "finds differences that are not there: up to a third of the time at 5%",
    Weakness.UNPAIRED: "{slug} ignores that both learners met the same items:"
    " it errs where they fail on different ones",
    Weakness.UNSTABLE_LEARNERS: "liberal for unstable learners such as decision stumps and nearest neighbours",
}


def weaknesses_words(known: Sequence[Weakness | str], slug: str) -> str:
    """Return what is known against a test or procedure; "" where nothing is.

    Examples
    --------
    >>> weaknesses_words([Weakness.HALF_SIZE, Weakness.ONE_OF_TEN], "5x2-t")
    'answers for training sets of half the size; low power, and its estimate is one of ten differences'
    """
    return ", and ".join(WORDS[each].format(slug=slug) if isinstance(each, Weakness) else each for each in known)
