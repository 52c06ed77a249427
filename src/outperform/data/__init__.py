"""Loaders: files, frames, arrays and names of data sets become the types of ``core``; loaded where they are needed."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outperform.data.canonical_rows import canonical, dtypes_of, ids_of, names_of
    from outperform.data.datasets import BUNDLED, load
    from outperform.data.doors import read_evals, read_league
    from outperform.data.evals.evals import Evals, scores_of_evals
    from outperform.data.evals.in_memory import evals_of
    from outperform.data.frames import as_classes, dataset_as_is, dataset_of
    from outperform.data.leagues.doors import league_table_of
    from outperform.data.material import Material, read
    from outperform.data.predictions.labels import aligned, matching_label
    from outperform.data.splits.arrays import ScoreTables
    from outperform.data.splits.tables import only_one, scores_of, tables_of, tables_of_columns
    from outperform.data.table_files import read_columns
    from outperform.data.tables import columns_of, source_name
    from outperform.data.times import in_time_order, time_codes
    from outperform.data.traps import Rarest, rarest, traps_of

_HOMES = {
    "canonical_rows": "canonical dtypes_of ids_of names_of",
    "datasets": "BUNDLED load",
    "doors": "read_evals read_league",
    "evals.evals": "Evals scores_of_evals",
    "evals.in_memory": "evals_of",
    "frames": "as_classes dataset_as_is dataset_of",
    "leagues.doors": "league_table_of",
    "material": "Material read",
    "predictions.labels": "aligned matching_label",
    "splits.arrays": "ScoreTables",
    "splits.tables": "only_one scores_of tables_of tables_of_columns",
    "table_files": "read_columns",
    "tables": "columns_of source_name",
    "times": "in_time_order time_codes",
    "traps": "Rarest rarest traps_of",
}

__all__ = [
    "BUNDLED",
    "Evals",
    "Material",
    "Rarest",
    "ScoreTables",
    "aligned",
    "as_classes",
    "canonical",
    "columns_of",
    "dataset_as_is",
    "dataset_of",
    "dtypes_of",
    "evals_of",
    "ids_of",
    "in_time_order",
    "league_table_of",
    "load",
    "matching_label",
    "names_of",
    "only_one",
    "rarest",
    "read",
    "read_columns",
    "read_evals",
    "read_league",
    "scores_of",
    "scores_of_evals",
    "source_name",
    "tables_of",
    "tables_of_columns",
    "time_codes",
    "traps_of",
]


def __getattr__(name: str) -> object:
    """Load the module of a name when it is first asked for."""
    home = next((home for home, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return globals()[name]
