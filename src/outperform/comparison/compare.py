"""Run the learners, judge them, lose nothing: the front door."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from outperform.comparison.contest import Contest, learner_spec, spec_of
from outperform.comparison.decide import judgements_of, unadjusted
from outperform.comparison.result import Comparison
from outperform.comparison.stage import Stage
from outperform.core import (
    CANONICAL,
    Dataset,
    InputError,
    Learner,
    Metric,
    MisfitError,
    Note,
    NoteKind,
    Origin,
    Procedure,
    Scores,
    Seed,
    SignificanceTest,
    as_notes,
    check_level,
    did_you_mean,
    known_weaknesses,
)
from outperform.core.adjust import adjustment_from
from outperform.data import as_classes, canonical, dataset_as_is, dataset_of
from outperform.designs import as_design
from outperform.engine import Runner, Store, StoreError, Ways
from outperform.engine.progress import wanted
from outperform.engine.sqlite import is_frozen
from outperform.learners import learners_of
from outperform.metrics import CountMetric, RowMetric
from outperform.metrics.fitted import scoring_of
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures.combination import Combination
from outperform.significance import CATALOGUE as TESTS
from outperform.words.notes import note_words

DEFAULT = "adaptive-cv"
MOST_CELLS = 20_000_000  # predictions that are kept unasked


def compare(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    procedure: Procedure | str = DEFAULT,
    design: Any = None,
    test: SignificanceTest | str | None = None,
    metric: Any = "accuracy",
    groups: Any = None,
    level: float = 0.05,
    seed: Seed = 0,
    jobs: int | None = None,
    store: str | Path | None = None,
    baseline: str | None = None,
    adjust: str | None = None,
    on_error: Literal["raise", "skip"] = "raise",
    fit_timeout: float | None = None,
    keep: Literal["scores", "predictions"] = "scores",
    fast: bool = True,
    progress: bool | str = "auto",
    allow_modules: Iterable[str] = (),
) -> Comparison:
    """Run learners on data by one procedure and judge every pair.

    Parameters
    ----------
    learners
        A dict or list of scikit-learn estimators or pipelines, short names such as ``"nb"`` and ``"tree"``, or dotted
        class names with literal parameters: ``"sklearn.ensemble.RandomForestClassifier(n_estimators=50)"``.
        Estimators are cloned, never touched.
    X, y
        Rows and target: numpy, pandas, polars; or a Dataset as ``X`` alone.
    procedure
        A procedure or its spec; ``adaptive-cv`` by default. ``outperform list procedures`` shows what there is.
    design, test
        A free combination in place of a procedure: a design, its spec or any scikit-learn splitter, with a test.
    metric
        A scikit-learn scorer name, a scorer or a function of (truth, predictions); or a list of them, all from the
        same fits.
    groups
        The group of each row; rows of one group are never on both sides of a split.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Root of all that is drawn. The same seed gives the same bits, whatever the number of workers. ``"data"`` draws
        nothing: partitions follow from the rows themselves, whatever their order, so that two people with the same
        data get the same bits. Rows are handed to learners in an order of their own, and predictions that are kept
        stand in it: row i is row ``contest.dataset.ids.order[i]`` of ``X``.
    jobs
        Worker processes; None is 1 unless a ``joblib.parallel_config`` is active.
    store
        A file that keeps every fit: what was computed once is never computed again. What a learner warns of is told
        when it is fitted, not again when its fits come from the file.
    baseline
        Judge every other learner against this one, instead of all pairs; it is ``second`` in every pair.
    adjust
        How p-values are adjusted for several pairs: ``"holm"``, ``"bonferroni"`` or ``"none"``; by default as the
        procedure does it, ``bonferroni`` for ``adaptive-cv`` and ``holm`` for all others.
    on_error
        What to do with a learner that fails: ``"raise"``, or ``"skip"`` that split for all learners.
    fit_timeout
        Seconds after which a fit counts as failed.
    keep
        ``"predictions"`` keeps what each learner said of each row.
    fast
        Take the exact fast cross-validation where there is one.
    progress
        ``"auto"`` shows it on terminals and in notebooks.
    allow_modules
        Packages beside scikit-learn that dotted class names may come from.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> print(compare(["nb", "stump"], X, y, procedure="blocked-3x2").judgements[0].decision)
    first
    """
    check_level(level)
    check_seed(seed)
    rule, given = procedure_of(procedure, design, test)
    adjustment = adjustment_from(rule.adjustment if adjust is None else adjust)
    dataset, named = prepared(learners, X, y, groups=groups, seed=seed, allow_modules=allow_modules)
    chosen = rule.settled(named.values())
    ways = Ways(jobs, _timeout(fit_timeout), _choice("on_error", on_error), fast, wanted(progress))
    opened, problem = _open(store)
    with closing(opened) if opened is not None else nullcontext():
        metrics = metrics_of(metric, dataset)
        kept = _choice("keep", keep) == "predictions" or _rows_tell(chosen, metrics, dataset.size * len(named))
        runner = Runner(dataset, named, metrics, seed, kept, opened, ways)
        stage = Stage(runner, level, _pairs(list(named), baseline), adjustment=adjustment.name)
        try:
            trials = chosen.run(stage)
        except MisfitError as error:
            left_out = [note_words(note) for note in runner.notes if note.kind is NoteKind.LEFT_OUT]
            raise MisfitError("; ".join([str(error), *left_out])) from None
    judgements = judgements_of(trials, level=level, procedure=given, full=chosen.full, adjustment=adjustment.name)
    apart = unadjusted(judgements)
    notes = [
        *problem,
        *dataset.notes,
        *fixed(seed, "p_flip"),
        *runner.notes,
        *_known(rule),
        *from_files(chosen.origins),
        *_sizes(trials[0].scores),
        *apart,
    ]
    contest = Contest(
        dataset,
        named,
        specs=tuple(learner_spec(each, made) for each, made in zip(_listed(learners), named.values(), strict=True)),
        procedure=None if isinstance(chosen, Combination) else chosen.full,
        design=spec_of(chosen.design) if isinstance(chosen, Combination) else None,
        test=spec_of(chosen.test) if isinstance(chosen, Combination) else None,
        metrics=tuple(each if isinstance(each, str) else None for each in _several(metric)),
        level=level,
        seed=seed,
        baseline=baseline,
        adjust=adjust,
        on_error=on_error,
        fit_timeout=fit_timeout,
        fast=fast,
        origins=tuple(chosen.origins),
    )
    return Comparison(tuple(stage.tables), judgements, notes=tuple(as_notes(notes)), contest=contest)


def prepared(
    learners: Any, rows: Any, target: Any, *, groups: Any, seed: Seed, allow_modules: Iterable[str]
) -> tuple[Dataset, dict[str, Learner]]:
    """Make the dataset, in canonical order where the seed asks for that, and the learners for it."""
    dataset = _dataset(learners, rows, target, groups)
    named = learners_of(learners, dataset, allow_modules)
    if any(learner.classifies for learner in named.values()):
        dataset = as_classes(dataset)
    return canonical(dataset) if seed == CANONICAL else replace(dataset, ids=None), named


def check_seed(seed: Any) -> None:
    """Refuse what is neither a whole number nor the data."""
    if isinstance(seed, bool) or not (isinstance(seed, int) or seed == CANONICAL):
        raise InputError("seed", f'must be a whole number or "data", got {seed!r}')


def fixed(seed: Seed, answer: str) -> Iterable[Note]:
    """Note that partitions are canonical, and which number tells of fresh ones."""
    if seed == CANONICAL:
        yield Note.of(NoteKind.CANONICAL, answer=answer)


def from_files(origins: Sequence[Origin]) -> Iterable[Note]:
    """Name the user's files that something was taken from which decides."""
    for origin in origins:
        yield Note.of(NoteKind.OWN_FACTORS, file=origin.name, digest=origin.digest)


