"""Continuing from a saved grid: every strategy finds the solutions that agree with it; wrong cells are named."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.console.states import parse_state
from harness.errors import FormatError
from harness.formats import Source
from harness.puzzle import ColourGrid, ColourPuzzle, Grid, Picture, Puzzle
from harness.solver.registry import COLOUR_STRATEGIES, STRATEGIES, solve_any
from harness.solver.strategy import ColourStrategy, Step, StepKind, Strategy
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.strategies import COLOUR_PALETTE, blotted_colour_puzzles, blotted_puzzles, colour_grids, grids

RED_AND_BLACK = ColourGrid(("rk", "kr")).puzzle(COLOUR_PALETTE)
ROOK = Puzzle(((1,), (1,)), ((1,), (1,)))


@st.composite
def states(draw: st.DrawFn, puzzle: Puzzle | ColourPuzzle) -> tuple[str, ...]:
    """Some cells of a grid known, by chance; often no solution agrees with it."""
    signs = "???" + "." + puzzle.used_keys
    row = st.text(alphabet=signs, min_size=puzzle.width, max_size=puzzle.width)
    return tuple(draw(st.lists(row, min_size=puzzle.height, max_size=puzzle.height)))


def agreeing(puzzle: Puzzle | ColourPuzzle, state: Picture) -> set[tuple[str, ...]]:
    """The reference's solutions, those that agree."""
    every = solve_any(puzzle, strategy="probe", max_solutions=None).solutions
    return {solution.rows for solution in every if state.is_part_of(solution)}


@pytest.mark.parametrize("kind", STRATEGIES, ids=lambda kind: str(kind.name))
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_the_solutions_that_agree_are_found(kind: type[Strategy], data: st.DataObject) -> None:
    drawn = grids(max_width=4, max_height=4).map(Grid.clues)
    puzzle = data.draw(drawn if kind.name == "human" else drawn | blotted_puzzles(max_side=4))
    state = Grid(data.draw(states(puzzle)))
    result = kind().solve(puzzle, max_solutions=None, given=state)
    assert result.complete
    assert {solution.rows for solution in result.solutions} == agreeing(puzzle, state)
    assert result.contradiction is not None or state.is_part_of(result.fixpoint)


@pytest.mark.parametrize("kind", COLOUR_STRATEGIES, ids=lambda kind: str(kind.name))
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_the_solutions_that_agree_are_found_in_colour(kind: type[ColourStrategy], data: st.DataObject) -> None:
    drawn = colour_grids(max_side=3).map(lambda grid: grid.puzzle(COLOUR_PALETTE))
    puzzle = data.draw(drawn if kind.name == "human" else drawn | blotted_colour_puzzles(max_side=3))
    state = ColourGrid(data.draw(states(puzzle)))
    result = kind().solve(puzzle, max_solutions=None, given=state)
    assert result.complete
    assert {solution.rows for solution in result.solutions} == agreeing(puzzle, state)


@pytest.mark.parametrize("strategy", [kind.name for kind in STRATEGIES])
def test_given_cells_are_shown_first(strategy: str) -> None:
    steps: list[Step] = []
    solve_any(ROOK, strategy=strategy, given=Grid(("#?", "??")), on_step=steps.append)
    assert (steps[0].kind, steps[0].note) == (StepKind.START, "1 cell given")
    assert all(step.grid[0][0] == "#" for step in steps)


@pytest.mark.parametrize("state", [("#",), ("##", "r."), ("###", "..?")])
def test_states_of_another_puzzle_are_refused(state: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="given"):
        solve_any(RED_AND_BLACK, given=ColourGrid(state))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("r?\n?r\n", ("r?", "?r")),
        ("r\n r\n", ("r?", "?r")),
        ("r .\n? k\n", ("r.", "?k")),
        ("r?\n?r\n\ncolours: r red\nrest\n", ("r?", "?r")),
    ],
)
def test_grids_in_colour_are_read(text: str, rows: tuple[str, ...]) -> None:
    assert parse_state(Source("s.txt", text.encode()), RED_AND_BLACK).rows == rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r?\n", "s.txt: 1 row, where the puzzle has 2; write every row, with ? for cells not known"),
        ("r?\n?x\n", "s.txt:2: 'x' is not a cell; use r for red, k for k, . for the background, ? for not known"),
        ("r?\n?g\n", "s.txt:2: 'g' is not a cell"),
        ("r?\n???\n", "s.txt:2: 3 cells, where the puzzle has 2 columns"),
        ("r?\n?r\nmore\n", "s.txt: 3 rows, where the puzzle has 2"),
    ],
)
def test_state_that_is_no_grid_is_rejected(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_state(Source("s.txt", text.encode()), RED_AND_BLACK)
    assert str(caught.value).startswith(message)


@pytest.fixture
def rook(tmp_path: Path) -> str:
    """A file of `ROOK`."""
    path = tmp_path / "rook.txt"
    path.write_text("rows:\n1\n1\ncolumns:\n1\n1\n")
    return str(path)


def saved(tmp_path: Path, text: str) -> str:
    path = tmp_path / "state.txt"
    path.write_text(text)
    return str(path)


def test_solve_goes_on_from_what_solve_has_printed(rook: str, tmp_path: Path) -> None:
    half = run_cli("solve", rook, "--timeout", "0").out
    assert half.startswith("??\n??\n\n")
    state = saved(tmp_path, half.replace("??", ".?", 1))
    found = run_cli("solve", rook, "--state", state, "--json").json
    assert found["solutions"] == [[".#", "#."]]
    assert (found["unique"], found["state"], found["wrong_cells"]) == (True, [".?", "??"], [])


@pytest.mark.parametrize("strategy", [kind.name for kind in STRATEGIES])
def test_a_wrong_cell_is_told(strategy: str, tmp_path: Path) -> None:
    puzzle = tmp_path / "step.txt"
    puzzle.write_text("rows:\n1\n2\ncolumns:\n1\n2\n")
    ran = run_cli("solve", str(puzzle), "--strategy", strategy, "--state", saved(tmp_path, "#?\n?.\n"))
    assert ran.code == 0
    assert "no solution" in ran.out
    assert "row 1, column 1 is given as black, and must be white, and 1 more are wrong" in ran.out


def test_no_single_cell_is_to_blame_where_there_are_several_solutions(rook: str, tmp_path: Path) -> None:
    ran = run_cli("solve", rook, "--state", saved(tmp_path, "##\n??\n"))
    assert "no solution of the puzzle agrees with all cells given" in ran.out


def test_a_puzzle_without_solution_is_not_blamed_on_the_state(tmp_path: Path) -> None:
    puzzle = tmp_path / "none.txt"
    puzzle.write_text("rows: 2\n2\n0\ncolumns: 3\n1\n0\n1\n")
    ran = run_cli("solve", str(puzzle), "--state", saved(tmp_path, "#??\n???\n"))
    assert "the puzzle has no solution without the cells given either" in ran.out


def test_state_and_puzzle_cannot_both_be_standard_input() -> None:
    ran = run_cli("solve", "-", "--state", "-", stdin="rows:\n1\ncolumns:\n1\n")
    assert_one_line_refusal(ran, "--state -: the puzzle comes from standard input; name a file for one of them")


def test_the_saved_grid_is_not_overwritten(rook: str, tmp_path: Path) -> None:
    state = saved(tmp_path, "??\n??\n")
    assert_one_line_refusal(run_cli("solve", rook, "--state", state, "--svg", state), "--svg would overwrite the file")
