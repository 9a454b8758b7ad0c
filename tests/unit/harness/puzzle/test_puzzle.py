"""The model: pictures, clues, turning, and what `check` finds."""

import pickle
import re

import pytest
from hypothesis import given

from harness.errors import FormatError, HarnessError, Phrase, PuzzleError, UsageError
from harness.puzzle import BLOT, MAX_SIDE, Axis, Cell, Clue, Grid, Group, Line, Puzzle, clue_of
from harness.puzzle.palette import BLACK, Colour, Palette
from tests.cases import cases
from tests.strategies import COLOUR_PALETTE, grids, line_cells

STEP = Puzzle(((1,), (2,)), ((1,), (2,)), title="step", goal=Grid((".#", "##")))


def test_a_grid_is_read_by_row_and_column() -> None:
    grid = Grid(("#.?", ".##"))
    assert (grid.width, grid.height) == (3, 2)
    assert (grid[0][0], grid[0][1], grid[0][2]) == (Cell.BLACK, Cell.WHITE, Cell.UNKNOWN)
    assert grid[1] == ".##"
    assert grid.unknown_count == 1
    assert grid.columns() == ("#.", ".#", "?#")
    assert str(grid) == grid.to_text() == "#.?\n.##"


def test_grids_are_values() -> None:
    assert Grid(("#.",)) == Grid.of_sound(("#.",))
    assert len({Grid(("#.",)), Grid(("#.",)), Grid((".#",))}) == 2
    with pytest.raises(AttributeError):
        Grid(("#",)).rows = ()  # type: ignore[misc]
    assert Grid.unknown(2, 3) == Grid(("??", "??", "??"))


@cases(
    "rows",
    "message",
    more=[
        (("#" * (MAX_SIDE + 1),), f"a picture of {MAX_SIDE + 1}×1 cells is too large; keep each side to {MAX_SIDE}"),
        (("#",) * (MAX_SIDE + 1), f"a picture of 1×{MAX_SIDE + 1} cells is too large; keep each side to {MAX_SIDE}"),
    ],
)
def test_wrong_pictures(rows: tuple[str, ...], message: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(message)):
        Grid(rows).puzzle()


@given(grids(alphabet="#.?"))
def test_turning_a_grid_twice_gives_it_back(grid: Grid) -> None:
    turned = grid.turned()
    assert (turned.width, turned.height) == (grid.height, grid.width)
    assert all(turned[column][row] == grid[row][column] for row in range(grid.height) for column in range(grid.width))
    assert turned.turned() == grid


@given(grids())
def test_a_pictures_clues_pass_the_check_and_turn_with_it(grid: Grid) -> None:
    puzzle = grid.puzzle(title="blocks", author="somebody", source="here")
    puzzle.check()
    assert (puzzle.width, puzzle.height, puzzle.goal) == (grid.width, grid.height, grid)
    assert (puzzle.title, puzzle.author, puzzle.source) == ("blocks", "somebody", "here")
    assert puzzle.turned() == grid.turned().puzzle(title="blocks", author="somebody", source="here")
    assert puzzle.rows == tuple(map(clue_of, grid.rows))
    assert sum(map(sum, puzzle.rows)) == str(grid).count("#")


@given(line_cells(max_size=20))
def test_a_clue_is_what_the_runs_are(cells: str) -> None:
    assert list(clue_of(cells)) == [len(run) for run in re.findall("#+", cells)]


class TestBothKindsAnswerTheSameQuestions:
    """A puzzle in black and white, and the same in colour with black as its only one."""

    PLAIN = Grid((".#", "##")).puzzle(title="step")
    COLOUR = Grid((".k", "kk")).puzzle(Palette((Colour("k", BLACK, "ink"),)))

    def test_groups(self) -> None:
        plain, colour = self.PLAIN.groups(), self.COLOUR.groups()
        assert list(plain) == list(colour) == [line for line, _, _ in self.PLAIN.lines()]
        assert plain[Line(Axis.COLUMN, 1)] == (Group(2, "#"),)
        assert colour[Line(Axis.COLUMN, 1)] == (Group(2, "k"),)

    def test_colours(self) -> None:
        assert (self.PLAIN.in_colour, self.PLAIN.keys, self.PLAIN.used_keys) == (False, ".#", "#")
        assert (self.COLOUR.in_colour, self.COLOUR.keys, self.COLOUR.used_keys) == (True, ".k", "k")
        assert [self.PLAIN.name_of(key) for key in ".#"] == ["white", "black"]
        assert [self.COLOUR.name_of(key) for key in ".k"] == ["white", "ink"]

    @pytest.mark.parametrize(("puzzle", "key"), [(PLAIN, "#"), (COLOUR, "k")])
    def test_changes(self, puzzle: Puzzle, key: str) -> None:
        line, clue = Line(Axis.COLUMN, 0), (Group(1, key), Group(1, key))
        other = puzzle.with_clue(line, clue)
        assert (other.groups()[line], other.goal, other.palette) == (clue, None, puzzle.palette)
        assert other.groups() | {line: puzzle.groups()[line]} == puzzle.groups()
        assert not puzzle.has_clues_of(other)
        assert puzzle.goal is not None
        redrawn = other.redrawn(puzzle.goal.rows)
        assert puzzle.has_clues_of(redrawn)

    def test_without_colours_they_are_one(self) -> None:
        assert self.PLAIN.black_and_white() is self.PLAIN
        assert self.COLOUR.black_and_white().has_clues_of(self.PLAIN)
        assert not self.COLOUR.has_clues_of(self.PLAIN)
        assert not self.PLAIN.has_clues_of(self.COLOUR)


