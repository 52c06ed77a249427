"""All contracts: classes of tests that check that a test, design, metric or other entry of yours behaves like ours."""

from typing import Any

from outperform.testing.contract import EntryContract
from outperform.testing.designs import DesignContract, EvenContract, ForwardContract, HalvesContract, SplitterContract
from outperform.testing.differences import DifferenceContract, FisherContract, PosteriorContract, StudentContract
from outperform.testing.items import BootstrapContract, ItemsContract, PairedCountsContract, TimeContract
from outperform.testing.league_procedures import LeagueProcedureContract
from outperform.testing.leagues import LeagueTestContract, PairsTestContract
from outperform.testing.learners import LearnerContract
from outperform.testing.measures import MeasureContract
from outperform.testing.metrics import ClassMetricContract, MetricContract, NumberMetricContract
from outperform.testing.omnibus import OmnibusContract
from outperform.testing.papers import PaperContract
from outperform.testing.procedures import ProcedureContract
from outperform.testing.sequential import SequentialContract
from outperform.testing.significance import SignificanceContract
from outperform.testing.sources import CountSourceContract, ItemSourceContract, LeagueSourceContract, SourceContract

__all__ = [
    "CONTRACTS",
    "BootstrapContract",
    "ClassMetricContract",
    "CountSourceContract",
    "DesignContract",
    "DifferenceContract",
    "EntryContract",
    "EvenContract",
    "FisherContract",
    "ForwardContract",
    "HalvesContract",
    "ItemSourceContract",
    "ItemsContract",
    "LeagueProcedureContract",
    "LeagueSourceContract",
    "LeagueTestContract",
    "LearnerContract",
    "MeasureContract",
    "MetricContract",
    "NumberMetricContract",
    "OmnibusContract",
    "PairedCountsContract",
    "PairsTestContract",
    "PaperContract",
    "PosteriorContract",
    "ProcedureContract",
    "SequentialContract",
    "SignificanceContract",
    "SourceContract",
    "SplitterContract",
    "StudentContract",
    "TimeContract",
    "contract_of",
]

CONTRACTS: tuple[type[EntryContract], ...] = (
    *(StudentContract, FisherContract, PosteriorContract, DifferenceContract),
    *(SequentialContract, BootstrapContract, PairedCountsContract, TimeContract, ItemsContract, SignificanceContract),
    *(PairsTestContract, LeagueTestContract, OmnibusContract),
    *(HalvesContract, EvenContract, ForwardContract, SplitterContract, DesignContract),
    *(ClassMetricContract, NumberMetricContract, MetricContract),
    *(CountSourceContract, SourceContract, LeagueSourceContract, ItemSourceContract),
    *(LearnerContract, ProcedureContract, LeagueProcedureContract, MeasureContract, PaperContract),
    EntryContract,
)
"""All contracts, the special before the general."""


def contract_of(entry: Any) -> type[EntryContract]:
    """Return the most specific contract of an entry.

    Examples
    --------
    >>> from outperform.significance import CorrectedT
    >>> contract_of(CorrectedT()).__name__
    'StudentContract'
    """
    return next(contract for contract in CONTRACTS if contract.applies(entry))
