"""The lab: Type I error, power, replicability and cost of any procedure, with a Monte Carlo interval each."""

from outperform.lab.ledger import Ledger, LedgerError
from outperform.lab.readings import readings_of
from outperform.lab.records import Records
from outperform.lab.run import run_study
from outperform.lab.study import Study, procedure_from

__all__ = ["Ledger", "LedgerError", "Records", "Study", "procedure_from", "readings_of", "run_study"]
