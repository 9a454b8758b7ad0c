"""Solving as a person does: every step proved anew, from the empty picture to the end, and from any picture between."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Axis, Cell, Clue, Grid, Line, Puzzle
from harness.solver import Difficulty, Outcome, solve
from harness.solver.budget import Budget
from harness.solver.human import completions, steps
from harness.solver.human.chains import Branch
from harness.solver.human.completions import MOST_COMPLETIONS, find_completions
from harness.solver.human.explain import Ending, Explanation, explain
from harness.solver.human.findings import Place
from harness.solver.human.hint import HintKind, find_hint
from harness.solver.human.line_view import LineView
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.human.steps import Contradiction, DecidedCell, HumanSolver, LineStep, Step, TrialStep
from harness.solver.human.trial import other_colour
from harness.solver.lines import parse_line, solve_line
from harness.solver.propagate import Board
from tests.many_solutions import rooks
from tests.marks import examples
from tests.strategies import clue_tables, grids
from tests.unit.harness.solver.files import sample

EITHER_WAY = Grid(("..#.#.", ".#.#..", "..#..#", "..#.#.", "#..#..", ".#.#.."))
NESTED = Grid(("#..#.", ".##..", "...#.", "..#..", "##..#"))
RULES_IN_ORDER = list(Rule)


class Paper:
    """A picture on which the steps are entered, each cell once, by one who trusts nobody."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.rows = [["?"] * puzzle.width for _ in range(puzzle.height)]

    def grid(self) -> Grid:
        return Grid(tuple("".join(row) for row in self.rows))

    def text(self, line: Line) -> str:
        grid = self.grid()
        return grid[line.index] if line.axis is Axis.ROW else grid.columns()[line.index]

    def enter(self, place: Place, cell: Cell) -> None:
        assert self.rows[place.row][place.column] == "?", "decided twice"
        self.rows[place.row][place.column] = cell.value

    def solved(self, line: Line, clue: Clue) -> tuple[int, int] | None:
        length, black, white = parse_line(self.text(line))
        return solve_line(length, clue, black, white)


def clue_at(puzzle: Puzzle, line: Line) -> Clue:
    return puzzle.rows[line.index] if line.axis is Axis.ROW else puzzle.columns[line.index]


def place_at(line: Line, cell: int) -> Place:
    return Place(line.index, cell) if line.axis is Axis.ROW else Place(cell, line.index)


def check_branch(branch: Branch, puzzle: Puzzle, before: Grid) -> Paper:
    """Each link of a chain must follow from its line alone, as known then."""
    paper = Paper(puzzle)
    paper.rows = [list(row) for row in before.rows]
    paper.enter(branch.place, branch.cell)
    for link in branch.links:
        assert link.clue == clue_at(puzzle, link.line)
        assert link.black | link.white, "a link that says nothing"
        solved = paper.solved(link.line, link.clue)
        assert solved is not None
        for told, known, cell in ((link.black, solved[0], Cell.BLACK), (link.white, solved[1], Cell.WHITE)):
            assert not told & ~known, "this does not follow"
            for index in range(told.bit_length()):
                if told >> index & 1:
                    paper.enter(place_at(link.line, index), cell)
    if branch.refuted is not None:
        line, clue = branch.refuted
        assert clue == clue_at(puzzle, line)
        assert paper.solved(line, clue) is None, "an arrangement is left"
    return paper


def check_trial(step: TrialStep, puzzle: Puzzle, before: Grid) -> None:
    """A trial must prove its cell."""
    conclusion = step.conclusion
    (decided,) = step.cells
    assert (decided.place, decided.cell) == (conclusion.place, conclusion.cell)
    papers = [check_branch(branch, puzzle, before) for branch in conclusion.branches]
    if step.rule is Rule.TRIAL:
        (branch,) = conclusion.branches
        assert (branch.place, branch.cell) == (conclusion.place, other_colour(conclusion.cell))
        assert branch.refuted is not None
    elif step.rule is Rule.EITHER_WAY:
        one, other = conclusion.branches
        assert one.place == other.place
        assert {one.cell, other.cell} == {Cell.BLACK, Cell.WHITE}
        for paper in papers:
            assert paper.rows[conclusion.place.row][conclusion.place.column] == conclusion.cell
    else:
        assert step.rule is Rule.NESTED_TRIAL


