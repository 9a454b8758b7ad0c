"""Memory that an instruction is about to read and to write: its data, not its own bytes.

Source: Zilog, "Z80 CPU User Manual"; the decoding by x, y, z, p and q is Cristian Dinu's.
"""

from __future__ import annotations

from collections.abc import Sequence

from skoolkit.simutils import REGISTERS

Access = tuple[int, int] | None
"""The first address and how many bytes from there on; None for no access."""

_F, _SP = REGISTERS["F"], REGISTERS["SP"]
_BC, _DE, _HL = 2, 4, 6
_INDEX = {0xDD: REGISTERS["IXh"], 0xFD: REGISTERS["IYh"]}
_CONDITIONS = ((0x40, 0), (0x40, 0x40), (1, 0), (1, 1), (4, 0), (4, 4), (0x80, 0), (0x80, 0x80))
_NOTHING: tuple[Access, Access] = (None, None)


def accesses(memory: Sequence[int], registers: Sequence[int], pc: int) -> tuple[Access, Access]:
    """Return the memory that the instruction at `pc` will read, and the memory that it will write.

    >>> registers = [0] * 30
    >>> registers[6:8] = 0x80, 0x10  # HL
    >>> accesses([0x77], registers, 0), accesses([0x35], registers, 0)  # ld (hl),a; dec (hl)
    ((None, (32784, 1)), ((32784, 1), (32784, 1)))
    """
    opcode, index = memory[pc], 0
    if opcode in _INDEX:
        index, pc = _INDEX[opcode], (pc + 1) & 0xFFFF
        opcode = memory[pc]
        if opcode in _INDEX or opcode == 0xED:  # the first prefix does nothing
            return _NOTHING
    if opcode == 0xED:
        return _extended(memory, registers, pc)
    if opcode == 0xCB:
        return _bits(memory, registers, pc, index)
    x, y, z = opcode >> 6, opcode >> 3 & 7, opcode & 7
    if x == 0:
        return _loads(memory, registers, pc, index, y, z)
    if x == 3:
        return _stack(registers, y, z)
    if opcode == 0x76 or (z != 6 and (x == 2 or y != 6)):
        return _NOTHING
    place = (_pointed(memory, registers, pc, index), 1)
    return (place, None) if z == 6 else (None, place)


def _loads(
    memory: Sequence[int], registers: Sequence[int], pc: int, index: int, y: int, z: int
) -> tuple[Access, Access]:
    if z == 2:
        if y < 4:
            place: Access = (_pair(registers, _BC if y < 2 else _DE), 1)
        else:
            place = (_word(memory, pc + 1), 2 if y < 6 else 1)
        return (place, None) if y & 1 else (None, place)
    if y == 6 and z in (4, 5, 6):
        place = (_pointed(memory, registers, pc, index), 1)
        return (None, place) if z == 6 else (place, place)
    return _NOTHING


def _stack(registers: Sequence[int], y: int, z: int) -> tuple[Access, Access]:
    top, below = (registers[_SP], 2), ((registers[_SP] - 2) & 0xFFFF, 2)
    mask, value = _CONDITIONS[y]
    holds = registers[_F] & mask == value
    match z:
        case 0:
            return (top, None) if holds else _NOTHING
        case 1:
            return (top, None) if y in (0, 1, 2, 4, 6) else _NOTHING
        case 3:
            return (top, top) if y == 4 else _NOTHING
        case 4:
            return (None, below) if holds else _NOTHING
        case 5:
            return (None, below) if y in (0, 1, 2, 4, 6) else _NOTHING
        case 7:
            return None, below
    return _NOTHING


def _bits(memory: Sequence[int], registers: Sequence[int], pc: int, index: int) -> tuple[Access, Access]:
    operation = memory[pc + (2 if index else 1) & 0xFFFF]
    if not index and operation & 7 != 6:
        return _NOTHING
    place = (_pointed(memory, registers, pc, index), 1)
    return (place, None) if operation >> 6 == 1 else (place, place)


def _extended(memory: Sequence[int], registers: Sequence[int], pc: int) -> tuple[Access, Access]:
    opcode = memory[pc + 1 & 0xFFFF]
    x, y, z = opcode >> 6, opcode >> 3 & 7, opcode & 7
    at_hl = (_pair(registers, _HL), 1)
    if x == 1:
        if z == 3:
            place = (_word(memory, pc + 2), 2)
            return (place, None) if y & 1 else (None, place)
        if z == 5:
            return (registers[_SP], 2), None
        return (at_hl, at_hl) if z == 7 and y in (4, 5) else _NOTHING
    if x != 2 or y < 4 or z > 3:
        return _NOTHING
    return ((at_hl, (_pair(registers, _DE), 1)), (at_hl, None), (None, at_hl), (at_hl, None))[z]


def _pointed(memory: Sequence[int], registers: Sequence[int], pc: int, index: int) -> int:
    """The address in HL, or that in IX or IY and the displacement after the opcode."""
    if not index:
        return _pair(registers, _HL)
    displacement = memory[pc + 1 & 0xFFFF]
    return _pair(registers, index) + (displacement ^ 0x80) - 0x80 & 0xFFFF


def _pair(registers: Sequence[int], high: int) -> int:
    return registers[high] << 8 | registers[high + 1]


def _word(memory: Sequence[int], address: int) -> int:
    return memory[address & 0xFFFF] | memory[address + 1 & 0xFFFF] << 8
