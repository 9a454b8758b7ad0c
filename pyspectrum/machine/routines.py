"""Calling a machine-code routine from outside, as a program's own CALL would.

The return address is a sentinel; the routine has returned when PC is there with SP back. Its changes of memory and
ports stay, and the clock has continued; the registers are put back, so that calls can follow each other and an
interrupted program can continue. The T-states are exact, and the same at every call but for what the ULA adds in
contended memory and at its port.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyspectrum.core import Core
from pyspectrum.core.running import Address, Runner, place_name
from pyspectrum.errors import RegisterError, StackError, TimeLimitError

_SENTINEL = 0x0000
"""The return address on the stack: code that comes there otherwise has reset the machine, and not returned."""
_RAM = 0x4000
_FLAGS = {"carry": 0x01, "parity": 0x04, "zero": 0x40, "sign": 0x80}
_BYTES = ("a", "f", "b", "c", "d", "e", "h", "l", "i", "r")
_WORDS = ("af", "bc", "de", "hl", "ix", "iy", "sp", "af'", "bc'", "de'", "hl'")


@dataclass(frozen=True)
class CallResult:
    """The registers when a routine returned, and the T-states from its first instruction to its RET's end.

    Bytes and words are unsigned; the flags are bools: `sign` for a negative result, `parity` for parity or overflow.
    """

    a: int
    f: int
    bc: int
    de: int
    hl: int
    ix: int
    iy: int
    tstates: int
    b: int = field(repr=False)
    c: int = field(repr=False)
    d: int = field(repr=False)
    e: int = field(repr=False)
    h: int = field(repr=False)
    l: int = field(repr=False)  # noqa: E741 -- the register's name
    carry: bool = field(repr=False)
    zero: bool = field(repr=False)
    sign: bool = field(repr=False)
    parity: bool = field(repr=False)


def call_routine(
    runner: Runner,
    target: Address,
    limit_tstates: int,
    registers: dict[str, int],
    *,
    stack: Iterable[int],
    interrupts: bool,
) -> CallResult:
    """See `Spectrum.call`."""
    core = runner.core
    entry = runner.address(target)
    arguments = [_checked("a word on the stack", value, 0x10000) for value in stack]
    named = {name.replace("_", "'"): value for name, value in registers.items()}
    for name, value in named.items():
        if name not in _BYTES and name not in _WORDS:
            raise RegisterError(f"no register {name!r}; use {', '.join((*_BYTES, *_WORDS))} (af_ for af')")
        named[name] = _checked(name, value, 0x100 if name in _BYTES else 0x10000)
    saved = core.registers[:]
    try:
        for name, value in named.items():
            core.set(name, value)
        _push(core, place_name(target), arguments)
        core.interrupts_enabled = interrupts
        runner.jump(entry)
        return _run(runner, place_name(target), limit_tstates, len(arguments))
    finally:
        core.touch()
        tstates = core.tstates
        core.registers[:] = saved
        core.tstates = tstates


def _push(core: Core, name: str, arguments: list[int]) -> None:
    """Push the arguments, the first one first, and the sentinel."""
    top = core.get("sp")
    for word in (*arguments, _SENTINEL):
        below = (core.get("sp") - 2) & 0xFFFF
        if not _RAM <= below < 0xFFFF:
            raise StackError(f"no stack to call {name} with: SP = #{top:04X} is not in RAM; boot first, or pass sp=")
        core.memory[below], core.memory[below + 1] = word & 0xFF, word >> 8
        core.set("sp", below)


def _run(runner: Runner, name: str, limit_tstates: int, arguments: int) -> CallResult:
    """Run until the routine comes back."""
    core = runner.core
    start, back = core.tstates, core.get("sp") + 2
    try:
        runner.run_until_pc((_SENTINEL,), limit_tstates)
    except TimeLimitError as error:
        waited_for = f"{name} to return (PC = #{core.pc:04X}, SP = #{core.get('sp'):04X})"
        raise runner.time_limit_error(waited_for, error.tstates) from None
    sp = core.get("sp")
    if sp not in (back & 0xFFFF, (back + 2 * arguments) & 0xFFFF):
        off = sp - back & 0xFFFF
        what = f"{0x10000 - off} bytes too many on it" if off & 0x8000 else f"{off} bytes too many taken from it"
        raise StackError(f"{name} did not leave the stack as it was: SP = #{sp:04X}, not #{back:04X} ({what})")
    values: dict[str, Any] = {name: core.get(name) for name in ("a", "f", *"bcdehl", "bc", "de", "hl", "ix", "iy")}
    values |= {name: bool(values["f"] & bit) for name, bit in _FLAGS.items()}
    return CallResult(**values, tstates=core.tstates - start)


def _checked(name: str, value: int, size: int) -> int:
    """`value` without its sign, for a place of `size` values."""
    if not -size // 2 <= value < size:
        raise RegisterError(f"{value} does not fit into {name}; use {-size // 2} to {size - 1}")
    return value % size
