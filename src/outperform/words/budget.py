"""A budget in plain words: the answer in a sentence, a row per pair or all about the only one, what it is based on."""

from collections.abc import Iterator, Sequence
from math import isinf

from outperform.core import Decision, Note, NoteKind, Unit
from outperform.core.adjust import adjustment_from
from outperform.core.budget import ItemBudget, PairBudget, SplitBudget
from outperform.surface import either, option
from outperform.visible import one_line
from outperform.words.captions import listed
from outperform.words.document import Document, Role, TextTable
from outperform.words.foremost import ALL
from outperform.words.lines import KEPT
from outperform.words.notes import note_words
from outperform.words.numbers import digits, duration, level_words, many, p_short, p_words, percent, shown, signed, span
from outperform.words.visible import FILE_NAME, cut

MANY = 1e12  # rows from which on their digits say nothing
REACH = 100  # times the items or rows that there are: more are out of reach
NAMED = 3  # pairs that a sentence names
NONE = "none"  # a difference or a number that nothing reaches
UNSHARED = (
    "one answer per item does not show how much of the noise is sampling noise: two or more samples per item would"
)


def budget_document(
    pairs: Sequence[PairBudget], notes: Sequence[Note], *, level: float, adjustment: str, source: str = ""
) -> Document:
    """Make what people read of a budget: of one pair all that is known, of several a row per pair."""
    metrics = dict.fromkeys(pair.metric for pair in pairs)
    claims, tables, closing = [], [], []
    for metric in metrics:
        group = [pair for pair in pairs if pair.metric == metric]
        title = one_line(str(metric)) if len(metrics) > 1 else ""
        name = f"{title}: " if title else ""
        claims.append(f"{name}{says(group)}")
        tables += [_pairs(group, title)] if len(group) > 1 else _single(group[0], title)
        closing += [*(f"{name}{words}" for words in _separation(group)), *_more(group)]
    if len(pairs) > len(metrics):
        names = option("systems", [pairs[0].first, pairs[0].second])
        closing.append(f"For all about one pair, pass its two names alone{f', as in {names}' if source else ''}.")
    return Document(
        kind="Budget",
        claim=" ".join(claims),
        brief=tuple(dict.fromkeys(f"limited by {each.limit}" for each in pairs)),
        where=tuple(_where(pairs, level, adjustment, source)),
        tables=tuple(tables),
        closing=tuple(dict.fromkeys(closing)),
        notes=tuple(_notes(pairs, notes)),
    )


def says(pairs: Sequence[PairBudget]) -> str:
    """Return whether the scores are enough to find the difference in every pair, and what they need if not."""
    moving = [pair for pair in pairs if pair.limit != "no noise"]
    everywhere = " in every pair" if len(pairs) > 1 else ""
    splits = [pair for pair in moving if isinstance(pair, SplitBudget)]
    items = [pair for pair in moving if isinstance(pair, ItemBudget)]
    if not moving:
        who, where = (
            ("learners", "in every split") if isinstance(pairs[0], SplitBudget) else ("systems", "on every item")
        )
        same = "score the same" if all(pair.estimate == 0 for pair in pairs) else "differ by the same amount"
        return f"Nothing varies: the {who} {same} {where}, so there is no noise to plan for."
    return _splits_say(splits, everywhere) if splits else _items_say(items, everywhere)


def _splits_say(pairs: Sequence[SplitBudget], everywhere: str) -> str:
    first, limits = pairs[0], {pair.limit for pair in pairs}
    finds = f"can find a difference of {_wished(pairs)}{everywhere}"
    if limits == {"nothing"}:
        return f"Large enough: {_repeats(first, first.repeats)} {finds}."
    if "data" not in limits:
        return f"More {_word(first)} help: {_repeats(first, max(pair.repeats_for or 0 for pair in pairs))} {finds}."
    rows = max(pair.rows_for.value or 0.0 for pair in pairs)
    here = "" if first.rows is None else f" (you have {first.rows:,})"
    enough = sum(pair.limit != "data" for pair in pairs)
    reason = f"are enough in only {enough} of {len(pairs)} pairs" if enough else "will not help"
    takes = f"it takes {_counted(first, rows)} to find a difference of {_wished(pairs)}{everywhere}{here}"
    return f"More {_word(first)} {reason}: {takes}."


