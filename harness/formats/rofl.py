"""ROFL, the playful picture format: a picture kept as the numbers of its crossword, and shown by solving it.

A picture whose puzzle has several solutions could not be shown, so it is not written.

Source: the layout follows the words of "Solving colored Japanese crosswords with the speed of light"
(https://izaron.github.io/posts/japanese-crosswords); what they leave open, the bytes of the groups, is ours.
"""

from __future__ import annotations

from itertools import chain

from harness.errors import FormatError, Phrase
from harness.formats.base import KEYS, Format, Likeness, Source, finished
from harness.puzzle import Axis, Group, Groups, Line, Puzzle
from harness.puzzle.palette import BLACK, WHITE, Colour, Palette, Rgb

MAGIC = b"ROFL"
MAX_BYTE = 255
_PARTS = "red", "green", "blue"


class _Bytes:
    """The file, read from its start to its end."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._position = len(MAGIC)

    def take(self, what: str, least: int = 0, most: int = MAX_BYTE, /, **values: object) -> int:
        """Take the next byte, a number from `least` to `most`; `what` it is, with its values, is for the error."""
        if self._position >= len(self._source.data):
            end = "the file ends before {what}"
            raise self._source.error(end, "the file is cut short", what=Phrase(what, **values))
        value = self._source.data[self._position]
        if not least <= value <= most:
            wrong = Phrase("{what} is {text}", what=Phrase(what, **values), text=value)
            raise self._error(wrong, "it must be {least} to {most}", least=least, most=most)
        self._position += 1
        return value

    def end(self) -> None:
        left = len(self._source.data) - self._position
        if left:
            raise self._error(Phrase("{count} bytes behind the last column", count=left), "the file is damaged")

    def _error(self, what: Phrase, fix: str, /, **values: object) -> FormatError:
        return self._source.error("byte {position}: {what}", fix, position=self._position, what=what, **values)


def _recognise(source: Source) -> Likeness:
    return Likeness.YES if source.data.startswith(MAGIC) else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    if not source.data.startswith(MAGIC):
        raise source.error("this does not begin with ROFL", "give a picture of that format")
    data = _Bytes(source)
    width, height = data.take("the width", 1), data.take("the height", 1)
    count = data.take("the number of colours", 1)
    looks: list[Rgb] = []
    for number in range(count):
        red, green, blue = (
            data.take("the {part} of colour {number}", part=Phrase(part), number=number) for part in _PARTS
        )
        looks.append((red, green, blue))
    colours = tuple(Colour(key, rgb) for key, rgb in zip(KEYS, looks[1:], strict=False))
    palette = Palette(colours, looks[0], "white" if looks[0] == WHITE else "")
    sides = [
        tuple(_take_clue(data, Line(axis, index), palette.keys) for index in range(lines))
        for axis, lines in ((Axis.ROW, height), (Axis.COLUMN, width))
    ]
    data.end()
    return finished(Puzzle(sides[0], sides[1], palette), source, checked, {})


def _take_clue(data: _Bytes, line: Line, keys: str) -> Groups:
    groups: list[Group] = []
    for number in range(1, data.take("the number of groups of {line}", line=line) + 1):
        length = data.take("the length of group {number} of {line}", number=number, line=line)
        colour = data.take("the colour of group {number} of {line}", 1, len(keys), number=number, line=line)
        groups.append(Group(length, keys[colour - 1]))
    return tuple(groups)


def _build(puzzle: Puzzle) -> bytes:
    keys, looks = puzzle.used_keys, [WHITE, BLACK]
    if puzzle.in_colour:
        keys = puzzle.palette.keys
        looks = [puzzle.palette.background, *(colour.rgb for colour in puzzle.palette.colours)]
    if len(looks) > MAX_BYTE:
        raise FormatError("{count} colours", "the format rofl holds {most} at most", count=len(looks), most=MAX_BYTE)
    data = bytearray((*MAGIC, puzzle.width, puzzle.height, len(looks), *chain(*looks)))
    for clue in puzzle.groups().values():
        data.append(len(clue))
        for group in clue:
            data += bytes((group.length, keys.index(group.key) + 1))
    return bytes(data)


ROFL = Format(_recognise, _parse, build=_build, only_unique=True, max_colours=MAX_BYTE - 1, max_side=MAX_BYTE)
