"""A Spectrum for one page: loads a tape, types a puzzle in and has it solved, all of it to be watched; in a process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from harness.errors import HarnessError
from harness.puzzle import UNKNOWN, Axis, Grid, Line, Puzzle
from harness.solver.budget import Budget
from harness.solver.strategy import solve_any
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.play import fit_to_screen
from harness.spectrum.reader import glimpse_grid
from harness.studio.conductor import Conductor, TakenOverError
from harness.studio.link import Link, LinkClosedError, PipeLink, in_language
from pyspectrum.basic.variables import Loop, read_variables
from pyspectrum.errors import SpectrumError
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape

REFERENCE_SECONDS = 10.0
"""Time limit of our own solver for the grid beside the Spectrum's."""
GLIMPSE_SECONDS = 0.1
"""Wall time between two looks at the Spectrum's grid."""

_ACROSS = {Axis.ROW: Axis.COLUMN, Axis.COLUMN: Axis.ROW}

STAGES = {
    Stop.SOLVED: "solved",
    Stop.INCORRECT: "contradiction",
    Stop.INCORRECT_ENTRY: "contradiction",
    Stop.CHECK_SUM: "checksum-error",
    Stop.MANY_VARIANTS: "many-variants",
}
"""Endings of the program with a puzzle, in the words that a page knows."""


TELLING_SECONDS = 0.25
"""Wall time between two lines reported in words: as fast as one reads."""


@dataclass(frozen=True)
class Performance:
    """A tape, the puzzle to be entered (None: the page's person plays from the menu on), and the page's language."""

    tape: Tape
    puzzle: Puzzle | None
    language: str = "en"


def perform(performance: Performance, link: Link, *, clock: Callable[[], float] = time.monotonic) -> None:
    """Play until nobody watches any more.

    Raises:
        HarnessError: the puzzle does not fit, or the tape has no program that can be driven.
        LinkClosedError: nobody watches.
    """
    entered, turned = fit_to_screen(performance.puzzle) if performance.puzzle else (None, False)
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(performance.tape)
    conductor = Conductor(spectrum, link, clock=clock)
    conductor.show()
    if entered is None:
        conductor.take_over(None)
    else:
        _Performer(performance.tape, entered, turned, menu, conductor, clock).drive()
    while True:
        try:
            spectrum.run_frames(1)
        except TakenOverError as moment:
            conductor.take_over(moment.state)


class _Performer:
    """The driving of one puzzle."""

    def __init__(
        self,
        tape: Tape,
        puzzle: Puzzle,
        turned: bool,
        menu: Menu,
        conductor: Conductor,
        clock: Callable[[], float],
    ) -> None:
        self._tape, self._puzzle, self._turned = tape, puzzle, turned
        self._menu, self._conductor, self._clock = menu, conductor, clock
        self._glimpsed_at = self._told_at = float("-inf")
        self._calls = 0
        self._awaited: tuple[int, list[Line], Grid] | None = None  # an analysis whose cells the program draws next

    def drive(self) -> None:
        """From the menu to the end of solving, or to where a person takes over."""
        conductor = self._conductor
        self._tell_reference()
        conductor.each_look = self._glimpse
        self._menu.look_frames = lambda: conductor.look_frames
        try:
            conductor.stage = "entering"
            refused = self._menu.enter(self._puzzle)
            if refused is None:
                conductor.stage = "solving"
                conductor.solving_frame = conductor.frame
                with LineCallCounter(conductor.spectrum, self._tape, self._line_ended) as counter:
                    stop = self._menu.start_solving()
                    conductor.line_calls = counter.count
                if stop is not Stop.INCORRECT:
                    self._tell_grid(self._menu.read().grid)
            else:
                stop = refused
            conductor.stage = STAGES[stop]
            conductor.solved_frame = conductor.frame
            conductor.tell(kind="end", stage=STAGES[stop], tstates=self._menu.solving_tstates, lines=self._calls)
            conductor.take_over(None)
            conductor.show()
        except TakenOverError as moment:
            conductor.stage = "yours"
            conductor.take_over(moment.state)
        finally:
            conductor.each_look = None

    def _line_ended(self, count: int) -> None:
        self._calls = count
        is_stepping = self._conductor.is_stepping_lines
        grid = self._now() if self._awaited or is_stepping else None
        if self._awaited and grid:
            self._tell_analysis(*self._awaited, grid)
            self._awaited = None
        if is_stepping or self._clock() - self._told_at >= TELLING_SECONDS:
            self._told_at = self._clock()
            grid = grid or self._now()
            self._awaited = count, line_at_hand(self._conductor.spectrum, self._puzzle), grid
            if is_stepping:
                self._tell_grid(grid)
        self._conductor.line_analysed(count)

    def _tell_analysis(self, count: int, candidates: list[Line], before: Grid, grid: Grid) -> None:
        """Name the line that was looked at, and its result."""
        found = what_came_of_it(candidates, before, grid)
        if found is None:
            return
        line, fresh = found
        shown = Line(_ACROSS[line.axis], line.index) if self._turned else line
        cells = grid.width * grid.height
        self._conductor.tell(
            kind="analysis",
            axis=shown.axis.value,
            number=shown.number,
            clue=(self._puzzle.rows if line.axis is Axis.ROW else self._puzzle.columns)[line.index],
            fresh=fresh,
            waiting=int(_variables(self._conductor.spectrum, "neobrab").get("neobrab", 0)),
            count=count,
            found=cells - grid.unknown_count,
            cells=cells,
        )

    def _glimpse(self) -> None:
        if self._calls and self._clock() - self._glimpsed_at >= GLIMPSE_SECONDS:
            self._glimpsed_at = self._clock()
            self._tell_grid(self._now())

    def _now(self) -> Grid:
        return glimpse_grid(self._conductor.spectrum.screen, self._puzzle.width, self._puzzle.height)

    def _tell_grid(self, grid: Grid) -> None:
        self._conductor.tell(kind="grid", rows=(grid.turned() if self._turned else grid).rows)

    def _tell_reference(self) -> None:
        result = solve_any(self._puzzle, max_solutions=2, budget=Budget(REFERENCE_SECONDS))
        grid = result.solutions[0] if result.unique else result.fixpoint
        rows = (grid.turned() if self._turned else grid).rows
        self._conductor.tell(kind="reference", rows=rows, outcome=result.outcome.value)


