"""References for people, from the BibTeX that `outperform cite` prints."""

import re

from outperform.comparison.references import ORIGINS, bibliography, in_letters

_FIELD = re.compile(r"^\s*(\w+)\s*=\s*\{(.*?)\},?$(?=\s*(?:\w+\s*=|\}|\Z))", re.MULTILINE | re.DOTALL)


def reference(key: str) -> str:
    """Write one entry as a sentence.

    Examples
    --------
    >>> reference("keller2005")
    'Mikaela Keller, Samy Bengio and Siew Yeung Wong (2005). Benchmarking Non-Parametric Statistical Tests. *Advances in Neural Information Processing Systems 18*.'
    """  # noqa: E501 - a reference is as long as it is
    fields = _fields(bibliography()[key])
    homes = ("journal", "booktitle", "institution", "school", "publisher")
    where = next((fields[home] for home in homes if home in fields), "")
    volume = fields.get("volume", "") + (f"({fields['number']})" if "number" in fields else "")
    pages = fields.get("pages", "").replace("--", "–")
    place = ", ".join(part for part in (f"*{where}*" if where else fields.get("note", ""), volume, pages) if part)
    return in_letters(f"{_authors(fields['author'])} ({fields['year']}). {fields['title']}. {place}.")


def _fields(entry: str) -> dict[str, str]:
    r"""Read the fields of an entry; a value may go over several lines.

    Examples
    --------
    >>> _fields("@book{fisher1935,\n  title = {The {Design} of\n           Experiments},\n  year = {1935}\n}")
    {'title': 'The {Design} of Experiments', 'year': '1935'}
    """
    return {name: " ".join(value.split()) for name, value in _FIELD.findall(entry)}


def _authors(text: str) -> str:
    return re.sub(r" and (?=.* and )", ", ", text)


def references_of(test: str) -> str:
    """List the references of a test, and its BibTeX to copy."""
    listed = "\n".join(f"- {reference(key)}" for key in ORIGINS[test])
    entries = "\n\n".join(bibliography()[key] for key in ORIGINS[test])
    return f"{listed}\n\n`outperform cite {test}` prints:\n\n```bibtex\n{entries}\n```"
