"""``run``: a puzzle through the Spectrum program, proved against the reference solver."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from harness.commands.common import (
    EXIT_DISAGREES,
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    check_streams,
    grids_to_json,
    load_puzzle,
    load_tape,
    print_json,
    puzzle_path,
    reporting,
    tape_path,
    title_of,
)
from harness.commands.interrupt import interruptible
from harness.commands.limits import reference_budget
from harness.commands.plain_signs import shows_blocks
from harness.commands.run_view import RunView
from harness.drawing.terminal import render_grid
from harness.errors import UsageError
from harness.files import check_outputs
from harness.formats import write_bytes
from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.spectrum.count_play import CountPlayed, play_count
from harness.spectrum.play import OnBranch, Played, ProgressListener, fit_to_screen, play
from harness.verdict import Verdict, judge, judge_count
from pyspectrum.clock import seconds
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape


def run(arguments: argparse.Namespace) -> int:
    """Play the puzzle and report; the exit code says whether the Spectrum is right."""
    outputs = {"--png": arguments.png}
    check_streams(outputs, is_json=arguments.json)
    check_outputs(outputs, [puzzle_path(arguments.puzzle), tape_path(arguments.tape)])
    puzzle = load_puzzle(arguments.puzzle, checked=not arguments.unchecked)
    fit_to_screen(puzzle, arguments.puzzle)  # refused by its name before the Spectrum goes to work
    tape = load_tape(arguments.tape)
    on_branch = OnBranch(arguments.on_branch)
    spectrum = Spectrum()
    if arguments.count:
        return _run_count(puzzle, tape, spectrum, arguments)
    with interruptible() as interrupt, _progress(puzzle, silent=arguments.json or arguments.quiet) as listener:
        budget = Budget(arguments.timeout, should_stop=interrupt)
        played = play(
            puzzle,
            tape,
            on_branch=on_branch,
            max_solutions=arguments.max_solutions,
            on_progress=listener,
            should_stop=lambda: budget.is_spent,
            spectrum=spectrum,
        )
        verdict = judge(puzzle, played, on_branch, reference_budget(arguments, interrupt))
    with reporting(arguments.png):
        if arguments.json:
            print_json(_as_json(puzzle, played, verdict, arguments.tape))
        else:
            _print_report(puzzle, played, verdict, quiet=arguments.quiet)
    if arguments.png is not None:
        write_bytes(_screen_png(spectrum, played.screen), arguments.png)
    if interrupt():
        return EXIT_INTERRUPTED
    return EXIT_DISAGREES if verdict.agrees is False else EXIT_GOOD


def _run_count(puzzle: Puzzle, tape: Tape, spectrum: Spectrum, arguments: argparse.Namespace) -> int:
    """Play the menu item that counts."""
    if arguments.on_branch != OnBranch.STOP.value or arguments.max_solutions is not None:
        raise UsageError("--count walks all branches in the Spectrum; leave out --on-branch and --max-solutions")
    with interruptible() as interrupt:
        budget = Budget(arguments.timeout, should_stop=interrupt)
        played = play_count(puzzle, tape, spectrum=spectrum, should_stop=lambda: budget.is_spent)
        verdict = judge_count(puzzle, played, reference_budget(arguments, interrupt))
    with reporting(arguments.png):
        if arguments.json:
            print_json(_count_as_json(puzzle, played, verdict, arguments.tape))
        else:
            _print_count(puzzle, played, verdict, quiet=arguments.quiet)
    if arguments.png is not None:
        write_bytes(_screen_png(spectrum, played.screen), arguments.png)
    if interrupt():
        return EXIT_INTERRUPTED
    return EXIT_DISAGREES if verdict.agrees is False else EXIT_GOOD


@contextmanager
def _progress(puzzle: Puzzle, *, silent: bool) -> Iterator[ProgressListener | None]:
    console = Console(stderr=True)
    if silent or not console.is_terminal:
        yield None
        return
    with RunView(console, title_of(puzzle)) as view:
        yield view.show


def _as_json(puzzle: Puzzle, played: Played, verdict: Verdict, tape: str) -> dict[str, object]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "outcome": played.outcome.value,
        "solutions": grids_to_json(played.grids),
        "unique": verdict.unique,
        "agrees": verdict.agrees,
        "tstates": played.tstates,
        "seconds": round(seconds(played.tstates), 6),
        "line_calls": played.line_calls,
        "tape": tape,
    }


def _count_as_json(puzzle: Puzzle, played: CountPlayed, verdict: Verdict, tape: str) -> dict[str, object]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "count": played.count,
        "complete": played.complete,
        "common": list(played.common.rows),
        "unique": verdict.unique,
        "agrees": verdict.agrees,
        "tstates": played.tstates,
        "seconds": round(seconds(played.tstates), 6),
        "line_calls": played.line_calls,
        "tape": tape,
    }


def _print_count(puzzle: Puzzle, played: CountPlayed, verdict: Verdict, *, quiet: bool) -> None:
    if not quiet:
        print(render_grid(played.common, for_terminal=shows_blocks()))
        print()
        turned = ", entered turned" if played.turned else ""
        stopped = "" if played.complete else ", stopped there"
        print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}{turned}: counted {played.count}{stopped}")
        print(f"Spectrum time: {seconds(played.tstates):,.2f} s ({played.tstates:,} T-states)")
        print(f"line analyses: {played.line_calls}")
    print(verdict.sentence)


def _print_report(puzzle: Puzzle, played: Played, verdict: Verdict, *, quiet: bool) -> None:
    if not quiet:
        for number, grid in enumerate(played.grids, start=1):
            if len(played.grids) > 1:
                print(f"solution {number}:")
            print(render_grid(grid, for_terminal=shows_blocks()))
            print()
        turned = ", entered turned" if played.turned else ""
        print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}{turned}: {played.outcome.value}")
        print(f"Spectrum time: {seconds(played.tstates):,.2f} s ({played.tstates:,} T-states)")
        print(f"line analyses: {played.line_calls}")
    print(verdict.sentence)


def _screen_png(spectrum: Spectrum, screen: MachineState | None) -> bytes:
    if screen is not None:
        spectrum.restore(screen)
    file = io.BytesIO()
    spectrum.screen.image(scale=2, border=spectrum.core.border).save(file, format="PNG")
    return file.getvalue()
