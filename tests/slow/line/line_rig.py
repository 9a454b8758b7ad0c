"""Calls the line analysis as BASIC's USR does, on a bare Z80 with a VARS area of our making; and its core alone.

Lines are pairs of sets of cells as integers (bit 0 the leftmost cell): known black, known white. The core's buffers
are described in ``asm/analysis.asm``.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.spectrum.build import typing_code
from pyspectrum.assembler import Assembly, assemble
from pyspectrum.basic.variables import Loop, Value, Variable, build_variables, walk_variables
from pyspectrum.core import Core
from pyspectrum.memory import E_LINE, ERR_SP, PROG, RAMTOP, STKBOT, STKEND, VARS, WORKSP, read_word
from tests.slow.line.line_reference import draw_line

LINE_SOURCE = Path(__file__).parents[3] / "asm" / "line.asm"
ENTRY = 62976
FIRST_UDG = 65368
CHANGED_AT = 65278  # a word in the code: where the list of changed cells is
WORK_PAGE = (0xF300, 0xF400)  # free memory of BASIC's, below the machine stack
MAX_CELLS = 62
MAX_GROUPS = 31

REPORT_NO_VARIABLE, REPORT_SUBSCRIPT, REPORT_RANGE = 1, 2, 10  # as the byte after rst 8: the report less one

_ROM_ERROR = 0x0008
_RETURN_TO = 62970  # stands in for the ROM's own caller of USR
STACK_TOP = 62960
_STACK_SIZE = 260
VARS_START = 0x8000
_PROGRAM = 0x7000
_MEM = 23656
_IY, _HL2 = 23610, 0x2758
_LIMIT_TSTATES = 3_000_000
_QUIET_TSTATES = 58_000  # the ULA leaves memory alone from here to the 14,335th T-state of the next frame


@cache
def line_assembly() -> Assembly:
    """The line analysis, assembled once."""
    return assemble(LINE_SOURCE)


def full_form(number: float) -> bytes:
    """The five bytes of a number as results of BASIC's may be: small whole numbers, too, by exponent and mantissa.

    >>> full_form(3).hex(), full_form(0).hex()
    ('8240000000', '0000000000')
    """
    if not number:
        return bytes(5)
    mantissa, exponent = math.frexp(abs(number))
    bits = round(mantissa * 2**32) & 0x7FFFFFFF | 0x80000000 * (number < 0)
    return bytes((exponent + 128,)) + bits.to_bytes(4, "big")


def build_variable(name: str, value: Value, *, floating: bool = False) -> bytes:
    """A variable's bytes; if `floating`, a number or those of a list are in their full form."""
    built = build_variables({name: value})
    if not floating:
        return built
    numbers = value if isinstance(value, tuple) else (value,)
    full = b"".join(full_form(number) for number in numbers if isinstance(number, int | float))
    return built[: -len(full)] + full


def parse_line(text: str) -> tuple[int, int]:
    """G$ as a pair of sets.

    >>> parse_line("1?0?")
    (1, 4)
    """
    black = sum(1 << cell for cell, colour in enumerate(text) if colour == "1")
    return black, sum(1 << cell for cell, colour in enumerate(text) if colour == "0")


def contract_variables(
    length: int, clue: Sequence[float], black: int = 0, white: int = 0, *, floating: bool = False
) -> dict[str, bytes]:
    """The contract's variables, in the order in which the article's program happens to make them."""
    groups = (*clue, *[0] * (MAX_GROUPS - len(clue)))
    return {
        "g$": build_variable("g$()", draw_line(length, black, white).ljust(MAX_CELLS, "?")),
        "h": build_variable("h()", groups, floating=floating),
        "datanline": build_variable("datanline", len(clue), floating=floating),
        "lenline": build_variable("lenline", length, floating=floating),
        "first": build_variable("first", 0),
        "errline": build_variable("errline", 9),
    }


# --- the calls ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Analysed:
    """What an analysis left: all of G$, ErrLine, and the list of changed cells, which count from 1."""

    cells: str
    err_line: float | None
    changed: tuple[int, ...]

    def answer(self, length: int, black: int, white: int) -> tuple[int, int] | None:
        """What became of a line; None for a contradiction. Checks everything that the contract says."""
        before, after = draw_line(length, black, white), self.cells
        assert self.err_line in (0, 1)
        assert after[length:] == "?" * (MAX_CELLS - length), "cells beyond LenLine were touched"
        changed = tuple(cell + 1 for cell in range(length) if before[cell] != after[cell])
        assert self.changed == changed, f"listed {self.changed}, changed {changed}"
        if self.err_line:
            assert not changed, "G$ was changed although no arrangement fits"
            return None
        return parse_line(after[:length])


