"""Cost of the Spectrum program, in T-states: a fixed set of puzzles on each tape.

Spectrum time is exact and the same on every run, so these are numbers and not measurements.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.spectrum.build import Edition, build_tape, code_of_tape
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu
from harness.spectrum.play import Entry, fit_to_screen
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from tools.made import noise_puzzle


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

    def as_json(self) -> dict[str, object]:
        """The fields by name."""
        return asdict(self)


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
    tape = build_tape(edition)
    puzzle, _ = fit_to_screen(case.puzzle)
    spectrum = Spectrum()
    menu = Menu(spectrum)
    if entry is None:
        menu.load(tape)
        menu.enter(puzzle)
    else:
        entry(menu, puzzle)
    with LineCallCounter(spectrum, tape) as counter:
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


def _sample(name: str, kind: str) -> Case:
    return Case(name, kind, read_puzzle(data_folder("puzzles") / f"{name}.txt"))


def _comb(width: int, height: int) -> Puzzle:
    """Short groups with room to move in every line: line logic finds nothing, at the highest price."""
    rows = ("".join("#" if (x + y) % 3 == 0 and x < width - 9 else "." for x in range(width)) for y in range(height))
    return Grid(tuple(rows)).puzzle()
