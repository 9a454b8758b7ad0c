"""``solve``: the Python solvers alone, with any of their strategies, on one puzzle or on many.

Of many, each that cannot be read is reported, and the exit code is 2; all others are solved. The exit code is 4 if
time, looks or memory ran out before it was known how many solutions there are.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from functools import partial

import harness
from harness.commands._arguments import (
    STOP_TEXTS,
    add_limit_options,
    add_to,
    budget_of,
    exit_code_of,
    from_to,
    interruptible,
    outcome_text,
    positive_int,
    reading_of,
    seconds,
)
from harness.commands._found import find_puzzles, lone_puzzle
from harness.commands._streams import cells_to_json, check_written, print_json, puzzle_to_json, reporting, title_of
from harness.errors import HarnessError, UsageError, one_line
from harness.files.reading import STANDARD_STREAM
from harness.formats import write_bytes
from harness.puzzle import Grid, Puzzle
from harness.puzzle.value import Value
from harness.solver.budget import Budget, StopReason
from harness.solver.strategy import DEFAULT, STRATEGIES, Outcome, load_strategy, solve_any, strategy_names
from pyspectrum.command_line import Exit, examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.commands._many import ShouldStop
    from harness.drawing.animation import Recorder
    from harness.drawing.watch import Watch
    from harness.formats import NamedPuzzle
    from harness.solver.human.explain import Rating
    from harness.solver.strategy import OnStep, Result, Step

_OPTIONS = {
    "png": "draw the first solution, or the known cells, with the clues",
    "svg": "draw the same as vectors, which stay sharp at any size",
    "gif": "draw the solving step by step, as an animation",
    "apng": "the same as an animated PNG",
}

DELAY_RANGE = (0.01, 60.0)
"""Seconds that a frame of an animation can be shown."""
SCALE_RANGE = (1, 16)
"""Pixels to a dot of a digit."""


class Drawings:
    """Drawings that the user asked for: checked before the solving, to listen to it; written after."""

    def __init__(self, arguments: argparse.Namespace, puzzle: Puzzle, source: str) -> None:
        self.paths = {name: path for name in _OPTIONS if (path := getattr(arguments, name)) is not None}
        self._folder: str | None = arguments.frames
        self._inputs = [source, *([arguments.state] if arguments.state else [])]
        self._puzzle, self._scale, self._is_silent = puzzle, arguments.scale, arguments.json
        kinds = {f"--{name}": (path, "png" if name == "apng" else name) for name, path in self.paths.items()}
        self._forced = arguments.force
        check_written(kinds, self._inputs, forced=self._forced, is_json=arguments.json, is_watched=arguments.watch)
        if self._folder is not None:
            from harness.files.writing import check_folder

            if self._folder == STANDARD_STREAM:
                raise UsageError("--frames -: pictures do not go to the standard output; name a folder")
            check_folder(self._folder)
        animated = self.paths.keys() & {"gif", "apng"}
        painted = self._folder is not None or bool(self.paths.keys() - {"svg"})
        if self._scale is not None and not painted:
            raise UsageError("--scale is for --png, --gif, --apng and --frames; give one of them, or leave it out")
        if arguments.last is not None and not animated:
            raise UsageError("--last is for --gif and --apng; give one of them, or leave it out")
        self._delay_ms = _frame_ms("--delay", arguments.delay) if animated else None
        self._last_ms = _frame_ms("--last", arguments.last)
        self._recorder: Recorder | None = None
        if painted:
            from harness.drawing.animation import MAX_FRAMES, MOST_PICTURES, Recorder  # Pillow and more
            from harness.drawing.raster import Painter

            Painter(puzzle, self._scale)  # raises before a long search if it is too large
            if animated or self._folder is not None:
                self._recorder = Recorder(puzzle, MAX_FRAMES if self._folder is None else MOST_PICTURES)

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
        """Write the files, which end with `shown`; describe animations on the standard error, but not beside JSON."""
        if not self.paths and self._folder is None:
            return
        from harness.drawing.animation import LAST_FRAME_MS, animation_painter, build_animation, build_png

        recorder = self._recorder
        said: list[str] = []
        for name, path in self.paths.items():
            if name == "svg":
                data = harness.draw(self._puzzle, shown.rows).encode()
            elif name == "png" or recorder is None:
                data = build_png(self._puzzle, shown.rows, self._scale)
            else:
                painter = animation_painter(self._puzzle, self._scale)
                last = LAST_FRAME_MS if self._last_ms is None else self._last_ms
                made = build_animation(name, painter, recorder.frames, shown.rows, self._delay_ms, last)
                data, steps = made.data, recorder.step_count
                left_out = f" for {steps:,} steps" if steps + 2 > made.frame_count else ""
                said.append(f"{one_line(path)}: {made}{left_out}")
            write_bytes(data, path)
        if recorder is not None and self._folder is not None:
            said.append(self._write_pictures(recorder, shown))
        for sentence in () if self._is_silent else said:
            print(sentence, file=sys.stderr)

    def _write_pictures(self, recorder: Recorder, shown: Grid) -> str:
        """Write a picture a step into the folder, with names in their order; return a sentence that counts them."""
        from pathlib import Path

        from harness.drawing.animation import animation_painter, build_pictures
        from harness.files.writing import check_overwritten, write_file

        frames = recorder.frames
        count = len(frames) + 1
        paths = [Path(str(self._folder), f"{number:0{len(str(count))}}.png") for number in range(1, count + 1)]
        check_overwritten("--frames", paths, self._inputs, forced=self._forced)
        pictures = build_pictures(animation_painter(self._puzzle, self._scale), frames, shown.rows)
        for path, data in zip(paths, pictures, strict=True):
            write_file(path, data)
        return f"{one_line(str(self._folder))}: {count:,} pictures"


def _frame_ms(option: str, seconds: float | None) -> int | None:
    shortest, longest = DELAY_RANGE
    if seconds is not None and not shortest <= seconds <= longest:
        shown = f"a frame is shown {shortest:g} to {longest:g} seconds"
        raise UsageError(f"{option} {seconds:g}: {shown}; choose such a time")
    return None if seconds is None else round(1000 * seconds)


_VERDICTS = {Outcome.UNIQUE: "unique: {}, and no other", Outcome.MULTIPLE: "not unique: {}"}
_UNDECIDED = (Outcome.TIMEOUT, Outcome.LOOKS, Outcome.MEMORY)
MOST_LOOKS = 5_000
"""Looks at a line, at most, to rate one of many puzzles: some seconds."""


class Solved(Value):
    """A puzzle, the strategy, its result, its time, and how hard the puzzle is for a person."""

    puzzle: Puzzle
    strategy: str
    result: Result
    cpu_ms: float
    rating: Rating | None = None


_FOR_ONE = ("watch", "frames", "scale", "last", *_OPTIONS)
"""Options that show one puzzle."""
_COLUMNS = ("width", "height", "strategy", "outcome", "solutions", "unique", "complete", "stopped")
_COSTS = ("line_calls", "guesses", "cpu_ms")


def describe(parser: argparse.ArgumentParser) -> None:
    strategies = "\n".join(["strategies:", *(f"  {known.name:<9}  {known.summary}" for known in STRATEGIES)])
    parser.epilog = f"{strategies}\n\n" + examples(
        ("crossword solve puzzles/cat.txt", "the picture, and whether it is the only one"),
        ("crossword solve puzzles/winter.txt --watch --strategy recursion", "each step as it is taken"),
        ("crossword solve puzzles/cat.txt --png cat.png --gif cat.gif", "the solution and the solving, drawn"),
        ("crossword solve folder pack.nonpack --jobs 4 --csv", "whole collections, as a table"),
        ("crossword solve puzzles/cat.txt --state half-done.txt", "on from a saved grid"),
    )
    add = add_to(parser)
    add("PUZZLE...")
    names = strategy_names()
    add("--strategy NAME", f"the strategy: {', '.join(names)}", default=DEFAULT, choices=names)
    add("--max-solutions N", "stop after N solutions", positive_int, 100)
    add_limit_options(parser, "stop after S seconds, for each puzzle, and print the findings (default: never)")
    add("--looks")
    add("--state FILE", "continue from the cells known in this file, as solve prints them; - is standard input")
    add("--watch", "show the grid as it changes, frame by frame without a terminal")
    wait = "with --watch: wait S seconds after each change (default: 0)"
    add("--delay S", f"{wait}; with --gif and --apng: show each step S seconds", seconds)
    for name, help in _OPTIONS.items():
        add(f"--{name} FILE", help)
    add("--force")
    add("--frames FOLDER", "write a picture (PNG) of each step into this folder")
    scale = "with pictures and animations: N pixels for each dot of a digit, 1 to 16 (default: by the puzzle's size)"
    add("--scale N", scale, from_to(*SCALE_RANGE))
    add("--last S", "with --gif and --apng: show the last picture S seconds (default: 4)", seconds)
    add("--json", "print a JSON object for each puzzle, and nothing else")
    add("--csv", "print a table, values divided by commas, and nothing else")
    add("--rate", "with --csv: add how hard each puzzle is for a person, as explain rates it")
    add("--quiet", "print only the verdict, on one line")
    add("--jobs")


def run(arguments: argparse.Namespace) -> int:
    """Solve and report; findings before time ran out, or before Ctrl-C, count as well."""
    for other in ("json", "csv"):
        if arguments.watch and getattr(arguments, other):
            raise UsageError(f"--watch shows frames, --{other} prints nothing but {other.upper()}; choose one of them")
    if arguments.json and arguments.csv:
        raise UsageError("--json and --csv are two ways to print the same; choose one of them")
    if arguments.rate and not arguments.csv:
        raise UsageError("--rate adds columns to --csv; give both, or see crossword explain")
    if arguments.delay is not None and not (arguments.watch or arguments.gif or arguments.apng):
        raise UsageError("--delay slows --watch, --gif or --apng down; give one of them, or leave it out")
    found = find_puzzles(arguments.puzzles)
    lone, puzzles = lone_puzzle([puzzle.name for puzzle in found])
    if lone is None or arguments.csv:
        if arguments.state is not None:
            raise UsageError("--state is for one puzzle; give it alone, without --csv")
        return _run_many(puzzles, arguments)
    return _run_one(lone, found[0].path, arguments)


def _run_one(lone: NamedPuzzle, path: str, arguments: argparse.Namespace) -> int:
    puzzle, state = lone.read(**reading_of(arguments)), None
    if arguments.state is not None:
        from harness.advice.states import find_wrong_cells, load_state

        state = load_state(arguments.state, puzzle, arguments.puzzles[0])
    drawings = Drawings(arguments, puzzle, path)
    with interruptible() as interrupt:
        budget = budget_of(arguments, interrupt)
        with _watching(arguments, puzzle, budget) as watch:
            solved = _solve_puzzle(puzzle, arguments, budget, drawings.listener(watch), state)
        result = solved.result
        why, wrong = ("", ()) if state is None else find_wrong_cells(puzzle, state, result, budget)
    with reporting(*drawings.paths.values()):
        if arguments.json:
            given = {} if state is None else {"state": list(state.rows), "wrong_cells": cells_to_json(wrong)}
            print_json(_as_json(solved) | given)
        elif arguments.quiet:
            _print_brief(solved)
        else:
            _print_report(solved)
            if why:
                print(why)
    drawings.write(result.solutions[0] if result.solutions else result.fixpoint)
    is_decided = result.stopped is not StopReason.INTERRUPTED and result.outcome not in _UNDECIDED
    return Exit.GOOD if is_decided else exit_code_of(result.stopped)


def _watching(arguments: argparse.Namespace, puzzle: Puzzle, budget: Budget) -> AbstractContextManager[Watch | None]:
    if not arguments.watch:
        return nullcontext()
    from harness.drawing.watch import Delay, open_watch, render

    delay = Delay(arguments.delay or 0, lambda: budget.is_spent)
    return open_watch(title_of(puzzle), partial(render, palette=puzzle.palette), delay)


def _solve_puzzle(
    puzzle: Puzzle, arguments: argparse.Namespace, budget: Budget, tell: OnStep | None = None, given: Grid | None = None
) -> Solved:
    strategy, most = arguments.strategy, arguments.max_solutions
    load_strategy(strategy)  # only the time to solve counts
    start = time.process_time()
    result = solve_any(puzzle, strategy=strategy, max_solutions=most, budget=budget, on_step=tell, given=given)
    return Solved(puzzle, strategy, result, 1000 * (time.process_time() - start))


def _solve_one(arguments: argparse.Namespace, puzzle: NamedPuzzle, should_stop: ShouldStop) -> Solved:
    """Read and solve one of many, perhaps in another process; time and memory are each puzzle's own."""
    budget = budget_of(arguments, should_stop)
    solved = _solve_puzzle(puzzle.read(**reading_of(arguments)), arguments, budget)
    if not arguments.rate or solved.result.outcome is not Outcome.UNIQUE or solved.puzzle.has_blots:
        return solved
    own = budget.part(max_line_calls=MOST_LOOKS)  # a rating is given if a person can solve it and this is seen soon
    own.looks = None
    explanation = harness.explain(solved.puzzle, own)
    return solved.replace(rating=explanation.rating) if explanation.ending is harness.Ending.SOLVED else solved