def line_at_hand(spectrum: Spectrum, puzzle: Puzzle) -> list[Line]:
    """The row or the column that was analysed last, by the program's variables; both, if both may be.

    Empty if the program keeps it elsewhere, as the turbo edition does.
    """
    variables = _variables(spectrum, "datanline", "lenline", "h()", "x", "y")
    try:
        count, length = int(variables["datanline"]), int(variables["lenline"])
        clue = tuple(int(number) for number in variables["h()"][:count])
        places = {Axis.ROW: _number(variables["y"]) - 1, Axis.COLUMN: _number(variables["x"]) - 1}
    except (KeyError, TypeError, ValueError):
        return []
    lengths = {Axis.ROW: puzzle.width, Axis.COLUMN: puzzle.height}
    clues = {Axis.ROW: puzzle.rows, Axis.COLUMN: puzzle.columns}
    return [
        Line(axis, index)
        for axis, index in places.items()
        if length == lengths[axis] and 0 <= index < len(clues[axis]) and clues[axis][index] == clue
    ]


def what_came_of_it(candidates: list[Line], before: Grid, after: Grid) -> tuple[Line, int] | None:
    """Which line it was, and how many of its cells became known; None if that is not known.

    Args:
        candidates: the lines that it may have been; if there are none, the new cells tell it.
        before: the grid when the analysis ended, and `after` when the next one did: the program draws the cells in
            between.
    """
    fresh = [
        (row, column)
        for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for column, (was, now) in enumerate(zip(old, new, strict=True))
        if was == UNKNOWN and now != UNKNOWN
    ]
    if not candidates and fresh:
        rows, columns = {row for row, _ in fresh}, {column for _, column in fresh}
        if len(rows) == 1 or len(columns) == 1:
            candidates = [Line(Axis.ROW, rows.pop()) if len(rows) == 1 else Line(Axis.COLUMN, columns.pop())]
    if not candidates:
        return None
    counts = {
        line: sum((row if line.axis is Axis.ROW else column) == line.index for row, column in fresh)
        for line in candidates
    }
    return max(counts.items(), key=lambda found: found[1])


def _number(variable: Any) -> int:
    """Return a variable's value; FOR keeps more beside it."""
    return int(variable.value if isinstance(variable, Loop) else variable)


def _variables(spectrum: Spectrum, *names: str) -> Mapping[str, Any]:
    try:
        return read_variables(spectrum.core.memory, names)
    except SpectrumError:
        return {}


def main(connection: Connection, performance: Performance) -> None:
    """A worker process: perform for the page at the other end, and report errors to it."""
    link = PipeLink(connection)
    with suppress(LinkClosedError):
        try:
            perform(performance, link)
        except HarnessError as error:
            link.send({"kind": "error", "message": in_language(error, performance.language)})
