"""What a methods section says of a comparison: who, on what splits, by which rule, with which corrections."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from outperform.core import (
    CANONICAL,
    Dataset,
    Decision,
    FactorOrigin,
    Judgement,
    Note,
    NoteKind,
    Reason,
    Scores,
    Threshold,
    entry_name,
    split_spec,
)
from outperform.words.captions import listed, sizes_span
from outperform.words.directions import metric_words
from outperform.words.items import items_words
from outperform.words.numbers import level_words, many, span
from outperform.words.pairs import oriented
from outperform.words.replicability import anew_of, rounded
from outperform.words.verdicts import adjustment_of, agreement_short, factor_words, is_raised, nouns

NAMED = 3  # pairs of some differences
HERE = "outperform"  # the source of what no paper has
ENCODINGS = {
    "categories": "text was passed as categories",
    "one-hot": "text was one-hot encoded",
    "filled": "missing numbers were replaced by the median",
    "scaled": "numbers were scaled",
}


def methods_words(
    judgements: Sequence[Judgement],
    tables: Sequence[Scores],
    references: Mapping[str, str],
    versions: str,
    dataset: Dataset | None = None,
    *,
    options: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    notes: Sequence[Note] = (),
    baseline: str | None = None,
    drawn: bool = False,
) -> str:
    """Write what a methods section needs: who, on what splits, by which test at which level, how it was corrected.

    ``references`` are the sources of procedures and tests by name, ``dataset`` is where learners were run,
    ``options`` are those of metrics whose names do not have them, ``notes`` those of the comparison,
    ``baseline`` is the learner that all others were compared with, and ``drawn`` says that splits were random.
    """
    scores = tables[0]
    named = [
        metric_words(f"{_metric(table.metric)}{_options(options.get(table.metric or '', {}))}", table.direction)
        for table in tables
    ]
    metrics = listed(list(dict.fromkeys(named)))
    words = f"We compared {listed(scores.learners)} by {metrics} on {_where(judgements, scores, dataset, drawn=drawn)}."
    words += "".join(f" {sentence}" for sentence in _encoded(notes))
    own = [note for note in notes if note.kind is NoteKind.OWN_TEST]
    ours = {_plain(each.test): _own_words(each.test, own[0]) for each in judgements if own}
    sources = {**references, **ours}
    who = f"Pairs of {nouns(judgements)} were"
    if baseline is not None and len(scores.learners) > 2:
        others = [name for name in scores.learners if name != baseline]
        who = f"{listed(others)} were each compared with {baseline}, and"
    judged = f"{who} judged by {_tests(judgements, sources)}, at level"
    words += f" {judged} {level_words(judgements[0].level)}{_adjustment(judgements)}."
    words += "".join(
        f" {sentence}" for sentence in (*_usual(judgements), *_by_metric(judgements), *_borderline(judgements))
    )
    return f"{words} {_seed(judgements, scores)}oftware: {versions}."


def _own_words(test: str, note: Note) -> str:
    """Say that a test is the authors' own; a function that is in no file has a note with its own name."""
    return "our own function" if note["file"] == test else f"our own function, in {note['file']}"


def _seed(judgements: Sequence[Judgement], scores: Scores) -> str:
    """Return what was drawn from which seed, up to the first letter of "software"."""
    if scores.plan is None and not any(judgement.verdict.is_drawn for judgement in judgements):
        return "S"
    if scores.seed == CANONICAL:
        return 'Random splits followed from the rows themselves (seed="data"). S'
    if scores.plan is not None and (
        scores.traits.forward or scores.plan.size == scores.traits.folds or _leaves_out_groups(scores)
    ):
        return f"No splits were drawn; seed {scores.seed} for learners that draw random numbers; s"
    return f"Seed {scores.seed}; s"


def _options(options: Mapping[str, object]) -> str:
    """Write what a metric's function is called with."""
    return f" ({', '.join(f'{name}={value!r}' for name, value in options.items())})" if options else ""


