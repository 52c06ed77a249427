"""The sentences of Keller, Bengio & Wong (2005) that are checked, word for word, with the page."""

RELIABLE = (
    "The main result is that providing big enough evaluation sets non-parametric tests are relatively reliable in all "
    "conditions. (p. 651)"
)
CLOSENESS = (
    "As it will be seen empirically, the closeness of the compared learning algorithms seems to have an effect on the "
    "resulting quality of the statistical tests: comparing an MLP and an SVM yields less reliable statistical tests "
    "than comparing two SVMs with a different kernel. (p. 652)"
)
CONVERGES = (
    "First of all, as expected, most of the statistical tests are positively influenced by the size of the evaluation "
    "set, in the sense that their αtrue value converges to α for large sample sizes. (p. 656)"
)
VARIANCE = (
    "Note that the same is true for the variance of αtrue (→ 0), and this for any of the α values tested. "
    "(footnote 1, p. 656)"
)
SIMILAR = (
    "On the available results, the McNemar test and the bootstrap test over dCerr have a similar performance. (p. 656)"
)
PESSIMISTIC = (
    "They are always pessimistic even for small evaluation set sizes, and tend to the expected α values when the "
    "models compared on balanced tasks are dissimilar. (p. 656)"
)
SIMILAR_POWER = (
    "They have also a similar performance in Power over all the different conditions, higher in general when comparing "
    "very different models. (p. 656)"
)
F1_SIMILAR = (
    "When the compared models are similar, the bootstrap test over dF1 has a pessimistic behavior even on quite small "
    "evaluation sets. (p. 656)"
)
F1_DIFFERENT = (
    "However, when the models are really different the bootstrap test over dF1 is on average always optimistic. "
    "(p. 656)"
)
WITHIN_STD = (
    "Note nevertheless that most of the points in Figures 1(a) and 1(b) have a standard deviation std, over the "
    "categories, such that αtrue − std < α (see [8] for more details). (p. 656)"
)
F1_POWER = (
    "Another interesting point is that in the available results for the Power, the dF1's bootstrap test have "
    "relatively high values with respect to the other tests. (p. 656)"
)
CONSERVATIVE = (
    "The proportion test have in general, on the available results, a more conservative behavior than the McNemar test "
    "and the dCerr bootstrap test. (p. 656)"
)
LESS_POWER = "It has more pessimistic results and less Power. (p. 656)"
NOT_PRESENT = (
    "However, when comparing close models in a small unbalanced evaluation set (Figure 1(d)), this conservative "
    "behavior is not present. (p. 656)"
)
OPTIMISTIC = (
    "Finally, when applying the proportion test over unbalanced data for close models we obtained an optimistic "
    "behavior, untypical of this usually conservative test. (p. 656)"
)
LOW_POWER = (
    "However both significance test performances in Power are low even for big evaluation sets in particular when the "
    "compared models are close. (p. 656)"
)
F1_SUMMARY = (
    "The bootstrap-based statistical test over dF1 has higher Power than the other compared tests, however it must be "
    "emphasized that it is slightly over-optimistic in particular for small evaluation sets. (p. 656)"
)
FORTUNATELY = (
    "Fortunately, most statistical tests performed reasonably well (in the sense that they were more often pessimistic "
    "than optimistic in their decisions) and larger test sets always improved their performance. (p. 657)"
)
CONSISTENT = (
    "Note however that for dF1 the only available statistical test was too optimistic although consistant for "
    "different levels. (p. 657)"
)
NO_DATA = (
    "The proportion of Type I error equals -1, in Figure 1(b), when there was no data to compute the proportion (ie H0 "
    "was always false). (caption of figure 1)"
)
