"""The Z80's registers by their names, and where the simulator keeps them."""

from __future__ import annotations

from typing import Any

from skoolkit.simutils import HALT, IFF, IM, MEMPTR, PC, REGISTERS, T

_NAMES = {
    "bc": "BC", "de": "DE", "hl": "HL", "ix": ("IXh", "IXl"), "iy": ("IYh", "IYl"), "af": "AF",
    "bc'": ("^B", "^C"), "de'": ("^D", "^E"), "hl'": ("^H", "^L"), "af'": ("^A", "^F"),
}  # fmt: skip
PAIRS = {name: (REGISTERS[pair[0]], REGISTERS[pair[1]]) for name, pair in _NAMES.items()}
SINGLES = {name: REGISTERS[name.upper()] for name in ("a", "f", "b", "c", "d", "e", "h", "l", "i", "r", "sp", "pc")} | {
    "im": IM,
    "halt": HALT,
    "memptr": MEMPTR,
}


class RegisterView:
    """The part of a core that reads and sets the simulator's `registers`."""

    registers: Any

    @property
    def tstates(self) -> int:
        """T-states since power-on."""
        return int(self.registers[T])

    @tstates.setter
    def tstates(self, value: int) -> None:
        self.registers[T] = value

    @property
    def pc(self) -> int:
        """The program counter."""
        return int(self.registers[PC])

    @pc.setter
    def pc(self, value: int) -> None:
        self.registers[PC] = value & 0xFFFF

    def get(self, name: str) -> int:
        """A register or register pair by its Z80 name: ``a``, ``hl``, ``ix``, ``hl'``, ``sp`` …

        Also ``im``, the interrupt mode; ``halt``, 1 while the Z80 waits in HALT; ``memptr``, its hidden register.
        """
        if name in PAIRS:
            high, low = PAIRS[name]
            return int(self.registers[high]) << 8 | int(self.registers[low])
        return int(self.registers[SINGLES[name]])

    def set(self, name: str, value: int) -> None:
        """Set a register or register pair by its Z80 name."""
        if name in PAIRS:
            high, low = PAIRS[name]
            self.registers[high], self.registers[low] = value >> 8 & 0xFF, value & 0xFF
        else:
            self.registers[SINGLES[name]] = value

    @property
    def interrupts_enabled(self) -> bool:
        """IFF1."""
        return bool(self.registers[IFF])

    @interrupts_enabled.setter
    def interrupts_enabled(self, value: bool) -> None:
        self.registers[IFF] = int(value)
