"""Table 5 of Bouckaert & Frank: percentage of consistent training sets of four data sources."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Floats
from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured, rate_se
from outperform.papers.bouckaert_frank_2004.printed import REPETITIONS, printed_tables
from outperform.papers.bouckaert_frank_2004.rivals import selected
from outperform.papers.bouckaert_frank_2004.runs import told
from outperform.papers.bouckaert_frank_2004.simulation import said_of
from outperform.papers.bouckaert_frank_2004.uci import is_weka, made_by
from outperform.papers.rules import FAR, Bounds, claim, derived, incomparable, number, threshold
from outperform.papers.workbench import Workbench, once

LEVEL = 0.05
TRAINING_SETS = 1000  # the paper's, of each source
PIECE = 5  # datasets a piece of work
MATCHED = 0.25  # percentage points by which the selected networks may miss the printed difference
PERCENT_MATTERS = 10.0
GAIN_MATTERS = 3.0  # percentage points between the printed differences of sources 2 and 3
NETWORK = "the network is not given, and such networks have a standard deviation of {:.1f} points"
NOTES = (
    "The networks of the paper are not given. Source 1 has ten networks of ours, its attributes true with "
    "probabilities that are uniform on (0, 1); sources 2 to 4 have six each, random networks with tables uniform on "
    "(0, 1), selected by the difference in accuracy. The printed network is taken for one more of its kind.",
    "Networks are the unit of our standard errors. The spread over networks of ours is counted in the error of the "
    "printed number too, since its network is not given.",
    threshold(
        PERCENT_MATTERS, "percentage points; the text says of a step from 66.8 to 76.7 that it increases even further"
    ),
    "A number that would be undecided is not comparable where three times the spread over networks alone exceeds that: "
    "no number of training sets could decide it without the network of the paper.",
    "'10-fold cv' is the uncorrected t test; resampling and 10x10 are corrected. Corrected, ten folds would be as "
    "consistent on source 4 as ten runs of resampling, 48.8, and not 90.8.",
)


@dataclass(frozen=True, eq=False)
class Found:
    """What came out for one source."""

    gain: Floats  # [network, dataset], in percent
    consistent: Floats  # [network, dataset, test], 0 or 100

    @property
    def mean(self) -> Floats:
        """Percentage of consistent datasets, by test."""
        mean: Floats = self.consistent.mean(axis=(0, 1))
        return mean

    @property
    def se(self) -> Floats:
        """Its standard error; networks are the unit. It is no less than what so many datasets of one would leave."""
        least = 100 * rate_se(self.mean / 100, self.gain.size)
        found: Floats = np.maximum(_over_networks(self.consistent.mean(axis=1)), least)
        return found

    @property
    def network_spread(self) -> Floats:
        """Standard deviation of the percentage over networks, less what so few datasets of each add."""
        means = self.consistent.mean(axis=1)
        within = (means * (100 - means)).mean(axis=0) / (self.consistent.shape[1] - 1)
        spread: Floats = np.sqrt(np.maximum(means.var(axis=0, ddof=1) - within, 0))
        return spread


def _over_networks(means: Floats) -> Floats:
    se: Floats = means.std(axis=0, ddof=1) / np.sqrt(len(means))
    return se


def table_5(bench: Workbench) -> Agreement:
    """Run five tests on datasets of four sources."""
    maker = made_by()
    sources = _sources(bench, maker)
    counts = ", ".join(f"{found.gain.size} ({len(found.gain)} networks)" for found in sources)
    cells = (*_gains(sources), *_percentages(sources), *_claims(sources))
    title = "Percentage of training sets on which ten repetitions of a test agree"
    notes = (
        told(maker, "NaiveBayes and J48", "nb and tree"),
        _which(maker),
        *NOTES,
        f"Training sets of sources 1 to 4: {counts}; each test {_repetitions(bench)} times.",
    )
    return Agreement("table-5", title, "12", cells, _panels(sources), notes)


def _which(maker: str) -> str:
    """Say which learner is better in the networks."""
    most = 5 if is_weka(maker) else 9  # points, over 400 networks without arrows between attributes
    return (
        "In all networks of sources 2 to 4 the tree is the better learner; the paper does not say which is. Naive "
        "Bayes better by 11 points was not to be had: where attributes do not depend on each other, its best case, it "
        f"gained at most {most} points with 300 rows."
    )


def _repetitions(bench: Workbench) -> int:
    return bench.pick(REPETITIONS, REPETITIONS, REPETITIONS)


@once
def _sources(bench: Workbench, maker: str) -> tuple[Found, ...]:
    chosen = selected(maker)
    sizes = {source: bench.pick(2, 30, 100) if source == 1 else bench.pick(2, 50, 167) for source in chosen}
    units = [
        (maker, source, network, (first, min(first + PIECE, sizes[source])), _repetitions(bench), bench.seed)
        for source, networks in chosen.items()
        for network in range(len(networks))
        for first in range(0, sizes[source], PIECE)
    ]
    said = bench.map(said_of, units, "pieces")
    by_source = {
        source: [part for part, unit in zip(said, units, strict=True) if unit[1] == source] for source in chosen
    }
    return tuple(_found(np.concatenate(by_source[source]), len(networks)) for source, networks in chosen.items())


def _found(said: Floats, networks: int) -> Found:
    rows = said.reshape(networks, -1, said.shape[1])
    pvalues = rows[:, :, 1:].reshape(*rows.shape[:2], -1, len(printed_tables().table_5))
    rejected = (pvalues <= LEVEL).mean(axis=2)
    return Found(100 * rows[:, :, 0], 100.0 * ((rejected == 0) | (rejected == 1)))


def _gains(sources: tuple[Found, ...]) -> list[Cell]:
    cells = []
    for source, (found, printed) in enumerate(zip(sources, printed_tables().gains, strict=True), 1):
        per_set = float(found.gain.std(ddof=1)) / TRAINING_SETS**0.5
        matched = MATCHED / 3**0.5 if source > 1 else 0.0
        cells.append(
            derived(
                number(
                    f"difference in accuracy / source {source}",
                    printed,
                    float(found.gain.mean()),
                    se=float(_over_networks(found.gain.mean(axis=1))),
                    published_se=float(np.hypot(per_set, matched)),
                    unit=0.01 if source > 1 else 0.1,
                    matters=GAIN_MATTERS,
                    reason="networks were selected by it" if source > 1 else "0 by construction",
                )
            )
        )
    return cells


def _percentages(sources: tuple[Found, ...]) -> list[Cell]:
    cells = []
    for place, (test, (*printed, least)) in enumerate(printed_tables().table_5.items()):
        errors = [_printed_se(value, found, place) for value, found in zip(printed, sources, strict=True)]
        for source, (found, value) in enumerate(zip(sources, printed, strict=True)):
            cells.append(_percentage(f"{test} / source {source + 1}", value, errors[source], found, place))
        hardest = min(sources, key=lambda found: found.mean[place])
        cells.append(derived(_percentage(f"{test} / min.", least, errors[printed.index(least)], hardest, place)))
    return cells


def _printed_se(value: float, found: Found, place: int) -> float:
    """Add what 1000 training sets of one network leave open to what another network would change."""
    return float(np.hypot(100 * rate_se(value / 100, TRAINING_SETS), found.network_spread[place]))


def _percentage(key: str, published: float, error: float, found: Found, place: int) -> Cell:
    ours, se, spread = float(found.mean[place]), float(found.se[place]), float(found.network_spread[place])
    cell = number(key, published, ours, se=se, published_se=error, unit=0.1, matters=PERCENT_MATTERS)
    if cell.verdict == "undecided" and FAR * spread > PERCENT_MATTERS:
        return incomparable(key, published, ours, NETWORK.format(spread), se, published_se=error)
    return cell


def _claims(sources: tuple[Found, ...]) -> list[Cell]:
    table = {
        test: [Measured(float(found.mean[place]), float(found.se[place])) for found in sources]
        for place, test in enumerate(printed_tables().table_5)
    }
    least = {test: min(row) for test, row in table.items()}
    rest = {test: row for test, row in table.items() if test != "5x2 cv"}
    easy = {test: min(row[0], row[3]).less(max(row[1], row[2])) for test, row in rest.items()}
    halves = table["5x2 cv"]
    return [
        claim(
            "low consistency",
            "5x2 cv, 10 times resampling and 10-fold cv: rather low",
            {test: least[test] for test in ("5x2 cv", "10 x resampling", "10-fold cv")},
            "minimum over the sources",
            Bounds(below=50),
        ),
        claim(
            "100 times resampling",
            "increases dramatically",
            least["100 x resampling"].less(least["10 x resampling"]),
            "minimum over the sources at 100 runs less that at 10, in points",
            Bounds(at_least=20),
        ),
        claim(
            "10x10 cv",
            "increases even further",
            _further(sources),
            "10x10 cv less 100 times resampling, mean over the sources",
            Bounds(above=0),
        ),
        claim(
            "sources 1 and 4",
            "fewer problems with data sources 1 and 4 (apart from 5x2 cv)",
            easy,
            "the lower of sources 1 and 4 less the higher of 2 and 3",
            Bounds(above=0),
        ),
        claim(
            "5x2 cv on source 4",
            "the 5x2 test has problems with data source 4",
            min(halves[:3]).less(halves[3]),
            "the lowest of the other three sources less source 4",
            Bounds(above=0),
        ),
    ]


def _further(sources: tuple[Found, ...]) -> Measured:
    """Compare on the same networks."""
    names = list(printed_tables().table_5)
    first, second = names.index("corrected 10x10 fold cv"), names.index("100 x resampling")
    gaps = [Measured.over((one.consistent[..., first] - one.consistent[..., second]).mean(axis=1)) for one in sources]
    return Measured(
        float(np.mean([gap.value for gap in gaps])), float(np.linalg.norm([gap.se for gap in gaps]) / len(gaps))
    )


def _panels(sources: tuple[Found, ...]) -> Panels:
    places = (0.0, 1.0, 2.0, 3.0)

    def panel(place: int, test: str) -> Panel:
        means = np.array([found.mean[place] for found in sources])
        reach = 1.96 * np.array([found.se[place] for found in sources])
        low, high = (tuple(np.clip(means + side * reach, 0, 100).tolist()) for side in (-1, 1))
        series = (
            Series("reproduced", places, tuple(means.tolist()), low, high),
            Series("published", places, printed_tables().table_5[test][:4], published=True),
        )
        return Panel(test, "source", "consistent, %", series, categories=("1", "2", "3", "4"), y_range=(0, 100))

    caption = "Training sets on which all repetitions of a test agree, by source"
    return Panels("table-5", caption, tuple(panel(place, test) for place, test in enumerate(printed_tables().table_5)))
