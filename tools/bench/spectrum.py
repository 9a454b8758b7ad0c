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
    """One puzzle of the set and what it stands for."""

    name: str
    kind: str
    puzzle: Puzzle

    @property
    def size(self) -> str:
        """Width×height."""
        return f"{self.puzzle.width}×{self.puzzle.height}"


@dataclass(frozen=True)
class SpectrumCost:
    """Cost of one puzzle on one tape, in Spectrum time; `line_calls` are analyses of lines."""

    tape: str
    puzzle: str
    size: str
    tstates: int
    seconds: float
    line_calls: int


@dataclass(frozen=True)
class Cost(SpectrumCost):
    """Cost of solving, from the key that starts it to the closing prompt.

    `line_*` are T-states of one analysis of a line, entry to return, in machine code without interrupts; `code_bytes`
    is the size of the tape's machine code.
    """

    kind: str
    outcome: str
    line_mean: int
    line_95: int
    line_worst: int
    code_bytes: int


@dataclass(frozen=True)
class SearchCost(SpectrumCost):
    """Cost of the whole count, from the key to the prompt: `guesses` cells tried, at most `depth` at a time."""

    count: int
    complete: bool
    guesses: int
    depth: int


def benchmark_cases() -> tuple[Case, ...]:
    """The fixed set, from 10×8 to 62×42: easy, hard, random, and the worst there is."""
    return (
        _sample("car", "easy"),
        _sample("house", "easy"),
        _sample("mask", "hard: needs a guess"),
        Case("noise-10", "random", noise_puzzle(10, 10, 0.55, seed=10)),
        _sample("cat", "easy"),
        _sample("fir", "easy"),
        Case("noise-20", "random", noise_puzzle(20, 20, 0.6, seed=20)),
        _sample("relax-20x30", "from a magazine"),
        _sample("winter", "hard: needs guesses"),
        Case("noise-40", "random", noise_puzzle(40, 30, 0.65, seed=40)),
        _sample("spectrum", "easy"),
        _sample("harbour", "large"),
        Case("noise-62", "random", noise_puzzle(62, 42, 0.7, seed=62)),
        Case("comb-62", "worst case: many groups, much room", _comb(62, 42)),
    )


def measure(case: Case, edition: Edition, entry: Entry | None = None) -> Cost:
    """Let the edition's tape solve the puzzle once, up to its first closing prompt.

    `entry` puts the puzzle into the program (None: the tape is loaded, and the puzzle typed).
    """
    tape, menu = build_tape(edition), _entered(case, edition, entry)
    with LineCallCounter(menu.spectrum, tape) as counter:
        stop = menu.start_solving()
    tstates = menu.solving_tstates
    times = sorted(counter.tstates) or [0]
    return Cost(
        tape=edition.file_name,
        puzzle=case.name,
        size=case.size,
        kind=case.kind,
        outcome=stop.name.lower(),
        tstates=tstates,
        seconds=round(MODEL_48K.seconds(tstates), 2),
        line_calls=counter.count,
        line_mean=sum(times) // len(times),
        line_95=times[len(times) * 95 // 100],
        line_worst=times[-1],
        code_bytes=sum(table.end - table.start for table in code_of_tape(tape)),
    )


def search_cases() -> tuple[Case, ...]:
    """Puzzles that line logic does not solve."""
    own = (_sample(name, "sample") for name in ("mask", "winter"))
    noise = (Case(name, "made", noise_puzzle(25, 25, 0.5, seed)) for name, seed in NOISE.items())
    return (*own, *noise, *(Case(f"domino-{count}", "made", domino_puzzle(count)) for count in (5, 6, 7)))


def counting_editions(editions: Sequence[Edition] = EDITIONS) -> tuple[Edition, ...]:
    """Those of the editions that count solutions."""
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
    return SearchCost(
        tape=edition.file_name,
        puzzle=case.name,
        size=case.size,
        count=counted.solutions,
        complete=counted.complete,
        tstates=menu.solving_tstates,
        seconds=round(MODEL_48K.seconds(menu.solving_tstates), 2),
        line_calls=counter.count,
        guesses=guesses.count,
        depth=guesses.depth,
    )


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


def _sample(name: str, kind: str) -> Case:
    return Case(name, kind, read_puzzle(data_folder("puzzles") / f"{name}.txt"))


def _comb(width: int, height: int) -> Puzzle:
    """Short groups with room to move in every line: line logic finds nothing, at the highest price."""
    rows = ("".join("#" if (x + y) % 3 == 0 and x < width - 9 else "." for x in range(width)) for y in range(height))
    return Grid(tuple(rows)).puzzle()


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print a row for each puzzle and tape."""
    every_case = search_cases() if arguments.search else benchmark_cases()
    names = [case.name for case in every_case]
    for name in arguments.puzzle or ():
        if name not in names:
            raise UsageError(f"--puzzle {name}: not in the set; choose one of {', '.join(names)}")
    cases = [case for case in every_case if not arguments.puzzle or case.name in arguments.puzzle]
    named = arguments.tape or [edition.file_name for edition in EDITIONS]
    editions = tuple(edition for edition in ALL_EDITIONS if edition.file_name in named)
    heads: tuple[str, ...] = ("tape", "puzzle", "size", "seconds", "line_calls")
    work: Callable[[Case, Edition], SpectrumCost] = measure
    if arguments.search:
        heads, work = (*heads, "count", "complete", "guesses", "depth"), measure_search
        if not (editions := counting_editions(editions)):
            raise UsageError("--search: none of these tapes counts solutions; crossword-turbo.tap does")
    else:
        heads = (*heads, "line_mean", "line_95", "line_worst", "code_bytes")
    costs, end = gather((work(case, edition) for edition in editions for case in cases), len(cases) * len(editions))
    show(arguments, heads, [tuple(getattr(cost, name) for name in heads) for cost in costs])
    return end
