"""A tape whose analysis of a line is broken on purpose, and a puzzle that shows it."""

from harness.puzzle import Grid
from harness.spectrum.build import EDITIONS, LOADING_LINE, PROGRAM_NAME, build_tape, edition_source
from pyspectrum.basic import tokenise
from pyspectrum.tape import Tape, program_blocks

FAULT = "27 IF SizeX=5 AND DataNLine=2 THEN POKE 62286,0: REM nothing has changed\n"
"""Behind the analysis of a row: forgets what it tells of five cells with two groups. Everything else is right."""

SHOWS_FAULT = Grid(("##.##", "#.##.", "###..", "#....")).puzzle(title="<b>shows & tells</b>")
"""One solution by line logic alone; with the fault, cells stay open."""


def faulty_tape() -> Tape:
    """The first edition's tape, with the fault in the loop over the rows."""
    blocks, source = build_tape(EDITIONS[0]).blocks, edition_source(EDITIONS[0])
    at = [block.payload for block in blocks].index(tokenise(source))
    program = tokenise(source.replace("\n28 ", f"\n{FAULT}28 "))
    return Tape((*blocks[: at - 1], *program_blocks(PROGRAM_NAME, program, LOADING_LINE), *blocks[at + 1 :]))