def test_lines_are_counted_from_one_for_the_user() -> None:
    assert str(Line(Axis.ROW, 0)) == "row 1"
    assert str(Line(Axis.COLUMN, 61)) == "column 62"
    assert Line(Axis.ROW, 4).turned() == Line(Axis.COLUMN, 4)
    assert [str(line) for line, _, _ in STEP.lines()] == ["row 1", "row 2", "column 1", "column 2"]


@cases(
    "rows",
    "columns",
    "goal",
    "message",
    more=[
        (((),), ((),) * (MAX_SIDE + 1), (), f"the width is {MAX_SIDE + 1}; keep each side to {MAX_SIDE} cells"),
        (((),) * (MAX_SIDE + 1), ((),), (), f"the height is {MAX_SIDE + 1}; keep each side to {MAX_SIDE} cells"),
    ],
)
def test_findings_of_the_check(
    rows: tuple[Clue, ...], columns: tuple[Clue, ...], goal: tuple[str, ...], message: str
) -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle(rows, columns, goal=Grid(goal) if goal else None).check()
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    line = re.match(r"(row|column) (\d)", message)
    assert caught.value.where == (Line(Axis(line[1]), int(line[2]) - 1) if line else None)


def test_blots_leave_the_sums_of_colours_open() -> None:
    rows, columns = ((Group(BLOT, "r"), Group(1, "k")),), ((Group(1, "k"),), (Group(1, "g"),), ())
    with pytest.raises(PuzzleError, match=r"^the rows hold 1 to 2 cells of the colour red, the columns 0"):
        Puzzle(rows, columns, COLOUR_PALETTE).check()


def test_the_largest_puzzle_passes() -> None:
    Puzzle(((),) * MAX_SIDE, ((),) * MAX_SIDE).check()
    Puzzle(((BLOT,),), ((1,), *((),) * (MAX_SIDE - 1))).check()  # looked at more closely


@pytest.mark.parametrize("wrong", [((1, 1),), ((0,),)])
def test_checked_puzzles_are_equal_and_changed_ones_are_checked(wrong: tuple[Clue, ...]) -> None:
    fresh, checked = Puzzle(((1,),), ((1,),), title="dot"), Puzzle(((1,),), ((1,),), title="dot")
    checked.check()
    checked.check()
    assert (checked, hash(checked), repr(checked)) == (fresh, hash(fresh), repr(fresh))
    assert pickle.loads(pickle.dumps(checked)) == fresh
    changed = checked.replace(rows=wrong)
    for _ in range(2):
        with pytest.raises(PuzzleError, match="row 1"):
            changed.check()


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (FormatError("wrong", "fix it", "a.txt", 3), "a.txt:3: wrong; fix it"),
        (FormatError("wrong", "fix it", "a.txt"), "a.txt: wrong; fix it"),
        (FormatError("wrong", "", "a.txt", 1, Line(Axis.ROW, 0)), "a.txt:1: row 1: wrong"),
        (FormatError("wrong", "fix it"), "wrong; fix it"),
        (PuzzleError("wrong", "fix it", Line(Axis.COLUMN, 1)), "column 2: wrong; fix it"),
        (PuzzleError("{text!r} {line}", "fix {what}", text="{x}", line=2, what=Phrase("{n}", n=1)), "'{x}' 2; fix 1"),
        (UsageError("no {braces}", "but {these}"), "no {braces}; but {these}"),
    ],
)
def test_errors_are_one_line_and_survive_pickling(error: HarnessError, text: str) -> None:
    assert str(error) == text
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), text)