def _items_say(pairs: Sequence[ItemBudget], everywhere: str) -> str:
    first, limits = pairs[0], {pair.limit for pair in pairs}
    finds = f"can find a difference of {_wished(pairs)}{everywhere}"
    if limits == {"nothing"}:
        return f"Large enough: {_size(first)} {finds}."
    if limits <= {"nothing", "samples"}:
        most = max(pair.samples_for or 0.0 for pair in pairs if pair.limit == "samples")
        per = f"{most:,.0f} {first.over} of each of these {first.items:,} items"
        return f"More {first.over} are enough: {per} {finds} (you have {_samples(first)})."
    if "runs" in limits:
        return f"More runs are needed: no number of items with {_samples(first)} runs each {finds}."
    needed = f"about {max(pair.items_for.value or 0.0 for pair in pairs):,.0f} items"
    each = f" with {_samples(first)} {first.over} each" if first.samples[1] > 1 else ""
    wished = f"it takes {needed}{each} to find a difference of {_wished(pairs)}{everywhere}"
    return f"More items are needed: {wished} (you have {first.items:,})."


def _wished(pairs: Sequence[PairBudget]) -> str:
    """Write the difference that should be found; by default it may differ between pairs."""
    ends = [shown(end({pair.difference for pair in pairs}), pairs[0].unit) for end in (min, max)]
    return ends[0] if ends[0] == ends[1] else f"{ends[0].removesuffix(' points')} to {ends[1]}"


def _word(pair: SplitBudget) -> str:
    return "repeats" if pair.folds > 1 else "splits"


def _repeats(pair: SplitBudget, count: int) -> str:
    return many(count, _word(pair).removesuffix("s"))


def _counted(pair: SplitBudget, rows: float) -> str:
    """Write a number of rows, or a multiple of them; by its size alone where nobody could have them."""
    if isinf(rows):
        return "endlessly many rows"
    number = f"{rows:.0e}" if rows >= MANY else f"{rows:.1f}" if pair.rows is None else f"{rows:,.0f}"
    return f"about {number} {'times the rows' if pair.rows is None else 'rows'}"


def _samples(pair: ItemBudget) -> str:
    return span(*pair.samples)


def _size(pair: ItemBudget) -> str:
    each = f" with {_samples(pair)} {pair.over} each" if pair.samples[1] > 1 else ""
    return f"{pair.items:,} items{each}"


def _where(pairs: Sequence[PairBudget], level: float, adjustment: str, source: str) -> Iterator[str]:
    """Name metric, data, and the test that is planned."""
    first = pairs[0]
    if len({pair.metric for pair in pairs}) == 1 and first.metric:
        yield one_line(first.metric)
    here, test = "", "corrected-t"
    if isinstance(first, ItemBudget):
        here, tests = _size(first), {pair.test for pair in pairs if isinstance(pair, ItemBudget)}
        test = tests.pop() if len(tests) == 1 else "tests"
    elif isinstance(first, SplitBudget):
        rows = "" if first.rows is None else f" of {first.rows:,} rows"
        splits = f"{first.repeats} × {first.folds} folds" if first.folds > 1 else f"{first.repeats} random splits"
        here = f"{splits}{rows}"
    yield ", ".join(filter(None, (cut(one_line(source), FILE_NAME), here)))
    yield f"{test}, level {level_words(level)}, power {level_words(first.power)}"
    method = adjustment_from(adjustment).method
    if first.level < level and method:
        yield f"p adjusted by {method}, each pair planned at level {level_words(float(f'{first.level:.2g}'))}"


def _decided(pair: PairBudget) -> str:
    match pair.decision:
        case Decision.FIRST:
            return f"{one_line(pair.first)} is better"
        case Decision.SECOND:
            return f"{one_line(pair.second)} is better"
        case Decision.EQUAL:
            return "practically equal"
        case None:
            return "not judged"
    return "no clear difference"


