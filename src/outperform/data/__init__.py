"""Loaders: files, frames, arrays and names of data sets become the types of ``core``."""

from outperform.data.bundled import BUNDLED
from outperform.data.canonical import canonical, dtypes_of, ids_of, names_of
from outperform.data.datasets import load
from outperform.data.doors import read_evals, read_league
from outperform.data.evals import Evals, evals_of, scores_of_evals
from outperform.data.frames import as_classes, dataset_as_is, dataset_of
from outperform.data.leagues import league_table_of
from outperform.data.material import Material, read
from outperform.data.predictions.labels import aligned, matching_label
from outperform.data.rare import Rarest, rarest
from outperform.data.splits.tables import ScoreTables, only_one, scores_of, tables_of, tables_of_columns
from outperform.data.table_files import read_columns
from outperform.data.tables import columns_of, source_name
from outperform.data.times import in_time_order, time_codes
from outperform.data.traps import traps_of

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
