"""The colours of a crossword.

A colour has a *key*, one character, which stands for it in clues and pictures; the background is always `BACKGROUND`,
an unknown cell `UNKNOWN`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from harness.errors import PuzzleError
from harness.puzzle.value import Value

BACKGROUND = "."
UNKNOWN = "?"
MAX_COLOURS = 1000  # most foreground colours of a puzzle, because the work grows with them

Rgb = tuple[int, int, int]
"""Red, green and blue, 0–255 each."""

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


class Colour(Value):
    """A foreground colour, with the character that stands for it in clues and pictures; the name may be empty.

    A key that is no single visible character, or is a digit, a comma, `.` or `?`, is a `PuzzleError`.
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
    """Format the colour as ``#RRGGBB``."""
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


_NAMED: dict[str, Rgb] = {
    "black": BLACK, "dark grey": (80, 80, 80), "grey": (140, 140, 140), "light grey": (205, 205, 205), "white": WHITE,
    "red": (225, 30, 35), "dark red": (130, 15, 20), "pink": (245, 150, 170), "orange": (240, 140, 20),
    "light orange": (235, 190, 120),
    "brown": (125, 75, 35), "dark brown": (65, 40, 25), "light brown": (215, 175, 140), "yellow": (250, 225, 40),
    "light yellow": (250, 245, 180), "dark yellow": (170, 140, 20), "green": (40, 165, 60), "dark green": (15, 85, 30),
    "light green": (150, 220, 130), "cyan": (60, 200, 220), "dark cyan": (15, 115, 125), "light blue": (140, 185, 240),
    "blue": (30, 80, 200), "dark blue": (20, 25, 95), "violet": (130, 60, 180), "light violet": (195, 160, 225),
    "beige": (235, 205, 165),
}  # fmt: skip
"""Names that people give to colours, each with one that it fits."""


def names_of(looks: Sequence[Rgb], taken: Collection[str] = ()) -> list[str]:
    """Name colours, no two alike, the best matches first; "" when all names are taken.

    >>> names_of([(255, 255, 255), (150, 0, 0), (240, 150, 20), (0, 0, 80)], ["orange"])
    ['white', 'dark red', 'dark yellow', 'dark blue']
    """
    names: dict[int, str] = {}
    matches = [(distance(look, rgb), place, name) for place, look in enumerate(looks) for name, rgb in _NAMED.items()]
    for _, place, name in sorted(matches):
        if place not in names and name not in taken and name not in names.values():
            names[place] = name
    return [names.get(place, "") for place in range(len(looks))]


def _check_rgb(rgb: Rgb) -> None:
    if len(rgb) != 3 or not all(0 <= level <= 255 for level in rgb):
        raise PuzzleError("{rgb} is not a colour", "red, green and blue are 0 to 255 each", rgb=rgb)


class Palette(Value):
    """The foreground colours, in order, and the background.

    Two colours with one key, or more than `MAX_COLOURS`, are a `PuzzleError`.

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

    @cached_property
    def keys(self) -> str:
        return "".join(colour.key for colour in self.colours)

    @cached_property
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
        """Return the name of a cell's colour; without a name, the nearest that no other one has.

        >>> Palette((Colour("a", (96, 56, 40)), Colour("b", (240, 200, 160)))).name_of("a"), Palette(()).name_of(".")
        ('brown', 'white')
        """
        if cell == BACKGROUND:
            return self.background_name or "background"
        return self[cell].name or self._found_names[cell]

    @cached_property
    def _found_names(self) -> dict[str, str]:
        """Names for the colours that have none, by their keys: their own key when all names are taken."""
        unnamed = [colour for colour in self.colours if not colour.name]
        names = names_of([colour.rgb for colour in unnamed], {colour.name for colour in self.colours})
        return {colour.key: name or colour.key for colour, name in zip(unnamed, names, strict=True)}


PLAIN = Palette((Colour("#", BLACK, "black"),))  # black and white


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
