"""The loading screen is a whole SCREEN$, and the crossword on it is the car, honestly half solved."""

from __future__ import annotations

from harness.lettering import CAPITALS, RUSSIAN_CAPITALS, RUSSIAN_SMALL, SMALL
from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.solver.strategy import Outcome
from harness.spectrum.loading_screen import (
    BLACK,
    BRIGHT,
    CAR_SO_FAR,
    CELL_PITCH_PX,
    COLUMN_CLUES,
    CREDIT,
    GRID_AT_PX,
    ROW_CLUES,
    SHEET_SQUARES,
    WHITE,
    WORDS,
    draw_loading_screen,
)
from pyspectrum.screen import COLUMNS, ROWS, Screen

CAR = Puzzle(ROW_CLUES, COLUMN_CLUES)


def cell_interior(screen: Screen, row: int, column: int) -> list[str]:
    """The pixels of a cell of the drawn crossword, within its lines."""
    left, top = (at + 1 for at in GRID_AT_PX)
    return [
        "".join(".#"[screen.pixel(left + CELL_PITCH_PX * column + x, top + CELL_PITCH_PX * row + y)] for x in range(11))
        for y in range(11)
    ]


def read_cell(screen: Screen, row: int, column: int) -> str:
    """A cell as a person reads it: filled, dotted in the middle, or neither."""
    pixels = cell_interior(screen, row, column)
    if all(line[1:10] == "#" * 9 for line in pixels[1:10]):
        return "#"
    set_pixels = {(x, y) for y, line in enumerate(pixels) for x, sign in enumerate(line) if sign == "#"}
    return "." if set_pixels == {(5, 5), (6, 5), (5, 6), (6, 6)} else "?"


def test_the_crossword_on_it_is_the_car_half_solved() -> None:
    solved = solve(CAR)
    assert solved.outcome is Outcome.UNIQUE
    screen = Screen(draw_loading_screen())
    drawn = Grid(tuple("".join(read_cell(screen, r, c) for c in range(CAR.width)) for r in range(CAR.height)))
    assert drawn == Grid(tuple(CAR_SO_FAR.split()))
    assert 5 <= drawn.unknown_count <= CAR.width * CAR.height // 2
    for row, (cells, solution) in enumerate(zip(drawn.rows, solved.solutions[0].rows, strict=True)):
        wrong = [c for c, (cell, goal) in enumerate(zip(cells, solution, strict=True)) if cell not in (goal, "?")]
        assert not wrong, f"row {row}: the cells {wrong} are drawn in the wrong colour"


def test_the_sheet_is_black_on_bright_white_and_nothing_else_shares_its_squares() -> None:
    screen = Screen(draw_loading_screen())
    rows, columns = SHEET_SQUARES
    for row in range(ROWS):
        for column in range(COLUMNS):
            attribute = screen.attribute(row, column)
            assert not attribute.flash
            on_sheet = row in rows and column in columns
            colours = (attribute.ink, attribute.paper, attribute.bright)
            if on_sheet:
                assert colours == (BLACK, WHITE, bool(BRIGHT))
            else:
                assert attribute.paper == BLACK, f"square {row}, {column} would stand out from the black border"


def test_the_lettering_is_whole_and_no_two_letters_look_the_same() -> None:
    assert set("JAPANESECROSSWORDS") == set(CAPITALS)
    assert set(CREDIT) - {" "} <= set(SMALL)
    assert set("0123456789") <= set(SMALL)
    title, second, credit = WORDS["ru"]
    assert set(title + second) == set(RUSSIAN_CAPITALS)
    assert set(credit) - {" "} <= set(SMALL) | set(RUSSIAN_SMALL)
    for alphabet in (CAPITALS, SMALL, RUSSIAN_CAPITALS, RUSSIAN_SMALL):
        assert len(set(alphabet.values())) == len(alphabet)
        assert len({len(pattern) for pattern in alphabet.values()}) == 1
        assert all(len(set(map(len, pattern))) == 1 for pattern in alphabet.values())


def test_no_square_reads_as_a_character_of_the_rom() -> None:
    text = "".join(line for language in WORDS for line in Screen(draw_loading_screen(language)).text())
    letters = {character for character in text if character.isalnum()}
    assert not letters
