"""BASIC's variables as Python values, and back.

The variables area starts at VARS and ends with #80 just before E_LINE. The top three bits of a
variable's first byte tell its kind, the low five its letter (a = 1):

======= =================================== ==========================================================
bits    kind                                what follows
======= =================================== ==========================================================
``010`` string ``a$``                       length (2), the characters
``011`` number with a name of one letter    value (5)
``100`` array of numbers ``a()``            length of the rest (2), dimensions (1), each size (2), values
``101`` number with a longer name           the other letters, bit 7 set on the last; value (5)
``110`` array of characters ``a$()``        as for numbers, one byte an element
``111`` loop variable of FOR                value, limit, step (5 each), line (2), statement (1)
======= =================================== ==========================================================

Source: ZX Spectrum BASIC Programming (S. Vickers, 1982), chapter 24.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pyspectrum.core.paging import Memory
from pyspectrum.errors import VariableError
from pyspectrum.memory import E_LINE, RAMTOP, STKEND, VARS, read_word

END_MARKER = 0x80
NUMBER_SIZE = 5

_STRING, _NUMBER, _NUMBERS, _LONG_NUMBER, _CHARACTERS, _LOOP = 2, 3, 4, 5, 6, 7
_SUFFIXES = {_STRING: "$", _NUMBERS: "()", _CHARACTERS: "$()"}
_EXPONENT_BIAS = 128
_LOOP_SIZE = 18
_NEAR = 1e-9


@dataclass(frozen=True)
class Loop:
    """A loop variable; NEXT continues at `line` and `statement`, which counts from 1."""

    value: float
    limit: float
    step: float
    line: int
    statement: int


Array: TypeAlias = "tuple[float | str | Array, ...]"
Value: TypeAlias = "float | str | Loop | Array"
Sought: TypeAlias = "float | str | Sequence[Sought]"
"""A value that a variable may be compared with."""


@dataclass(frozen=True)
class Variable:
    """A variable in memory: the addresses of its first byte, of its value (or a length), and of the next variable."""

    name: str
    address: int
    body_address: int
    end_address: int
    value: Value


@functools.lru_cache(maxsize=1024)
def number_to_bytes(value: float) -> bytes:
    """Return a number in the Spectrum's five bytes; VariableError for 2**127 or more, or no number at all.

    Whole numbers from -65535 to 65535 take the small form (0, sign, low, high, 0), all others an exponent with bias 128
    and a mantissa of 32 bits whose top bit is replaced by the sign.
    """
    if not math.isfinite(value):
        raise VariableError(f"{value} has no Spectrum form; only finite numbers have")
    if -65535 <= value <= 65535 and value == int(value):
        return bytes((0, 0xFF if value < 0 else 0)) + (int(value) & 0xFFFF).to_bytes(2, "little") + b"\0"
    fraction, exponent = math.frexp(abs(value))
    # half up, as the ROM rounds
    mantissa = math.floor(fraction * 2**32 + 0.5)
    if mantissa == 1 << 32:
        mantissa, exponent = 1 << 31, exponent + 1
    if exponent > 127:
        raise VariableError(f"{value:g} is too big for the Spectrum; the limit is 2^127, about 1.7E38")
    if exponent + _EXPONENT_BIAS < 1:
        return bytes(NUMBER_SIZE)
    sign = 0x80000000 if value < 0 else 0
    return bytes((exponent + _EXPONENT_BIAS,)) + (mantissa & 0x7FFFFFFF | sign).to_bytes(4, "big")


def number_from_bytes(five: bytes) -> float:
    """Return the number in five bytes: an `int` from the small form, else a `float`; ValueError if they are not five.

    >>> number_from_bytes(bytes.fromhex("00 ff fe ff 00")), number_from_bytes(bytes.fromhex("7f 00 00 00 00"))
    (-2, 0.25)
    """
    if len(five) != NUMBER_SIZE:
        raise ValueError("it is cut short")
    if five[0] == 0:
        return int.from_bytes(five[2:4], "little") - (0x10000 if five[1] else 0)
    mantissa = int.from_bytes(five[1:], "big")
    magnitude = math.ldexp(mantissa | 0x80000000, five[0] - _EXPONENT_BIAS - 32)
    return -magnitude if mantissa & 0x80000000 else magnitude


def read_variables(memory: Sequence[int], names: Collection[str] | None = None) -> dict[str, Value]:
    """Read the variables of the program in `memory` (all 65,536 bytes), by name; VariableError if they are damaged.

    With `names`, only those are read, which is much quicker if there are large arrays.

    Names are lower-case, as the Spectrum keeps them: ``lenline``, ``a$``, arrays ``h()`` and ``g$()``. Numbers are
    `int` or `float`; strings `str`, a character for a code (Latin-1); arrays nested tuples, ``array[0]`` being BASIC's
    ``(1)``; the last dimension of a character array is a `str`; loop variables are `Loop`.
    """
    return _values(walk_variables(memory, names))


def walk_variables(memory: Sequence[int], names: Collection[str] | None = None) -> Iterator[Variable]:
    """Yield the variables of the program in `memory`, each with its place; with `names`, only those."""
    start, end = read_word(memory, VARS), read_word(memory, E_LINE)
    if not 16384 <= start < end <= 0xFFFF:
        raise VariableError(f"VARS ({start}) and E_LINE ({end}) do not enclose variables; has the machine booted?")
    yield from _walk(bytes(memory[start:end]), start, names)


def _values(variables: Iterable[Variable]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for variable in variables:
        values.setdefault(variable.name, variable.value)  # BASIC finds the first as well
    return values


def find_variable(memory: Sequence[int], name: str) -> Variable:
    """Find the variable called `name` (``lenline``, ``g$()`` …; case and blanks do not count), or VariableError."""
    wanted, names = _folded(name), []
    for variable in walk_variables(memory):
        if variable.name == wanted:
            return variable
        names.append(variable.name)
    raise VariableError(f"no variable {wanted}; the program has {', '.join(names) or 'none'}")


def _folded(name: str) -> str:
    return "".join(name.split()).lower()


_PLACE = re.compile(r"([a-z][a-z0-9]*)(\$?)(?:\(([\d,]*)\))?")


def parse_place(name: str) -> tuple[tuple[str, ...], list[int]]:
    """Return the names that a variable or an array's element may have in the area, and the element's subscripts.

    >>> parse_place("H(2, 3)"), parse_place("a$")
    ((('h()',), [2, 3]), (('a$', 'a$()'), []))
    """
    found = _PLACE.fullmatch(_folded(name))
    if found is None or (len(found[1]) > 1 and (found[2] or found[3] is not None)):
        raise VariableError(f"{name!r} is no variable's name; write lamp, a$, h() or h(2,3)")
    subscripts = [int(one) for one in (found[3] or "").split(",") if one]
    if found[3] is not None:
        return (f"{found[1]}{found[2]}()",), subscripts
    return (found[1] + found[2], *([f"{found[1]}$()"] if found[2] else [])), []


def variable_value(memory: Sequence[int], name: str) -> Value:
    """Return the value of a variable, ``lamp``, ``a$``, ``h()``, or of an element, ``h(2,3)``, or VariableError."""
    names, subscripts = parse_place(name)
    found = read_variables(memory, names)
    if not found:
        known = ", ".join(read_variables(memory)) or "none"
        raise VariableError(f"there is no variable {names[0]}; the program has {known}")
    value = next(iter(found.values()))
    for subscript in subscripts:
        if not isinstance(value, tuple | str) or not 1 <= subscript <= len(value):
            raise VariableError(f"{name}: subscript out of range")
        value = value[subscript - 1]
    return value.value if isinstance(value, Loop) else value


def is_same_value(value: Value, wanted: Sought) -> bool:
    """Return True if these are the same to BASIC: numbers as exactly as five bytes hold them, lists as tuples.

    >>> is_same_value(number_from_bytes(number_to_bytes(0.1)), 0.1), is_same_value((1, 2), [1, 2])
    (True, True)
    """
    if isinstance(wanted, int | float):
        return isinstance(value, int | float) and math.isclose(value, wanted, rel_tol=_NEAR)
    if isinstance(wanted, str) or not isinstance(value, tuple):
        return value == wanted
    return len(value) == len(wanted) and all(map(is_same_value, value, wanted))


def shown_value(value: Value | Sought) -> str:
    """Return a value as a message has it; of a loop variable the present value.

    >>> shown_value((1, 0.5)), shown_value("it")
    ('1, 0.5', "'it'")
    """
    if isinstance(value, Loop):
        value = value.value
    if isinstance(value, tuple | list):
        return ", ".join(
            f"({shown_value(one)})" if isinstance(one, tuple | list) else shown_value(one) for one in value
        )
    return f"{value:.8g}" if isinstance(value, float) else repr(value)


def parse_variables(area: bytes) -> dict[str, Value]:
    """Parse the variables in a piece of memory or of a tape; the #80 at the end may be missing."""
    end = bytes((END_MARKER,))
    return _values(_walk(area.removesuffix(end) + end, 0))


