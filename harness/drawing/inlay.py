"""The cassette's inlay, a J-card, as a sheet of A4 to be printed, cut and folded.

From the left: the flap behind the cassette, the spine, the front, and two panels that are folded in behind the front;
each of these is a little narrower than the one before, so that they lie flat. All lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from harness.drawing.inlay_words import AUTHOR, EDITIONS, LOADING, MACHINES, SHEET, SOLVING, SPINE, TITLE, Entry
from harness.drawing.layout import Sheet
from harness.drawing.svg import draw_sheet
from harness.drawing.typesetting import Column, Line
from harness.lettering import CAPITALS, RUSSIAN_CAPITALS, Pattern

SHEET_SIZE = (297.0, 210.0)
HEIGHT = 101.0
MARGIN = 3.0
TEXT_SIZE = 2.35
"""Type of 6.7 points."""

MACHINES_SIZE, AUTHOR_SIZE = 2.7, 2.6
TITLE_CELLS = 59
"""Ten letters of five cells, with gaps of one, across the front."""
SPINE_LINE_MM = 88.0
"""So far down the spine its title may reach; the stripes begin below."""

_FAMILY = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_STRIPES = ("#d8242f", "#f2c500", "#1d9a3c", "#1c8fd0")
"""The stripes on a Spectrum's case."""
_PAPER, _INK = "#fff", "#111"
_ALPHABET = {**CAPITALS, **RUSSIAN_CAPITALS}
_RULER = 50.0


@dataclass(frozen=True)
class Panel:
    """A part of the card between two folds, by its left edge and its width."""

    x: float
    width: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width


def _side_by_side(widths: Mapping[str, float]) -> dict[str, Panel]:
    panels, x = {}, 0.0
    for name, width in widths.items():
        panels[name] = Panel(x, width)
        x += width
    return panels


PANELS = _side_by_side({"flap": 16.0, "spine": 12.5, "front": 65.0, "loading": 64.5, "solving": 64.0})
CARD_WIDTH = PANELS["solving"].right


def build_inlay(sheet: Sheet, picture: Sequence[str], language: str) -> str:
    """The inlay as an SVG document, with a solved crossword on its front: its sheet, and the picture's rows as keys."""
    width, height = SHEET_SIZE
    left, top = (width - CARD_WIDTH) / 2, (height - HEIGHT) / 2
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm"'
        f' height="{height:g}mm" role="img" xml:lang="{language}" font-family="{_FAMILY}" fill="{_INK}">',
        f"<title>{escape(SPINE[language])}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="{_PAPER}"/>',
        f'<g transform="translate({left:g} {top:g})">',
        *_spine(language),
        *_front(sheet, picture, language),
        *_texts(line for name in ("loading", "solving") for line in panel_lines(name, language)),
        *_turned(PANELS["flap"], flap_lines(language)),
        *_cuts_and_folds(),
        "</g>",
        *_note(left, top + HEIGHT + 12, language),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def panel_lines(name: str, language: str) -> list[Line]:
    """The text of the panel ``loading`` or ``solving``."""
    panel = PANELS[name]
    column = Column(panel.x + MARGIN, MARGIN, panel.width - 2 * MARGIN, TEXT_SIZE)
    _set(column, {"loading": LOADING, "solving": SOLVING}[name], language)
    return column.lines


def flap_lines(language: str) -> list[Line]:
    """The text of the flap, which is read from top to bottom: x runs down the card, y from the fold to the edge."""
    column = Column(MARGIN, MARGIN - 0.5, HEIGHT - 2 * MARGIN, TEXT_SIZE)
    _set(column, EDITIONS, language)
    return column.lines


def spine_line(language: str) -> Line:
    """The title on the spine, which is read in the same way."""
    return Line(5, 7.9, 4.4, bold=SPINE[language])


def _set(column: Column, entries: Iterable[Entry], language: str) -> None:
    for term, text in entries:
        if text[language]:
            column.set_entry(term[language], text[language])
        else:
            column.set_heading(term[language])


