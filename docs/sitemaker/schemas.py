"""The page of the JSON: every field with its meaning, and the JSON Schema files themselves."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from outperform.comparison import json_schema
from outperform.comparison.schema import FILES, VERSION
from sitemaker.marks import page, section, table

NAMES = {"comparison": "compare, scores, predictions, evals", "league": "league"}
SAID = """\
Every command that judges prints its verdicts as JSON with `--json`; in Python it is `to_dict()` or `to_json()`. Other
tools can keep it: the field `schema` says what it is, such as `outperform/evals/1`: the command, and the version of the
format.

- A field never goes away and never changes its meaning within a version. The number is raised if one must.
- New fields may appear without a new number. Ignore fields that you do not know.
- What is not known is `null`. Infinities are the texts `"inf"` and `"-inf"`; NaN does not occur.
- Differences are first minus second, in units of the score: 0.01 is one point of accuracy.

{files} In Python, `outperform.comparison.json_schema("evals")` returns the schema, and takes the field `schema` of a
file that you kept. To check one, with the package `jsonschema`:

```
import json, jsonschema
from outperform.comparison import json_schema

found = json.load(open("verdict.json"))
jsonschema.validate(found, json_schema(found["schema"]))
```"""


def schema_pages() -> dict[str, str | bytes]:
    """Make the page and the files, by their place on the site."""
    schemas = {file: json_schema(next(name for name, of in FILES.items() if of == file)) for file in NAMES}
    links = [f"[{file}-{VERSION}.json](schemas/{file}-{VERSION}.json)" for file in schemas]
    said = SAID.format(files=f"The JSON Schemas (draft 2020-12) are {' and '.join(links)}, and part of the package.")
    parts = [section(f"The JSON of {NAMES[file]}", *_tables(schema)) for file, schema in schemas.items()]
    texts = {f"schemas/{file}-{VERSION}.json": json.dumps(each, indent=1).encode() for file, each in schemas.items()}
    return {"json.md": page("JSON for other tools", said, *parts), **texts}


def _tables(schema: Mapping[str, Any]) -> Iterator[str]:
    """Write a table per object: the whole first, then its parts."""
    yield table(("field", "meaning"), _rows(schema))
    for name, part in schema["$defs"].items():
        if "properties" in part:
            yield f"### {name.replace('_', ' ')}\n\n{table(('field', 'meaning'), _rows(part))}"


def _rows(part: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(f"`{name}`", each["description"]) for name, each in part["properties"].items()]
