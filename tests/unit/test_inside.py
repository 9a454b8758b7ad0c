"""No module of the checkout, of tests least of all, names a place above the repository's root."""

import ast
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path

from tests.cases import cases
from tests.house import ROOT


def place(node: ast.AST, names: dict[str, Path]) -> Path | None:
    """Work a path out that begins at a module's own file, or at a name for such a path; None for anything else."""
    match node:
        case ast.Name(name):
            return names.get(name)
        case ast.Attribute(whole, "parent") if path := place(whole, names):
            return path.parent
        case ast.Subscript(ast.Attribute(whole, "parents"), ast.Constant(int(up))) if path := place(whole, names):
            return path.parents[min(up, len(path.parents) - 1)]
        case ast.BinOp(left, ast.Div(), right) if path := place(left, names):
            part = right.value if isinstance(right, ast.Constant) and isinstance(right.value, str) else "unknown"
            return Path(normpath(path / part))
        case ast.Call(ast.Name("Path"), [ast.Name("__file__")]):
            return names["__file__"]
        case ast.Call(ast.Attribute(whole, "resolve" | "absolute")):
            return place(whole, names)
    return None


def places_outside(path: Path, source: str) -> Iterator[str]:
    """Yield the expressions of a module that lead above the root, from `ROOT` or from its own file."""
    if "ROOT" not in source and "__file__" not in source:
        return
    names = {"ROOT": ROOT, "__file__": path}
    tree = ast.parse(source)
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(name)], value) if found := place(value, names):
                names[name] = found
    for node in ast.walk(tree):
        found = place(node, names)
        if found and not found.is_relative_to(ROOT):
            yield f"{path.relative_to(ROOT)}: {ast.unparse(node)}"


def test_no_module_reaches_above_the_root() -> None:
    folders = ("tests", "tools", "harness", "pyspectrum", "docs")
    modules = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(modules) > 500
    assert [found for path in modules for found in places_outside(path, path.read_text(encoding="utf-8"))] == []


@cases("source")
def test_a_place_above_the_root_is_found(source: str) -> None:
    assert list(places_outside(ROOT / "tests" / "unit" / "test_x.py", source))
