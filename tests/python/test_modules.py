"""The modules of the package do not import each other in a circle, not even inside of functions."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "python" / "src"
ROOT = "sparkwire"


def modules():
    """All modules by name, and the trees of their sources."""
    found = {}
    for path in sorted((SOURCES / ROOT).rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text("utf-8"))
    return found


def imported(tree):
    """The names that a module imports, wherever it does, but not for types alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        else:
            yield from imported(node)


def uses(known):
    """Which modules each module uses. The package itself names all that it offers."""
    for name, tree in known.items():
        if name == ROOT:
            continue
        used = {one if one in known else one.rpartition(".")[0] for one in imported(tree)}
        yield name, {one for one in used if one in known} - {name, ROOT}


def test_no_modules_use_each_other_in_a_circle():
    known = modules()
    found = dict(uses(known))
    assert "sparkwire.recognition.ours" in found["sparkwire.guessing"]
    try:
        order = [*TopologicalSorter(found).static_order()]
    except CycleError as circle:
        pytest.fail(" uses ".join(reversed(circle.args[1])))
    assert len(order) == len(known) - 1
