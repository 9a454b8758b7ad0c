"""A tape whose analysis of a line is broken on purpose, and a puzzle that shows it."""

from harness.files.reading import data_folder
from harness.puzzle import Grid
from harness.spectrum.build import FIRST_LINE, PROGRAM_NAME
from pyspectrum.basic import tokenise
from pyspectrum.tape import Tape, program_blocks, read_tap

CALL = "2195 RANDOMIZE USR 62976: RETURN\n"
FAULTY_CALL = (
    "2195 RANDOMIZE USR 62976: IF LenLine=5 AND DataNLine=2 THEN POKE 62286,0: REM nothing has changed\n2196 RETURN\n"
)
"""A call that forgets what a line of five cells with two groups tells; everything else is right."""

SHOWS_FAULT = Grid(("##.##", "#.##.", "###..", "#....")).puzzle(title="<b>shows & tells</b>")
"""One solution by line logic alone; with the fault, cells stay open."""


def faulty_tape() -> Tape:
    """The first edition's tape, with the fault behind its call of the machine code."""
    blocks = read_tap(data_folder("tapes") / "crossword.tap").blocks
    call = tokenise(CALL)
    (at,) = (number for number, block in enumerate(blocks) if call in block.payload)
    program = blocks[at].payload.replace(call, tokenise(FAULTY_CALL))
    return Tape((*blocks[: at - 1], *program_blocks(PROGRAM_NAME, program, FIRST_LINE), *blocks[at + 1 :]))
