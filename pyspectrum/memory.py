"""The system variables that this package reads (source: the ZX Spectrum manual, chapter 25), and words in memory."""

from __future__ import annotations

from collections.abc import Sequence

DISPLAY_FILE = 16384
SCREEN_END = 23296

KSTATE = 23552  # two sets of four bytes: main code or #FF when free, countdown, repeat, character
LAST_K = 23560  # the newly pressed key's character
ERR_NR = 23610  # report number - 1; 255 when nothing is wrong
FLAGS = 23611  # bit 5: a new key has been pressed and not been read
ERR_SP = 23613
PPC = 23621  # the BASIC line being executed
SUBPPC = 23623  # the statement in it
CHARS = 23606
VARS = 23627
CURCHL = 23633  # the current channel's routines, output before input
PROG = 23635
E_LINE = 23641
CH_ADD = 23645  # the next character that BASIC interprets
X_PTR = 23647  # where the editor puts its ? in a line that BASIC does not take
WORKSP = 23649  # behind the line being edited
STKBOT = 23651
STKEND = 23653
DF_SZ = 23659  # lines in the lower screen
FLAGX = 23665  # bit 5: INPUT is waiting
FRAMES = 23672  # three bytes
UDG = 23675
RAMTOP = 23730

NEW_KEY = 0x20  # the bit of FLAGS
INPUT_MODE = 0x20  # the bit of FLAGX


def read_word(memory: Sequence[int], address: int) -> int:
    """Return the little-endian word at `address`; behind #FFFF memory begins again."""
    return memory[address & 0xFFFF] | memory[address + 1 & 0xFFFF] << 8


def bytes_text(data: bytes) -> str:
    """Format bytes for a message, in hexadecimal and in decimal.

    >>> bytes_text(b"AB"), word_text(b"AB")
    ('#41 #42 (65 66)', '#4241 (16961)')
    """
    return f"{' '.join(f'#{one:02X}' for one in data)} ({' '.join(map(str, data))})"


def byte_text(value: int) -> str:
    """Format a byte for a message."""
    return f"#{value:02X} ({value})"


def word_text(data: bytes) -> str:
    """Format two bytes, the low one first, for a message about a number."""
    value = int.from_bytes(data, "little")
    return f"#{value:04X} ({value})"
