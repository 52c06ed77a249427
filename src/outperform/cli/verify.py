"""``outperform verify``: run a comparison again from its manifest."""

import argparse
import json
from typing import Any

from outperform.cli import contest_options

EPILOG = """\
Exit code 0: the same data, decisions and scores; 1: not; 2: bad input.

examples:
  outperform compare nb tree --data iris --seed data --manifest iris.json
  outperform verify iris.json --data iris
  outperform verify credit.json --data credit.parquet --jobs 2 --store credit.db --json
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "verify",
        help="run a comparison again from its manifest",
        description="Run a comparison again from its manifest and say whether the same comes out.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="what 'compare --manifest' wrote")
    parser.add_argument("--data", required=True, metavar="DATA", help="file, bundled set, or openml:ID")
    parser.add_argument("--target", metavar="COL", help="the column to predict (default: that of the manifest)")
    parser.add_argument("--groups", metavar="COL", help="the column of the groups (default: that of the manifest)")
    contest_options.add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print plain values")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, load, run again, print."""
    from outperform.comparison import verify
    from outperform.comparison.manifest import read_manifest
    from outperform.data import load

    manifest = read_manifest(arguments.file)
    told = manifest["data"]
    dataset = load(
        arguments.data,
        target=arguments.target or told["target"],
        groups=arguments.groups or told["groups"],
        columns=told["columns"],
    )
    found = verify(manifest, dataset, **contest_options.workers_of(arguments))
    print(json.dumps(found.to_dict(), indent=2, allow_nan=False) if arguments.json else found)
    return 0 if found.same else 1