def _walk(area: bytes, base: int, names: Collection[str] | None = None) -> Iterator[Variable]:
    offset = 0
    while offset < len(area) and area[offset] != END_MARKER:
        try:
            name, body, end = _span_at(area, offset)
            is_wanted = names is None or name in names
            value = _value_at(area, area[offset] >> 5, body, end) if is_wanted else 0
        except (IndexError, ValueError) as error:
            raise VariableError(f"the variable at {base + offset} (#{base + offset:04X}) is damaged: {error}") from None
        if end > len(area):
            raise VariableError(f"the variable {name} at {base + offset} is cut short")
        if is_wanted:
            yield Variable(name, base + offset, base + body, base + end, value)
        offset = end


def _span_at(area: bytes, offset: int) -> tuple[str, int, int]:
    kind, letter = area[offset] >> 5, chr(area[offset] & 0x1F | 0x60)
    if not letter.isalpha():
        raise ValueError(f"no letter in its first byte #{area[offset]:02X}")
    body = offset + 1
    if kind in _SUFFIXES:
        return letter + _SUFFIXES[kind], body, body + 2 + read_word(area, body)
    if kind not in (_NUMBER, _LONG_NUMBER, _LOOP):
        raise ValueError(f"no kind of variable starts with #{area[offset]:02X}")
    is_last = kind != _LONG_NUMBER
    while not is_last:
        letter, is_last = letter + chr(area[body] & 0x7F), area[body] >= 0x80
        body += 1
    return letter, body, body + (_LOOP_SIZE if kind == _LOOP else NUMBER_SIZE)


