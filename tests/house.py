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

_PYSPECTRUM = {
    "arguments": "",
    "atomic": "",
    "clock": "",
    "collision": "",
    "errors": "",
    "memory": "",
    "assembler": "errors",
    "models": "errors",
    "core": "assembler errors models",
    "basic": "core errors memory",
    "keyboard": "core errors memory models",
    "screen": "atomic core errors memory models",
    "snapshot": "atomic core errors models",
    "sound": "atomic core errors",
    "tape": "atomic clock core errors",
    "coverage": "assembler atomic basic core errors memory models",
    "machine": "assembler basic core coverage errors keyboard memory models screen snapshot sound tape",
    "trace": "assembler atomic basic core errors keyboard machine memory models screen",
    "testing": "assembler atomic basic core coverage errors machine screen snapshot sound tape trace",
    "pytest_plugin": "collision core coverage errors machine testing trace",
    "recorder": "atomic errors keyboard machine screen testing",
    "commands": "arguments assembler atomic clock core errors machine recorder screen snapshot tape testing trace",
    "__main__": "arguments collision commands errors",
}
_HARNESS = {
    "errors": "",
    "lettering": "",
    "processes": "",
    "files": "errors pyspectrum",
    "puzzle": "errors",
    "solver": "errors puzzle",
    "spectrum": "errors files lettering puzzle pyspectrum",
    "drawing": "errors lettering puzzle solver",
    "formats": "errors files puzzle solver spectrum",
    "verdict": "errors puzzle solver spectrum",
    "advice": "errors formats puzzle solver",
    "console": "advice drawing errors files formats processes puzzle pyspectrum solver spectrum",
    "regress": "advice errors files formats processes puzzle pyspectrum solver spectrum verdict",
    "studio": "advice drawing errors files formats processes puzzle pyspectrum solver spectrum",
    "cli": "console errors files pyspectrum",
    "commands": "advice console drawing errors files formats puzzle pyspectrum regress solver spectrum studio verdict",
    "__main__": "cli pyspectrum",
}

PLAN: dict[str, frozenset[str]] = {
    f"{package}.{room}": frozenset(other if other == "pyspectrum" else f"{package}.{other}" for other in others.split())
    for package, rooms in (("pyspectrum", _PYSPECTRUM), ("harness", _HARNESS))
    for room, others in rooms.items()
}
"""Each room, and the rooms that it imports from: exactly those. From `harness` all of `pyspectrum` counts as one."""

ALIASES = frozenset({f"pyspectrum.{name}" for name in ("fonts", "profile", "symbols", "variables", "video")})
"""Old names of modules that have moved; they are no rooms, and go with the next release."""

SIMULATOR_ROOM = "pyspectrum.core"
"""The only room that touches SkoolKit's simulators."""


@dataclass(frozen=True)
class House:
    """Modules by name, and the modules of ours that each imports: at once, in a function, or for its types."""

    imports: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, sources: Mapping[str, str]) -> House:
        """The house that the modules' source texts make."""
        return cls({name: _imports(text, sources.keys()) for name, text in sources.items()})

    def arrows(self) -> dict[str, frozenset[str]]:
        """Each room with the rooms that its modules import from."""
        arrows: dict[str, set[str]] = {}
        for module, others in self.imports.items():
            if here := room_of(module):
                there = {_seen_from(here, room_of(other)) for other in others}
                arrows.setdefault(here, set()).update(there - {here, ""})
        return {room: frozenset(others) for room, others in arrows.items()}

    def wrong_arrows(self) -> list[str]:
        """Arrows that the plan does not have, and those of the plan that nobody needs."""
        found = self.arrows()
        both = {(here, there) for here, others in found.items() for there in others}
        planned = {(here, there) for here, others in PLAN.items() for there in others}
        return [
            *(f"{here} imports {there}" for here, there in sorted(both - planned)),
            *(f"{here} does not import {there}" for here, there in sorted(planned - both)),
        ]

    def reached_from(self, module: str) -> dict[str, tuple[str, ...]]:
        """Every module that comes to be loaded with it, and by what way: the chain of imports from `module` to it."""
        ways: dict[str, tuple[str, ...]] = {module: (module,)}
        waiting = [module]
        while waiting:
            at = waiting.pop()
            for other in sorted(self.imports[at] - ways.keys()):
                ways[other] = (*ways[at], other)
                waiting.append(other)
        del ways[module]
        return ways

    def ways_between(self, here: str, there: tuple[str, ...]) -> Iterator[str]:
        """Chains of imports that lead from a room or package to others, through whatever lies between."""
        for module in sorted(self.imports):
            if here in {module, *_packages(module)}:
                for other, way in sorted(self.reached_from(module).items()):
                    if not {other, *_packages(other)}.isdisjoint(there):
                        yield " → ".join(way)

    def circles(self) -> list[str]:
        """Modules that cannot be put into an order in which each comes after all that it imports."""
        needed = {module: others - {module, *_packages(module)} for module, others in self.imports.items()}
        done: set[str] = set()
        while ready := {module for module, others in needed.items() if module not in done and others <= done}:
            done |= ready
        return sorted(self.imports.keys() - done)


def read_sources() -> dict[str, str]:
    """The source text of every module of both packages, but for the aliases."""
    sources = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for package in ("pyspectrum", "harness")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "_data" not in path.parts
    }
    return {module: text for module, text in sources.items() if module not in ALIASES}


def room_of(module: str) -> str:
    """The room that a module lies in: a package or module at the top of either; empty for the top itself.

    >>> room_of("harness.solver.lines"), room_of("pyspectrum.core.bus"), room_of("harness")
    ('harness.solver', 'pyspectrum.core', '')
    """
    return ".".join(module.split(".")[:2]) if "." in module else ""


def _seen_from(here: str, room: str) -> str:
    """A room as the plan names it: from `harness` all of `pyspectrum` is one."""
    outside = here.startswith("harness.") and room.startswith("pyspectrum.")
    return "pyspectrum" if outside else room


def _packages(module: str) -> Iterator[str]:
    parts = module.split(".")
    for length in range(1, len(parts)):
        yield ".".join(parts[:length])


def _imports(text: str, modules: Collection[str]) -> frozenset[str]:
    """The modules among `modules` that a source text imports, with the packages that they lie in."""
    found: set[str] = set()
    for name in imported_names(text):
        if name in modules:
            found |= {name, *(package for package in _packages(name) if package in modules)}
    return frozenset(found)


@cache
def imported_names(text: str) -> frozenset[str]:
    """The names after ``import`` and ``from``, anywhere in a source text, modules or not."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)
