"""Writing BASIC's variables straight into a machine, in place of typing what would set them.

A variable that changes its length moves all that lies behind it, up to the calculator's stack, and the system variables
that point there, as the ROM's own routines do.

Source: MAKE-ROOM (#1655), RECLAIM (#19E5) and POINTERS (#1664) in "The Complete Spectrum ROM Disassembly"
(I. Logan, F. O'Hara, 1983).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pyspectrum.basic.variables import NUMBER_SIZE, Value, Variable, build_variables, find_variable, number_to_bytes
from pyspectrum.core.paging import Memory
from pyspectrum.errors import VariableError
from pyspectrum.memory import RAMTOP, STKEND, VARS, read_word

_POINTERS = range(VARS, STKEND + 1, 2)
"""The system variables that POINTERS sees to."""
_SPARE_BYTES = 80
"""Free bytes that the ROM wants between the calculator's stack and the machine's; see TEST-ROOM (#1F05)."""


@dataclass(frozen=True)
class NumberArray:
    """Place of an array of numbers: the address of its first element, and its sizes as DIM was given them."""

    address: int
    sizes: tuple[int, ...]

    @classmethod
    def find(cls, memory: Sequence[int], name: str) -> NumberArray:
        """The array called `name`, as ``"b()"``.

        Raises:
            VariableError: there is none.
        """
        variable = find_variable(memory, name)
        if not variable.name.endswith("()") or variable.name.endswith("$()"):
            raise VariableError(f"{variable.name} is not an array of numbers; name one, as in 'a()'")
        count = memory[variable.body_address + 2]
        first_size = variable.body_address + 3
        sizes = tuple(read_word(memory, first_size + 2 * index) for index in range(count))
        return cls(first_size + 2 * count, sizes)

    def write(self, memory: Memory, values: Sequence[float], *start: int) -> None:
        """Put values in from the element `start` on, counted from 1 as BASIC does: ``write(memory, [3, 4], 2, 1)`` is
        ``LET b(2,1)=3: LET b(2,2)=4``.

        Raises:
            VariableError: there is no such element, or the values run over the end of its row.
        """
        sizes = self.sizes
        if len(start) != len(sizes) or not all(1 <= index <= size for index, size in zip(start, sizes, strict=True)):
            raise VariableError(f"no element {start} in an array of {sizes}; count from 1")
        if start[-1] - 1 + len(values) > sizes[-1]:
            raise VariableError(f"{len(values)} values from element {start} on run over an array of {sizes}")
        number = 0
        for index, size in zip(start, sizes, strict=True):
            number = number * size + index - 1
        data = _numbers_to_bytes(values)
        address = self.address + NUMBER_SIZE * number
        memory[address : address + len(data)] = data

    def write_rows(self, memory: Memory, rows: Sequence[Sequence[float]]) -> None:
        """Make these the first rows of an array of two dimensions; the rest of each of them is 0, as DIM makes it.

        Raises:
            VariableError: it has other dimensions, fewer rows, or shorter ones.
        """
        sizes = self.sizes
        longest = max(map(len, rows), default=0)
        if len(sizes) != 2 or len(rows) > sizes[0] or longest > sizes[1]:
            raise VariableError(f"{len(rows)} rows of up to {longest} values do not fit an array of {sizes}")
        width = sizes[1]
        data: bytes | bytearray
        try:
            data = _small_to_bytes(b"".join([bytes(row).ljust(width, b"\0") for row in rows]))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            step = NUMBER_SIZE * width
            data = b"".join([b"".join(map(number_to_bytes, row)).ljust(step, b"\0") for row in rows])
        memory[self.address : self.address + len(data)] = data


def _numbers_to_bytes(values: Sequence[float]) -> bytes | bytearray:
    try:
        small = bytes(values)  # type: ignore[arg-type]
    except (TypeError, ValueError):  # not all of them are whole numbers from 0 to 255, which differ in one byte
        return b"".join(map(number_to_bytes, values))
    return _small_to_bytes(small)


def _small_to_bytes(values: bytes) -> bytearray:
    """Whole numbers from 0 to 255 as BASIC keeps them."""
    data = bytearray(NUMBER_SIZE * len(values))
    data[2::NUMBER_SIZE] = values
    return data


def replace_variable(memory: Memory, variable: Variable, value: Value) -> None:
    """Give a variable, as `find_variable` found it, another value; what lies behind it moves where need be.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type('LET a$="old"\\n')
    >>> spectrum.wait_for_text("0 OK")
    >>> replace_variable(spectrum.core.memory, find_variable(spectrum.core.memory, "a$"), "and new")
    >>> spectrum.type('PRINT a$\\n')
    >>> spectrum.wait_for_text("and new")

    Raises:
        VariableError: the name cannot have such a value, or there is no room.
    """
    new = build_variables({variable.name: value})
    start, end = variable.address, variable.end_address
    growth = len(new) - (end - start)
    if growth:
        stack_end = read_word(memory, STKEND)
        if stack_end + growth + _SPARE_BYTES > read_word(memory, RAMTOP):
            raise VariableError(f"{variable.name}: {growth} more bytes do not fit below RAMTOP")
        memory[end + growth : stack_end + growth] = bytes(memory[end:stack_end])
        for pointer in _POINTERS:
            place = read_word(memory, pointer)
            if place >= end:
                memory[pointer : pointer + 2] = (place + growth).to_bytes(2, "little")
    memory[start : start + len(new)] = new
