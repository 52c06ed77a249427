"""The papers behind each test, as BibTeX."""

from outperform import __version__
from outperform.comparison.league_references import LEAGUE_BIBTEX
from outperform.core import InputError, did_you_mean, split_spec
from outperform.core.adjust import ADJUSTMENTS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.ranking import CATALOGUE as LEAGUE_TESTS
from outperform.ranking import OMNIBUS
from outperform.significance import CATALOGUE as TESTS

OWN = "outperform"
"""The source of what no paper has: this package, with the studies in its documentation."""
BIBTEX = {
    OWN: f"""\
@software{{outperform,
  author  = {{{{The outperform developers}}}},
  title   = {{Does A Really Outperform {{B}}, and Would Another Random Split Say the Same?}},
  version = {{{__version__}}},
  year    = {{2026}},
  note    = {{Python package, with studies of its procedure adaptive-cv (docs/adaptive.md, docs/truth.md)}}
}}""",
    "dietterich1998": """\
@article{dietterich1998,
  author  = {Thomas G. Dietterich},
  title   = {Approximate Statistical Tests for Comparing Supervised Classification Learning Algorithms},
  journal = {Neural Computation},
  volume  = {10},
  number  = {7},
  pages   = {1895--1923},
  year    = {1998}
}""",
    "mcnemar1947": """\
@article{mcnemar1947,
  author  = {Quinn McNemar},
  title   = {Note on the Sampling Error of the Difference between Correlated Proportions or Percentages},
  journal = {Psychometrika},
  volume  = {12},
  number  = {2},
  pages   = {153--157},
  year    = {1947}
}""",
    "fagerland2013": """\
@article{fagerland2013,
  author  = {Morten W. Fagerland and Stian Lydersen and Petter Laake},
  title   = {The {McNemar} Test for Binary Matched-Pairs Data: Mid-p and Asymptotic Are Better than Exact Conditional},
  journal = {BMC Medical Research Methodology},
  volume  = {13},
  pages   = {91},
  year    = {2013}
}""",
    "nadeau2003": """\
@article{nadeau2003,
  author  = {Claude Nadeau and Yoshua Bengio},
  title   = {Inference for the Generalization Error},
  journal = {Machine Learning},
  volume  = {52},
  number  = {3},
  pages   = {239--281},
  year    = {2003}
}""",
    "bouckaert2004": """\
@inproceedings{bouckaert2004,
  author    = {Remco R. Bouckaert and Eibe Frank},
  title     = {Evaluating the Replicability of Significance Tests for Comparing Learning Algorithms},
  booktitle = {Advances in Knowledge Discovery and Data Mining (PAKDD)},
  series    = {Lecture Notes in Computer Science},
  volume    = {3056},
  pages     = {3--12},
  year      = {2004}
}""",
    "bouckaert2005": """\
@inproceedings{bouckaert2005,
  author    = {Remco R. Bouckaert},
  title     = {Low Replicability of Machine Learning Experiments Is Not a Small Data Set Phenomenon},
  booktitle = {Proceedings of the {ICML}-2005 Workshop on Meta-learning},
  year      = {2005}
}""",
    "keller2005": """\
@inproceedings{keller2005,
  author    = {Mikaela Keller and Samy Bengio and Siew Yeung Wong},
  title     = {Benchmarking Non-Parametric Statistical Tests},
  booktitle = {Advances in Neural Information Processing Systems 18},
  year      = {2005}
}""",
    "diebold1995": """\
@article{diebold1995,
  author  = {Francis X. Diebold and Roberto S. Mariano},
  title   = {Comparing Predictive Accuracy},
  journal = {Journal of Business and Economic Statistics},
  volume  = {13},
  number  = {3},
  pages   = {253--263},
  year    = {1995}
}""",
    "harvey1997": """\
@article{harvey1997,
  author  = {David Harvey and Stephen Leybourne and Paul Newbold},
  title   = {Testing the Equality of Prediction Mean Squared Errors},
  journal = {International Journal of Forecasting},
  volume  = {13},
  number  = {2},
  pages   = {281--291},
  year    = {1997}
}""",
    "alpaydin1999": """\
@article{alpaydin1999,
  author  = {Ethem Alpaydin},
  title   = {Combined 5x2 cv {F} Test for Comparing Supervised Classification Learning Algorithms},
  journal = {Neural Computation},
  volume  = {11},
  number  = {8},
  pages   = {1885--1892},
  year    = {1999}
}""",
    "yildiz2013": """\
@article{yildiz2013,
  author  = {Olcay Taner Y{\\i}ld{\\i}z},
  title   = {Omnivariate Rule Induction Using a Novel Pairwise Statistical Test},
  journal = {IEEE Transactions on Knowledge and Data Engineering},
  volume  = {25},
  pages   = {2105--2118},
  year    = {2013}
}""",
    "grandvalet2006": """\
@techreport{grandvalet2006,
  author      = {Yves Grandvalet and Yoshua Bengio},
  title       = {Hypothesis Testing for Cross-Validation},
  institution = {Universit{\\'e} de Montr{\\'e}al},
  number      = {1285},
  year        = {2006}
}""",
    "wang2014": """\
@article{wang2014,
  author  = {Yu Wang and Ruibo Wang and Huichen Jia and Jihong Li},
  title   = {Blocked 3x2 Cross-Validated t-Test for Comparing Supervised Classification Learning Algorithms},
  journal = {Neural Computation},
  volume  = {26},
  number  = {1},
  pages   = {208--235},
  year    = {2014}
}""",
    "wang2017": """\
@article{wang2017,
  author  = {Ruibo Wang and Yu Wang and Jihong Li and Xingli Yang and Jing Yang},
  title   = {Block-Regularized m x 2 Cross-Validated Estimator of the Generalization Error},
  journal = {Neural Computation},
  volume  = {29},
  number  = {2},
  pages   = {519--554},
  year    = {2017}
}""",
    "benavoli2017": """\
@article{benavoli2017,
  author  = {Alessio Benavoli and Giorgio Corani and Janez Dem{\\v{s}}ar and Marco Zaffalon},
  title   = {Time for a Change: a Tutorial for Comparing Multiple Classifiers through {Bayesian} Analysis},
  journal = {Journal of Machine Learning Research},
  volume  = {18},
  number  = {77},
  pages   = {1--36},
  year    = {2017}
}""",
    "hall1988": """\
@article{hall1988,
  author  = {Peter Hall},
  title   = {On Symmetric Bootstrap Confidence Intervals},
  journal = {Journal of the Royal Statistical Society, Series B},
  volume  = {50},
  number  = {1},
  pages   = {35--45},
  year    = {1988}
}""",
    "delong1988": """\
@article{delong1988,
  author  = {Elizabeth R. DeLong and David M. DeLong and Daniel L. Clarke-Pearson},
  title   = {Comparing the Areas under Two or More Correlated Receiver Operating Characteristic Curves: \
a Nonparametric Approach},
  journal = {Biometrics},
  volume  = {44},
  number  = {3},
  pages   = {837--845},
  year    = {1988}
}""",
    "sun2014": """\
@article{sun2014,
  author  = {Xu Sun and Weichao Xu},
  title   = {Fast Implementation of {DeLong}'s Algorithm for Comparing the Areas Under Correlated Receiver Operating \
Characteristic Curves},
  journal = {IEEE Signal Processing Letters},
  volume  = {21},
  number  = {11},
  pages   = {1389--1393},
  year    = {2014}
}""",
    "bonett2012": """\
@article{bonett2012,
  author  = {Douglas G. Bonett and Robert M. Price},
  title   = {Adjusted {Wald} Confidence Interval for a Difference of Binomial Proportions Based on Paired Data},
  journal = {Journal of Educational and Behavioral Statistics},
  volume  = {37},
  number  = {4},
  pages   = {479--488},
  year    = {2012}
}""",
    "miller2024": """\
@misc{miller2024,
  author = {Evan Miller},
  title  = {Adding Error Bars to Evals: A Statistical Approach to Language Model Evaluations},
  note   = {arXiv:2411.00640},
  year   = {2024}
}""",
    "bell2002": """\
@article{bell2002,
  author  = {Robert M. Bell and Daniel F. McCaffrey},
  title   = {Bias Reduction in Standard Errors for Linear Regression with Multi-Stage Samples},
  journal = {Survey Methodology},
  volume  = {28},
  number  = {2},
  pages   = {169--181},
  year    = {2002}
}""",
    "fisher1935": """\
@book{fisher1935,
  author    = {Ronald A. Fisher},
  title     = {The Design of Experiments},
  publisher = {Oliver and Boyd},
  year      = {1935}
}""",
    "welch1947": """\
@article{welch1947,
  author  = {B. L. Welch},
  title   = {The Generalization of `{Student's}' Problem When Several Different Population Variances Are Involved},
  journal = {Biometrika},
  volume  = {34},
  number  = {1/2},
  pages   = {28--35},
  year    = {1947}
}""",
    "yeh2000": """\
@inproceedings{yeh2000,
  author    = {Alexander Yeh},
  title     = {More Accurate Tests for the Statistical Significance of Result Differences},
  booktitle = {Proceedings of the 18th International Conference on Computational Linguistics (COLING)},
  pages     = {947--953},
  year      = {2000}
}""",
    "robbins1970": """\
@article{robbins1970,
  author  = {Herbert Robbins},
  title   = {Statistical Methods Related to the Law of the Iterated Logarithm},
  journal = {The Annals of Mathematical Statistics},
  volume  = {41},
  number  = {5},
  pages   = {1397--1409},
  year    = {1970}
}""",
    "howard2021": """\
@article{howard2021,
  author  = {Steven R. Howard and Aaditya Ramdas and Jon McAuliffe and Jasjeet Sekhon},
  title   = {Time-Uniform, Nonparametric, Nonasymptotic Confidence Sequences},
  journal = {The Annals of Statistics},
  volume  = {49},
  number  = {2},
  pages   = {1055--1080},
  year    = {2021}
}""",
    "waudbysmith2024": """\
@article{waudbysmith2024,
  author  = {Ian Waudby-Smith and Aaditya Ramdas},
  title   = {Estimating Means of Bounded Random Variables by Betting},
  journal = {Journal of the Royal Statistical Society Series B},
  volume  = {86},
  number  = {1},
  pages   = {1--27},
  year    = {2024}
}""",
} | LEAGUE_BIBTEX

ORIGINS = {slug: entry.origins for some in (TESTS, LEAGUE_TESTS, OMNIBUS) for slug, entry in some.items()}
ORIGINS |= {name: adjustment.origins for name, adjustment in ADJUSTMENTS.items() if adjustment.origins}
"""The papers of each test and adjustment, as keys of BIBTEX; a test states them itself."""


def bibtex_of(name: str) -> str:
    """Return the BibTeX entries of a test, of a procedure's test or of an adjustment.

    Examples
    --------
    >>> print(bibtex_of("5x2-f").splitlines()[1])
      author  = {Ethem Alpaydin},
    """
    slug = split_spec(name)[0]
    if slug == OWN:
        return BIBTEX[OWN]
    if slug not in ORIGINS and slug in PROCEDURES:
        test = PROCEDURES[slug]().card().test
        slug = slug if test is None else test.slug
    if slug not in ORIGINS:
        raise InputError("test", f"{name} is not known; {did_you_mean(slug, {OWN, *ORIGINS, *PROCEDURES})}")
    if not ORIGINS[slug]:
        raise InputError("test", f"{slug} has no paper to cite")
    return "\n\n".join(BIBTEX[key] for key in ORIGINS[slug])
