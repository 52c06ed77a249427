"""Figures as files: the same figure is the same bytes, so that a kept file changes only when the numbers do."""

import io
from pathlib import Path

from matplotlib.figure import Figure

from outperform.core import InputError, write_whole
from outperform.report.figures.style import FONT, styled
from outperform.visible import visible

WORDS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', Verdana, sans-serif"  # none wider than FONT
METADATA = {
    "svg": {"Date": None, "Creator": "outperform"},
    "pdf": {"CreationDate": None, "Creator": "outperform", "Producer": None},
    "png": {"Software": None},
}


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure as .svg, .png or .pdf, in one step: an interruption leaves what was there."""
    path = Path(path)
    kind = path.suffix.lstrip(".").lower()
    if kind not in METADATA:
        raise InputError(str(path), f"a figure file must end in .svg, .png or .pdf, got {path.suffix or 'no ending'!r}")
    content = svg(figure) if kind == "svg" else _drawn(figure, kind)
    try:
        write_whole(path, content)
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return path


def _drawn(figure: Figure, kind: str) -> bytes:
    """Return the bytes of a PNG or PDF file."""
    with styled(), io.BytesIO() as file:
        figure.savefig(file, format=kind, dpi=200, metadata=METADATA[kind])
        return file.getvalue()


def svg(figure: Figure) -> str:
    """Return the text of the SVG file."""
    with styled(), io.StringIO() as file:
        figure.savefig(file, format="svg", metadata=METADATA["svg"])
        text = file.getvalue()
    lines = (line.rstrip() for line in visible(text).replace(f"'{FONT}'", WORDS).splitlines())
    return "\n".join(lines) + "\n"
