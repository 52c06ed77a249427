"""Draws by address: the same kind and number of a case give the same input in every process."""

import datetime
import random
from decimal import Decimal

import numpy as np
import pandas as pd

NUMBERS = [
    0,
    1,
    -1,
    2,
    3,
    5,
    0.5,
    0.05,
    -0.5,
    1.5,
    1e-9,
    1e300,
    1e-300,
    2**31,
    2**63,
    10**30,
    float("nan"),
    float("inf"),
]
WORDS = [
    "",
    " ",
    "a",
    "x y",
    "1",
    "0",
    "nope",
    "None",
    "true",
    "é",
    "\n",
    "\t",
    "\x1b[2J",
    "=1+1",
    "a" * 300,
    "1e5",
    "-",
    "%s",
]
ODD = [
    *(None, True, False, (), [], {}, set(), b"bytes", object(), Ellipsis, len, int, 1j, Decimal("0.1"), Decimal("nan")),
    *(np.float32(0.05), np.int64(3), np.bool_(True), np.str_("a"), np.nan, np.array([]), np.array(1.0), np.ma.masked),
    *(
        pd.NA,
        pd.NaT,
        pd.Timestamp(0),
        datetime.date(2024, 2, 29),
        range(3),
        [None],
        [[]],
        {"a": 1},
        {1: "a"},
        ["a", "a"],
    ),
]


class Dice(random.Random):
    """Python's generator with what the makers of cases share."""

    gentle = False  # nothing is wrong: such cases reach the arithmetic

    def chance(self, share):
        """Return True in this share of cases."""
        return self.random() < share

    def fault(self, share):
        """Return True in this share of the cases in which something may be wrong."""
        return not self.gentle and self.chance(share)

    def pick(self, good, bad, share=0.15):
        """Draw what is right, or in some cases what is wrong."""
        return self.choice(bad if self.fault(share) else good)

    def number(self):
        return self.choice(NUMBERS)

    def word(self):
        """Draw a text: known trouble, or letters at random."""
        letters = "abAB019_-.,;:'\"()[]{}=+*/\\ \t\néü漢\u202e\x00\x07"
        return self.choice(WORDS) if self.chance(0.5) else "".join(self.choices(letters, k=self.randrange(1, 9)))

    def name(self):
        """Draw a text that names a column or a learner."""
        return self.choice(
            ["a", "b", "c", "model 1", "gpt-x", "x_1", "Ä", "a,b", 'say "a"', "m\n1", "=b", " d ", "1", "fold"]
        )

    def value(self):
        """Draw anything that a Python call may be given."""
        draw = self.choice([self.number, self.word, lambda: self.choice(ODD), self.array])
        return draw()

    def array(self):
        """Draw an array of any kind and shape."""
        rng = np.random.default_rng(self.getrandbits(32))
        shape = self.choice([(0,), (1,), (5,), (20,), (3, 4), (20, 1), (2, 3, 2)])
        kinds = ["float64", "float32", "int64", "bool", "object", "U3", "datetime64[s]", "complex128", "uint8", "S2"]
        return (rng.random(shape) * 5).astype(self.choice(kinds))

    def mutated(self, text):
        """Change a text here and there: characters dropped, doubled, swapped or replaced."""
        letters = list(text)
        for _ in range(self.randrange(1, 4)):
            at = self.randrange(len(letters) + 1)
            change = self.randrange(4)
            if change == 0 and letters:
                del letters[min(at, len(letters) - 1)]
            elif change == 1:
                letters.insert(at, self.choice(list("()[]{}=,.'\"+-*/\\0123456789eE \t\n\x00xé")))
            elif change == 2 and letters:
                letters[min(at, len(letters) - 1)] = self.choice(list("()=,'\"0179e- \n"))
            else:
                letters[at:at] = letters[max(0, at - self.randrange(1, 9)) : at]
        return "".join(letters)


def dice_of(kind, number):
    """Return the dice of a case."""
    dice = Dice(f"{kind}, case {number}")
    dice.gentle = dice.chance(0.4)
    return dice
