"""Two tables that many papers judge, and leagues by hand."""

from itertools import combinations

import numpy as np

from outperform.core import LeagueCells

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _table(text, learners):
    return np.array(text.split(), dtype=float).reshape(-1, learners)


# Demšar (2006), Table 6: AUC of C4.5, C4.5+m, C4.5+cf and C4.5+m+cf on 14 data sets of UCI
DEMSAR = _table(
    """
    .763 .768 .771 .798   .599 .591 .590 .569   .954 .971 .968 .967   .628 .661 .654 .657   .882 .888 .886 .898
    .936 .931 .916 .931   .661 .668 .609 .685   .583 .583 .563 .625   .775 .838 .866 .875   1 1 1 1
    .940 .962 .965 .962   .619 .666 .614 .669   .972 .981 .975 .975   .957 .978 .946 .970
    """,
    4,
)

# García & Herrera (2008), Table 2: accuracy of C4.5, 1-NN, naive Bayes, Kernel and CN2 on 30 data sets
GARCIA_HERRERA = _table(
    """
    .219 .202 .249 .165 .261   .803 .750 .813 .692 .798   .859 .814 .845 .542 .816   .809 .774 .673 .275 .785
    .768 .790 .727 .872 .706   .759 .654 .734 .703 .714   .693 .611 .572 .689 .572   .915 .857 .860 .700 .777
    .544 .531 .558 .439 .541   .855 .796 .857 .607 .809   .945 .954 .978 .541 .858   .725 .705 .739 .625 .717
    .674 .736 .721 .356 .704   .801 .357 .520 .309 .520   .785 .770 .841 .659 .759   .906 .359 .895 .641 .918
    .710 .402 .728 .120 .674   .691 .827 .667 .527 .638   .743 .739 .830 .549 .746   .990 .482 .941 .857 .990
    .867 .098 .915 .986 .784   .821 .872 .815 .885 .778   .893 .824 .902 .739 .885   .799 .655 .925 .517 .755
    .845 .731 .693 .653 .704   .741 .701 .591 .663 .619   .799 .994 .603 .269 .621   .949 .955 .989 .770 .954
    .555 .505 .569 .312 .556   .928 .928 .945 .419 .897
    """,
    5,
)


def league(values, error=None):
    """Cells of scores [..., dataset, learner]."""
    values = np.asarray(values, dtype=float)
    datasets, learners = values.shape[-2:]
    return LeagueCells(tuple(f"d{at}" for at in range(datasets)), tuple(LETTERS[:learners]), values, error)


def of_differences(d, base=10.0):
    """A league whose two learners differ by these amounts."""
    d = np.asarray(d, dtype=float)
    return league(np.stack([base + d, np.full(d.shape, base)], axis=-1))


def with_errors(d, se, base=10.0):
    """A league of two learners whose differences have these standard errors."""
    d, se = np.asarray(d, dtype=float), np.asarray(se, dtype=float)
    error = np.zeros((d.size, 2, 2))
    error[:, 0, 0] = se**2
    return league(np.stack([base + d, np.full(d.shape, base)], axis=-1), error)


def all_pairs(learners):
    """The places of all pairs, and their names."""
    places = np.array(list(combinations(range(learners), 2)))
    return places, [(LETTERS[one], LETTERS[other]) for one, other in places]
