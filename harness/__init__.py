"""Japanese crosswords: solve, judge, explain, draw and make them, and let the Spectrum program solve them.

>>> import harness
>>> heart = harness.read("puzzles/heart.txt")
>>> result = harness.solve(heart)
>>> result.unique, result.solutions[0] == heart.goal
(True, True)
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness.advice.generate import RandomOptions, RandomPuzzle
    from harness.advice.generate import random_puzzle as generate
    from harness.advice.repair import Repair
    from harness.advice.repair import find_repair as repair
    from harness.advice.report import Advice, Finding
    from harness.advice.report import examine as check
    from harness.drawing.svg import build_svg as draw
    from harness.errors import HarnessError, PuzzleError
    from harness.formats.bundles import puzzles_in
    from harness.formats.bundles import read_any as read
    from harness.formats.registry import write_puzzle as write
    from harness.puzzle import Grid, Puzzle
    from harness.solver.budget import Budget
    from harness.solver.human.agenda import Order
    from harness.solver.human.explain import Ending, Explanation, Hint, HintKind, explain
    from harness.solver.human.explain import find_hint as hint
    from harness.solver.strategy import Outcome, Result
    from harness.solver.strategy import solve_any as solve
    from harness.solver.stream import Count
    from harness.solver.stream import count_solutions as count
    from harness.spectrum import OnBranch
    from harness.spectrum.play import Played, PlayOutcome
    from harness.spectrum.play import play as run

_HOMES = {
    "advice.generate": ("RandomOptions", "RandomPuzzle", "generate"),
    "advice.repair": ("Repair", "repair"),
    "advice.report": ("Advice", "Finding", "check"),
    "drawing.svg": ("draw",),
    "errors": ("HarnessError", "PuzzleError"),
    "formats.bundles": ("puzzles_in", "read"),
    "formats.registry": ("write",),
    "puzzle": ("Grid", "Puzzle"),
    "solver.budget": ("Budget",),
    "solver.human.agenda": ("Order",),
    "solver.human.explain": ("Ending", "Explanation", "Hint", "HintKind", "explain", "hint"),
    "solver.strategy": ("Outcome", "Result", "solve"),
    "solver.stream": ("Count", "count"),
    "spectrum": ("OnBranch",),
    "spectrum.play": ("PlayOutcome", "Played", "run"),
}
"""The modules with the public names, each imported when it is first asked for: a command needs few of them."""
_THERE = {
    "check": "examine", "count": "count_solutions", "draw": "build_svg", "generate": "random_puzzle",
    "hint": "find_hint", "read": "read_any", "repair": "find_repair", "run": "play", "solve": "solve_any",
    "write": "write_puzzle",
}  # fmt: skip
"""Names that are others there."""

__all__ = [
    "Advice",
    "Budget",
    "Count",
    "Ending",
    "Explanation",
    "Finding",
    "Grid",
    "HarnessError",
    "Hint",
    "HintKind",
    "OnBranch",
    "Order",
    "Outcome",
    "PlayOutcome",
    "Played",
    "Puzzle",
    "PuzzleError",
    "RandomOptions",
    "RandomPuzzle",
    "Repair",
    "Result",
    "check",
    "count",
    "draw",
    "explain",
    "generate",
    "hint",
    "puzzles_in",
    "read",
    "repair",
    "run",
    "solve",
    "write",
]


def __getattr__(name: str) -> object:
    module = next((module for module, names in _HOMES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = importlib.import_module(f"{__name__}.{module}")
    value = getattr(found, _THERE.get(name, name))  # not kept here as well: who patches it there would leave it patched
    if name in _THERE:
        value.__module__, value.__qualname__ = __name__, name  # what the TypeError of a wrong call names
    return value


def __dir__() -> list[str]:
    return sorted(globals().keys() | set(__all__))
