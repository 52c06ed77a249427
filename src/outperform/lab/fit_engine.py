"""The fit engine: studies whose learners are fitted, by the engine of ``compare``."""

from collections.abc import Mapping

from outperform.comparison.stage import Stage
from outperform.core import seed_at, stream
from outperform.engine import CanonicalRunners, Contest, Runner, Ways
from outperform.lab.records import Records
from outperform.lab.study import Study
from outperform.learners import learners_of
from outperform.metrics import Accuracy, NegMeanSquaredError


def run_dataset(study: Study, number: int, start: Mapping[str, int] | None = None) -> dict[str, Records]:
    """Run all procedures on one data set, repetition after repetition with new random splits.

    ``start`` is the first repetition to run, by procedure: earlier ones are known. Each repetition has its own stream.
    """
    dataset = study.supply.draw(stream(study.seed, "dataset", str(study.supply), number))
    learners = learners_of(list(study.pair), dataset)
    metrics = {"accuracy": Accuracy()} if dataset.has_classes else {"neg_mean_squared_error": NegMeanSquaredError()}
    first = {spec: 0 if start is None else start[spec] for spec in study.procedures}
    parts: dict[str, list[Records]] = {spec: [] for spec in study.procedures}
    kept: CanonicalRunners | None = None  # fits that follow from the data serve all repetitions
    for repetition in range(min(first.values()), study.repetitions):
        seed = seed_at(study.seed, "repetition", str(study.supply), number, repetition)
        stage = Stage(Runner(Contest(dataset, learners, metrics, seed), Ways(jobs=1)), study.levels[0])
        kept = stage.canonical_runners = kept or stage.canonical_runners
        for spec, rule in zip(study.procedures, study.rules, strict=True):
            if repetition >= first[spec]:
                parts[spec].append(Records.of_trial(rule.run(stage)[0]))
    return {spec: Records.join(found, axis=1) for spec, found in parts.items()}
