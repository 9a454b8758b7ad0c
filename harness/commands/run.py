"""``run``: solve a puzzle with the Spectrum program, and check its answer against the reference solver."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import (
    add_limit_options,
    add_to,
    interruptible,
    positive_int,
    reading_of,
    reference_budget,
)
from harness.commands._found import DEFAULT_TAPE, find_puzzle, find_tape
from harness.commands._streams import (
    cells_to_json,
    check_written,
    keep_names_whole,
    print_json,
    puzzle_to_json,
    reporting,
    title_of,
)
from harness.errors import UsageError
from harness.solver.budget import Budget
from harness.spectrum import OnBranch
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from rich.table import Table

    from harness.commands._arguments import Interrupt
    from harness.drawing.watch import LivePanel
    from harness.puzzle import Grid, Puzzle
    from harness.puzzle.variants import Variant
    from harness.spectrum.play import CountPlayed, Played, Progress, ProgressListener
    from harness.verdict import Verdict
    from pyspectrum.coverage import Profile
    from pyspectrum.machine import MachineState, Spectrum
    from pyspectrum.models import Model
    from pyspectrum.tape import Tape


def branches_as_json(tree: Sequence[Variant]) -> list[dict[str, object]]:
    """Return the tree for JSON: a flat list, each variant before its branches, with its path in letters b and w."""
    return [
        {
            "path": "".join("b" if is_black else "w" for is_black in variant.path),
            "cell": None if variant.cell is None else cells_to_json([variant.cell])[0],
            "colour": None if not variant.path else "black" if variant.path[-1] else "white",
            "followed_cells": cells_to_json(variant.followed),
            "end": variant.end.value,
            "grid": None if variant.grid is None else list(variant.grid.rows),
        }
        for variant in tree
    ]


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword run puzzles/cat.txt", "the picture, the Spectrum's time and the verdict"),
        ("crossword run puzzles/wink.txt --on-branch all", 'both colours at every "Many variants!"'),
        ("crossword run puzzles/wink.txt --on-branch all --tree wink.svg", "the tree of variants, drawn"),
        ("crossword run puzzles/wink.txt --tape crossword-turbo.tap --count", "the Spectrum counts the solutions"),
        ("crossword run puzzles/car.txt --profile 10", "the ten costliest lines and labels of the program"),
        ("crossword run puzzles/car.txt --model +2", "on a +2, loaded by its Tape Loader"),
        ("crossword run puzzles/car.txt --json --png car.png", "for programs, and the screen as a picture"),
    )
    add = add_to(parser)
    add("PUZZLE")
    add("--tape FILE", "the tape to load", default=DEFAULT_TAPE)
    add("--model", "the Spectrum to run it on", default="48", choices=("48", "128", "+2"))
    answer = 'the answer at "Many variants!": stop there, continue with black or white, or walk all branches'
    add("--on-branch", answer, default=OnBranch.STOP.value, choices=[choice.value for choice in OnBranch])
    add("--max-solutions N", "with --on-branch all: stop after N solutions (default: never)", positive_int)
    add("--count", "count all solutions instead, on a tape that can: crossword-turbo.tap")
    add_limit_options(parser, "stop after S seconds of real time; keep the findings (default: never)")
    add("--unchecked", "type the clues of the file without checking them first")
    add("--png FILE", "save the Spectrum's last screen of the crossword as a picture")
    add("--force")
    add("--tree FILE", "with --on-branch all: draw the tree of variants as SVG")
    profile = "solve once and print T-states instead: the N costliest BASIC lines and labels (20 without N)"
    add("--profile N", profile, positive_int, nargs="?", const=20)
    add("--json")
    add("--quiet", "print only the verdict")


def run(arguments: argparse.Namespace) -> int:
    """Play the puzzle and report; the exit code says whether the Spectrum is right."""
    from harness.formats import read_puzzle, write_bytes
    from pyspectrum.machine import Spectrum

    if arguments.max_solutions is not None and not arguments.count and arguments.on_branch != OnBranch.ALL.value:
        raise UsageError("--max-solutions needs --on-branch all; add that, or remove --max-solutions")
    if arguments.profile is not None:
        others = ("count", "max_solutions", "timeout", "png", "tree", "quiet")
        given = next((name for name in others if getattr(arguments, name)), None)
        if given or arguments.on_branch != OnBranch.STOP.value:
            unfit = (given or "on_branch").replace("_", "-")
            raise UsageError(f"--profile measures one solving; leave out --{unfit}")
    if arguments.tree is not None and (arguments.count or arguments.on_branch != OnBranch.ALL.value):
        raise UsageError("--tree draws what --on-branch all walks; give both")
    found, found_tape = find_puzzle(arguments.puzzle), find_tape(arguments.tape)
    outputs = {"--png": (arguments.png, "png"), "--tree": (arguments.tree, "svg")}
    check_written(outputs, [found.path, found_tape.path], forced=arguments.force, is_json=arguments.json)
    puzzle, tape = read_puzzle(found.name, checked=not arguments.unchecked, **reading_of(arguments)), found_tape.read()
    spectrum = Spectrum(arguments.model)
    if arguments.profile is not None:
        return _run_profile(puzzle, tape, spectrum, arguments)
    with interruptible() as interrupt:
        answer = (_counted if arguments.count else _solved)(puzzle, tape, spectrum, arguments, interrupt)
    with reporting(arguments.png, arguments.tree):
        if arguments.json:
            print_json(_as_json(puzzle, answer, spectrum.model, arguments.tape))
        else:
            if not arguments.quiet:
                _print_answer(puzzle, answer, spectrum.model)
            print(answer.verdict.sentence)
    if arguments.png is not None:
        write_bytes(_screen_png(spectrum, answer.played.screen), arguments.png)
    if arguments.tree is not None:
        from harness.drawing.variants import build_tree_svg
        from harness.puzzle.variants import tree_of

        tree = getattr(answer.played, "variants", ()) or tree_of({})  # stopped before the first fork: the root alone
        svg = build_tree_svg(tree, puzzle.width, puzzle.height, f"{title_of(puzzle)}: tree of variants")
        write_bytes(svg.encode(), arguments.tree)
    if interrupt():
        return Exit.INTERRUPTED
    if answer.verdict.agrees is False:
        return Exit.NO
    return Exit.GOOD if answer.verdict.agrees and not answer.is_cut else Exit.UNDECIDED


@dataclass(frozen=True)
class _Answer:
    played: Played | CountPlayed
    verdict: Verdict
    own: Mapping[str, object]  # its part of the JSON
    grids: tuple[Grid, ...]  # the pictures shown
    said: str  # behind title and size
    is_cut: bool  # time ran out before it was whole


def _solved(
    puzzle: Puzzle, tape: Tape, spectrum: Spectrum, arguments: argparse.Namespace, interrupt: Interrupt
) -> _Answer:
    from harness.verdict import judge, judge_view

    on_branch = OnBranch(arguments.on_branch)
    with _progress(puzzle, spectrum.model, silent=arguments.json or arguments.quiet) as listener:
        budget = Budget(arguments.timeout, should_stop=interrupt)
        played = harness.run(
            puzzle,
            tape,
            on_branch=on_branch,
            max_solutions=arguments.max_solutions,
            on_progress=listener,
            should_stop=lambda: budget.is_spent,
            spectrum=spectrum,
            view=True,
            name=arguments.puzzle,
        )
        verdict = judge(puzzle, played, on_branch, reference_budget(arguments, interrupt))
        verdict = judge_view(puzzle, played, verdict)
    solutions, branches = [list(grid.rows) for grid in played.grids], branches_as_json(played.variants)
    own = {"outcome": played.outcome.value, "solutions": solutions, "branches": branches}
    is_cut = on_branch is OnBranch.ALL and not played.complete and len(played.grids) != arguments.max_solutions
    return _Answer(played, verdict, own, played.grids, f": {played.outcome.value.replace('-', ' ')}", is_cut)


def _counted(
    puzzle: Puzzle, tape: Tape, spectrum: Spectrum, arguments: argparse.Namespace, interrupt: Interrupt
) -> _Answer:
    from harness.spectrum.play import play_count
    from harness.verdict import judge_count

    if arguments.on_branch != OnBranch.STOP.value or arguments.max_solutions is not None:
        raise UsageError("--count walks all branches in the Spectrum; leave out --on-branch and --max-solutions")
    budget = Budget(arguments.timeout, should_stop=interrupt)
    played = play_count(puzzle, tape, spectrum=spectrum, should_stop=lambda: budget.is_spent, name=arguments.puzzle)
    verdict = judge_count(puzzle, played, reference_budget(arguments, interrupt))
    own = {"count": played.count, "complete": played.complete, "common": list(played.common.rows)}
    said = f": counted {played.count}" + ("" if played.complete else ", stopped there")
    return _Answer(played, verdict, own, (played.common,), said, is_cut=not played.complete)


@contextmanager
def _progress(puzzle: Puzzle, model: Model, *, silent: bool) -> Iterator[ProgressListener | None]:
    if silent or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    from harness.drawing.watch import live_panel

    with live_panel(Console(stderr=True), title_of(puzzle)) as panel:
        yield partial(show_progress, panel, model)


def show_progress(panel: LivePanel, model: Model, progress: Progress) -> None:
    """Draw a step of progress: the grid as the Spectrum draws it, and Spectrum time."""
    from rich.text import Text

    from harness.drawing.terminal import render_half_blocks

    picture = render_half_blocks(progress.grid) if progress.grid else f"{progress.stage} …"
    solutions = f" · {progress.solutions} solutions" if progress.solutions else ""
    panel.draw(Text(picture), f"{model.seconds(progress.tstates):.1f} s · {progress.line_calls} lines{solutions}")


def _as_json(puzzle: Puzzle, answer: _Answer, model: Model, tape: str) -> dict[str, object]:
    tstates = answer.played.tstates
    return {
        **puzzle_to_json(puzzle),
        **answer.own,
        "unique": answer.verdict.unique,
        "agrees": answer.verdict.agrees,
        "tstates": tstates,
        "seconds": round(model.seconds(tstates), 6),
        "line_calls": answer.played.line_calls,
        "tape": tape,
    }


def _print_answer(puzzle: Puzzle, answer: _Answer, model: Model) -> None:
    from harness.drawing.terminal import print_grid, tell_if_too_wide

    played = answer.played
    for number, grid in enumerate(answer.grids, start=1):
        if len(answer.grids) > 1:
            print(f"solution {number}:")
        print_grid(grid)
        print()
    tell_if_too_wide(*answer.grids)
    turned = ", entered turned" if played.turned else ""
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}{turned}{answer.said}")
    print(f"Spectrum time: {model.seconds(played.tstates):,.2f} s ({played.tstates:,} T-states)")
    print(f"line analyses: {played.line_calls}")
    tree = getattr(played, "variants", ())
    if len(tree) > 1:  # there was something to try
        from harness.drawing.variants import tree_lines

        print("\n".join(["tree of variants:", *tree_lines(tree)]))


def _screen_png(spectrum: Spectrum, screen: MachineState | None) -> bytes:
    if screen is not None:
        spectrum.restore(screen)
    file = io.BytesIO()
    spectrum.screen.image(scale=2, border=spectrum.core.border).save(file, format="PNG")
    return file.getvalue()


def _run_profile(puzzle: Puzzle, tape: Tape, spectrum: Spectrum, arguments: argparse.Namespace) -> int:
    """Solve the puzzle once, from the key to the closing prompt, and report where the T-states went."""
    from harness.spectrum.build import code_of_tape
    from harness.spectrum.menu import Menu
    from harness.spectrum.play import fit_to_screen
    from pyspectrum.coverage import Profile

    menu = Menu(spectrum)
    menu.load(tape)
    if menu.enter(fit_to_screen(puzzle, arguments.puzzle)[0]) is not None:
        raise UsageError(f"{arguments.puzzle}: the Spectrum program rejects this puzzle; see crossword check")
    with Profile(spectrum, code_of_tape(tape)) as profile:
        menu.start_solving()
    if not arguments.json:
        _print_profile(profile, arguments.profile)
        return Exit.GOOD
    calls = {
        entry: {"count": len(tstates), "tstates": sum(tstates), "most": max(tstates)}
        for entry, tstates in profile.calls.items()
    }
    value = {
        "tstates": profile.total_tstates,
        "basic_lines": {str(line): tstates for line, tstates in sorted(profile.line_tstates.items())},
        "labels": dict(profile.by_label.most_common()),
        "code_tstates": profile.code_tstates,
        "calls": calls,
    }
    print_json(value)
    return Exit.GOOD


def _print_profile(profile: Profile, top: int) -> None:
    from rich.console import Console

    console, total = Console(), profile.total_tstates
    console.print(f"from the key to the closing prompt: {profile.seconds:,.2f} s, {total:,} T-states")
    lines = _table("BASIC line", "runs", "T-states", "share")
    for line, tstates in profile.line_tstates.most_common(top):
        lines.add_row(str(line), f"{profile.line_runs[line]:,}", f"{tstates:,}", f"{tstates / total:.1%}")
    console.print(lines)
    if profile.calls:
        labels = _table("label", "T-states", "share")
        for label, tstates in profile.by_label.most_common(top):
            labels.add_row(label, f"{tstates:,}", f"{tstates / profile.code_tstates:.1%}")
        console.print(labels)
        for entry, calls in profile.calls.items():
            times = "once" if len(calls) == 1 else f"{len(calls):,} times, {max(calls):,} T-states at most"
            console.print(f"{entry} was called {times}; {sum(calls):,} T-states in all")


def _table(*heads: str) -> Table:
    from rich.table import Table

    table = Table(*heads)
    for column in table.columns[1:]:
        column.justify = "right"
    return keep_names_whole(table)
