"""Every analysis of a line: all clues in all states of lines of some cells, and random lines up to 300 cells."""

import pytest

from harness.solver.lines import solve_line
from tests.unit.harness.solver.line_analyses import (
    ANALYSES,
    OTHERS,
    Analysis,
    check_random_lines,
    check_states,
    solve_plainly,
)


@pytest.mark.parametrize("analysis", ANALYSES)
@pytest.mark.parametrize(
    ("length", "colours", "sample"),
    [
        *((4, 1, None), (5, 1, None), (6, 1, 400), (7, 1, 200), (8, 1, 60), (9, 1, 20), (10, 1, 8)),
        *((3, 2, None), (4, 2, 150), (5, 2, 30), (6, 2, 4), (3, 3, 100), (4, 4, 3)),
    ],
)
def test_all_clues(analysis: Analysis, length: int, colours: int, sample: int | None) -> None:
    check_states(analysis, length, colours, sample)


@pytest.mark.parametrize("colours", [1, 2, 4])
def test_the_references_say_of_random_lines_what_plain_recursion_says(colours: int) -> None:
    for length in (10, 20, 30, 40):
        check_random_lines(solve_line, solve_plainly, length, 150, colours)


@pytest.mark.parametrize("analysis", OTHERS)
@pytest.mark.parametrize("length", [20, 61, 62, 63, 64, 65, 99, 125, 126, 127, 128, 129, 192, 300])
def test_long_lines(analysis: Analysis, length: int) -> None:
    for colours in (1, 2):
        check_random_lines(analysis, solve_line, length, 60, colours)
