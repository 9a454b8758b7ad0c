"""Faults of a puzzle, and their fixes: typos, repairs, the examination as a whole."""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.advice import report
from harness.advice.repair import _MeetingChoices, find_repair, find_repairs
from harness.advice.report import Finding, examine, form_of
from harness.advice.typos import LineLogic, suggest_corrections
from harness.formats import read_puzzle
from harness.puzzle import BLOT, Axis, Grid, Group, Line, Puzzle, differing_cells
from harness.puzzle.palette import Colour, Palette
from harness.solver.budget import Budget, StopReason
from harness.solver.search import solve
from harness.solver.strategy import Outcome, solve_any
from tests.cases import cases
from tests.house import ROOT
from tests.marks import examples
from tests.strategies import grids
from tools.made import noise_puzzle

CAR = read_puzzle(ROOT / "puzzles" / "car.txt")
WINK = read_puzzle(ROOT / "puzzles" / "wink.txt")
PALETTE = Palette((Colour("r", (220, 0, 0), "red"), Colour("b", (0, 0, 200), "blue")))

DIAGONAL = Grid(("#.", ".#"))


def with_row(puzzle: Puzzle, row: int, *clue: int) -> Puzzle:
    return puzzle.replace(rows=(*puzzle.rows[:row], clue, *puzzle.rows[row + 1 :]), goal=None)


