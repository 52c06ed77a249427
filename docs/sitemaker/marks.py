"""Small pieces of Markdown."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table; bars inside cells are escaped."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def page(title: str, *parts: str) -> str:
    """Put a page together; empty parts are left out."""
    return "\n\n".join([f"# {title}", *(part.strip("\n") for part in parts if part.strip())]) + "\n"


def section(title: str, *parts: str) -> str:
    """Put a section together; nothing where it has no parts."""
    body = [part.strip("\n") for part in parts if part.strip()]
    return "\n\n".join([f"## {title}", *body]) if body else ""


def span(value: float, low: float, high: float, form: str = ".3f") -> str:
    """Write a number with its interval."""
    return f"{value:{form}} [{low:{form}}, {high:{form}}]"


def command(text: str) -> str:
    """Write a command such that lines break between its options alone."""
    first, *options = text.replace("<", "&lt;").split(" --")
    return " ".join([f"<code>{first}", *(f'<span class="option">--{option}</span>' for option in options)]) + "</code>"


def warning(text: str) -> str:
    """Set a warning apart."""
    return f"!!! warning\n    {text}" if text else ""
