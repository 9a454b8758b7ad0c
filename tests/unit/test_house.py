"""The walls of the house hold, and its plan is what the imports make."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import grimp

from tests.house import PLAN, ROOT

SIMULATORS = {"simulator", "cmiosimulator", "simutils", "CCMIOSimulator", "CSimulator"}


def room_of(module: str, seen_from: str = "") -> str:
    """The room that a module lies in; from `harness` all of `pyspectrum` is one."""
    parts = module.split(".")
    return "pyspectrum" if (seen_from, parts[0]) == ("harness", "pyspectrum") else ".".join(parts[:2])


def test_the_imports_are_those_of_the_plan_and_none_of_it_is_unused() -> None:
    graph = grimp.build_graph("harness", "pyspectrum", cache_dir=None)
    files = (path.relative_to(ROOT) for room in ("harness", "pyspectrum") for path in (ROOT / room).rglob("*.py"))
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files}
    assert modules - graph.modules == set(), "folders without an __init__.py, which no wall would stop"
    found: dict[str, set[str]] = {room: set() for room in PLAN}
    for module in graph.modules - {"harness", "pyspectrum"}:
        here = room_of(module)
        others = {room_of(other, module.split(".")[0]) for other in graph.find_modules_directly_imported_by(module)}
        found.setdefault(here, set()).update(others - {here, module.split(".")[0]})
    assert found == PLAN


def test_only_the_core_touches_the_simulator() -> None:
    touching = set()
    for path in (*(ROOT / "pyspectrum").rglob("*.py"), *(ROOT / "harness").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if any(name.split(".")[0] == "skoolkit" and SIMULATORS & set(name.split(".")) for name in names):
                touching.add(path.parent.relative_to(ROOT).as_posix())
    assert touching == {"pyspectrum/core"}


def test_every_contract_can_break(tmp_path: Path) -> None:
    """Breached in a copy: through a third room, in a function, for types alone, and in a circle."""
    for package in ("harness", "pyspectrum"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.so", "static", "viewer"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    breaches = {
        "harness/puzzle/puzzle.py": "import harness.spectrum.menu",
        "harness/spectrum/play.py": "def f():\n    from harness.solver import lines",
        "harness/errors.py": "import harness.cli",
        "pyspectrum/core/__init__.py": "if TYPE_CHECKING:\n    import harness.errors\n    import pyspectrum.machine",
    }
    for name, line in breaches.items():
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert "0 kept, 5 broken" in done.stdout, done.stdout
