"""For tests of your own: gates on evaluations, and contracts that check that an entry of yours behaves like ours."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from outperform.testing.gates import assert_not_worse, assert_outperforms

if TYPE_CHECKING:
    from outperform.testing.contracts import (
        CONTRACTS,
        BootstrapContract,
        ClassMetricContract,
        CountSourceContract,
        DesignContract,
        DifferenceContract,
        EntryContract,
        EvenContract,
        FisherContract,
        ForwardContract,
        HalvesContract,
        ItemsContract,
        ItemSourceContract,
        LeagueProcedureContract,
        LeagueSourceContract,
        LeagueTestContract,
        LearnerContract,
        MeasureContract,
        MetricContract,
        NumberMetricContract,
        OmnibusContract,
        PairedCountsContract,
        PairsTestContract,
        PaperContract,
        PosteriorContract,
        ProcedureContract,
        SequentialContract,
        SignificanceContract,
        SourceContract,
        SplitterContract,
        StudentContract,
        TimeContract,
        contract_of,
    )

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
    "assert_not_worse",
    "assert_outperforms",
    "contract_of",
]

_HOMES = dict.fromkeys(
    [name for name in __all__ if not name.startswith("assert_")], "outperform.testing.contracts"
)  # a gate needs no contract, and none of the learners that these load


def __getattr__(name: str) -> Any:
    """Load the contracts when one is first asked for."""
    if name not in _HOMES:
        message = f"module 'outperform.testing' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
