"""Calls the line analysis as BASIC's USR does, on a bare Z80 with a VARS area of our making; and its core alone.

Lines are pairs of sets of cells as integers (bit 0 the leftmost cell): known black, known white. The VARS area is
written and read here byte by byte, after chapter 24 of the ZX Spectrum BASIC manual, so that nothing of the
project's own reading of variables is taken for granted. The core's buffers are described in ``asm/analysis.asm``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from harness.spectrum.build import typing_code
from pyspectrum.assembler import Assembly, assemble
from pyspectrum.core import Core

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
_VARS = 0x8000
_PROG, _PROGRAM = 23635, 0x7000
_ERR_SP, _VARS_AT, _E_LINE, _WORKSP, _STKBOT, _STKEND, _MEM, _RAMTOP = (
    23613, 23627, 23641, 23649, 23651, 23653, 23656, 23730,
)  # fmt: skip
_IY, _HL2 = 23610, 0x2758
_LIMIT_TSTATES = 3_000_000
_QUIET_TSTATES = 58_000  # the ULA leaves memory alone from here to the 14,335th T-state of the next frame


@cache
def line_assembly() -> Assembly:
    """The line analysis, assembled once."""
    return assemble(LINE_SOURCE)


# --- BASIC's variables, as bytes -------------------------------------------------------------------------------


def build_value(value: float, *, floating: bool = False) -> bytes:
    """The five bytes of a number: the short form for small whole numbers unless `floating`.

    >>> build_value(3).hex(), build_value(3, floating=True).hex(), build_value(0.5).hex()
    ('0000030000', '8240000000', '8000000000')
    """
    if not floating and value == int(value) and abs(value) < 65536:
        sign = 0xFF if value < 0 else 0
        return bytes([0, sign, int(value) & 0xFF, int(value) >> 8 & 0xFF, 0])
    if value == 0:
        return bytes(5)
    mantissa, exponent = math.frexp(abs(value))
    bits = round(mantissa * 2**32)
    top = bits >> 24 & 0x7F | (0x80 if value < 0 else 0)
    return bytes([exponent + 128, top, bits >> 16 & 0xFF, bits >> 8 & 0xFF, bits & 0xFF])


def _name(name: str) -> bytes:
    letters = name.replace(" ", "").lower().encode("ascii")
    if len(letters) == 1:
        return bytes([letters[0] & 0x1F | 0x60])
    return bytes([letters[0] & 0x1F | 0xA0, *letters[1:-1], letters[-1] | 0x80])


def build_number(name: str, value: float, *, floating: bool = False) -> bytes:
    return _name(name) + build_value(value, floating=floating)


def build_string(letter: str, text: str) -> bytes:
    return bytes([ord(letter) & 0x1F | 0x40]) + len(text).to_bytes(2, "little") + text.encode("latin-1")


def build_for(letter: str, value: float) -> bytes:
    """The control variable of a FOR."""
    body = build_value(value) + build_value(10) + build_value(1) + (100).to_bytes(2, "little") + b"\x02"
    return bytes([ord(letter) & 0x1F | 0xE0]) + body


def _array(kind: int, letter: str, dimensions: Sequence[int], elements: bytes) -> bytes:
    sizes = b"".join(size.to_bytes(2, "little") for size in dimensions)
    body = bytes([len(dimensions)]) + sizes + elements
    return bytes([ord(letter) & 0x1F | kind]) + len(body).to_bytes(2, "little") + body


def build_number_array(
    letter: str, values: Sequence[float], dimensions: Sequence[int] = (), *, floating: bool = False
) -> bytes:
    """A number array, of one dimension where none are given."""
    elements = b"".join(build_value(value, floating=floating) for value in values)
    return _array(0x80, letter, dimensions or [len(values)], elements)


def build_char_array(letter: str, text: str, dimensions: Sequence[int] = ()) -> bytes:
    """A character array, of one dimension where none are given."""
    return _array(0xC0, letter, dimensions or [len(text)], text.encode("latin-1"))


def draw_line(length: int, black: int, white: int) -> str:
    """A line as G$ has it.

    >>> draw_line(4, 0b0001, 0b0100)
    '1?0?'
    """
    return "".join("1" if black >> cell & 1 else "0" if white >> cell & 1 else "?" for cell in range(length))


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
    cells = draw_line(length, black, white).ljust(MAX_CELLS, "?")
    groups = [*clue, *[0.0] * (MAX_GROUPS - len(clue))]
    return {
        "g$": build_char_array("g", cells),
        "h": build_number_array("h", groups, floating=floating),
        "datanline": build_number("DataNLine", len(clue), floating=floating),
        "lenline": build_number("Len Line", length, floating=floating),
        "first": build_number("First", 0),
        "errline": build_number("ErrLine", 9),
    }


# --- the calls ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CallResult:
    """State after a call. `report` is the byte after rst 8, None if the call returned.

    `tstates` is what all of it took, `core_tstates` the part between the core's entry and its return.
    """

    report: int | None
    variables: dict[str, bytes]
    usr_value: int
    changed: tuple[int, ...]
    tstates: int
    core_tstates: int

    @property
    def cells(self) -> str:
        return self.variables["g$"].decode("latin-1")

    @property
    def err_line(self) -> float:
        return _parse_value(self.variables["errline"])

    def answer(self, length: int, black: int, white: int) -> tuple[int, int] | None:
        """What became of a line; None for a contradiction. Checks everything that the contract says."""
        before, after = draw_line(length, black, white), self.cells
        assert self.report is None
        assert self.err_line in (0, 1)
        assert after[length:] == "?" * (MAX_CELLS - length), "cells beyond LenLine were touched"
        changed = tuple(cell + 1 for cell in range(length) if before[cell] != after[cell])
        assert self.changed == changed, f"listed {self.changed}, changed {changed}"
        assert self.usr_value == len(changed)
        if self.err_line:
            assert not changed, "G$ was changed although no arrangement fits"
            return None
        return parse_line(after[:length])


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
        self._written = {"g$", "errline"}
        operand = self.assembly.symbols["column_size"]  # of an instruction
        self._operands = [(operand, operand + 1)]
        self._poke_word(_RAMTOP, 62975)
        self._poke_word(_MEM, 23698)
        self._blank = bytes(memory)
        self._vars_end = _VARS
        self._stack_top = STACK_TOP

    def _poke_word(self, address: int, value: int) -> None:
        self.core.memory[address : address + 2] = value.to_bytes(2, "little")

    def _peek_word(self, address: int) -> int:
        return int.from_bytes(self.core.memory[address : address + 2], "little")

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
        self._poke_word(_ERR_SP, stack_top)
        before = bytearray(core.memory)
        report, tstates, core_tstates = self._run(start_tstates)
        after_vars = self._vars_end if report is not None else self._peek_word(_E_LINE) - 1
        found = _parse_variables(bytes(core.memory), _VARS)
        assert found.end == after_vars, "VARS does not end where E_LINE says"
        if not interrupts:
            self._check_writes(before, found)
        listed_at = self._peek_word(CHANGED_AT)
        changed = tuple(core.memory[listed_at : listed_at + self._found()]) if report is None else ()
        return CallResult(report, found.values, core.get("bc"), changed, tstates, core_tstates)

    def _found(self) -> int:
        return self.core.get("bc")

    def analyse(self, length: int, clue: Sequence[int], black: int, white: int) -> tuple[int, int] | None:
        """Call the code for a line; None for a contradiction. Checks everything that the contract says."""
        return self.call(list(contract_variables(length, clue, black, white).values())).answer(length, black, white)

    def _place(self, variables: Sequence[bytes]) -> None:
        memory = self.core.memory
        memory[_VARS - 16 : self._vars_end + 600] = self._blank[_VARS - 16 : self._vars_end + 600]
        area = b"".join(variables)
        self._vars_end = _VARS + len(area)
        memory[_VARS : self._vars_end + 3] = area + b"\x80\x0d\x80"
        self._poke_word(_VARS_AT, _VARS)
        self._poke_word(_E_LINE, self._vars_end + 1)
        for pointer in (_WORKSP, _STKBOT, _STKEND):
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

    def _check_writes(self, before: bytearray, found: _Variables) -> None:
        """Only G$, ErrLine, what MAKE-ROOM moves, the work page, the stack and the work space may differ."""
        after = self.core.memory
        allowed = [(self._stack_top - _STACK_SIZE, self._stack_top + 2), self._work_space]
        allowed += [WORK_PAGE, *self._operands]
        allowed += [(start, end) for name, (start, end) in found.places.items() if name in self._written]
        stack_end = self._peek_word(_STKEND)
        if stack_end != self._vars_end + 3:
            allowed += [(self._vars_end, stack_end), (_VARS_AT, _STKEND + 2)]
        if found.uses_calculator:  # the ROM's calculator: BREG, MEM, MEMBOT and its stack
            allowed += [(23655, 23658), (23698, 23728), (stack_end, stack_end + 32)]
        for start, end in allowed:
            before[start:end] = after[start:end]
        if before != after:
            where = [address for address in range(0x10000) if before[address] != after[address]]
            raise AssertionError(f"written outside: {where[:10]}")


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
        self._poke_word(_RAMTOP, self._ramtop)
        operand = self._code.symbols["line_call_at"]
        self._operands.append((operand, operand + 2))

    def put_program(self, *numbers: int) -> None:
        """Put a program into memory that has lines of these numbers."""
        program = b"".join(number.to_bytes(2, "big") + b"\2\0\xea\r" for number in numbers) + b"\x80"
        self.core.memory[_PROGRAM : _PROGRAM + len(program)] = program
        self._poke_word(_PROG, _PROGRAM)

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
        wanted["datanline"] = build_number("DataNLine", len(clue))
        wanted |= {"y": build_for("y", number), "x": build_for("x", number)}
        for its_axis, letter, lines, groups in (("row", "b", 42, 31), ("column", "d", 62, 21)):
            values = [9] * lines * groups
            if axis == its_axis:
                values[(number - 1) * groups : (number - 1) * groups + len(clue)] = clue
            wanted[letter] = build_number_array(letter, values, [lines, groups])
        variables = [variable for name, variable in wanted.items() if name not in without]
        return self.call(variables, stack_top=self._ramtop - 1)

    def analyse_at(
        self, axis: str, number: int, length: int, clue: Sequence[int], black: int, white: int
    ) -> tuple[int, int] | None:
        """Call the code for a line; None for a contradiction. Checks everything that both contracts say."""
        result = self.call_at(axis, number, length, clue, black, white)
        assert result.usr_value == 0
        return replace(result, usr_value=len(result.changed)).answer(length, black, white)

    def _found(self) -> int:
        return self.core.memory[self.assembly.symbols["changed_count"]]


@dataclass(frozen=True)
class _Variables:
    """The VARS area taken apart: arrays by their elements, numbers by their five bytes."""

    values: dict[str, bytes]
    places: dict[str, tuple[int, int]]
    end: int
    uses_calculator: bool


def _parse_variables(memory: bytes, at: int) -> _Variables:
    values: dict[str, bytes] = {}
    places: dict[str, tuple[int, int]] = {}
    while memory[at] != 0x80:
        kind, letter = memory[at] & 0xE0, chr(memory[at] & 0x1F | 0x60)
        start = at + 1
        if kind == 0x60:
            name, end = letter, start + 5
        elif kind == 0xA0:
            last = start
            while not memory[last] & 0x80:
                last += 1
            name = letter + bytes(byte & 0x7F for byte in memory[start : last + 1]).decode("ascii")
            start, end = last + 1, last + 6
        elif kind == 0xE0:
            name, end = "for " + letter, start + 18
        else:
            end = start + 2 + int.from_bytes(memory[start : start + 2], "little")
            start += 2
            if kind != 0x40:
                start += 1 + 2 * memory[start]
            name = letter + {0x40: "$ string", 0x80: "()", 0xC0: "$"}[kind]
        values[name] = bytes(memory[start:end])
        places[name] = (start, end)
        at = end
    numbers = [value for name, value in values.items() if len(value) == 5]
    lengths = values.get("h()", b"")
    groups = [lengths[start : start + 5] for start in range(0, len(lengths), 5)]
    groups = groups[: max(0, int(_parse_value(values.get("datanline", bytes(5)))))]
    plain = all(number[0] == number[1] == number[3] == 0 for number in numbers + groups) and bytes(5) not in groups
    return _Variables(values, places, at, not plain)


def _parse_value(number: bytes) -> float:
    if number[0] == 0:
        magnitude = number[2] | number[3] << 8
        return magnitude - 65536 if number[1] else magnitude
    mantissa = (number[1] | 0x80) << 24 | number[2] << 16 | number[3] << 8 | number[4]
    return (-1 if number[1] & 0x80 else 1) * math.ldexp(mantissa, number[0] - 160)


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
