"""``solve``: the Python solvers alone, with any of their strategies."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from harness.console.common import (
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    print_json,
    puzzle_name,
    reporting,
    title_of,
)
from harness.console.drawing_options import Drawings
from harness.console.interrupt import interruptible
from harness.console.limits import budget_of
from harness.console.many import lone_puzzle
from harness.console.solved import list_bytes_of, print_brief, print_report, solve_puzzle, solved_as_json
from harness.console.states import find_wrong_cells, load_state
from harness.drawing.terminal import render_half_blocks
from harness.errors import UsageError
from harness.formats import NamedPuzzle
from harness.puzzle import AnyPuzzle, Picture
from harness.puzzle.palette import Palette
from harness.solver.budget import Budget
from harness.solver.result import Stop

if TYPE_CHECKING:
    from rich.text import Text

    from harness.drawing.watch import Watch

LISTS = "enumerate"
"""The strategy that keeps lists, which ``--memory-limit`` is about."""


def run(arguments: argparse.Namespace) -> int:
    """Solve and report; what was found before time ran out, or before Ctrl-C, counts as well."""
    for other in ("json", "csv"):
        if arguments.watch and getattr(arguments, other):
            raise UsageError(f"--watch shows frames, --{other} prints nothing but {other.upper()}; choose one of them")
    if arguments.json and arguments.csv:
        raise UsageError("--json and --csv are two ways to print the same; choose one of them")
    if arguments.delay is not None and not arguments.watch:
        raise UsageError("--delay slows --watch down; give both or neither")
    lone, puzzles = lone_puzzle([puzzle_name(name) for name in arguments.puzzles])
    if lone is None or arguments.csv:
        from harness.commands.solve_many import run_many

        if arguments.state is not None:
            raise UsageError("--state is for one puzzle; give it alone, without --csv")
        _check_lists(arguments)
        return run_many(puzzles, arguments)
    return _run_one(lone, arguments)


def _run_one(lone: NamedPuzzle, arguments: argparse.Namespace) -> int:
    puzzle = lone.read()
    _check_lists(arguments)
    state = load_state(arguments.state, puzzle, arguments.puzzles[0])
    drawings = Drawings(arguments, puzzle)
    with interruptible() as interrupt:
        budget = budget_of(arguments, interrupt, list_bytes_of(arguments))
        with _watching(arguments, puzzle, budget) as watch:
            solved = solve_puzzle(puzzle, arguments, budget, drawings.listener(watch), state)
        result = solved.result
        wrong = find_wrong_cells(puzzle, state, result, budget)
    with reporting(*drawings.paths):
        if arguments.json:
            print_json(solved_as_json(solved) | wrong.as_json())
        elif arguments.quiet:
            print_brief(solved)
        else:
            print_report(solved)
            wrong.print_report()
    drawings.write(result.solutions[0] if result.solutions else result.fixpoint)
    return EXIT_INTERRUPTED if result.stopped is Stop.INTERRUPTED else EXIT_GOOD


def _check_lists(arguments: argparse.Namespace) -> None:
    if arguments.memory_limit is not None and arguments.strategy != LISTS:
        raise UsageError(f"--memory-limit is for --strategy {LISTS}; --memory limits every strategy")


def _watching(arguments: argparse.Namespace, puzzle: AnyPuzzle, budget: Budget) -> AbstractContextManager[Watch | None]:
    if not arguments.watch:
        return nullcontext()
    from harness.drawing.watch import Delay, open_watch

    render = partial(_render, palette=puzzle.palette)
    return open_watch(title_of(puzzle), render, Delay(arguments.delay or 0, lambda: budget.is_spent))


def _render(picture: Picture, palette: Palette | None) -> Text:
    """The picture as it is watched on a terminal."""
    from rich.console import Console
    from rich.text import Text

    from harness.drawing.colour_terminal import render_colour_blocks, shows_colours

    if palette is None:
        return Text(render_half_blocks(picture), no_wrap=True)
    return render_colour_blocks(picture, palette) if shows_colours(Console()) else Text(picture.to_text())
