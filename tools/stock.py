"""Make the stock of new puzzles for pages without a server: ``python -m tools.stock`` writes it anew.

``python -m tools.stock --table`` prints how many tries and how long twenty new puzzles of each size and step took.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from harness.advice.generate import KINDS, SIDES, new_puzzle
from harness.studio import pages

PUZZLES, EACH, TABLE_EACH = 62, 2, 20
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


def table() -> Iterator[str]:
    """Yield a table in Markdown: tries and seconds of new puzzles, least, median and most."""
    yield "| size | difficulty | tries | seconds |"
    yield "|---|---|---|---|"
    for side, step in KINDS:
        tries, seconds = list[int](), list[float]()
        for number in range(TABLE_EACH):
            begun = time.process_time()
            tries.append(new_puzzle(side, step, 1000 * number).tries)
            seconds.append(time.process_time() - begun)
        took = f"{min(seconds):.2f}, {statistics.median(seconds):.2f}, {max(seconds):.2f}"
        yield f"| {side}×{side} | {step} | {', '.join(map(str, sorted(tries)))} | {took} |"


if __name__ == "__main__":
    if "--table" in sys.argv:
        for row in table():
            print(row, flush=True)
    else:
        PLACE.write_text("".join(f"{line}\n" for line in stock()), encoding="utf-8")
