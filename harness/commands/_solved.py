"""Result of ``solve``, and its output: for people, and as JSON."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, NamedTuple

from harness.commands._common import grids_to_json, palette_to_json, title_of
from harness.commands._limits import STOP_TEXTS
from harness.commands._shown_grid import print_grid, print_with_clues, tell_if_too_wide
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.registry import load_strategy, solve_any
from harness.solver.result import OUTCOME_WORDS, Outcome, Result, Stop
from harness.solver.strategy import OnStep

if TYPE_CHECKING:
    from harness.solver.human.rating import Rating


_VERDICTS = {
    Outcome.UNIQUE: f"unique: {OUTCOME_WORDS[Outcome.UNIQUE]}, and no other",
    Outcome.MULTIPLE: f"not unique: {OUTCOME_WORDS[Outcome.MULTIPLE]}",
    Outcome.CONTRADICTION: OUTCOME_WORDS[Outcome.CONTRADICTION],
    Outcome.LIMITED: OUTCOME_WORDS[Outcome.LIMITED],
    Outcome.TIMEOUT: f"{OUTCOME_WORDS[Outcome.TIMEOUT]}: {STOP_TEXTS[Stop.TIMEOUT]}",
    Outcome.MEMORY: f"{OUTCOME_WORDS[Outcome.MEMORY]}: {STOP_TEXTS[Stop.MEMORY]}",
    Outcome.INTERRUPTED: f"{OUTCOME_WORDS[Outcome.INTERRUPTED]}: {STOP_TEXTS[Stop.INTERRUPTED]}",
}


MOST_LOOKS = 5_000
"""Looks at a line, at most, to rate one of many puzzles: some seconds."""


class Solved(NamedTuple):
    """A puzzle, what was found of it, by which strategy, the time that it took, and how hard it is for a person."""

    puzzle: Puzzle
    strategy: str
    result: Result
    cpu_ms: float
    rating: Rating | None = None

    def rated(self, budget: Budget) -> Solved:
        """Rate it as ``explain`` does, if a person can solve it and this is seen soon."""
        from harness.solver.human.explain import Ending, explain

        if self.result.outcome is not Outcome.UNIQUE or self.puzzle.has_blots:
            return self
        explanation = explain(self.puzzle, budget.part(max_line_calls=MOST_LOOKS))
        return self._replace(rating=explanation.rating) if explanation.ending is Ending.SOLVED else self


def solve_puzzle(
    puzzle: Puzzle,
    arguments: argparse.Namespace,
    budget: Budget,
    on_step: OnStep | None = None,
    given: Grid | None = None,
) -> Solved:
    """Solve a puzzle as the arguments say, from the cells that are `given`.

    Raises:
        UsageError, PuzzleError, TooLargeError: as `solve_any`.
    """
    load_strategy(arguments.strategy)  # only the time to solve counts
    start = time.process_time()
    result = solve_any(
        puzzle,
        strategy=arguments.strategy,
        max_solutions=arguments.max_solutions,
        budget=budget,
        on_step=on_step,
        given=given,
    )
    return Solved(puzzle, arguments.strategy, result, 1000 * (time.process_time() - start))


def solved_as_json(solved: Solved) -> dict[str, object]:
    """Return the output of ``--json``."""
    puzzle, result = solved.puzzle, solved.result
    value: dict[str, object] = {
        "width": puzzle.width,
        "height": puzzle.height,
        "strategy": solved.strategy,
        "outcome": result.outcome.value,
        "solutions": grids_to_json(result.solutions),
        "unique": result.unique,
        "complete": result.complete,
        "stopped": result.stopped.value if result.stopped else None,
        "difficulty": result.difficulty.value if result.difficulty else None,
        "contradiction": str(result.contradiction) if result.contradiction else None,
        "fixpoint": list(result.fixpoint.rows),
        "line_calls": result.line_calls,
        "guesses": result.guesses,
        "cpu_ms": round(solved.cpu_ms, 3),
    }
    if puzzle.in_colour:
        value["palette"] = palette_to_json(puzzle.palette)
    return value


def print_report(solved: Solved) -> None:
    """Print the report for people: the solutions, or the cells known so far, and the verdict."""
    puzzle, result = solved.puzzle, solved.result
    shown = result.solutions or ((result.fixpoint,) if result.stopped is not None else ())
    for number, grid in enumerate(shown, start=1):
        if len(result.solutions) > 1:
            print(f"solution {number}:")
        print_picture(grid, puzzle)
    tell_if_too_wide(*shown, as_printed=not puzzle.in_colour)
    if puzzle.in_colour:
        from harness.drawing.colour_terminal import palette_text

        print(palette_text(puzzle.palette, puzzle.used_keys))
    print_brief(solved)
    if len(result.solutions) > 1:
        reason = f" found ({STOP_TEXTS[result.stopped]}), and there may be more" if result.stopped else ""
        print(f"{len(result.solutions)} solutions{reason}")
    if result.contradiction is not None:
        print(f"no arrangement fits {result.contradiction}")
    print(f"{solved.strategy}: {_work_text(result)}, {_milliseconds_text(solved.cpu_ms)}")


def print_brief(solved: Solved) -> None:
    """The verdict alone, in a line."""
    puzzle = solved.puzzle
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}: {_VERDICTS[solved.result.outcome]}")


def _work_text(result: Result) -> str:
    work = f"{result.line_calls:,} line{'' if result.line_calls == 1 else 's'} looked at"
    if result.contradiction is None and result.fixpoint.unknown_count:
        guesses = f"{result.guesses} guess{'' if result.guesses == 1 else 'es'}"
        work += f", line logic leaves {result.fixpoint.unknown_count} cells open, {guesses}"
    return work


def _milliseconds_text(milliseconds: float) -> str:
    """A time with as many digits as tell something.

    >>> _milliseconds_text(0.184), _milliseconds_text(9.96), _milliseconds_text(1234.5)
    ('0.2 ms', '10 ms', '1,234 ms')
    """
    return f"{milliseconds:,.0f} ms" if milliseconds >= 9.95 else f"{max(milliseconds, 0.1):.1f} ms"


def print_picture(picture: Grid, puzzle: Puzzle) -> None:
    """The picture, on a terminal wide enough with the clues beside it, and a blank line behind it."""
    if print_with_clues(picture, puzzle):
        pass
    elif not puzzle.in_colour:
        print_grid(picture)
    else:
        from harness.drawing.colour_terminal import print_colours

        print_colours(picture, puzzle.palette)
    print()
