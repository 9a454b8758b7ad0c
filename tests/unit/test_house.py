"""The rules of the house that a program can check."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("pyspectrum", "harness")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "_data" not in path.parts
}


def imports_of(path: Path, *, at_import_time: bool = False) -> set[str]:
    """The modules a file imports; `at_import_time` leaves out those inside functions and TYPE_CHECKING."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(tree.body) if at_import_time else list(ast.walk(tree))
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("pyspectrum")])
def test_the_machine_knows_nothing_of_crosswords(name: str) -> None:
    assert not [module for module in imports_of(MODULES[name]) if module.split(".")[0] == "harness"]


def test_only_the_core_touches_the_simulator() -> None:
    simulators = {"skoolkit.simulator", "skoolkit.cmiosimulator", "skoolkit.CCMIOSimulator", "skoolkit.CSimulator"}
    assert [name for name, path in MODULES.items() if imports_of(path) & simulators] == ["pyspectrum.core"]


def test_nobody_imports_the_command_line() -> None:
    importers = [name for name, path in MODULES.items() if "harness.cli" in imports_of(path)]
    assert importers == ["harness.__main__"]


def test_the_reference_solver_shares_nothing_with_the_spectrum() -> None:
    for name, path in MODULES.items():
        if name.startswith("harness.solver"):
            assert not [module for module in imports_of(path) if module.startswith("pyspectrum")], name


def test_imports_run_in_no_circle() -> None:
    graph = {name: (imports_of(path, at_import_time=True) & MODULES.keys()) - {name} for name, path in MODULES.items()}
    done: set[str] = set()
    while len(done) < len(graph):
        ready = {name for name, needed in graph.items() if name not in done and needed <= done}
        assert ready, f"these import each other: {sorted(graph.keys() - done)}"
        done |= ready


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_small_enough_to_hold_in_the_head(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= 420


def test_every_module_says_what_it_is_for() -> None:
    silent = [name for name, path in MODULES.items() if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []
