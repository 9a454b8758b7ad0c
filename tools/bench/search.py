"""Cost of counting solutions on the Spectrum: puzzles that need guesses, on each tape that counts.

Like `spectrum`, in Spectrum time, which is the same on every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.spectrum.build import EDITIONS, Edition, build_tape, edition_code
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu
from harness.spectrum.play import Entry, fit_to_screen
from pyspectrum import memory
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from tools.bench.spectrum import Case, SpectrumCost
from tools.made import domino_puzzle, noise_puzzle

NOISE = {"noise-243": 243, "noise-105": 105, "noise-210": 210, "noise-428": 428}
"""Puzzles of 25×25 cells, half of them black, with these seeds: all have one solution but 210, which has 16."""

_TRIED = 0x80
"""The bit of a cell on the trail, in its row, or in its column once its other colour is at hand, of a cell tried."""


@dataclass(frozen=True)
class SearchCost(SpectrumCost):
    """Cost of the whole count, from the key to the prompt: `guesses` cells tried, at most `depth` at a time."""

    count: int
    complete: bool
    guesses: int
    depth: int


def search_cases() -> tuple[Case, ...]:
    """Puzzles that line logic does not solve."""
    own = (Case(name, "sample", read_puzzle(data_folder("puzzles") / f"{name}.txt")) for name in ("mask", "winter"))
    noise = (Case(name, "made", noise_puzzle(25, 25, 0.5, seed)) for name, seed in NOISE.items())
    return (*own, *noise, *(Case(f"domino-{count}", "made", domino_puzzle(count)) for count in (5, 6, 7)))


def counting_editions(editions: Sequence[Edition] = EDITIONS) -> tuple[Edition, ...]:
    """Those of the editions that count solutions."""
    return tuple(
        edition for edition in editions if any("count_all" in code.symbols for code in edition_code(edition).values())
    )


def measure_search(case: Case, edition: Edition, entry: Entry | None = None) -> SearchCost:
    """Let the edition's tape count all solutions of the puzzle; `entry` as of `measure`."""
    tape = build_tape(edition)
    puzzle, _ = fit_to_screen(case.puzzle)
    spectrum = Spectrum()
    menu = Menu(spectrum)
    if entry is None:
        menu.load(tape)
        menu.enter(puzzle)
    else:
        entry(menu, puzzle)
    menu.leave(menu.start_solving())
    guesses = _Guesses(spectrum, edition)
    with LineCallCounter(spectrum, tape) as counter, spectrum.watch(guesses.address, guesses.take_note):
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