def _metric(name: str | None) -> str:
    """Name a metric in a text; a function without a name has none that a reader could know."""
    return (name or "score").replace("<lambda>", "an unnamed function (lambda)")


def _where(judgements: Sequence[Judgement], scores: Scores, dataset: Dataset | None, *, drawn: bool) -> str:
    """Name the splits as they were used, or the items."""
    if scores.items is None and judgements[0].items is not None:  # whole runs of fixed systems
        return f"{many(sizes_span((~np.isnan(scores.values)).sum(axis=(1, 2))), 'run')} per system"
    if scores.items is not None and scores.items.row_scores is not None and scores.single:
        return f"one set of {items_words(scores)}"
    traits, random = scores.traits, "random " if drawn else ""
    rows = "" if dataset is None else f" of {dataset.size}"
    sets = "training set" if scores.values[0].size == 1 else "training sets"
    trained = "" if scores.n_train is None else f" ({sets} of {sizes_span(scores.n_train)}{rows} rows)"
    if scores.values[0].size == 1 and scores.n_test is not None:
        held = f"one {random}{_kind(scores, dataset)}test set of {many(sizes_span(scores.n_test), 'row')}"
        return f"{held}{trained}{_together(dataset)}"
    if traits.forward:
        time = "time" if dataset is None or dataset.given.time is None else dataset.given.time
        tests = many(traits.repeats * traits.folds, "test set")
        return f"{tests} in the order of {time}, each after all of its training rows, without shuffling{trained}"
    repeats = _repeats(judgements)
    if not repeats:
        return _fixed_splits(scores, dataset, f"{trained}{_together(dataset)}", random)
    stops = [note for each in judgements for note in each.notes if note.kind is NoteKind.STOPPED]
    chance = "the estimated chance that unlimited repeats would change a decision"
    percents = "r" if stops[0]["kappa"] == 0.01 else f"{100 * stops[0]['kappa']:g} r"
    stopped = f"repeated until {chance} was below {percents} % after r repeats"
    stopped += f" (or {max(repeats)} repeats were made)" if any(note["ended"] for note in stops) else ""
    clear = "more than five times the threshold, even with the most noise that splits can have"
    if max(repeats) == 1:
        whose = "the difference was" if len(judgements) == 1 else "all differences were"
        stopped = f"stopped after one repeat because {whose} {clear}"
    elif min(repeats) == 1:
        stopped += f" (after one where a difference was {clear})"
    folds = f"{_kind(scores, dataset)}{traits.folds}-fold cross-validation"
    return f"{_span_of(repeats)} of {folds}{trained}{_together(dataset)}, {stopped}"


def _fixed_splits(scores: Scores, dataset: Dataset | None, trained: str, random: str) -> str:
    """Name splits whose number was fixed: random splits, cross-validation, or what a table of scores shows of them."""
    traits, kind = scores.traits, _kind(scores, dataset)
    if scores.plan is None:
        return f"{traits.shape}{trained}"
    if traits.folds == 1:
        shares = ""
        if traits.ratio is not None:
            tested = traits.ratio / (1 + traits.ratio)
            shares = f", {rounded(1 - tested)} of the rows for training and {rounded(tested)} for testing"
        classes = dataset is not None and dataset.has_classes and not kind
        return f"{traits.repeats} {random}{kind}splits{' without stratification' * classes}{shares}{trained}"
    repeats = "" if traits.repeats == 1 else f"{traits.repeats} repeats of "
    if _leaves_out_groups(scores):
        return f"{repeats}cross-validation that leaves out one group at a time{trained}"
    if traits.folds == scores.plan.size:
        return f"{repeats}leave-one-out cross-validation{trained}"
    if not traits.partition:
        return f"{traits.shape.replace(' of ', f' of {kind}', 1)}{trained}"
    return f"{repeats}{kind}{traits.folds}-fold cross-validation{trained}"


