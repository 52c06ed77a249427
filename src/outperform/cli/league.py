"""``outperform league``: run learners on many data sets, or judge a table of their results."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from outperform.cli import contest_options, league_options, verdicts
from outperform.cli.parser import DATA, OUTPUT, Parser
from outperform.words.visible import one_line

if TYPE_CHECKING:
    from outperform.comparison import League

EPILOG = """\
LEARNER and DATA are what 'outperform compare' takes: short names, scikit-learn
classes, models of your own; files (a whole folder: --data uci/*.arff), bundled
data sets, openml:ID. All data sets are loaded before the first fit. --targets
names the column to predict of each: a CSV file with the columns dataset, target
and, where rows belong together, groups; or a TOML file with lines such as
credit = "class". With --store, a league that was interrupted goes on where it
was, and a learner or a data set that is added costs its own fits alone.

FILE is a table of results (CSV, TSV, Parquet). Wide form: a row per data set, a
first column dataset, and one column of scores per learner. Long form: the
columns dataset, learner, score and, where there are several splits, repeat,
fold, n_train, n_test: then it is known whether other random splits would decide
otherwise. Result files of Weka (CSV, ARFF), OpenML and the AutoML benchmark
(AMLB) are read too; - reads CSV from standard input. Whether higher or lower
scores are better follows from the name of the metric, or must be said.

examples:
  outperform league --table results.csv --metric accuracy
  outperform league nb tree 1nn --data breast_cancer digits iris wine --test t-datasets
  outperform league nb 1nn --data iris wine --test t-datasets --procedure 'fixed-league(repeats=2)' --store league.db
  outperform league --table results.csv --metric accuracy --baseline nb
  outperform league --table league_splits.csv --learner forest tree
  outperform league --table results.csv --higher-is-better --format latex
"""
TABLES = (".csv", ".tsv", ".parquet", ".arff", ".gz")
DIAGRAMS = (".svg", ".pdf", ".tex")
ARGUMENTS = {"learners": "LEARNER", "datasets": "--data"}  # of league(), as the command line calls them


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "league",
        help="run learners on many data sets, or read a table of results, and decide which are better",
        description="Decide which of several learners are better on data sets like these, and whether\n"
        "other splits or other data sets would decide otherwise: run them on many data\n"
        "sets, or judge a table of their results.",
        epilog=EPILOG,
    )
    parser.group(DATA).add_argument("learners", metavar="LEARNER", nargs="*", help="learners to run, two or more")
    league_options.add_runs(parser)
    league_options.add_table(parser)
    league_options.add_judging(parser)
    output = parser.group(OUTPUT)
    output.add_argument(
        "--format",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
        help="how to print the answer (default text); latex needs the package booktabs, csv has a row per pair",
    )
    output.add_argument("--json", dest="format", action="store_const", const="json", help="same as --format json")
    output.add_argument("--report", metavar="FILE.html", help="also write a page with figures, as a single file")
    output.add_argument(
        "--diagram",
        metavar="FILE",
        help="also write the diagram of mean ranks for a paper: FILE.svg, FILE.pdf or FILE.tex (TikZ); bars join"
        " learners that are not shown to differ",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the league, or judge the table."""
    _check_words(arguments)
    verdicts.prepare(arguments)
    _check_diagram(arguments)
    return _show(_run(arguments) if arguments.table is None else _judge(arguments), arguments)


def _run(arguments: argparse.Namespace) -> "League":
    from outperform.comparison import league
    from outperform.core import InputError

    try:
        return league(**_asked(arguments))
    except InputError as error:
        raise InputError(ARGUMENTS.get(error.argument, error.argument), error.problem) from None


def _asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was typed as ``league`` takes it."""
    return dict(
        learners=arguments.learners,
        datasets=arguments.data,
        target=arguments.target,
        targets=arguments.targets,
        procedure=arguments.procedure or league_options.PROCEDURE,
        metric=arguments.metric,
        positive=arguments.positive,
        test=arguments.test,
        adjust=arguments.adjust,
        baseline=arguments.baseline,
        rope=arguments.rope,
        level=arguments.level,
        omnibus=arguments.omnibus,
        seed=arguments.seed,
        fit_timeout=arguments.fit_timeout,
        fast=not arguments.no_fast,
        encode=arguments.encode,
        shuffle=arguments.shuffle,
        **contest_options.workers_of(arguments),
    )


def _judge(arguments: argparse.Namespace) -> "League":
    from dataclasses import replace

    from outperform.comparison import judge_league
    from outperform.data import read_league, source_name

    table = read_league(
        arguments.table,
        metric=arguments.metric,
        higher_is_better=True if arguments.higher_is_better else False if arguments.lower_is_better else None,
        learners=arguments.learner,
        missing=arguments.missing or "refuse",
    )
    league = judge_league(
        table,
        test=arguments.test,
        adjust=arguments.adjust,
        baseline=arguments.baseline,
        rope=arguments.rope,
        level=arguments.level,
        missing=arguments.missing or "refuse",
        seed=arguments.seed,
        omnibus=arguments.omnibus,
    )
    return replace(league, source=source_name(arguments.table))


def _show(league: "League", arguments: argparse.Namespace) -> int:
    """Print the league, write what is asked for, and return the exit code."""
    verdicts.print_text(_said(league, arguments.format), coloured=arguments.format == "text")
    if arguments.report:
        league.to_html(arguments.report, command=arguments.line)
    if arguments.diagram:
        league.diagram(arguments.diagram)
    return _gate(league, arguments.require) if arguments.require else 0


def _said(league: "League", form: str) -> str:
    if form == "text":
        return str(league)
    if form == "json":
        return league.to_json()
    from outperform.report.league import league_text

    text: str = league_text(league, form)
    return text


def _gate(league: "League", required: str) -> int:
    """Return 0 where every pair decides as required; else say on standard error which does not, and return 1."""
    from outperform.words.league_sentences import league_unmet

    reasons = league_unmet(league.judgements, required)
    for reason in reasons:
        print(one_line(f"outperform: --require {required} is not met: {reason}"), file=sys.stderr)
    return 1 if reasons else 0


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
        _refuse(arguments, league_options.FOR_TABLES, "is for a table of results (--table), and a league is to be run")
        return
    if names and arguments.data is None:
        told = " ".join(names)
        raise InputError(told, f"learners of a table are named by an option: did you mean --learner {told}?")
    _refuse(
        arguments,
        league_options.FOR_RUNS,
        "is for a league that is run (learners and --data), and a table is to be judged",
    )


def _refuse(arguments: argparse.Namespace, options: tuple[str, ...], why: str) -> None:
    from outperform.core import InputError

    for name in options:
        if getattr(arguments, name) not in (None, False, []):
            raise InputError(f"--{name.replace('_', '-')}", f"{why}: leave it out")


def _check_diagram(arguments: argparse.Namespace) -> None:
    """Refuse a diagram that cannot be written before anything is read."""
    if not arguments.diagram:
        return
    from pathlib import Path

    from outperform.core import InputError

    path = Path(arguments.diagram)
    if path.suffix.lower() not in DIAGRAMS:
        raise InputError("--diagram", f"must end in {', '.join(DIAGRAMS[:-1])} or {DIAGRAMS[-1]}, got {str(path)!r}")
    if path.suffix.lower() != ".tex":
        from outperform.report.extra import require

        require("matplotlib")
    verdicts.check_writable("--diagram", path)
