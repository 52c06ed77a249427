"""The log of the engine, under the package's name: ``logging.getLogger("outperform")`` shows nothing unless asked."""

import logging

logging.getLogger("outperform").addHandler(logging.NullHandler())
COSTS = logging.getLogger("outperform.costs")  # what a run may cost, said before its first fit
LOG = logging.getLogger("outperform.engine")
