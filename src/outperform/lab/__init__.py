"""The lab: Type I error, power, replicability and cost of any procedure, with a Monte Carlo interval each."""

from outperform.lab.calibrate import Bench, Calibration, calibrate
from outperform.lab.ledger import Ledger
from outperform.lab.readings import readings_of
from outperform.lab.records import Records
from outperform.lab.run import run_study
from outperform.lab.spelling import procedure_from
from outperform.lab.study import Study, StudyError
from outperform.lab.truth import measured_truth, truth_by_fits

__all__ = [
    "Bench",
    "Calibration",
    "Ledger",
    "Records",
    "Study",
    "StudyError",
    "calibrate",
    "measured_truth",
    "procedure_from",
    "readings_of",
    "run_study",
    "truth_by_fits",
]
