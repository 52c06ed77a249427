"""What all verbs that end in verdicts share: their options, their output, their exit code."""

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outperform.comparison import Comparison
    from outperform.core import Dataset


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a verdict."""
    parser.add_argument("--test", metavar="SPEC", help="the test, e.g. 'blocked-3x2-t(lam=0)'; default: what fits")
    parser.add_argument("--level", type=float, default=0.05, help="level of the decisions (default 0.05)")
    parser.add_argument(
        "--adjust",
        metavar="NAME",
        help="of p-values of several pairs: holm, bonferroni, none; default: the procedure's",
    )
    parser.add_argument(
        "--format",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
        help="how to print the verdicts (default text); latex needs booktabs",
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument("--report", metavar="FILE.html", help="write a page that needs nothing else")
    parser.add_argument(
        "--require",
        choices=("first", "second", "equal"),
        help="exit 1 unless every pair decides so: a gate for scripts",
    )


def prepare(arguments: argparse.Namespace) -> None:
    """Refuse a page that cannot be made or written before anything is run."""
    if arguments.report:
        from pathlib import Path

        from outperform.core import InputError
        from outperform.report.extra import require

        require("matplotlib")
        require("jinja2")
        folder = Path(arguments.report).parent
        if not folder.is_dir():
            raise InputError("--report", f"there is no folder {folder}")


def show(comparison: "Comparison", arguments: argparse.Namespace, data: "Dataset | str") -> int:
    """Print a comparison, and what other tests say if asked, write its page if asked; give the exit code."""
    others = comparison.others() if getattr(arguments, "others", False) else None
    print(_said(comparison, others, arguments.format))
    if arguments.report:
        comparison.to_html(arguments.report, data=data, command=arguments.line)
    decided = all(judgement.decision == arguments.require for judgement in comparison.judgements)
    return 1 if arguments.require and not decided else 0


def _said(comparison: "Comparison", others: "Comparison | None", form: str) -> str:
    """Write the verdicts in a format, with those of other tests."""
    if form == "text":
        return str(comparison) if others is None else f"{comparison}\n\nother tests on the same scores:\n{others}"
    if form == "json":
        more = {} if others is None else {"others": others.to_dict()["verdicts"]}
        return json.dumps(comparison.to_dict() | more, indent=2, allow_nan=False)
    from dataclasses import replace

    from outperform.report.tables import comparison_text

    more_rows = () if others is None else others.judgements
    return comparison_text(replace(comparison, judgements=(*comparison.judgements, *more_rows)), form)
