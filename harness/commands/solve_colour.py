"""``solve`` for crosswords in colour."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping

from rich.console import Console

from harness.colour.model import ColourGrid, ColourPuzzle
from harness.colour.palette import BACKGROUND, Palette
from harness.colour.render import palette_text, render_colour_blocks
from harness.colour.solver import ColourResult, solve_colour
from harness.commands.common import EXIT_GOOD, print_json
from harness.commands.drawing_options import Drawings
from harness.errors import UsageError
from harness.formats.colours import hex_rgb
from harness.interrupt import EXIT_INTERRUPTED, interruptible
from harness.solver.registry import DEFAULT
from harness.solver.result import Outcome, Stop

STRATEGY = "colour"
"""What reports call the one way of solving there is in colour."""


def run_colour(arguments: argparse.Namespace, puzzle: ColourPuzzle, verdicts: Mapping[Outcome, str]) -> int:
    """Solve and report; `verdicts` are the outcomes in words.

    Raises:
        UsageError: an option that is for crosswords in black and white.
    """
    if arguments.watch or arguments.memory_limit is not None or arguments.strategy != DEFAULT:
        raise UsageError("--strategy, --watch and --memory-limit are for crosswords in black and white; leave them out")
    drawings = Drawings(arguments, puzzle)
    with interruptible() as interrupt:
        start = time.process_time()
        result = solve_colour(puzzle, arguments.max_solutions, timeout_seconds=arguments.timeout, should_stop=interrupt)
        cpu_ms = 1000 * (time.process_time() - start)
    drawings.write(result.solutions[0] if result.solutions else result.fixpoint)
    if arguments.json:
        print_json(_as_json(puzzle, result, cpu_ms))
    else:
        _print_report(puzzle, result, cpu_ms, verdicts)
    return EXIT_INTERRUPTED if result.stopped is Stop.INTERRUPTED else EXIT_GOOD


def _as_json(puzzle: ColourPuzzle, result: ColourResult, cpu_ms: float) -> dict[str, object]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "strategy": STRATEGY,
        "outcome": result.outcome.value,
        "solutions": [list(grid.rows) for grid in result.solutions],
        "palette": {cell: hex_rgb(puzzle.palette.rgb(cell)) for cell in (BACKGROUND, *puzzle.palette.keys)},
        "unique": result.unique,
        "complete": result.complete,
        "stopped": result.stopped.value if result.stopped else None,
        "difficulty": result.difficulty.value if result.difficulty else None,
        "contradiction": str(result.contradiction) if result.contradiction else None,
        "fixpoint": list(result.fixpoint.rows),
        "line_calls": result.line_calls,
        "guesses": result.guesses,
        "cpu_ms": round(cpu_ms, 3),
    }


def _print_report(puzzle: ColourPuzzle, result: ColourResult, cpu_ms: float, verdicts: Mapping[Outcome, str]) -> None:
    for number, grid in enumerate(result.solutions, start=1):
        if len(result.solutions) > 1:
            print(f"solution {number}:")
        _print_grid(grid, puzzle.palette)
    if not result.solutions and result.stopped is not None:
        _print_grid(result.fixpoint, puzzle.palette)
    print(palette_text(puzzle.palette, puzzle.used_keys))
    print(f"{puzzle.title or 'crossword'}, {puzzle.width}×{puzzle.height}: {verdicts[result.outcome]}")
    if len(result.solutions) > 1:
        print(f"{len(result.solutions)} solutions{'' if result.complete else ' found, and there may be more'}")
    if result.contradiction is not None:
        print(f"no arrangement fits {result.contradiction}")
    work = f"{result.line_calls} lines looked at"
    if result.contradiction is None and result.fixpoint.unknown_count:
        guesses = f"{result.guesses} guess{'' if result.guesses == 1 else 'es'}"
        work += f", line logic leaves {result.fixpoint.unknown_count} cells open, {guesses}"
    print(f"{STRATEGY}: {work}, {cpu_ms:.0f} ms")


def _print_grid(grid: ColourGrid, palette: Palette) -> None:
    """In its colours where a terminal shows them, in the palette's characters otherwise; a blank line behind it."""
    console = Console(file=sys.stdout)
    if console.is_terminal and console.color_system is not None and not console.no_color:
        console.print(render_colour_blocks(grid, palette), no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
    else:
        print(grid)
    print()
