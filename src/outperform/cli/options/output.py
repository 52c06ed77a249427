"""Options about what is printed and written."""

from outperform.cli.options.option import switch_option, typed_option

OUTPUT_OPTIONS = {
    "format": typed_option(
        "--format",
        "how to print the answer (default text); latex says which packages it needs{rows}",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
    ),
    "json": typed_option("--json", "same as --format json", dest="format", action="store_const", const="json"),
    "json_object": switch_option("--json", "print one JSON object"),
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
