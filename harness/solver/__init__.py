"""The reference solver: what the Spectrum's answers are compared with.

It shares no code with the Spectrum side and never imports `pyspectrum`.

* `lines`: what follows for one line.
* `propagate`: line logic on the whole crossword, to the fixpoint.
* `search`: trial where line logic stalls; all solutions, and the proof that there are no others.
"""

from harness.solver.lines import solve_line, solve_text
from harness.solver.search import Difficulty, Outcome, Result, solve

__all__ = ["Difficulty", "Outcome", "Result", "solve", "solve_line", "solve_text"]