def check_line_step(step: LineStep, puzzle: Puzzle, paper: Paper) -> None:
    """A rule applied to a line: drawn as it is, and deciding just what the drawings tell."""
    assert step.clue == clue_at(puzzle, step.line)
    assert step.before == paper.text(step.line)
    new = {place_at(step.line, cell) for cell in range(len(step.before)) if step.before[cell] != step.after[cell]}
    assert {decided.place for decided in step.cells} == new
    assert len(step.cells) == len(new)
    for decided in step.cells:
        at = decided.place.column if step.line.axis is Axis.ROW else decided.place.row
        assert (step.before[at], step.after[at]) == ("?", decided.cell)


def check_explanation(puzzle: Puzzle) -> Explanation:
    """Explain a puzzle and prove every word of it."""
    explained = explain(puzzle)
    result = solve(puzzle, MOST_COMPLETIONS + 1)
    paper = Paper(puzzle)
    for step in explained.steps:
        assert step.cells, "a step for nothing"
        if isinstance(step, LineStep):
            check_line_step(step, puzzle, paper)
        else:
            assert isinstance(step, TrialStep)
            check_trial(step, puzzle, paper.grid())
        for decided in step.cells:
            paper.enter(decided.place, decided.cell)
            for solution in result.solutions:
                assert solution[decided.place.row][decided.place.column] == decided.cell
    assert paper.grid() == explained.grid
    endings = {
        Outcome.UNIQUE: Ending.SOLVED,
        Outcome.MULTIPLE: Ending.MULTIPLE,
        Outcome.CONTRADICTION: Ending.CONTRADICTION,
    }
    assert explained.ending is endings[result.outcome]
    assert explained.rating.difficulty is result.difficulty
    assert sum(count for _, count in explained.rating.counts) == len(explained.steps)
    if explained.ending is Ending.SOLVED:
        assert (explained.grid,) == result.solutions
    if explained.ending is Ending.MULTIPLE and result.complete and len(result.solutions) <= MOST_COMPLETIONS:
        same = Grid(
            tuple(
                "".join(column[0] if len(set(column)) == 1 else "?" for column in zip(*rows, strict=True))
                for rows in zip(*(solution.rows for solution in result.solutions), strict=True)
            )
        )
        assert explained.grid == same, "something that all solutions have in common was not found"
    if explained.contradiction is not None:
        contradiction = explained.contradiction
        assert isinstance(contradiction, Contradiction)
        assert paper.text(contradiction.line) == contradiction.text
        assert paper.solved(contradiction.line, contradiction.clue) is None
    return explained


@pytest.mark.parametrize(
    "name", ["contradiction", "contradiction-by-trial", "nothing", "six-solutions", "totem", "wink"]
)
def test_the_samples(name: str) -> None:
    puzzle = sample(name)
    assert check_explanation(puzzle) == explain(puzzle), "it is told the same every time"


@given(grids(max_width=8, max_height=8))
@settings(deadline=None, max_examples=examples(90))
def test_pictures_by_lot(picture: Grid) -> None:
    check_explanation(picture.puzzle())


@given(clue_tables(max_side=6))
@settings(deadline=None, max_examples=examples(150))
def test_clues_by_lot(puzzle: Puzzle) -> None:
    if sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)):
        check_explanation(puzzle)


@pytest.mark.parametrize(("picture", "rule"), [(EITHER_WAY, Rule.EITHER_WAY), (NESTED, Rule.NESTED_TRIAL)])
def test_rare_trials(picture: Grid, rule: Rule) -> None:
    assert rule in {step.rule for step in check_explanation(picture.puzzle()).steps}


def test_no_solution_though_no_single_trial_shows_it() -> None:
    """Found among random clues."""
    rows = ((1, 1, 1), (1,), (1, 2), (1, 1, 1), (2, 1), (1, 1), (2,), (1,), (1, 1, 1))
    columns = ((1,), (1,), (1, 1), (1, 1, 1, 1), (), (2, 1), (2, 1), (2, 2), (2, 1))
    explained = check_explanation(Puzzle(rows, columns))
    assert (explained.ending, explained.contradiction) == (Ending.CONTRADICTION, None)
    assert explained.rating.difficulty is Difficulty.BRANCH