def _names(pair: PairBudget) -> tuple[str, str]:
    """Name the two, the better one first."""
    names = one_line(pair.first), one_line(pair.second)
    return names if pair.estimate >= 0 else names[::-1]


def _number(value: float | None, pair: PairBudget, points: str = ".1f") -> str:
    """Write a difference or a standard deviation in a table."""
    if value is None:
        return "-"
    if isinf(value):
        return NONE
    return format(100 * value, points) if pair.unit is Unit.POINTS else f"{value:.3g}"


def _unit(pair: PairBudget) -> str:
    return ", points" if pair.unit is Unit.POINTS else ""


def _difference(pair: PairBudget) -> str:
    """Write the difference of now, positive."""
    points = pair.unit is Unit.POINTS
    return f"{signed(100 * abs(pair.estimate), '.1f')} points" if points else signed(abs(pair.estimate), ".3g")


def _pairs(pairs: Sequence[PairBudget], title: str) -> TextTable:
    """Make a row per pair; of very many those that are nearest to a decision."""
    kept = [*pairs]
    if len(pairs) > ALL:
        kept = sorted(pairs, key=lambda pair: (pair.is_decided, pair.to_separate))[:ALL]
    first, left = pairs[0], len(pairs) - len(kept)
    points = first.unit is Unit.POINTS
    unit, scale = (",\npoints", 100) if points else ("", 1)
    style = ".1f" if points else digits(*(pair.estimate for pair in kept))
    wished = _wished(pairs) if len({pair.difference for pair in pairs}) == 1 else "1% more"
    needed, found = f"items for\n{wished}", f"these items find with power {level_words(first.power)}"
    if isinstance(first, SplitBudget):
        needed, found = f"needed for\n{wished}", f"these rows show, with endless {_word(first)}"
    columns = {
        "pair": [" – ".join(_names(pair)) for pair in kept],
        "decision": [*map(_decided, kept)],
        f"seen{unit}": [signed(scale * abs(pair.estimate), style) for pair in kept],
        "p,\nadjusted": [p_short(pair.pvalue) for pair in kept],
        f"can find{unit}": [_number(pair.smallest.value, pair) for pair in kept],
        needed: [*map(_needed, kept)],
    }
    if all(pair.pvalue is None for pair in kept):
        del columns["p,\nadjusted"]
    return TextTable.of(
        Role.PAIRS,
        columns,
        2,
        title=title,
        below=(f"and {left} more pairs, decided or farther from it: {either('--json', 'to_frame()')}",) if left else (),
        legend=f"can find: the smallest true difference that {found}; smaller ones are likely to be missed",
        short=tuple(
            f"the {'first' if better == _names(pair)[0] else 'second'} is better" if better else _decided(pair)
            for pair in kept
            for better in [_decided(pair).removesuffix(" is better") if pair.is_decided else ""]
        ),
    )


def _needed(pair: PairBudget) -> str:
    """Write what finds the wished difference: items; repeats, or rows where no number of repeats does."""
    if isinstance(pair, ItemBudget):
        value = pair.items_for.value
        return "-" if value is None else NONE if isinf(value) else f"{value:,.0f}"
    assert isinstance(pair, SplitBudget), "the only other kind"
    if pair.repeats_for is not None:
        return _repeats(pair, pair.repeats_for)
    return _counted(pair, pair.rows_for.value or 0.0).removeprefix("about ")


