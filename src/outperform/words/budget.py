"""A budget in plain words."""

from math import isinf

from outperform.core import Unit
from outperform.core.budget import Amount, PairBudget, Step
from outperform.visible import one_line
from outperform.words.lines import aligned, filled
from outperform.words.numbers import duration, shown, signed, span

MANY = 1e12  # rows from which on their digits say nothing
NOISE = 33  # column where the words about an amount begin


def text(pair: PairBudget, *, named: bool) -> str:
    """Return one pair: first the answer, then what it is based on."""
    head = [one_line(f"{pair.first} and {pair.second}{f', {pair.metric}' if pair.metric else ''}")] if named else []
    lines = [*head, *filled(pair.says), *_details(pair), "", *filled(_pilot(pair))]
    if pair.limit != "no noise":
        lines += ["", *_noise(pair), "", *_steps(pair), *_needed(pair)]
    return "\n".join(lines)


def says(pair: PairBudget, times: float) -> str:
    """Return what limits the comparison, and what to do."""
    wished = shown(pair.difference, pair.unit)
    found = f"can find a difference of {wished}"
    if pair.limit == "no noise":
        same = "score the same" if pair.estimate == 0 else "differ by the same amount"
        return f"Nothing varies: the learners {same} in every split, so there is no noise to plan for."
    if pair.limit == "nothing":
        return f"The pilot is enough: its {_many(pair, pair.repeats)} {found}."
    if pair.limit == "repeats":
        return f"More {_word(pair)} help: {_many(pair, pair.fits_for // pair.folds)} {found}."
    rows = f"about {times:.1f} times the rows" if times < MANY else f"about {times:.0e} times the rows"
    if pair.rows is not None:
        rows = f"about {_counted(pair.rows_for)} rows (you have {pair.rows:,})"
    return f"More {_word(pair)} will not help: {wished} {'need' if wished.endswith('points') else 'needs'} {rows}."


def _details(pair: PairBudget) -> list[str]:
    """Return what the answer costs, and what these rows can show."""
    time = f", about {duration(pair.seconds_for)} on one worker" if pair.seconds_for is not None else ""
    cost = f"{pair.fits_for} fits per learner{time}."
    if pair.limit == "repeats":
        return filled(f"Cost: {cost}")
    if pair.limit != "data":
        return []
    here = f"{pair.rows:,} rows" if pair.rows is not None else "these rows"
    least = shown(pair.smallest.value or 0.0, pair.unit)
    return [
        *filled(f"On {here}, even endless {_word(pair)} find only differences of {least} or more."),
        *filled(f"Cost with {rows_needed(pair)}: {_many(pair, pair.fits_for // pair.folds)}, {cost}"),
    ]


def rows_needed(pair: PairBudget) -> str:
    """Write how many rows the wished difference needs."""
    return "that many rows" if pair.rows is None else f"{_counted(pair.rows_for)} rows"


def _counted(rows: Amount) -> str:
    """Write a number of rows, by its size alone where nobody could have them."""
    value = rows.value or 0.0
    return f"{value:,.0f}" if value < MANY else "endlessly many" if isinf(value) else f"{value:.0e}"


def _word(pair: PairBudget) -> str:
    return "repeats" if pair.folds > 1 else "splits"


def _many(pair: PairBudget, count: int) -> str:
    return f"{count} {_word(pair).removesuffix('s') if count == 1 else _word(pair)}"


def _pilot(pair: PairBudget) -> str:
    splits = f"{pair.repeats} × {pair.folds} folds" if pair.folds > 1 else f"{pair.repeats} random splits"
    rows = f" of {pair.rows:,} rows" if pair.rows is not None else ""
    points = pair.unit is Unit.POINTS
    found = f"{signed(100 * pair.estimate, '.1f')} points" if points else signed(pair.estimate, ".3g")
    return f"Pilot: {pair.first} − {pair.second} = {found}, over {splits}{rows}."


def _noise(pair: PairBudget) -> list[str]:
    unit = ", points" if pair.unit is Unit.POINTS else ""
    table = (("splits", pair.partition), ("seeds", pair.seed), ("data", pair.data), ("  test rows", pair.item))
    lines = [f"Noise of one {_word(pair).removesuffix('s')} (standard deviation{unit}):"]
    for name, amount in table:
        first = f"  {name:<11}{_sd(amount, pair):>8}  {amount.basis:<8}  "
        lines += filled(amount.why, first, " " * NOISE)
    return [*lines, f"More {_word(pair)} reduce the noise of splits and seeds, only more rows that of data."]


def _sd(amount: Amount, pair: PairBudget) -> str:
    if amount.sd is None:
        return "-"
    return f"{100 * amount.sd:.2f}" if pair.unit is Unit.POINTS else f"{amount.sd:.3g}"


def _steps(pair: PairBudget) -> list[str]:
    high = f", threshold × {pair.factor:.3g}" if pair.factor != 1 else ""
    unit = ", points" if pair.unit is Unit.POINTS else ""
    head = f"What more {_word(pair)} give (model; level {pair.level:.3g}, power {pair.power:g}{high}{unit}):"
    rows = zip(*(_step(step, pair) for step in pair.steps), strict=True)
    titles = (_word(pair), "noise", "smallest\ndifference", "same\ndecision", "fits per\nlearner", "seconds")
    above, below = aligned({title: list(cells) for title, cells in zip(titles, rows, strict=True)}, left=0)
    return [head, *(f"  {line}" for line in (*above, *below))]


def _step(step: Step, pair: PairBudget) -> tuple[str, ...]:
    points = pair.unit is Unit.POINTS
    sd, least = (f"{100 * v:.2f}" if points else f"{v:.3g}" for v in (step.sd, step.smallest))
    agreed = "-" if step.agreement is None else f"{100 * step.agreement:.0f}%"
    repeats = "endless" if step.repeats is None else str(step.repeats)
    fits = "-" if step.fits is None else str(step.fits)
    seconds = "-" if step.seconds is None else f"{step.seconds:.2g}" if step.seconds < 10 else f"{step.seconds:.0f}"
    return repeats, sd, least, agreed, fits, seconds


def _needed(pair: PairBudget) -> list[str]:
    """Return how many repeats make the decision stable across random splits of these data."""
    if pair.repeats_needed is None:
        return []
    shares = [f"{100 * float(share):.0f}%" for share in pair.repeats_needed]
    spans = [span(*ends) for ends in pair.repeats_needed.values()]
    head = f"{_word(pair).capitalize()} needed so that {', '.join(shares)} of other random splits decide the same"
    return filled(f"{head}: {', '.join(spans)}.")
