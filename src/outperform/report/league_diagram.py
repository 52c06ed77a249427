"""The critical-difference diagram as a file for papers: SVG, PDF, or TikZ for LaTeX."""

from collections.abc import Iterator
from pathlib import Path

from outperform import __version__
from outperform.comparison.league_result import League
from outperform.core import InputError, write_whole
from outperform.report.rank_axis import TICK, RankAxis, RankBar, RankLabel
from outperform.report.rank_diagram import RankDiagram
from outperform.report.tables.layout import latex_words
from outperform.visible import one_line

ENDINGS = (".svg", ".pdf", ".tex")
BEYOND = 0x24F  # the last letter that pdflatex usually knows


def diagram(league: League, path: str | Path) -> Path:
    """Write the diagram as .svg, .pdf or .tex (a tikzpicture), by the ending of the file; return its path."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in ENDINGS:
        problem = f"a diagram must end in .svg, .pdf or .tex, got {path.suffix or 'no ending'!r}"
        raise InputError(str(path), problem)
    if kind != ".tex":
        from outperform.report.figures.picture import plot  # noqa: PLC0415 - TikZ needs no matplotlib
        from outperform.report.figures.save import save  # noqa: PLC0415

        return save(plot(league, "critical-difference"), path)
    text = tikz(RankDiagram.of(league))
    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return path


def tikz(drawn: RankDiagram) -> str:
    """Write the diagram as a tikzpicture, with its caption as a comment; it needs the package tikz alone."""
    laid = drawn.axis
    lines = [
        f"% Critical-difference diagram, made by outperform {__version__}. Needs \\usepackage{{tikz}}.",
        f"% {latex_words(one_line(drawn.caption))}",
        *_letters(laid),
        r"\begin{tikzpicture}[x=1pt, y=1pt, font=\fontsize{8}{9}\selectfont]",
        *(f"  {line}" for line in (*_axis(laid), *_bars(laid.bars), *_labels(laid.labels), *_dots(laid.bars))),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _letters(laid: RankAxis) -> Iterator[str]:
    """Say so where pdflatex would not know a letter."""
    if any(ord(letter) > BEYOND for label in laid.labels for letter in latex_words(label.words)):
        yield "% Some names have letters that pdflatex does not know: compile with xelatex or lualatex."


def _axis(laid: RankAxis) -> Iterator[str]:
    yield rf"\draw[line width=0.6pt] (0, 0) -- ({laid.length:g}, 0);"
    for x, words in laid.ticks:
        yield rf"\draw[line width=0.6pt] ({x:.2f}, 0) -- ({x:.2f}, {TICK:g}) node[above, inner sep=2pt] {{{words}}};"
    yield r"\node[anchor=base west, inner sep=0pt] at (0, 18) {$\leftarrow$ better};"
    yield rf"\node[anchor=base east, inner sep=0pt] at ({laid.length:g}, 18) {{mean rank}};"


def _bars(bars: tuple[RankBar, ...]) -> Iterator[str]:
    for bar in bars:
        for low, high in bar.strong:
            yield rf"\draw[line width=2.2pt] ({low:.2f}, {bar.y:.2f}) -- ({high:.2f}, {bar.y:.2f});"
        for low, high in bar.thin:
            yield rf"\draw[line width=0.8pt, densely dotted] ({low:.2f}, {bar.y:.2f}) -- ({high:.2f}, {bar.y:.2f});"


def _dots(bars: tuple[RankBar, ...]) -> Iterator[str]:
    for bar in bars:
        for x in bar.dots:
            face = "white" if bar.hub is not None and x != bar.hub else "black"
            yield rf"\draw[fill={face}, line width=0.6pt] ({x:.2f}, {bar.y:.2f}) circle[radius=1.8];"


def _labels(labels: tuple[RankLabel, ...]) -> Iterator[str]:
    for label in labels:
        anchor = "left" if label.side < 0 else "right"
        line = f"({label.x:.2f}, 0) -- ({label.x:.2f}, {label.y:.2f}) -- ({label.end:.2f}, {label.y:.2f})"
        words = latex_words(one_line(label.words))
        yield rf"\draw[line width=0.4pt] {line} node[{anchor}, inner sep=2pt] {{{words}}};"