def check_order(picture: Grid) -> None:
    """The easiest rule that finds anything comes first, on the first line where it does."""
    solver = HumanSolver(picture.puzzle())
    board = solver.board
    while isinstance(step := solver.next_line_step(), LineStep):
        works = [
            (rule, number)
            for number in range(len(board.clues))
            for rule in LINE_RULES
            if told_in_line(
                rule, LineView(board.length(number), board.clues[number], board.black[number], board.white[number])
            )
        ]
        rule, number = min(works, key=lambda found: (RULES_IN_ORDER.index(found[0]), found[1]))
        assert (step.rule, step.line) == (rule, board.line(number))
        solver.take(step)


@given(grids(max_width=7, max_height=7))
@settings(deadline=None, max_examples=examples(20))
def test_the_easiest_rule_comes_first(picture: Grid) -> None:
    check_order(picture)


class TestHints:
    @given(picture=grids(max_width=7, max_height=7), skipped=st.integers(0, 40))
    @settings(deadline=None, max_examples=examples(60))
    def test_a_hint_is_the_next_step_of_the_explanation(self, picture: Grid, skipped: int) -> None:
        puzzle = picture.puzzle()
        solver = HumanSolver(puzzle)
        step: Step | Contradiction | None = None
        for _ in range(skipped + 1):
            state = solver.board.grid()
            step = solver.next_step()
            if step is None:
                break
            assert not isinstance(step, Contradiction)
            solver.take(step)
        hint = find_hint(puzzle, state)
        assert hint.step == step
        if step is None:
            assert hint.kind in (HintKind.COMPLETE, HintKind.MULTIPLE)

    @given(picture=grids(max_width=6, max_height=6), other=st.data())
    @settings(deadline=None, max_examples=examples(150))
    def test_any_picture_right_or_wrong(self, picture: Grid, other: st.DataObject) -> None:
        puzzle = picture.puzzle()
        rows = st.text("#.???", min_size=picture.width, max_size=picture.width)
        state = Grid(tuple(other.draw(st.lists(rows, min_size=picture.height, max_size=picture.height))))
        solutions = solve(puzzle, None).solutions
        agreeing = [solution for solution in solutions if agrees(solution, state)]
        hint = find_hint(puzzle, state)
        if hint.step is not None:
            assert agreeing
            assert isinstance(hint.step, LineStep | TrialStep)
            for decided, solution in itertools.product(hint.step.cells, agreeing):
                assert state[decided.place.row][decided.place.column] == "?"
                assert solution[decided.place.row][decided.place.column] == decided.cell
        elif hint.kind is HintKind.COMPLETE:
            assert agreeing == [state]
        elif hint.kind is HintKind.MULTIPLE:
            assert len(agreeing) > 1
        elif hint.kind is HintKind.WRONG_CELLS:
            (solution,) = solutions
            assert hint.wrong_cells
            for wrong in hint.wrong_cells:
                assert isinstance(wrong, DecidedCell)
                row, column = wrong.place.row, wrong.place.column
                assert solution[row][column] == wrong.cell == other_colour(Cell(state[row][column]))
        else:
            assert hint.kind is HintKind.CONTRADICTION
            assert not agreeing
            assert len(solutions) > 1

    def test_the_line_that_cannot_be(self) -> None:
        hint = find_hint(rooks(3), Grid(("#??", "#??", "???")))
        assert hint.kind is HintKind.CONTRADICTION
        assert hint.contradiction is not None
        assert (hint.contradiction.line, hint.contradiction.text) == (Line(Axis.COLUMN, 0), "##?")

    @pytest.mark.parametrize(("name", "line"), [("contradiction", True), ("contradiction-by-trial", False)])
    def test_a_puzzle_without_solution(self, name: str, line: bool) -> None:
        puzzle = sample(name)
        hint = find_hint(puzzle, Grid.unknown(puzzle.width, puzzle.height))
        assert hint.kind is HintKind.NO_SOLUTION
        assert (hint.contradiction is not None) == line

    def test_a_picture_of_another_size(self) -> None:
        with pytest.raises(ValueError, match="2×2 cells for 3×3"):
            find_hint(rooks(3), Grid(("??", "??")))


