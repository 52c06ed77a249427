"""The doors for files of one kind: the scores of fixed systems on items, and the table of a league."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outperform.core import InputError, LeagueTable, check_path
from outperform.data.directions import Named
from outperform.data.evals.asked import REFUSE, Names
from outperform.data.evals.evals import Evals
from outperform.data.evals.files import listed_paths
from outperform.data.material import ITEMS, LEAGUE, reader_of, said
from outperform.data.named_columns import check_keywords


def read_evals(
    paths: Any,
    *,
    metric: str | None = None,
    filter: str | None = None,
    task: Names = None,
    cluster: str | None = None,
    weights: str | None = None,
    missing: str = REFUSE,
    common: bool = False,
    systems: Names = None,
    lower: Named = None,
    higher: Named = None,
    **columns: str | None,
) -> Evals:
    """Read the scores of fixed systems on items from tables and logs.

    Parameters
    ----------
    paths : path or list of paths
        Tables (.csv, .tsv, .parquet, .xlsx, .jsonl; text also with .gz), samples of lm-evaluation-harness, logs of
        inspect_ai (.json, .eval), runs of HELM, or folders of these; ``-`` is CSV or TSV from standard input.
        ``name=FILE`` names the system; a path that exists is a path first. Several logs of one system and task are
        several samples of the same items.
    metric : str, optional
        The metric to compare, where there are several.
    filter : str, optional
        The filter of lm-evaluation-harness, or the split of HELM.
    task : str or list of str, optional
        The tasks to keep.
    cluster : str, optional
        The column of a table, or the key of a log's metadata, that says which items belong together; "none" ignores a
        column cluster.
    weights : str, optional
        The column of a table that says how much each item counts; by default one called weight, and "none" ignores it.
    missing : {"refuse", "wrong", "drop"}
        What a missing score means: an error, a score of 0, or that the item is left out for all systems.
    common : bool
        Leave out the items that some system lacks.
    systems : str or list of str, optional
        The systems to keep, in this order; in a table with a column per system, the columns that hold their scores.
    lower, higher : str, list of str or bool, optional
        Metrics of which lower, or higher, scores are better, where neither their names nor the logs say it; True is
        the metric that is read. Scores of which lower is better are multiplied by -1; 0 and 1 are
        swapped.
    columns : str, optional
        The columns of a table whose names do not say what they are: ``item_col``, ``system_col``, ``sample_col``,
        ``score_col``, ``task_col``, ``weight_col``.
    """
    check_keywords("read_evals", columns)
    options: dict[str, Any] = {"metric": metric, "filter": filter, "task": task, "cluster": cluster, "weights": weights}
    options |= {"missing": missing, "common": common, "systems": systems, "lower": lower, "higher": higher, **columns}
    found = reader_of(listed_paths(paths)).read(ITEMS.name.lower(), said(options)).content
    assert isinstance(found, Evals)
    return found


def read_league(
    path: str | Path,
    *,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    missing: str = REFUSE,
    lower: Named = None,
    higher: Named = None,
    learners: Sequence[str] | None = None,
    runs: int | None = None,
    spread: str | None = None,
    **columns: str | None,
) -> LeagueTable:
    """Read the scores of learners on data sets from a file.

    Parameters
    ----------
    path : path
        A wide or long table (.csv, .tsv, .parquet, .xlsx, .arff, .jsonl; text also with .gz), Weka's results (CSV or
        ARFF), a table of OpenML's evaluations, or results.csv of the AutoML benchmark; ``-`` is standard input.
    metric : str, optional
        The metric of the scores, or the one to read where there are several.
    higher_is_better : bool, optional
        The direction of a metric whose name does not tell it.
    lower, higher : str, list of str or bool, optional
        The same by the name of the metric; True is the metric that is read.
    missing : {"refuse", "drop"}
        What a missing score means: an error, or that a pair is judged without that data set.
    learners : list of str, optional
        The learners to read, in this order.
    runs : int, optional
        Over how many runs deviations beside the scores are (``0.91 ± 0.02``), where no column says it.
    spread : {"std", "se", "none"}, optional
        What stands beside the scores: deviations, standard errors, or what is not to be used.
    columns : str, optional
        The columns of a table whose names do not say what they are: ``dataset_col``, ``system_col``, ``score_col``.
    """
    check_keywords("read_league", columns)
    check_path("path", path)
    if path is None:
        raise InputError("path", "None is not a path")
    options: dict[str, Any] = {
        "metric": metric,
        "higher_is_better": higher_is_better,
        "missing": missing,
        "learners": learners,
    }
    options |= {"lower": lower, "higher": higher, "runs": runs, "spread": spread, **columns}
    found = reader_of([str(path)]).read(LEAGUE.name.lower(), said(options)).content
    assert isinstance(found, LeagueTable)
    return found
