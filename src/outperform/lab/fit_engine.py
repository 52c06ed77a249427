"""The fit engine: studies that need learners to learn, through the engine of ``compare``."""

from outperform.comparison.stage import Stage
from outperform.core import seed_at, stream
from outperform.engine import Runner, Ways
from outperform.lab.records import Records
from outperform.lab.study import Study
from outperform.learners import learners_of
from outperform.metrics import Accuracy, NegMeanSquaredError


def run_dataset(study: Study, number: int) -> dict[str, Records]:
    """Run all procedures on one dataset, repetition after repetition with fresh partitions."""
    dataset = study.supply.draw(stream(study.seed, "dataset", str(study.supply), number))
    learners = learners_of(list(study.pair), dataset)
    metrics = {"accuracy": Accuracy()} if dataset.has_classes else {"neg_mean_squared_error": NegMeanSquaredError()}
    parts: dict[str, list[Records]] = {spec: [] for spec in study.procedures}
    for repetition in range(study.repetitions):
        seed = seed_at(study.seed, "repetition", str(study.supply), number, repetition)
        stage = Stage(Runner(dataset, learners, metrics, seed, ways=Ways(jobs=1)), study.levels[0])
        for spec, rule in zip(study.procedures, study.rules, strict=True):
            parts[spec].append(Records.of_trial(rule.run(stage)[0]))
    return {spec: Records.join(found, axis=1) for spec, found in parts.items()}
