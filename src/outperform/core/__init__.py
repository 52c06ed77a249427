"""The base of all rooms: types, roles, catalogues, specs, streams. Needs numpy only."""

from outperform.core.arrays import Bools, Floats, Ints, Values, unmasked
from outperform.core.catalogue import Catalogue
from outperform.core.checks import (
    check_below_one,
    check_choice,
    check_file,
    check_flag,
    check_folder,
    check_level,
    check_path,
    check_seconds,
    check_seed,
    check_size,
    is_number,
)
from outperform.core.coded import CodedData
from outperform.core.data import SIMULATED, Dataset, Given, NumberedRows, take
from outperform.core.direction import Direction, DirectionOrigin
from outperform.core.errors import (
    InputError,
    MisfitError,
    MissingDependencyError,
    OutperformError,
    SpecError,
    did_you_mean,
)
from outperform.core.fingerprint import fingerprint, fingerprints
from outperform.core.gate import GateFile, GateOutcome, GatePair, Require
from outperform.core.ids import Ids, draws, row_keys
from outperform.core.item_facts import (
    Flips,
    Fragility,
    ItemFacts,
    LookOrder,
    MarginBound,
    MarginMethod,
    SequentialFacts,
    Standing,
    TaskFacts,
    TaskPart,
)
from outperform.core.items import ItemNeeds, Items, ItemTraits
from outperform.core.judgement import Judgement
from outperform.core.later import Later, changed, fact, later
from outperform.core.league import (
    DatasetFragility,
    LeagueEffect,
    LeagueFacts,
    LeagueRun,
    LeagueStanding,
    Omnibus,
    VarianceParts,
    Winner,
)
from outperform.core.league_cells import LeagueCells
from outperform.core.league_procedures import LeagueProcedure, LeagueStep
from outperform.core.league_table import LeagueTable, MissingCell
from outperform.core.league_tests import LeagueTerms, LeagueTest, OmnibusTest, PairOutcomes, PairsTest
from outperform.core.notes import Note, NoteKind, as_notes
from outperform.core.parameter import Parameter
from outperform.core.procedures import Arena, Origin, Procedure, ProcedureCard, Trial
from outperform.core.replicability import Reason, Redraws, Refusal, Replicability, Stability, Unmoved
from outperform.core.rng import CANONICAL, Seed, seed_at, stream
from outperform.core.roles import Design, Entry, EstimatorMetric, Learner, Metric, Predictor, SignificanceTest
from outperform.core.scores import Scores
from outperform.core.sources import CountSource, ItemSource, LeagueSource, Source, Truth
from outperform.core.spec import entry_name, split_spec
from outperform.core.splits import Plan, Split
from outperform.core.threshold import FactorOrigin, Threshold
from outperform.core.traits import Needs, Traits
from outperform.core.units import Bounds, Unit
from outperform.core.verdict import (
    Decision,
    Degrees,
    Interval,
    Posterior,
    PValue,
    Verdict,
)
from outperform.core.weaknesses import LearnerKind, Weakness, known_weaknesses
from outperform.core.whole import write_whole

__all__ = [
    "CANONICAL",
    "SIMULATED",
    "Arena",
    "Bools",
    "Bounds",
    "Catalogue",
    "CodedData",
    "CountSource",
    "Dataset",
    "DatasetFragility",
    "Decision",
    "Degrees",
    "Design",
    "Direction",
    "DirectionOrigin",
    "Entry",
    "EstimatorMetric",
    "FactorOrigin",
    "Flips",
    "Floats",
    "Fragility",
    "GateFile",
    "GateOutcome",
    "GatePair",
    "Given",
    "Ids",
    "InputError",
    "Interval",
    "Ints",
    "ItemFacts",
    "ItemNeeds",
    "ItemSource",
    "ItemTraits",
    "Items",
    "Judgement",
    "Later",
    "LeagueCells",
    "LeagueEffect",
    "LeagueFacts",
    "LeagueProcedure",
    "LeagueRun",
    "LeagueSource",
    "LeagueStanding",
    "LeagueStep",
    "LeagueTable",
    "LeagueTerms",
    "LeagueTest",
    "Learner",
    "LearnerKind",
    "LookOrder",
    "MarginBound",
    "MarginMethod",
    "Metric",
    "MisfitError",
    "MissingCell",
    "MissingDependencyError",
    "Needs",
    "Note",
    "NoteKind",
    "NumberedRows",
    "Omnibus",
    "OmnibusTest",
    "Origin",
    "OutperformError",
    "PValue",
    "PairOutcomes",
    "PairsTest",
    "Parameter",
    "Plan",
    "Posterior",
    "Predictor",
    "Procedure",
    "ProcedureCard",
    "Reason",
    "Redraws",
    "Refusal",
    "Replicability",
    "Require",
    "Scores",
    "Seed",
    "SequentialFacts",
    "SignificanceTest",
    "Source",
    "SpecError",
    "Split",
    "Stability",
    "Standing",
    "TaskFacts",
    "TaskPart",
    "Threshold",
    "Traits",
    "Trial",
    "Truth",
    "Unit",
    "Unmoved",
    "Values",
    "VarianceParts",
    "Verdict",
    "Weakness",
    "Winner",
    "as_notes",
    "changed",
    "check_below_one",
    "check_choice",
    "check_file",
    "check_flag",
    "check_folder",
    "check_level",
    "check_path",
    "check_seconds",
    "check_seed",
    "check_size",
    "did_you_mean",
    "draws",
    "entry_name",
    "fact",
    "fingerprint",
    "fingerprints",
    "is_number",
    "known_weaknesses",
    "later",
    "row_keys",
    "seed_at",
    "split_spec",
    "stream",
    "take",
    "unmasked",
    "write_whole",
]
