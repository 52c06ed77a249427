"""The answer of a comparison on a terminal: one sentence, the scores, the differences, what it took, what to note."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Dataset, Decision, Judgement, Note, NoteKind, Refusal, Scores, Standing, Unit
from outperform.surface import command
from outperform.visible import one_line
from outperform.words.captions import listed, shared_repeats, sizes_span
from outperform.words.directions import metric_words
from outperform.words.foremost import foremost, left_words
from outperform.words.headlines import DECIDING, headline
from outperform.words.items import alone_words, items_words, standing_lines
from outperform.words.lines import KEPT, WIDTH, filled
from outperform.words.names import cut_names
from outperform.words.notes import note_words
from outperform.words.numbers import duration, level_words, many, percent, points_style, short_spec, span
from outperform.words.pair_lines import legend, several, single
from outperform.words.replicability import rerun_words
from outperform.words.sequential import decided_words
from outperform.words.tasks import task_cautions, task_lines
from outperform.words.verdicts import (
    adjustment_of,
    are_adjusted,
    is_identical,
    is_not_shown,
    notes_of,
    nouns,
    possible_words,
    unsteady_words,
)
from outperform.words.visible import FILE_NAME, cut, renamed, texts_by

CAUTIONS = (
    *(NoteKind.KNOWN_WEAKNESS, NoteKind.PROCEDURE_WEAKNESS, NoteKind.BEST_OF_SEARCH),
    *(NoteKind.LEAKING_COLUMN, NoteKind.REPEATED_ROWS, NoteKind.NEAR_COPIES, NoteKind.IMBALANCED, NoteKind.NO_BETTER),
    *(
        NoteKind.RARE_CLASS,
        NoteKind.ALIKE_CLASSES,
        NoteKind.DECIMAL_COMMAS,
    ),
    *(
        NoteKind.ASTRAY,
        NoteKind.CHOSEN_SEED,
        NoteKind.CLASSES_AS_NUMBERS,
        NoteKind.FEW_ROWS,
        NoteKind.NO_SPREAD_FEW_SPLITS,
    ),
    *(
        NoteKind.COPIES,
        NoteKind.FOLDS_AND_SIZES,
        NoteKind.SIZES_SWAPPED,
        NoteKind.UNKNOWN_LABELS,
        NoteKind.ALIKE_LABELS,
        NoteKind.OTHER_CODES,
    ),
    *(NoteKind.SKEWED, NoteKind.FEW_DIFFER, NoteKind.NEVER_REJECTS, NoteKind.FEW_CLUSTERS),
    NoteKind.FEW_HEAVY,
    NoteKind.ALIKE_UNITS,
    *(NoteKind.CLUSTERS_IGNORED, NoteKind.IDS_REPEAT, NoteKind.SAMPLES_SHARE, NoteKind.TRIALS_SHARE),
    *(NoteKind.SCALES_DIFFER, NoteKind.SCALES_PARTLY, NoteKind.MORE_SYSTEMS, NoteKind.SAMPLES_MISSING),
    NoteKind.SAMPLES_FEWER,
    NoteKind.LOG_INCOMPLETE,
    *(NoteKind.MEAN_OPPOSES, NoteKind.MAYBE_TURNED, NoteKind.SCALES_MIXED, NoteKind.METRICS_MIXED),
    *(NoteKind.ALIKE_NAMES, NoteKind.HIDDEN_LETTERS, NoteKind.ON_DATASETS, NoteKind.LEAGUE_UNSETTLED),
    *(NoteKind.AS_THEY_COME, NoteKind.TURNED, NoteKind.CODE_CHANGED),
    *(NoteKind.DIRECTION_ASSUMED, NoteKind.MINUS_ABOVE_ZERO, NoteKind.HALVES_DISAGREE),
)
"""Notes about what may be wrong with the answer; they begin with a word of their own."""
TOLD = (NoteKind.TRAINING_ROWS, NoteKind.STOPPED, NoteKind.ACCURACIES, NoteKind.CHOSEN_TEST)
"""Notes whose facts stand in the answer itself."""
STEADY = 0.05  # share of other splits that may decide otherwise where more repeats are not advised


@dataclass(frozen=True, eq=False)
class Answer:
    """What a comparison found, and what is known of how it came about."""

    judgements: Sequence[Judgement]
    tables: Sequence[Scores]
    notes: Sequence[Note] = ()
    dataset: Dataset | None = None  # where learners were run
    baseline: str | None = None
    standings: Sequence[Standing] = ()  # of fixed systems
    source: str = ""  # the name of the file that scores or predictions come from
    level: float | None = None  # of the intervals of systems, where no pair is judged
    elapsed: float | None = None  # seconds from the first fit to the last judgement

    def __post_init__(self) -> None:
        """Write names as one line, in which letters that nobody sees are escapes."""
        known = [name for table in self.tables for name in (*table.learners, table.metric or "")]
        if all(one_line(name) == name for name in (*known, self.source)):
            return
        made = {
            "tables": [renamed(each, "learners", "metric") for each in self.tables],
            "judgements": [renamed(each, "first", "second", "metric") for each in self.judgements],
            "standings": [renamed(each, "system") for each in self.standings],
            "baseline": texts_by(one_line, self.baseline),
            "source": one_line(self.source),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """Write the answer in lines of at most 80 letters, unless a name is longer."""
        metrics = len(self.tables) > 1
        cautions, notes = noted(self.judgements, self.notes)
        table = len(self.judgements) > len({each.metric for each in self.judgements})  # several rows per metric
        blocks = [
            filled(self.sentence().replace("p = ", f"p{KEPT}={KEPT}")),
            _hanging(cautions),
            filled(" · ".join(part.replace(" ", KEPT) for part in self.where())),
            *(block for table in self.tables for block in self._metric(table, named=metrics)),
            filled(legend(self.judgements) if table else "", "  ", "  "),
            filled(self.closing()),
            _hanging(notes),
        ]
        return "\n\n".join("\n".join(lines) for lines in blocks if lines)

    def sentence(self) -> str:
        """Return the answer in one sentence, and of one pair when it was decided and whether a rerun agrees."""
        if not self.judgements:
            alone = [alone_words(each, self.tables[0].unit, self.level) for each in self.standings]
            return "".join(f"{words}. " for words in alone).rstrip() or "There is one system, and no pair to compare."
        said = f"{headline(self.judgements, self.tables, metrics=len(self.tables) > 1)}."
        if len(self.judgements) > 1:
            return " ".join([said, *unsteady_words(self.judgements)])
        more = [words(self.judgements[0]) for words in (possible_words, decided_words, rerun_words)]
        return " ".join([said, *(f"{words}." for words in more if words)])

    def closing(self) -> str:
        """Return what it took, how far it reaches, and what would help."""
        return " ".join([*self._cost(), *self._next()])

    def where(self) -> Iterator[str]:
        """Name the metric, the data, and how they were judged; for a metric without a name, say what is better."""
        table = self.tables[0]
        told = metric_words(table.metric, table.direction) if len(self.tables) == 1 else ""
        if told and table.metric is not None:
            yield told
        if self.source and self.dataset is None and not self.of_systems:
            yield cut(one_line(self.source), FILE_NAME)
        yield one_line(self._data())
        if self.judgements:
            yield self._rule(self.judgements[0])
        if told and table.metric is None:
            yield told

    @property
    def of_systems(self) -> bool:
        """Whether these are scores of fixed systems on items or of whole runs, whose data are named with their size."""
        table = self.tables[0]
        on_items = table.items is not None and table.items.row_scores is not None and table.single
        return on_items or (table.items is None and bool(self.standings))

    def _data(self) -> str:
        """Name the data: rows, splits, or items."""
        table = self.tables[0]
        if self.dataset is not None:
            return data_words(self.dataset)
        if table.items is not None and table.items.row_scores is not None and table.single:
            return ", ".join(filter(None, (cut(self.source, FILE_NAME), items_words(table))))
        if table.items is None and self.standings:  # whole runs of fixed systems
            runs = (~np.isnan(table.values)).sum(axis=(1, 2))
            per = many(span(int(runs.min()), int(runs.max())), "run")
            return ", ".join(filter(None, (cut(self.source, FILE_NAME), f"{per} per system")))
        return _splits_words(table)

    def _rule(self, first: Judgement) -> str:
        """Name the test or procedure, the level and the adjustment."""
        rules = {short_spec(each.procedure or each.test) for each in self.judgements}
        chosen = " (chosen automatically)" if any(note.kind is NoteKind.CHOSEN_TEST for note in self.notes) else ""
        by = f"{rules.pop()}{chosen}, " if len(rules) == 1 else f"tests{chosen}, " if chosen else ""
        adjusted = f", p adjusted by {adjustment_of(first)}" if are_adjusted(self.judgements) else ""
        return f"{by}level {level_words(first.level)}{adjusted}"

    def _metric(self, table: Scores, *, named: bool) -> Iterator[list[str]]:
        """Write the scores and the pairs of one metric."""
        found = [each for each in self.judgements if each.metric == table.metric]
        if found:
            yield [*([f"{metric_words(table.metric, table.direction)}:"] if named else []), *self._systems(table)]
            tests = {each.procedure or each.test for each in self.judgements}
            yield ([*single(found[0], named=len(tests) > 1)] if len(found) == 1 else [*self._pairs(found, table)])
            yield [*task_lines(found[0])] if len(found) == 1 else []

    def _pairs(self, found: Sequence[Judgement], table: Scores) -> Iterator[str]:
        """Write a row per pair; of very many pairs those of the highest scores, and how many are left out."""
        kept = foremost(found, table)
        yield from several(kept, keep=self.baseline is not None)
        yield from filled(left_words(len(found), len(kept)), "  ", "  ")

    def _systems(self, table: Scores) -> list[str]:
        """Write the scores of the learners, or of systems with their intervals and places."""
        if not self.standings or len(self.tables) > 1:
            return _mean_lines(table)
        noun = "system" if table.items is None else nouns(self.judgements).removesuffix("s")
        return standing_lines(self.standings, table.unit, self.judgements[0].level, noun)

    def _cost(self) -> Iterator[str]:
        """Return how many fits it took, and on how many rows learners were trained."""
        table = self.tables[0]
        if self.dataset is None or table.n_train is None:
            return
        fits, checks = fits_of(self.judgements), list(checks_of(self.judgements).values())
        took = "" if self.elapsed is None else f", about {duration(self.elapsed).replace(' ', KEPT)} in all"
        least, most = min(fits.values()), max(fits.values())
        upto = "" if min(checks) == max(checks) else "up to "
        more = f", {upto}{max(checks)} of them to check the threshold" if any(checks) else ""
        yield f"{span(least, most)} fit{'' if most == 1 else 's'} per learner{more}{took}."
        yield f"Trained on {sizes_span(table.n_train)} of {self.dataset.size} rows."
        yield from _stopped(self.judgements)
        if self.dataset.groups is None:
            yield from _by_folds(self.judgements)
        yield from (f"{words}." for words in shared_repeats(table))

    def _next(self) -> Iterator[str]:
        """Return what would help where nothing is clear, and more repeats would not."""
        still = [each for each in self.judgements if each.decision is Decision.OPEN]
        steady = [
            not isinstance(each.replicability, Refusal)
            and each.replicability.p_flip < STEADY
            and not is_not_shown(each)
            and not is_identical(each)
            for each in still
        ]
        if self.dataset is not None and still and all(steady):
            yield f"More rows may show a difference ({command('budget')} says how many)."


def noted(
    judgements: Sequence[Judgement], notes: Sequence[Note], told: Sequence[NoteKind] = TOLD
) -> tuple[list[str], list[str]]:
    """Return the cautions, and all other notes: first those that the decision cannot be understood without."""
    own = [(note.kind in CAUTIONS, note_words(note)) for note in notes if note.kind not in told]
    cautions = [*task_cautions(judgements), *(words for weak, words in own if weak)]
    cautions += notes_of(judgements, _all_but(CAUTIONS))
    plain = [words for weak, words in own if not weak]
    said = [*notes_of(judgements, _all_but(DECIDING)), *plain, *notes_of(judgements, (*told, *CAUTIONS))]
    return [f"caution: {words}" for words in dict.fromkeys(cautions)], [
        f"note: {words}" for words in dict.fromkeys(said)
    ]


def _hanging(notes: Sequence[str]) -> list[str]:
    return [line for words in notes for line in filled(words, then="  ")]


def _all_but(kinds: Sequence[NoteKind]) -> list[NoteKind]:
    return [kind for kind in NoteKind if kind not in kinds]


def others_words(judgements: Sequence[Judgement], notes: Sequence[Note], *, keep: bool) -> str:
    """Write what other tests say of the same scores, one table per metric; the scores stand in the answer itself."""
    metrics = list(dict.fromkeys(each.metric for each in judgements))
    lines = []
    for metric in metrics:
        found = [each for each in judgements if each.metric == metric]
        kept = foremost(found)
        lines += [*([f"{metric}:"] if len(metrics) > 1 else []), *several(kept, keep=keep)]
        lines += [*filled(left_words(len(found), len(kept)), "  ", "  "), ""]
    lines += [*filled(legend(judgements), "  ", "  "), ""] if legend(judgements) else []
    told = (*TOLD, NoteKind.STABILITY_UNKNOWN)  # which a column says
    cautions, others = noted(judgements, notes, told)
    return "\n".join([*lines, *_hanging([*cautions, *others])])


def fits_of(judgements: Sequence[Judgement]) -> dict[str, int]:
    """Count the fits of each learner, those of corrections among them."""
    fits = checks_of(judgements)
    done: dict[str, int] = {}
    for each in judgements:
        count = 0 if each.scores is None else int((~np.isnan(each.scores.values[0])).sum())
        for name in (each.first, each.second):
            done[name] = max(done.get(name, 0), count)
    return {name: count + fits[name] for name, count in done.items()}


def checks_of(judgements: Sequence[Judgement]) -> dict[str, int]:
    """Count the fits of each learner that check a threshold: some serve all of its pairs, the others one pair.

    Those that serve all pairs serve all metrics too, or one metric alone.
    """
    shared: dict[tuple[str, str | None], int] = {}
    count: dict[str, int] = {}
    for each in judgements:
        alone = each.threshold is not None and each.threshold.alone
        fits, common = (0, 0) if each.threshold is None else each.threshold.checks
        for name in (each.first, each.second):
            place = name, each.metric if alone else None
            new = max(0, common - shared.get(place, 0))
            shared[place] = shared.get(place, 0) + new
            count[name] = count.get(name, 0) + fits - common + new
    return count


def data_words(dataset: Dataset) -> str:
    """Name the data with their size.

    Examples
    --------
    >>> data_words(Dataset(np.zeros((4, 1)), np.array(["a", "b", "a", "b"]), "toy"))
    'toy, 4 rows, 2 classes'
    """
    classes = f", {len(np.unique(dataset.strata))} classes" if dataset.has_classes else ""
    groups = "" if dataset.groups is None else f", {len(np.unique(dataset.groups.astype(str)))} groups"
    return f"{dataset.name}, {dataset.size} rows{classes}{groups}"


def _splits_words(table: Scores) -> str:
    """Name the splits that scores come from."""
    if table.values[0].size == 1:
        return "one test set" if table.n_test is None else f"one test set of {many(sizes_span(table.n_test), 'row')}"
    return table.traits.shape


def _mean_lines(table: Scores) -> list[str]:
    """Write the mean scores below each other; names are cut where a line would be too long."""
    names, means = zip(*mean_words(table), strict=True)
    right = max(map(len, means))
    cut = cut_names(names, WIDTH - right - len("     "))
    wide = max(map(len, cut))
    return [f"  {name:<{wide}}   {mean:>{right}}" for name, mean in zip(cut, means, strict=True)]


def mean_words(table: Scores) -> list[tuple[str, str]]:
    """List the learners with their mean scores, best first."""
    means = table.means
    if table.unit is Unit.POINTS:
        style = points_style(*(100 * np.diff(np.sort(means))))
        shown = [percent(float(mean), style) for mean in means]
    else:
        shown = [f"{mean:.4g}".replace("-", "−") for mean in means]
    return [(table.learners[at], shown[at]) for at in np.argsort(-means, kind="stable")]


def _stopped(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Return after how many repeats the procedure stopped, and why."""
    notes = [note for each in judgements for note in each.notes]
    repeats = [note["repeats"] for note in notes if note.kind is NoteKind.STOPPED]
    if repeats:
        folds = next(note["folds"] for note in notes if note.kind is NoteKind.STOPPED)
        unsure = any(note.kind is NoteKind.BORDERLINE for note in notes)  # it has a note of its own
        why = f": more repeats are unlikely to change the decision{'s' * (len(judgements) > 1)}"
        if max(repeats) == 1:
            why = f": the difference{'s are' if len(judgements) > 1 else ' is'} clear"
        yield f"Stopped after {span(min(repeats), max(repeats))}{KEPT}×{KEPT}{folds}{KEPT}folds{'' if unsure else why}."


def _by_folds(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Name the metrics whose noise is estimated from folds, since it does not follow from rows."""
    found = [
        each.metric or "score"
        for each in judgements
        for note in each.notes
        if note.kind is NoteKind.STOPPED and note["basis"] == "folds"
    ]
    if found:
        names = list(dict.fromkeys(found))
        yield f"The noise of {listed(names)} is estimated from folds, not from rows."
