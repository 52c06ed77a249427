"""Learners that are exchangeable because their columns are."""

from outperform.core import split_spec


def see_like_blocks(learners: tuple[str, str]) -> bool:
    """Return whether two specs are the same learner, once on each half of the columns.

    Examples
    --------
    >>> see_like_blocks(('block(learner="stump")', 'block(learner="stump", which=2)'))
    True
    >>> see_like_blocks(('block(learner="stump")', 'block(learner="tree", which=2)'))
    False
    """
    (slug, first), (other, second) = (split_spec(learner) for learner in learners)
    seen = first.pop("which", 1), second.pop("which", 1)
    halves = first.pop("of", 2) == second.pop("of", 2) == 2
    return slug == other == "block" and first == second and halves and sorted(seen) == [1, 2]
