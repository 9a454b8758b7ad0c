"""Calls the turbo edition's code as BASIC's USR does, on a bare Z80 with a crossword in VARS.

A run takes milliseconds here where typing the puzzle into the program takes seconds, so that many
crosswords can be compared with the reference solver.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from harness.puzzle import Clue, Grid, Puzzle
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import WORK_PAGE, line_code, turbo_code
from harness.spectrum.reader import Mark, read_solving_screen
from pyspectrum import memory
from pyspectrum.basic.variables import Value, build_variables
from pyspectrum.core import Core
from pyspectrum.screen import SCREEN_SIZE, Screen

MAX_WIDTH, MAX_HEIGHT = 62, 42
MAX_ROW_GROUPS, MAX_COLUMN_GROUPS = 31, 21
DONE, INCORRECT, VARIANTS, STOPPED, LIMIT, FULL = range(6)
"""Answers of the code, in BC."""

_VARS = 0x7E00
"""So low that the longest trail of a test has room between the variables and the code."""
_RETURN_TO = 0x5C00 - 0x100 + 2  # an address in the printer buffer stands in for the ROM's caller of USR
_IY, _HL2 = 23610, 0x2758
_LIMIT_TSTATES = 3_500_000_000
_NO_KEY, _PRESSED = 0x1F, 0x1E
BREAK_ROWS = (0, 7)
"""CAPS SHIFT and SPACE."""
_COLOURS = {"0": ".", "1": "#", "?": "?"}


@dataclass(frozen=True)
class TurboResult:
    """State after a call. `report` is the byte after rst 8, None if the call returned."""

    status: int
    report: int | None
    grid: Grid
    screen: Screen
    line_calls: int
    tstates: int

    def assert_clear(self) -> None:
        """The screen shows the grid, and no line is marked."""
        reading = read_solving_screen(self.screen, self.grid.width, self.grid.height)
        assert reading.grid == self.grid, "P$ and the screen differ"
        assert set(reading.row_marks + reading.column_marks) == {Mark.CLEAR}


def program_variables(puzzle: Puzzle, *, dice: random.Random | None = None) -> list[bytes]:
    """The variables of the program that the code reads, in an order of `dice`'s choice."""
    values: dict[str, Value] = {
        "sizex": puzzle.width,
        "sizey": puzzle.height,
        "sizez": 7,
        "y": puzzle.height,
        "a()": _counts(puzzle.rows, MAX_HEIGHT),
        "b()": _table(puzzle.rows, MAX_HEIGHT, MAX_ROW_GROUPS),
        "c()": _counts(puzzle.columns, MAX_WIDTH),
        "d()": _table(puzzle.columns, MAX_WIDTH, MAX_COLUMN_GROUPS),
        "p$()": (" " * MAX_WIDTH,) * MAX_HEIGHT,
        "q$()": (" " * MAX_HEIGHT,) * MAX_WIDTH,
    }
    variables = [build_variables({name: value}) for name, value in values.items()]
    if dice:
        dice.shuffle(variables)
    return variables


def _counts(clues: Sequence[Clue], size: int) -> tuple[int, ...]:
    return (*map(len, clues), *[0] * (size - len(clues)))


def _table(clues: Sequence[Clue], lines: int, groups: int) -> tuple[Clue, ...]:
    padded = [(*clue, *[0] * (groups - len(clue))) for clue in clues]
    return (*padded, *[(0,) * groups] * (lines - len(clues)))


