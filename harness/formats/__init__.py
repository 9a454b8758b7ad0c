"""Puzzle files: read and write the formats that the field uses.

One module per format; `registry` knows them all and chooses by content first, by name where content cannot tell.

* `puzzle_txt`: the project's own plain text.
* `simpson_non`: Steve Simpson's `.non`.
* `base`: what a format is, and the file being read; `clues`: what the text formats have in common.
"""

from harness.formats.base import Format, Likeness, Source
from harness.formats.registry import FORMATS, build_puzzle, detect_format, parse_puzzle, read_puzzle, write_puzzle

__all__ = [
    "FORMATS",
    "Format",
    "Likeness",
    "Source",
    "build_puzzle",
    "detect_format",
    "parse_puzzle",
    "read_puzzle",
    "write_puzzle",
]
