"""Make the stock of new puzzles for pages without a server: ``python -m tools.stock`` writes it anew."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

from harness.advice.generate import KINDS, SIDES, NewPuzzle, new_puzzle
from harness.puzzle.palette import BACKGROUND, hex_rgb
from harness.studio import pages

PUZZLES, EACH = 62, 2
PLACE = Path(pages.__file__).parent / "static" / pages.STOCK


def stock_line(step: str, made: NewPuzzle) -> str:
    """Write a new puzzle as its address in the page and its cells, row by row, in base64.

    A cell takes a bit, or two if colours follow: keys and RGB, as in ``a#D00000b#009000c#0000D0``.
    """
    side, goal, palette = made.puzzle.width, made.puzzle.goal, made.puzzle.palette
    assert goal is not None
    signs = BACKGROUND + palette.keys
    width = len(palette.keys).bit_length()
    bits = "".join(f"{signs.index(key):0{width}b}" for row in goal.rows for key in row)
    packed = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))
    line = f"{side}x{side}-{step}-{made.seed} {base64.b64encode(packed).decode()}"
    colours = "".join(f"{colour.key}{hex_rgb(colour.rgb)}" for colour in palette.colours)
    return f"{line} {colours}" if palette.in_colour else line


def stock() -> Iterator[str]:
    """Yield the lines of the stock; the first kinds from 10×10 on have one puzzle more."""
    more = PUZZLES - EACH * len(KINDS)
    for side, step in KINDS:
        has_more = side >= SIDES[1] and more > 0
        more -= has_more
        seed = 0
        for _ in range(EACH + has_more):
            made = new_puzzle(side, step, seed + 1)
            seed = made.seed
            yield stock_line(step, made)


if __name__ == "__main__":
    PLACE.write_text("".join(f"{line}\n" for line in stock()), encoding="utf-8")