class TurboRig:
    """A Z80 with the ROM, both pieces of code, and system variables."""

    def __init__(self) -> None:
        self.code = turbo_code()
        self.core = Core()
        for code in (self.code, line_code()):
            self.core.memory[code.origin : code.end] = code.code
        self._poke_word(memory.CHARS, 0x3C00)
        self._poke_word(23656, 23698)  # MEM
        self._poke_word(memory.RAMTOP, self.code.symbols["ramtop"])
        self.line_calls = 0

    def load(self, puzzle: Puzzle, variables: Sequence[bytes] | None = None, *, dirt: int = 0xA5) -> None:
        """A new crossword: fills VARS, clears the screen, dirties the work space."""
        cells, symbols = self.core.memory, self.code.symbols
        for start, end in ((symbols["turbo_low"], self.code.origin), (WORK_PAGE, CODE_ADDRESS)):
            cells[start:end] = bytes([dirt]) * (end - start)
        cells[memory.DISPLAY_FILE : memory.SCREEN_END] = bytes(6144) + bytes([7]) * 768
        area = b"".join(variables or program_variables(puzzle)) + b"\x80"
        cells[_VARS : _VARS + len(area)] = area
        self._poke_word(memory.VARS, _VARS)
        self._poke_word(memory.E_LINE, _VARS + len(area))
        self.set_free_memory_from(_VARS + len(area))
        self._size = puzzle.width, puzzle.height

    def set_free_memory_from(self, address: int) -> None:
        """Set the end of BASIC's memory, where the free memory begins."""
        for pointer in (memory.WORKSP, memory.STKBOT, memory.STKEND):
            self._poke_word(pointer, address)

    @property
    def count(self) -> int:
        at = self.code.symbols["count_digits"]
        return int(bytes(self.core.memory[at : at + self.code.symbols["count_size"]]))

    def call(
        self, entry: str, *, keys: Sequence[int] = (), interrupts: bool = True, limit_tstates: int = _LIMIT_TSTATES
    ) -> TurboResult:
        """Call a routine by its label; of some rows of `keys` the outermost is down. Asserts what BASIC needs kept."""
        core, symbols = self.core, self.code.symbols
        stack_top = symbols["ramtop"] - 1
        core.set("sp", stack_top)
        self._poke_word(stack_top, _RETURN_TO)
        self._poke_word(memory.ERR_SP, stack_top)
        core.set("iy", _IY)
        core.set("hl'", _HL2)
        core.pc = symbols[entry]
        core.interrupts_enabled = interrupts
        start = core.tstates
        line_calls = 0
        stops = {_RETURN_TO, 0x0008, self.code.origin}
        self.press(*keys)
        while (stop := core.run(start + limit_tstates, stops)) == self.code.origin:
            line_calls += 1
        self.press()
        assert stop is not None, f"{entry} is still running after {limit_tstates} T-states, at {core.pc}"
        assert core.get("iy") == _IY, "IY was not kept"
        report = None
        if stop == _RETURN_TO:
            assert core.get("hl'") == _HL2, "HL' was not kept"
            assert core.get("sp") == stack_top + 2, "the stack is not balanced"
            assert core.interrupts_enabled == interrupts, "the interrupt state was not kept"
        else:
            report = core.memory[memory.read_word(core.memory, core.get("sp"))]
        return TurboResult(
            core.get("bc"),
            report,
            self._picture() if report is None else Grid(("?",)),
            Screen(bytes(core.memory[memory.DISPLAY_FILE : memory.DISPLAY_FILE + SCREEN_SIZE])),
            line_calls,
            core.tstates - start,
        )

    def press(self, *rows: int) -> None:
        """Hold the outermost key of these rows, and no other."""
        self.core.keyboard_rows[:] = [_PRESSED if row in rows else _NO_KEY for row in range(8)]

    def _picture(self) -> Grid:
        width, height = self._size
        rows = (row[:width].decode("ascii") for row in self._picture_rows()[:height])
        return Grid(tuple("".join(_COLOURS[cell] for cell in row) for row in rows))

    @property
    def beyond_picture(self) -> bytes:
        """P$ right of the crossword and below it: blanks, until something is counted."""
        width, height = self._size
        rows = self._picture_rows()
        return b"".join([row[width:] for row in rows[:height]] + rows[height:])

    def _picture_rows(self) -> list[bytes]:
        at = memory.read_word(self.core.memory, self.code.symbols["picture_at"])
        return [bytes(self.core.memory[at + MAX_WIDTH * row :][:MAX_WIDTH]) for row in range(MAX_HEIGHT)]

    def _poke_word(self, address: int, value: int) -> None:
        self.core.memory[address : address + 2] = value.to_bytes(2, "little")
