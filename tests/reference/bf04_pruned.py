"""How much of what differs in Bouckaert & Frank (2004) is the pruning of the tree: run with OUTPERFORM_DATA set (4 minutes).

The 5x2 cv test with scikit-learn's tree as it is, and pruned: two rows a leaf and ccp_alpha. First on the datasets of
Table 1: datasets consistent and almost consistent, and R, for NB vs tree, NB vs NN, tree vs NN. Then on the networks of
sources 1, 3 and 4 of Table 5, four training sets each: percentage consistent, and how often the test rejects.
It printed:

OUTPUT
"""

import sys

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from outperform.core import seed_at, stream
from outperform.designs import FiveByTwo
from outperform.papers import _bf04_coded, _bf04_uci
from outperform.papers._bf04_networks import cells_of, naive_bayes_says
from outperform.papers._bf04_printed import TABLE_1, summary
from outperform.papers._bf04_simulation import _counts, _differences
from outperform.papers._bf04_sources import SELECTED, draw, network_of
from outperform.significance import FiveByTwoT

PRUNED = ({}, {"min_samples_leaf": 2, "ccp_alpha": 0.005}, {"min_samples_leaf": 2, "ccp_alpha": 0.015})


def grown(seed, **pruned):
    """Make the tree of the library, or a pruned one."""
    return DecisionTreeClassifier(criterion="entropy", random_state=seed, **pruned)


def on_datasets(pruned):
    """Run the test ten times on each dataset of Table 1."""
    plain = _bf04_coded.CodedTree.__init__

    def init(self, nominal, seed):
        plain(self, nominal, seed)
        self._tree = grown(seed, **pruned)

    _bf04_coded.CodedTree.__init__ = init
    said = [
        [_bf04_uci.said_on(row.file, "halves", number, 0)[0, 0] for number in range(10)] for row in TABLE_1.values()
    ]
    _bf04_coded.CodedTree.__init__ = plain
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
    counts = np.array(rejected)
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
            print("  source", source, *on_networks(source, chosen), file=sys.stdout, flush=True)  # noqa: T201
