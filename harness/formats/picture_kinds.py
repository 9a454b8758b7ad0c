"""Kinds of picture files, and what is asked of pictures before one is opened: without Pillow, which loads slowly."""

from __future__ import annotations

import re

MAX_COLOURS = 64  # more than a person tells apart in a crossword; the background is one of them

MID_GREY = 128  # the usual threshold between black and white

_SIGNATURE = re.compile(
    rb"(?P<png>\x89PNG\r\n\x1a\n)|(?P<gif>GIF8[79]a)|(?P<bmp>BM)|(?P<jpeg>\xff\xd8\xff)|(?P<webp>RIFF.{4}WEBP)"
    rb"|.{4}(?:(?P<avif>ftypavi[fs])|(?P<heic>ftyp(?:hei[cx]|mif1)))|(?P<jxl>\0\0\0\x0cJXL )"
    rb"|(?P<ppm>P[2356](?=\s++(?:#[^\n]*+\n\s*+)*+[0-9]))"
    rb"|(?P<jpeg2000>\0\0\0\x0cjP  )|(?P<tiff>II\*\0|MM\0\*)|(?P<ico>\0\0\1\0)|(?P<psd>8BPS)",
    re.DOTALL,
)
"""First bytes of each kind of picture file. Pillow has more kinds than are read."""


def is_photograph(data: bytes) -> bool:
    """Return True if a file is a picture of a kind that is never a puzzle as it stands, such as a camera's.

    >>> is_photograph(b"\\xff\\xd8\\xff\\xe0"), is_photograph(b"RIFF\\0\\0\\0\\0WEBPVP8 "), is_photograph(b"#..#")
    (True, True, False)
    """
    return kind_of(data) not in (None, "png", "gif", "bmp", "tiff", "ppm")


def kind_of(data: bytes) -> str | None:
    """Return what a picture file begins as, by Pillow's name in small letters; None for any other file."""
    found = _SIGNATURE.match(data)
    return found and found.lastgroup
