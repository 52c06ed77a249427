"""Stores and manifests: files that a run wrote, damaged in a row, a table, a field or a byte; then read again."""

import json
import shutil
import sqlite3
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from tests.fuzz.oracle import Case, answered, commanded

from outperform import compare

RNG = np.random.default_rng(0)
ROWS, TARGET = RNG.random((24, 2)), np.arange(24) % 2
VALUES = [
    None,
    0,
    -1,
    7.5,
    1e308,
    float("inf"),
    "",
    "x",
    '{"accuracy": 7.5}',
    "[]",
    b"\x80\x04.",
    "9" * 50,
    "[" * 999,
    "null",
]


@cache  # of the process: made once, copied for each case
def _made():
    folder = Path(mkdtemp(prefix="outperform-fuzz-"))
    lines = ["x,z,y", *(f"{row[0]:.4f},{row[1]:.4f},{label}" for row, label in zip(ROWS, TARGET, strict=True))]
    (folder / "data.csv").write_text("\n".join(lines))
    line = ["compare", "nb", "dummy", "--data", folder / "data.csv", "--target", "y", "--procedure", "5x2-f", "--quiet"]
    commanded(*line, "--manifest", folder / "m.json", "--store", folder / "fits.db")
    _compared(folder / "own.db")
    return folder


def case(dice, folder):
    """Draw a damaged file, and what reads it."""
    return _manifest(dice, folder) if dice.chance(0.3) else _store(dice, folder)


def _compared(path):
    return compare(["nb", "dummy"], ROWS, TARGET, procedure="5x2-f", store=path, progress=False)


def _store(dice, folder):
    path = folder / "fits.db"
    own = dice.chance(0.5)
    shutil.copy(_made() / ("own.db" if own else "fits.db"), path)
    what = _damaged(dice, path)
    if own:
        return Case(f"compare with a store, {what}", lambda: answered(_compared(path)))
    verb = dice.choice([["list"], ["show"], ["export"], ["show", "--learner", "nb"]])
    line = ["store", verb[0], path, *verb[1:]]
    if dice.chance(0.4):
        line = ["compare", "nb", "dummy", "--data", _made() / "data.csv", "--target", "y", "--procedure", "5x2-f"]
        line += ["--store", path, "--json", "--quiet"]
    return Case(f"{' '.join(map(str, line))}, {what}", lambda: commanded(*line))


def _damaged(dice, path):
    """Change a file: by SQL, or byte by byte."""
    if dice.chance(0.7):
        return _by_sql(dice, path)
    content = bytearray(path.read_bytes())
    damage = dice.randrange(4)
    if damage == 0:
        for _ in range(dice.choice([1, 5, 50])):
            content[dice.randrange(len(content))] = dice.randrange(256)
    elif damage == 1:
        del content[dice.randrange(len(content)) :]
    elif damage == 2:
        content = bytearray(dice.randbytes(dice.choice([0, 10, 5000])))
    else:
        content[:16] = b"SQLite format 4\x00"
    path.write_bytes(content)
    return f"damage {damage} of bytes"


def _by_sql(dice, path):
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
    table = dice.choice([name for name in tables if not name.startswith("sqlite_")])
    columns = [row[1] for row in connection.execute(f"pragma table_info({table})")]
    column, value = dice.choice(columns), dice.choice(VALUES)
    where = dice.choice(["", " where rowid % 2 = 0", " where rowid = 1"])
    line = dice.choice(
        [
            *[f"update {table} set {column} = ?{where}"] * 8,
            f"alter table {table} rename column {column} to other",
            f"drop table {table}",
            f"alter table {table} rename to other",
            f"delete from {table}{where}",
            "pragma user_version = 999",
            "pragma application_id = 999",
            "create table other (x)",
            f"create view other as select * from {table}",
        ]
    )
    try:
        with connection:
            connection.execute(line, (value,) if "?" in line else ())
    except (sqlite3.Error, OverflowError):
        line = f"not possible: {line}"
    connection.close()
    return f"{line} with {value!r}"


def _manifest(dice, folder):
    path = folder / "m.json"
    found = json.loads((_made() / "m.json").read_text())
    for _ in range(dice.choice([0, 1, 1, 2])):
        _altered(dice, found)
    text = json.dumps(found)
    path.write_text(dice.mutated(text) if dice.chance(0.15) else text)
    line = [
        "verify",
        path,
        "--data",
        _made() / "data.csv",
        *dice.choice([[], ["--json"], ["--target", "y"], ["--target", "x"]]),
    ]
    line += ["--quiet"]
    return Case(f"{' '.join(map(str, line))} with {path.read_text()[:3000]}", lambda: commanded(*line))


def _altered(dice, found):
    """Change a field at any depth."""
    place = found
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = dice.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and dice.chance(0.7):
            place = place[key]
            continue
        change = dice.randrange(3)
        if change == 0:
            del place[key]
        else:
            value = dice.choice([None, 0, -1, 2.5, 10**30, "x", "", [], {}, True, [1, 2], {"a": 1}, "nb", "\n", 1e308])
            place[key] = value
        return