def _value_at(area: bytes, kind: int, body: int, end: int) -> Value:
    if kind == _STRING:
        return area[body + 2 : end].decode("latin-1")
    if kind == _LOOP:
        value, limit, step = (_number_at(area, body + place) for place in (0, 5, 10))
        return Loop(value, limit, step, read_word(area, body + 15), area[body + 17])
    if kind not in (_NUMBERS, _CHARACTERS):
        return _number_at(area, body)
    sizes = tuple(read_word(area, body + 3 + 2 * index) for index in range(area[body + 2]))
    data = area[body + 3 + 2 * len(sizes) : end]
    width = NUMBER_SIZE if kind == _NUMBERS else 1
    if not sizes or len(data) != width * math.prod(sizes):
        raise ValueError(f"an array of {sizes} elements in {len(data)} bytes")
    items: Any = data.decode("latin-1")
    if kind == _NUMBERS:
        items = tuple(_number_at(data, place) for place in range(0, len(data), NUMBER_SIZE))
    for size in reversed(sizes[1:]):
        items = tuple(items[at : at + size] for at in range(0, len(items), size))
    return items  # type: ignore[no-any-return]


def _number_at(area: bytes, offset: int) -> float:
    return number_from_bytes(area[offset : offset + NUMBER_SIZE])


def build_variables(variables: Mapping[str, Value]) -> bytes:
    """Return values as the bytes of a variables area, in the mapping's order, without the closing #80.

    The names are those of `read_variables`; a sequence needs ``()``. VariableError for what BASIC cannot have.
    """
    return b"".join(_built(_folded(name), value) for name, value in variables.items())


def _built(name: str, value: Value) -> bytes:
    letters = name.removesuffix("()").removesuffix("$")
    if not (letters.isascii() and letters.isalnum() and letters[0].isalpha()):
        raise VariableError(f"{name!r} is not a BASIC name; use letters and digits, a letter first")
    if len(letters) > 1 and (name != letters or isinstance(value, Loop)):
        raise VariableError(f"{name}: only a plain number may have a name of more than one letter")
    letter = ord(letters[0]) & 0x1F
    if name.endswith("()"):
        return _built_array(name, letter, value)
    if isinstance(value, str) and name.endswith("$"):
        return bytes((_STRING << 5 | letter,)) + len(value).to_bytes(2, "little") + _text_bytes(name, value)
    if isinstance(value, Loop) and name == letters:
        numbers = b"".join(map(number_to_bytes, (value.value, value.limit, value.step)))
        return bytes((_LOOP << 5 | letter,)) + numbers + value.line.to_bytes(2, "little") + bytes((value.statement,))
    if isinstance(value, int | float) and name == letters:
        if len(letters) == 1:
            return bytes((_NUMBER << 5 | letter,)) + number_to_bytes(value)
        rest = letters[1:-1].encode("ascii") + bytes((ord(letters[-1]) | 0x80,))
        return bytes((_LONG_NUMBER << 5 | letter,)) + rest + number_to_bytes(value)
    raise VariableError(f"{name}: a {type(value).__name__} does not go with that name")


