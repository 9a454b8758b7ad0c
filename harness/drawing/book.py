"""A puzzle book as a PDF: a sheet for each puzzle, turned where that makes it larger, and the answers at the end.

The same puzzles give the same bytes. Lengths on paper are in millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import TYPE_CHECKING

from harness.drawing.layout import Layout, Number, runs_of
from harness.errors import HarnessError, note
from harness.puzzle import Grid, Puzzle, length_text
from harness.puzzle.palette import BACKGROUND, Rgb, is_dark

if TYPE_CHECKING:
    from fpdf import FPDF

WORDS = {"en": "Answers", "ru": "Ответы"}  # the heading of the answers in each language
_FONT = "Inter"
_MARGIN_MM, _TITLE_MM, _FOOT_MM = 15.0, 14.0, 8.0
_LARGEST_CELL_MM = 9.0
_ANSWER_COLUMNS, _ANSWER_ROWS, _ANSWER_TITLE_MM, _ANSWER_GAP_MM = 2, 3, 7.0, 6.0
_POINTS_PER_MM = 72 / 25.4
_THIN_MM, _THICK_MM = 0.1, 0.4
_GREY, _BLACK = 150, 0


@dataclass(frozen=True, slots=True)
class BookPage:
    """A puzzle of a book, and its solution; without one it has no answer."""

    puzzle: Puzzle
    answer: Grid | None

    @property
    def title(self) -> str:
        """The puzzle's own title, or its size."""
        return self.puzzle.title or f"{self.puzzle.width}×{self.puzzle.height}"


def build_book(
    pages: Sequence[BookPage], *, title: str = "", paper: str = "a4", lang: str = "en", with_titles: bool = True
) -> bytes:
    """Build the book as the bytes of a PDF.

    Args:
        title: of the book, on a page of its own; none for no such page.
        paper: ``a4`` or ``letter``.
        lang: one of `WORDS`.
        with_titles: print the puzzles' titles above them, too; they always stand above the answers.
    """
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

    pdf = FPDF(format=paper, unit="mm")
    pdf.set_creation_date(datetime(2003, 2, 1, tzinfo=UTC))  # the article's; a book has no date of its own
    pdf.set_title(title or "Japanese crosswords")
    pdf.set_creator("pytest-spectrum")  # the mark of what we write, as in `pyspectrum.atomic`
    pdf.set_auto_page_break(auto=False)
    for style, name in (("", "Regular"), ("B", "Bold")):
        pdf.add_font(_FONT, style, str(files("harness.drawing") / "fonts" / f"Inter-{name}.ttf"))
    known = set.intersection(*(set(font.cmap) for font in pdf.fonts.values() if isinstance(font, TTFFont)))
    texts = [title, *(page.title for page in pages)]
    if lacking := sorted({sign for sign in _printable("".join(texts)) if ord(sign) not in known}):
        signs = " ".join(lacking[:20])
        note(HarnessError("the book's font has no {signs}", "a ? stands for each", signs=signs))
        questions = dict.fromkeys(map(ord, lacking), "?")
        title = title.translate(questions)
        pages = [BookPage(page.puzzle.replace(title=page.title.translate(questions)), page.answer) for page in pages]
    if title:
        pdf.add_page()
        pdf.set_font(_FONT, "B", 28)
        pdf.set_y(pdf.h / 3)
        pdf.multi_cell(0, 14, _printable(title), align="C")
    for number, page in enumerate(pages, 1):
        _puzzle_page(pdf, number, page, with_titles)
    answered = [(number, page) for number, page in enumerate(pages, 1) if page.answer is not None]
    for first in range(0, len(answered), _ANSWER_COLUMNS * _ANSWER_ROWS):
        _answer_page(pdf, answered[first : first + _ANSWER_COLUMNS * _ANSWER_ROWS], WORDS[lang])
    return bytes(pdf.output())


def _puzzle_page(pdf: FPDF, number: int, page: BookPage, with_titles: bool) -> None:
    layout = Layout.of(page.puzzle)
    short, long = sorted((pdf.w - 2 * _MARGIN_MM, pdf.h - 2 * _MARGIN_MM))  # of the paper, however the last page lay
    upright, turned = _fitting_scale(layout, short, long), _fitting_scale(layout, long, short)
    pdf.add_page(orientation="landscape" if turned > upright else "portrait")
    _heading(pdf, f"{number}. {page.title}" if with_titles else f"{number}.")
    scale = max(upright, turned)
    left = (pdf.w - layout.width * scale) / 2
    _draw(pdf, layout, left, _MARGIN_MM + _TITLE_MM, scale, None)
    _foot(pdf)