def _separation(pairs: Sequence[PairBudget]) -> Iterator[str]:
    """Return how many items or rows would decide all pairs, if the true differences are those seen here."""
    first, undecided = pairs[0], [pair for pair in pairs if not pair.is_decided]
    noun, unit, size = "learners", "rows", first.size
    if isinstance(first, ItemBudget):
        noun, unit = "systems", "items"
    each = (
        f" with {_samples(first)} {first.over} each" if isinstance(first, ItemBudget) and first.samples[1] > 1 else ""
    )
    names = {one_line(name) for pair in pairs for name in (pair.first, pair.second)}
    whom = f"all {len(names)} {noun}" if len(names) > 2 else " and ".join(_names(first))
    if len(names) > 2 and len(pairs) == len(names) - 1:
        whom = f"{one_line(first.second)} from all {len(pairs)} others"
    here = f"these {unit}" if size is None else f"these {size:,} {unit}"
    if not undecided and len(pairs) > 1:
        yield f"{here.capitalize()} separate {whom} already."
    unknown = any(pair.decision is None for pair in pairs) or all(pair.limit == "no noise" for pair in pairs)
    if not undecided or unknown:
        return

    def times(number: float, style: str) -> str:
        return f"{number:{style}} times as many {unit}" if size is None else f"{number * size:,.0f} {unit}{each}"

    far = [pair for pair in undecided if pair.to_separate > REACH]
    near = [pair.to_separate for pair in undecided if pair.to_separate <= REACH]
    parts = []
    if near:
        repeats = isinstance(first, SplitBudget) and max(near) == 1
        number = f"more {_word(first)} of {here}" if repeats else f"about {times(max(near), '.1f')}"  # type: ignore[arg-type]
        parts.append(f"{number} would separate {f'all but {len(far)} of the {len(pairs)} pairs' if far else whom}")
    if far:
        which = listed([" and ".join(_names(pair)) for pair in far]) if len(far) == 1 else f"{len(far)} pairs"
        if 1 < len(far) <= NAMED:
            which = listed([" – ".join(_names(pair)) for pair in far])
        enough = "" if size is None else f" ({REACH} times as many)"
        parts.append(f"even {times(REACH, '.0f')}{enough} would not separate {which}")
    seen = "difference is the one" if len(undecided) == 1 else "differences are those"
    yield f"If the true {seen} seen here, {'; '.join(parts)}."


def _more(pairs: Sequence[PairBudget]) -> Iterator[str]:
    """Return, of several pairs of systems, whether more samples help, and what the dearest pair costs."""
    items = [pair for pair in pairs if isinstance(pair, ItemBudget) and pair.limit != "no noise"]
    if len(pairs) == 1 or not items:
        return
    over, enough = items[0].over, [pair for pair in items if pair.limit in ("nothing", "samples")]
    if not all(pair.more_samples for pair in items):
        yield f"Whether more {over} would help is unknown: {UNSHARED}."
    elif len(enough) < len(items):
        which = f"only {len(enough)} of {len(items)} pairs" if enough else f"none of the {len(items)} pairs"
        yield f"Even endless {over} of these items find a difference of {_wished(items)} in {which}."
    if any(pair.cheapest for pair in items):
        dear = max(items, key=lambda pair: pair.cheapest.cost if pair.cheapest else 0.0)
        yield f"Cheapest new evaluation for the pair that needs most, {' – '.join(_names(dear))}: {_plan(dear)}."


def _single(pair: PairBudget, title: str) -> list[TextTable]:
    """List all that is known of the only pair: facts, what more would give, and the noise."""
    better, worse = _names(pair)
    by = f" by {pair.decided_by}" if pair.decided_by != pair.test else ""
    evidence = f"{p_words(pair.pvalue)}{by}: {_decided(pair)}"
    if not pair.decided_by:
        evidence = "not judged, because no test fits without the sizes of splits"
    now = f"{better} − {worse} = {_difference(pair)}, {evidence}".replace("p = ", f"p{KEPT}={KEPT}")
    facts, rest = [("now", now)], []
    if isinstance(pair, SplitBudget):
        facts += _split_facts(pair) if pair.limit != "no noise" else []
        rest = [_repeat_table(pair), _noise(pair)]
    elif isinstance(pair, ItemBudget):
        facts += _item_facts(pair) if pair.limit != "no noise" else []
        rest = [_sample_table(pair), *([] if pair.discordant else [_noise(pair)])]
    known = TextTable(Role.FACTS, ("", ""), tuple(facts), words=2, title=title)
    return [known, *(rest if pair.limit != "no noise" else [])]


