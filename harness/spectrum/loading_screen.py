"""The loading screen: the title, a crossword half solved, a pencil, the sun.

Every square of 8 × 8 pixels has one ink and one paper, so each thing keeps to squares of its own: the sheet ends at
the edges of squares, and the pencil is black and white on the sheet and in its colours beside it.
"""

from __future__ import annotations

from harness.lettering import CAPITALS, RUSSIAN_CAPITALS, RUSSIAN_SMALL, SMALL
from harness.spectrum.screens import Canvas
from pyspectrum.screen import COLUMNS, HEIGHT_PX, ROWS, WIDTH_PX

BLACK, BLUE, RED, MAGENTA, GREEN, CYAN, YELLOW, WHITE = range(8)
BRIGHT = 0x40
SQUARE_PX = 8

CREDIT = "after Ivan Roshin, 2002"
WORDS = {"en": ("JAPANESE", "CROSSWORDS", CREDIT), "ru": ("ЯПОНСКИЕ", "КРОССВОРДЫ", "по Ивану Рощину, 2002")}
"""Words on the picture in each language: the title's two lines, and the credit."""

ROW_CLUES = ((6,), (2, 1, 1), (1, 1, 1), (9,), (9,), (10,), (2, 2), (2, 2))
COLUMN_CLUES = ((1,), (3,), (5,), (7,), (2, 3), (1, 3), (6,), (1, 5), (1, 5), (6,))
"""The car: the specification's own example."""

CAR_SO_FAR = """
....####??
...##.#.??
...#..#.??
.######???
.#######??
#########?
..##...##.
..##...##.
"""
"""The unfinished picture on the sheet: `#` black, `.` white, `?` unknown yet; the pencil is at the rest."""

_CAPITALS = {**CAPITALS, **RUSSIAN_CAPITALS}
_SMALL = {**SMALL, **RUSSIAN_SMALL}

TITLE_PITCH_PX = 4  # the cells of the title are as large as those the program draws
LETTER_PITCH_PX = 24
JAPANESE_AT_PX, CROSSWORDS_AT_PX = (8, 2), (8, 26)

SHEET_SQUARES = (range(7, 22), range(1, 21))  # rows, columns
GRID_AT_PX = (39, 76)
CELL_PITCH_PX = 12
FIGURE_PITCH_PX = 8, 8
CREDIT_AT_PX = (8, 181)

SUN_AT_PX, SUN_RADIUS_PX = (199, 90), 36

PENCIL_TIP_PX = (152, 130)
# along the pencil, in steps of x + y: the lead's end, the wood's, the paint's, the rubber's two
# (a square changes colour along x + y = 8n + 7, so the paint ends and the rubber begins there: 282 + 85, 282 + 93)
LEAD_END, WOOD_END, PAINT_END, RUBBER_BEGIN, RUBBER_END = 11, 31, 86, 93, 110
PENCIL_HALF_WIDTH = 11
PENCIL_EDGES = (4, 5)
PENCIL_GROOVES = (74, 75, 80, 81)


def draw_loading_screen(language: str = "en") -> bytes:
    """The 6,912 bytes of the loading SCREEN$ in a language of `WORDS`, the same every time.

    >>> len(draw_loading_screen())
    6912
    """
    canvas = Canvas()
    japanese, crosswords, credit = WORDS[language]
    _draw_title(canvas, japanese, JAPANESE_AT_PX, RED | BRIGHT)
    _draw_title(canvas, crosswords, CROSSWORDS_AT_PX, WHITE | BRIGHT)
    _draw_sun(canvas)
    _draw_sheet(canvas)
    _draw_clues(canvas)
    _draw_grid(canvas)
    _draw_pencil(canvas)
    _draw_credit(canvas, credit)
    return canvas.data


