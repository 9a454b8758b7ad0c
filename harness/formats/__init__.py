"""Puzzle files: read and write the formats that the field uses.

`docs/formats.md` describes each format; the head of its module names the source, and what is not said there. `registry`
knows all formats and chooses by content first, by name where content cannot tell. A format is in one of these:

* in words and numbers: `puzzle_txt` (the project's own), `simpson_non`, `webpbn_xml`, `olsak_g`, `gnonograms`,
  `picross`, `lists`, `pynogram` (with nonogrid's);
* in one line, to be pasted: `addresses` (Tatham's game ids, puzz.link);
* in numbers alone: `rofl`, `pzl`, `numbers` (.mk, .nin, .cwd, makhorin, syro, ish, keen, faase, japan.dat);
* `pictures`: text, PBM, PNG, GIF, BMP, .scr, .tap.

`bundles` says what a name stands for: a file, one puzzle of several in it, a folder or archive of them. `base` says
what a format is, and has what several formats share. `sides` says which of two sides without names is the rows.
`bitmaps` makes a crossword of any picture; `picture_kinds` tells what it is without opening it.
"""

from harness.formats.base import Format, Likeness, Source
from harness.formats.bundles import NamedPuzzle, puzzles_in, read_any, read_puzzle, read_source
from harness.formats.registry import (
    FORMATS,
    build_puzzle,
    check_colour_count,
    check_colours,
    check_size,
    detect_format,
    format_named,
    format_to_write,
    parse_as,
    parse_puzzle,
    parse_source,
    write_bytes,
    write_puzzle,
)

__all__ = [
    "FORMATS",
    "Format",
    "Likeness",
    "NamedPuzzle",
    "Source",
    "build_puzzle",
    "check_colour_count",
    "check_colours",
    "check_size",
    "detect_format",
    "format_named",
    "format_to_write",
    "parse_as",
    "parse_puzzle",
    "parse_source",
    "puzzles_in",
    "read_any",
    "read_puzzle",
    "read_source",
    "write_bytes",
    "write_puzzle",
]
