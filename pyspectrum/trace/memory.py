"""Two memories held against each other: the runs of bytes that differ, found at the speed of whole blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

Runs = tuple[tuple[int, bytes], ...]
"""Places and the bytes that are there now, ascending."""

_BLOCK = 2048
_DIFFERING = re.compile(rb"[^\0]+")


def differing_runs(before: bytes, after: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """The runs of bytes from `start` on that differ, as (place, the bytes after).

    >>> list(differing_runs(b"abcdef", b"abXYeZ"))
    [(2, b'XY'), (5, b'Z')]
    """
    for base in range(start, len(after), _BLOCK):
        was, now = before[base : base + _BLOCK], after[base : base + _BLOCK]
        if was == now:
            continue
        crossed = int.from_bytes(was, "big") ^ int.from_bytes(now, "big")
        for found in _DIFFERING.finditer(crossed.to_bytes(len(now), "big")):
            yield base + found.start(), after[base + found.start() : base + found.end()]
