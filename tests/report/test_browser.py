"""Pages in a real browser: Debian's chromium, without a window. `make browser` installs it."""

import json
import re
import shutil
import subprocess
from html import unescape

import numpy as np
import pytest
from tests.made_evals import HOSTILE, answers
from tests.made_leagues import drawn, league

from outperform import judge_items, judge_predictions
from outperform.report import lab_page, league_page, paper_page

LONG = "sklearn.ensemble.HistGradientBoostingClassifier(learning_rate=0.1, max_depth="
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--virtual-time-budget=5000",
    "--hide-scrollbars",
    "--window-size=1400,900",
    "--dump-dom",
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed: make browser"),
]

CATCH = """<script>
window.problems = [];
addEventListener("error", function (event) { problems.push(String(event.message)); }, true);
addEventListener("securitypolicyviolation", function (event) { problems.push(event.violatedDirective); });
</script>"""
PROBE = """<script>
(function () {
  var table = document.querySelector(".numbers, #readings .sortable, .agreement") || document.querySelector("#scores");
  var heads = table.tHead.rows[0].cells;
  var ours = Array.from(heads).findIndex(function (head) { return head.textContent.trim() === "ours"; });
  var last = ours < 0 ? heads.length - 1 : ours;
  function column() {
    return Array.from(table.tBodies[0].rows, function (row) { return row.cells[last].textContent; });
  }
  var found = { verdict: document.querySelector("main h1").textContent, before: column() };
  var button = heads[last].querySelector("button");
  button.focus();
  found.focused = document.activeElement === button;
  button.click();
  found.up = column(); found.sorted = heads[last].getAttribute("aria-sort");
  button.click();
  found.down = column(); found.turned = heads[last].getAttribute("aria-sort");
  found.first = heads[0].getAttribute("aria-sort");
  found.width = document.documentElement.clientWidth;
  found.needed = document.documentElement.scrollWidth;
  found.outside = Array.from(document.querySelectorAll("main *")).filter(function (item) {
    return item.getBoundingClientRect().right > found.width + 1 && !item.closest(".scroll, .drawing");
  }).map(function (item) { return item.outerHTML.slice(0, 80); });
  found.cut = Array.from(document.querySelectorAll(".scroll")).filter(function (item) {
    return item.scrollWidth > item.clientWidth + 1;
  }).map(function (item) { return item.getAttribute("aria-label"); });
  found.problems = problems;
  parent.postMessage(JSON.stringify(found), "*");
})();
</script>"""
FRAME = """<!DOCTYPE html><pre id="probe"></pre><script>
addEventListener("message", function (event) { document.getElementById("probe").textContent = event.data; });
</script><iframe src="page.html" style="border: 0; height: 800px; width: {width}px"></iframe>"""


def visit(page, folder, width):
    """Open a copy of the page that tries itself out, in a frame of this width, and give what it found.

    A window of chromium is never narrower than 500 pixels; a frame may be.
    """
    tried = page.replace("<title>", f"{CATCH}<title>", 1).replace("</body>", f"{PROBE}</body>")
    (folder / "page.html").write_text(tried, encoding="utf-8")
    (folder / "frame.html").write_text(FRAME.replace("{width}", str(width)), encoding="utf-8")
    call = [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", (folder / "frame.html").as_uri()]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=True)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, flags=re.DOTALL)
    return json.loads(unescape(found[1])), said


EVALS = ("evaluation", "evaluation of twelve", "hostile evaluation", "probabilities")
OTHERS = ("lab", "paper", "league", "league of twenty", "league of long names")


def evaluation(kind):
    if kind == "probabilities":
        truth, rng = np.arange(200) % 2, np.random.default_rng(0)
        said = {name: truth + rng.normal(0, spread, 200) for name, spread in (("forest", 0.3), ("nb", 2.0))}
        return judge_predictions(truth, said, ["roc_auc"]).to_html()
    if kind == "evaluation of twelve":
        return judge_items(answers(150, [f"organisation/model-{n}-instruct" for n in range(12)])).to_html()
    names = [*HOSTILE, *(f"question {number}" for number in range(400))] if kind == "hostile evaluation" else []
    systems = (HOSTILE[3][-300:], "b") if names else ("organisation/model-large-2026", "organisation/model-small-2026")
    table = answers(400, systems, 3, leads=(0.3, 0.0), task=lambda at: f"task {at % 40}", cluster=lambda at: at // 4)
    return judge_items(
        table.assign(item=table["item"].map(lambda name: names[int(name[1:])])) if names else table
    ).to_html()


@pytest.fixture(params=["two", "ten", "labels", *OTHERS, *EVALS])
def page(request, pages, readings, obtained):
    others = {
        "lab": lambda: lab_page(readings, command="outperform lab show study.db"),
        "paper": lambda: paper_page(obtained(30)),
        "league": lambda: league_page(league(drawn(5, 20), p_flip=0.03, rope=0.01, pool=0.1)),
        "league of twenty": lambda: league_page(league(drawn(20, 60), p_flip=0.03)),
        "league of long names": lambda: league_page(league(drawn(5, 12), [f"{LONG}{depth})" for depth in range(5)])),
    }
    if request.param in EVALS:
        return evaluation(request.param)
    return others[request.param]() if request.param in others else pages[request.param]


def number_of(cell):
    """The number that a cell begins with: a score, or the first of the places that are open."""
    return float(re.match(r"[-+]?[\d.]+", cell)[0])


@pytest.mark.parametrize("width", [390, 1200])
def test_a_page_opens_sorts_and_fits(page, width, tmp_path):
    found, said = visit(page, tmp_path, width)
    assert found["verdict"] == unescape(re.search(r"<h1[^>]*>(.*?)</h1>", page)[1])
    assert (found["problems"], said) == ([], [])
    assert found["width"] == width
    assert found["needed"] <= width
    assert found["outside"] == []
    assert found["focused"]
    if width == 1200:
        assert found["cut"] == []  # every table shows all its columns
    before, up, down = ([number_of(cell) for cell in found[way]] for way in ("before", "up", "down"))
    assert up == sorted(before)
    assert down == sorted(before, reverse=True)
    assert (found["sorted"], found["turned"], found["first"]) == ("ascending", "descending", None)
