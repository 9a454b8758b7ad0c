"""A puzzle through the turbo edition's "Count solutions": how many it finds, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from harness.errors import DriverError
from harness.puzzle import Grid, Puzzle
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.play import fit_to_screen
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape

_ITEM_FRAMES = 5
_KEY_FRAMES = 3
"""Frames for which the key that stops the count is held: the program looks at it before every line."""


class _StoppedError(Exception):
    """The user asked to stop before there was anything to count; never leaves this module."""


@dataclass(frozen=True)
class CountPlayed:
    """Result of a count on the Spectrum.

    `refused` says why it did not count: it takes the numbers for no crossword; `count` is 0 then. `common` are the
    cells that all solutions counted have in common, the others unknown; where there is no solution, what line logic
    came to. `complete` is False where the count was stopped or had no memory left. `tstates` runs from the key to the
    closing prompt (right to the frame where the count could have been stopped), and `line_calls` counts the analyses of
    a line in that time.
    """

    count: int
    complete: bool
    common: Grid
    tstates: int
    line_calls: int
    refused: Stop | None = None
    turned: bool = False
    screen: MachineState | None = field(default=None, repr=False)


def play_count(
    puzzle: Puzzle,
    tape: Tape,
    *,
    spectrum: Spectrum | None = None,
    should_stop: Callable[[], bool] | None = None,
    name: str = "",
) -> CountPlayed:
    """Enter the puzzle, let the program solve it once, and play menu item 6.

    Args:
        puzzle: in black and white.
        tape: of an edition that counts.
        spectrum: freshly made; one of our own otherwise.
        should_stop: asked before each line is typed and once in a frame of solving, where it says so nothing is
            counted; and once in a frame while the program counts, where it says so a key is pressed, and what was found
            stands.
        name: the puzzle's file, for the error.

    Raises:
        FormatError: the puzzle does not fit the screen.
        DriverError: the tape has no such item, or the program does not do its part.
    """
    entered, turned = fit_to_screen(puzzle, name)
    spectrum = spectrum or Spectrum()
    menu = Menu(spectrum)
    menu.load(tape)
    item = menu.language["menu_count"]
    for _ in range(_ITEM_FRAMES):  # it is printed behind the one by which the menu is known
        if menu.shows(item):
            break
        spectrum.run_frames(1)
    else:
        raise DriverError("the program on this tape has no {item!r}; load crossword-turbo.tap", item=item)
    nothing = Grid.unknown(puzzle.width, puzzle.height)

    def check_stop(_: Spectrum = spectrum) -> None:
        if should_stop is not None and should_stop():
            raise _StoppedError

    try:
        refused = menu.enter(entered, check_stop)
        if refused is not None:
            return CountPlayed(0, True, nothing, 0, 0, refused, turned)
        menu.watcher = check_stop
        stop = menu.start_solving()
    except _StoppedError:
        return CountPlayed(0, False, nothing, 0, 0, turned=turned, screen=spectrum.state())
    menu.watcher = None
    menu.leave(stop)
    with LineCallCounter(spectrum, tape) as counter:
        if should_stop is not None:
            # while BASIC prepares the count, it waits for all keys to be up
            menu.watcher = _key_presser(lambda: counter.count > 0 and should_stop())
        counted = menu.count_solutions()
    spectrum.release()
    grid = menu.read().grid
    return CountPlayed(
        counted.solutions,
        counted.complete,
        grid.turned() if turned else grid,
        menu.solving_tstates,
        counter.count,
        turned=turned,
        screen=spectrum.state(),
    )


def _key_presser(should_stop: Callable[[], bool]) -> Callable[[Spectrum], None]:
    """A watcher that presses a key, once, for some frames, when the time has come."""
    frames = 0

    def watch(spectrum: Spectrum) -> None:
        nonlocal frames
        if frames == 0 and not should_stop():
            return
        frames += 1
        if frames == 1:
            spectrum.hold("SPACE")
        elif frames == 1 + _KEY_FRAMES:
            spectrum.release()

    return watch
