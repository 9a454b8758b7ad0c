"""Spectrum screens as puzzle files: `.scr`, and tapes that hold a SCREEN$.

`harness.spectrum.screens` judges which pixels count as black, and how far the picture reaches. Written is the solved
picture, one pixel a cell, at the top left corner, black on white.
"""

from __future__ import annotations

from harness.errors import FormatError
from harness.formats.base import Format, Likeness, Source
from harness.puzzle import Puzzle
from harness.spectrum.screens import (
    BITMAP_SIZE,
    PLUS3DOS_SIGNATURE,
    SCREEN_SIZE,
    THIRD_SIZE,
    build_picture_screen,
    judge_picture,
    picture_size,
    read_screen,
)

_HEADER_BLOCK = b"\x13\x00\x00"
"""First bytes of a tape that begins with a header: 19 bytes, flag 0."""


def _recognise_screen(source: Source) -> Likeness:
    if source.data.startswith(PLUS3DOS_SIGNATURE):
        return Likeness.YES
    if len(source.data) not in (SCREEN_SIZE, BITMAP_SIZE, THIRD_SIZE):
        return Likeness.NO
    return Likeness.MAYBE if source.is_text else Likeness.YES


def _recognise_tape(source: Source) -> Likeness:
    if not source.data.startswith(_HEADER_BLOCK):
        return Likeness.NO
    try:
        read_screen(source.data, source.name)
    except FormatError:
        return Likeness.MAYBE
    return Likeness.YES


def _parse(source: Source, checked: bool) -> Puzzle:
    screen = read_screen(source.data, source.name).screen
    return judge_picture(screen, *picture_size(screen, source.name)).puzzle()


def _build(puzzle: Puzzle) -> bytes:
    assert puzzle.goal is not None
    return build_picture_screen(puzzle.goal)


SCREEN_FILE = Format(_recognise_screen, _parse, build=_build, of_picture=True)

SCREEN_ON_TAPE = Format(_recognise_tape, _parse, of_picture=True)
