"""Options about what is printed and written."""

from outperform.cli.options.option import number_option, switch_option, typed_option

OUTPUT_OPTIONS = {
    "format": typed_option(
        "--format",
        "how to print the answer (default text); latex says which packages it needs{rows}",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
    ),
    "json": typed_option("--json", "same as --format json", dest="format", action="store_const", const="json"),
    "json_object": switch_option("--json", "print one JSON object"),
    "digits": number_option(
        "--digits",
        "with latex or markdown: decimals of scores; points have two fewer (default: as many as the scores have)",
        int,
        metavar="N",
        rare=True,
    ),
    "caption": typed_option(
        "--caption", "with latex or markdown: the caption of the first table", metavar="TEXT", rare=True
    ),
    "label": typed_option("--label", "with latex: the key of the first table, for \\ref", metavar="KEY", rare=True),
    "metric_name": typed_option(
        "--metric-name",
        "with latex or markdown: what a metric is called in the tables, such as accuracy=Accuracy; may be repeated",
        metavar="METRIC=NAME",
        action="append",
        rare=True,
    ),
    "report": typed_option("--report", "also write a page with figures, as a single file", metavar="FILE.html"),
    "diagram": typed_option(
        "--diagram",
        "{of_league}also write the diagram of mean ranks: FILE.svg, FILE.pdf or FILE.tex (TikZ)",
        metavar="FILE",
    ),
    "others": switch_option("--others", "also show the verdicts of all other tests that fit", rare=True),
    "manifest": typed_option("--manifest", "write what 'outperform verify' needs to repeat this run", metavar="FILE"),
    # of the lab and of papers
    "measure": typed_option(
        "--measure",
        "what to print; see 'outperform list measures'; may be repeated (default: all)",
        metavar="NAME",
        action="append",
        default=[],
    ),
    "cards": typed_option("--all", "write the cards of all procedures there, instead of one card", metavar="FOLDER"),
    "no_keep": switch_option("--no-keep", "print the factor and do not save it"),
    # of advise and list
    "questions": switch_option("--questions", "list Dietterich's nine questions and their answers"),
    "installed": switch_option(
        "--installed",
        "for metrics: ask the installed scikit-learn, whose scorers may be fewer or more (slower)",
    ),
}
PRINTED = "format json report"
JUDGED = f"{PRINTED} digits caption label metric_name"