def _built_array(name: str, letter: int, value: Value) -> bytes:
    """Build an array; its rows are flattened one dimension after another, texts the last."""
    characters = name.endswith("$()")
    sizes: list[int] = []
    items: list[Any] = [value]
    while isinstance(items[0], tuple | list) or (characters and isinstance(items[0], str)):
        size = len(items[0])
        if not size:
            raise VariableError(f"{name}: an array has at least one element in each dimension")
        if not all(isinstance(item, tuple | list | str) and len(item) == size for item in items):
            raise VariableError(f"{name}: its rows are not all alike")
        sizes.append(size)
        if isinstance(items[0], str):
            break
        items = [one for item in items for one in item]
    if not sizes:
        raise VariableError(f"{name}: an array needs a sequence, not {value!r}")
    if characters:
        if not all(isinstance(item, str) for item in items):
            raise VariableError(f"{name}: its last dimension must be text")
        data = _text_bytes(name, "".join(items))
    else:
        for item in items:
            if not isinstance(item, int | float):
                raise VariableError(f"{name}: {item!r} is not a number")
        data = b"".join(map(number_to_bytes, items))
    rest = bytes((len(sizes),)) + b"".join(size.to_bytes(2, "little") for size in sizes) + data
    if len(rest) > 0xFFFF:
        raise VariableError(f"{name}: {len(rest)} bytes do not fit into the Spectrum")
    kind = _CHARACTERS if characters else _NUMBERS
    return bytes((kind << 5 | letter,)) + len(rest).to_bytes(2, "little") + rest


def _text_bytes(name: str, text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError as error:
        raise VariableError(f"{name}: the Spectrum has no character {text[error.start]!r}") from None


# -- written into a machine ----------------------------------------------------------------------------

_POINTERS = range(VARS, STKEND + 1, 2)
"""The system variables that the ROM's POINTERS changes."""
_SPARE_BYTES = 80
"""Free bytes that the ROM wants between the calculator's stack and the machine's; see TEST-ROOM (#1F05)."""


@dataclass(frozen=True)
class NumberArray:
    """Place of an array of numbers: the address of its first element, and its sizes as DIM was given them."""

    address: int
    sizes: tuple[int, ...]

    @classmethod
    def find(cls, memory: Sequence[int], name: str) -> NumberArray:
        """Find the array called `name`, as ``"b()"``, or VariableError."""
        variable = find_variable(memory, name)
        if not variable.name.endswith("()") or variable.name.endswith("$()"):
            raise VariableError(f"{variable.name} is not an array of numbers; name one, as in 'a()'")
        count = memory[variable.body_address + 2]
        first_size = variable.body_address + 3
        sizes = tuple(read_word(memory, first_size + 2 * index) for index in range(count))
        return cls(first_size + 2 * count, sizes)

    def write_rows(self, memory: Memory, rows: Sequence[Sequence[float]]) -> None:
        """Write the first rows of the array, or the only one of one dimension; the rest of each row becomes 0.

        VariableError if the array has more dimensions, fewer rows, or shorter ones.
        """
        *many, width = self.sizes
        longest = max(map(len, rows), default=0)
        if len(many) > 1 or len(rows) > math.prod(many) or longest > width:
            raise VariableError(f"{len(rows)} rows of up to {longest} values do not fit an array of {self.sizes}")
        data = bytearray(NUMBER_SIZE * width * len(rows))
        try:
            data[2::NUMBER_SIZE] = b"".join([bytes(row).ljust(width, b"\0") for row in rows])  # type: ignore[arg-type]
        except (TypeError, ValueError):  # not all of them are whole numbers from 0 to 255, which differ in one byte
            step = NUMBER_SIZE * width
            data = bytearray().join([b"".join(map(number_to_bytes, row)).ljust(step, b"\0") for row in rows])
        memory[self.address : self.address + len(data)] = data


def replace_variable(memory: Memory, variable: Variable, value: Value) -> None:
    """Give a variable, as `find_variable` found it, another value; VariableError if it does not fit.

    If its length changes, all that lies behind it moves, up to the calculator's stack, and the system variables that
    point there change, as by the ROM's own MAKE-ROOM (#1655), RECLAIM (#19E5) and POINTERS (#1664).
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
