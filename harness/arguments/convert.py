"""``convert``: a puzzle or a picture from one file format into another.

Pictures become puzzles: a Spectrum screen as the Spectrum program's "Test picture" sees it, a PNG, JPEG, WebP,
GIF or BMP by threshold or dithering, or in a few colours, scaled to fit. Puzzles become pictures: the one that the file
holds, or the solution, if there is exactly one.
"""

from __future__ import annotations

import argparse

from harness.console.argument_types import grey_level
from harness.console.common import Subparsers, positive_int
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds
from harness.formats import FORMATS
from harness.formats.bitmaps import MID_GREY

SOLVING_SECONDS = 60
"""What solving a puzzle without a picture may take."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    names = ", ".join(known.name for known in FORMATS)
    parser = subparsers.add_parser(
        "convert",
        help=summary,
        description=__doc__,
        epilog=f"Formats: {names}. docs/formats.md describes them.\n\n"
        + examples(
            ("crossword convert photo.png puzzle.non --dither", "a photograph as a puzzle of up to 62×42 cells"),
            ("crossword convert photo.png photo.xml --colours 6 --width 40", "the same in colour"),
            ("crossword convert puzzles/cat.txt cat.png --view grid", "the solved grid as the Spectrum shows it"),
            ("crossword convert pack.nonpack#3 - --to japan.dat", "one of several, to the standard output"),
        ),
    )
    parser.add_argument("source", metavar="IN", help="a puzzle or a picture; - is the standard input")
    parser.add_argument("target", metavar="OUT", help="the file to write; - is the standard output")
    parser.add_argument(
        "--from", dest="from_format", metavar="FORMAT", help="the format of IN (default: the one it looks like)"
    )
    parser.add_argument(
        "--to", dest="to_format", metavar="FORMAT", help="the format to write (default: by the ending of OUT)"
    )
    parser.add_argument("--width", metavar="N", type=positive_int, help="columns of the picture read")
    parser.add_argument("--height", metavar="N", type=positive_int, help="rows of the picture read")
    parser.add_argument(
        "--threshold",
        metavar="T",
        type=grey_level,
        help=f"levels of grey below T are black, 0-256 (default: {MID_GREY})",
    )
    parser.add_argument("--dither", action="store_true", help="show grey by a pattern of black and white")
    parser.add_argument(
        "--colours",
        metavar="K",
        type=positive_int,
        help="a puzzle in colour: reduce the picture to K colours, including the background",
    )
    parser.add_argument("--invert", action="store_true", help="swap black and white")
    parser.add_argument(
        "--view",
        choices=["cells", "grid"],
        help="what to draw: one pixel a cell, or the Spectrum's grid (scr, png, gif, bmp)",
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=seconds,
        default=SOLVING_SECONDS,
        help="solve for S seconds at most, where the file has no picture (default: %(default)g)",
    )
    add_memory_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read and write."""
    from harness.commands import convert

    return convert.run(arguments)
