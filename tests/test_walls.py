"""The walls of the house: no cycle between modules, private modules stay in their folder, a class name is used once."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOORS = {  # plot(), to_html() and the tables of a comparison or a league, imported inside the methods
    ("outperform.comparison.result", "outperform.report"),
    ("outperform.comparison.league_result", "outperform.report"),
}


def module_name(path, root):
    name = ".".join(path.relative_to(root).with_suffix("").parts)
    return name.removesuffix(".__init__")


def trees(root):
    return {module_name(path, root): ast.parse(path.read_text(encoding="utf-8")) for path in root.rglob("*.py")}


def nodes(tree):
    """Walk over what runs: imports for the type checker alone are left out."""
    for child in ast.iter_child_nodes(tree):
        if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield child
            yield from nodes(child)


def imported(tree, modules):
    """Module and name of each import of the package, inside functions too; the name is empty for a module."""
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            pairs = zip(whole, node.names, strict=True)
            yield from ((name, "") if name in modules else (node.module, alias.name) for name, alias in pairs)


def edges(modules):
    return {(name, other) for name, tree in modules.items() for other, _ in imported(tree, modules) if other != name}


def cycle(pairs):
    graph = {}
    for name, other in pairs:
        graph.setdefault(name, set()).add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def private_to(module):
    """Return the folder that a module is private to, by the first part of its name with an underscore; or None."""
    parts = module.split(".")
    places = [place for place, part in enumerate(parts) if part.startswith("_") and not part.startswith("__")]
    return ".".join(parts[: places[0]]) if places else None


def trespasses(name, tree, modules):
    for module, word in imported(tree, modules):
        folder = private_to(module)
        if folder is not None and name != folder and not name.startswith(f"{folder}."):
            yield f"{name} imports {module}, which is private to {folder}"
        if word.startswith("_") and not word.startswith("__"):
            yield f"{name} imports {word} of {module}"


@pytest.fixture(scope="module")
def modules():
    return trees(ROOT / "src")


def test_modules_import_each_other_without_a_cycle_but_for_the_doors(modules):
    pairs = edges(modules)
    assert pairs >= DOORS
    assert cycle(pairs - DOORS) == []


def test_a_cycle_inside_functions_is_found_and_one_of_types_is_not():
    pieces = {
        "a": "def f():\n    from b import g",
        "b": "from a import f",
        "c": "if TYPE_CHECKING:\n    import d",
        "d": "import c",
    }
    made = {name: ast.parse(text) for name, text in pieces.items()}
    assert edges(made) == {("a", "b"), ("b", "a"), ("d", "c")}
    assert set(cycle(edges(made))) == {"a", "b"}


@pytest.mark.parametrize("place", ["src", "studies", "benchmarks", "tools", "docs", "examples"])
def test_what_begins_with_an_underscore_stays_in_its_folder(modules, place):
    found = trees(ROOT / place)
    assert [line for name, tree in found.items() for line in trespasses(name, tree, modules)] == []


def test_a_trespass_is_found():
    made = {name: ast.parse("") for name in ("p", "p.q", "p.q._r")}
    line = "from p.q._r import x; from p.q import _r, _y"
    assert len(list(trespasses("p", ast.parse(line), made))) == 3
    assert len(list(trespasses("p.q.s", ast.parse(line), made))) == 1


def test_no_two_classes_share_a_name(modules):
    found = {}
    for name, tree in modules.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(name)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


SHARED = frozenset(
    """
    absent agreement aligned alike are_numbers bars_of build calibrated canonical cells_of changed check_size
    chosen claim class_codes column_of counts_of dataset_of decided described differences_of digest_of draw
    drawn duration figure_1 figure_2 figure_3 figure_4 grid_of headline ids_of in_parts
    is_own is_weka item_names jackknifed kind_of left_out listed means_of
    naive_bayes_says name_of named_learners names_of never_rejects notes_of number number_of numbers_of
    options_of plain plan_of printed_tables ratio_of read_table records_of rejected removals
    require roles_of rows_of said scale_of scores_of shares shown splits_words spread table_2 table_3 table_4
    table_5 tables tree_says units_of unknown wander_of_rows weights_of wide_records written
    """.split()
)
"""Names of public functions that several modules have: none may be added."""


def test_no_two_public_functions_share_a_name(modules):
    places = {}
    for name, tree in modules.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name)
    assert {name for name, homes in places.items() if len(homes) > 1} - SHARED == set()


def caches(tree):
    """Return the lines on which something is kept as long as the process: decorators and functions of functools."""
    for node in ast.walk(tree):
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if name in ("cache", "lru_cache"):
            yield node.lineno


def test_what_lives_as_long_as_the_process_says_why():
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        found += [f"{path.name}: {lines[line - 1]}" for line in caches(ast.parse(text)) if "#" not in lines[line - 1]]
    assert found == []
