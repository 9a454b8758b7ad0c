"""Our Spectrum program: building it, driving it, and reading it off the screen.

* `build`: the tapes from their sources, `loading_screen` on them; `listing`: a printed listing brought to tape.
* `disk`: TR-DOS disks as `.trd` and `.scl`, and ours; `loaded`: a program with its puzzle.
* `menu`: the driver, which plays the program by what stands on the screen; `reader`: the grid off the screen memory.
* `play`: a puzzle, or a picture, through the program and back; `injection`: puzzles without typing.
* `screens`: screens as pictures for a crossword, and crosswords as screens; `line_calls`: counts the analyses of lines.
* `letters`: the Cyrillic letters.

Nothing in here knows a solver, directly or through another room: that is what makes the verdict worth something.
"""

from __future__ import annotations

from enum import StrEnum

CODE_ADDRESS = 62976
"""Address at which the line analysis is loaded and called (#F600)."""


class OnBranch(StrEnum):
    """Answers to "Many variants!"."""

    STOP = "stop"
    BLACK = "black"
    WHITE = "white"
    ALL = "all"
