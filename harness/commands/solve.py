"""``solve``: the Python solvers alone, by any of their strategies."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import nullcontext

from harness.colour.model import ColourPuzzle
from harness.commands.common import (
    EXIT_GOOD,
    Subparsers,
    grids_to_json,
    load_any_puzzle,
    positive_int,
    print_json,
    seconds,
)
from harness.commands.drawing_options import Drawings, add_drawing_options
from harness.commands.solve_colour import run_colour
from harness.errors import UsageError
from harness.interrupt import EXIT_INTERRUPTED, interruptible
from harness.puzzle import Puzzle
from harness.render import render_grid
from harness.solver.enumerate import MEMORY_LIMIT_BYTES, Enumerate
from harness.solver.registry import DEFAULT, STRATEGIES, find_strategy, strategy_names
from harness.solver.result import Outcome, Result, Stop
from harness.solver.strategy import Strategy
from harness.watch import open_watch

_VERDICTS = {
    Outcome.UNIQUE: "unique: one solution, and no other",
    Outcome.MULTIPLE: "not unique",
    Outcome.CONTRADICTION: "no solution",
    Outcome.LIMITED: "one solution; whether it is the only one was not looked into",
    Outcome.TIMEOUT: "the time was over",
    Outcome.INTERRUPTED: "interrupted",
}
_STOPS = {
    Stop.LIMIT: "as many as were asked for",
    Stop.TIMEOUT: "the time was over",
    Stop.INTERRUPTED: "interrupted",
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
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file, of any format known")
    parser.add_argument(
        "--strategy",
        metavar="NAME",
        choices=strategy_names(),
        default=DEFAULT,
        help=f"how: {', '.join(strategy_names())} (default: %(default)s)",
    )
    parser.add_argument(
        "--max-solutions", metavar="N", type=positive_int, default=100, help="stop after N (default: %(default)s)"
    )
    parser.add_argument(
        "--timeout", metavar="S", type=seconds, help="stop after S seconds and print what was found until then"
    )
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=positive_int,
        help=f"what the lists of enumerate may take (default: {MEMORY_LIMIT_BYTES // 10**6})",
    )
    parser.add_argument("--watch", action="store_true", help="show the grid as it changes; frames where no terminal is")
    parser.add_argument("--delay", metavar="S", type=seconds, default=0, help="with --watch: wait S seconds a change")
    add_drawing_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report; what was found before the time was over, or before Ctrl-C, counts as well."""
    if arguments.watch and arguments.json:
        raise UsageError("--watch shows frames, --json prints nothing but JSON; choose one of them")
    strategy = _choose_strategy(arguments.strategy, arguments.memory_limit)
    puzzle = load_any_puzzle(arguments.puzzle)
    if isinstance(puzzle, ColourPuzzle):
        return run_colour(arguments, puzzle, _VERDICTS)
    drawings = Drawings(arguments, puzzle)
    watching = open_watch(puzzle.title or "crossword", arguments.delay) if arguments.watch else nullcontext()
    with interruptible() as interrupt, watching as watch:
        start = time.process_time()
        result = strategy.solve(
            puzzle,
            max_solutions=arguments.max_solutions,
            timeout_seconds=arguments.timeout,
            on_step=drawings.listener(watch),
            should_stop=interrupt,
        )
        cpu_ms = 1000 * (time.process_time() - start)
    drawings.write(result.solutions[0] if result.solutions else result.fixpoint)
    if arguments.json:
        print_json(_as_json(puzzle, strategy, result, cpu_ms))
    else:
        _print_report(puzzle, strategy, result, cpu_ms)
    return EXIT_INTERRUPTED if result.stopped is Stop.INTERRUPTED else EXIT_GOOD


def _choose_strategy(name: str, memory_limit_mb: int | None) -> Strategy:
    if memory_limit_mb is None:
        return find_strategy(name)
    if name != Enumerate.name:
        raise UsageError(f"--memory-limit is for --strategy {Enumerate.name}; {name} takes little memory anyway")
    return Enumerate(memory_limit_mb * 10**6)


def _as_json(puzzle: Puzzle, strategy: Strategy, result: Result, cpu_ms: float) -> dict[str, object]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "strategy": strategy.name,
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


def _print_report(puzzle: Puzzle, strategy: Strategy, result: Result, cpu_ms: float) -> None:
    for_terminal = sys.stdout.isatty()
    for number, grid in enumerate(result.solutions, start=1):
        if len(result.solutions) > 1:
            print(f"solution {number}:")
        print(render_grid(grid, for_terminal=for_terminal))
        print()
    if not result.solutions and result.stopped is not None:
        print(render_grid(result.fixpoint, for_terminal=for_terminal))
        print()
    print(f"{puzzle.title or 'crossword'}, {puzzle.width}×{puzzle.height}: {_VERDICTS[result.outcome]}")
    if len(result.solutions) > 1:
        reason = f" found ({_STOPS[result.stopped]}), and there may be more" if result.stopped else ""
        print(f"{len(result.solutions)} solutions{reason}")
    if result.contradiction is not None:
        print(f"no arrangement fits {result.contradiction}")
    print(f"{strategy.name}: {_work_text(result)}, {cpu_ms:.0f} ms")


def _work_text(result: Result) -> str:
    work = f"{result.line_calls} lines looked at"
    if result.contradiction is None and result.fixpoint.unknown_count:
        guesses = f"{result.guesses} guess{'' if result.guesses == 1 else 'es'}"
        work += f", line logic leaves {result.fixpoint.unknown_count} cells open, {guesses}"
    return work
