"""The papers behind the tests of leagues and the adjustments, as BibTeX."""

LEAGUE_BIBTEX = {
    "wilcoxon1945": """\
@article{wilcoxon1945,
  author  = {Frank Wilcoxon},
  title   = {Individual Comparisons by Ranking Methods},
  journal = {Biometrics Bulletin},
  volume  = {1},
  number  = {6},
  pages   = {80--83},
  year    = {1945}
}""",
    "pratt1959": """\
@article{pratt1959,
  author  = {John W. Pratt},
  title   = {Remarks on Zeros and Ties in the {Wilcoxon} Signed Rank Procedures},
  journal = {Journal of the American Statistical Association},
  volume  = {54},
  number  = {287},
  pages   = {655--667},
  year    = {1959}
}""",
    "demsar2006": """\
@article{demsar2006,
  author  = {Janez Dem{\\v{s}}ar},
  title   = {Statistical Comparisons of Classifiers over Multiple Data Sets},
  journal = {Journal of Machine Learning Research},
  volume  = {7},
  pages   = {1--30},
  year    = {2006}
}""",
    "hartung2001": """\
@article{hartung2001,
  author  = {Joachim Hartung and Guido Knapp},
  title   = {On Tests of the Overall Treatment Effect in Meta-Analysis with Normally Distributed Responses},
  journal = {Statistics in Medicine},
  volume  = {20},
  number  = {12},
  pages   = {1771--1782},
  year    = {2001}
}""",
    "wiksten2016": """\
@article{wiksten2016,
  author  = {Anna Wiksten and Gerta R{\\"u}cker and Guido Schwarzer},
  title   = {{Hartung}--{Knapp} Method Is Not Always Conservative Compared with Fixed-Effect Meta-Analysis},
  journal = {Statistics in Medicine},
  volume  = {35},
  number  = {15},
  pages   = {2503--2515},
  year    = {2016}
}""",
    "higgins2002": """\
@article{higgins2002,
  author  = {Julian P. T. Higgins and Simon G. Thompson},
  title   = {Quantifying Heterogeneity in a Meta-Analysis},
  journal = {Statistics in Medicine},
  volume  = {21},
  number  = {11},
  pages   = {1539--1558},
  year    = {2002}
}""",
    "higgins2009": """\
@article{higgins2009,
  author  = {Julian P. T. Higgins and Simon G. Thompson and David J. Spiegelhalter},
  title   = {A Re-Evaluation of Random-Effects Meta-Analysis},
  journal = {Journal of the Royal Statistical Society: Series A},
  volume  = {172},
  number  = {1},
  pages   = {137--159},
  year    = {2009}
}""",
    "nemenyi1963": """\
@phdthesis{nemenyi1963,
  author = {Peter B. Nemenyi},
  title  = {Distribution-Free Multiple Comparisons},
  school = {Princeton University},
  year   = {1963}
}""",
    "benavoli2016": """\
@article{benavoli2016,
  author  = {Alessio Benavoli and Giorgio Corani and Francesca Mangili},
  title   = {Should We Really Use Post-Hoc Tests Based on Mean-Ranks?},
  journal = {Journal of Machine Learning Research},
  volume  = {17},
  number  = {5},
  pages   = {1--10},
  year    = {2016}
}""",
    "benavoli2014": """\
@inproceedings{benavoli2014,
  author    = {Alessio Benavoli and Francesca Mangili and Giorgio Corani and Marco Zaffalon and Fabrizio Ruggeri},
  title     = {A {Bayesian} {Wilcoxon} Signed-Rank Test Based on the {Dirichlet} Process},
  booktitle = {Proceedings of the 31st International Conference on Machine Learning (ICML)},
  pages     = {1026--1034},
  year      = {2014}
}""",
    "friedman1937": """\
@article{friedman1937,
  author  = {Milton Friedman},
  title   = {The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance},
  journal = {Journal of the American Statistical Association},
  volume  = {32},
  number  = {200},
  pages   = {675--701},
  year    = {1937}
}""",
    "iman1980": """\
@article{iman1980,
  author  = {Ronald L. Iman and James M. Davenport},
  title   = {Approximations of the Critical Region of the {Friedman} Statistic},
  journal = {Communications in Statistics - Theory and Methods},
  volume  = {9},
  number  = {6},
  pages   = {571--595},
  year    = {1980}
}""",
    "holm1979": """\
@article{holm1979,
  author  = {Sture Holm},
  title   = {A Simple Sequentially Rejective Multiple Test Procedure},
  journal = {Scandinavian Journal of Statistics},
  volume  = {6},
  number  = {2},
  pages   = {65--70},
  year    = {1979}
}""",
    "shaffer1986": """\
@article{shaffer1986,
  author  = {Juliet Popper Shaffer},
  title   = {Modified Sequentially Rejective Multiple Test Procedures},
  journal = {Journal of the American Statistical Association},
  volume  = {81},
  number  = {395},
  pages   = {826--831},
  year    = {1986}
}""",
    "bergmann1988": """\
@incollection{bergmann1988,
  author    = {B. Bergmann and G. Hommel},
  title     = {Improvements of General Multiple Test Procedures for Redundant Systems of Hypotheses},
  booktitle = {Multiple Hypotheses Testing},
  publisher = {Springer},
  pages     = {100--115},
  year      = {1988}
}""",
    "garcia2008": """\
@article{garcia2008,
  author  = {Salvador Garc{\\'i}a and Francisco Herrera},
  title   = {An Extension on "Statistical Comparisons of Classifiers over Multiple Data Sets"
             for All Pairwise Comparisons},
  journal = {Journal of Machine Learning Research},
  volume  = {9},
  pages   = {2677--2694},
  year    = {2008}
}""",
}
"""The entries, by key; ``comparison.references.BIBTEX`` has them too."""
