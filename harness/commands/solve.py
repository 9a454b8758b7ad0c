"""``solve``: the Python solvers alone, with any of their strategies, on one puzzle or on many.

Of many, one that cannot be read is a line on the standard error and exit code 2 at the end; all others are solved.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from harness.commands._common import (
    EXIT_BAD_INPUT,
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    add_jobs_option,
    check_streams,
    examples,
    positive_int,
    print_csv,
    print_json,
    reporting,
    title_of,
)
from harness.commands._found import find_puzzle, lone_puzzle
from harness.commands._limits import add_memory_option, budget_of, interruptible, seconds
from harness.errors import UsageError, one_line
from harness.formats import write_bytes
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.registry import DEFAULT, STRATEGIES, strategy_names
from harness.solver.result import Stop
from harness.solver.strategy import OnStep, Step

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable

    from rich.text import Text

    from harness.commands._many import ShouldStop, Tally
    from harness.commands._solved import Solved
    from harness.drawing import Recorder, Sheet
    from harness.drawing.watch import Watch
    from harness.formats import NamedPuzzle
    from harness.puzzle import Grid, Puzzle
    from harness.puzzle.palette import Palette


_OPTIONS = {
    "png": "draw the first solution, or the known cells, with the clues",
    "svg": "draw the same as vectors, which stay sharp at any size",
    "gif": "draw the solving step by step, as an animation",
    "apng": "the same as an animated PNG",
}


DELAY_RANGE = (0.01, 60.0)
"""Seconds that a frame of an animation can be shown."""


def add_drawing_options(parser: argparse.ArgumentParser) -> None:
    """Let the user ask for drawings."""
    for name, help in _OPTIONS.items():
        parser.add_argument(f"--{name}", metavar="FILE", help=help)


class Drawings:
    """The drawings that the user asked for: made before the solving, to listen to it; written after.

    Raises:
        UsageError: a file that cannot be written, or must not; a delay that no animation can have.
        TooLargeError: a puzzle too large for a picture of pixels.
    """

    def __init__(self, arguments: argparse.Namespace, puzzle: Puzzle, source: str) -> None:
        self._paths = {name: path for name in _OPTIONS if (path := getattr(arguments, name)) is not None}
        options = {f"--{name}": path for name, path in self._paths.items()}
        check_streams(options, is_json=arguments.json, is_watched=arguments.watch)
        if options:
            from harness.files.writing import check_outputs  # pathlib, and how to write; most print alone

            check_outputs(options, [source, *([arguments.state] if arguments.state else [])])
        delay = getattr(arguments, "delay", None)
        self._delay_ms = None if delay is None else round(1000 * delay)
        if delay is not None and self._paths.keys() & {"gif", "apng"} and not DELAY_RANGE[0] <= delay <= DELAY_RANGE[1]:
            shortest, longest = DELAY_RANGE
            raise UsageError(
                f"--delay {delay:g}: a frame is shown {shortest:g} to {longest:g} seconds; choose such a time"
            )
        self._sheet: Sheet | None = None
        self._recorder: Recorder | None = None
        if self._paths:
            self._prepare(puzzle)

    def _prepare(self, puzzle: Puzzle) -> None:
        from harness.drawing import Recorder, Sheet  # Pillow and more, which most commands do without
        from harness.drawing.raster import Painter

        self._sheet = Sheet.of(puzzle)
        if self._paths.keys() - {"svg"}:
            Painter(self._sheet)  # what is too large is refused before a long search
        if self._paths.keys() & {"gif", "apng"}:
            self._recorder = Recorder(self._sheet)

    @property
    def paths(self) -> tuple[str, ...]:
        """The files to write."""
        return tuple(self._paths.values())

    def listener(self, other: OnStep | None = None) -> OnStep | None:
        """Return the listener for a strategy's steps: the recorder, if there is an animation to make, and `other`."""
        recorder = self._recorder
        if recorder is None or other is None:
            return recorder or other

        def tell_both(step: Step) -> None:
            recorder(step)
            other(step)

        return tell_both

    def write(self, shown: Grid) -> None:
        """Write the files; `shown` is the picture that they end with."""
        if self._sheet is None:
            return
        from harness.drawing import build_apng, build_gif, build_png, build_svg

        recorder = self._recorder
        for name, path in self._paths.items():
            if name == "svg":
                data = build_svg(self._sheet, shown.rows).encode()
            elif name == "png" or recorder is None:
                data = build_png(self._sheet, shown.rows)
            else:
                build = build_gif if name == "gif" else build_apng
                data = build(self._sheet, recorder.frames, shown.rows, self._delay_ms)
            write_bytes(data, path)
        if recorder is not None and self._delay_ms is not None:
            self._tell_if_thinned(recorder)

    def _tell_if_thinned(self, recorder: Recorder) -> None:
        """Say on the standard error if there are more steps than frames: who gives a delay wants a frame a step."""
        from harness.drawing.animation import most_frames

        most, frames = most_frames(recorder.sheet), recorder.step_count + 1
        if frames > most:
            print(f"{frames} steps, and a frame for {most} of them: the file would be too large", file=sys.stderr)