def agrees(solution: Grid, state: Grid) -> bool:
    """Return True if the solution has all known cells of the state."""
    return all(known in (cell, "?") for cell, known in zip(str(solution), str(state), strict=True))


class TestCompletions:
    @given(picture=grids(max_width=5, max_height=5), hidden=st.data())
    @settings(deadline=None, max_examples=examples(80))
    def test_they_are_the_solutions_that_agree(self, picture: Grid, hidden: st.DataObject) -> None:
        puzzle = picture.puzzle()
        cells = st.lists(st.booleans(), min_size=len(str(picture)), max_size=len(str(picture)))
        shown = hidden.draw(cells)
        state = "".join(cell if show or cell == "\n" else "?" for cell, show in zip(str(picture), shown, strict=True))
        board = HumanSolver(puzzle, Grid(tuple(state.split()))).board
        found = find_completions(puzzle, board, Budget())
        expected = {
            solution for solution in solve(puzzle, None).solutions if agrees(solution, Grid(tuple(state.split())))
        }
        assert set(found.grids) <= expected
        assert len(set(found.grids)) == len(found.grids) == min(len(expected), MOST_COMPLETIONS)
        assert found.complete == (len(expected) <= MOST_COMPLETIONS)

    def test_more_than_are_looked_for(self) -> None:
        found = find_completions(rooks(4), Board.of(rooks(4)), Budget())
        assert (len(found.grids), found.complete) == (MOST_COMPLETIONS, False)
        assert found.common == Grid.unknown(4, 4)

    def test_without_a_sat_solver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        board = HumanSolver(rooks(4), Grid(("#???", "????", "????", "????"))).board
        with_it = find_completions(rooks(4), board, Budget())
        monkeypatch.setattr(completions, "has_solver", lambda: False)
        without = find_completions(rooks(4), board, Budget())
        assert set(with_it.grids) == set(without.grids)
        assert len(without.grids) == 6
        assert without.common[0] == "#..."


class TestStops:
    @pytest.mark.parametrize("looks", [0, 1, 10, 30, 80])
    def test_the_steps_until_then_are_kept(self, looks: int) -> None:
        puzzle = sample("totem")
        whole = explain(puzzle)
        ticks = itertools.count()
        stopped = explain(puzzle, Budget(looks, clock=lambda: float(next(ticks))))
        assert stopped.ending is Ending.TIMEOUT
        assert stopped.steps == whole.steps[: len(stopped.steps)]
        assert len(stopped.steps) < len(whole.steps)
        assert (stopped.rating.difficulty, stopped.rating.level) == (None, None)
        assert stopped.grid.unknown_count == 100 - sum(len(step.cells) for step in stopped.steps)

    def test_the_user(self) -> None:
        assert explain(rooks(3), Budget(should_stop=lambda: True)).ending is Ending.INTERRUPTED
        unknown = Grid.unknown(3, 3)
        assert find_hint(rooks(3), unknown, Budget(should_stop=lambda: True)).kind is HintKind.INTERRUPTED
        assert find_hint(rooks(3), unknown, Budget(0)).kind is HintKind.TIMEOUT


def test_many_solutions_are_rated_so() -> None:
    explained = explain(rooks(4))
    assert (explained.ending, explained.rating.difficulty) == (Ending.MULTIPLE, Difficulty.MULT)
    assert explained.completions is not None
    assert not explained.completions.complete


def test_findings_of_a_line_are_not_worked_out_again() -> None:
    """One cell changes, as when somebody draws: most lines were seen before; the answer is the same without that."""
    drawn = solve(sample("relax-20x30")).solutions[0].rows
    changed = Grid((*drawn[:-1], drawn[-1][:-1] + "#")).puzzle()
    steps._kept.cache_clear()
    explain(Grid(drawn).puzzle())
    first = steps._kept.cache_info().misses
    second = explain(changed)
    assert steps._kept.cache_info().misses - first < first / 3
    steps._kept.cache_clear()
    assert explain(changed) == second


def test_each_step_is_told_when_it_is_found() -> None:
    told: list[object] = []
    explanation = explain(sample("car"), on_step=told.append)
    assert told == list(explanation.steps)
    assert len(told) > 10
