"""A budget in plain words."""

from outperform.core import Unit
from outperform.core.budget import Amount, PairBudget, Step
from outperform.words.numbers import duration, shown, span


def text(pair: PairBudget, *, named: bool) -> str:
    """Return one pair: what limits it first."""
    head = f"{pair.first} and {pair.second}{f' in {pair.metric}' if pair.metric else ''}: " if named else ""
    lines = [f"{head}{pair.says}", _seen(pair)]
    if pair.limit != "no noise":
        lines += [*_noise(pair), *_steps(pair), *_needed(pair)]
    return "\n".join(lines)


def says(pair: PairBudget, times: float) -> str:
    """Return what limits the comparison, and what to do."""
    wished = f"a difference of {shown(pair.difference, pair.unit)} at power {pair.power:g}"
    many = "repeats" if pair.folds > 1 else "splits"
    cost = f"{pair.fits_for // pair.folds} {many}, {pair.fits_for} fits per learner"
    if pair.seconds_for is not None:
        cost += f", about {duration(pair.seconds_for)} on one worker"
    if pair.limit == "no noise":
        same = "score the same" if pair.estimate == 0 else "differ by the same amount"
        return f"nothing varies: the learners {same} in every split, so there is no noise to plan for"
    if pair.limit == "nothing":
        return f"nothing limits this comparison: the pilot's {pair.repeats} {many} can show {wished}"
    if pair.limit == "repeats":
        return f"more {many} help: {wished} can be shown ({cost})"
    rows = f"about {pair.rows_for.value:,.0f} rows" if pair.rows is not None else f"about {times:.1f} times the rows"
    here = f"these {pair.rows} rows" if pair.rows is not None else "these rows"
    least = shown(pair.smallest.value or 0.0, pair.unit)
    return (
        f"more {many} will not help: on {here} even endless {many} show only differences from {least} up at power"
        f" {pair.power:g}; {shown(pair.difference, pair.unit)} needs {rows} ({cost}){_steadier(pair)}"
    )


def _steadier(pair: PairBudget) -> str:
    """Return what repeats still are good for: that fresh partitions give the same verdict."""
    low, high = (pair.repeats_needed or {"0.90": [1, 1]})["0.90"]
    if low is not None and low <= pair.repeats:
        return ""
    return f"; repeats would only make this verdict steadier ({span(low, high)} for .90)"


def _seen(pair: PairBudget) -> str:
    splits = f"{pair.repeats} x {pair.folds} folds" if pair.folds > 1 else f"{pair.repeats} random splits"
    rows = f" of {pair.rows} rows" if pair.rows is not None else ""
    return f"pilot: {pair.first} - {pair.second} {shown(pair.estimate, pair.unit)} over {splits}{rows}"


def _noise(pair: PairBudget) -> list[str]:
    unit = " in points" if pair.unit is Unit.POINTS else ""
    what = "repeat" if pair.folds > 1 else "split"
    table = (("partition", pair.partition), ("seed", pair.seed), ("data", pair.data), ("  item", pair.item))
    lines = [f"noise of one {what}, as standard deviation{unit}:"]
    return lines + [f"  {name:<10}{_sd(amount, pair):>8}  {amount.basis:<9} {amount.why}" for name, amount in table]


def _sd(amount: Amount, pair: PairBudget) -> str:
    if amount.sd is None:
        return "-"
    return f"{100 * amount.sd:.2f}" if pair.unit is Unit.POINTS else f"{amount.sd:.3g}"


def _steps(pair: PairBudget) -> list[str]:
    high = f", threshold {pair.factor:.3g} times the nominal" if pair.factor != 1 else ""
    head = f"what repeats buy (level {pair.level:g}, power {pair.power:g}{high}; model; seconds as in the pilot):"
    titles = f"  {'repeats':>8}{'noise':>9}{'smallest':>10}{'same decision':>15}{'fits':>7}  seconds"
    return [head, titles, *(_step(step, pair) for step in pair.steps)]


def _step(step: Step, pair: PairBudget) -> str:
    points = pair.unit is Unit.POINTS
    sd, least = (f"{100 * v:.2f}" if points else f"{v:.3g}" for v in (step.sd, step.smallest))
    agreed = "-" if step.agreement is None else f"{100 * step.agreement:.0f}%"
    repeats = "endless" if step.repeats is None else str(step.repeats)
    fits = "-" if step.fits is None else str(step.fits)
    seconds = "-" if step.seconds is None else f"{step.seconds:.2g}" if step.seconds < 10 else f"{step.seconds:.0f}"
    return f"  {repeats:>8}{sd:>9}{least:>10}{agreed:>15}{fits:>7}  {seconds}"


def _needed(pair: PairBudget) -> list[str]:
    if pair.repeats_needed is None:
        return []
    spans = [f"{target[1:]}: {span(*ends)}" for target, ends in pair.repeats_needed.items()]
    return [f"repeats for the same decision with probability {'; '.join(spans)}"]
