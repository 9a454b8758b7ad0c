"""Documents of the page: a drawing, as the page sends it and gets it, and the puzzle that it is.

A drawing in JSON::

    {"rows": ["#..", ".#."], "colours": [{"key": "r", "name": "red", "rgb": "#d00000"}], "background": "#ffffff",
     "title": ""}

Without ``colours`` it is black and white, ``#`` and ``.``; with them a cell is a colour's key, or ``.``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.errors import RequestError
from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import PLAIN, WHITE, Colour, Palette, hex_rgb

MAX_SIDE = 200
"""Cells a side on the page; more is for the command line."""
MAX_TITLE = 200


@dataclass(frozen=True)
class Document:
    """A drawing and its colours."""

    rows: tuple[str, ...]
    palette: Palette = PLAIN
    title: str = ""

    @classmethod
    def of_json(cls, data: object) -> Document:
        """Read a drawing that a page sent; raise RequestError or PuzzleError if it is none."""
        match data:
            case {"rows": list() as rows, **others} if rows and all(isinstance(row, str) for row in rows):
                pass
            case _:
                raise RequestError("the page sent no drawing", "reload it")
        if max(len(rows), *map(len, rows)) > MAX_SIDE:
            what, fix = "{width}×{height} cells are too many", "the page takes {most} a side"
            raise RequestError(what, fix, width=len(rows[0]), height=len(rows), most=MAX_SIDE)
        title = str(others.get("title", ""))[:MAX_TITLE]
        return cls(tuple(rows), _palette_of(others), title)

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, rows: tuple[str, ...]) -> Document:
        return cls(rows, puzzle.palette, puzzle.title)

    def puzzle(self) -> Puzzle:
        """Return the drawing's puzzle; raise PuzzleError for cells of other colours, and rows of unequal length."""
        return Grid(self.rows).puzzle(self.palette, title=self.title)

    def as_json(self) -> dict[str, Any]:
        """Return the drawing as the page gets it."""
        document: dict[str, Any] = {"rows": list(self.rows), "title": self.title}
        if self.palette.in_colour:
            document["background"] = hex_rgb(self.palette.background)
            document["colours"] = [
                {"key": colour.key, "name": self.palette.name_of(colour.key), "rgb": hex_rgb(colour.rgb)}
                for colour in self.palette.colours
            ]
        return document


def _palette_of(data: Mapping[Any, object]) -> Palette:
    colours, background = data.get("colours"), data.get("background")
    if not colours:
        return PLAIN
    made = []
    for colour in colours if isinstance(colours, list) else [None]:
        match colour:
            case {"key": str() as key, "rgb": str() as rgb, **others}:
                made.append(Colour(key, _rgb_of(rgb), str(others.get("name", ""))[:MAX_TITLE]))
            case _:
                raise RequestError("the page sent no drawing", "reload it")
    return Palette(tuple(made), _rgb_of(background) if isinstance(background, str) else WHITE)


def _rgb_of(text: str) -> tuple[int, int, int]:
    digits = text.removeprefix("#")
    try:
        red, green, blue = bytes.fromhex(digits)
    except ValueError:
        raise RequestError("{text!r} does not name a colour", "write it as #rrggbb", text=text[:20]) from None
    return red, green, blue
