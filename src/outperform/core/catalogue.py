"""Catalogues: a folder's entries by slug."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from outperform.core.errors import InputError, SpecError, did_you_mean
from outperform.core.roles import Entry
from outperform.core.spec import build, split_spec

Role = TypeVar("Role", bound=Entry)


class Catalogue(Mapping[str, type[Role]], Generic[Role]):
    """All classes of one role with a slug that a folder's ``__init__.py`` imports, by slug.

    ``CATALOGUE = Catalogue(Role, globals())`` below the imports of the folder's contents page registers and type-checks
    them at once, and ``*CATALOGUE.names`` in ``__all__`` exports them: an entry is one line there,
    ``from room.file import Name as Name``.
    Where entries look up others by their specs, the catalogue is made empty in a file below them, and the contents
    page fills it with ``CATALOGUE.add(globals())``.
    """

    def __init__(self, role: type[Role], namespace: Mapping[str, Any] | None = None) -> None:
        self.role = role
        self._entries: dict[str, type[Role]] = {}
        self.add(namespace or {})

    def add(self, namespace: Mapping[str, Any]) -> None:
        """Register the classes of the role in a namespace, by slug."""
        for value in namespace.values():
            if isinstance(value, type) and issubclass(value, self.role) and hasattr(value, "slug"):
                self._register(value)

    def _register(self, entry: type[Role]) -> None:
        if self._entries.setdefault(entry.slug, entry) is not entry:
            raise SpecError(entry.slug, f"is the slug of both {self._entries[entry.slug]} and {entry}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classes, in the order of the contents page."""
        return tuple(entry.__name__ for entry in self._entries.values())

    def __getitem__(self, slug: str) -> type[Role]:
        """Find a class by slug; an unknown slug raises SpecError with the nearest known ones."""
        if slug not in self._entries:
            raise SpecError(f"{self.role.word} {slug!r}", f"is not known; {did_you_mean(slug, self._entries)}")
        return self._entries[slug]

    def __contains__(self, slug: object) -> bool:
        """Return whether a slug is known."""
        return slug in self._entries

    def __iter__(self) -> Iterator[str]:
        """Iterate over the slugs in the order of the contents page."""
        return iter(self._entries)

    def __len__(self) -> int:
        """Count the entries."""
        return len(self._entries)

    def parse(self, text: str) -> Role:
        """Make an entry from its spec: ``parse(str(x)) == x``."""
        slug, given = split_spec(text)
        entry: Role = build(self[slug], slug, given)
        return entry

    def get_entry(self, entry: "Role | str") -> Role:
        """Accept an entry or its spec."""
        if isinstance(entry, str):
            return self.parse(entry)
        if isinstance(entry, self.role):
            return entry
        example = next(iter(self._entries), "name")
        wanted = f"must be a name such as {example!r} or a {self.role.__name__} object"
        raise InputError(self.role.word, f"{wanted}, got {type(entry).__name__}")
