"""Common part of the formats in colour: colours as text, and keys for them."""

from __future__ import annotations

import colorsys
import itertools
import re
import string
from collections.abc import Collection, Iterator, Sequence

from harness.formats.base import Source
from harness.puzzle import Puzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN, Rgb

_LETTERS = (*range(0x180, 0x250), *range(0x370, 0x588), *range(0x1E00, 0x2000))
KEYS = (
    string.ascii_letters
    + "!$%&*+-=~@^_"
    + "".join(map(chr, range(0xC0, 0x180)))
    + "".join(letter for letter in map(chr, _LETTERS) if letter.isalpha())
)
"""Characters to stand for colours, the handiest first (Latin, Greek, Cyrillic); enough for every palette."""

_STRONG: tuple[Rgb, ...] = (
    (208, 0, 0),
    (0, 144, 0),
    (0, 0, 208),
    (255, 160, 0),
    (144, 0, 176),
    (0, 176, 208),
    (255, 96, 176),
    (128, 80, 32),
    (144, 208, 0),
    (128, 128, 128),
)
_GOLDEN = 0.618034  # steps of the golden ratio around the wheel of hues never come together
_HEX = re.compile(r"#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")


def parse_rgb(text: str, source: Source, line: int | None) -> Rgb:
    """A colour: six or three hexadecimal digits, with or without ``#``, or a name that browsers know.

    >>> parse_rgb("#FF8000", Source("x", b""), 1), parse_rgb("f80", Source("x", b""), 1)
    ((255, 128, 0), (255, 136, 0))

    Raises:
        FormatError: anything else.
    """
    if match := _HEX.fullmatch(text):
        digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if re.fullmatch("[A-Za-z]+", text):
        from PIL import ImageColor

        try:
            red, green, blue = ImageColor.getrgb(text)[:3]
        except ValueError:
            pass
        else:
            return red, green, blue
    raise source.error("{text!r} is not a known colour", "write it as #RRGGBB", line, text=text[:20])


def spare_rgb(taken: Collection[Rgb]) -> Iterator[Rgb]:
    """Colours to tell apart from each other, without those taken; there is no end of them.

    >>> spare = spare_rgb({(208, 0, 0)})
    >>> next(spare), next(spare)
    ((0, 144, 0), (0, 0, 208))
    """
    yield from (rgb for rgb in _STRONG if rgb not in taken)
    for number in itertools.count():
        hue, dark = number * _GOLDEN % 1, number % 3
        red, green, blue = (round(255 * level) for level in colorsys.hsv_to_rgb(hue, 0.9, 0.9 - 0.25 * dark))
        if (red, green, blue) not in taken:
            yield red, green, blue


def free_keys(wanted: Sequence[str]) -> list[str]:
    """A key for each colour: the wanted character where it can be one and is not taken yet, else a free one.

    >>> free_keys(["r", ".", "r", "1"])
    ['r', 'a', 'b', 'c']
    """
    usable = [key if _is_usable(key) and key not in wanted[:index] else "" for index, key in enumerate(wanted)]
    spare = iter([key for key in KEYS if key not in usable])
    return [key or next(spare) for key in usable]


def _is_usable(key: str) -> bool:
    alone = len(key) == 1 and key.isprintable() and not key.isspace() and not key.isdigit()
    return alone and key not in (BACKGROUND, UNKNOWN, ",")


def plain_if_black_on_white(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its colours where no other than black and white occurs."""
    return puzzle.black_and_white() if puzzle.is_black_on_white else puzzle
