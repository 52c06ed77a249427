"""A comparison in a real notebook: run by a kernel of its own, shown as a table."""

from xml.etree import ElementTree

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

CELLS = [
    "from outperform import compare\n"
    "from sklearn.datasets import load_iris\n"
    "X, y = load_iris(return_X_y=True)\n"
    "found = compare(['nb', 'stump', 'tree'], X, y, procedure='blocked-3x2')",
    "found",
    "found[0].pvalue, str(found[0].decision), len(found)",
    "found.to_markdown()",
]


@pytest.mark.process
@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
@pytest.mark.usefixtures("untraced_children")
def test_a_notebook_shows_a_table_and_a_short_text():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    _, shown, numbers, table = (cell["outputs"] for cell in notebook.cells)
    (answer,) = (each["data"] for each in shown)
    assert len(answer["text/plain"]) <= 600
    html = ElementTree.fromstring(answer["text/html"])
    assert len(html.findall(".//svg")) == 3
    assert "nb" in "".join(html.itertext())
    assert numbers[0]["data"]["text/plain"].endswith(", 3)")
    assert "|" in table[0]["data"]["text/plain"]
