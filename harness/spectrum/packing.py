"""Shorter numbers in a listing, for the editions whose memory is short.

Sinclair BASIC keeps five hidden bytes and a marker behind every number. ``VAL "4100"`` has none: it takes three bytes
less than ``4100``, ``SGN PI`` five less than ``1``, ``NOT PI`` five less than ``0``. Each costs about a millisecond,
so lines that must be quick are spared.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_PIECE = re.compile(
    r"""
    "[^"]*" | [A-Za-z][A-Za-z0-9]*\$?
    | (?: \d+\.\d* | \.\d+ ) (?: e[+-]?\d+ )? | \d+e[+-]?\d+
    | (?P<number>\d+) (?= (?P<then>\s*.?) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A text, a word, a number with a point or an exponent, or a whole number and what follows it."""
_BINARY = frozenset("+-*/^=<>")
_SHORT = {"1": "SGN PI", "3": "INT PI"}


def pack_numbers(listing: str, spared: Collection[int] = ()) -> str:
    """Return a listing with its numbers shortened, but for the lines in `spared`, remarks and texts.

    >>> pack_numbers('10 LET a=1: GO TO 4100: REM 5')
    '10 LET a=SGN PI: GO TO VAL "4100": REM 5'
    """
    return "".join(_packed_line(line, spared) for line in listing.splitlines(keepends=True))


def _packed_line(line: str, spared: Collection[int]) -> str:
    number, blank, statements = line.partition(" ")
    if int(number) in spared or statements.startswith("REM"):
        return line
    code, remark, text = _cut_at_remark(statements)
    return number + blank + _PIECE.sub(_shortened, code) + remark + text


def _cut_at_remark(statements: str) -> tuple[str, str, str]:
    """Split a line before its remark, which no text may hide."""
    for match in re.finditer(r'"[^"]*"|: REM\b', statements):
        if not match[0].startswith('"'):
            return statements[: match.start()], match[0], statements[match.end() :]
    return statements, "", ""


def _shortened(match: re.Match[str]) -> str:
    number = match["number"]
    if number is None:
        return match[0]
    # NOT binds weaker than an operator behind it: NOT PI+x would be NOT (PI+x)
    return "NOT PI" if number == "0" and match["then"].strip() not in _BINARY else _SHORT.get(number, f'VAL "{number}"')
