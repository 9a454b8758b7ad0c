"""PNG, GIF and BMP as puzzle files, a cell a pixel; see `harness.formats.bitmaps`, which also scales them.

They are written in colour too, but read as black and white.
"""

from __future__ import annotations

from harness.formats.base import Format, Likeness, Source
from harness.formats.bitmaps import AS_DRAWN, MAX_PALETTE, build_colour_image, build_image, read_image
from harness.puzzle import Puzzle

_MAGICS = {"png": (b"\x89PNG\r\n\x1a\n",), "gif": (b"GIF87a", b"GIF89a"), "bmp": (b"BM",)}


def _image_format(kind: str) -> Format:
    def recognise(source: Source) -> Likeness:
        # two letters are too few to tell BMP from a text
        return Likeness.YES if source.data.startswith(_MAGICS[kind]) and not source.is_text else Likeness.NO

    def parse(source: Source, checked: bool) -> Puzzle:
        return read_image(source.data, source.name, AS_DRAWN).grid.puzzle()

    def build(puzzle: Puzzle) -> bytes:
        assert puzzle.goal is not None
        return build_image(puzzle.goal, kind)

    def build_colour(puzzle: Puzzle) -> bytes:
        assert puzzle.goal is not None
        return build_colour_image(puzzle.goal, puzzle.palette, kind)

    return Format(
        recognise, parse, build=build, build_colour=build_colour, of_picture=True, max_colours=MAX_PALETTE - 1
    )


PNG = _image_format("png")
GIF = _image_format("gif")
BMP = _image_format("bmp")
