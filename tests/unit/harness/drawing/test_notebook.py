"""Drawings that a notebook shows: those of `draw`, with what a step has found marked."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import UNKNOWN
from tests.house import ROOT
from tests.strategies import colour_puzzles, grids

MARK = re.compile(r'<rect x="(\S+)" y="(\S+)" [^>]*fill="#286edc"/>\n')
PUZZLES = st.one_of(grids(max_width=5, max_height=5).map(Grid.puzzle), colour_puzzles())
TINT = re.compile(r'<rect [^>]*fill="#ffeca0"/>\n')


@given(puzzle=PUZZLES)
def test_a_puzzle_shows_its_sheet_and_a_result_what_all_solutions_share(puzzle: Puzzle) -> None:
    assert puzzle._repr_svg_() == harness.draw(puzzle)
    result = harness.solve(puzzle, max_solutions=None)
    columns = [list(zip(*(grid.rows[row] for grid in result.solutions), strict=True)) for row in range(puzzle.height)]
    shared = ["".join(cells[0] if len(set(cells)) == 1 else UNKNOWN for cells in row) for row in columns]
    assert result._repr_svg_() == harness.draw(puzzle, shared)


@given(puzzle=PUZZLES)
def test_a_step_shows_the_picture_after_it_with_its_line_and_new_cells_marked(puzzle: Puzzle) -> None:
    known = [[UNKNOWN] * puzzle.width for _ in range(puzzle.height)]
    for step in harness.explain(puzzle).steps:
        assert step.picture.rows == tuple(map("".join, known))
        for (row, column), hue in step.cells:
            known[row][column] = hue.key
        svg = step._repr_svg_()
        assert len(set(MARK.findall(svg))) == len(step.cells)
        assert len(TINT.findall(svg)) == hasattr(step, "line")
        assert TINT.sub("", MARK.sub("", svg)) == harness.draw(puzzle, list(map("".join, known)))


@given(picture=grids(max_width=8, max_height=8, alphabet="rb#.?"))
def test_a_picture_shows_each_of_its_colours_in_one_of_its_own(picture: Grid) -> None:
    svg = picture._repr_svg_()
    fills = re.findall(r'<path fill="(#\w+)"', svg)
    assert len(fills) == len(set(fills)) == len(set("".join(picture.rows)))
    assert "<text" not in svg


def test_a_module_s_own_name_will_do() -> None:
    """The package hands on what draws, though nobody has asked it for anything."""
    script = "from harness.puzzle import Puzzle; print(Puzzle([[1]], [[1]])._repr_svg_()[:5])"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("<?xml\n", "")


@pytest.mark.parametrize("picture", [["#"], ["#x"], ["##", "#"], []])
def test_a_picture_that_is_not_the_puzzle_s_cannot_be_drawn(picture: list[str]) -> None:
    with pytest.raises(harness.PuzzleError):
        harness.draw(harness.Puzzle([[2]], [[1], [1]]), picture)
