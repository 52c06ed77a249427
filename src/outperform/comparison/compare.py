"""Run the learners and judge every pair: the front door."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from outperform.comparison.astray import with_astray
from outperform.comparison.decide import file_notes, judgements_of, unadjusted
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.remarks import (
    canonical_note,
    encoding_notes,
    even_groups,
    groups_note,
    size_note,
    weakness_note,
)
from outperform.comparison.result import Comparison
from outperform.comparison.stage import Stage
from outperform.comparison.terms import DEFAULT, Terms
from outperform.comparison.time_order import design_in_time, in_time, time_note
from outperform.comparison.traps import check_metrics, constant_notes, data_traps, rare_notes, with_seed
from outperform.core import (
    MisfitError,
    Note,
    NoteKind,
    Procedure,
    Scores,
    Seed,
    SignificanceTest,
    Trial,
    Unit,
    as_notes,
    check_below_one,
    check_choice,
)
from outperform.core.names import name_notes
from outperform.data.directed import direction_notes
from outperform.data.directions import Named
from outperform.engine import Contest, Runner, Ways
from outperform.learners import Encode
from outperform.procedures.combination import Combination
from outperform.significance.own import Rule
from outperform.words.notes import note_words
from outperform.words.threshold_notes import correction_cost


@answers_familiar
def compare(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    procedure: Procedure | str = DEFAULT,
    design: Any = None,
    test: SignificanceTest | Rule | str | None = None,
    metric: Any = None,
    groups: Any = None,
    level: float = 0.05,
    seed: Seed = 0,
    jobs: int | None = None,
    store: str | Path | None = None,
    store_optional: bool = False,
    baseline: str | None = None,
    adjust: str | None = None,
    correct: Literal["different", "always"] | None = None,
    max_fits: int | None = None,
    on_error: Literal["raise", "skip"] = "raise",
    fit_timeout: float | None = None,
    keep: Literal["scores", "predictions"] = "scores",
    fast: bool = True,
    progress: bool | str = "auto",
    allow_modules: Iterable[str] = (),
    encode: Encode | None = None,
    positive: Any = None,
    time: Any = None,
    shuffle: bool = False,
    lower: Named = None,
    higher: Named = None,
    drop: str | Iterable[str] = (),
) -> Comparison:
    """Run learners on data by one procedure and judge every pair.

    Parameters
    ----------
    learners
        A dict or list of scikit-learn estimators or pipelines, short names such as ``"nb"`` and ``"tree"``, or dotted
        class names with literal parameters: ``"sklearn.ensemble.RandomForestClassifier(n_estimators=50)"``; or a name
        in a file or module of your own, ``"models.py:make"`` or ``"package.module:make"``: a function that returns an
        estimator, a class, or an estimator. That file is run. Estimators are cloned, never changed. In a list,
        ``("rf", estimator)`` and ``"rf=models.py:make"`` name a learner.
    X, y
        Rows and target: numpy, pandas, polars; or a Dataset as ``X`` alone. ``y`` may be the name of a column of ``X``,
        which is then not learned from.
    procedure
        A procedure, or its name with or without parameters, such as ``"corrected-cv(repeats=5)"``; ``adaptive-cv``
        by default. ``outperform list procedures`` shows all.
    design, test
        A combination of your own instead of a procedure: a design, by name or as an object, or any scikit-learn
        splitter, with a test. The test may be a function of your own, p = f(differences, n_train, n_test), or
        ``"mine.py:f"``, which runs that file: three arrays [repeat, fold] (the sizes are None where they are not
        known), and a p-value; the sign is that of the mean difference.
    metric
        A scikit-learn scorer name, a scorer or a function of (truth, predictions); or a list of them, all from the
        same fits. By default accuracy for classes and r2 for numbers (with ``time``: neg_mean_squared_error). Your own
        function or scorer is tried on right and on wrong answers first: a loss is refused unless ``lower`` names it. A
        scorer made with ``greater_is_better=False`` is turned by scikit-learn, and never again.
    groups
        The group of each row, or the name of a column of ``X``, which is then not learned from; rows of one group are
        never on both sides of a split.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Random seed. The same seed gives identical results with any number of workers, for learners that draw their
        random numbers from ``random_state`` or numpy's global generator. With ``"data"`` the splits
        depend on the rows alone, not on their order, so that two people with the same data get identical results.
        Learners then see the rows in a fixed order, and predictions that are kept are in that order: row i is row
        ``contest.dataset.ids.order[i]`` of ``X``.
    jobs
        Worker processes; None is 1 unless a ``joblib.parallel_config`` is active.
    store
        A file that keeps every fit, so that none is computed twice; a note says how many fits came from it, and how
        old the oldest is. A fit of your own code is made again where a module that was loaded has changed; data
        files, environment variables and databases that it reads cannot be followed. Warnings of a learner are shown
        when it is fitted, not when its fits come from the file. A file that can only be read is read, with a note; one
        that cannot be used raises StoreError before anything is fitted.
    store_optional
        Run without the store, with a note, where it cannot be used.
    baseline
        Judge every other learner against this one, instead of all pairs; it is ``second`` in every pair.
    adjust
        How p-values are adjusted for several pairs: ``"holm"``, ``"bonferroni"`` or ``"none"``; by default
        ``bonferroni`` for ``adaptive-cv`` and ``holm`` for all other procedures.
    correct
        When the threshold is corrected from the data for learners that are not in the table of factors: where the
        usual threshold finds a difference, ``"different"`` (the default), or ``"always"``, so that the interval is
        corrected in any case. For procedures with ``threshold="auto"``, such as ``adaptive-cv``. What that may cost is
        said before the first fit: with the progress, else in the log (``logging.getLogger("outperform")``, INFO).
    max_fits
        Most fits per learner in the whole run, correction included; for the same procedures. None is no limit.
    on_error
        What to do with a learner that fails: ``"raise"``, or ``"skip"`` that split for all learners.
    fit_timeout
        Seconds after which a fit counts as failed.
    keep
        ``"predictions"`` keeps every prediction of every learner.
    fast
        Use the exact fast cross-validation where there is one.
    progress
        ``"auto"`` shows progress on terminals and in notebooks.
    allow_modules
        Packages, beside scikit-learn, that dotted class names may come from.
    encode
        Whose columns are prepared (text one-hot encoded, missing numbers replaced by the median, numbers scaled where
        the learner needs it) where a learner cannot take them as they are: by default those of dotted class names;
        ``"auto"`` those of estimators and of your own models too; ``"none"`` only those of short names. Learners with
        a way of their own with categories get them as categories. A note says what was done.
    positive
        The positive class, for metrics that have one, such as ``f1``, ``recall`` and ``average_precision``; it becomes
        part of the metric's name. Other metrics ignore it (``roc_auc`` is the same for either class).
    time
        The time of each row, dates or numbers: the name of a column of ``X``, which is then not learned from, or one
        value per row. Rows are ordered by it and not shuffled; the default procedure is then the design
        ``forward(folds=10)`` with the test ``diebold-mariano``.
    shuffle
        Rows may be shuffled although they have a time: needed where a column of dates is left in ``X``. Learners by
        short name do not learn from such a column.
    lower, higher
        Metrics of which lower, or higher, scores are better, by name, where it is not known: of functions of your own.
    drop
        Columns of ``X`` that are not learned from, by name.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> print(compare(["nb", "stump"], X, y, procedure="blocked-3x2").judgements[0].decision)
    first
    """
    if shuffle is False:  # anything but yes and no is refused below
        design = design_in_time(design, test, X, time)
    terms = Terms.of(procedure, design, test, level=level, adjust=adjust, baseline=baseline)
    terms = terms.with_options(correct=correct, max_fits=max_fits)
    ways = Ways(jobs, store, on_error, fit_timeout, fast, progress, store_optional)
    check_choice("keep", keep, ("scores", "predictions"))
    given = {"metric": metric, "groups": groups, "seed": seed, "allow_modules": allow_modules}
    contest = Contest.of(
        learners,
        X,
        y,
        **given,
        encode=encode,
        positive=positive,
        time=time,
        shuffle=shuffle,
        lower=lower,
        higher=higher,
        drop=drop,
    )
    said = [*check_metrics(contest)]
    terms = in_time(terms, contest, shuffle=shuffle, asked=procedure is not DEFAULT)
    return contested(contest, terms, ways, keep=keep == "predictions", said=said)


def contested(
    contest: Contest, terms: Terms, ways: Ways, *, keep: bool = False, said: Iterable[Note] = ()
) -> Comparison:
    """Run a contest and judge it by its terms; ``keep`` keeps all predictions, ``said`` are notes from before."""
    start = time.perf_counter()
    settled = terms.settled(list(contest.learners.values()), contest.dataset)
    chosen = settled.procedure
    if any(metric.unit is Unit.POINTS for metric in contest.metrics.values()):
        check_below_one("test rope", getattr(getattr(chosen, "test", None), "rope", 0.0))
    with ways.opened() as opened:
        runner = Runner(contest, ways, opened.store, keep or _rows_tell(chosen, contest))
        pairs = settled.pairs(list(contest.learners))
        stage = Stage(runner, terms.level, pairs, adjustment=terms.adjustment)
        cost = chosen.correction_cost(stage)
        if cost is not None:
            ways.tell_cost(correction_cost(*cost))
        try:
            trials = chosen.run(stage)
        except MisfitError as error:
            advice = even_groups(contest, chosen)
            left_out = [note_words(note) for note in runner.notes if note.kind is NoteKind.LEFT_OUT]
            raise MisfitError("; ".join([str(error), *advice, *left_out])) from None
    trials = with_astray(with_seed(trials, contest.seed), contest.dataset)
    judgements = judgements_of(
        trials, level=terms.level, procedure=terms.written, full=chosen.full, adjustment=terms.adjustment
    )
    notes = [
        *opened.notes,
        *name_notes(learner=contest.learners),
        *contest.dataset.notes,
        *encoding_notes(contest.learners),
        *canonical_note(contest.seed, "p_flip"),
        *runner.notes,
        *weakness_note(terms.procedure, contest.learners.values()),
        *file_notes(chosen.origins, NoteKind.OWN_TEST if isinstance(chosen, Combination) else NoteKind.OWN_FACTORS),
        *said,
        *time_note(terms, contest),
        *groups_note(contest.dataset),
        *data_traps(contest, forward=bool(trials[0].scores.traits.forward)),
        *rare_notes(contest, stage.tables),
        *constant_notes(contest, stage.tables),
        *size_note(trials[0].scores),
        *unadjusted(judgements),
        *direction_notes((table.metric, table.direction, table.values) for table in stage.tables),
    ]
    told = tuple(as_notes(notes))
    return Comparison(
        scores=tuple(_with_longest(table, trials) for table in stage.tables),
        judgements=judgements,
        notes=told,
        baseline=settled.baseline,
        contest=contest,
        terms=settled,
        ways=ways,
        command="compare",
        elapsed=time.perf_counter() - start,
    )


def _with_longest(table: Scores, trials: Sequence[Trial]) -> Scores:
    """Keep the scores of all repeats of each learner, where some pairs have more repeats than all share."""
    longest = dict(zip(table.learners, table.values, strict=True))
    for trial in trials:
        for name, scores in zip(trial.scores.learners, trial.scores.values, strict=True):
            if trial.scores.metric == table.metric and len(scores) > len(longest[name]):
                longest[name] = scores
    own = tuple(longest.values())
    return table if max(map(len, own)) == table.values.shape[1] else replace(table, longest=own)


def _rows_tell(procedure: Procedure, contest: Contest) -> bool:
    """Return whether rows estimate replicability better than folds do, and are not too many to keep."""
    repeats = getattr(getattr(procedure, "design", None), "repeats", 1)
    folds = getattr(getattr(procedure, "design", None), "folds", 1)
    return repeats > 1 and folds > 1 and contest.keeps_rows(repeats)
