"""``outperform league``: run learners on many data sets, or judge a table of their results."""

import argparse
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from outperform.cli import contest, judging, options, verdicts
from outperform.cli.options.output import JUDGED
from outperform.cli.options.running import FITS
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING
from outperform.cli.verb import Verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from outperform.core import GateOutcome

ABOUT = """\
LEARNER and DATA are what 'outperform compare' takes: short names, scikit-learn
classes, models of your own; files (a whole folder: --data uci/*.arff), bundled
data sets, openml:ID. With --store, a league that was interrupted goes on where
it was, and a learner or a data set that is added costs its own fits alone.

FILE is a table of results (CSV, TSV, Parquet). Wide form: a row per data set,
a first column dataset, and one column of scores per learner. Long form: the
columns dataset, learner, score and, where there are several splits, repeat,
fold, n_train, n_test: then it is known whether other random splits would
decide otherwise. Result files of Weka (CSV, ARFF), OpenML and the AutoML
benchmark (AMLB) are read too; - reads CSV from standard input. Whether higher
or lower scores are better follows from the name of the metric, or must be
said.
"""
EXAMPLES = """\
  outperform league --table results.csv --metric accuracy
  outperform league nb tree 1nn --data digits iris wine --test t-datasets
  outperform league --table results.csv --metric accuracy --baseline nb
  outperform league --table league_splits.csv --learner forest tree
  outperform league --table results.csv --higher-is-better --format latex
  outperform league nb 1nn --data iris wine --test t-datasets --procedure 'fixed-league(repeats=2)' --store league.db
"""
NOUNS = {
    DATA: (
        "maybe_to_run data_sets one_target targets shuffle encode league_table learners missing_cells deviations"
        " spread dataset_col system_col score_col"
    ),
    JUDGING: (
        f"league_metric {options.DIRECTIONS} league_procedure positive league_test level league_adjust baseline rope"
        " omnibus league_require"
    ),
    RUNNING: FITS,
    OUTPUT: f"{JUDGED} diagram",
}
FOR_RUNS = tuple(
    (
        "data target targets procedure jobs store fit_timeout encode positive no_fast shuffle allow_module "
        "store_optional"
    ).split()
)
FOR_TABLES = tuple(
    "names higher_is_better lower_is_better missing runs spread dataset_col system_col score_col".split()
)
TABLES = (".csv", ".tsv", ".parquet", ".arff", ".gz")
ARGUMENTS = {"learners": "LEARNER", "datasets": "--data"}  # of league(), as the command line calls them


def _run(arguments: argparse.Namespace) -> "GateOutcome | None":
    """Run the league, or judge the table."""
    _check_words(arguments)
    if arguments.table is not None:
        arguments.files, arguments.kind = [arguments.table], "league"
        with _named({"learners": "--learner"}):
            return judging.run_judging(arguments)
    verdicts.prepare(arguments, [*arguments.data, *contest.own_files(arguments.learners)])
    from outperform.comparison import league

    with _named(ARGUMENTS):
        found = league(**_asked(arguments))
    return verdicts.show(verdicts.gated(found, arguments), arguments)


@contextmanager
def _named(arguments: "Mapping[str, str]") -> "Iterator[None]":
    """Name arguments in errors as the command line calls them here."""
    from outperform.core.errors import InputError

    try:
        yield
    except InputError as error:
        raise InputError(arguments.get(error.argument, error.argument), error.problem) from None


def _asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was typed as ``league`` takes it."""
    return dict(
        learners=arguments.learners,
        datasets=arguments.data,
        target=arguments.target,
        targets=arguments.targets,
        procedure=arguments.procedure or "adaptive-league",
        metric=arguments.metric,
        positive=arguments.positive,
        test=arguments.test or "wilcoxon",
        adjust=arguments.adjust,
        baseline=arguments.baseline,
        rope=arguments.rope,
        level=arguments.level,
        omnibus=arguments.omnibus or "iman-davenport",
        seed=arguments.seed,
        fit_timeout=arguments.fit_timeout,
        fast=not arguments.no_fast,
        encode=arguments.encode,
        shuffle=arguments.shuffle,
        lower=arguments.lower,
        higher=arguments.higher,
        **contest.worker_options(arguments),
    )


def _check_words(arguments: argparse.Namespace) -> None:
    """Refuse a league without data, names or files that no option takes, and options of the other kind of league."""
    from pathlib import Path

    from outperform.core import InputError

    names = arguments.learners
    if arguments.table is None:
        files = [word for word in names if word == "-" or Path(word).suffix in TABLES or Path(word).is_file()]
        if files:
            flag = "--table" if len(names) == len(files) == 1 else "--data"
            raise InputError(files[0], f"a file is named by an option: did you mean {flag} {files[0]}?")
        if arguments.data is None:
            missing = "--data" if names else "--table"
            example = arguments.parser.examples[1 if names else 0]
            raise InputError(
                missing, f"is missing: pass a table of results, or learners and --data; example: {example}"
            )
        _refuse(arguments, FOR_TABLES, "is for a table of results (--table), and a league is to be run")
        return
    if names and arguments.data is None:
        told = " ".join(names)
        raise InputError(told, f"learners of a table are named by an option: did you mean --learner {told}?")
    _refuse(
        arguments,
        FOR_RUNS,
        "is for a league that is run (learners and --data), and a table is to be judged",
    )


def _refuse(arguments: argparse.Namespace, options: tuple[str, ...], why: str) -> None:
    from outperform.core import InputError

    for name in options:
        if getattr(arguments, name) not in (None, False, []):
            raise InputError(f"--{name.replace('_', '-')}", f"{why}: leave it out")


VERB = Verb(
    name="league",
    help="run learners on many data sets, or read a table of results, and decide which are better",
    description="Decide which of several learners are better on data sets like these, and say\n"
    "what other splits would decide and new data sets would show: run them on many\n"
    "data sets, or judge a table of their results.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns=NOUNS,
    words={
        "to_run": "to run: ",
        "of": "of a table: ",
        "of_table": "of a table: ",
        "positive": "metrics that have one, such as f1 and average_precision",
        "rows": ", csv has a row per pair",
    },
    run=_run,
)
