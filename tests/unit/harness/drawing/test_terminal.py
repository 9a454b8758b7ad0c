"""Grids on terminals of all widths, and in pipes, which have none."""

import io
import sys
from collections.abc import Callable

import pytest
from hypothesis import given

from harness.cli import main
from harness.drawing.colours import render_colours
from harness.drawing.terminal import (
    QUARTERS,
    lay_out,
    print_grid,
    print_with_clues,
    render_half_blocks,
    render_quarter_blocks,
    tell_if_too_wide,
)
from harness.puzzle import BLOT, Grid, Puzzle
from harness.puzzle.palette import Colour, Palette
from tests.cases import cases
from tests.marks import TERMINALS
from tests.strategies import grids

STRIPES = Grid(("#." * 6, "##" * 6, ".#" * 6))
QUARTERED = "▙▙▙▙▙▙\n▝▝▝▝▝▝\n"
TULIPS = "puzzles/tulips.g"
REDS = Palette((Colour("r", (255, 0, 0)), Colour("s", (230, 20, 20)), Colour("k", (0, 0, 0))))


class Output(io.TextIOWrapper):
    """A stream that says what it is."""

    def __init__(self, encoding: str = "utf-8", *, is_terminal: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    @property
    def text(self) -> str:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode(self.encoding)


Terminal = Callable[..., tuple[Output, io.StringIO]]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Open a terminal of so many columns, or another output; return it, and what gets its notes."""

    def opened(columns: int, output: Output | None = None) -> tuple[Output, io.StringIO]:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdout", output or Output())
        monkeypatch.setattr(sys, "stderr", io.StringIO())
        return sys.stdout, sys.stderr  # type: ignore[return-value]

    return opened


def shown(terminal: Terminal, columns: int, output: Output | None = None, grid: Grid = STRIPES) -> tuple[str, str]:
    """Print a grid; return the output, and the notes."""
    printed, notes = terminal(columns, output)
    print_grid(grid)
    tell_if_too_wide(grid, grid)
    return printed.text, notes.getvalue()


@pytest.mark.parametrize(
    ("columns", "text"), [(12, render_half_blocks(STRIPES) + "\n"), (11, QUARTERED), (6, QUARTERED)]
)
def test_a_grid_that_fits(columns: int, text: str, terminal: Terminal) -> None:
    assert shown(terminal, columns) == (text, "")


def test_a_grid_that_does_not_fit(terminal: Terminal) -> None:
    text, note = shown(terminal, 5)
    assert text == QUARTERED
    assert note.startswith("note: the drawing is 6 columns wide, the terminal 5; widen it")
    assert note.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_terminal_without_quarters(encoding: str, terminal: Terminal) -> None:
    text, note = shown(terminal, 11, Output(encoding))
    assert text == STRIPES.to_text() + "\n"
    assert "12 columns wide, the terminal 11" in note


def test_unknown_cells_have_no_quarters(terminal: Terminal) -> None:
    partial = Grid(("?" * 12,) * 2)
    text, note = shown(terminal, 11, grid=partial)
    assert text == render_half_blocks(partial) + "\n"
    assert "12 columns wide" in note


def test_pipes_and_files_have_no_width(terminal: Terminal) -> None:
    assert shown(terminal, 5, Output(is_terminal=False)) == (STRIPES.to_text() + "\n", "")


@cases("arguments", "columns", "needed", more=[(["solve", TULIPS], 10, 16)])
def test_every_command_tells(arguments: list[str], columns: int, needed: int, terminal: Terminal) -> None:
    _, notes = terminal(columns)
    main(arguments)
    assert f"note: the drawing is {needed} columns wide, the terminal {columns}" in notes.getvalue()


@given(grids())
def test_quarters_show_every_cell(grid: Grid) -> None:
    lines = render_quarter_blocks(grid).split("\n")
    assert (len(lines), len(lines[0])) == ((grid.height + 1) // 2, (grid.width + 1) // 2)
    for row in range(2 * len(lines)):
        for column in range(2 * len(lines[0])):
            number = QUARTERS.index(lines[row // 2][column // 2])
            is_black = bool(number & 1 << 2 * (row % 2) + column % 2)
            inside = row < grid.height and column < grid.width
            assert is_black == (inside and grid.rows[row][column] == "#")


STAIRS = Puzzle(((1, 1), (10,), ()), ((2,), *((1,),) * 9))
SHEET = """\
     2 1 1 1 1 1 1 1 1 1
1 1 ██  ██
 10 ████████████████████
  0
"""


def test_clues_stand_beside_the_picture_on_a_terminal_that_is_wide_enough(terminal: Terminal) -> None:
    output, _ = terminal(24)
    assert print_with_clues(Grid(("#.#.......", "#" * 10, "." * 10)), STAIRS)
    assert output.text == SHEET


@pytest.mark.parametrize(
    ("output", "columns"), [(Output(), 23), (Output("ascii"), 80), (Output(is_terminal=False), 80)]
)
def test_no_clues_where_there_is_no_room(output: Output, columns: int, terminal: Terminal) -> None:
    terminal(columns, output)
    assert not print_with_clues(Grid(("?" * 10,) * 3), STAIRS)
    assert output.text == ""


@pytest.mark.parametrize(
    ("columns", "wide"),
    [([(3,), (2,)], 2), ([(), (12,)], 3), ([(12,), (3,)], 2), ([(3, 1), (12, 1)], 3), ([(3,), (12, 1)], 2)],
)
def test_numbers_above_the_picture_never_touch(columns: list[tuple[int, ...]], wide: int) -> None:
    """An empty column has a 0 above it."""
    puzzle = Puzzle(((BLOT,),) * 14, tuple(columns))
    sheet = lay_out(Grid(("?" * len(columns),) * 14), puzzle)
    assert "".join(piece.text for piece in sheet[-1]) == "? " + "▒" * wide * len(columns)


@TERMINALS
def test_clues_and_cells_are_in_their_colours(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    output, _ = terminal(80)
    picture = Grid(("rsk", "kk."))
    assert print_with_clues(picture, picture.puzzle(REDS))
    red, other, black = (f"\x1b[38;2;255;255;255;48;2;{rgb}m" for rgb in ("255;0;0", "230;20;20", "0;0;0"))
    assert f"{red}1\x1b[0m {other}1\x1b[0m {black}1\x1b[0m {red}r \x1b[0m" in output.text
    assert f"{black} 1\x1b[0m" in output.text


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_commands_put_clues_beside_the_picture(command: str, terminal: Terminal) -> None:
    output, _ = terminal(40)
    assert main([command, "puzzles/heart.txt"]) == 0
    assert "    2 4 4 4 2\n1 1   ██  ██\n  5 ██████████\n" in output.text


@pytest.mark.parametrize(
    ("rows", "palette", "text"),
    [
        (("rsk", "?.r"), REDS, "r s   \n▒▒  r "),
        (("赤s",), Palette((Colour("赤", (255, 0, 0)), Colour("s", (230, 20, 20)))), "赤s "),
        (("rk", "k."), Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0)))), "▀▀"),
        (("wk", "k."), Palette((Colour("w", (250, 250, 250)), Colour("k", (0, 0, 0)))), "w   \n    "),
    ],
)
def test_letters_stand_on_the_colours_that_are_close_to_another_or_the_background(
    rows: tuple[str, ...], palette: Palette, text: str
) -> None:
    assert render_colours(Grid(rows), palette).plain == text


def test_letters_can_be_read_on_their_colour() -> None:
    dark = Palette((Colour("d", (0, 0, 90)), Colour("e", (0, 0, 100))))
    styles = [str(span.style) for span in render_colours(Grid(("de",)), dark).spans]
    assert styles == ["#ffffff on #00005a", "#ffffff on #000064"]