def _leaves_out_groups(scores: Scores) -> bool:
    """Return whether every group is a fold, so that there is only one way to split."""
    units = None if scores.plan is None else scores.plan.units
    return units is not None and int(units.max()) + 1 == scores.traits.folds


def _repeats(judgements: Sequence[Judgement]) -> list[int]:
    """List the repeats after which a procedure stopped."""
    return [note["repeats"] for judgement in judgements for note in judgement.notes if note.kind is NoteKind.STOPPED]


def _span_of(repeats: Sequence[int]) -> str:
    return many(span(min(repeats), max(repeats)), "repeat")


def _kind(scores: Scores, dataset: Dataset | None) -> str:
    """Return "stratified ", where all test sets have the same share of every class."""
    known = scores.plan is not None and dataset is not None and dataset.has_classes and dataset.target.ndim == 1
    return "stratified " if known and scores.plan.is_stratified(dataset.strata) else ""  # type: ignore[union-attr]


def _together(dataset: Dataset | None) -> str:
    """Name the groups whose rows were kept together."""
    if dataset is None or dataset.groups is None:
        return ""
    count = len(np.unique(dataset.groups.astype(str)))
    return f", with all rows of the same {dataset.given.groups or 'group'} ({count} groups) on one side of each split"


def _encoded(notes: Sequence[Note]) -> Iterator[str]:
    """Say what was done to the columns for learners that cannot take them as they are."""
    for note in notes:
        if note.kind is NoteKind.ENCODED:
            done = listed([ENCODINGS[step] for step in note["steps"]])
            yield f"For {listed(note.about)}, {done}, learned from the training rows of each split ({HERE})."


def _tests(judgements: Sequence[Judgement], references: Mapping[str, str]) -> str:
    """Name procedure and tests with their sources; which metric each judged, where that is not the same."""
    judged: dict[str, list[str]] = {}
    for judgement in judgements:
        judged.setdefault(_plain(judgement.test), []).append(_metric(judgement.metric))
    named = [
        f"{_called(test)}{_source(references, test)}"
        + (f" for {listed(list(dict.fromkeys(metrics)))}" if len(judged) > 1 else "")
        for test, metrics in judged.items()
    ]
    procedure = judgements[0].procedure
    if procedure is None or " + " in procedure or list(judged) == [procedure]:  # a design is told with the splits
        return f"the test{'s' if len(named) > 1 else ''} {listed(named)}"
    return f"the procedure {procedure}{_source(references, procedure)} with the test {listed(named)}"


def _called(test: str) -> str:
    """Name a test in a text: one in a file, which is named beside it, without the file."""
    return _metric(test.rpartition(".py:")[2])


def _plain(test: str) -> str:
    """Leave out the factor of a test: it differs between pairs, and stands in a sentence of its own."""
    slug = entry_name(test)
    return slug if slug != test and set(split_spec(test)[1]) == {"factor"} else test


def _source(references: Mapping[str, str], name: str) -> str:
    source = references.get(name, "")
    return f" ({source})" if source else ""


def _adjustment(judgements: Sequence[Judgement]) -> str:
    pairs = len({(judgement.first, judgement.second) for judgement in judgements})
    metrics = len({judgement.metric for judgement in judgements})
    if judgements[0].verdict.pvalue is None:
        return ""
    over = f"the {metrics} metrics" if metrics > 1 else ""
    if pairs == 1:
        return f"; p-values were not adjusted for {over}" if over else ""
    method = adjustment_of(judgements[0])
    if not method:
        return f"; p-values were not adjusted for {pairs} pairs{f' and {over}' if over else ''}"
    apart = f", separately for each of {over}" if over else ""
    return f"; p-values were adjusted by {method} for {pairs} pairs{apart}"