def _split_facts(pair: SplitBudget) -> Iterator[tuple[str, str]]:
    rows = "these rows" if pair.rows is None else f"{pair.rows:,} rows"
    least = _number(pair.smallest.value, pair)
    unit, between = (
        _unit(pair).removeprefix(","),
        f"{_number(pair.smallest.low, pair)} to {_number(pair.smallest.high, pair)}",
    )
    yield "can find", f"differences of {least}{unit} or more (range {between}), with endless {_word(pair)} on {rows}"
    if pair.limit != "nothing":
        time = "" if pair.seconds_for is None else f", about {duration(pair.seconds_for)} on one worker"
        needed = "that many rows" if pair.rows is None else _needed(pair)
        on = f"with {needed}: " if pair.limit == "data" else ""
        yield "cost", f"{on}{_repeats(pair, pair.fits_for // pair.folds)}, {pair.fits_for} fits per learner{time}"
    if pair.repeats_needed is not None:
        ends = [many(span(*each), _word(pair).removesuffix("s")) for each in pair.repeats_needed.values()]
        shares = [f"{100 * float(share):.0f}{KEPT}%" for share in pair.repeats_needed]
        more = "".join(f", {number} for {share}" for number, share in zip(ends[1:], shares[1:], strict=True))
        yield "stability", f"{ends[0]} for {shares[0]} of other random splits to give the same decision{more}"


def _repeat_table(pair: SplitBudget) -> TextTable:
    high = f", threshold × {pair.factor:.3g}" if pair.factor != 1 else ""
    steps = pair.steps
    columns = {
        _word(pair): ["endless" if step.repeats is None else str(step.repeats) for step in steps],
        "noise": [_number(step.sd, pair, ".2f") for step in steps],
        "can find": [_number(step.smallest, pair, ".2f") for step in steps],
        "same\ndecision": ["-" if step.agreement is None else f"{100 * step.agreement:.0f} %" for step in steps],
        "fits per\nlearner": ["-" if step.fits is None else str(step.fits) for step in steps],
    }
    if any(step.seconds is not None for step in steps):
        columns["seconds"] = [
            "-" if step.seconds is None else f"{step.seconds:.2g}" if step.seconds < 10 else f"{step.seconds:.0f}"
            for step in steps
        ]
    return TextTable.of(Role.STEPS, columns, 0, title=f"What more {_word(pair)} give (model{high}{_unit(pair)})")


def _noise(pair: PairBudget) -> TextTable:
    """List the parts of the noise, each with where it is from, and say what lessens them."""
    one, below, amounts = "item", "", {}
    if isinstance(pair, SplitBudget):
        one = _word(pair).removesuffix("s")
        amounts = {"splits": pair.partition, "seeds": pair.seed, "data": pair.data, "  test rows": pair.item}
        below = f"More {_word(pair)} reduce the noise of splits and seeds, only more rows that of data."
    elif isinstance(pair, ItemBudget):
        amounts = {"items": pair.omega, "samples": pair.sigma} if pair.more_samples else {"items": pair.total}
        amounts |= {} if pair.tau.value is None else {"runs": pair.tau}
        beside = "both" if pair.tau.value is None else "that of items and samples"
        if pair.more_samples:
            below = f"More items reduce {beside}, more {pair.over} do not reduce that of items."
    numbers = [_number(amount.sd, pair, ".2f") for amount in amounts.values()]
    wide = max(map(len, numbers))
    parts = [
        f"{number:>{wide}}  {each.basis:<8}  {each.why}" for number, each in zip(numbers, amounts.values(), strict=True)
    ]
    return TextTable(
        Role.FACTS,
        ("", ""),
        tuple((name, words.replace("  ", KEPT * 2)) for name, words in zip(amounts, parts, strict=True)),
        words=2,
        title=f"Noise of one {one} (standard deviation{_unit(pair)})",
        below=(below,) if below else (),
    )


