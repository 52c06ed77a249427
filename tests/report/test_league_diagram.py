import errno
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from tests.made_leagues import drawn, league
from tests.refusals import refused

from outperform.core import Decision
from outperform.report import diagram

PDFLATEX = shutil.which("pdflatex")
NASTY = [r"_%&#$~^\{}", '[a] "b" <c> |d| α × β …', "sklearn.svm.SVC(C=1)", "=1+1", "two\nlines"]
DOCUMENT = r"""\documentclass[%s]{article}
\usepackage[a4paper, margin=1cm]{geometry}
\usepackage{tikz}
\begin{document}\pagestyle{empty}
%s
\end{document}
"""


def made(kind="five"):
    values = drawn(5, 20)
    order = [each.learner for each in league(values).standings]
    skipping = {(one, other): Decision.FIRST if order[1] in (one, other) else Decision.OPEN
                for one in order for other in order}  # fmt: skip
    return {
        "two": lambda: league(drawn(2, 12)),
        "five": lambda: league(values),
        "twenty": lambda: league(drawn(20, 60, gap=0.004, noise=0.03)),
        "skipping": lambda: league(values, decisions=skipping),
        "baseline": lambda: league(values, baseline="svm"),
        "nasty": lambda: league(values, NASTY),
        "tied": lambda: league(np.full((12, 4), 0.5)),
    }[kind]()


@pytest.mark.parametrize("ending", ["svg", "pdf", "tex", "TEX"])
def test_a_diagram_is_written_by_the_ending_and_is_the_same_bytes(ending, tmp_path):
    paths = [diagram(made(), tmp_path / f"{number}.{ending}") for number in (1, 2)]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    start = {"svg": b"<?xml", "pdf": b"%PDF", "tex": b"% Critical"}[ending.lower()]
    assert paths[0].read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["cd.png", "cd", "cd.tikz", "cd.svg.gz"])
def test_another_ending_is_refused(name, tmp_path):
    with refused(str(tmp_path / name), ".svg, .pdf or .tex", repr((tmp_path / name).suffix or "no ending")):
        diagram(made(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["svg", "pdf", "tex"])
def test_a_file_that_cannot_be_written_is_refused(ending, tmp_path):
    path = tmp_path / "none" / f"cd.{ending}"
    with refused(str(path), os.strerror(errno.ENOENT)):
        diagram(made(), path)


def test_tikz_needs_no_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for name in [name for name in sys.modules if name.startswith("outperform.report.figures")]:
        monkeypatch.delitem(sys.modules, name)
    text = diagram(made(), tmp_path / "cd.tex").read_text(encoding="utf-8")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1


@pytest.mark.parametrize("kind", ["two", "five", "twenty", "skipping", "baseline", "nasty", "tied"])
def test_tikz_has_every_learner_once_and_balanced_braces(kind, tmp_path):
    found = made(kind)
    text = diagram(found, tmp_path / "cd.tex").read_text(encoding="utf-8")
    assert len(re.findall(r"node\[(?:left|right), inner sep=2pt\]", text)) == len(found.table.learners)
    bare = re.sub(r"\\[\\{}$&#%_]", "", text)
    assert bare.count("{") == bare.count("}")
    assert all(line.count("$") % 2 == 0 for line in bare.splitlines())
    assert all(line.startswith(("%", r"\begin", r"\end", r"  \draw", r"  \node")) for line in text.splitlines())
    for each in found.standings:
        assert f"({each.mean_rank:.2f})" in text


def test_letters_that_pdflatex_does_not_know_are_announced(tmp_path):
    chinese, plain = (
        diagram(league(drawn(3, 12), names), tmp_path / "cd.tex").read_text(encoding="utf-8")
        for names in (["决策树", "svm", "nb"], ["é", "ß", "α"])
    )
    assert "xelatex" in chinese
    assert "xelatex" not in plain


@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed: texlive-latex-base, texlive-pictures")
@pytest.mark.parametrize("size", ["10pt", "12pt"])
def test_tikz_compiles_with_the_package_alone(size, tmp_path):
    pictures = []
    for kind in ("two", "five", "twenty", "skipping", "baseline", "nasty", "tied"):
        pictures.append(rf"\noindent\input{{{diagram(made(kind), tmp_path / f'{kind}.tex')}}}\par")
    (tmp_path / "all.tex").write_text(DOCUMENT % (size, "\n".join(pictures)), encoding="utf-8")
    call = [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    log = (tmp_path / "all.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    assert re.findall(r"^(?:!|Overfull|LaTeX Warning|Missing character).*", log, flags=re.MULTILINE) == []
