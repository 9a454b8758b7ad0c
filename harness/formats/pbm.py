"""PBM, the bitmaps of the netpbm tools: ``P1`` in characters, ``P4`` in bits; 1 is black.

Both begin with the magic, the width and the height, separated by white space; ``#`` begins a comment. P1 has a
``0`` or ``1`` for each cell; P4, behind a single white space, has the rows, each filled up to whole bytes. A second
picture, or anything else that follows, is refused.

Source: the manual page pbm(5) of netpbm.
"""

from __future__ import annotations

import re

from harness.errors import FormatError, Phrase
from harness.formats.base import Format, Likeness, Source
from harness.formats.clues import MAX_DIGITS
from harness.puzzle import MAX_SIDE, Grid, Puzzle

_MAGIC = re.compile(rb"P[14](?=[\s#])")
_SPACE = re.compile(rb"(?:\s++|#[^\n\r]*+)++")  # possessive: there is nothing to go back to, so nothing is remembered
_COMMENT = re.compile(rb"#[^\n\r]*")
_CELLS = re.compile(rb"[01\s]+")
_HASH = ord("#")
_BLANKS = bytes(range(9, 14)) + b" "
_NUMBER = re.compile(rb"[0-9]+")
_MEND_REST = "keep one picture in the file and nothing behind it, or correct its size"
_PLAIN_ROW = 70  # no line should be longer


def _recognise_plain(source: Source) -> Likeness:
    match = _MAGIC.match(source.data)
    return Likeness.YES if match and match[0] == b"P1" else Likeness.NO


def _recognise_raw(source: Source) -> Likeness:
    match = _MAGIC.match(source.data)
    return Likeness.YES if match and match[0] == b"P4" else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    magic = _MAGIC.match(source.data)
    if magic is None:
        raise source.error("not a PBM picture", "it begins with P1 or P4", 1)
    width, position = _read_number(source, magic.end(), "width")
    height, position = _read_number(source, position, "height")
    rows = _plain_rows if magic[0] == b"P1" else _raw_rows
    return Grid(rows(source, position, width, height)).puzzle()


def _read_number(source: Source, position: int, side: str) -> tuple[int, int]:
    """The number behind white space, and where it ends."""
    space = _SPACE.match(source.data, position)
    number = _NUMBER.match(source.data, space.end() if space else position)
    if number is None:
        what = "no {side}"
        raise _error(what, "write the width and the height behind the magic", source, position, side=Phrase(side))
    if len(number[0]) > MAX_DIGITS or not 1 <= int(number[0]) <= MAX_SIDE:
        text, named = number[0][:20].decode(), Phrase(f"the {side}")
        fix = "it must be 1 to {most}"
        raise _error("{what} is {text}", fix, source, number.start(), what=named, text=text, most=MAX_SIDE)
    return int(number[0]), number.end()


def _plain_rows(source: Source, position: int, width: int, height: int) -> tuple[str, ...]:
    cells = bytearray()
    while part := _CELLS.match(source.data, position) or _COMMENT.match(source.data, position):
        if source.data[position] != _HASH:
            cells += part[0].translate(None, _BLANKS)
        position = part.end()
    if len(cells) < width * height:
        sign = source.data[position : position + 1].decode("latin-1")
        what = "{sign!r} is not a cell" if sign else "{count} cells of {wanted}"
        fix = "write 1 for black and 0 for white"
        raise _error(what, fix, source, position, sign=sign, count=len(cells), wanted=width * height)
    if len(cells) > width * height or position < len(source.data):
        raise source.error("something follows the {width}×{height} cells", _MEND_REST, width=width, height=height)
    text = cells.decode().translate(str.maketrans("10", "#."))
    return tuple(text[start : start + width] for start in range(0, len(text), width))


def _raw_rows(source: Source, position: int, width: int, height: int) -> tuple[str, ...]:
    start, bytes_per_row = position + 1, (width + 7) // 8
    end = start + bytes_per_row * height
    data = source.data[start:end]
    if len(data) < bytes_per_row * height:
        what, fix = "{count} bytes of {wanted} for {width}×{height} cells", "the file is cut short"
        raise source.error(what, fix, count=len(data), wanted=bytes_per_row * height, width=width, height=height)
    if source.data[end:].strip():
        raise source.error("something follows the {width}×{height} cells", _MEND_REST, width=width, height=height)
    rows = (data[row * bytes_per_row : (row + 1) * bytes_per_row] for row in range(height))
    signs = str.maketrans("10", "#.")
    return tuple("".join(f"{byte:08b}" for byte in row)[:width].translate(signs) for row in rows)


def _error(what: str, fix: str, source: Source, position: int, /, **values: object) -> FormatError:
    return source.error(what, fix, source.data.count(b"\n", 0, position) + 1, **values)


def _build_plain(puzzle: Puzzle) -> bytes:
    assert puzzle.goal is not None
    lines = ["P1", f"{puzzle.width} {puzzle.height}"]
    for row in puzzle.goal.rows:
        cells = row.translate(str.maketrans("#.", "10"))
        lines += [cells[start : start + _PLAIN_ROW] for start in range(0, len(cells), _PLAIN_ROW)]
    return ("\n".join(lines) + "\n").encode()


def _build_raw(puzzle: Puzzle) -> bytes:
    assert puzzle.goal is not None
    bits = (
        row.translate(str.maketrans("#.", "10")).ljust((puzzle.width + 7) // 8 * 8, "0") for row in puzzle.goal.rows
    )
    return f"P4\n{puzzle.width} {puzzle.height}\n".encode() + b"".join(
        int(row, 2).to_bytes(len(row) // 8, "big") for row in bits
    )


PBM = Format(_recognise_raw, _parse, build=_build_raw, of_picture=True)

PBM_PLAIN = Format(_recognise_plain, _parse, build=_build_plain, of_picture=True)