def flips(picture: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """Every picture that differs in exactly so many cells."""
    cells = list(itertools.product(range(len(picture)), range(len(picture[0]))))
    for chosen in itertools.combinations(cells, count):
        yield tuple(
            "".join(".#"[cell == "."] if (row, column) in chosen else cell for column, cell in enumerate(cells_of_row))
            for row, cells_of_row in enumerate(picture)
        )


@st.composite
def ambiguous_grids(draw: st.DrawFn) -> Grid:
    """Pictures with two black cells, alone in their rows and columns, that may as well lie on the other diagonal."""
    cells = [list(row) for row in draw(grids(max_width=4, max_height=4, min_side=2)).rows]
    top, left = draw(st.integers(0, len(cells) - 2)), draw(st.integers(0, len(cells[0]) - 2))
    for row, column in itertools.product(range(len(cells)), range(len(cells[0]))):
        if row in (top, top + 1) or column in (left, left + 1):
            cells[row][column] = ".#"[row - top == column - left]
    return Grid(tuple(map("".join, cells)))


def outline(name: str) -> tuple[Puzzle, list[tuple[str, ...]]]:
    """A drawing of thin lines that has many solutions, and some of the others."""
    puzzle = read_puzzle(ROOT / "tests" / "data" / "outlines" / f"{name}.txt")
    solutions = [solution.rows for solution in solve_any(puzzle, max_solutions=20).solutions]
    return puzzle, [rows for rows in solutions if rows != goal_of(puzzle)]


def goal_of(puzzle: Puzzle) -> tuple[str, ...]:
    assert puzzle.goal is not None
    return puzzle.goal.rows


WIDE, ELEVEN = Grid(("#" * 12 + ".", "." * 13, "#" * 13)), Grid(("#" * 11, "#.########."))
RIGHT = Grid(("rrb", "b..", "rr.")).puzzle(PALETTE)
WRONG_COLOUR = ((Group(2, "b"), Group(1, "b")), *RIGHT.rows[1:])


class TestRepair:
    @settings(max_examples=examples(60))
    @given(ambiguous_grids())
    def test_it_is_the_smallest_by_brute_force(self, grid: Grid) -> None:
        result = solve(grid.puzzle(), 5)
        others = [solution.rows for solution in result.solutions if solution != grid]
        assert others
        repair = find_repair(grid.puzzle(), grid.rows, others)
        assert repair is not None
        assert repair.is_smallest
        assert solve(Grid(repair.picture).puzzle()).outcome is Outcome.UNIQUE
        assert differing_cells(grid.rows, repair.picture) == tuple((one.row, one.column) for one in repair.changes)
        for one in repair.changes:
            assert (grid[one.row][one.column], repair.picture[one.row][one.column]) == (one.before, one.after)
        for count in range(1, len(repair.changes)):
            assert not any(solve(Grid(other).puzzle()).unique for other in flips(grid.rows, count))

    def test_there_are_others_as_small(self) -> None:
        repairs = list(find_repairs(DIAGONAL.puzzle(), DIAGONAL.rows, [(".#", "#.")]))
        assert {len(repair.changes) for repair in repairs} == {1}
        assert len({repair.picture for repair in repairs}) == 4
        assert all(solve(Grid(repair.picture).puzzle()).unique for repair in repairs)

    def test_the_choices_are_those_that_meet_every_exchange_in_order(self) -> None:
        def meets(chosen: Iterable[tuple[int, int]], exchange: Iterable[tuple[int, int]]) -> bool:
            return any(row == r or column == c for row, column in chosen for r, c in exchange)

        cells = [(row, column) for row in range(4) for column in range(4)]
        chance = random.Random(4)
        chance.shuffle(cells)
        for _ in range(30):
            exchanges = [dict.fromkeys(chance.sample(cells, 2), ("#", ".")) for _ in range(chance.randint(0, 3))]
            meeting = _MeetingChoices(cells)
            for exchange in exchanges:
                meeting.add(exchange)
            for count in (1, 2, 3):
                every = (
                    (*others, last)
                    for place, last in enumerate(cells)
                    for others in itertools.combinations(cells[:place], count - 1)
                )
                wanted = [chosen for chosen in every if all(meets(chosen, exchange) for exchange in exchanges)]
                assert list(meeting.choices(count)) == wanted

    @cases("name", "most", "calls")
    def test_a_first_proposal_for_an_outline_takes_few_analyses(self, name: str, most: int, calls: int) -> None:
        """A million analyses are less than a second."""
        puzzle, others = outline(name)
        repair = next(find_repairs(puzzle, goal_of(puzzle), others, Budget(max_line_calls=calls)))
        assert len(repair.changes) <= most
        assert solve(puzzle.redrawn(repair.picture)).outcome is Outcome.UNIQUE
        changed = {(one.row, one.column): one.after for one in repair.changes}
        assert set(changed) == set(differing_cells(goal_of(puzzle), repair.picture))
        assert all(repair.picture[row][column] == after for (row, column), after in changed.items())

    @pytest.mark.parametrize(
        ("name", "most", "calls"),
        [("face15", 4, 600_000), ("man15", 6, 100_000), ("house15", 7, 2_500_000), ("smiley15", 9, 3_000_000)],
    )
    def test_smaller_proposals_follow(self, name: str, most: int, calls: int) -> None:
        puzzle, others = outline(name)
        repairs = list(find_repairs(puzzle, goal_of(puzzle), others, Budget(max_line_calls=calls)))
        sizes = [len(repair.changes) for repair in repairs]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[-1] <= most
        assert len({repair.picture for repair in repairs}) == len(repairs)
        assert all(solve(puzzle.redrawn(repair.picture)).unique for repair in repairs)

    def test_no_time_no_repair(self) -> None:
        for budget in (Budget(0), Budget(should_stop=lambda: True)):
            assert find_repair(DIAGONAL.puzzle(), DIAGONAL.rows, [(".#", "#.")], budget) is None


class TestElimination:
    @settings(max_examples=examples(60))
    @given(grids(max_width=5, max_height=5), st.data())
    def test_the_line_left_out_always_fits_its_own_clue(self, grid: Grid, data: st.DataObject) -> None:
        puzzle = grid.puzzle()
        line = data.draw(st.sampled_from([line for line, _, _ in puzzle.lines()]))
        logic = LineLogic(with_row(puzzle, line.index) if line.axis is Axis.ROW else puzzle)
        reached = logic.reach(without=line)
        assert reached.contradiction is None
        assert logic.fits(line, puzzle.groups()[line], reached)

    def test_lines_without_a_part_in_the_contradiction_are_no_suspects(self) -> None:
        # row 3 says nothing at first, so it cannot be to blame
        puzzle = Puzzle(((3,), (), (1,)), ((1,), (), (1,)))
        assert Line(Axis.ROW, 2) not in LineLogic(puzzle).reach().suspects


class TestTypos:
    @cases("row", "wrong", "slip")
    def test_slips_in_the_car(self, row: int, wrong: tuple[int, ...], slip: str) -> None:
        suggestions = suggest_corrections(with_row(CAR, row, *wrong))
        best = [one for one in suggestions if one.line == Line(Axis.ROW, row)]
        assert [tuple(group.length for group in one.now) for one in best] == [CAR.rows[row]]
        assert best[0].outcome is Outcome.UNIQUE
        assert best[0].slip == slip

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            (with_row(WIDE.puzzle(), 0, 21), "row 1: 12 instead of 21 (the digits of 21 swapped)"),
            (with_row(ELEVEN.puzzle(), 0, 1, 1), "row 1: 11 instead of 1,1 (a comma too many)"),
            (RIGHT.replace(rows=WRONG_COLOUR, goal=None), "row 1: 2r,1b instead of 2b,1b (2 should be red)"),
        ],
    )
    def test_other_slips(self, wrong: Puzzle, said: str) -> None:
        assert said in map(str, suggest_corrections(wrong))

    def test_unique_ones_come_first(self) -> None:
        for suggestions in map(suggest_corrections, (with_row(CAR, 0, 5), with_row(WINK, 3, 1, 2))):
            unique = [one.outcome is Outcome.UNIQUE for one in suggestions]
            assert unique == sorted(unique, reverse=True)

    @settings(max_examples=examples(60))
    @given(grids(max_width=6, max_height=6), st.data())
    def test_the_right_number_is_always_among_them(self, grid: Grid, data: st.DataObject) -> None:
        puzzle = grid.puzzle()
        places = [(row, index) for row, clue in enumerate(puzzle.rows) for index in range(len(clue))]
        assume(places)
        row, index = data.draw(st.sampled_from(places))
        clue = list(puzzle.rows[row])
        clue[index] += data.draw(st.integers(1, 5))
        wrong = with_row(puzzle, row, *clue)
        found = [one for one in suggest_corrections(wrong) if one.line == Line(Axis.ROW, row)]
        assert puzzle.rows[row] in [tuple(group.length for group in one.now) for one in found]
        for one in found:
            corrected = with_row(puzzle, row, *(group.length for group in one.now))
            assert solve(corrected).outcome is one.outcome

    @settings(max_examples=examples(40))
    @given(st.lists(st.lists(st.integers(-9, 10**7), max_size=4), min_size=1, max_size=4), st.integers(1, 4))
    def test_any_numbers_are_borne(self, rows: list[list[int]], width: int) -> None:
        puzzle = Puzzle(tuple(map(tuple, rows)), ((1,),) * width)
        for one in suggest_corrections(puzzle):
            assert one.outcome is not Outcome.CONTRADICTION

    def test_two_wrong_lines_are_beyond_a_single_slip(self) -> None:
        assert suggest_corrections(Puzzle(((3,), (3,)), ((1,), (1,)))) == ()


