"""Options about what is printed and written."""

from outperform.cli.options.option import option, switch

OUTPUT_OPTIONS = {
    "format": option(
        "--format",
        "how to print the answer (default text); latex says which packages it needs{rows}",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
    ),
    "json": option("--json", "same as --format json", dest="format", action="store_const", const="json"),
    "json_object": switch("--json", "print one JSON object"),
    "report": option("--report", "also write a page with figures, as a single file", metavar="FILE.html"),
    "diagram": option(
        "--diagram",
        "{of_league}also write the diagram of mean ranks: FILE.svg, FILE.pdf or FILE.tex (TikZ)",
        metavar="FILE",
    ),
    "others": switch("--others", "also show the verdicts of all other tests that fit", rare=True),
    "manifest": option("--manifest", "write what 'outperform verify' needs to repeat this run", metavar="FILE"),
    # of the lab and of papers
    "measure": option(
        "--measure",
        "what to print; see 'outperform list measures'; may be repeated (default: all)",
        metavar="NAME",
        action="append",
        default=[],
    ),
    "cards": option("--all", "write the cards of all procedures there, instead of one card", metavar="FOLDER"),
    "no_keep": switch("--no-keep", "print the factor and do not save it"),
    # of advise and list
    "questions": switch("--questions", "list Dietterich's nine questions and their answers"),
    "installed": switch(
        "--installed",
        "for metrics: ask the installed scikit-learn, whose scorers may be fewer or more (slower)",
    ),
}
PRINTED = "format json report"