def _texts(lines: Iterable[Line]) -> Iterable[str]:
    for line in lines:
        bold = f'<tspan font-weight="bold">{escape(line.bold)}</tspan>' if line.bold else ""
        yield f'<text x="{line.x:.2f}" y="{line.y:.2f}" font-size="{line.size:.3g}">{bold}{escape(line.text)}</text>'


def _turned(panel: Panel, lines: Iterable[Line]) -> Iterable[str]:
    yield f'<g transform="translate({panel.right:g} 0) rotate(90)">'
    yield from _texts(lines)
    yield "</g>"


def _spine(language: str) -> Iterable[str]:
    panel = PANELS["spine"]
    yield f'<rect x="{panel.x:g}" width="{panel.width:g}" height="{HEIGHT:g}" fill="{_INK}"/>'
    yield from _stripes(panel.x, 92, panel.width, 1.5)
    yield f'<g fill="{_PAPER}">'
    yield from _turned(panel, [spine_line(language)])
    yield "</g>"


def _front(sheet: Sheet, picture: Sequence[str], language: str) -> Iterable[str]:
    panel = PANELS["front"]
    yield f'<rect x="{panel.x:g}" width="{panel.width:g}" height="{HEIGHT:g}" fill="{_INK}"/>'
    yield f'<g fill="{_PAPER}">'
    for number, word in enumerate(TITLE):
        yield _cells(panel.x + 5, 6 + 7 * number, 55 / TITLE_CELLS, [_ALPHABET[letter] for letter in word[language]])
    middle = panel.x + panel.width / 2
    for y, size, text in ((88.5, MACHINES_SIZE, MACHINES[language]), (96.5, AUTHOR_SIZE, AUTHOR[language])):
        yield f'<text x="{middle:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle">{escape(text)}</text>'
    yield "</g>"
    yield from _stripes(panel.x, 92, panel.width, 0.45)
    layout = sheet.layout()
    scale = min(52 / layout.width, 60 / layout.height)
    x, y = middle - layout.width * scale / 2, 53 - layout.height * scale / 2
    yield f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">'
    yield from draw_sheet(layout, picture, sheet.empty_picture())
    yield "</g>"


def _stripes(x: float, y: float, width: float, each: float) -> Iterable[str]:
    for number, colour in enumerate(_STRIPES):
        yield f'<rect x="{x:g}" y="{y + number * each:g}" width="{width:g}" height="{each:g}" fill="{colour}"/>'


def _cells(x: float, y: float, side: float, letters: Sequence[Pattern]) -> str:
    """Letters made of cells with a gap between them, as one path."""
    squares, drawn = [], side * 0.88
    for letter in letters:
        for row, cells in enumerate(letter):
            for column, cell in enumerate(cells):
                if cell == "#":
                    left, top = x + column * side, y + row * side
                    squares.append(f"M{left:.2f} {top:.2f}h{drawn:.2f}v{drawn:.2f}h-{drawn:.2f}z")
        x += (len(letter[0]) + 1) * side
    return f'<path d="{"".join(squares)}"/>'


def _cuts_and_folds() -> Iterable[str]:
    yield f'<rect width="{CARD_WIDTH:g}" height="{HEIGHT:g}" fill="none" stroke="#888" stroke-width="0.15"/>'
    folds = [f"M{panel.x:g} -5v4M{panel.x:g} {HEIGHT + 1:g}v4" for panel in PANELS.values() if panel.x]
    inside = f"M{PANELS['solving'].x:g} 0v{HEIGHT:g}M{PANELS['spine'].x:g} 0v{HEIGHT:g}"
    yield f'<path d="{"".join(folds)}" stroke="#888" stroke-width="0.2" stroke-dasharray="1 0.6" fill="none"/>'
    yield f'<path d="{inside}" stroke="#ccc" stroke-width="0.15" stroke-dasharray="1 1" fill="none"/>'


def _note(x: float, y: float, language: str) -> Iterable[str]:
    yield f'<path d="M{x:g} {y - 1:g}v2M{x:g} {y:g}h{_RULER:g}m0 -1v2" stroke="{_INK}" stroke-width="0.2" fill="none"/>'
    yield f'<text x="{x + _RULER + 4:g}" y="{y + 0.8:g}" font-size="2.6">{escape(SHEET[language])}</text>'
