"""The plan of the house, and what the imports make of it: which module imports which, directly and through others.

A module's import runs its packages' ``__init__`` too, so ``import a.b.c`` is an import of ``a``, ``a.b`` and ``a.b.c``.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

GROUND = frozenset({"errors", "reading", "resources", "lettering", "processes"})
ROOMS: Mapping[str, frozenset[str]] = {
    "errors": frozenset(),
    "reading": frozenset({"errors"}),
    "resources": frozenset(),
    "lettering": frozenset(),
    "processes": frozenset(),
    "puzzle": frozenset({"errors"}),
    "solver": GROUND | {"puzzle"},
    "spectrum": GROUND | {"puzzle", "pyspectrum"},
    "files": frozenset({"errors", "pyspectrum"}),
    "formats": GROUND | {"puzzle", "files"},
    "drawing": GROUND | {"puzzle", "solver"},
    "verdict": GROUND | {"puzzle", "solver", "spectrum"},
    "advice": GROUND | {"puzzle", "solver", "spectrum", "formats", "drawing", "verdict", "pyspectrum"},
    "regress": GROUND | {"puzzle", "solver", "spectrum", "files", "formats", "verdict", "advice", "pyspectrum"},
    "studio": GROUND | {"puzzle", "solver", "spectrum", "files", "formats", "drawing", "advice", "pyspectrum"},
    "console": GROUND | {"puzzle", "solver", "spectrum", "files", "formats", "drawing", "pyspectrum"},
    "commands": GROUND
    | {"console"}
    | {"puzzle", "solver", "spectrum", "files", "formats", "drawing", "verdict", "advice", "regress"}
    | {"studio", "pyspectrum"},
    "cli": frozenset({"errors", "commands", "console", "pyspectrum"}),
    "__main__": frozenset({"cli"}),
    "pyspectrum": frozenset(),
}
"""Each room of `harness`, and the rooms that it may import from; `pyspectrum` counts as one."""

DOORS = frozenset(
    {
        ("harness.formats.screen_files", "harness.spectrum.screens"),
        ("harness.formats.screen_files", "harness.spectrum.screen_sizes"),
    }
)
"""The only imports beyond that: a SCREEN$ is one of the field's files, and `spectrum` knows what is black in one."""


FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"clock", "errors", "memory", "atomic", "closing", "arguments"}),
    frozenset({"models", "contention", "paging", "breakpoints", "keyboard", "matrix", "reading", "bus", "states"})
    | {"core"},
    frozenset({"picture", "fonts", "screen", "tones", "sound", "ports", "joystick", "frames", "snapshot"})
    | {"tape", "tape_blocks", "tape_pulses", "tape_pzx", "tape_rom", "tape_tzx", "tape_wav"},
    frozenset({"deck", "typist", "routines", "running", "power", "view", "raster", "beam", "video", "reports"})
    | {"waiting", "media", "machine"},
    frozenset(
        {"_pyz80", "assembler", "basic", "basic_source", "symbols", "symbol_files", "variables"} | {"variable_writer"}
    ),
    frozenset(
        {"profile", "coverage", "coverage_report", "recording", "recorder", "comparison", "goldens", "text_search"}
    )
    | {"expectations", "black_box", "evidence", "machine_cache"},
    frozenset({"commands", "pytest_plugin", "__main__"}),
)
"""The floors of `pyspectrum`, the ground first: facts, the Z80, devices, the machine, languages, tools, fronts."""

STAIRS = frozenset({("pyspectrum.machine", "pyspectrum.coverage")})
"""The only way up there: a method of the machine that leads to a tool, which is loaded when it is asked for."""


