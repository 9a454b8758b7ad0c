"""By what a file is known to be a Spectrum screen, in bytes; `screens` reads them."""

from __future__ import annotations

BITMAP_SIZE = 6144
SCREEN_SIZE = BITMAP_SIZE + 768
"""The bitmap and its attributes."""
THIRD_SIZE = 2048
PLUS3DOS_SIGNATURE = b"PLUS3DOS\x1a"