@dataclass(frozen=True)
class CallResult(Analysed):
    """State after a call. `report` is the byte after rst 8, None if the call returned.

    `tstates` is what all of it took, `core_tstates` the part between the core's entry and its return.
    """

    report: int | None
    variables: tuple[Variable, ...]
    usr_value: int
    tstates: int
    core_tstates: int


class LineRig:
    """A Z80 with the ROM and the line code, and nothing between them but system variables."""

    entry = ENTRY

    def __init__(self) -> None:
        self.assembly = line_assembly()
        self.core = Core()
        memory = self.core.memory
        memory[self.assembly.origin : self.assembly.end] = self.assembly.code
        start = self.assembly.symbols["cell_rows"]
        self._work_space = (start, start + self.assembly.symbols["line_page_size"])
        self._written = {"g$()", "errline"}
        operand = self.assembly.symbols["column_size"]  # of an instruction
        self._operands = [(operand, operand + 1)]
        self._poke_word(RAMTOP, 62975)
        self._poke_word(_MEM, 23698)
        self._blank = bytes(memory)
        self._vars_end = VARS_START
        self._stack_top = STACK_TOP

    def _poke_word(self, address: int, value: int) -> None:
        self.core.memory[address : address + 2] = value.to_bytes(2, "little")

    def _peek_word(self, address: int) -> int:
        return read_word(self.core.memory, address)

    def call(
        self,
        variables: Sequence[bytes],
        *,
        dirt: int = 0xA5,
        interrupts: bool = False,
        start_tstates: int = _QUIET_TSTATES,
        stack_top: int = STACK_TOP,
    ) -> CallResult:
        """Call the code with these variables in VARS, in this order, when the clock stands at `start_tstates`.

        Everything that is the code's own business beforehand (work space, the work page, registers) holds `dirt`.
        Asserts what every call owes to BASIC: IY, HL', the stack, the interrupt state, and that nothing outside
        the variables, the work page and the work space was written.
        """
        core = self.core
        work_start, work_end = self._work_space
        core.memory[work_start:work_end] = bytes([dirt]) * (work_end - work_start)
        core.memory[slice(*WORK_PAGE)] = bytes([dirt]) * (WORK_PAGE[1] - WORK_PAGE[0])
        self._place(variables)
        for name in ("af", "bc", "de", "hl", "ix", "af'", "bc'", "de'"):
            core.set(name, dirt << 8 | dirt)
        core.interrupts_enabled = interrupts
        self._stack_top = stack_top
        self._poke_word(ERR_SP, stack_top)
        before = bytearray(core.memory)
        report, tstates, core_tstates = self._run(start_tstates)
        found = tuple(walk_variables(core.memory))
        end = found[-1].end_address if found else VARS_START
        assert end == (self._vars_end if report is not None else self._peek_word(E_LINE) - 1), "VARS has no end"
        if not interrupts:
            self._check_writes(before, found)
        listed_at = self._peek_word(CHANGED_AT)
        changed = tuple(core.memory[listed_at : listed_at + self._found()]) if report is None else ()
        values = {variable.name: variable.value for variable in found}
        cells, err_line = str(values.get("g$()")), values.get("errline")
        assert isinstance(err_line, int | None)
        return CallResult(cells, err_line, changed, report, found, core.get("bc"), tstates, core_tstates)

    def _found(self) -> int:
        return self.core.get("bc")

    def analyse(self, length: int, clue: Sequence[int], black: int, white: int) -> tuple[int, int] | None:
        """Call the code for a line; None for a contradiction. Checks everything that the contract says."""
        result = self.call(list(contract_variables(length, clue, black, white).values()))
        assert result.report is None
        return result.answer(length, black, white)

    def _place(self, variables: Sequence[bytes]) -> None:
        memory = self.core.memory
        around = slice(VARS_START - 16, self._vars_end + 600)
        memory[around] = self._blank[around]
        area = b"".join(variables)
        self._vars_end = VARS_START + len(area)
        memory[VARS_START : self._vars_end + 3] = area + b"\x80\x0d\x80"
        self._poke_word(VARS, VARS_START)
        self._poke_word(E_LINE, self._vars_end + 1)
        for pointer in (WORKSP, STKBOT, STKEND):
            self._poke_word(pointer, self._vars_end + 3)

    def _run(self, start_tstates: int) -> tuple[int | None, int, int]:
        core = self.core
        core.set("sp", self._stack_top)
        self._poke_word(self._stack_top, _RETURN_TO)
        core.set("iy", _IY)
        core.set("hl'", _HL2)
        core.pc = self.entry
        core.tstates = start_tstates
        wanted_interrupts = core.interrupts_enabled
        core_tstates = 0
        line_core = self.assembly.symbols["line_core"]
        stopped_at = core.run(start_tstates + _LIMIT_TSTATES, {_RETURN_TO, _ROM_ERROR, line_core})
        if stopped_at == line_core:
            core_start = core.tstates
            core.run(start_tstates + _LIMIT_TSTATES, {self._peek_word(core.get("sp"))})
            core_tstates = core.tstates - core_start
            stopped_at = core.run(start_tstates + _LIMIT_TSTATES, {_RETURN_TO, _ROM_ERROR})
        tstates = core.tstates - start_tstates
        assert stopped_at is not None, f"still running after {_LIMIT_TSTATES} T-states, at {core.pc}"
        assert core.get("iy") == _IY, "IY was not kept"
        assert core.get("hl'") == _HL2, "HL' was not kept"
        assert core.interrupts_enabled == wanted_interrupts, "the interrupt state was not kept"
        if stopped_at == _ROM_ERROR:
            return core.memory[self._peek_word(core.get("sp"))], tstates, core_tstates
        assert core.get("sp") == self._stack_top + 2, "the stack is not balanced"
        return None, tstates, core_tstates

    def _check_writes(self, before: bytearray, found: Sequence[Variable]) -> None:
        """Only G$, ErrLine, what MAKE-ROOM moves, the work page, the stack and the work space may differ."""
        after = self.core.memory
        allowed = [(self._stack_top - _STACK_SIZE, self._stack_top + 2), self._work_space]
        allowed += [WORK_PAGE, *self._operands]
        for variable in found:
            if variable.name in self._written:
                at = variable.body_address
                # behind an array's length its number of dimensions, and their sizes
                allowed.append((at + 3 + 2 * after[at + 2] if "(" in variable.name else at, variable.end_address))
        stack_end = self._peek_word(STKEND)
        if stack_end != self._vars_end + 3:
            allowed += [(self._vars_end, stack_end), (VARS, STKEND + 2)]
        if _need_calculator(found):  # the ROM's: BREG, MEM, MEMBOT and its stack
            allowed += [(23655, 23658), (23698, 23728), (stack_end, stack_end + 32)]
        for start, end in allowed:
            before[start:end] = after[start:end]
        if before != after:
            where = [address for address in range(0x10000) if before[address] != after[address]]
            raise AssertionError(f"written outside: {where[:10]}")