def _run_many(puzzles: Iterable[NamedPuzzle], arguments: argparse.Namespace) -> int:
    from harness.commands._many import FAILED, answers, print_csv, rating_row, summary

    def row(solved: Solved) -> dict[str, object]:
        own = {"title": solved.puzzle.title, "solutions": len(solved.result.solutions)}
        return _as_json(solved) | own | rating_row(solved.result.difficulty, solved.rating)

    for option in _FOR_ONE:
        if getattr(arguments, option):
            raise UsageError(f"--{option} is for one puzzle, and there are several; name one, as in PACK.nonpack#1")
    outcomes = Counter[str]()
    rating = ("level", "score") if arguments.rate else ()
    columns = ("puzzle", "title", *_COLUMNS, "difficulty", *_COSTS, *rating, "reason")
    if arguments.csv:
        print_csv(columns)
    with interruptible() as interrupt:
        for name, solved in answers(puzzles, partial(_solve_one, arguments), arguments.jobs, interrupt):
            if arguments.csv:
                print_csv((solved if isinstance(solved, HarnessError) else row(solved)), columns, name)
            elif isinstance(solved, HarnessError):
                pass  # the standard error has it
            elif arguments.json:
                print_json({"puzzle": name, **_as_json(solved)})
            elif arguments.quiet:
                print(one_line(name), end=": ")
                _print_brief(solved)
            else:
                print(f"==> {one_line(name)} <==")
                _print_report(solved)
                print()
            outcomes[solved.result.outcome.value if isinstance(solved, Solved) else FAILED] += 1
    if not (arguments.json or arguments.csv):
        print(summary(outcomes))
    if interrupt():
        return Exit.INTERRUPTED
    if outcomes[FAILED]:
        return Exit.BAD_INPUT
    return Exit.UNDECIDED if any(outcomes[outcome.value] for outcome in _UNDECIDED) else Exit.GOOD


