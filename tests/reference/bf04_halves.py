"""Why the 5x2 cv test comes out otherwise than in Bouckaert & Frank (2004): run with OUTPERFORM_DATA set (5 minutes).

The test with scikit-learn's tree as it is, and pruned: two rows a leaf and ccp_alpha. First on the datasets of Table 1:
datasets consistent and almost consistent, and R, for NB vs tree, NB vs NN, tree vs NN. Then on the networks of sources
1, 3 and 4 of Table 5, four training sets each: percentage consistent, and how often the test rejects. Last, not pruned,
on 60 training sets of source 1 whose attributes are all true with one probability. It printed, when the learners were
copies of those by name (whose tree breaks ties in another order):

not pruned ([[9, 13, 16], [18, 17, 25]], [0.766, 0.791, 0.893])
  source 1 48 0.092
  source 3 42 0.125
  source 4 4 0.304
{'min_samples_leaf': 2, 'ccp_alpha': 0.005} ([[7, 13, 18], [11, 17, 20]], [0.709, 0.791, 0.878])
  source 1 52 0.065
  source 3 46 0.112
  source 4 17 0.233
{'min_samples_leaf': 2, 'ccp_alpha': 0.015} ([[8, 13, 16], [13, 17, 21]], [0.719, 0.791, 0.869])
  source 1 65 0.045
  source 3 42 0.121
  source 4 17 0.229
probability 0.5 47 0.072
probability 0.2 42 0.098
probability 0.1 55 0.063
probability 0.05 65 0.045
probability 0.02 67 0.043
"""

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from outperform.core import seed_at, stream
from outperform.designs import FiveByTwo
from outperform.papers.bouckaert_frank_2004 import uci
from outperform.papers.bouckaert_frank_2004.networks import BITS, cells_of, naive_bayes_says
from outperform.papers.bouckaert_frank_2004.printed import printed_tables, summary
from outperform.papers.bouckaert_frank_2004.simulation import _counts, _differences, _scores
from outperform.papers.bouckaert_frank_2004.sources import SELECTED, draw, network_of
from outperform.significance import FiveByTwoT

PRUNED = ({}, {"min_samples_leaf": 2, "ccp_alpha": 0.005}, {"min_samples_leaf": 2, "ccp_alpha": 0.015})


def grown(seed, **pruned):
    """Make the tree of the library, or a pruned one."""
    return DecisionTreeClassifier(criterion="entropy", random_state=seed, **pruned)


def on_datasets(pruned):
    """Run the test ten times on each dataset of Table 1."""
    settings = ", ".join(f"{name}={value}" for name, value in {"criterion": "'entropy'", **pruned}.items())
    specs = ("nb", f"sklearn.tree.DecisionTreeClassifier({settings})", "1nn")
    said = [
        [uci.said_on(specs, row.file, "halves", number, 0)[0, 0, 0] for number in range(10)]
        for row in printed_tables().table_1.values()
    ]
    scores = summary((np.array(said) <= 0.05).sum(axis=1))
    return scores[:2].sum(axis=1).astype(int).tolist(), scores[2].mean(axis=0).round(3).tolist()


def on_networks(source, pruned):
    """Run the test ten times on training sets of a source."""
    rejected = []
    for network in range(len(SELECTED[source])):
        joint = network_of(source, network).joint
        for number in range(4):
            dataset = draw(joint, stream(0, "dataset", source, network, number))
            roots = [seed_at(0, "repetition", source, network, number, repetition) for repetition in range(10)]
            rejected.append(sum(pvalue(dataset, root, pruned) <= 0.05 for root in roots))
    return told(np.array(rejected))


def on_probability(chance):
    """Run the test ten times on training sets without any information."""
    cells = np.prod(np.where(BITS, chance, 1 - chance), axis=1)
    rejected = []
    for number in range(60):
        dataset = draw(np.stack([cells, cells]) / 2, stream(0, "d", number))
        scores = [_scores(dataset, FiveByTwo(), seed_at(0, "r", number, repetition)) for repetition in range(10)]
        rejected.append(sum(FiveByTwoT().arithmetic(_differences(one)).pvalue <= 0.05 for one in scores))
    return told(np.array(rejected))


def told(counts):
    """Return the percentage consistent and the share of rejections."""
    return round(100 * np.mean((counts == 0) | (counts == 10))), round(counts.mean() / 10, 3)


def pvalue(dataset, root, pruned):
    """Run the test once."""
    labels = FiveByTwo().plan(dataset, stream(root, "plan", "kfold")).labels
    tested = np.stack([labels == fold for fold in range(2)], axis=1).reshape(10, -1)
    bayes, cells = naive_bayes_says(_counts(dataset, ~tested)), cells_of(dataset.rows)
    scores = np.empty((2, 10))
    for split, test in enumerate(tested):
        tree = grown(0, **pruned).fit(dataset.rows[~test], dataset.target[~test])
        said = bayes[split, cells[test]], tree.predict(dataset.rows[test])
        scores[:, split] = [np.mean(one == dataset.target[test]) for one in said]
    return float(FiveByTwoT().arithmetic(_differences(scores.reshape(2, 5, 2))).pvalue)


if __name__ == "__main__":
    for chosen in PRUNED:
        print(chosen or "not pruned", on_datasets(chosen), flush=True)  # noqa: T201
        for source in (1, 3, 4):
            print("  source", source, *on_networks(source, chosen), flush=True)  # noqa: T201
    for same in (0.5, 0.2, 0.1, 0.05, 0.02):
        print("probability", same, *on_probability(same), flush=True)  # noqa: T201
