"""``race``: the authors' ways to solve a puzzle beside each other, from all pictures there are to the default solver.

Each way has the same time, one after another, so that none slows another down, and looks for two solutions. A bar
shows how long it took, four blocks more for ten times as long. If a plain search is stopped, the line says how many
pictures there are, and how long it would take to look at all of them.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import add_limit_options, add_to, budget_of, interruptible, reading_of
from harness.commands._found import find_puzzle
from harness.commands._streams import title_of
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.drawing.race import Racer

DEFAULT_SECONDS = 2.0
"""The time for each way: all of them take some ten seconds."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(("crossword race puzzles/car.txt", "the history of the idea in ten seconds"))
    add_to(parser)("PUZZLE")
    add_limit_options(parser, "stop each way after S seconds", DEFAULT_SECONDS)


def run(arguments: argparse.Namespace) -> int:
    """Run each way in turn; after Ctrl-C no other is begun."""
    from harness.drawing.race import Racer, table, ways

    puzzle = harness.read(find_puzzle(arguments.puzzle).name, **reading_of(arguments))
    racers = [Racer(way, puzzle) for way in ways()]
    with interruptible() as interrupt, _live() as draw:
        for one in racers:
            if not interrupt():
                one.solve(lambda look: budget_of(arguments, lambda: look() or interrupt()), lambda: draw(racers))
    print(f"{title_of(puzzle)}, {puzzle.width}×{puzzle.height}: {len(racers)} ways, {arguments.timeout:g} s for each")
    print(table(racers))
    return Exit.INTERRUPTED if interrupt() else Exit.GOOD


@contextmanager
def _live() -> Iterator[Callable[[Sequence[Racer]], None]]:
    """Yield what draws the table in its place on a terminal, where nothing of it is left at the end."""
    from harness.drawing.race import table

    if not sys.stdout.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(), transient=True, auto_refresh=False) as live:
        yield lambda racers: live.update(Text(table(racers), no_wrap=True, overflow="crop"), refresh=True)
