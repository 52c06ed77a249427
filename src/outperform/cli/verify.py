"""``outperform verify``: run a comparison again from its manifest."""

import argparse
import json

from outperform.cli import contest, verdicts
from outperform.cli.options.running import WORKERS
from outperform.cli.parser import DATA, OUTPUT, RUNNING
from outperform.cli.verb import Verb

ABOUT = """\
Exit code 0: same data, same decisions, same scores; 1: something differs;
2: bad input.
"""
EXAMPLES = """\
  outperform compare nb tree --data iris --seed data --manifest iris.json
  outperform verify iris.json --data iris
  outperform verify iris.json --data iris --store iris.db --json
"""
NOUNS = {
    DATA: "manifest_file needed_data target_of_file groups_of_file learners_of_file",
    RUNNING: f"{WORKERS} allow_file",
    OUTPUT: "json_object",
}


def _run(arguments: argparse.Namespace) -> int:
    """Read the manifest, load the data, run it again, print what differs."""
    from outperform.comparison import verify
    from outperform.comparison.manifest import read_manifest
    from outperform.data import load
    from outperform.learners import are_own, named_learners

    typed = (
        None if arguments.learners is None else named_learners(arguments.learners, arguments.allow_module, typed=True)
    )
    manifest = read_manifest(arguments.file)
    learners = [each["spec"] for each in manifest["learners"]] if typed is None else typed.values()
    told = manifest["data"]
    dataset = load(
        arguments.data,
        target=arguments.target or told["target"],
        groups=arguments.groups or told["groups"],
        columns=told["columns"],
        time=told.get("time"),
        texts=are_own(learners),
    )
    ways = {**contest.worker_options(arguments), "allow_files": arguments.allow_file}
    found = verify(manifest, dataset, learners=arguments.learners, **ways)
    verdicts.print_text(json.dumps(found.to_dict(), indent=2, allow_nan=False) if arguments.json else str(found))
    return 0 if found.same else 1


VERB = Verb(
    name="verify",
    help="repeat a comparison and check that it gives the same result",
    description="Repeat a comparison from its manifest, and check that the result is the same.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns=NOUNS,
    words={
        "own_code": "learners and a test that FILE names",
    },
    run=_run,
)
