"""The engine: turns a contest and a plan into scores. It handles stores, pools and progress."""

from outperform.engine.canonical import CanonicalRunners
from outperform.engine.contest import Contest
from outperform.engine.league import LeagueRunner
from outperform.engine.run import LearnerError, Runner
from outperform.engine.sqlite import StoreError
from outperform.engine.store import Store
from outperform.engine.ways import Ways

__all__ = ["CanonicalRunners", "Contest", "LeagueRunner", "LearnerError", "Runner", "Store", "StoreError", "Ways"]
