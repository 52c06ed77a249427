"""The mutants of one file: every small change to its source that a test should notice."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "/"),
    ast.Mod: ("%", "*"),
    ast.Pow: (r"\*\*", "*"),
}
OPPOSITES = {"min": "max", "minimum": "maximum", "any": "all", "argmin": "argmax", "floor": "ceil", "nanmin": "nanmax"}
OPPOSITES |= {after: before for before, after in OPPOSITES.items()}
LARGE = 8  # a literal collection with more constants at the top of a module is data, not code


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from start to end become the text."""

    file: str
    line: int
    start: int
    end: int
    text: str
    kind: str

    def apply(self, source: bytes) -> bytes:
        """Return the changed source."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def valid(self, source: bytes) -> bool:
        """Return whether the changed source is Python at all."""
        try:
            compile(self.apply(source), self.file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        return True

    def change(self, source: bytes) -> tuple[str, str]:
        """Return the lines concerned before and after, with each run of blanks as one blank."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        last = len(source) if last < 0 else last
        after = source[first : self.start] + self.text.encode() + source[self.end : last]
        before, after = (b" ".join(lines.split()) for lines in (source[first:last], after))
        return before.decode(), after.decode()


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Return all mutants of a file, in the order of their places.

    Examples
    --------
    >>> [mutant.change(b"x = a < 1")[1] for mutant in mutants_of("x.py", b"x = a < 1")]
    ['x = a <= 1', 'x = a > 1', 'x = a < 2', 'x = a < 0']
    """
    found = _Finder(file, source).of(ast.parse(source))
    return sorted(dict.fromkeys(found), key=lambda mutant: (mutant.start, mutant.end))


class _Finder:
    """Walks a tree and remembers what to leave alone: annotations, decorators, messages, tables of data."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def of(self, node: ast.AST, *, top: bool = True) -> Iterator[Mutant]:
        """Yield the mutants of a node and of all below it."""
        if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom) or _type_checking(node):
            return
        if top and _elements(node) > LARGE:
            return
        yield from self._here(node)
        if isinstance(node, ast.Raise):  # its message is prose
            return
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in _children(node):
            yield from self.of(child, top=top and not inside)

    def _here(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare():
                yield from self._comparisons(node)
            case ast.BinOp() | ast.AugAssign():
                yield from self._arithmetic(node)
            case ast.BoolOp():
                yield from self._boolean(node)
            case ast.UnaryOp():
                yield self._edit(node, self._text(node.operand), "sign or not removed")
            case ast.Constant():
                yield from self._constant(node)
            case ast.Call():
                yield from self._opposite(node)
            case ast.Slice():
                yield from self._slice(node)
            case _:
                yield from self._statement(node)

    def _statement(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.If() | ast.While() | ast.IfExp():
                yield self._edit(node.test, f"not ({self._text(node.test)})", "condition turned round")
                if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise | ast.Return | ast.Continue):
                    yield self._edit(node.test, "False", "guard removed")
            case ast.Raise():
                yield self._edit(node, "pass", "raise removed")
            case ast.Return(value=ast.expr() as value) if not _none(value):
                yield self._edit(value, "None", "nothing returned")
                if isinstance(value, ast.Compare | ast.BoolOp | ast.Call):
                    yield self._edit(value, f"not ({self._text(value)})", "return turned round")

    def _comparisons(self, node: ast.Compare) -> Iterator[Mutant]:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            sign, others = COMPARISONS[type(op)]
            for other in others:
                yield from self._between(left, right, sign, other, "comparison")
            left = right

    def _arithmetic(self, node: ast.BinOp | ast.AugAssign) -> Iterator[Mutant]:
        sign, other = ARITHMETIC.get(type(node.op), ("", ""))
        if sign and isinstance(node, ast.BinOp):
            yield from self._between(node.left, node.right, sign, other, "arithmetic")
        elif sign and isinstance(node, ast.AugAssign):
            yield from self._between(node.target, node.value, f"{sign}=", f"{other}=", "arithmetic")

    def _boolean(self, node: ast.BoolOp) -> Iterator[Mutant]:
        sign, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from self._between(left, right, sign, other, "and/or")

    def _constant(self, node: ast.Constant) -> Iterator[Mutant]:
        value = node.value
        if isinstance(value, bool):
            yield self._edit(node, str(not value), "constant")
        elif isinstance(value, int):
            yield self._edit(node, str(value + 1), "constant")
            yield self._edit(node, f"({value - 1})" if value < 1 else str(value - 1), "constant")
        elif isinstance(value, float):
            yield self._edit(node, str(value + 1), "constant")

    def _opposite(self, node: ast.Call) -> Iterator[Mutant]:
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", ""))
        if name in OPPOSITES and isinstance(function, ast.Name | ast.Attribute):
            text = self._text(function)
            yield self._edit(function, text.removesuffix(name) + OPPOSITES[name], "opposite function")

    def _slice(self, node: ast.Slice) -> Iterator[Mutant]:
        for bound in (node.lower, node.upper):
            if bound is not None and not isinstance(bound, ast.Constant):
                yield self._edit(bound, f"({self._text(bound)}) + 1", "slice")

    def _place(self, node: ast.AST) -> tuple[int, int]:
        place = node
        assert isinstance(place, ast.expr | ast.stmt)
        assert place.end_lineno is not None
        assert place.end_col_offset is not None
        start = self.starts[place.lineno - 1] + place.col_offset
        return start, self.starts[place.end_lineno - 1] + place.end_col_offset

    def _text(self, node: ast.AST) -> str:
        start, end = self._place(node)
        return self.source[start:end].decode()

    def _edit(self, node: ast.AST, text: str, kind: str) -> Mutant:
        start, end = self._place(node)
        return Mutant(self.file, getattr(node, "lineno", 0), start, end, text, kind)

    def _between(self, left: ast.expr, right: ast.expr, sign: str, other: str, kind: str) -> Iterator[Mutant]:
        """Replace the operator between two operands, with any brackets and line breaks."""
        start, end = self._place(left)[1], self._place(right)[0]
        found = re.search(rf"(?<![\w*/<>=!]){sign}(?![\w*/=])".encode(), self.source[start:end])
        if found is not None:
            line = self.source.count(b"\n", 0, start + found.start()) + 1
            yield Mutant(self.file, line, start + found.start(), start + found.end(), other, kind)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below, without annotations, decorators and type arguments."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child


def _elements(node: ast.AST) -> int:
    """Count the constants of a literal collection."""
    if not isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set):
        return 0
    return sum(isinstance(each, ast.Constant) for each in ast.walk(node))


def _none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
