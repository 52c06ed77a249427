"""Every option, once: a table per noun (data, judging, studying, running, output).

A command names options of each table, in a text apart by blanks, and the words that fill its help.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from outperform.cli.options.data import DATA_OPTIONS
from outperform.cli.options.judging import JUDGING_OPTIONS
from outperform.cli.options.option import Option
from outperform.cli.options.output import OUTPUT_OPTIONS
from outperform.cli.options.running import RUNNING_OPTIONS
from outperform.cli.options.studying import STUDYING_OPTIONS
from outperform.cli.parser import DATA, JUDGING, OUTPUT, REPRODUCING, RUNNING, STUDYING

if TYPE_CHECKING:
    from outperform.cli.parser import Parser

NOUNS: Mapping[str, Mapping[str, Option]] = {
    DATA: DATA_OPTIONS,
    JUDGING: JUDGING_OPTIONS,
    STUDYING: STUDYING_OPTIONS,
    REPRODUCING: STUDYING_OPTIONS,
    RUNNING: RUNNING_OPTIONS,
    OUTPUT: OUTPUT_OPTIONS,
}
DIRECTIONS = "lower lower_is_better higher higher_is_better"
WORDS = {  # of most commands
    "noun": "learner",
    "judge": "judge",
    "decisions": "decisions",
    "file": "FILE",
    "system_or_file": "system",
    "allow_module": "allow learners from this package, beside scikit-learn",
    "positive": "probabilities, f1, precision and recall",
    "levels": "default 0.05",
    **dict.fromkeys(
        ("of", "of_table", "of_league", "of_splits", "of_predictions", "place", "key", "joins", "to_run", "rows"), ""
    ),
    **dict.fromkeys(("which", "timed"), ""),
}


def add(parser: "Parser", nouns: Mapping[str, str], **words: str) -> None:
    """Add options to a parser, by noun and name; ``words`` fill their help."""
    filled = {**WORDS, **words}
    filled["NOUN"] = filled["noun"].upper()
    for noun, names in nouns.items():
        group = parser.group(noun)
        one = group.add_mutually_exclusive_group()
        for name in names.split():
            option = NOUNS[noun][name]
            action = option.add(one if option.apart else group, filled)
            if option.rare:
                parser.rare.add(action)
