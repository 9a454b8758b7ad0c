"""Make the stock of new puzzles for pages without a server: ``python -m tools.stock`` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.advice.generate import KINDS, SIDES, new_puzzle
from harness.studio import pages

PUZZLES, EACH = 62, 2
PLACE = Path(pages.__file__).parent / "static" / pages.STOCK


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
            yield pages.stock_line(step, made)


if __name__ == "__main__":
    PLACE.write_text("".join(f"{line}\n" for line in stock()), encoding="utf-8")
