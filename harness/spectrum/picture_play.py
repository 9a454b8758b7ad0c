"""A picture through the program's "Test picture" and "View data", and the puzzle read off the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from harness.errors import ReaderError
from harness.puzzle import Clue, Grid, Puzzle
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.messages import Language
from harness.spectrum.screens import LoadedScreen
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape, code_blocks

PICTURE_NAME = "picture"
_SCREEN_ADDRESS = 16384
_LINE = re.compile(r"\D+(?P<number>\d+): ?(?P<groups>[0-9,]*)$")
_RULE = re.compile("_+$")


@dataclass(frozen=True)
class PicturePlayed:
    """What the Spectrum made of a picture.

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


def read_printed_puzzle(lines: tuple[str, ...], said: Language) -> Puzzle:
    """The puzzle in what "View data" prints; a clue may run over the end of a text line.

    Raises:
        ReaderError: anything else.

    >>> from harness.spectrum.messages import language
    >>> puzzle = read_printed_puzzle(("Horisontal lines:", "", "Line 1: 1,1", "", "Vertical lines:", "",
    ...     "Line 1: 1", "Line 2:", "Line 3: 1", "", "Press any key..."), language("en"))
    >>> puzzle.rows, puzzle.columns
    (((1, 1),), ((1,), (), (1,)))
    """
    sides: dict[str, list[str]] = {said["row_heading"]: [], said["column_heading"]: []}
    begins = tuple(f"{said[key]} " for key in ("row", "column"))
    clues: list[str] | None = None
    for line in lines:
        if line in sides:
            clues = sides[line]
        elif not line or _RULE.match(line) or line.startswith(said["any_key"]):
            continue
        elif clues is None:
            raise ReaderError(f"{line!r} stands before the first heading of the data")
        elif line.startswith(begins):
            clues.append(line)
        elif clues and re.fullmatch(r"[0-9,]+", line):
            clues[-1] += line
        else:
            raise ReaderError(f"{line!r} is not a line of the data")
    rows, columns = (tuple(_parse_clue(text, n) for n, text in enumerate(side, 1)) for side in sides.values())
    return Puzzle(rows, columns)


def _parse_clue(text: str, number: int) -> Clue:
    match = _LINE.fullmatch(text)
    if match is None or int(match["number"]) != number:
        raise ReaderError(f"{text!r} stands where line {number} of the data should")
    return tuple(int(group) for group in match["groups"].split(",") if group)
