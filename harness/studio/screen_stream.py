"""The Spectrum's picture on its way to a page: the 32-byte rows of a SCREEN$ that differ from what the page has.

A message is a head of seven bytes and, for each row that changed, its number and its 32 bytes::

    0     1: a frame
    1-4   the frame's number since the machine was switched on, most significant byte first
    5     the border's colour, 0-7
    6     bit 0: FLASH cells are inverted now; bit 1: the moment is in the past

Rows 0-191 are pixel rows in the order of memory, 192-215 rows of attributes.
"""

from __future__ import annotations

from pyspectrum.screen import SCREEN_SIZE
from pyspectrum.screen.picture import FLASH_FRAMES

FRAME = 1
HEAD_BYTES = 7
ROW_BYTES = 32


def encode_frame(screen: bytes, border: int, number: int, known: bytes = b"", *, past: bool = False) -> bytes:
    """A frame as a message.

    Args:
        screen: 6,912 bytes.
        border: 0–7.
        number: of the frame; it tells the phase of FLASH.
        known: the screen that the page has (empty: none).
        past: whether the page looks at what has been.

    >>> blank = bytes(6912)
    >>> len(encode_frame(blank, 7, 1, blank)), len(encode_frame(blank, 7, 1))
    (7, 7135)
    >>> changed = b"\\x01" + blank[1:]
    >>> encode_frame(changed, 7, 16, blank)[6:9]
    b'\\x01\\x00\\x01'
    """
    flags = (number // FLASH_FRAMES & 1) | past << 1
    parts = [bytes((FRAME,)), (number & 0xFFFFFFFF).to_bytes(4, "big"), bytes((border & 7, flags))]
    if screen != known:
        for row in range(SCREEN_SIZE // ROW_BYTES):
            start = row * ROW_BYTES
            cells = screen[start : start + ROW_BYTES]
            if cells != known[start : start + ROW_BYTES]:
                parts += (bytes((row,)), cells)
    return b"".join(parts)
