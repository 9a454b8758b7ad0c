"""Calling a machine-code routine from outside, as a program's own CALL would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspectrum.errors import StackError, TimeLimitError

if TYPE_CHECKING:
    from pyspectrum.machine import Address, Spectrum

_SENTINEL = 0x0000
_CARRY, _ZERO = 0x01, 0x40


@dataclass(frozen=True)
class CallResult:
    """The registers when a routine returned, and the T-states from its first instruction to its RET's end."""

    a: int
    f: int
    bc: int
    de: int
    hl: int
    ix: int
    iy: int
    tstates: int

    @property
    def b(self) -> int:
        """B."""
        return self.bc >> 8

    @property
    def c(self) -> int:
        """C."""
        return self.bc & 0xFF

    @property
    def d(self) -> int:
        """D."""
        return self.de >> 8

    @property
    def e(self) -> int:
        """E."""
        return self.de & 0xFF

    @property
    def h(self) -> int:
        """H."""
        return self.hl >> 8

    @property
    def l(self) -> int:  # noqa: E743 - the register's name
        """L."""
        return self.hl & 0xFF

    @property
    def carry(self) -> bool:
        """The carry flag."""
        return bool(self.f & _CARRY)

    @property
    def zero(self) -> bool:
        """The zero flag."""
        return bool(self.f & _ZERO)


class Routines:
    """Calls into a machine's memory."""

    def __init__(self, spectrum: Spectrum) -> None:
        self._spectrum = spectrum

    def call(self, target: Address, limit_tstates: int, registers: dict[str, int]) -> CallResult:
        """See `Spectrum.call`."""
        spectrum, core = self._spectrum, self._spectrum.core
        for name, value in registers.items():
            core.set(name, value)
        stack = core.get("sp")
        below = (stack - 2) & 0xFFFF
        core.memory[below], core.memory[(below + 1) & 0xFFFF] = _SENTINEL & 0xFF, _SENTINEL >> 8
        core.set("sp", below)
        core.pc = spectrum.address(target)
        start = core.tstates
        try:
            spectrum.run_until_pc(_SENTINEL, limit_tstates=limit_tstates)
        except TimeLimitError as error:
            raise TimeLimitError(f"{target!r} to return", limit_tstates, error.screen) from None
        if core.get("sp") != stack:
            raise StackError(
                f"{target!r} came back with SP = #{core.get('sp'):04X}, not #{stack:04X}; balance its stack"
            )
        values = {name: core.get(name) for name in ("a", "f", "bc", "de", "hl", "ix", "iy")}
        return CallResult(**values, tstates=core.tstates - start)
