"""The solvers: the reference that the Spectrum's answers are compared with, and its kin behind one interface.

They share no code with the Spectrum side and never import `pyspectrum`.

* `budget`: what a search may spend; made by whoever starts it, handed down to all of it.
* `lines`: what follows for one line.
* `propagate`: line logic on the whole crossword, to the fixpoint.
* `strategy`: what every way of solving offers; `result`: what they answer.
* `registry`: their names, and `solve_any`, which takes any puzzle by any of them.
* `search`: trial where line logic stalls, all solutions, and the proof that there are no others: the reference.
* `enumerate`: lists of all arrangements of every line; `recursion`: memoized recursion and copies of the grid.
* `fast`: the default; `kernel` is its line logic and probing in C, `sat` its SAT stage.
* `human`: named rules, as a person applies them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.solver.lines import solve_text as solve_text
    from harness.solver.result import Difficulty as Difficulty
    from harness.solver.result import Outcome as Outcome
    from harness.solver.result import Result as Result
    from harness.solver.result import Stop as Stop
    from harness.solver.search import solve as solve

_HOMES = {
    "solve_text": "lines",
    **dict.fromkeys(("Difficulty", "Outcome", "Result", "Stop"), "result"),
    "solve": "search",
}
"""Public name → the module it lives in, imported when the name is first asked for: one strategy needs few of them."""

__all__ = ["Difficulty", "Outcome", "Result", "Stop", "solve", "solve_text"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
