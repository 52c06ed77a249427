"""The log of the engine, under the package's name: ``logging.getLogger("outperform")`` shows nothing unless asked."""

import logging

logging.getLogger("outperform").addHandler(logging.NullHandler())
LOG = logging.getLogger("outperform.engine")
