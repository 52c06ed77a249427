"""Names that look the same, and what nobody sees in a name."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from outperform.core.notes import Note, NoteKind
from outperform.visible import HIDDEN

_SHAPES = """
A:410,391,13aa B:412,392,13f4 C:421,13df D:13a0 E:415,395,13ac F:3dc G:50c,13c0 H:41d,397,13bb I:406,4c0,399
J:408,13ab K:41a,39a,13e6 L:13de M:41c,39c,13b7 N:39d O:41e,39f,555 P:420,3a1,13e2 Q:51a R:13d2 S:405,54f,13da
T:422,3a4,13a2 U:54d V:474,13d9 W:51c,13b3 X:425,3a7 Y:4ae,3a5 Z:396,13c3 a:430,3b1,251 c:441 d:501 e:435
g:261,581 h:4bb,570 i:456,3b9,131 j:458,3f3 k:3ba l:4cf n:578 o:43e,3bf,585 p:440,3c1 q:51b,566 s:455 u:3c5,57d
v:475,3bd w:51d x:445,3c7 y:443,4af,3b3 -:2010,2012,2013,2014,2015,2212 ':2018,2019,2bc,2b9,2032 ":201c,201d
/:2044,2215
"""
"""Latin letters and signs, each with letters of the same shape: Cyrillic, Greek, Armenian, Cherokee, phonetic."""
_LATIN = {int(other, 16): each[0] for each in _SHAPES.split() for other in each[2:].split(",")}
_OTHERS = frozenset(map(chr, _LATIN))
FEW = 2000  # names of which those are alike too that only blanks, hyphens and underscores between words tell apart
_BETWEEN_WORDS = re.compile(r"(?<=[^\W_])[ _-]+(?=[^\W_])")  # not a sign before a number
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[ _-]+(?=\d)")


def alike(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    r"""Return sets of different names that look the same: they differ in case, in blanks, or in letters of one shape.

    Of few names, blanks and hyphens that join words do not count, but between two numbers they do.

    Examples
    --------
    >>> alike(["nb", "NB ", "tree", "cart-2", "cart 2", "run 1-12", "run 11-2"])
    (('nb', 'NB '), ('cart-2', 'cart 2'))
    >>> print(ascii(alike(["caf\u00e9", "cafe\u0301", "m\u043edel", "model"])))
    (('caf\xe9', 'cafe\u0301'), ('m\u043edel', 'model'))
    """
    known = [*names]
    text = "\n".join(["", *known, ""])  # as one text, a million names take little time
    tidy = _is_tidy(text, len(known))
    joined = len(known) <= FEW and any(joint in text for joint in " _-")
    if tidy and not joined and text.isascii() and text in (text.lower(), text.upper()):
        return ()
    found: dict[tuple[str, ...], None] = {}
    for keys in _keys(known, text):
        if joined:
            keys = [_BETWEEN_WORDS.sub("", _BETWEEN_DIGITS.sub("\0", " ".join(key.split()))) for key in keys]
        elif not tidy:
            keys = [" ".join(key.split()) for key in keys]
        found |= dict.fromkeys(_equal(known, keys))
    holding: dict[str, list[set[str]]] = {}
    for each in found:
        for name in each:
            holding.setdefault(name, []).append({*each})
    whole = [each for each in found if not any({*each} < other for other in holding[each[0]])]
    place = {name: at for at, name in enumerate(known)} if len(whole) > 1 else {}
    return tuple(sorted(whole, key=lambda each: place.get(each[0], 0)))


def name_notes(**names: Iterable[str] | None) -> list[Note]:
    """Note names that look the same, and names with letters that nobody sees, by what they are names of.

    Examples
    --------
    >>> name_notes(learner=("nb", "NB"), item=None)
    [Note(alike-names, what='learner', names=(('nb', 'NB'),))]
    """
    notes = []
    for kind, given in names.items():
        known = [*(given or ())]
        same = alike(known)
        told = {name for each in same for name in each}
        hidden = tuple(name for name in _with_hidden(known) if name not in told)
        notes += [Note.of(NoteKind.ALIKE_NAMES, what=kind, names=same)] if same else []
        notes += [Note.of(NoteKind.HIDDEN_LETTERS, what=kind, names=hidden)] if hidden else []
    return notes


def _with_hidden(names: Collection[str]) -> tuple[str, ...]:
    """Return names that have letters that nobody sees, or blanks at an end."""
    text = "\n".join(["", *names, ""])
    if text.isascii() and _is_tidy(text, len(names)) and text.replace("\n", "").isprintable():
        return ()
    seen = (name for name in names if HIDDEN.search(name) or name != name.strip() or "\n" in name or "\t" in name)
    return tuple(dict.fromkeys(seen))


def _is_tidy(text: str, count: int) -> bool:
    """Return whether names, one a line, have only single blanks, and those inside."""
    odd = any(blanks in text for blanks in ("  ", "\t", "\n ", " \n"))
    return not odd and text.count("\n") == count + 1 and (text.isascii() or not HIDDEN.search(text))


def _keys(names: list[str], text: str) -> Iterator[list[str]]:
    """Yield what names have in common where they look the same: small letters, then letters of the same shape."""
    if text.isascii():
        yield [name.lower() for name in names] if text.count("\n") != len(names) + 1 else text.lower().split("\n")[1:-1]
        return
    places = [at for at, name in enumerate(names) if not name.isascii()]
    spelt = [name.lower() for name in names]
    seen = [HIDDEN.sub(lambda found: " " if found[0].isspace() else "", names[at]) for at in places]
    whole = unicodedata.normalize("NFKD", "\0".join(seen))
    yield _with(spelt, places, whole.casefold())
    if not _OTHERS.isdisjoint(whole):
        yield _with(spelt, places, whole.translate(_LATIN).casefold())


def _with(keys: list[str], places: list[int], others: str) -> list[str]:
    """Return keys, some of them replaced."""
    found = [*keys]
    for at, key in zip(places, others.split("\0"), strict=True):
        found[at] = key
    return found


def _equal(names: list[str], keys: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield different names of equal keys."""
    if len(set(keys)) < len(keys):
        sets: dict[str, dict[str, None]] = {}
        for name, key in zip(names, keys, strict=True):
            sets.setdefault(key, {})[name] = None
        yield from (tuple(each) for each in sets.values() if len(each) > 1)
