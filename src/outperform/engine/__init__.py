"""The engine: from a contest and a plan to scores. Knows of stores, pools and progress."""

from outperform.engine.run import LearnerError, Runner, Ways
from outperform.engine.sqlite import StoreError
from outperform.engine.store import Store

__all__ = ["LearnerError", "Runner", "Store", "StoreError", "Ways"]
