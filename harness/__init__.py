"""Japanese crosswords: solve, judge, explain, draw and make them, and let the Spectrum program solve them.

>>> import harness
>>> heart = harness.read("puzzles/heart.txt")
>>> result = harness.solve(heart)
>>> result.unique, result.solutions[0] == heart.goal
(True, True)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.advice.generate import RandomOptions as RandomOptions
    from harness.advice.generate import random_puzzle as generate
    from harness.advice.repair import find_repair as repair
    from harness.advice.report import examine as check
    from harness.drawing.svg import build_svg as draw
    from harness.errors import HarnessError as HarnessError
    from harness.errors import PuzzleError as PuzzleError
    from harness.formats.bundles import read_any as read
    from harness.formats.registry import write_puzzle as write
    from harness.puzzle import Grid as Grid
    from harness.puzzle import Puzzle as Puzzle
    from harness.solver.budget import Budget as Budget
    from harness.solver.human.explain import explain as explain
    from harness.solver.human.explain import find_hint as hint
    from harness.solver.strategy import solve_any as solve
    from harness.solver.stream import count_solutions as count
    from harness.spectrum.play import play as run

_HOMES = {
    "Budget": "solver.budget:Budget",
    "Grid": "puzzle:Grid",
    "HarnessError": "errors:HarnessError",
    "Puzzle": "puzzle:Puzzle",
    "PuzzleError": "errors:PuzzleError",
    "RandomOptions": "advice.generate:RandomOptions",
    "check": "advice.report:examine",
    "count": "solver.stream:count_solutions",
    "draw": "drawing.svg:build_svg",
    "explain": "solver.human.explain:explain",
    "generate": "advice.generate:random_puzzle",
    "hint": "solver.human.explain:find_hint",
    "read": "formats.bundles:read_any",
    "repair": "advice.repair:find_repair",
    "run": "spectrum.play:play",
    "solve": "solver.strategy:solve_any",
    "write": "formats.registry:write_puzzle",
}
"""Public name → where it lives, imported when it is first asked for: a command needs few of them."""

__all__ = [
    "Budget",
    "Grid",
    "HarnessError",
    "Puzzle",
    "PuzzleError",
    "RandomOptions",
    "check",
    "count",
    "draw",
    "explain",
    "generate",
    "hint",
    "read",
    "repair",
    "run",
    "solve",
    "write",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, home = _HOMES[name].partition(":")
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{module}"), home)
    return value


def __dir__() -> list[str]:
    return sorted(globals().keys() | _HOMES.keys())