def _dataset(learners: Any, rows: Any, target: Any, groups: Any) -> Dataset:
    """Make the dataset: tidied for learners by name, as it is for the user's own, who know what they can read."""
    if isinstance(rows, Dataset):
        if target is not None or groups is not None:
            raise InputError("y" if target is not None else "groups", "is given beside a Dataset, which has its own")
        return rows
    if target is None:
        raise InputError("y", "is missing")
    given = learners.values() if isinstance(learners, Mapping) else learners
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError("learners", f"must be a dict or a list, got {type(learners).__name__}")
    if any(isinstance(learner, str) for learner in given):
        tidied = dataset_of(rows, target, groups=groups)
        return replace(tidied, given=replace(tidied.given, rows=rows))
    return dataset_as_is(rows, target, groups=groups)


def procedure_of(procedure: Any, design: Any, test: Any) -> tuple[Procedure, str]:
    """Find the procedure that is asked for, and how it was written."""
    if design is None and test is None:
        return PROCEDURES.get_entry(procedure), str(procedure)
    if procedure != DEFAULT:
        raise InputError("procedure", "is given beside design or test; give one or the other")
    if design is None:
        raise InputError("design", "is missing beside test")
    rule = None if test is None else TESTS.get_entry(test)
    return Combination(as_design(design), rule), f"{design} + {test}" if test is not None else str(design)


