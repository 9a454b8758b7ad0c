"""A Spectrum for one page: loads a tape, types a puzzle in and has it solved, all of it to be watched; in a process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from harness.errors import HarnessError
from harness.puzzle import Axis, Grid, Line, Puzzle
from harness.solver.budget import Budget
from harness.solver.strategy import solve_any
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.play import fit_to_screen
from harness.spectrum.reader import glimpse_grid
from harness.studio.conductor import Conductor, TakenOverError
from harness.studio.line_at_hand import line_at_hand, waiting_lines, what_came_of_it
from harness.studio.link import Link, LinkClosedError, PipeLink, in_language
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
            conductor.watched.stage = "entering"
            refused = self._menu.enter(self._puzzle)
            if refused is None:
                conductor.watched.stage = "solving"
                conductor.watched.solving_frame = conductor.frame
                with LineCallCounter(conductor.spectrum, self._tape, self._line_ended) as counter:
                    stop = self._menu.start_solving()
                    conductor.watched.line_calls = counter.count
                self._tell_grid(self._menu.read().grid if stop is not Stop.INCORRECT else None)
            else:
                stop = refused
            conductor.watched.stage = STAGES[stop]
            conductor.watched.solved_frame = conductor.frame
            conductor.tell(kind="end", stage=STAGES[stop], tstates=self._menu.solving_tstates, lines=self._calls)
            conductor.take_over(None)
            conductor.show()
        except TakenOverError as moment:
            conductor.watched.stage = "yours"
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
        known = grid.width * grid.height - grid.unknown_count
        self._conductor.tell(
            kind="analysis",
            axis=shown.axis.value,
            number=shown.number,
            clue=(self._puzzle.rows if line.axis is Axis.ROW else self._puzzle.columns)[line.index],
            fresh=fresh,
            waiting=waiting_lines(self._conductor.spectrum),
            count=count,
            found=known,
            cells=grid.width * grid.height,
        )

    def _glimpse(self) -> None:
        if self._calls and self._clock() - self._glimpsed_at >= GLIMPSE_SECONDS:
            self._glimpsed_at = self._clock()
            self._tell_grid(self._now())

    def _now(self) -> Grid:
        return glimpse_grid(self._conductor.spectrum.screen, self._puzzle.width, self._puzzle.height)

    def _tell_grid(self, grid: Grid | None) -> None:
        if grid is not None:
            self._conductor.tell(kind="grid", rows=(grid.turned() if self._turned else grid).rows)

    def _tell_reference(self) -> None:
        result = solve_any(self._puzzle, max_solutions=2, budget=Budget(REFERENCE_SECONDS))
        grid = result.solutions[0] if result.unique else result.fixpoint
        rows = (grid.turned() if self._turned else grid).rows
        self._conductor.tell(kind="reference", rows=rows, outcome=result.outcome.value)


def main(connection: Connection, performance: Performance) -> None:
    """A worker process: perform for the page at the other end, and report errors to it."""
    link = PipeLink(connection)
    try:
        perform(performance, link)
    except LinkClosedError:
        return
    except HarnessError as error:
        try:
            link.send({"kind": "error", "message": in_language(error, performance.language)})
        except LinkClosedError:
            return
