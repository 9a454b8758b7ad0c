"""``run``: a puzzle through the Spectrum program, proved against the reference solver."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console

from harness.commands.run_view import RunView
from harness.console.common import (
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
from harness.console.interrupt import interruptible
from harness.console.limits import reference_budget
from harness.console.shown_grid import print_grid, tell_if_too_wide
from harness.errors import UsageError
from harness.files.writing import check_outputs
from harness.formats import write_bytes
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.spectrum.count_play import CountPlayed, play_count
from harness.spectrum.play import OnBranch, Played, ProgressListener, fit_to_screen, play
from harness.verdict import Verdict, judge, judge_count, judge_view
from pyspectrum.clock import seconds
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape


def run(arguments: argparse.Namespace) -> int:
    """Play the puzzle and report; the exit code says whether the Spectrum is right."""
    if arguments.max_solutions is not None and not arguments.count and arguments.on_branch != OnBranch.ALL.value:
        raise UsageError("--max-solutions is for --on-branch all; otherwise the program goes one way alone")
    outputs = {"--png": arguments.png}
    check_streams(outputs, is_json=arguments.json)
    check_outputs(outputs, [puzzle_path(arguments.puzzle), tape_path(arguments.tape)])
    puzzle = load_puzzle(arguments.puzzle, checked=not arguments.unchecked)
    fit_to_screen(puzzle, arguments.puzzle)  # refused by its name before the Spectrum goes to work
    tape = load_tape(arguments.tape)
    on_branch = OnBranch(arguments.on_branch)
    spectrum = Spectrum(arguments.model)
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
            view=True,
        )
        verdict = judge(puzzle, played, on_branch, reference_budget(arguments, interrupt))
        verdict = judge_view(puzzle, played, verdict)
    own = {"outcome": played.outcome.value, "solutions": grids_to_json(played.grids)}
    answer = _Answer(played, own, played.grids, f": {played.outcome.value.replace('-', ' ')}")
    return _finish(puzzle, spectrum, answer, verdict, arguments, interrupted=interrupt())


def _run_count(puzzle: Puzzle, tape: Tape, spectrum: Spectrum, arguments: argparse.Namespace) -> int:
    """Play the menu item that counts."""
    if arguments.on_branch != OnBranch.STOP.value or arguments.max_solutions is not None:
        raise UsageError("--count walks all branches in the Spectrum; leave out --on-branch and --max-solutions")
    with interruptible() as interrupt:
        budget = Budget(arguments.timeout, should_stop=interrupt)
        played = play_count(puzzle, tape, spectrum=spectrum, should_stop=lambda: budget.is_spent)
        verdict = judge_count(puzzle, played, reference_budget(arguments, interrupt))
    own = {"count": played.count, "complete": played.complete, "common": list(played.common.rows)}
    stopped = "" if played.complete else ", stopped there"
    answer = _Answer(played, own, (played.common,), f": counted {played.count}{stopped}")
    return _finish(puzzle, spectrum, answer, verdict, arguments, interrupted=interrupt())


@dataclass(frozen=True)
class _Answer:
    """What the Spectrum said, one way or the other.

    Attributes:
        played: how it came about.
        own: what `--json` says of it and of nothing else.
        grids: what is shown.
        said: in words, behind the title and the size.
    """

    played: Played | CountPlayed
    own: Mapping[str, object]
    grids: tuple[Grid, ...]
    said: str


def _finish(
    puzzle: Puzzle,
    spectrum: Spectrum,
    answer: _Answer,
    verdict: Verdict,
    arguments: argparse.Namespace,
    *,
    interrupted: bool,
) -> int:
    """Print the answer, then draw the screen if wanted; returns the exit code."""
    with reporting(arguments.png):
        if arguments.json:
            print_json(_as_json(puzzle, answer, verdict, arguments.tape))
        else:
            if not arguments.quiet:
                _print_answer(puzzle, answer)
            print(verdict.sentence)
    if arguments.png is not None:
        write_bytes(_screen_png(spectrum, answer.played.screen), arguments.png)
    if interrupted:
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


def _as_json(puzzle: Puzzle, answer: _Answer, verdict: Verdict, tape: str) -> dict[str, object]:
    tstates = answer.played.tstates
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        **answer.own,
        "unique": verdict.unique,
        "agrees": verdict.agrees,
        "tstates": tstates,
        "seconds": round(seconds(tstates), 6),
        "line_calls": answer.played.line_calls,
        "tape": tape,
    }


def _print_answer(puzzle: Puzzle, answer: _Answer) -> None:
    played = answer.played
    for number, grid in enumerate(answer.grids, start=1):
        if len(answer.grids) > 1:
            print(f"solution {number}:")
        print_grid(grid)
        print()
    tell_if_too_wide(*answer.grids)
    turned = ", entered turned" if played.turned else ""
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}{turned}{answer.said}")
    print(f"Spectrum time: {seconds(played.tstates):,.2f} s ({played.tstates:,} T-states)")
    print(f"line analyses: {played.line_calls}")


def _screen_png(spectrum: Spectrum, screen: MachineState | None) -> bytes:
    if screen is not None:
        spectrum.restore(screen)
    file = io.BytesIO()
    spectrum.screen.image(scale=2, border=spectrum.core.border).save(file, format="PNG")
    return file.getvalue()
