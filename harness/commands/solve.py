"""``solve``: the Python solvers alone, with any of their strategies."""

from __future__ import annotations

import argparse
import time
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from rich.console import Console
from rich.text import Text

from harness.commands.common import (
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    Subparsers,
    grids_to_json,
    load_any_puzzle,
    palette_to_json,
    positive_int,
    print_json,
    reporting,
    title_of,
)
from harness.commands.drawing_options import Drawings, add_drawing_options
from harness.commands.interrupt import interruptible
from harness.commands.limits import STOP_TEXTS, add_memory_option, budget_of, seconds
from harness.commands.plain_signs import shows_blocks
from harness.commands.states import add_state_option, find_wrong_cells, load_state
from harness.drawing.colour_terminal import palette_text, print_colours, render_colour_blocks, shows_colours
from harness.drawing.terminal import render_grid, render_half_blocks
from harness.drawing.watch import Delay, Watch, open_watch
from harness.errors import UsageError
from harness.puzzle import AnyPuzzle, Picture
from harness.puzzle.palette import Palette
from harness.solver.budget import Budget
from harness.solver.enumerate import MEMORY_LIMIT_BYTES, Enumerate
from harness.solver.registry import DEFAULT, STRATEGIES, AnyResult, solve_any, strategy_names
from harness.solver.result import Outcome, Stop

_VERDICTS = {
    Outcome.UNIQUE: "unique: one solution, and no other",
    Outcome.MULTIPLE: "not unique",
    Outcome.CONTRADICTION: "no solution",
    Outcome.LIMITED: "one solution; whether it is the only one was not checked",
    Outcome.TIMEOUT: f"not decided: {STOP_TEXTS[Stop.TIMEOUT]}",
    Outcome.MEMORY: f"not decided: {STOP_TEXTS[Stop.MEMORY]}",
    Outcome.INTERRUPTED: f"not decided: {STOP_TEXTS[Stop.INTERRUPTED]}",
}


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "solve",
        help="solve a puzzle with a Python solver",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="strategies:\n" + "\n".join(f"  {known.name:<10} {known.summary}" for known in STRATEGIES),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    parser.add_argument(
        "--strategy",
        metavar="NAME",
        choices=strategy_names(),
        default=DEFAULT,
        help=f"the strategy: {', '.join(strategy_names())} (default: %(default)s)",
    )
    parser.add_argument(
        "--max-solutions",
        metavar="N",
        type=positive_int,
        default=100,
        help="stop after N solutions (default: %(default)s)",
    )
    parser.add_argument(
        "--timeout", metavar="S", type=seconds, help="stop after S seconds and print what was found by then"
    )
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=positive_int,
        help=f"memory limit for the lists of enumerate (default: {MEMORY_LIMIT_BYTES // 10**6})",
    )
    add_memory_option(parser)
    add_state_option(parser)
    parser.add_argument(
        "--watch", action="store_true", help="show the grid as it changes, frame by frame where there is no terminal"
    )
    parser.add_argument(
        "--delay", metavar="S", type=seconds, default=0, help="with --watch: wait S seconds after each change"
    )
    add_drawing_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report; what was found before time ran out, or before Ctrl-C, counts as well."""
    if arguments.watch and arguments.json:
        raise UsageError("--watch shows frames, --json prints nothing but JSON; choose one of them")
    puzzle = load_any_puzzle(arguments.puzzle)
    if arguments.memory_limit is not None and arguments.strategy != Enumerate.name:
        raise UsageError(f"--memory-limit is for --strategy {Enumerate.name}; --memory limits every strategy")
    state = load_state(arguments.state, puzzle, arguments.puzzle)
    drawings = Drawings(arguments, puzzle)
    list_bytes = None if arguments.memory_limit is None else arguments.memory_limit * 10**6
    with interruptible() as interrupt:
        budget = budget_of(arguments, interrupt, list_bytes)
        with _watching(arguments, puzzle, budget) as watch:
            start = time.process_time()
            result = solve_any(
                puzzle,
                strategy=arguments.strategy,
                max_solutions=arguments.max_solutions,
                budget=budget,
                on_step=drawings.listener(watch),
                given=state,
            )
            cpu_ms = 1000 * (time.process_time() - start)
        wrong = find_wrong_cells(puzzle, state, result, budget)
    with reporting(*drawings.paths):
        if arguments.json:
            print_json(_as_json(puzzle, arguments.strategy, result, cpu_ms) | wrong.as_json())
        else:
            _print_report(puzzle, arguments.strategy, result, cpu_ms)
            wrong.print_report()
    drawings.write(result.solutions[0] if result.solutions else result.fixpoint)
    return EXIT_INTERRUPTED if result.stopped is Stop.INTERRUPTED else EXIT_GOOD


def _watching(arguments: argparse.Namespace, puzzle: AnyPuzzle, budget: Budget) -> AbstractContextManager[Watch | None]:
    if not arguments.watch:
        return nullcontext()
    render = partial(_render, palette=puzzle.palette)
    return open_watch(title_of(puzzle), render, Delay(arguments.delay, lambda: budget.is_spent))


def _as_json(puzzle: AnyPuzzle, strategy: str, result: AnyResult, cpu_ms: float) -> dict[str, object]:
    value: dict[str, object] = {
        "width": puzzle.width,
        "height": puzzle.height,
        "strategy": strategy,
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
        "cpu_ms": round(cpu_ms, 3),
    }
    if puzzle.palette is not None:
        value["palette"] = palette_to_json(puzzle.palette)
    return value


def _print_report(puzzle: AnyPuzzle, strategy: str, result: AnyResult, cpu_ms: float) -> None:
    palette = puzzle.palette
    for number, grid in enumerate(result.solutions, start=1):
        if len(result.solutions) > 1:
            print(f"solution {number}:")
        _print_picture(grid, palette)
    if not result.solutions and result.stopped is not None:
        _print_picture(result.fixpoint, palette)
    if palette is not None:
        print(palette_text(palette, puzzle.used_keys))
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}: {_VERDICTS[result.outcome]}")
    if len(result.solutions) > 1:
        reason = f" found ({STOP_TEXTS[result.stopped]}), and there may be more" if result.stopped else ""
        print(f"{len(result.solutions)} solutions{reason}")
    if result.contradiction is not None:
        print(f"no arrangement fits {result.contradiction}")
    print(f"{strategy}: {_work_text(result)}, {cpu_ms:.0f} ms")


def _work_text(result: AnyResult) -> str:
    work = f"{result.line_calls} lines looked at"
    if result.contradiction is None and result.fixpoint.unknown_count:
        guesses = f"{result.guesses} guess{'' if result.guesses == 1 else 'es'}"
        work += f", line logic leaves {result.fixpoint.unknown_count} cells open, {guesses}"
    return work


def _print_picture(picture: Picture, palette: Palette | None) -> None:
    """The picture, and a blank line behind it."""
    if palette is None:
        print(render_grid(picture, for_terminal=shows_blocks()))
    else:
        print_colours(picture, palette)
    print()


def _render(picture: Picture, palette: Palette | None) -> Text:
    """The picture as it is watched on a terminal."""
    if palette is None:
        return Text(render_half_blocks(picture), no_wrap=True)
    return render_colour_blocks(picture, palette) if shows_colours(Console()) else Text(picture.to_text())
