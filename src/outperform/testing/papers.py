"""The contract of papers: citation and exhibits."""

import re
from typing import ClassVar

from outperform.core import InputError
from outperform.papers import Paper, Workbench
from outperform.testing.contract import EntryContract, refused


class PaperContract(EntryContract):
    """What every paper must have. Exhibits may take long and have their own tests."""

    role: ClassVar[type] = Paper

    def test_the_citation_names_authors_and_year(self, entry: Paper) -> None:
        """The citation has the year of the slug."""
        assert re.search(r"\(\d{4}\)", entry.citation)
        year = re.search(r"\d{4}", entry.slug)
        assert year is None or year[0] in entry.citation

    def test_exhibits_are_listed_by_id(self, entry: Paper) -> None:
        """There is at least one; ids are words with dashes, and each can be called."""
        exhibits = entry.exhibits()
        assert exhibits
        for name, obtain in exhibits.items():
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
            assert callable(obtain)

    def test_what_was_found_and_what_is_open_are_points(self, entry: Paper) -> None:
        """Both are tuples of texts: a single text would be shown letter by letter."""
        for points in (entry.found, entry.left_open):
            assert isinstance(points, tuple)
            assert all(isinstance(words, str) and words for words in points)

    def test_an_unknown_exhibit_is_refused(self, entry: Paper) -> None:
        """The error lists the known exhibits."""
        said = refused(InputError, entry.obtain, Workbench(), ["table-0"])
        assert next(iter(entry.exhibits())) in said
