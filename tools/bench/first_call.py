"""The first call of a fresh process: ``python -m tools.bench.first_call FILE SECONDS``, for `bench solver`.

The file is read, the modules of the strategy are loaded; then the clock runs while the puzzle is solved, once. For a
short time that is the wall's clock, which costs the least to read; a longer one is CPU time, which other work on the
machine leaves alone, and that of the SAT solver's process counts.
"""

from __future__ import annotations

import sys
import time

from harness.formats import read_any
from harness.solver.budget import Budget
from harness.solver.strategy import load_strategy, solve_any
from tools.cpu_time import cpu_seconds

_SHORT = 0.005


def main(path: str, seconds: str) -> None:
    """Find up to two solutions to the puzzle in a file; print the outcome and the milliseconds."""
    puzzle = read_any(path)
    before = cpu_seconds()
    load_strategy()  # well below what counts as short
    budget, started = Budget(float(seconds)), time.perf_counter()
    result = solve_any(puzzle, max_solutions=2, budget=budget)
    taken = time.perf_counter() - started
    print(result.outcome.value, f"{1000 * (taken if taken < _SHORT else cpu_seconds() - before):.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