def _heading(pdf: FPDF, text: str) -> None:
    pdf.set_font(_FONT, "B", 14)
    pdf.set_xy(_MARGIN_MM, _MARGIN_MM)
    pdf.cell(0, 8, _fitted(pdf, text))


def _fitting_scale(layout: Layout, width_mm: float, height_mm: float) -> float:
    """Return the millimetres a unit, on paper with so much room."""
    height_mm -= _TITLE_MM + _FOOT_MM
    return min(width_mm / layout.width, height_mm / layout.height, _LARGEST_CELL_MM / layout.cell)


def _answer_page(pdf: FPDF, answered: Sequence[tuple[int, BookPage]], heading: str) -> None:
    pdf.add_page(orientation="portrait")
    _heading(pdf, heading)
    width = (pdf.w - 2 * _MARGIN_MM - _ANSWER_GAP_MM) / _ANSWER_COLUMNS
    height = (pdf.h - 2 * _MARGIN_MM - _TITLE_MM - _FOOT_MM) / _ANSWER_ROWS
    for place, (number, page) in enumerate(answered):
        row, column = divmod(place, _ANSWER_COLUMNS)
        left = _MARGIN_MM + column * (width + _ANSWER_GAP_MM)
        top = _MARGIN_MM + _TITLE_MM + row * height
        pdf.set_font(_FONT, "", 10)
        pdf.set_xy(left, top)
        pdf.cell(width, 5, _fitted(pdf, f"{number}. {page.title}", width))
        layout = Layout.of(page.puzzle)
        room = height - _ANSWER_TITLE_MM - _ANSWER_GAP_MM
        sides = (page.puzzle.width * layout.cell, page.puzzle.height * layout.cell)
        scale = min(width / sides[0], room / sides[1], 4 / layout.cell)
        x, y = left - layout.left * scale, top + _ANSWER_TITLE_MM - layout.top * scale
        _draw(pdf, layout, x, y, scale, page.answer)
    _foot(pdf)


def _foot(pdf: FPDF) -> None:
    pdf.set_font(_FONT, "", 8)
    pdf.set_text_color(_GREY)
    pdf.set_xy(0, pdf.h - _MARGIN_MM)
    pdf.cell(pdf.w, 4, str(pdf.page_no()), align="C")
    pdf.set_text_color(_BLACK)


def _draw(pdf: FPDF, layout: Layout, x: float, y: float, scale: float, answer: Grid | None) -> None:
    """Draw the sheet with its top left corner at (x, y): the cells of an answer, else the puzzle's numbers."""
    if answer is not None:
        side, left, top = layout.cell * scale, x + layout.left * scale, y + layout.top * scale
        for key, row, start, count in runs_of(answer.rows):
            if key != BACKGROUND:
                pdf.set_fill_color(*layout.puzzle.palette.rgb(key))
                pdf.rect(left + start * side, top + row * side, count * side, side, style="F")
    else:
        pdf.set_font(_FONT, "", (layout.cell - 2) * scale * _POINTS_PER_MM)
        for number in layout.numbers(Grid.unknown(layout.puzzle.width, layout.puzzle.height).rows):
            _number(pdf, layout, number, x, y, scale)
        pdf.set_text_color(_BLACK)
    for thick in (False, True):
        pdf.set_line_width(_THICK_MM if thick else _THIN_MM)
        pdf.set_draw_color(_BLACK if thick else _GREY)
        for x1, y1, x2, y2 in layout.rules(thick=thick):
            pdf.line(x + x1 * scale, y + y1 * scale, x + x2 * scale, y + y2 * scale)


def _number(pdf: FPDF, layout: Layout, number: Number, x: float, y: float, scale: float) -> None:
    box = (x + number.x * scale, y + number.y * scale, number.width * scale, number.height * scale)
    ink: Rgb = (0, 0, 0)
    if layout.puzzle.in_colour:
        rgb = layout.puzzle.palette.rgb(number.group.key)
        pdf.set_fill_color(*rgb)
        pdf.rect(box[0] + 0.1, box[1], box[2] - 0.2, box[3] - 0.1, style="F")
        ink = (255, 255, 255) if is_dark(rgb) else ink
    pdf.set_text_color(*ink)
    pdf.c_margin = 0
    pdf.set_xy(box[0], box[1])
    pdf.cell(box[2], box[3], length_text(number.group.length), align="C")


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)


def _fitted(pdf: FPDF, text: str, width_mm: float | None = None) -> str:
    """Cut the text short with an ellipsis if it is wider than the line."""
    text, room = _printable(text), pdf.epw if width_mm is None else width_mm
    if pdf.get_string_width(text) <= room:
        return text
    while text and pdf.get_string_width(text + "…") > room:
        text = text[:-1]
    return text + "…"
