"""A crossword on the medium already: the program with a puzzle typed in, as a tape, on a disk, or in a machine.

Our own program takes the puzzle, in an emulated machine, from the keys, and so checks it as it checks a person's entry.
Then its memory is saved: its variables, in which the data lie, behind the program, as SAVE does it; and all that lies
above RAMTOP, the machine code among it, as one block. The program starts at a BASIC line of its own, which turns
printing on and goes to the menu: no RUN, no CLEAR, so the variables stay.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.errors import DriverError, Phrase, PuzzleError
from harness.puzzle import Puzzle
from harness.spectrum.build import Edition, as_on_tape, build_tape, edition_source
from harness.spectrum.disk import (
    TR_DOS_CALL,
    DiskFile,
    code_file,
    disk_source,
    program_file,
    screen_file,
    tokenise_with_commands,
)
from harness.spectrum.letters import letters_statements
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.menu import EndMessage, Menu
from harness.spectrum.play import fit_to_screen
from pyspectrum.basic import tokenise
from pyspectrum.basic.variables import build_variables
from pyspectrum.machine import Spectrum
from pyspectrum.memory import E_LINE, RAMTOP, VARS, read_word
from pyspectrum.tape import SCREEN_ADDRESS, Tape, code_blocks, program_blocks, screen_blocks

START_LINE = 9990
_START = "LET s=PEEK 23631+256*PEEK 23632+5: POKE s,244: INK 7: GO TO 130"
PROGRAM_NAME, MEMORY_NAME, TITLE_NAME = "crossword", "memory", "title"
DISK_PROGRAM_NAME = "puzzle"
TURNED = "turned"
"""A variable of ours, which says that the puzzle was entered with its rows and columns swapped."""

_HALT = 0x76


@dataclass(frozen=True)
class Loaded:
    """An edition of the program that has taken a puzzle.

    `variables` is the variables area without its closing #80, `memory` all that lies above `ramtop`; `turned` tells
    that rows and columns had to be swapped, and so does a variable of that name, which the program does not use.
    """

    edition: Edition
    variables: bytes
    memory: bytes
    ramtop: int
    turned: bool

    @property
    def _start(self) -> str:
        """Printing and ink on again, which the loader has turned off, with the edition's letters; and the menu."""
        return f"{START_LINE} {letters_statements(self.edition.letters)['use_letters']}{_START}\n"

    def tape(self) -> Tape:
        """Loader, loading screen, what lies above RAMTOP, and the program with its variables."""
        loader = (
            f"10 CLEAR {self.ramtop}: BORDER 0: PAPER 0: INK 0: CLS\n"
            f'20 LOAD "{TITLE_NAME}"SCREEN$\n'
            "30 LET s=PEEK 23631+256*PEEK 23632+5: POKE s,111\n"
            f'40 LOAD "{MEMORY_NAME}"CODE\n'
            f'50 LOAD "{PROGRAM_NAME}"\n'
        )
        listing = as_on_tape(edition_source(self.edition), self.edition) + self._start
        program = tokenise(listing, self.edition.file_name)
        return Tape(
            (
                *program_blocks(PROGRAM_NAME, tokenise(loader, "the loader"), autostart_line=10),
                *screen_blocks(TITLE_NAME, draw_loading_screen(self.edition.language)),
                *code_blocks(MEMORY_NAME, self.memory, self.ramtop + 1),
                *program_blocks(PROGRAM_NAME, program, START_LINE, self.variables),
            )
        )

    def disk_files(self) -> tuple[DiskFile, ...]:
        """The same for a disk; `boot` loads the rest."""
        call = f"RANDOMIZE USR {TR_DOS_CALL}: REM : LOAD"
        boot = (
            f"10 CLEAR {self.ramtop}: BORDER 0: PAPER 0: INK 0: CLS\n"
            f'20 {call} "{TITLE_NAME}"CODE {SCREEN_ADDRESS}\n'
            f'30 {call} "{MEMORY_NAME}"CODE {self.ramtop + 1}\n'
            f'40 {call} "{DISK_PROGRAM_NAME}"\n'
        )
        listing = as_on_tape(disk_source(self.edition), self.edition) + self._start
        program = tokenise_with_commands(listing, self.edition.file_name)
        return (
            program_file("boot", tokenise_with_commands(boot, "boot"), 10),
            screen_file(TITLE_NAME, draw_loading_screen(self.edition.language)),
            code_file(MEMORY_NAME, self.memory, self.ramtop + 1),
            program_file(DISK_PROGRAM_NAME, program, START_LINE, self.variables),
        )


def load_puzzle_into(edition: Edition, puzzle: Puzzle, name: str = "") -> Loaded:
    """Type a puzzle, from a file of that name, into an edition of the program.

    Raises `PuzzleError` if it does not fit the screen or the program refuses it, `DriverError` if that does not do its
    part.
    """
    entered, turned = fit_to_screen(puzzle, name)
    menu = Menu(Spectrum())
    menu.load(build_tape(edition))
    refused = menu.enter(entered)
    if refused is not None:
        reason = (
            "its rows and columns have different sums" if refused is EndMessage.CHECK_SUM else "a line does not fit"
        )
        raise PuzzleError("the Spectrum program rejects the puzzle ({reason})", "fix its clues", reason=Phrase(reason))
    memory = menu.spectrum.core.memory
    variables, end, ramtop = (read_word(memory, address) for address in (VARS, E_LINE, RAMTOP))
    taken = bytes(memory[variables : end - 1]) + (build_variables({TURNED: 1}) if turned else b"")
    return Loaded(edition, taken, bytes(memory[ramtop + 1 : 0x10000]), ramtop, turned)


def machine_at_menu(tape: Tape) -> Spectrum:
    """A 48K that has loaded a tape of the program and polls the keys at its menu; or `DriverError`.

    It does not stand at HALT: emulators differ in how they read that from a `.szx`.
    """
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(tape)
    spectrum.eject_tape()
    for _ in range(50):
        spectrum.run_frames(1)
        if spectrum.core.memory[spectrum.core.pc] != _HALT and menu.shows(menu.language["menu_exit"]):
            return spectrum
    raise DriverError("the program does not poll the keys at its menu, so no snapshot of it can be taken")