def _usual(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say what the usual threshold of adaptive-t is: who computes it for the repeats that were made gets another p."""
    mine = [each for each in judgements if entry_name(each.test) == "adaptive-t"]
    scores = [each.scores for each in mine if each.scores is not None]
    if not scores:
        return
    degrees = {getattr(each.verdict, "df", None) for each in mine}
    student = [f"{df:g} degrees of freedom" for df in degrees if df is not None]
    normal = ["the normal distribution where the noise is that of rows" if student else "the normal distribution"]
    law = listed([*student, *(normal if None in degrees else [])])
    folds = scores[0].traits.folds
    yield (
        f"Whatever number of repeats was made, the usual threshold is that of corrected ten times {folds}-fold"
        f" cross-validation: the variance of the differences times 1/{10 * folds} + 1/{folds - 1}, with {law}."
    )


def _by_metric(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say how standard errors were corrected; of several metrics, of each alone and after how many repeats."""
    by: dict[str | None, list[Judgement]] = {}
    for judgement in judgements:
        by.setdefault(judgement.metric, []).append(judgement)
    if len(by) == 1:
        yield from _corrections(judgements)
        return
    for metric, found in by.items():
        sentences = [sentence.removesuffix(".") for sentence in _corrections(found)]
        if sentences:
            after = f" ({_span_of(_repeats(found))})" if _repeats(found) else ""
            words = "; ".join(f"{sentence[0].lower()}{sentence[1:]}" for sentence in sentences)
            yield f"For {_metric(metric)}{after}, {words}."


def _borderline(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say which decisions more repeats may change, and beside it which share of other splits agrees."""
    metrics = len({judgement.metric for judgement in judgements}) > 1
    for judgement in judgements:
        for note in judgement.notes:
            if note.kind is NoteKind.BORDERLINE:
                where = f" in {_metric(judgement.metric)}" if metrics else ""
                share = agreement_short(judgement)
                checked = judgement.threshold is not None and judgement.threshold.origin is FactorOrigin.DATA
                anew = f"{anew_of([judgement]).what}{', with corrections of their own,' if checked else ''}"
                about = f"About {share}".replace("About >", "More than")
                agree = "" if share is None else f". {about} of {anew} would give the same decision"
                correction = " and the correction that they would need" if note["correction"] == "new" else ""
                yield (
                    f"The decision on {judgement.first} and {judgement.second}{where} is borderline: the chance that"
                    f" many more repeats{correction} would change it is about {100 * note['chance']:.0f} %{agree}."
                )


def _factors(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say by what factors standard errors were multiplied, and where these come from."""
    for origin, source in ((FactorOrigin.TABLE, "measured beforehand for these learners"), (FactorOrigin.DATA, "")):
        mine = sorted(_with(judgements, origin), key=lambda each: _threshold(each).factor or 0.0)
        raised, others = ([each for each in mine if is_raised(_threshold(each)) is needed] for needed in (True, False))
        if raised:
            how = source or f"computed from {_fits(raised, judgements)} ({HERE})"
            by = _by(raised, "a factor")
            yield f"The standard error of {_share(raised, judgements)} was multiplied by {by}, {how}."
        if others:
            how = source or f"checked with {_fits(others, judgements)} ({HERE})"
            by = "" if source else f" ({_by(others, 'factor')})"
            yield f"No correction of the standard error of {_share(others, judgements)} was found necessary{by}, {how}."


def _threshold(judgement: Judgement) -> Threshold:
    assert judgement.threshold is not None, "only judgements with a threshold are asked"
    return judgement.threshold


def _with(judgements: Sequence[Judgement], origin: FactorOrigin) -> list[Judgement]:
    return [each for each in judgements if each.threshold is not None and each.threshold.origin is origin]


def _by(some: Sequence[Judgement], one: str) -> str:
    """Write the factors of some differences, the lowest first; ``one`` are the words for one of them."""
    least, most = (factor_words(_threshold(some[end])) for end in (0, -1))
    if least == most:
        return f"{one} of {least}"
    shown = {f"{_threshold(each).factor:.2f}" for each in some}
    noise = sorted(_threshold(each).factor_se or 0.0 for each in some)
    if len(shown) == 1:
        return f"{one} of {shown.pop()}, standard errors {span(f'{noise[0]:.2f}', f'{noise[-1]:.2f}')}"
    return f"{one.removeprefix('a ')}s of {least} to {most}"


def _fits(some: Sequence[Judgement], judgements: Sequence[Judgement]) -> str:
    fits = [_threshold(each).fits for each in some]
    pairs = " and pair" if len(judgements) > 1 else ""
    return f"{span(min(fits), max(fits))} more fits per learner{pairs}"


def _share(some: Sequence[Judgement], judgements: Sequence[Judgement]) -> str:
    """Name some of all differences, and their pairs where these are few."""
    if len(judgements) == 1:
        return "the difference"
    counted = f"{len(some)} of {len(judgements)} differences"
    if len(some) > NAMED or len(some) == len(judgements):
        return counted
    return f"{counted} ({'; '.join(oriented(each).pair for each in some)})"


def _corrections(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say by what factors standard errors were multiplied, what halves showed, and what is not corrected."""
    yield from _factors(judgements)
    halved = [each for each in judgements if each.threshold is not None and each.threshold.halves is not None]
    if halved:
        times = sorted(_threshold(each).halves or 0.0 for each in halved)
        seen = span(f"{times[0]:.2f}", f"{times[-1]:.2f}")
        most = max(_threshold(each).halves_fits for each in halved)
        yield (
            "Steps of the learners choose without looking at the target. Ten random halvings of the rows"
            f" ({most} more fits per learner) gave {seen} times the standard error of {_share(halved, judgements)},"
            " as the conservative estimate of Nadeau & Bengio (2003); this changed no decision."
        )
    yield from _not_shown(judgements)
    yield from _uncorrected(judgements)


def _uncorrected(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say in one sentence which differences were not corrected, and why each was not, where nobody asked for that."""
    groups: dict[str, list[Judgement]] = {}
    for judgement in _with(judgements, FactorOrigin.NOMINAL):
        problems = [_problem(note) for note in judgement.notes if note.kind is NoteKind.NO_FACTOR]
        why = problems[0] if problems else "clear" if judgement.decision_nominal is not Decision.OPEN else "open"
        groups.setdefault("" if _threshold(judgement).asked else why, []).append(judgement)
    parts: list[str] = []
    for why, some in groups.items():
        them, they_are = ("it", "it is") if len(some) == 1 else ("them", "they are")
        usual = {
            "open": f"the usual threshold did not find {them} significant",
            "clear": f"{they_are} more than five times as large as the usual threshold",
        }
        verb = "" if parts else " were not corrected"
        because = f", because {usual.get(why, f'the correction {why}')}" if why else ""
        parts.append(f"{_share(some, judgements)}{verb}{because}")
    if parts:
        yield f"The interval and p-value of {'; those of '.join(parts)}."


def _problem(note: Note) -> str:
    """Say after "the correction" why a standard error could not be corrected."""
    if note["reason"] is Reason.MOST_FITS:
        return f"needed {note['detail']} more fits per learner, more than were allowed"
    return (
        f"could not be measured ({note['detail']})" if note["reason"] is Reason.UNMEASURED else "could not be computed"
    )


def _not_shown(judgements: Sequence[Judgement]) -> Iterator[str]:
    """Say why no difference was claimed where one was found whose threshold could not be corrected."""
    why: dict[str, list[Judgement]] = {}
    for judgement in _with(judgements, FactorOrigin.NOT_SHOWN):
        (note,) = (note for note in judgement.notes if note.kind is NoteKind.NOT_SHOWN)
        measured = _problem(note)
        why.setdefault(measured, []).append(judgement)
    for measured, some in why.items():
        whose = "" if len(judgements) == 1 else f" for {_share(some, judgements)}"
        yield f"No difference was claimed{whose}, because the correction of the standard error {measured}."
