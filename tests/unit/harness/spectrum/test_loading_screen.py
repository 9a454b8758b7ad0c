"""The crossword on the loading screen is the car, honestly half solved; `build --check` holds the rest to the byte."""

from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.solver.strategy import Outcome
from harness.spectrum.loading_screen import (
    CAR_SO_FAR,
    CELL_PITCH_PX,
    COLUMN_CLUES,
    GRID_AT_PX,
    ROW_CLUES,
    WORDS,
    draw_loading_screen,
)
from pyspectrum.screen import Screen

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


def test_no_square_reads_as_a_character_of_the_rom() -> None:
    text = "".join(line for language in WORDS for line in Screen(draw_loading_screen(language)).text())
    letters = {character for character in text if character.isalnum()}
    assert not letters
