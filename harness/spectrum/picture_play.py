"""A picture through the program's "Test picture" and "View data", and the puzzle read off the screen."""

from __future__ import annotations

from dataclasses import dataclass, field

from harness.puzzle import Grid, Puzzle
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.printed import read_printed_puzzle as read_printed_puzzle
from harness.spectrum.screens import LoadedScreen
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape, code_blocks

PICTURE_NAME = "picture"
_SCREEN_ADDRESS = 16384


@dataclass(frozen=True)
class PicturePlayed:
    """Result of a picture on the Spectrum.

    `puzzle` is what "View data" printed, `grid` the crossword as the program left it: whole where
    `stop` is SOLVED, in part where it is MANY_VARIANTS.
    """

    puzzle: Puzzle
    stop: Stop
    grid: Grid
    tstates: int
    line_calls: int
    screen: MachineState = field(repr=False)


def play_picture(picture: LoadedScreen, width: int, height: int, tape: Tape) -> PicturePlayed:
    """Put the picture on the tape behind the program and play menu items 3 and 4.

    Raises:
        PictureRefusedError: the program does not take the picture.
        DriverError: it does not do its part otherwise.
        ReaderError: what it prints is no crossword.
    """
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(tape + Tape(code_blocks(PICTURE_NAME, picture.tape_bytes, _SCREEN_ADDRESS)))
    with LineCallCounter(spectrum, tape) as counter:
        stop = menu.test_picture(width, height, PICTURE_NAME)
    tstates = menu.solving_tstates
    grid = menu.read().grid
    closing_screen = spectrum.state()
    menu.leave(stop)
    puzzle = read_printed_puzzle(menu.view_data(), menu.language)
    return PicturePlayed(puzzle, stop, grid, tstates, counter.count, closing_screen)