def _as_json(solved: Solved) -> dict[str, object]:
    puzzle, result = solved.puzzle, solved.result
    return {
        **puzzle_to_json(puzzle),
        "strategy": solved.strategy,
        "outcome": result.outcome.value,
        "solutions": [list(grid.rows) for grid in result.solutions],
        "unique": result.unique,
        "complete": result.complete,
        "stopped": result.stopped and result.stopped.value,
        "difficulty": result.difficulty and result.difficulty.value,
        "contradiction": str(result.contradiction) if result.contradiction else None,
        "fixpoint": list(result.fixpoint.rows),
        "line_calls": result.line_calls,
        "guesses": result.guesses,
        "cpu_ms": round(solved.cpu_ms, 3),
    }


def _print_report(solved: Solved) -> None:
    """Print the report for people: the solutions, or the cells known so far, and the verdict."""
    from harness.drawing.terminal import milliseconds_text, print_palette, print_picture, tell_if_too_wide

    puzzle, result = solved.puzzle, solved.result
    shown = result.solutions or ((result.fixpoint,) if result.stopped is not None else ())
    for number, grid in enumerate(shown, start=1):
        if len(result.solutions) > 1:
            print(f"solution {number}:")
        print_picture(grid, puzzle)
    tell_if_too_wide(*shown, as_printed=not puzzle.in_colour)
    print_palette(puzzle)
    _print_brief(solved)
    if len(result.solutions) > 1:
        reason = f" found ({STOP_TEXTS[result.stopped]}), and there may be more" if result.stopped else ""
        print(f"{len(result.solutions)} solutions{reason}")
    if result.contradiction is not None:
        print(f"no arrangement fits {result.contradiction}")
    work = f"{result.line_calls:,} line{'' if result.line_calls == 1 else 's'} looked at"
    if result.contradiction is None and result.fixpoint.unknown_count:
        guesses = f"{result.guesses} guess{'' if result.guesses == 1 else 'es'}"
        work += f", line logic leaves {result.fixpoint.unknown_count} cells open, {guesses}"
    print(f"{solved.strategy}: {work}, {milliseconds_text(solved.cpu_ms)}")


def _print_brief(solved: Solved) -> None:
    """Print the verdict alone, in a line."""
    puzzle, result = solved.puzzle, solved.result
    verdict = _VERDICTS.get(result.outcome, "{}").format(outcome_text(result.outcome))
    if result.outcome in _UNDECIDED:
        cells = puzzle.width * puzzle.height
        verdict += f"; {cells - result.fixpoint.unknown_count:,} of {cells:,} cells are known"
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}: {verdict}")