def metrics_of(metric: Any, dataset: Dataset) -> dict[str, Metric]:
    """Name the metrics, one or several at once; one that cannot score this target is refused before anything runs."""
    several = _several(metric)
    if not several:
        raise InputError("metric", "there is none")
    found = [scoring_of(each) for each in several]
    for made in found:
        if isinstance(made, CountMetric):
            made.score(dataset.target, dataset.target)
    names = [each if isinstance(each, str) else str(made) for each, made in zip(several, found, strict=True)]
    if len(set(names)) < len(names):
        raise InputError("metric", f"{next(name for name in names if names.count(name) > 1)} is given twice")
    return dict(zip(names, found, strict=True))


def _listed(learners: Any) -> list[Any]:
    return list(learners.values() if isinstance(learners, Mapping) else learners)


def _several(metric: Any) -> list[Any]:
    return list(metric) if isinstance(metric, list | tuple) else [metric]


def _pairs(names: list[str], baseline: str | None) -> list[tuple[int, int]]:
    if baseline is None:
        return list(combinations(range(len(names)), 2))
    if baseline not in names:
        raise InputError("baseline", f"{baseline!r} is not among the learners; {did_you_mean(baseline, names)}")
    return [(index, names.index(baseline)) for index, name in enumerate(names) if name != baseline]


def _open(store: str | Path | None) -> tuple[Store | None, list[Note]]:
    """Open the store; one that cannot be opened costs the memory, not the verdict."""
    if store is None:
        return None, []
    try:
        return Store(store), []
    except StoreError as error:
        return _look(Path(store), error)


def _look(store: Path, error: StoreError) -> tuple[Store | None, list[Note]]:
    """Read a store that lies where nothing can be written."""
    if store.exists() and is_frozen(store):
        try:
            return Store(store, create=False), [Note.of(NoteKind.STORE_FROZEN, store=str(store))]
        except StoreError:
            pass
    return None, [Note.of(NoteKind.STORE_LOST, problem=str(error))]


def _choice(name: str, value: Any) -> Any:
    known = {
        "on_error": ("raise", "skip"),
        "keep": ("scores", "predictions"),
        "threshold": ("nominal", "cautious"),
    }[name]
    if value not in known:
        raise InputError(name, f"must be {' or '.join(known)}, got {value!r}")
    return value


def _timeout(seconds: float | None) -> float | None:
    if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds < 1e9):
        raise InputError("fit_timeout", f"must be a number of seconds above 0, got {seconds!r}")
    return seconds


def _known(procedure: Procedure) -> Iterable[Note]:
    """Note what is known against a procedure, else against its test."""
    test = getattr(procedure, "test", None)
    for entry in (procedure,) if test is None else (procedure, test):
        known = known_weaknesses(entry)
        if known:
            yield Note.of(NoteKind.PROCEDURE_WEAKNESS, procedure=str(procedure), slug=entry.slug, weaknesses=known)
            return


def _rows_tell(procedure: Procedure, metrics: Mapping[str, Metric], cells: int) -> bool:
    """Tell whether rows say more than folds of how replicable a verdict is, and are not too many to keep."""
    repeats = getattr(getattr(procedure, "design", None), "repeats", 1)
    folds = getattr(getattr(procedure, "design", None), "folds", 1)
    means = any(isinstance(metric, RowMetric) for metric in metrics.values())
    return means and repeats > 1 and folds > 1 and repeats * cells <= MOST_CELLS


def _sizes(scores: Scores) -> Iterable[Note]:
    if scores.n_train is not None:
        yield Note.of(NoteKind.TRAINING_ROWS, fewest=int(scores.n_train.min()), most=int(scores.n_train.max()))
