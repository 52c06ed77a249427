"""``outperform league``: judge a table of many learners on many data sets."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from outperform.cli import verdicts
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING, Parser
from outperform.words.visible import one_line

if TYPE_CHECKING:
    from outperform.comparison import League

EPILOG = """\
FILE is a table of results (CSV, TSV, Parquet). Wide form: a row per data set, a
first column dataset, and one column of scores per learner. Long form: the
columns dataset, learner, score and, where there are several splits, repeat,
fold, n_train, n_test: then it is known whether other random splits would decide
otherwise. Result files of Weka (CSV, ARFF), OpenML and the AutoML benchmark
(AMLB) are read too; - reads CSV from standard input. Whether higher or lower
scores are better follows from the name of the metric, or must be said.

examples:
  outperform league --table results.csv --metric accuracy
  outperform league --table results.csv --metric accuracy --baseline nb
  outperform league --table league_splits.csv --learner forest tree
  outperform league --table results.csv --higher-is-better --format latex
"""
DIAGRAMS = (".svg", ".pdf", ".tex")
REQUIRES = ("first", "second")
PAIRS = ("wilcoxon", "sign", "t-datasets", "random-effects", "nemenyi")
ADJUSTMENTS = ("shaffer", "holm", "bergmann-hommel", "bonferroni", "none")
OMNIBUS = ("iman-davenport", "friedman")


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser: Parser = verbs.add_parser(
        "league",
        help="decide from a table of results on many data sets which learners are better",
        description="Decide from the scores of several learners on many data sets which are better on\n"
        "data sets like these, and whether other splits or other data sets would decide\notherwise.",
        epilog=EPILOG,
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)  # to answer a file without --table
    _add_data(parser)
    _add_judging(parser)
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
    parser.group(RUNNING).add_argument(
        "--seed", type=int, default=0, help="random seed of what is drawn: other splits, other data sets (default 0)"
    )
    parser.set_defaults(run=run)


def _add_data(parser: Parser) -> None:
    data = parser.group(DATA)
    data.add_argument("--table", metavar="FILE", help="table of results, or - for standard input")
    data.add_argument(
        "--learner",
        "--learners",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="learners to compare (default: all of the table)",
    )
    data.add_argument(
        "--metric",
        metavar="NAME",
        help="which score to judge, where there are several; else what the scores are, such as accuracy or log_loss",
    )
    direction = data.add_mutually_exclusive_group()
    direction.add_argument("--higher-is-better", action="store_true", help="higher scores are better")
    direction.add_argument("--lower-is-better", action="store_true", help="lower scores are better: errors, losses")
    data.add_argument(
        "--missing",
        choices=("refuse", "drop"),
        default="refuse",
        help="cells without a score: an error (refuse, the default), or judge each pair on the data sets that both"
        " have (drop)",
    )


def _add_judging(parser: Parser) -> None:
    judging = parser.group(JUDGING)
    test = judging.add_argument(
        "--test",
        metavar="NAME",
        default="wilcoxon",
        help="wilcoxon (default), sign, t-datasets, random-effects or nemenyi: see 'outperform list league-tests'",
    )
    judging.add_argument("--level", type=float, default=0.05, help="significance level of the decisions (default 0.05)")
    adjust = judging.add_argument(
        "--adjust",
        metavar="NAME",
        help="how to adjust the p-values of several pairs: shaffer (default), holm (default with --baseline, or where"
        " cells are missing), bergmann-hommel (up to 9 learners), bonferroni or none",
    )
    judging.add_argument("--baseline", metavar="LEARNER", help="judge every other learner against this one only")
    judging.add_argument(
        "--rope",
        metavar="X",
        type=float,
        help="largest difference that does not matter, in units of the score: adds the probabilities of"
        " bayes-signed-rank, which decide nothing",
    )
    omnibus = judging.add_argument(
        "--omnibus",
        metavar="NAME",
        default="iman-davenport",
        help="test of any difference at all: iman-davenport (default) or friedman; the pairs do not depend on it",
    )
    for option, names in ((test, PAIRS), (adjust, ADJUSTMENTS), (omnibus, OMNIBUS)):
        option.known = names  # type: ignore[attr-defined] # for completion
    require = judging.add_argument(
        "--require",
        choices=REQUIRES,
        help="a gate for scripts: exit with code 1 unless this learner of every pair is better; pairs are in the order"
        " of the table, with --baseline the baseline is the second",
    )
    require.about = verdicts.ORDER.format(noun="learner")  # type: ignore[attr-defined] # for the error about a name


def run(arguments: argparse.Namespace) -> int:
    """Judge the table."""
    from dataclasses import replace

    _check_words(arguments)
    verdicts.prepare(arguments)
    _check_diagram(arguments)
    from outperform.comparison import judge_league
    from outperform.data import read_league, source_name

    table = read_league(
        arguments.table,
        metric=arguments.metric,
        higher_is_better=True if arguments.higher_is_better else False if arguments.lower_is_better else None,
        learners=arguments.learner,
        missing=arguments.missing,
    )
    league = judge_league(
        table,
        test=arguments.test,
        adjust=arguments.adjust,
        baseline=arguments.baseline,
        rope=arguments.rope,
        level=arguments.level,
        missing=arguments.missing,
        seed=arguments.seed,
        omnibus=arguments.omnibus,
    )
    return _show(replace(league, source=source_name(arguments.table)), arguments)


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
    """Refuse names or files that no option takes, and a missing table."""
    from pathlib import Path

    from outperform.core import InputError

    words = arguments.words
    if arguments.table is None:
        files = [word for word in words if word == "-" or Path(word).suffix or Path(word).is_file()]
        if files:
            raise InputError(files[0], f"a table of results is named by an option: did you mean --table {files[0]}?")
        raise InputError("--table", f"is missing: pass a table of results; example: {arguments.parser.example}")
    if words:
        names = " ".join(words)
        raise InputError(names, f"learners of a table are named by an option: did you mean --learner {names}?")


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