class TestExamine:
    def test_multiple_keeps_to_the_files_own_picture(self) -> None:
        solution = solve(WINK, None).solutions[-1]
        advice = examine(WINK.replace(goal=solution))
        assert advice.finding is Finding.MULTIPLE
        assert advice.repaired_from == solution.rows
        assert len(advice.differing) == 8

    def test_the_picture_knows_what_the_numbers_should_be(self) -> None:
        grid = Grid(("#.#", "###"))
        advice = examine(grid.puzzle().replace(rows=((2,), (3,))))
        assert advice.finding is Finding.TYPO
        assert [str(one) for one in advice.suggestions] == ["row 1: 1,1 instead of 2 (by the picture)"]

    def test_no_time(self) -> None:
        assert examine(CAR, Budget(0)).finding is Finding.UNDECIDED
        typo = examine(with_row(CAR, 0, 5), Budget(0))
        assert (typo.finding, typo.suggestions, typo.stopped) == (Finding.TYPO, (), StopReason.TIMEOUT)

    def test_all_the_time_is_for_finding_two_solutions(self) -> None:
        """Half of it used to be kept for a repair, of which there is no question before there are two."""
        now = itertools.count()
        whole = Budget(100, clock=lambda: next(now))
        advice = examine(noise_puzzle(50, 50, 0.5, 1), whole)
        assert (advice.finding, advice.stopped) == (Finding.UNDECIDED, StopReason.TIMEOUT)
        assert whole.left_seconds == 0

    def test_more_solutions_than_two_are_compared(self) -> None:
        advice = examine(Puzzle(((1,),) * 4, ((1,),) * 4))
        assert advice.result is not None
        assert len(advice.result.solutions) == 20
        assert len(advice.differing) > 4

    @settings(max_examples=examples(30))
    @given(grids(max_width=3, max_height=3), st.data())
    def test_colour(self, drawn: Grid, data: st.DataObject) -> None:
        rows = tuple("".join(data.draw(st.sampled_from("rb")) if c == "#" else c for c in row) for row in drawn.rows)
        puzzle = Grid(rows).puzzle(PALETTE)
        advice = examine(puzzle)
        assert advice.finding in (Finding.UNIQUE, Finding.MULTIPLE)
        if advice.finding is Finding.MULTIPLE:
            assert advice.repair is not None
            assert examine(puzzle.redrawn(advice.repair.picture)).finding is Finding.UNIQUE


INKS = Palette(tuple(Colour(key, (90, 16 * number, 0)) for number, key in enumerate("abcdefghijk")))


@cases("last_row", "said")
def test_the_form_of_a_puzzle_in_colour(last_row: str, said: str) -> None:
    """Groups of several colours fill a line, too."""
    first = "abcde" if "not" in said else "ab.de"
    assert str(form_of(Grid((first, "a.cde", "....b", "bb.bb", last_row)).puzzle(INKS))) == said


def test_more_than_ten_colours_are_not_few() -> None:
    rows = ("abc.d", "e.fgh", "ij.a.", ".b.kc", "d.ef.")
    assert str(form_of(Grid(rows).puzzle(INKS))) == "not canonical: 11 colours are more than 10"
    assert form_of(Grid((*rows[:3], ".b.jc", rows[4])).puzzle(INKS)).is_canonical


def test_a_blotted_line_is_not_called_full() -> None:
    assert form_of(Puzzle(((BLOT,),), ((1,), (1,)))).full == (Line(Axis.COLUMN, 0), Line(Axis.COLUMN, 1))


def test_the_verdict_and_the_cells_are_told_before_more_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def noted(name: str, found: Callable[..., object]) -> Callable[..., object]:
        def find(*given: object) -> object:
            done.append(name)
            return found(*given)

        return find

    for name in ("find_differing", "find_repair", "suggest_corrections"):
        monkeypatch.setattr(report, name, noted(name, getattr(report, name)))
    for puzzle in (WINK, with_row(CAR, 0, 1)):
        examine(puzzle, tell=lambda advice: done.append(f"{advice.finding.value}, {len(advice.differing)} cells"))
    told = ["multiple, 4 cells", "find_differing", "multiple, 8 cells", "find_repair"]
    assert done == [*told, "typo, 0 cells", "suggest_corrections"]
