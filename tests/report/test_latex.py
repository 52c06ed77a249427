"""The tables for LaTeX in a real pdflatex. Debian: texlive-latex-base and texlive-latex-recommended."""

import re
import shutil
import subprocess

import numpy as np
import pytest

from outperform import judge, judge_items
from outperform.report import tables_text

PDFLATEX = shutil.which("pdflatex")
NASTY = [r"_%&#$~^\{}", '[a] "b" <c> |d| α × β …', "sklearn.ensemble.RandomForestClassifier(n_estimators=50)"]
DOCUMENT = r"""\documentclass{article}
\usepackage[a4paper, margin=2cm]{geometry}
\begin{document}
%s
\end{document}
"""
pytestmark = pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed: texlive-latex-recommended")


def nasty():
    scores = {name: [[0.9 - 0.1 * i, 0.8, 0.95], [0.9, 0.85 - 0.2 * i, 0.9]] for i, name in enumerate(NASTY)}
    return judge(scores, "corrected-t", n_train=80, n_test=40)


def nasty_systems():
    rng = np.random.default_rng(0)
    return judge_items({name: (rng.random((3, 50)) < 0.5).astype(int) for name in NASTY}, margin=0.1)


def compiled(text, folder):
    """Compile a table; give the lines of the log that complain."""
    needs = "\n".join(re.findall(r"Needs (\\usepackage{.*})", text))  # all that is asked for, and no more
    document = DOCUMENT % text
    (folder / "table.tex").write_text(document.replace(r"\begin{document}", f"{needs}\n\\begin{{document}}"), "utf-8")
    call = [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "-output-directory", str(folder), "table.tex"]
    for _ in "ab" if "longtable" in text else "a":  # a longtable knows its widths the second time
        done = subprocess.run(call, cwd=folder, capture_output=True, timeout=120, check=False)
    log = (folder / "table.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    return re.findall(r"^(?:!|Overfull|LaTeX Warning: (?!.*Rerun)|Missing character).*", log, flags=re.MULTILINE)


@pytest.mark.parametrize("kind", ["comparison", "three", "items", "readings", "agreements", "long"])
def test_a_table_compiles_and_fits_the_page(kind, three, readings, obtained, tmp_path):
    made = {
        "comparison": lambda: tables_text(nasty(), "latex"),
        "three": lambda: tables_text(three, "latex"),
        "items": lambda: tables_text(nasty_systems(), "latex"),
        "readings": lambda: tables_text(readings, "latex"),
        "agreements": lambda: tables_text(obtained(), "latex"),
        "long": lambda: tables_text(obtained(60), "latex"),
    }
    assert compiled(made[kind](), tmp_path) == []
    assert (tmp_path / "table.pdf").stat().st_size > 1000
