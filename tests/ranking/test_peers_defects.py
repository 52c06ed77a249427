"""What other packages get wrong, as tests of our answer; the packages and versions are named beside each."""

import warnings

import numpy as np
import pytest
from scipy.stats import wilcoxon as scipy_wilcoxon
from tests.peers import Peer
from tests.ranking.tables import DEMSAR, all_pairs, league

from outperform.core import Decision
from outperform.core.adjust import adjustment_from
from outperform.ranking import BayesSignedRank, ImanDavenport, Nemenyi, TDatasets, Wilcoxon

baycomp = Peer("baycomp")


def test_a_small_lead_on_every_data_set_is_found():
    # autorank 1.3.0 chooses ANOVA and Tukey's test of unpaired columns: nothing found
    rng = np.random.default_rng(0)
    easy = rng.uniform(0.5, 0.95, 20)
    values = np.column_stack([easy, easy + rng.uniform(-0.005, 0.005, 20), easy + rng.uniform(0.03, 0.04, 20)])
    verdict = Wilcoxon().judge(league(values), 2, 0)
    assert verdict.pvalue == 2.0**-19
    assert verdict.decide(0.05) is Decision.FIRST


def test_the_exact_p_value_with_ties_and_zeros():
    pairs, names = all_pairs(4)
    p = Wilcoxon().outcomes(league(DEMSAR), pairs).pvalue
    # scikit-posthocs 0.17.1, normal with ties: .0648 after Holm
    assert adjustment_from("holm").adjust_many(p, names)[0] == 0.046875
    # scipy's method "exact" takes the law without ties: .0067 and .0093, by how it treats zeros
    assert p[0] == 0.0078125
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = scipy_wilcoxon(DEMSAR[:, 0], DEMSAR[:, 1], zero_method="pratt", method="exact").pvalue
    assert theirs != pytest.approx(p[0], rel=0.05)
    # critdd multiplies scipy's p-values, up to 5.4
    bonferroni = adjustment_from("bonferroni").adjust_many(p, names)
    assert bonferroni[5] == pytest.approx(0.164, abs=0.0005)
    assert bonferroni.max() == 1


def test_the_family_wise_error_stays_at_the_level():
    # aeon 1.6 compares one-sided p-values of all pairs with level / (k - 1): .24
    values = np.random.default_rng(1).normal(size=(1500, 20, 5))
    pairs, names = all_pairs(5)
    p = Wilcoxon().outcomes(league(values), pairs).pvalue
    for adjust in ("shaffer", "holm", "bergmann-hommel"):
        wrong = (adjustment_from(adjust).adjust_many(p, names) <= 0.05).any(axis=-1).mean()
        assert wrong < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 1500)
    assert (p <= 0.05).any(axis=-1).mean() > 0.2  # what the adjustment is for


def test_the_same_order_everywhere_has_a_p_value():
    # scikit-posthocs 0.17.1, Conover's test: nan
    values = np.arange(4) / 10 + np.arange(12)[:, np.newaxis] / 100
    pairs, _ = all_pairs(4)
    for test in (Wilcoxon(), Nemenyi(), TDatasets()):
        p = test.outcomes(league(values), pairs).pvalue
        assert ((p > 0) & (p <= 1)).all()
    assert Wilcoxon().outcomes(league(values), pairs).pvalue.tolist() == [2.0**-11] * 6
    assert ImanDavenport().judge(league(values)).pvalue == pytest.approx(24.0**-11)


def test_a_missing_cell_changes_only_the_pairs_that_it_concerns():
    # scikit-posthocs and baycomp go on with numbers, autorank with nan
    holes = DEMSAR.copy()
    holes[0, 3] = np.nan
    pairs, _ = all_pairs(4)
    for test in (Wilcoxon(), TDatasets()):
        before, after = (test.outcomes(league(each), pairs).pvalue for each in (DEMSAR, holes))
        assert (before == after).tolist() == [3 not in pair for pair in pairs.tolist()]
        assert not np.isnan(after).any()


def test_equal_columns_have_equal_probabilities():
    # baycomp 1.0.3: two_on_multiple(a, a) favours one of them by the rounding of its sums
    column = np.linspace(0.6, 0.9, 20)
    assert sum(baycomp.two_on_multiple(column, column, random_state=0)) == pytest.approx(1)
    same = np.column_stack([column, column])
    assert BayesSignedRank().judge(league(same), 0, 1).probabilities == (0.5, 0, 0.5)
