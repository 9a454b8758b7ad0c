"""The first call of a fresh process: ``python -m tools.bench.first_call FILE SECONDS MOST``, for `bench solver`.

The file is read, the modules of the strategy are loaded; then the clock runs while the puzzle is solved, once.
"""

from __future__ import annotations

import sys

from harness.formats import read_any
from harness.solver.budget import Budget
from harness.solver.strategy import load_strategy, solve_any
from tools.cpu_time import cpu_seconds


def main(path: str, seconds: str, most: str) -> None:
    """Find so many solutions, or ``all``, to the puzzle in a file; print the outcome and the milliseconds of CPU."""
    puzzle = read_any(path)
    cpu_seconds()  # what it needs is loaded before, as a command's clock is
    load_strategy()
    budget, max_solutions = Budget(float(seconds)), None if most == "all" else int(most)
    started = cpu_seconds()
    result = solve_any(puzzle, max_solutions=max_solutions, budget=budget)
    print(result.outcome.value, f"{1000 * (cpu_seconds() - started):.6f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
