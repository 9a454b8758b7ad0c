"""A program that is booted and loaded once, and crosswords put into it: typed, or written straight into its variables.

A crossword of 20×20 cells takes two minutes of Spectrum time to type and less than one second to solve on the turbo
tape. Written straight in (*injected*), its numbers go where the program keeps them (specification, section 1: ``A()``,
``B()``, ``C()``, ``D()``, ``SizeX``, ``SizeY``), while the program waits at the "Press any key..." behind a small
crossword that was typed, so that it has made all its variables.

From the key that starts solving both ways agree: the same grid, the same analyses, and the same T-states but for three
at most, since PAUSE waits in HALT, in steps of four T-states. For the rest to be equal the last answer, which the
program keeps in ``a$``, must have its length too: BASIC moves what lies behind a string that it makes anew. And the
prompt must stand at the foot of the screen, as it does behind 5×5 cells or more: the driver holds its key until the
prompt has gone, a frame longer or shorter where it stands higher.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

from harness.errors import DriverError, PuzzleError
from harness.puzzle import Puzzle
from harness.spectrum.menu import EndMessage, Menu
from pyspectrum.basic.variables import NumberArray, Variable, replace_variable, walk_variables
from pyspectrum.errors import VariableError
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.tape import Tape

_TYPED = Puzzle(((1,), *((),) * 12), ((1,),))
"""Of one column, whose clue is 1, and of rows enough for their list to fill the screen."""


class LoadedProgram:
    """The program on a tape, at its menu: loaded once, and then put back there for every crossword.

    >>> from harness.spectrum.build import EDITIONS, build_tape
    >>> program = LoadedProgram(build_tape(EDITIONS[2]))
    >>> menu = Menu(Spectrum())
    >>> assert program.inject(menu, Puzzle(((2,), (1,)), ((2,), (1,)))) is None
    >>> menu.start_solving().name, menu.read().grid.rows
    ('SOLVED', ('##', '#.'))
    """

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    @cached_property
    def at_menu(self) -> MachineState:
        """The machine at the menu."""
        spectrum = Spectrum()
        Menu(spectrum).load(self.tape)
        return spectrum.state()

    @cached_property
    def at_start(self) -> MachineState:
        """The machine at "Press any key...", with a small crossword in it; or `DriverError`."""
        spectrum = Spectrum()
        spectrum.restore(self.at_menu)
        if Menu(spectrum).enter(_TYPED) is not None:
            raise DriverError("the program refuses a small crossword; is this tape one of its own?")
        return spectrum.state()

    def type(self, menu: Menu, puzzle: Puzzle) -> EndMessage | None:
        """Type the crossword, as `Menu.enter`: None when the program has taken it."""
        menu.spectrum.restore(self.at_menu)
        return menu.enter(puzzle)

    def inject(self, menu: Menu, puzzle: Puzzle) -> EndMessage | None:
        """Write the crossword into the program's variables; None when it is there, as of `type`.

        Numbers that make no puzzle are typed after all, for it is the program that has to refuse them. If that keeps
        its crossword elsewhere than ours, it is a `DriverError`.
        """
        if not _is_sound(puzzle):
            return self.type(menu, puzzle)
        (row_counts, row_groups, column_counts, column_groups), width, height, answer = self._places
        menu.spectrum.restore(self.at_start)
        menu.expect_size(puzzle.width, puzzle.height)
        memory = menu.spectrum.core.memory
        # from the end of memory to its beginning, so that nothing has moved that is still to be written
        if answer is not None:
            last = ",".join(map(str, puzzle.columns[-1]))
            replace_variable(memory, answer, str(answer.value).replace("1", last, 1))
        replace_variable(memory, width, puzzle.width)
        replace_variable(memory, height, puzzle.height)
        for counts, groups, clues in (
            (row_counts, row_groups, puzzle.rows),
            (column_counts, column_groups, puzzle.columns),
        ):
            counts.write_rows(memory, [list(map(len, clues))])
            groups.write_rows(memory, clues)
        return None

    @cached_property
    def _places(self) -> tuple[list[NumberArray], Variable, Variable, Variable | None]:
        """The program's arrays, of rows and of columns, counts before groups; its size; and its last answer."""
        memory = self.at_start.memory
        variables = {variable.name: variable for variable in walk_variables(memory)}
        try:
            arrays = [NumberArray.find(memory, name) for name in ("a()", "b()", "c()", "d()")]
            return arrays, variables["sizex"], variables["sizey"], variables.get("a$")
        except (KeyError, VariableError) as error:
            what = "the program does not keep a crossword as ours do ({reason}); type it instead"
            raise DriverError(what, reason=str(error)) from None


def _is_sound(puzzle: Puzzle) -> bool:
    """Return True if the numbers make a puzzle, whether or not the author's picture has them."""
    for numbers in (puzzle, Puzzle(puzzle.rows, puzzle.columns)):
        with suppress(PuzzleError):
            numbers.check()
            return True
    return False
