"""``bench spectrum``: costs of the Spectrum program on each tape: solving, or counting solutions, in T-states.

Spectrum time is exact and the same on every run, so these are numbers and not measurements.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.errors import UsageError
from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, Edition, build_tape, code_of_tape, edition_code
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu
from harness.spectrum.play import Entry, fit_to_screen
from pyspectrum import memory
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from tools.bench.report import gather, show
from tools.made import domino_puzzle, noise_puzzle

NOISE = {"noise-243": 243, "noise-105": 105, "noise-210": 210, "noise-428": 428}
"""Puzzles of 25×25 cells, half of them black, with these seeds: all have one solution but 210, which has 16."""

_TRIED = 0x80
"""The bit of a cell on the trail, in its row, or in its column once its other colour is at hand, of a cell tried."""


@dataclass(frozen=True)
class Case:
    """One puzzle of a set."""

    name: str
    puzzle: Puzzle

    @property
    def size(self) -> str:
        return f"{self.puzzle.width}×{self.puzzle.height}"


@dataclass(frozen=True)
class Cost:
    """Cost of one puzzle on one tape, from the key to the closing prompt; `line_calls` are analyses of lines."""

    tape: str
    puzzle: str
    size: str
    tstates: int
    line_calls: int

    @property
    def seconds(self) -> float:
        return round(MODEL_48K.seconds(self.tstates), 2)


@dataclass(frozen=True)
class SolvingCost(Cost):
    """Cost of solving; `line_*` are T-states of one analysis of a line, entry to return, without interrupts."""

    line_mean: int
    line_95: int
    line_worst: int
    code_bytes: int


@dataclass(frozen=True)
class SearchCost(Cost):
    """Cost of counting all solutions: `guesses` cells tried, at most `depth` at a time."""

    count: int
    complete: bool
    guesses: int
    depth: int


def benchmark_cases() -> tuple[Case, ...]:
    """The fixed set, from 10×8 to 62×42: easy, hard, random, and the worst there is."""
    return (
        *map(_sample, ("car", "house", "mask")),
        Case("noise-10", noise_puzzle(10, 10, 0.55, seed=10)),
        *map(_sample, ("cat", "fir")),
        Case("noise-20", noise_puzzle(20, 20, 0.6, seed=20)),
        *map(_sample, ("relax-20x30", "winter")),
        Case("noise-40", noise_puzzle(40, 30, 0.65, seed=40)),
        *map(_sample, ("spectrum", "harbour")),
        Case("noise-62", noise_puzzle(62, 42, 0.7, seed=62)),
        Case("comb-62", _comb(62, 42)),
    )


def measure(case: Case, edition: Edition, entry: Entry | None = None) -> SolvingCost:
    """Let the edition's tape solve the puzzle once, up to its first closing prompt.

    `entry` puts the puzzle into the program (None: the tape is loaded, and the puzzle typed).
    """
    tape, menu = build_tape(edition), _entered(case, edition, entry)
    with LineCallCounter(menu.spectrum, tape) as counter:
        menu.start_solving()
    times = sorted(counter.tstates) or [0]
    lines = sum(times) // len(times), times[len(times) * 95 // 100], times[-1]
    code_bytes = sum(table.end - table.start for table in code_of_tape(tape))
    return SolvingCost(edition.file_name, case.name, case.size, menu.solving_tstates, counter.count, *lines, code_bytes)


def search_cases() -> tuple[Case, ...]:
    """Puzzles that line logic does not solve."""
    noise = (Case(name, noise_puzzle(25, 25, 0.5, seed)) for name, seed in NOISE.items())
    dominoes = (Case(f"domino-{count}", domino_puzzle(count)) for count in (5, 6, 7))
    return (_sample("mask"), _sample("winter"), *noise, *dominoes)


def counting_editions(editions: Sequence[Edition] = EDITIONS) -> tuple[Edition, ...]:
    return tuple(
        edition for edition in editions if any("count_all" in code.symbols for code in edition_code(edition).values())
    )


def measure_search(case: Case, edition: Edition, entry: Entry | None = None) -> SearchCost:
    """Let the edition's tape count all solutions of the puzzle; `entry` as of `measure`."""
    tape, menu = build_tape(edition), _entered(case, edition, entry)
    menu.leave(menu.start_solving())
    guesses = _Guesses(menu.spectrum, edition)
    with LineCallCounter(menu.spectrum, tape) as counter, menu.spectrum.watch(guesses.address, guesses.take_note):
        counted = menu.count_solutions()
    found = counted.solutions, counted.complete, guesses.count, guesses.depth
    return SearchCost(edition.file_name, case.name, case.size, menu.solving_tstates, counter.count, *found)


class _Guesses:
    """Count of the cells tried, and of those tried at a time, seen at the place in the code where it tries one."""

    def __init__(self, spectrum: Spectrum, edition: Edition) -> None:
        self.count = self.depth = 0
        self._cells = spectrum.core.memory
        self._symbols = {name: value for code in edition_code(edition).values() for name, value in code.symbols.items()}
        self.address = self._symbols["walk_try"]

    def take_note(self) -> None:
        """One more; those before it are on the trail."""
        start, top, end, second = (
            memory.read_word(self._cells, self._symbols[name])
            for name in ("trail_start", "trail_top", "trail_end", "trail_second")
        )
        trail = self._cells[start:top] if start <= top <= end else self._cells[start:end] + self._cells[second:top]
        tried = sum(bool((row | column) & _TRIED) for row, column in zip(trail[::2], trail[1::2], strict=True))
        self.count += 1
        self.depth = max(self.depth, tried + 1)


def _entered(case: Case, edition: Edition, entry: Entry | None) -> Menu:
    puzzle, _ = fit_to_screen(case.puzzle)
    menu = Menu(Spectrum())
    if entry is None:
        menu.load(build_tape(edition))
        menu.enter(puzzle)
    else:
        entry(menu, puzzle)
    return menu


def _sample(name: str) -> Case:
    return Case(name, read_puzzle(data_folder("puzzles") / f"{name}.txt"))


def _comb(width: int, height: int) -> Puzzle:
    """Short groups with room to move in every line: line logic finds nothing, at the highest price."""
    rows = ("".join("#" if (x + y) % 3 == 0 and x < width - 9 else "." for x in range(width)) for y in range(height))
    return Grid(tuple(rows)).puzzle()


def run(arguments: argparse.Namespace) -> int:
    every_case = search_cases() if arguments.search else benchmark_cases()
    names = [case.name for case in every_case]
    for name in arguments.puzzle or ():
        if name not in names:
            raise UsageError(f"--puzzle {name}: not in the set; choose one of {', '.join(names)}")
    cases = [case for case in every_case if not arguments.puzzle or case.name in arguments.puzzle]
    named = arguments.tape or [edition.file_name for edition in EDITIONS]
    editions = tuple(edition for edition in ALL_EDITIONS if edition.file_name in named)
    heads: tuple[str, ...] = ("tape", "puzzle", "size", "seconds", "line_calls")
    work: Callable[[Case, Edition], Cost] = measure
    if arguments.search:
        heads, work = (*heads, "count", "complete", "guesses", "depth"), measure_search
        if not (editions := counting_editions(editions)):
            raise UsageError("--search: none of these tapes counts solutions; crossword-turbo.tap does")
    else:
        heads = (*heads, "line_mean", "line_95", "line_worst", "code_bytes")
    costs, end = gather((work(case, edition) for edition in editions for case in cases), len(cases) * len(editions))
    show(arguments, heads, [tuple(getattr(cost, name) for name in heads) for cost in costs])
    return end
