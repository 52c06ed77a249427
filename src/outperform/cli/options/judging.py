"""Options about what to judge by: metrics, tests, levels, margins and gates; and what a budget plans for."""

from outperform.cli.options.option import Option, names_option, number_option, switch_option, typed_option

PAIRS = ("wilcoxon", "sign", "t-datasets", "random-effects", "nemenyi")
ADJUSTMENTS = ("shaffer", "holm", "bergmann-hommel", "bonferroni", "none")
OMNIBUS = ("iman-davenport", "friedman")
ORDER = "first and second are the {noun}s of a pair in the order of the command line or of the table"
BY_TEST = "equal: unless both are practically equal, by a test that can show it"
BY_MARGIN = "equal: unless they differ by less than --margin; not-worse: unless the first is not worse by more than it"


def _direction(side: str, example: str, *, rare: bool = False) -> Option:
    about = f"metrics of which {side} scores are better ({example}), where their names do not say it"
    return names_option(f"--{side}", f"{about}; without a name: all that are judged", nargs="*", rare=rare)


def _require(choices: tuple[str, ...], how: str) -> Option:
    about = (
        "a gate for scripts: exit with code 1 unless this {noun} of every pair, in the order given, is better"
        f" ({how}); three {{noun}}s a b c are the pairs a b, a c and b c"
    )
    return typed_option("--require", about, choices=choices, error=ORDER)


JUDGING_OPTIONS = {
    "metrics": names_option("--metric", "one or more metrics{which}; place {file} before this option"),
    "metrics_to_run": names_option(
        "--metric",
        "one or more metrics, by their scikit-learn names (default: accuracy for classes, r2 for numbers{timed})",
    ),
    "metric": typed_option("--metric", "which score to judge, where there are several", metavar="NAME"),
    "league_metric": typed_option(
        "--metric",
        "metric to judge by (default: accuracy for classes, r2 for numbers); of a table: which score to judge, or what"
        " the scores are (accuracy, log_loss)",
        metavar="NAME",
    ),
    "lower": _direction("lower", "errors, losses, times"),
    "lower_is_better": switch_option("--lower-is-better", "same as --lower without a name", rare=True),
    "higher": _direction("higher", "gains", rare=True),
    "higher_is_better": switch_option("--higher-is-better", "same as --higher without a name", rare=True),
    "positive": typed_option("--positive", "{of_predictions}positive class, for {positive}", metavar="LABEL"),
    "procedure": typed_option(
        "--procedure",
        "how to split and which test to use: see 'outperform list procedures' (default adaptive-cv)",
        metavar="NAME",
    ),
    "league_procedure": typed_option(
        "--procedure",
        "how often to split each data set: adaptive-league (default: until other splits would rarely decide a pair"
        " otherwise) or 'fixed-league(repeats=2)'; see 'outperform list league-procedures'",
        metavar="NAME",
        known=("adaptive-league", "fixed-league"),
        rare=True,
    ),
    "design": typed_option("--design", "how to split; with --test, instead of --procedure", metavar="NAME", rare=True),
    "correct": typed_option(
        "--correct",
        "check and correct the threshold from the data: where a difference is found (default), or always, so that every"
        " interval can go into a paper; the fits that this takes are told before it runs",
        choices=("different", "always"),
        rare=True,
    ),
    "max_fits": number_option("--max-fits", "most fits per learner in the whole run", int, metavar="N", rare=True),
    "test": typed_option(
        "--test", "name of a test: see 'outperform list tests' (default: chosen to match the data)", metavar="NAME"
    ),
    "league_test": typed_option(
        "--test",
        "wilcoxon (default), sign, t-datasets, random-effects or nemenyi: see 'outperform list league-tests'",
        metavar="NAME",
        known=PAIRS,
    ),
    "level": number_option("--level", "significance level of the {decisions} (default 0.05)", default=0.05),
    "baseline": typed_option("--baseline", "{judge} every other {noun} against this one only", metavar="{NOUN}"),
    "adjust": typed_option(
        "--adjust",
        "how to adjust the p-values of several pairs: holm, shaffer or bergmann-hommel (all pairs), bonferroni or none"
        " (default {adjusted})",
        metavar="NAME",
        rare=True,
    ),
    "league_adjust": typed_option(
        "--adjust",
        "how to adjust the p-values of several pairs: shaffer (default), holm (default with --baseline, or where cells"
        " are missing), bergmann-hommel (up to 9 learners), bonferroni or none",
        metavar="NAME",
        known=ADJUSTMENTS,
        rare=True,
    ),
    "margin": number_option("--margin", "largest difference that does not matter, in units of the {unit}", metavar="X"),
    "guarantee": switch_option(
        "--guarantee",
        "decide the margin by a bound that holds for any distribution of scores between known bounds; it shows less",
        rare=True,
    ),
    "sequential": switch_option(
        "--sequential",
        "look after every item, in random order, and say at which the decision falls: a test that allows it"
        " (discordant-e for right or wrong, betting for other scores)",
    ),
    "as_they_come": switch_option(
        "--as-they-come",
        "with --sequential: look in the order of the file; valid only if the items came in random order",
        rare=True,
    ),
    "rope": number_option(
        "--rope",
        "{of_league}largest difference that does not matter, in units of the score: adds the probabilities of"
        " bayes-signed-rank, which decide nothing",
        metavar="X",
    ),
    "omnibus": typed_option(
        "--omnibus",
        "{of_league}test of any difference at all: iman-davenport (default) or friedman; the pairs do not depend on it",
        metavar="NAME",
        known=OMNIBUS,
        rare=True,
    ),
    "require": _require(("first", "second", "equal"), BY_TEST),
    "require_margin": _require(("first", "second", "equal", "not-worse"), BY_MARGIN),
    "league_require": typed_option(
        "--require",
        "a gate for scripts: exit with code 1 unless this learner of every pair is better; pairs are in the order of"
        " the names that are typed, else of the table; with --baseline the baseline is the second",
        choices=("first", "second"),
        error=ORDER,
    ),
    # what a budget plans for
    "difference": number_option(
        "--difference",
        "true difference that you want to find, in units of the metric (default one point of a share, else 1%% of the"
        " score)",
        metavar="D",
    ),
    "usual_metric": typed_option("--metric", "metric to compare by (default accuracy)", metavar="NAME"),
    "fits": number_option(
        "--fits --budget", "most fits per learner (default: as many as the decision needs)", int, metavar="N"
    ),
    "wished_test": typed_option("--test", "a test that you would like to use: is it valid here?", metavar="NAME"),
    "power": number_option("--power", "chance to find it (default 0.8)", default=0.8),
    "threshold": typed_option(
        "--threshold",
        "learners: nominal (default); cautious, raised by measured factors; auto, as adaptive-cv chooses it",
        choices=("nominal", "cautious", "auto"),
        default="nominal",
        rare=True,
    ),
}
