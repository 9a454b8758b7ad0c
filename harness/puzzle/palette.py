"""The colours of a crossword.

A colour has a *key*, one character, which stands for it in clues and pictures; the background is always `BACKGROUND`,
an unknown cell `UNKNOWN`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterator

from harness.errors import PuzzleError
from harness.puzzle.value import Value

BACKGROUND = "."
UNKNOWN = "?"
MAX_COLOURS = 1000
"""Most foreground colours of a puzzle, because the work grows with them."""

Rgb = tuple[int, int, int]
"""Red, green and blue, 0–255 each."""

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


class Colour(Value):
    """A foreground colour.

    Attributes:
        key: the character that stands for it in clues and pictures.
        rgb: red, green and blue.
        name: may be empty.

    Raises:
        PuzzleError: a key that is no single visible character, or is a digit, a comma, `.` or `?`.
    """

    key: str
    rgb: Rgb
    name: str = ""

    def __post_init__(self) -> None:
        if len(self.key) != 1 or not self.key.isprintable() or self.key.isspace() or self.key.isdigit():
            raise PuzzleError("{key!r} cannot stand for a colour", "take a letter", key=self.key)
        if self.key in (BACKGROUND, UNKNOWN, ","):
            raise PuzzleError("{key!r} stands for something else already", "take a letter for the colour", key=self.key)
        _check_rgb(self.rgb)


def hex_rgb(rgb: Rgb) -> str:
    """Format the colour as ``#RRGGBB``.

    >>> hex_rgb((255, 128, 0))
    '#FF8000'
    """
    return "#{:02X}{:02X}{:02X}".format(*rgb)


def is_dark(rgb: Rgb) -> bool:
    """Return True if white is easier to read on it than black.

    >>> is_dark((0, 0, 255)), is_dark((255, 255, 0))
    (True, False)
    """
    red, green, blue = rgb
    return 299 * red + 587 * green + 114 * blue < 128_000


CLOSE_DISTANCE = 100
"""Colours nearer than that are hard to tell apart in small cells; black and white are some 765 apart."""


def distance(one: Rgb, other: Rgb) -> float:
    """Return the visible distance of two colours: red, green and blue weighed as the eye does, roughly.

    >>> round(distance(BLACK, WHITE)), round(distance((255, 0, 0), (230, 20, 20)))
    (765, 65)
    """
    mean_red = (one[0] + other[0]) / 2
    red, green, blue = (level - other_level for level, other_level in zip(one, other, strict=True))
    weighed = (2 + mean_red / 256) * red**2 + 4 * green**2 + (2 + (255 - mean_red) / 256) * blue**2
    return float(weighed**0.5)


def _check_rgb(rgb: Rgb) -> None:
    if len(rgb) != 3 or not all(0 <= level <= 255 for level in rgb):
        raise PuzzleError("{rgb} is not a colour", "red, green and blue are 0 to 255 each", rgb=rgb)


class Palette(Value):
    """The foreground colours, in order, and the background.

    Raises:
        PuzzleError: two colours with one key, or more than `MAX_COLOURS`.

    >>> palette = Palette((Colour("r", (255, 0, 0), "red"), Colour("k", (0, 0, 0))))
    >>> palette["r"].name, palette.keys
    ('red', 'rk')
    """

    colours: tuple[Colour, ...]
    background: Rgb = WHITE
    background_name: str = "white"

    def __post_init__(self) -> None:
        _check_rgb(self.background)
        if len(self.colours) > MAX_COLOURS:
            raise PuzzleError("{count} colours", "keep to {most}", count=len(self.colours), most=MAX_COLOURS)
        counted = Counter(colour.key for colour in self.colours)
        for key, count in counted.items():
            if count > 1:
                raise PuzzleError("{count} colours have the key {key!r}", "give each its own", count=count, key=key)

    @property
    def in_colour(self) -> bool:
        """False for `PLAIN`."""
        return self is not PLAIN and self != PLAIN

    def __getitem__(self, key: str) -> Colour:
        for colour in self.colours:
            if colour.key == key:
                return colour
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(colour.key == key for colour in self.colours)

    @property
    def keys(self) -> str:
        """The colours' keys, in order."""
        return "".join(colour.key for colour in self.colours)

    @property
    def close_keys(self) -> frozenset[str]:
        """Keys of the colours that are hard to tell from another one, or from the background.

        >>> sorted(Palette((Colour("r", (255, 0, 0)), Colour("s", (230, 20, 20)), Colour("k", BLACK))).close_keys)
        ['r', 's']
        """
        looks = [(BACKGROUND, self.background), *((colour.key, colour.rgb) for colour in self.colours)]
        near = {
            key
            for (one, rgb), (other, other_rgb) in itertools.combinations(looks, 2)
            if distance(rgb, other_rgb) < CLOSE_DISTANCE
            for key in (one, other)
        }
        return frozenset(near - {BACKGROUND})

    def rgb(self, cell: str) -> Rgb:
        """Return the colour of a picture's cell: a colour's key or `BACKGROUND`."""
        return self.background if cell == BACKGROUND else self[cell].rgb

    def name_of(self, cell: str) -> str:
        """Return the name of a cell's colour, or its key if it has no name.

        >>> Palette((Colour("r", (255, 0, 0)),)).name_of("r"), Palette(()).name_of(".")
        ('r', 'white')
        """
        if cell == BACKGROUND:
            return self.background_name or "background"
        return self[cell].name or cell


PLAIN = Palette((Colour("#", BLACK, "black"),))
"""Black and white."""


# -- colours for keys that have none --------------------------------------------------------------

_STRONG: tuple[Rgb, ...] = (
    *((208, 0, 0), (0, 144, 0), (0, 0, 208), (255, 160, 0), (144, 0, 176)),
    *((0, 176, 208), (255, 96, 176), (128, 80, 32), (144, 208, 0), (128, 128, 128)),
)
_GOLDEN = 0.618034  # steps of the golden ratio around the wheel of hues never come together


def spare_rgb(taken: Collection[Rgb]) -> Iterator[Rgb]:
    """Yield colours to tell apart from each other, without those taken; there is no end of them.

    >>> spare = spare_rgb({(208, 0, 0)})
    >>> next(spare), next(spare)
    ((0, 144, 0), (0, 0, 208))
    """
    import colorsys

    yield from (rgb for rgb in _STRONG if rgb not in taken)
    for number in itertools.count():
        hue, dark = number * _GOLDEN % 1, number % 3
        red, green, blue = (round(255 * level) for level in colorsys.hsv_to_rgb(hue, 0.9, 0.9 - 0.25 * dark))
        if (red, green, blue) not in taken:
            yield red, green, blue
