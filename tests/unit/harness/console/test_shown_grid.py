"""Grids on terminals of all widths, and in pipes, which have none."""

import io
import sys

import pytest
from hypothesis import given

from harness.cli import main
from harness.console.shown_grid import print_grid, tell_if_too_wide
from harness.drawing.terminal import QUARTERS, render_half_blocks, render_quarter_blocks
from harness.puzzle import Grid
from tests.strategies import grids

STRIPES = Grid(("#." * 6, "##" * 6, ".#" * 6))
QUARTERED = "▙▙▙▙▙▙\n▝▝▝▝▝▝\n"
TULIPS = "puzzles/tulips.g"


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


def shown(monkeypatch: pytest.MonkeyPatch, output: Output, columns: int, grid: Grid = STRIPES) -> tuple[str, str]:
    """Print a grid; return the output, and the notes."""
    notes = io.StringIO()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stderr", notes)
    print_grid(grid)
    tell_if_too_wide(grid, grid)
    return output.text, notes.getvalue()


def test_a_grid_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Output(), 12) == (render_half_blocks(STRIPES) + "\n", "")


def test_a_grid_that_fits_with_two_cells_to_a_column(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Output(), 11) == (QUARTERED, "")
    assert shown(monkeypatch, Output(), 6) == (QUARTERED, "")


def test_a_grid_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    text, note = shown(monkeypatch, Output(), 5)
    assert text == QUARTERED
    assert note.startswith("note: the drawing is 6 columns wide, the terminal 5; widen it")
    assert note.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_terminal_without_quarters(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, note = shown(monkeypatch, Output(encoding), 11)
    assert text == STRIPES.to_text() + "\n"
    assert "12 columns wide, the terminal 11" in note


def test_unknown_cells_have_no_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    partial = Grid(("?" * 12,) * 2)
    text, note = shown(monkeypatch, Output(), 11, partial)
    assert text == render_half_blocks(partial) + "\n"
    assert "12 columns wide" in note


def test_pipes_and_files_have_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Output(is_terminal=False), 5) == (STRIPES.to_text() + "\n", "")


@pytest.mark.parametrize(
    ("arguments", "columns", "needed"),
    [
        (["solve", "puzzles/heart.txt"], 2, 3),
        (["solve", TULIPS], 10, 16),
        (["explain", "puzzles/heart.txt"], 2, 3),
        (["check", "puzzles/six-solutions.txt"], 2, 3),
    ],
)
def test_every_command_tells(arguments: list[str], columns: int, needed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = io.StringIO()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdout", Output())
    monkeypatch.setattr(sys, "stderr", notes)
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