_FOR_ONE = ("watch", "png", "svg", "gif", "apng")
"""Options that show one puzzle."""

_COLUMNS = ("width", "height", "strategy", "outcome", "solutions", "unique", "complete", "stopped", "difficulty")
_COSTS = ("line_calls", "guesses", "cpu_ms")
_RATING = ("score", "level")


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = (
        "strategies:\n"
        + "\n".join(f"  {known.name:<9}  {known.summary}" for known in STRATEGIES)
        + "\n\n"
        + examples(
            ("crossword solve puzzles/cat.txt", "the picture, and whether it is the only one"),
            ("crossword solve puzzles/winter.txt --watch --strategy recursion", "each step as it is taken"),
            ("crossword solve puzzles/cat.txt --png cat.png --gif cat.gif", "the solution and the solving, drawn"),
            ("crossword solve folder pack.nonpack --jobs 4 --csv", "whole collections, as a table"),
            ("crossword solve puzzles/cat.txt --state half-done.txt", "on from a saved grid"),
        )
    )
    parser.add_argument(
        "puzzles",
        metavar="PUZZLE",
        nargs="+",
        help="a puzzle file in any known format, - for standard input; a folder, archive or file of several puzzles is "
        "all of them, NAME#3 its third",
    )
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
        "--timeout",
        metavar="S",
        type=seconds,
        help="stop after S seconds, for each puzzle, and print the findings (default: never)",
    )
    add_memory_option(parser)
    parser.add_argument(
        "--state",
        metavar="FILE",
        help="continue from the cells known in this file, as solve prints them; - is standard input",
    )
    parser.add_argument(
        "--watch", action="store_true", help="show the grid as it changes, frame by frame without a terminal"
    )
    parser.add_argument(
        "--delay",
        metavar="S",
        type=seconds,
        help="with --watch: wait S seconds after each change "
        "(default: 0); with --gif and --apng: a frame a step, each shown S seconds",
    )
    add_drawing_options(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object for each puzzle, and nothing else")
    parser.add_argument("--csv", action="store_true", help="print a table, values divided by commas, and nothing else")
    parser.add_argument("--quiet", action="store_true", help="print only the verdict, on one line")
    add_jobs_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report; what was found before time ran out, or before Ctrl-C, counts as well."""

    for other in ("json", "csv"):
        if arguments.watch and getattr(arguments, other):
            raise UsageError(f"--watch shows frames, --{other} prints nothing but {other.upper()}; choose one of them")
    if arguments.json and arguments.csv:
        raise UsageError("--json and --csv are two ways to print the same; choose one of them")
    if arguments.delay is not None and not (arguments.watch or arguments.gif or arguments.apng):
        raise UsageError("--delay slows --watch, --gif or --apng down; give one of them, or leave it out")
    found = [find_puzzle(name) for name in arguments.puzzles]
    lone, puzzles = lone_puzzle([puzzle.name for puzzle in found])
    if lone is None or arguments.csv:
        if arguments.state is not None:
            raise UsageError("--state is for one puzzle; give it alone, without --csv")
        return _run_many(puzzles, arguments)
    return _run_one(lone, found[0].path, arguments)


def _run_one(lone: NamedPuzzle, path: str, arguments: argparse.Namespace) -> int:
    from harness.commands._solved import print_brief, print_report, solve_puzzle, solved_as_json

    puzzle = lone.read()
    state, wrong = None, None
    if arguments.state is not None:
        from harness.commands._states import find_wrong_cells, load_state

        state = load_state(arguments.state, puzzle, arguments.puzzles[0])
    drawings = Drawings(arguments, puzzle, path)
    with interruptible() as interrupt:
        budget = budget_of(arguments, interrupt)
        with _watching(arguments, puzzle, budget) as watch:
            solved = solve_puzzle(puzzle, arguments, budget, drawings.listener(watch), state)
        result = solved.result
        if state is not None:
            wrong = find_wrong_cells(puzzle, state, result, budget)
    with reporting(*drawings.paths):
        if arguments.json:
            print_json(solved_as_json(solved) | (wrong.as_json() if wrong else {}))
        elif arguments.quiet:
            print_brief(solved)
        else:
            print_report(solved)
            if wrong:
                wrong.print_report()
    drawings.write(result.solutions[0] if result.solutions else result.fixpoint)
    return EXIT_INTERRUPTED if result.stopped is Stop.INTERRUPTED else EXIT_GOOD


def _watching(arguments: argparse.Namespace, puzzle: Puzzle, budget: Budget) -> AbstractContextManager[Watch | None]:
    if not arguments.watch:
        return nullcontext()
    from harness.drawing.watch import Delay, open_watch

    render = partial(_render, palette=puzzle.palette)
    return open_watch(title_of(puzzle), render, Delay(arguments.delay or 0, lambda: budget.is_spent))


def _render(picture: Grid, palette: Palette) -> Text:
    """The picture as it is watched on a terminal."""
    from rich.console import Console
    from rich.text import Text

    from harness.drawing.colour_terminal import render_colours, shows_colours
    from harness.drawing.terminal import render_half_blocks

    if not palette.in_colour:
        return Text(render_half_blocks(picture), no_wrap=True)
    return render_colours(picture, palette) if shows_colours(Console()) else Text(picture.to_text())


def _solve_one(arguments: argparse.Namespace, puzzle: NamedPuzzle, should_stop: ShouldStop) -> Solved:
    """Read and solve one of many, perhaps in another process; time and memory are each puzzle's own."""
    from harness.commands._solved import solve_puzzle

    budget = budget_of(arguments, should_stop)
    solved = solve_puzzle(puzzle.read(), arguments, budget)
    return solved.rated(budget) if arguments.csv else solved


def _run_many(puzzles: Iterable[NamedPuzzle], arguments: argparse.Namespace) -> int:
    """Solve all and report as each is done."""
    from collections import Counter

    from harness.commands._many import Tally, answers

    for option in _FOR_ONE:
        if getattr(arguments, option):
            raise UsageError(f"--{option} shows one puzzle, and there are several; name one, as in PACK.nonpack#1")
    tally = Tally()
    outcomes = Counter[str]()
    report = _reporter(arguments)
    with interruptible() as interrupt:
        for name, solved in answers(puzzles, partial(_solve_one, arguments), arguments.jobs, interrupt, tally):
            outcomes[solved.result.outcome.value] += 1
            report(name, solved)
    if not (arguments.json or arguments.csv):
        _print_sums(tally, outcomes)
    if interrupt():
        return EXIT_INTERRUPTED
    return EXIT_BAD_INPUT if tally.failed else EXIT_GOOD


def _reporter(arguments: argparse.Namespace) -> Callable[[str, Solved], None]:
    if arguments.json:
        return _print_object
    if arguments.csv:
        print_csv(("puzzle", "title", *_COLUMNS, *_COSTS, *_RATING))
        return _print_row
    return partial(_print_titled, quiet=arguments.quiet)


def _print_object(name: str, solved: Solved) -> None:
    from harness.commands._solved import solved_as_json

    print_json({"puzzle": name, **solved_as_json(solved)})


def _print_row(name: str, solved: Solved) -> None:
    from harness.commands._solved import solved_as_json

    values = solved_as_json(solved) | {"solutions": len(solved.result.solutions)}
    rating = solved.rating
    rated = (rating.score, rating.level.value if rating.level else None) if rating else (None, None)
    print_csv((name, solved.puzzle.title, *(values[column] for column in (*_COLUMNS, *_COSTS)), *rated))


def _print_titled(name: str, solved: Solved, *, quiet: bool) -> None:
    from harness.commands._solved import print_brief, print_report

    if quiet:
        print(one_line(name), end=": ")
        print_brief(solved)
    else:
        print(f"==> {one_line(name)} <==")
        print_report(solved)
        print()


def _print_sums(tally: Tally, outcomes: Counter[str]) -> None:
    parts = [f"{count} {outcome}" for outcome, count in outcomes.most_common()]
    parts += [f"{tally.failed} that could not be read or solved"] if tally.failed else []
    count = tally.answered + tally.failed
    print(f"{count} puzzle{'' if count == 1 else 's'}" + (f": {', '.join(parts)}" if parts else ""))
