"""Pictures as puzzle files.

`harness.formats.cells` finds the cells of a picture, `harness.formats.bitmaps` writes it, a pixel a cell, and
`harness.spectrum.screens` judges which pixels of a Spectrum's screen count as black. PNG, GIF and BMP are written in
colour too, but read as black and white. A screen has the solved picture at its top left corner.

Source of pbm: the manual page pbm(5) of netpbm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from harness.errors import FormatError, Phrase, PuzzleError, note
from harness.formats.base import MAX_DIGITS, Format, Likeness, Source, located, text_lines
from harness.puzzle import MAX_SIDE, Axis, Grid, Puzzle

_FROM_DIGITS, _TO_DIGITS = str.maketrans("10", "#."), str.maketrans("#.", "10")


def _recognise_text(source: Source) -> Likeness:
    rows = [line.text for line in text_lines(source)]
    signs = set("".join(rows))
    if not rows or not all(rows) or not (signs <= set("#.?") or signs <= set("01")):
        return Likeness.NO
    whole = len({len(row) for row in rows}) == 1 and "?" not in signs
    return Likeness.YES if whole else Likeness.MAYBE


def _parse_text(source: Source, checked: bool) -> Puzzle:
    lines = text_lines(source)
    in_digits = bool(lines) and set(lines[0].text) <= set("01")
    for line in lines:
        if in_digits and (wrong := set(line.text) - set("01")):
            what = "{sign!r} is not a cell"
            raise source.error(what, "use 1 for black and 0 for white", line.number, sign=min(wrong))
    try:
        return Grid(tuple(line.text.translate(_FROM_DIGITS) if in_digits else line.text for line in lines)).puzzle()
    except PuzzleError as error:
        raise located(error, source, {Axis.ROW: lines}) from None


TEXT_ROWS = Format(_recognise_text, _parse_text, build=lambda puzzle: f"{puzzle.goal}\n".encode(), of_picture=True)

_MAGIC = re.compile(rb"P[14](?=[\s#])")
_SPACE = re.compile(rb"(?:\s++|#[^\n\r]*+)++")  # possessive: there is nothing to go back to, so nothing is remembered
_COMMENT = re.compile(rb"#[^\n\r]*")
_CELLS = re.compile(rb"[01\s]+")
_BLANKS = bytes(range(9, 14)) + b" "
_NUMBER = re.compile(rb"[0-9]+")
_MEND_REST = "keep one picture in the file and nothing behind it, or correct its size"
_PLAIN_ROW = 70  # no line should be longer


def _parse_pbm(source: Source, checked: bool) -> Puzzle:
    if (magic := _MAGIC.match(source.data)) is None:
        raise source.error("not a PBM picture", "it begins with P1 or P4", 1)
    width, position = _read_number(source, magic.end(), "width")
    height, position = _read_number(source, position, "height")
    rows = _plain_rows if magic[0] == b"P1" else _raw_rows
    return Grid(rows(source, position, width, height)).puzzle()


def _read_number(source: Source, position: int, side: str) -> tuple[int, int]:
    """Read the number behind white space; return it and where it ends."""
    space = _SPACE.match(source.data, position)
    if (number := _NUMBER.match(source.data, space.end() if space else position)) is None:
        fix = "write the width and the height behind the magic"
        raise _error("no {side}", fix, source, position, side=Phrase(side))
    if len(number[0]) > MAX_DIGITS or not 1 <= int(number[0]) <= MAX_SIDE:
        text, named = number[0][:20].decode(), Phrase(f"the {side}")
        fix = "it must be 1 to {most}"
        raise _error("{what} is {text}", fix, source, number.start(), what=named, text=text, most=MAX_SIDE)
    return int(number[0]), number.end()


def _plain_rows(source: Source, position: int, width: int, height: int) -> tuple[str, ...]:
    cells = bytearray()
    while part := _CELLS.match(source.data, position) or _COMMENT.match(source.data, position):
        if not part[0].startswith(b"#"):
            cells += part[0].translate(None, _BLANKS)
        position = part.end()
    if len(cells) < width * height:
        sign = source.data[position : position + 1].decode("latin-1")
        what = "{sign!r} is not a cell" if sign else "{count} cells of {wanted}"
        fix = "write 1 for black and 0 for white"
        raise _error(what, fix, source, position, sign=sign, count=len(cells), wanted=width * height)
    if len(cells) > width * height or position < len(source.data):
        raise source.error("something follows the {width}×{height} cells", _MEND_REST, width=width, height=height)
    text = cells.decode().translate(_FROM_DIGITS)
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
    rows = (data[start : start + bytes_per_row] for start in range(0, len(data), bytes_per_row))
    return tuple("".join(f"{byte:08b}" for byte in row)[:width].translate(_FROM_DIGITS) for row in rows)


def _error(what: str, fix: str, source: Source, position: int, /, **values: object) -> FormatError:
    return source.error(what, fix, source.data.count(b"\n", 0, position) + 1, **values)


def _build_plain(puzzle: Puzzle) -> bytes:
    assert puzzle.goal is not None
    lines = ["P1", f"{puzzle.width} {puzzle.height}"]
    for row in puzzle.goal.rows:
        cells = row.translate(_TO_DIGITS)
        lines += [cells[start : start + _PLAIN_ROW] for start in range(0, len(cells), _PLAIN_ROW)]
    return ("\n".join(lines) + "\n").encode()


def _build_raw(puzzle: Puzzle) -> bytes:
    assert puzzle.goal is not None
    size = (puzzle.width + 7) // 8
    rows = (int(row.translate(_TO_DIGITS).ljust(8 * size, "0"), 2) for row in puzzle.goal.rows)
    return f"P4\n{puzzle.width} {puzzle.height}\n".encode() + b"".join(row.to_bytes(size, "big") for row in rows)


def _pbm_format(magic: bytes, build: Callable[[Puzzle], bytes]) -> Format:
    def recognise(source: Source) -> Likeness:
        return Likeness.YES if source.data.startswith(magic) and _MAGIC.match(source.data) else Likeness.NO

    return Format(recognise, _parse_pbm, build=build, of_picture=True)


PBM = _pbm_format(b"P4", _build_raw)
PBM_PLAIN = _pbm_format(b"P1", _build_plain)

_MOST_COLOURS = 255  # beside the background


def _image_format(kind: str, *, is_written: bool = True) -> Format:
    def recognise(source: Source) -> Likeness:
        from harness.formats.picture_kinds import kind_of

        # two letters are too few to tell BMP from a text
        is_one = kind_of(source.data) == kind and (kind == "ppm" or not source.is_text)
        return Likeness.YES if is_one else Likeness.NO

    def parse(source: Source, checked: bool) -> Puzzle:
        from harness.formats.bitmaps import open_image
        from harness.formats.cells import read_picture

        return read_picture(open_image(source.data, source.name), source.name).grid.puzzle()

    def build(puzzle: Puzzle) -> bytes:
        from harness.formats.bitmaps import build_image

        assert puzzle.goal is not None
        return build_image(puzzle.goal, kind, puzzle.palette)

    colours = _MOST_COLOURS if is_written else 1
    return Format(recognise, parse, build=build if is_written else None, of_picture=True, max_colours=colours)


PNG = _image_format("png")
GIF = _image_format("gif")
BMP = _image_format("bmp")
TIFF = _image_format("tiff", is_written=False)
PGM = _image_format("ppm", is_written=False)


def _recognise_screen(source: Source) -> Likeness:
    from harness.spectrum.screens import PLUS3DOS_SIGN, SIZES

    if source.data.startswith(PLUS3DOS_SIGN):
        return Likeness.YES
    if len(source.data) not in SIZES:
        return Likeness.NO
    return Likeness.MAYBE if source.is_text else Likeness.YES


def _recognise_medium(source: Source) -> Likeness:
    from harness.spectrum.screens import find_screens

    if _recognise_screen(source):
        return Likeness.NO
    try:
        return Likeness.YES if find_screens(source.data, source.name) else Likeness.NO
    except FormatError:
        return Likeness.MAYBE


def _split_medium(source: Source) -> Iterator[Source]:
    from harness.spectrum.screens import find_screens

    if b"\0" not in source.data:
        return
    with suppress(FormatError):
        found = find_screens(source.data, source.name)
        if len(found) > 1:
            for number, screen in enumerate(found, 1):
                yield source.part(number, screen.data, ending=".scr")


def _parse_screen(source: Source, checked: bool) -> Puzzle:
    from harness.formats.cells import pixels_of, read_picture
    from harness.spectrum.screens import read_screen, seen_picture

    screen = read_screen(source.data, source.name).screen
    return read_picture(pixels_of(seen_picture(screen)), source.name, screen=True).grid.puzzle()


def _build_screen(puzzle: Puzzle) -> bytes:
    from harness.spectrum.screens import build_picture_screen

    assert puzzle.goal is not None
    rows = puzzle.goal.rows
    if not all("#" in edge for edge in (rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows])):
        note(FormatError("a screen does not keep the blank lines around a picture", "--view grid keeps them"))
    return build_picture_screen(puzzle.goal)


SCREEN_FILE = Format(_recognise_screen, _parse_screen, build=_build_screen, of_picture=True)
SCREEN_IN_MEDIUM = Format(_recognise_medium, _parse_screen, of_picture=True, split=_split_medium)