def _need_calculator(variables: Sequence[Variable]) -> bool:
    """Return True unless all numbers are those that the code reads by itself: from 0, as groups from 1, to 255."""
    values = {variable.name: variable.value for variable in variables}
    numbers = [value for value in values.values() if isinstance(value, int | float)]
    count, groups = values.get("datanline"), values.get("h()")
    if isinstance(groups, tuple) and isinstance(count, int | float):
        numbers += [group or -1 for group in groups[: max(0, int(count))] if isinstance(group, int | float)]
    return not all(isinstance(number, int) and 0 <= number < 256 for number in numbers)


class MarkedRig(LineRig):
    """The same called as the loop of BASIC does, for a row or a column of the crossword in its arrays.

    >>> rig = MarkedRig()
    >>> rig.put_program(2195)
    >>> rig.analyse_at("row", 3, 5, [4], 0, 0)
    (14, 0)
    """

    def __init__(self) -> None:
        super().__init__()
        self._code = typing_code()
        self.core.memory[self._code.origin : self._code.end] = self._code.code
        self._written.add("h()")
        self._ramtop = self._code.symbols["ramtop"]
        self._poke_word(RAMTOP, self._ramtop)
        operand = self._code.symbols["line_call_at"]
        self._operands.append((operand, operand + 2))

    def put_program(self, *numbers: int) -> None:
        """Put a program into memory that has lines of these numbers."""
        program = b"".join(number.to_bytes(2, "big") + b"\2\0\xea\r" for number in numbers) + b"\x80"
        self.core.memory[_PROGRAM : _PROGRAM + len(program)] = program
        self._poke_word(PROG, _PROGRAM)

    def call_at(
        self,
        axis: str,
        number: int,
        length: int,
        clue: Sequence[int],
        black: int = 0,
        white: int = 0,
        without: Collection[str] = (),
    ) -> CallResult:
        """Call the code for a ``row`` or a ``column``; all others have groups of nine cells."""
        self.entry = self._code.symbols[f"marked_{axis}"]
        wanted = contract_variables(length, [7] * MAX_GROUPS, black, white)
        wanted["datanline"] = build_variable("datanline", len(clue))
        wanted |= {letter: build_variable(letter, Loop(number, 10, 1, 100, 2)) for letter in "yx"}
        for its_axis, letter, lines, groups in (("row", "b", 42, 31), ("column", "d", 62, 21)):
            table = [(9,) * groups] * lines
            if axis == its_axis:
                table[number - 1] = (*clue, *table[0][len(clue) :])
            wanted[letter] = build_variable(f"{letter}()", tuple(table))
        variables = [variable for name, variable in wanted.items() if name not in without]
        return self.call(variables, stack_top=self._ramtop - 1)

    def analyse_at(
        self, axis: str, number: int, length: int, clue: Sequence[int], black: int, white: int
    ) -> tuple[int, int] | None:
        """Call the code for a line; None for a contradiction. Checks everything that both contracts say."""
        result = self.call_at(axis, number, length, clue, black, white)
        assert (result.report, result.usr_value) == (None, 0)
        return result.answer(length, black, white)

    def _found(self) -> int:
        return self.core.memory[self.assembly.symbols["changed_count"]]