@dataclass(frozen=True)
class House:
    """Modules by name, and what each imports.

    `running` is what is imported indeed, at once or inside a function; `typing` what stands under ``TYPE_CHECKING``,
    by which a part names the whole it belongs to. The latter loads nothing, so it makes no circle; whatever else is
    asked here counts it too.
    """

    running: Mapping[str, frozenset[str]]
    typing: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, sources: Mapping[str, str]) -> House:
        """The house that the modules' source texts make."""
        running = {name: _imports(text, sources.keys(), typing=False) for name, text in sources.items()}
        return cls(running, {name: _imports(text, sources.keys(), typing=True) for name, text in sources.items()})

    def imports(self, module: str) -> frozenset[str]:
        """What the module imports itself, at any time."""
        return self.running[module] | self.typing[module]

    def reached_from(self, module: str) -> dict[str, tuple[str, ...]]:
        """Every module that comes to be loaded with it, and by what way: the chain of imports from `module` to it."""
        ways: dict[str, tuple[str, ...]] = {module: (module,)}
        waiting = [module]
        while waiting:
            at = waiting.pop()
            for other in sorted(self.imports(at) - ways.keys()):
                ways[other] = (*ways[at], other)
                waiting.append(other)
        del ways[module]
        return ways

    def wrong_arrows(self) -> Iterator[str]:
        """Imports that the plan does not allow."""
        for module in sorted(self.running):
            for other in sorted(self.imports(module)):
                here, there = room_of(module), room_of(other)
                if here != there and there and there not in ROOMS[here] and not _is_door(module, other):
                    yield f"{module} imports {other}"

    def steps_up(self) -> Iterator[str]:
        """Imports within `pyspectrum` that lead to a higher floor."""
        for module, others in sorted(self.running.items()):
            for other in sorted(others):
                inside = module.startswith("pyspectrum.") and other.startswith("pyspectrum.")
                if inside and floor_of(other) > floor_of(module) and (module, other) not in STAIRS:
                    yield f"{module} imports {other}"

    def ways_between(self, here: str, there: frozenset[str]) -> Iterator[str]:
        """Chains of imports that lead from a room to one of others, through whatever lies between."""
        for module in sorted(self.running):
            if room_of(module) == here:
                for other, way in sorted(self.reached_from(module).items()):
                    if room_of(other) in there:
                        yield " → ".join(way)

    def circles(self) -> list[str]:
        """Modules that cannot be put into an order in which each comes after all that it loads, at once or later."""
        needed = {module: self.running[module] - {module, *_packages(module)} for module in self.running}
        done: set[str] = set()
        while ready := {module for module, others in needed.items() if module not in done and others <= done}:
            done |= ready
        return sorted(self.running.keys() - done)


def read_sources() -> dict[str, str]:
    """The source text of every module of both packages."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for package in ("pyspectrum", "harness")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "_data" not in path.parts
    }


def room_of(module: str) -> str:
    """The room a module lies in; that of ``harness`` itself is the empty one that everybody passes through.

    >>> room_of("harness.solver.lines"), room_of("pyspectrum.core"), room_of("harness")
    ('solver', 'pyspectrum', '')
    """
    package, *rest = module.split(".")
    if package != "harness":
        return package
    return rest[0] if rest else ""


def floor_of(module: str) -> int:
    """The floor of a module of `pyspectrum`, the ground's being 0.

    Raises:
        ValueError: it stands on none.
    """
    name = module.split(".")[1]
    for number, floor in enumerate(FLOORS):
        if name in floor:
            return number
    raise ValueError(f"{module} is on no floor of the plan")


def _is_door(module: str, other: str) -> bool:
    return any(module == here and (other == there or other in _packages(there)) for here, there in DOORS)


def _packages(module: str) -> Iterator[str]:
    parts = module.split(".")
    for length in range(1, len(parts)):
        yield ".".join(parts[:length])


def _imports(text: str, modules: Collection[str], *, typing: bool) -> frozenset[str]:
    """The modules among `modules` that a source text imports: under ``TYPE_CHECKING``, or everywhere else."""
    found: set[str] = set()
    for name in _imported_names(text, typing):
        if name in modules:
            found |= {name, *(package for package in _packages(name) if package in modules)}
    return frozenset(found)


@cache
def _imported_names(text: str, typing: bool) -> frozenset[str]:
    """The names after ``import`` and ``from``, modules or not; remembered: the guard's own tests change few texts."""
    names: set[str] = set()
    for node in _nodes(ast.parse(text), typing=typing):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def _nodes(node: ast.AST, *, typing: bool, inside: bool = False) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        guarded = inside or (isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"))
        if guarded is typing:
            yield child
        yield from _nodes(child, typing=typing, inside=guarded)
