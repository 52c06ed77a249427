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
        "{of_league}also write the diagram of mean ranks for a paper: FILE.svg, FILE.pdf or FILE.tex (TikZ); bars join"
        " learners that are not shown to differ",
        metavar="FILE",
    ),
    "others": switch("--others", "also show the verdicts of all other tests that fit"),
    "manifest": option("--manifest", "write what 'outperform verify' needs to repeat this run", metavar="FILE"),
}
PRINTED = ("format", "json", "report")