def _item_facts(pair: ItemBudget) -> Iterator[tuple[str, str]]:
    smallest = pair.smallest
    if smallest.value is None or isinf(smallest.value):
        yield "can find", f"no difference: {_size(pair)} are too few"
    else:
        ends = [NONE if end is None or isinf(end) else shown(end, pair.unit) for end in (smallest.low, smallest.high)]
        between = f" (90{KEPT}% range {ends[0].removesuffix(' points')} to {ends[1].removesuffix(' points')})"
        known = between if smallest.low is not None and smallest.high is not None else ""
        yield "can find", f"differences of {shown(smallest.value, pair.unit)} or more{known} on {_size(pair)}"
    last, items = pair.more_samples[-1] if pair.more_samples else None, pair.items_for.value
    if last is None:
        yield f"more {pair.over}", f"unknown: {UNSHARED}"
    elif pair.limit == "samples" and items is not None and not isinf(items):
        yield "or more items", f"{items:,.0f} items with {_samples(pair)} {pair.over} each"
    elif pair.limit == "items" and isinf(last.samples) and not isinf(last.smallest):
        least = f"endless {pair.over} of these items find {shown(last.smallest, pair.unit)} or more"
        yield f"more {pair.over}", f"not enough alone: {least}"
    if pair.clusters is not None:
        more, needed = pair.design_effect, pair.clusters_for
        effect = "" if more is None else f"; they make the variance {more:.2g} times that of separate items"
        planned = "" if pair.limit != "items" or needed is None or isinf(needed) else f", {needed:,.0f} clusters"
        yield "clusters", f"{pair.clusters}{effect}. New items are planned in clusters of the same sizes{planned}"
    if pair.cheapest is not None:
        yield "cheapest", _plan(pair)
    if pair.discordant is not None and pair.discordant.value is not None:
        yield "noise", f"{pair.discordant.why} ({percent(pair.discordant.value)})"


def _plan(pair: ItemBudget) -> str:
    """Write the cheapest new evaluation that finds the difference; from 100 on a cost has no fraction."""
    plan = pair.cheapest
    assert plan is not None, "asked for where it is known"
    each = f" with {many(plan.samples, pair.over.removesuffix('s'))} each" if pair.more_samples else ""
    return f"{many(f'{plan.items:,}', 'item')}{each}, cost {_money(plan.cost)}"


def _money(cost: float) -> str:
    return f"{cost:,.0f}" if cost >= 100 else f"{cost:.3g}"


def _sample_table(pair: ItemBudget) -> TextTable:
    if not pair.more_samples:
        columns = {
            "items": [f"{step.items:,}" for step in pair.more_items],
            "can find": [_number(step.smallest, pair) for step in pair.more_items],
        }
        return TextTable.of(Role.STEPS, columns, 0, title=f"What more items give (model{_unit(pair)})")
    steps = pair.more_samples
    columns = {
        f"{pair.over}\nper item": ["endless" if isinf(step.samples) else f"{step.samples:.0f}" for step in steps],
        f"can find on\nthese {pair.items:,} items": [_number(step.smallest, pair) for step in steps],
        f"items for\n{shown(pair.difference, pair.unit)}": [
            NONE if isinf(step.items_for) else f"{step.items_for:,.0f}" for step in steps
        ],
    }
    if any(step.cost is not None for step in steps):
        columns["cost of\nthese"] = [
            "-" if step.cost is None or isinf(step.cost) else _money(step.cost) for step in steps
        ]
    return TextTable.of(Role.STEPS, columns, 0, title=f"What more {pair.over} give (model{_unit(pair)})")


def _notes(pairs: Sequence[PairBudget], notes: Sequence[Note]) -> Iterator[str]:
    """Write notes on all pairs, then those on some: of each kind the first, and of how many more pairs it holds."""
    yield from dict.fromkeys(f"note: {note_words(note)}" for note in notes if note.kind is not NoteKind.SHARED_LEVEL)
    kinds: dict[NoteKind, dict[str, list[PairBudget]]] = {}
    for pair in pairs:
        for note in pair.notes:
            kinds.setdefault(note.kind, {}).setdefault(note_words(note), []).append(pair)
    for sentences in kinds.values():
        words, of = next(iter(sentences.items()))
        count = sum(map(len, sentences.values()))
        metric = f" in {of[0].metric}" if len({pair.metric for pair in pairs}) > 1 else ""
        who = f"{' and '.join(_names(of[0]))}{one_line(metric)}: " if len(of) < len(pairs) else ""
        more = f" (likewise {count - 1} more of {len(pairs)})" if who and count > 1 else ""
        yield f"note: {who}{words}{more}"
