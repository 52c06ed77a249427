"""Notes: what a reader should know beside a verdict, as a kind and facts; ``words`` makes sentences of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self


class NoteKind(StrEnum):
    """What a note is about."""

    REMARK = "remark"  # a sentence that a user's own test, design or data bring along

    # names
    ALIKE_NAMES = "alike-names"  # different names that look the same
    HIDDEN_LETTERS = "hidden-letters"  # names with letters that nobody sees

    # data
    IDENTIFIER = "identifier"
    TAKEN_AS_NOMINAL = "taken-as-nominal"
    MISSING_MARKS = "missing-marks"
    DECIMAL_COMMAS = "decimal-commas"
    ALIKE_CLASSES = "alike-classes"
    EMPTY_COLUMNS = "empty-columns"
    CONSTANT_COLUMNS = "constant-columns"
    COUNTING_COLUMNS = "counting-columns"
    QUANTITIES = "quantities"
    ROW_INDEX = "row-index"
    SAME_NAME = "same-name"
    OPENML = "openml"
    DATES_LEFT_OUT = "dates-left-out"
    LEAKING_COLUMN = "leaking-column"
    REPEATED_ROWS = "repeated-rows"
    NEAR_COPIES = "near-copies"

    # tables of scores
    IGNORED_COLUMNS = "ignored-columns"
    UNNAMED_COLUMNS = "unnamed-columns"  # left out where columns are systems and nobody named them: one may be meant
    COLUMNS_READ_AS = "columns-read-as"
    ROWS_AS_SPLITS = "rows-as-splits"
    UNKNOWN_REPEATS = "unknown-repeats"
    MISSING_SPLITS = "missing-splits"
    SUMMARY_ROWS = "summary-rows"
    CALLED_SUMMARY = "called-summary"  # rows called mean or the like that are no summary
    SIZES_SWAPPED = "sizes-swapped"
    SHARES_FROM_COUNTS = "shares-from-counts"  # rounded shares of test rows were replaced by the exact ones
    SAME_SCORES = "same-scores"  # a learner has the same score in every split, and others have not
    RUNS_READ = "runs-read"
    RUNS_LEFT_OUT = "runs-left-out"
    SEARCH_ROUND = "search-round"
    BEST_OF_SEARCH = "best-of-search"

    # tables of predictions
    JOINED_BY_ORDER = "joined-by-order"  # of several files without a column that names the items
    UNKNOWN_LABELS = "unknown-labels"
    ALIKE_LABELS = "alike-labels"
    IDS_REPEAT = "ids-repeat"  # a column of ids has the same one in several rows that count as items
    CLUSTERED = "clustered"  # a column of clusters that nobody named
    HARD_RESPONSES = "hard-responses"  # only 0 and 1, where probabilities or scores are expected
    SAME_RESPONSES = "same-responses"  # the same number for every row
    CERTAIN_ERRORS = "certain-errors"  # the true class has probability 0
    CLASS_SUMS = "class-sums"  # the probabilities of the classes of a row do not add up to 1
    OTHER_CODES = "other-codes"  # labels that agree with the truth less often than by chance
    BELOW_CHANCE = "below-chance"

    # items of fixed systems
    ROWS_AS_ITEMS = "rows-as-items"
    WEIGHTED = "weighted"  # items count as a column says
    ITEMS_UNNAMED = "items-unnamed"  # a first column without a name is read as the names of items
    SCALES_DIFFER = "scales-differ"  # the scores of two systems may be of different metrics
    SCALES_PARTLY = "scales-partly"  # some scores of one system are shares, others seem to be percentages
    MORE_SYSTEMS = "more-systems"  # than items: rows and columns may be swapped
    TRIALS_SHARE = "trials-share"  # trials of HELM share their examples
    LOGS_AS_SAMPLES = "logs-as-samples"  # several logs of one system and task
    LOG_UNFINISHED = "log-unfinished"  # a run that ended with an error, or was cancelled
    LOG_INCOMPLETE = "log-incomplete"  # of a run that finished: samples that are not there, invalid, or with an error
    LOGS_LIMITED = "logs-limited"  # runs of a part of their data set
    LOGS_LEFT_OUT = "logs-left-out"  # unfinished runs that were repeated
    ITEMS_DROPPED = "items-dropped"  # items that not every system has, left out by --common
    SCORES_MISSING = "scores-missing"  # items without a score: counted as wrong, or left out
    SAMPLES_MISSING = "samples-missing"  # a system has fewer samples of some items than of others, and than another
    SAMPLES_FEWER = "samples-fewer"  # of every item than another system has
    PROMPTS_DIFFER = "prompts-differ"
    LOWER_IS_BETTER = "lower-is-better"  # scores of a metric were multiplied by -1
    DIRECTION_ASSUMED = "direction-assumed"  # nobody says whether higher or lower scores of a metric are better
    MINUS_ABOVE_ZERO = "minus-above-zero"  # scores of neg_rmse or the like that cannot be minus a loss
    FEW_ITEMS = "few-items"
    FEW_CLUSTERS = "few-clusters"
    FEW_HEAVY = "few-heavy"  # items or clusters with most of the weight
    ALIKE_UNITS = "alike-units"  # few items or clusters that differ by about the same amount, either way
    NEVER_REJECTS = "never-rejects"
    FEW_DIFFER = "few-differ"
    FEW_OF_CLASS = "few-of-class"  # positive or negative items
    FEW_OF_ONE_CLASS = "few-of-one-class"  # of several classes
    SKEWED = "skewed"
    CLUSTERS_IGNORED = "clusters-ignored"
    SAMPLES_SHARE = "samples-share"  # runs differ more than independent samples would
    RECIPES = "recipes"  # the verdict is about fresh runs too
    NOISE_BOUNDED = "noise-bounded"
    RUNS_ALONE = "runs-alone"  # scores of runs without items
    NO_SPREAD_ITEMS = "no-spread-items"  # all items differ by the same amount
    DRAWN_ORDER = "drawn-order"  # items were looked at in a random order
    DRAWN_MARGIN = "drawn-margin"  # in how many random orders a margin is shown
    GUARANTEED = "guaranteed"  # what bounds that hold for any distribution cost
    AS_THEY_COME = "as-they-come"  # items were looked at in the order of the file
    TURNED = "turned"  # later items speak against a decision that fell early
    BOUNDS_ASSUMED = "bounds-assumed"  # of scores, where nobody gave them

    # tables of leagues
    FOLDER_PASSED_OVER = "folder-passed-over"  # files in a folder of data sets that are no tables
    DATASETS_UNNAMED = "datasets-unnamed"  # a first column without a name is read as the names of data sets
    TABLE_TURNED = "table-turned"  # rows were read as learners, columns as data sets
    MAYBE_TURNED = "maybe-turned"  # rows and columns may be swapped
    SPREADS_USED = "spreads-used"  # deviations or standard errors beside the scores
    SPREADS_IGNORED = "spreads-ignored"  # ± 1.1 beside a score
    COMMAS_AS_POINTS = "commas-as-points"  # decimal commas were read
    COMMAS_IN_THOUSANDS = "commas-in-thousands"  # 1,234.5 was read
    PERCENTS_AS_SHARES = "percents-as-shares"  # 66% was read as 0.66
    SPLITS_INCOMPLETE = "splits-incomplete"  # splits that not all learners have were left out
    DATASETS_LEFT_OUT = "datasets-left-out"  # data sets without any score
    SCALES_MIXED = "scales-mixed"  # some scores are far larger: percentages beside shares
    METRICS_MIXED = "metrics-mixed"  # different data sets have different metrics
    RERUNS_LEFT_OUT = "reruns-left-out"  # several runs of one learner on one data set
    NAMES_SHORTENED = "names-shortened"  # of learners, as other tools write them

    # judged leagues
    CELLS_LEFT_OUT = "cells-left-out"  # a pair is judged on the data sets that both have
    SPLITS_UNKNOWN = "splits-unknown"  # a table without repeats
    DATASETS_ALIKE = "datasets-alike"  # the two score the same on all data sets
    MEAN_OPPOSES = "mean-opposes"  # the mean difference points the other way than the decision
    MEAN_UNSURE = "mean-unsure"  # a difference was found, but the interval of the mean difference contains 0
    NO_SPREAD_DATASETS = "no-spread-datasets"  # all data sets have the same difference

    # leagues that were run
    DATASET_FAILED = "dataset-failed"  # no learner could be fitted on it
    LEAGUE_UNSETTLED = "league-unsettled"  # other splits may still decide otherwise, after the most repeats
    ON_DATASETS = "on-datasets"  # a caution about the data, with the data sets that it concerns
    DATASETS_NOTED = "datasets-noted"  # compare says more about these data sets

    # designs
    SCARCE_CLASSES = "scarce-classes"
    UNEVEN_HALVES = "uneven-halves"
    SPLITTER_WARNED = "splitter-warned"

    # fits and their store
    ENCODED = "encoded"
    LEARNER_WARNED = "learner-warned"
    LEFT_OUT = "left-out"
    UNSTORED_FITS = "unstored-fits"
    UNSTORED_SCORES = "unstored-scores"
    STORE_LOST = "store-lost"
    STORE_FROZEN = "store-frozen"
    STORE_DAMAGED = "store-damaged"  # rows that cannot be a fit
    STORE_OUTDATED = "store-outdated"  # fits whose code has changed since
    STORE_USED = "store-used"  # how many fits came from it, and how old the oldest is
    UNSTORED_CODE = "unstored-code"  # it is not known what code a learner ran
    CODE_CHANGED = "code-changed"  # while fits ran, so that not all ran the same

    # verdicts
    ACCURACIES = "accuracies"
    ASSUMED_BALANCED = "assumed-balanced"
    ASTRAY = "astray"  # fits that learned nothing, where the others of their learner learned much
    NEGATIVE_VARIANCE = "negative-variance"
    EMPTY_INTERVAL = "empty-interval"
    FEW_REPLICATES = "few-replicates"
    FEW_ROWS = "few-rows"
    COPIES = "copies"  # repeats, splits, runs or data sets whose scores are copies of others
    FOLDS_AND_SIZES = "folds-and-sizes"  # that contradict each other
    KNOWN_WEAKNESS = "known-weakness"
    NO_SPREAD = "no-spread"
    NO_SPREAD_FEW_SPLITS = "no-spread-few-splits"
    ASSUMED_NOISE = "assumed-noise"
    STABILITY_UNKNOWN = "stability-unknown"

    # procedures
    STOPPED = "stopped"
    REPEATS_FAILED = "repeats-failed"
    BORDERLINE = "borderline"
    CAUTIOUS = "cautious"
    CAUTION_UNKNOWN = "caution-unknown"
    PROCEDURE_WEAKNESS = "procedure-weakness"
    OWN_TEST = "own-test"  # the user's own test, with a digest of its code
    OWN_FACTORS = "own-factors"
    OTHER_THRESHOLD = "other-threshold"
    FITTED_AHEAD = "fitted-ahead"
    CORRECTED = "corrected"
    CHANGED_BY_FACTOR = "changed-by-factor"
    NOT_SHOWN = "not-shown"
    NO_FACTOR = "no-factor"
    NOT_CORRECTED = "not-corrected"
    CLEAR_EFFECT = "clear-effect"
    HALVES_DISAGREE = "halves-disagree"  # disjoint halves of the rows, for learners with steps that ignore the target
    HALVES_AGREE = "halves-agree"
    NOT_HALVED = "not-halved"  # that could not be checked
    FEW_REPEATS = "few-repeats"
    CHOSEN_SEED = "chosen-seed"

    # comparisons
    CANONICAL = "canonical"
    CHOSEN_TEST = "chosen-test"
    EACH_ALONE = "each-alone"
    TRAINING_ROWS = "training-rows"
    UNADJUSTED = "unadjusted"
    TIME_ORDER = "time-order"
    GROUPED = "grouped"
    IMBALANCED = "imbalanced"
    RARE_CLASS = "rare-class"
    NO_BETTER = "no-better"
    CLASSES_AS_NUMBERS = "classes-as-numbers"

    # budgets
    ASSUMED_DIFFERENCE = "assumed-difference"
    ASSUMED_PARTITION = "assumed-partition"
    CAUTIOUS_THRESHOLD = "cautious-threshold"
    ITEM_SPREAD_UNSURE = "item-spread-unsure"  # items may differ no more than samples do
    MAY_BE_CORRECTED = "may-be-corrected"
    NO_PARTITION = "no-partition"
    REPEATS_LEFT_OUT = "repeats-left-out"
    SHARED_LEVEL = "shared-level"

    # ledgers
    OTHER_VERSIONS = "other-versions"
    CHANGED_DATA = "changed-data"
    CHANGED_PROCEDURES = "changed-procedures"
    RECORDS_DAMAGED = "records-damaged"  # rows that cannot be right
    NO_READINGS = "no-readings"


@dataclass(frozen=True, repr=False)
class Note:
    """A kind, whom it concerns, and the facts that its sentence is made of.

    Examples
    --------
    >>> note = Note.of(NoteKind.LEARNER_WARNED, "tree", fits=3, message="ill-conditioned")
    >>> note
    Note(learner-warned, about='tree', fits=3, message='ill-conditioned')
    >>> note["fits"], note.about
    (3, ('tree',))
    """

    kind: NoteKind
    about: tuple[str, ...] = ()  # names of learners; () is the whole comparison
    facts: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, kind: NoteKind, *about: str, **facts: Any) -> Self:
        """Make a note from its facts, which must be hashable."""
        return cls(kind, about, tuple(facts.items()))

    def __getitem__(self, name: str) -> Any:
        """Return a fact."""
        return dict(self.facts)[name]

    def __repr__(self) -> str:
        """Write kind, whom it concerns and facts."""
        about = [f"about={', '.join(self.about)!r}"] if self.about else []
        return f"Note({', '.join([self.kind, *about, *(f'{name}={value!r}' for name, value in self.facts)])})"

    def concerning(self, *about: str) -> "Note":
        """Return the same note, of these learners."""
        return replace(self, about=about)


def as_notes(given: Iterable[Note | str]) -> list[Note]:
    """Return notes, each once; a sentence, which users' own entries may give, is a remark."""
    made = [each if isinstance(each, Note) else Note.of(NoteKind.REMARK, text=each) for each in given if each]
    return list(dict.fromkeys(made))
