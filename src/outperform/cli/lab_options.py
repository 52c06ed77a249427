"""The verbs of ``outperform lab``: what they do, their options by noun, and examples of each."""

from outperform.cli.parser import OUTPUT, RUNNING, STUDYING
from outperform.cli.verb import Verb

STUDY = "source procedures tests design_of_tests pair sets repetitions levels"
RUN = "jobs quiet verbose"
DRAW = f"draws {RUN}"
READ = "measure format json report"
INTRO = """\
Measure how often procedures are right, on sources where the true difference of
two learners is known or was measured: Type I error, power, replicability and
cost. Each number has a 95% interval.

A source draws as many data sets as you ask for: 'outperform list sources'.
A procedure is a design and a test under one name: 'outperform list procedures'.
"""


LAB_VERBS = (
    Verb(
        name="measure",
        help="measure procedures on one source",
        description="""\
Measure procedures on one source. The rejection rate is the Type I error if the
two learners are equally good there, and the power if they are not.
""",
        nouns={STUDYING: STUDY, RUNNING: f"results {DRAW}", OUTPUT: READ},
        examples="""\
  # Type I error: in task-one the two learners are equally good
  outperform lab measure --source 'task-one(n=1000)' \\
      --procedure corrected-10x10 --procedure 'mcnemar-holdout(share=0.1)'
  # replicability: ten repetitions, each with new random splits of the same data
  outperform lab measure --source 'task-one(n=1000)' \\
      --procedure corrected-10x10 --repetitions 10
  # a design and a test of your choice, and two learners that are fitted
  outperform lab measure --source 'symmetric(n=300)' \\
      --learner 'block(learner="stump", which=1)' \\
      --learner 'block(learner="stump", which=2)' \\
      --procedure 'kfold(repeats=10) + pooled-t' --datasets 100
  # does a test of your own hold its level? def f(differences, n_train, n_test)
  outperform lab measure --source 'task-one(n=1000)' \\
      --test mine.py:f --datasets 200
  # tests of leagues (many data sets), on simulated leagues
  outperform lab measure --source 'league(datasets=20, learners=5)' \\
      --procedure wilcoxon --procedure nemenyi --measure rejection
  # tests of fixed systems on items, such as two language models
  outperform lab measure --source 'fixed-items(items=100, samples=3)' \\
      --procedure item-t --procedure sign-flip --repetitions 2
""",
    ),
    Verb(
        name="curve",
        help="measure procedures while one parameter of the source changes",
        description="""\
Measure procedures while one parameter of the source changes, for example from
no true difference to a large one (a power curve).
""",
        nouns={STUDYING: f"over {STUDY}", RUNNING: f"results {DRAW}", OUTPUT: READ},
        examples="""\
  # a power curve: the true difference grows with step
  outperform lab curve --source 'task-one(n=1000)' --over step=0:40:4 \\
      --procedure corrected-10x10 --measure rejection
""",
    ),
    Verb(
        name="run",
        help="run the study in a TOML file, or continue it",
        description="""\
Run the study in FILE.toml. The results are saved in FILE.db next to it. Run the
same command again to continue an interrupted study, or to add data sets.
""",
        nouns={STUDYING: "study", RUNNING: f"{RUN} allow_file allow_module", OUTPUT: READ},
        examples="""\
  outperform lab run study.toml --jobs 2
  # the study names 'kfold(repeats=10) + mine.py:MyTest': you trust that file
  outperform lab run study.toml --allow-file mine.py
""",
        about="""\
study.toml needs source and procedures; the others have these defaults:
  source = "task-one(step=0, n=1000)"
  procedures = ["corrected-10x10", "kfold(repeats=10) + pooled-t"]
  datasets = 1000
  repetitions = 1
  levels = [0.05]
  seed = 0
  # learners = ["nb", "tree"] replaces the usual pair of the source
""",
        words={
            "own_code": "tests that FILE.toml names",
            "allow_module": "allow learners of FILE.toml that choose code of this package, such as weka",
        },
    ),
    Verb(
        name="show",
        help="show the results of studies so far, without running anything",
        description="""\
Show the results that a study has saved so far. Nothing is run.
""",
        nouns={STUDYING: "kept levels", OUTPUT: READ},
        examples="""\
  outperform lab show study.toml
  outperform lab show study.db --level 0.01 --measure rejection --json
""",
        words={"levels": "default: all levels of the study"},
    ),
    Verb(
        name="certify",
        help="write the card of a test: Type I error, power, replicability, cost",
        description="""\
Write the card of a test or procedure: Type I error in 10 cases without a true
difference, power in 5 cases with one, each next to corrected-10x10 on the same
data sets; replicability and number of fits. Takes minutes. A test of leagues is
tried on 16 kinds of simulated leagues, next to wilcoxon, within a minute. A
test of items, yours too, is tried on the kinds of simulated items that fit it,
next to the test that would be chosen there.
""",
        nouns={
            STUDYING: "certified certified_design sets_per_case",
            RUNNING: DRAW,
            OUTPUT: "cards json_object",
        },
        examples="""\
  outperform lab certify sorted-runs-t
  outperform lab certify wilcoxon
  outperform lab certify item-t
  outperform lab certify my_tests.py:MyTest --design 'kfold(repeats=10)'
  # a first look, in a minute or so
  outperform lab certify mcnemar-holdout --datasets 20
""",
    ),
    Verb(
        name="calibrate",
        help="measure the correction that a learner needs in adaptive-cv",
        description="""\
Measure by how much the nominal threshold of adaptive-cv is too low for a
learner. The result is a factor for the standard error. It is saved, and
'adaptive-cv(threshold="cautious")' uses it. Takes minutes.
""",
        nouns={
            STUDYING: "calibrated lab_folds sets_per_source sources",
            RUNNING: DRAW,
            OUTPUT: "no_keep json_object",
        },
        examples="""\
  outperform lab calibrate stump
  outperform lab calibrate 'sklearn.tree.DecisionTreeClassifier(max_depth=2)' \\
      --folds 5 --jobs 2
  # a first look: few data sets, and nothing is saved
  outperform lab calibrate lda --datasets 50 --no-keep
""",
    ),
)
