"""The options of ``outperform league``: of a league that is run, of a table, and of both."""

from outperform.cli import contest_options, verdicts
from outperform.cli.parser import DATA, JUDGING, Parser

REQUIRES = ("first", "second")
PROCEDURE = "adaptive-league"
FOR_RUNS = (
    *("data", "target", "targets", "procedure", "jobs", "store", "fit_timeout", "encode", "positive", "no_fast"),
    *("shuffle", "allow_module", "store_optional"),
)
FOR_TABLES = ("learner", "higher_is_better", "lower_is_better", "missing")
PAIRS = ("wilcoxon", "sign", "t-datasets", "random-effects", "nemenyi")
ADJUSTMENTS = ("shaffer", "holm", "bergmann-hommel", "bonferroni", "none")
OMNIBUS = ("iman-davenport", "friedman")


def add_runs(parser: Parser) -> None:
    """Add what a league that is run takes."""
    data = parser.group(DATA)
    data.add_argument(
        "--data", metavar="DATA", nargs="+", action="extend", help=f"data sets to run on: {contest_options.ABOUT_DATA}"
    )
    aim = data.add_mutually_exclusive_group()
    aim.add_argument("--target", metavar="COL", help="column to predict, the same in all files; ARFF files know theirs")
    aim.add_argument("--targets", metavar="FILE", help="CSV or TOML file with the column to predict of each data set")
    contest_options.add_shuffle(parser)
    contest_options.add_encode(parser)
    judging = parser.group(JUDGING)
    procedure = judging.add_argument(
        "--procedure",
        metavar="NAME",
        help="how often to split each data set: adaptive-league (default: until other splits would rarely decide"
        " a pair otherwise) or 'fixed-league(repeats=2)'; see 'outperform list league-procedures'",
    )
    procedure.known = (PROCEDURE, "fixed-league")  # type: ignore[attr-defined] # for completion
    contest_options.add_positive(parser)
    contest_options.add_fits(parser)


def add_table(parser: Parser) -> None:
    """Add what a table of results takes."""
    data = parser.group(DATA)
    data.add_argument("--table", metavar="FILE", help="table of results, or - for standard input")
    data.add_argument(
        "--learner",
        "--learners",
        metavar="NAME",
        nargs="+",
        action="extend",
        help="of a table: learners to compare (default: all)",
    )
    data.add_argument(
        "--metric",
        metavar="NAME",
        help="metric to judge by (default: accuracy for classes, r2 for numbers); of a table: which score to judge,"
        " where there are several, else what the scores are, such as accuracy or log_loss",
    )
    direction = data.add_mutually_exclusive_group()
    direction.add_argument("--higher-is-better", action="store_true", help="of a table: higher scores are better")
    direction.add_argument(
        "--lower-is-better", action="store_true", help="of a table: lower scores are better: errors, losses"
    )
    data.add_argument(
        "--missing",
        choices=("refuse", "drop"),
        help="of a table: cells without a score are an error (refuse, the default), or each pair is judged on the data"
        " sets that both have (drop)",
    )


def add_judging(parser: Parser) -> None:
    """Add how the pairs are judged."""
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
