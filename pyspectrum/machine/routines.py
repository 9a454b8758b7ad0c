"""Calling a machine-code routine from outside, as a program's own CALL would.

The routine has returned when PC is at a sentinel with SP back. The T-states are the same at every call but for what the
ULA adds in contended memory and at its port.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyspectrum.core import Core
from pyspectrum.core.running import Address, Runner, place_name
from pyspectrum.core.states import SP, CoreState
from pyspectrum.errors import RegisterError, StackError

_SENTINEL = 0x0000
"""The return address on the stack: code that comes there otherwise has reset the machine, and not returned."""
_SOON_SECONDS = 0.2
"""A routine that has not returned after that long is looked at."""
_RAM, _SCREEN_END, _SYSTEM_VARIABLES, _SYSTEM_VARIABLES_END = 0x4000, 0x5B00, 0x5C00, 0x5CB6
_RETS = frozenset({0xC9, *range(0xC0, 0x100, 8), 0xED45, 0xED4D})
_PUSHES = frozenset({0xC5, 0xD5, 0xE5, 0xF5, 0xDDE5, 0xFDE5})
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
    core = runner.core
    start, back = core.tstates, core.get("sp") + 2
    before = core.state()
    soon = min(limit_tstates, core.model.seconds_to_tstates(_SOON_SECONDS))
    stops = (runner.breakpoint(_SENTINEL),)
    returned = runner.run_to(start + soon, stops)
    sp = core.get("sp")
    well = (back & 0xFFFF, (back + 2 * arguments) & 0xFFFF)
    if (returned is None or sp not in well) and (stray := _stray_return(runner, before)):
        at, target, sp = stray
        raise StackError(
            f"{name} left by the RET at {runner.describe(at)} to #{target:04X}, {_off(sp - back)} the stack"
        )
    if returned is None and runner.run_to(start + limit_tstates, stops) is None:
        place = f"PC = {runner.describe(core.pc)}, SP = #{core.get('sp'):04X}"
        if core.get("halt") and not core.interrupts_enabled:
            place += ", in HALT with interrupts off"
        error = runner.time_limit_error(f"{name} to return ({place})", limit_tstates)
        error.pc = core.pc
        raise error
    sp = core.get("sp")
    if sp not in well:
        raise StackError(
            f"{name} did not leave the stack as it was: SP = #{sp:04X}, not #{back & 0xFFFF:04X} ({_off(sp - back)} it)"
        )
    values: dict[str, Any] = {name: core.get(name) for name in ("a", "f", *"bcdehl", "bc", "de", "hl", "ix", "iy")}
    values |= {name: bool(values["f"] & bit) for name, bit in _FLAGS.items()}
    return CallResult(**values, tstates=core.tstates - start)


def _off(difference: int) -> str:
    """Say how far SP is from its right place, up to the name of the stack."""
    off = difference & 0xFFFF
    return f"{0x10000 - off} bytes too many on" if off & 0x8000 else f"{off} bytes too many taken from"


def _stray_return(runner: Runner, before: CoreState) -> tuple[int, int, int] | None:
    """Find the first RET since `before` that took what no CALL has pushed, and led to where no code is.

    Returns its address, where it led, and SP after it. The stretch is run again on another core. A jump by PUSH and RET
    to code is none; without symbols, only the screen and the system variables are sure not to be code.
    """
    core, symbols = runner.core, runner.symbols
    again = Core(core.model, pure_python=not core.uses_c)
    again.restore(before)
    again.keyboard_rows[:], again.ports.kempston = core.keyboard_rows, core.ports.kempston
    return_addresses = {again.get("sp")}
    opcode, at, last_sp = 0, again.pc, again.get("sp")
    found: list[tuple[int, int, int]] = []

    def is_no_code(address: int) -> bool:
        if address < _RAM:
            return False
        if symbols is None:
            return address < _SCREEN_END or _SYSTEM_VARIABLES <= address < _SYSTEM_VARIABLES_END
        return symbols.source_line(address) is None if symbols.lines else not symbols.start <= address < symbols.end

    def look(pc: int) -> int:
        nonlocal opcode, at, last_sp
        sp = again.registers[SP]
        if sp == last_sp + 2 and opcode in _RETS:
            if last_sp not in return_addresses and is_no_code(pc):
                found.append((at, pc, sp))
            return_addresses.discard(last_sp)
        elif sp == last_sp - 2:
            (return_addresses.discard if opcode in _PUSHES else return_addresses.add)(sp)
        opcode, at, last_sp = again.memory[pc], pc, sp
        if opcode in (0xED, 0xDD, 0xFD):
            opcode = opcode << 8 | again.memory[pc + 1 & 0xFFFF]
        return 0

    again.execute(core.tstates, ask=look)
    look(again.pc)
    is_same = list(again.registers) == list(core.registers)  # else a hook or a watch had its hand in it
    return found[0] if found and is_same else None


def _checked(name: str, value: int, size: int) -> int:
    """`value` without its sign, for a place of `size` values."""
    if not -size // 2 <= value < size:
        raise RegisterError(f"{value} does not fit into {name}; use {-size // 2} to {size - 1}")
    return value % size