def _draw_title(canvas: Canvas, word: str, at_px: tuple[int, int], ink: int) -> None:
    """A word in capitals whose cells are black squares of a crossword, three pixels and a gap."""
    left, top = at_px
    for letter in word:
        for row, signs in enumerate(_CAPITALS[letter]):
            for column, sign in enumerate(signs):
                if sign == "#":
                    canvas.fill(left + TITLE_PITCH_PX * column, top + TITLE_PITCH_PX * row, 3, 3)
        left += LETTER_PITCH_PX
    for row in range(top // SQUARE_PX, (top + 19) // SQUARE_PX + 1):
        for column in range(COLUMNS):
            canvas.colour(row, column, ink)


def _draw_sun(canvas: Canvas) -> None:
    centre_x, centre_y = SUN_AT_PX
    for y in range(centre_y - SUN_RADIUS_PX, centre_y + SUN_RADIUS_PX):
        for x in range(centre_x - SUN_RADIUS_PX, centre_x + SUN_RADIUS_PX):
            # twice the distance, from the corner between four pixels: an even, round edge
            if (2 * (x - centre_x) + 1) ** 2 + (2 * (y - centre_y) + 1) ** 2 <= (2 * SUN_RADIUS_PX) ** 2:
                canvas.plot(x, y)
                canvas.colour(y // SQUARE_PX, x // SQUARE_PX, RED)


def _draw_sheet(canvas: Canvas) -> None:
    rows, columns = SHEET_SQUARES
    for row in rows:
        for column in columns:
            canvas.colour(row, column, BLACK | WHITE << 3 | BRIGHT)
    left, top, width, height = (SQUARE_PX * n for n in (columns.start, rows.start, len(columns), len(rows)))
    canvas.fill(left, top, width, height, is_ink=False)


def _draw_clues(canvas: Canvas) -> None:
    """The numbers, flush with the grid: the last one of each line beside it."""
    left, top = GRID_AT_PX
    pitch_x, pitch_y = FIGURE_PITCH_PX
    for index, clue in enumerate(ROW_CLUES):
        y = top + CELL_PITCH_PX * index + 4
        right = left - 3
        for number in reversed(clue):
            _draw_text(canvas, right - text_width_px(str(number)), y, str(number))
            right -= pitch_x
    for index, clue in enumerate(COLUMN_CLUES):
        centre = left + CELL_PITCH_PX * index + 7
        for up, number in enumerate(reversed(clue), start=1):
            _draw_text(canvas, centre - text_width_px(str(number)) // 2, top - 1 - pitch_y * up, str(number))


def _draw_grid(canvas: Canvas) -> None:
    left, top = GRID_AT_PX
    width, height = CELL_PITCH_PX * len(COLUMN_CLUES) + 1, CELL_PITCH_PX * len(ROW_CLUES) + 1
    for column in range(len(COLUMN_CLUES) + 1):
        canvas.fill(left + CELL_PITCH_PX * column, top, 1, height)
    for row in range(len(ROW_CLUES) + 1):
        canvas.fill(left, top + CELL_PITCH_PX * row, width, 1)
    for row, cells in enumerate(CAR_SO_FAR.split()):
        for column, cell in enumerate(cells):
            x, y = left + CELL_PITCH_PX * column, top + CELL_PITCH_PX * row
            if cell == "#":
                canvas.fill(x + 2, y + 2, CELL_PITCH_PX - 3, CELL_PITCH_PX - 3)
            elif cell == ".":
                canvas.fill(x + 6, y + 6, 2, 2)


def _draw_pencil(canvas: Canvas) -> None:
    """A pencil that comes from the lower right at 45°; on the sheet only its outline and its lead are black."""
    tip_x, tip_y = PENCIL_TIP_PX
    sheet_rows, sheet_columns = SHEET_SQUARES
    for y in range(tip_y - PENCIL_HALF_WIDTH, HEIGHT_PX):
        for x in range(tip_x - PENCIL_HALF_WIDTH, WIDTH_PX):
            along, across = x - tip_x + y - tip_y, abs(x - tip_x - (y - tip_y))
            half_width = _pencil_half_width(along)
            if across > half_width:
                continue
            row, column = y // SQUARE_PX, x // SQUARE_PX
            if row in sheet_rows and column in sheet_columns:
                canvas.plot(
                    x, y, along < LEAD_END or across >= half_width - 1 or (along > WOOD_END and across in PENCIL_EDGES)
                )
            elif along < PAINT_END:
                canvas.plot(x, y, across not in PENCIL_EDGES)
                canvas.colour(row, column, YELLOW | BRIGHT)
            elif along >= RUBBER_BEGIN:
                canvas.plot(x, y)
                canvas.colour(row, column, MAGENTA | BRIGHT)


def _pencil_half_width(along: int) -> int:
    """Half the pencil's width so far from its tip, in steps of x − y; -1 outside it."""
    if not 0 <= along <= RUBBER_END:
        return -1
    if along < WOOD_END:
        return PENCIL_HALF_WIDTH * along // WOOD_END
    if along in PENCIL_GROOVES:
        return -1
    return min(PENCIL_HALF_WIDTH, PENCIL_HALF_WIDTH // 2 + 2 * (RUBBER_END - along))  # its end is rounded


def _draw_credit(canvas: Canvas, credit: str) -> None:
    left, top = CREDIT_AT_PX
    _draw_text(canvas, left, top, credit)
    for row in range(top // SQUARE_PX, ROWS):
        for column in range(left // SQUARE_PX, (left + text_width_px(credit)) // SQUARE_PX + 1):
            canvas.colour(row, column, CYAN)


def text_width_px(text: str) -> int:
    """Return the width of `text` in the small face, without the gap after it."""
    return sum(4 if character == " " else len(_SMALL[character][0]) + 1 for character in text) - 1


def _draw_text(canvas: Canvas, x_px: int, y_px: int, text: str) -> None:
    """Write in the small face; `x_px`, `y_px` is the top left corner."""
    for character in text:
        for y, row in enumerate(() if character == " " else _SMALL[character], start=y_px):
            for x, sign in enumerate(row, start=x_px):
                if sign == "#":
                    canvas.plot(x, y)
        x_px += text_width_px(character) + 1