_CARRY = 1
_PAIRS = 9  # a pair of bytes for eight cells each, and one behind the line


class CoreRig:
    """A Z80 with the line code, entered at ``line_core``.

    >>> rig = CoreRig()
    >>> rig.analyse(5, [4], 0, 0)
    (14, 0)
    """

    def __init__(self) -> None:
        assembly, self.core = line_assembly(), Core()
        self.core.memory[assembly.origin : assembly.end] = assembly.code
        symbols = assembly.symbols
        self._entry, self._rows, self._groups = (symbols[name] for name in ("line_core", "cell_rows", "groups"))
        names = ("line_length", "last_pair", "last_mask", "group_count", "slack")
        self._shape = [symbols[name] for name in names]
        self.tstates = 0

    def analyse(self, length: int, clue: Sequence[int], black: int, white: int) -> tuple[int, int] | None:
        """Analyse a line; None for a contradiction. `tstates` is then its time, without the return to the caller.

        The clue has to fit the line: the core leaves that check to its callers.
        """
        core, memory = self.core, self.core.memory
        given = bytearray(2 * _PAIRS)
        given[::2] = ((1 << length) - 1 & ~white).to_bytes(_PAIRS, "little")
        given[1::2] = ((1 << 8 * _PAIRS) - 1 & ~black).to_bytes(_PAIRS, "little")
        memory[self._rows : self._rows + 2 * _PAIRS] = given
        last = length - 1
        slack = length + 1 - sum(clue) - len(clue)
        for address, value in zip(self._shape, (length, last // 8 * 2, 1 << last % 8, len(clue), slack), strict=True):
            memory[address] = value
        memory[self._groups : self._groups + len(clue)] = bytes(clue)
        core.set("sp", STACK_TOP)
        memory[STACK_TOP : STACK_TOP + 2] = _RETURN_TO.to_bytes(2, "little")
        core.pc = self._entry
        core.tstates = _QUIET_TSTATES
        stopped_at = core.run(_QUIET_TSTATES + _LIMIT_TSTATES, {_RETURN_TO})
        self.tstates = core.tstates - _QUIET_TSTATES
        assert stopped_at is not None, f"still running after {_LIMIT_TSTATES} T-states, at {core.pc}"
        assert core.get("sp") == STACK_TOP + 2, "the stack is not balanced"
        if core.get("f") & _CARRY:
            return None
        pairs = memory[self._rows : self._rows + 2 * _PAIRS]
        cells = (1 << length) - 1
        may_be_black, may_be_white = int.from_bytes(pairs[::2], "little"), int.from_bytes(pairs[1::2], "little")
        return cells & ~may_be_white, cells & ~may_be_black
