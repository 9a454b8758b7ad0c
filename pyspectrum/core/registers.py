"""The Z80's registers by their names, and where the simulator keeps them."""

from skoolkit.simutils import HALT, IM, MEMPTR, REGISTERS

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
