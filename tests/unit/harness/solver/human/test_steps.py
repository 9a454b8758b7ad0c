"""Solving as a person does: every step proved anew, from the empty picture to the end, and from any picture between."""

import itertools
import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Axis, Grid, Group, Line, Puzzle, common_cells
from harness.puzzle.palette import BACKGROUND, UNKNOWN, Colour, Palette
from harness.solver.budget import Budget
from harness.solver.human import steps
from harness.solver.human.agenda import Order
from harness.solver.human.explain import Ending, Explanation, HintKind, explain, find_hint
from harness.solver.human.findings import BLACK_AND_WHITE, Hue, Place
from harness.solver.human.line_view import LineView, known_cells
from harness.solver.human.presentation import LANGUAGES, hint_as_json
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.human.steps import Contradiction, HumanSolver, LineStep, PictureStep, Step, hues_of
from harness.solver.human.trial import MOST_COMPLETIONS, Branch, NamedLine
from harness.solver.lines import members, solve_line
from harness.solver.propagate import Board, propagate
from harness.solver.search import solve
from harness.solver.strategy import Difficulty, solve_any
from tests.many_solutions import rooks
from tests.marks import examples
from tests.strategies import grids
from tests.unit.harness.solver.files import sample
from tests.unit.harness.solver.test_budget import ticking

PALETTE = Palette((Colour("r", (208, 24, 40), "red"), Colour("b", (40, 72, 176), "blue")))
EITHER_WAY = Grid(("..#.#.", ".#.#..", "..#..#", "..#.#.", "#..#..", ".#.#.."))
NESTED = Grid(("#..#.", ".##..", "...#.", "..#..", "##..#"))
NO_SHORT_REASON = Grid(("r..r.", ".rr..", "...r.", "..r..", "rr..r")).puzzle(PALETTE)
"""Trial within trial is what its numbers take."""
RED = Grid(("rr", "r.")).puzzle(PALETTE)
WRONG = Grid(("rb", "br")).puzzle(PALETTE).with_clue(Line(Axis.ROW, 0), (Group(1, "b"), Group(1, "r")))
"""Each colour is there as often as the columns say, but both rows begin with the same one."""
TURNS = Grid(("r.", ".r")).puzzle(PALETTE)
"""Turned by a quarter it has the same numbers."""
RULES_IN_ORDER = list(Rule)
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def puzzles_in_colour(count: int) -> list[Puzzle]:
    """Puzzles by lot, the same every time."""
    chance = random.Random(7)
    found: list[Puzzle] = []
    for _ in range(count):
        width, height = chance.randint(3, 8), chance.randint(3, 8)
        keys = chance.choice(("..rb", ".rb", ".rrb"))
        picture = Grid(tuple("".join(chance.choices(keys, k=width)) for _ in range(height)))
        found.append(picture.puzzle(PALETTE))
    return found


class Paper:
    """A picture on which the steps are entered, each cell once, by one who trusts nobody."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.rows = puzzle, [[UNKNOWN] * puzzle.width for _ in range(puzzle.height)]
        self.clues, self.keys = puzzle.groups(), BACKGROUND + puzzle.used_keys

    def grid(self) -> Grid:
        return Grid(tuple("".join(row) for row in self.rows))

    def text(self, line: Line) -> str:
        return "".join(self.rows[line.index] if line.axis is Axis.ROW else [row[line.index] for row in self.rows])

    def enter(self, place: Place, hue: Hue) -> None:
        assert self.rows[place.row][place.column] == UNKNOWN, "decided twice"
        self.rows[place.row][place.column] = hue.key

    def board(self) -> Board:
        """A board that knows the picture."""
        board = Board.of(self.puzzle)
        board.know(self.grid())
        return board

    def keys_left(self, line: Line) -> list[set[str]] | None:
        """For each cell of a line the keys that an arrangement gives it; None if none fits."""
        text = self.text(line)
        clue = tuple((group.length, self.keys.index(group.key)) for group in self.clues[line])
        can = [cells | known_cells(text, UNKNOWN)[0] for cells in known_cells(text, self.keys)]
        told = solve_line(len(text), clue, can)
        if told is None:
            return None
        return [{key for key, may in zip(self.keys, told, strict=True) if may >> at & 1} for at in range(len(text))]

    def check_clue(self, named: NamedLine | LineStep | Contradiction) -> None:
        """The clue named is the line's."""
        assert [Group(block.length, block.hue.key) for block in named.clue] == list(self.clues[named.line])


def place_at(line: Line, cell: int) -> Place:
    return Place(line.index, cell) if line.axis is Axis.ROW else Place(cell, line.index)


def cell_along(line: Line, place: Place) -> int:
    return place.column if line.axis is Axis.ROW else place.row


def check_branch(branch: Branch, paper: Paper) -> Paper:
    """Each link of a chain must follow from its line alone, as known then; without links, from line after line."""
    board = paper.board()
    paper = deepcopy(paper)
    paper.enter(branch.place, branch.hue)
    if branch.refuted is not None:
        paper.check_clue(branch.refuted)
    if branch.links is None:
        assert branch.refuted is not None
        assert propagate(board, Budget()) is None
        marked = board.put(*branch.place, board.keys.index(branch.hue.key))
        assert propagate(board, Budget(), marked) == branch.refuted.line
        return paper
    for link in branch.links:
        paper.check_clue(link.named)
        assert any(link.told), "a link that says nothing"
        left = paper.keys_left(link.named.line)
        assert left is not None
        for told, hue in zip(link.told, BLACK_AND_WHITE, strict=True):
            for at in members(told):
                assert left[at] == {hue.key}, "this does not follow"
                paper.enter(place_at(link.named.line, at), hue)
    if branch.refuted is not None:
        assert paper.keys_left(branch.refuted.line) is None, "an arrangement is left"
    return paper


def check_trial(step: PictureStep, paper: Paper) -> None:
    """A trial must prove its cell: all other colours are refuted, or both lead there."""
    ((place, hue),) = step.cells
    papers = [check_branch(branch, paper) for branch in step.branches]
    if step.rule is Rule.TRIAL:
        assert all(branch.refuted is not None and branch.place == place for branch in step.branches)
        board = paper.board()
        assert propagate(board, Budget()) is None
        left = [board.keys[colour] for colour in board.colours(*place)]
        assert sorted([hue.key, *(branch.hue.key for branch in step.branches)]) == sorted(left)
    else:
        assert step.rule is Rule.EITHER_WAY
        one, other = step.branches
        assert one.place == other.place
        assert {one.hue, other.hue} == set(BLACK_AND_WHITE)
        for drawn in papers:
            assert drawn.rows[place.row][place.column] == hue.key


def check_picture_step(step: PictureStep, paper: Paper) -> None:
    """See that what a step about several lines says is so."""
    for named in step.lines:
        paper.check_clue(named)
    for place, hue in step.cells:
        if step.rule is Rule.BOTH_LINES:
            one, other = (paper.keys_left(named.line) for named in step.lines)
            assert one is not None
            assert other is not None
            at, across = (cell_along(named.line, place) for named in step.lines)
            assert one[at] & other[across] == {hue.key}
        elif step.rule is Rule.ELIMINATION:
            board = paper.board()
            assert propagate(board, Budget()) is None
            assert [board.keys[colour] for colour in board.colours(*place)] == [hue.key]
        elif step.rule is Rule.NESTED_TRIAL:
            others = solve_any(paper.puzzle, max_solutions=None, given=paper.grid()).solutions
            assert {other.rows[place.row][place.column] for other in others} == {hue.key}
            assert step.solutions == (len(others) if hue.in_colour else 0)
        else:
            check_trial(step, paper)


def check_line_step(step: LineStep, paper: Paper) -> None:
    """A rule applied to a line as it is, deciding what the drawings tell, and nothing an arrangement contradicts."""
    paper.check_clue(step)
    assert step.before == paper.text(step.line)
    drawn = list(step.before)
    for place, hue in step.cells:
        drawn[cell_along(step.line, place)] = hue.key
    assert step.after == "".join(drawn)
    new = [at for at, (old, now) in enumerate(zip(step.before, step.after, strict=True)) if old != now]
    assert [place for place, _ in step.cells] == [place_at(step.line, at) for at in new]
    if step.rule is Rule.CROSSING:
        check_crossing(step, paper)
        return
    left = paper.keys_left(step.line)
    assert left is not None
    assert all(left[at] == {step.after[at]} for at in new)


def check_crossing(step: LineStep, paper: Paper) -> None:
    """The colours that reach a cell from both sides are those named, and have none in common."""
    for finding in step.findings:
        facts: dict[str, Any] = {**finding.facts}
        across, down = facts["across"].hues, facts["down"].hues
        assert finding.told == (facts["cells"].mask, *[0] * (len(finding.told) - 1))
        assert not set(across) & set(down)
        for column in members(facts["cells"].mask):
            lines = step.line, Line(Axis.COLUMN, column)
            for line, at, hues in zip(lines, (column, step.line.index), (across, down), strict=True):
                left = paper.keys_left(line)
                assert left is not None
                assert left[at] <= {BACKGROUND, *(hue.key for hue in hues)}


def check_explanation(puzzle: Puzzle) -> Explanation:
    """Explain a puzzle and prove every word of it."""
    explained = explain(puzzle)
    result = solve_any(puzzle, max_solutions=MOST_COMPLETIONS + 1)
    paper = Paper(puzzle)
    for step in explained.steps:
        assert step.cells, "a step for nothing"
        if isinstance(step, LineStep):
            check_line_step(step, paper)
        else:
            check_picture_step(step, paper)
        for place, hue in step.cells:
            paper.enter(place, hue)
            assert all(solution[place.row][place.column] == hue.key for solution in result.solutions)
        for language in LANGUAGES.values():
            for sentence in language.tell(step):
                assert "{" not in sentence
                assert sentence[0].isupper()
                assert sentence.endswith(".")
    assert paper.grid() == explained.grid
    assert explained.ending.value == result.outcome.value.replace("unique", "solved")
    assert explained.rating.difficulty is result.difficulty
    assert sum(count for _, count in explained.rating.counts) == len(explained.steps)
    if explained.ending is Ending.SOLVED:
        assert (explained.grid,) == result.solutions
    if explained.ending is Ending.MULTIPLE and result.complete and len(result.solutions) <= MOST_COMPLETIONS:
        assert explained.grid == common_cells(result.solutions), "something that they have in common was not found"
    if explained.contradiction is not None:
        paper.check_clue(explained.contradiction)
        assert paper.text(explained.contradiction.line) == explained.contradiction.text
        assert paper.keys_left(explained.contradiction.line) is None
    return explained


@pytest.mark.parametrize(
    "name", ["contradiction", "contradiction-by-trial", "nothing", "six-solutions", "totem", "wink"]
)
def test_the_samples(name: str) -> None:
    puzzle = sample(name)
    assert check_explanation(puzzle) == explain(puzzle), "it is told the same every time"


@pytest.mark.parametrize(("picture", "rule"), [(EITHER_WAY, Rule.EITHER_WAY), (NESTED, Rule.NESTED_TRIAL)])
def test_rare_trials(picture: Grid, rule: Rule) -> None:
    assert rule in {step.rule for step in check_explanation(picture.puzzle()).steps}


def named_share(rules: Counter[Rule]) -> float:
    """Return the share of steps with a rule that is easier than going through all arrangements."""
    named = sum(count for rule, count in rules.items() if rule.effort < Rule.ALL_ARRANGEMENTS.effort)
    return named / rules.total()


def test_no_solution_though_no_single_trial_shows_it() -> None:
    """Found among random clues."""
    rows = ((1, 1, 1), (1,), (1, 2), (1, 1, 1), (2, 1), (1, 1), (2,), (1,), (1, 1, 1))
    columns = ((1,), (1,), (1, 1), (1, 1, 1, 1), (), (2, 1), (2, 1), (2, 2), (2, 1))
    explained = check_explanation(Puzzle(rows, columns))
    assert (explained.ending, explained.contradiction) == (Ending.CONTRADICTION, None)
    assert explained.rating.difficulty is Difficulty.BRANCH


def check_order(puzzle: Puzzle, order: Order) -> None:
    """The easiest rule that finds anything comes first, on the first line where it does in this order."""
    solver = HumanSolver(puzzle, order=order)
    board, hues = solver.board, hues_of(puzzle)
    numbers = {board.line(number): number for number in range(len(board.clues))}
    while isinstance(step := solver.next_line_step(), LineStep):
        works = []
        for number, clue in enumerate(board.clues):
            view = LineView(board.length(number), clue, known_cells(board.line_text(number), board.keys), hues)
            largest = max((length for length, _ in clue), default=0) if order is Order.LARGEST else 0
            works += [(RULES_IN_ORDER.index(r), -largest, number) for r in LINE_RULES if told_in_line(r, view)]
        if step.rule is Rule.CROSSING:
            assert not works or min(works)[0] > RULES_IN_ORDER.index(Rule.CROSSING)
        else:
            rule, _, number = min(works)
            assert (RULES_IN_ORDER.index(step.rule), numbers[step.line]) == (rule, number)
        solver.take(step)


def check_hint(puzzle: Puzzle, skipped: int) -> None:
    """The hint for a picture is the next step of the explanation."""
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


class TestHints:
    @given(picture=grids(max_width=7, max_height=7), skipped=st.integers(0, 40))
    @settings(max_examples=examples(60))
    def test_a_hint_is_the_next_step_of_the_explanation(self, picture: Grid, skipped: int) -> None:
        check_hint(picture.puzzle(), skipped)

    def test_in_colour_too(self) -> None:
        puzzle = Grid(("rr.b", "r..b", ".bb.", "rrrr")).puzzle(PALETTE)
        for skipped in range(len(explain(puzzle).steps) + 1):
            check_hint(puzzle, skipped)

    @given(picture=grids(max_width=6, max_height=6), other=st.data())
    @settings(max_examples=examples(150))
    def test_any_picture_right_or_wrong(self, picture: Grid, other: st.DataObject) -> None:
        puzzle = picture.puzzle()
        rows = st.text("#.???", min_size=picture.width, max_size=picture.width)
        state = Grid(tuple(other.draw(st.lists(rows, min_size=picture.height, max_size=picture.height))))
        solutions = solve(puzzle, None).solutions
        agreeing = [solution for solution in solutions if state.is_part_of(solution)]
        hint = find_hint(puzzle, state)
        if hint.step is not None:
            assert agreeing
            for (place, hue), solution in itertools.product(hint.step.cells, agreeing):
                assert state[place.row][place.column] == "?"
                assert solution[place.row][place.column] == hue.key
        elif hint.kind is HintKind.COMPLETE:
            assert agreeing == [state]
        elif hint.kind is HintKind.MULTIPLE:
            assert len(agreeing) > 1
        elif hint.kind is HintKind.WRONG_CELLS:
            (solution,) = solutions
            assert hint.wrong_cells
            for (row, column), hue in hint.wrong_cells:
                assert hue in BLACK_AND_WHITE
                assert solution[row][column] == hue.key
                assert state[row][column] == BLACK_AND_WHITE[hue == BLACK_AND_WHITE[0]].key
        else:
            assert hint.kind is HintKind.CONTRADICTION
            assert not agreeing
            assert len(solutions) > 1

    @pytest.mark.parametrize(("name", "line"), [("contradiction", True), ("contradiction-by-trial", False)])
    def test_a_puzzle_without_solution(self, name: str, line: bool) -> None:
        puzzle = sample(name)
        hint = find_hint(puzzle, Grid.unknown(puzzle.width, puzzle.height))
        assert hint.kind is HintKind.NO_SOLUTION
        assert (hint.contradiction is not None) == line

    @BOTH
    @pytest.mark.parametrize(
        ("puzzle", "state", "kind", "wrong"),
        [
            (RED, ("?r", "?r"), HintKind.WRONG_CELLS, [(2, 2, ".")]),
            (RED, (".b", "?r"), HintKind.WRONG_CELLS, [(1, 1, "r"), (1, 2, "r"), (2, 2, ".")]),
            (RED, ("rr", "r."), HintKind.COMPLETE, []),
            (TURNS, ("r?", "??"), HintKind.STEP, []),
            (TURNS, ("??", "??"), HintKind.MULTIPLE, []),
            (TURNS, ("rr", "??"), HintKind.CONTRADICTION, []),
            (TURNS, ("b?", "??"), HintKind.CONTRADICTION, []),
            (WRONG, ("??", "??"), HintKind.NO_SOLUTION, []),
        ],
    )
    def test_any_picture_in_colour(self, language, puzzle, state, kind, wrong) -> None:  # type: ignore[no-untyped-def]
        said = hint_as_json(find_hint(puzzle, Grid(state)), language)
        assert (said["kind"], said["language"]) == (kind.value, language.code)
        cells: list[dict[str, object]] = said["wrong_cells"]  # type: ignore[assignment]
        assert [(cell["row"], cell["column"], cell["key"]) for cell in cells] == wrong
        assert said["sentence"]
        assert "{" not in str(said["sentence"])

    def test_a_picture_of_another_size(self) -> None:
        with pytest.raises(ValueError, match="2×2 cells for a puzzle of 3×3"):
            find_hint(rooks(3), Grid(("??", "??")))


class TestCompletions:
    @given(picture=grids(max_width=5, max_height=5), hidden=st.data())
    @settings(max_examples=examples(80))
    def test_they_are_the_solutions_that_agree(self, picture: Grid, hidden: st.DataObject) -> None:
        puzzle = picture.puzzle()
        shown = st.tuples(*[st.sampled_from((cell, "?") if cell != "\n" else cell) for cell in str(picture)])
        state = Grid(tuple("".join(hidden.draw(shown)).split()))
        found = HumanSolver(puzzle, state).find_completions()
        expected = set(filter(state.is_part_of, solve(puzzle, None).solutions))
        assert set(found.grids) <= expected
        assert len(set(found.grids)) == len(found.grids) == min(len(expected), MOST_COMPLETIONS)
        assert found.complete == (len(expected) <= MOST_COMPLETIONS)

    def test_more_than_are_looked_for(self) -> None:
        found = HumanSolver(rooks(4)).find_completions()
        assert (len(found.grids), found.complete) == (MOST_COMPLETIONS, False)
        assert found.common == Grid.unknown(4, 4)


class TestStops:
    @pytest.mark.parametrize("looks", [0, 1, 10, 30, 80])
    def test_the_steps_until_then_are_kept(self, looks: int) -> None:
        puzzle = sample("totem")
        whole = explain(puzzle)
        stopped = explain(puzzle, Budget(looks, clock=ticking()))
        assert stopped.ending is Ending.TIMEOUT
        assert stopped.steps == whole.steps[: len(stopped.steps)]
        assert len(stopped.steps) < len(whole.steps)
        assert (stopped.rating.difficulty, stopped.rating.level) == (None, None)
        assert stopped.grid.unknown_count == 100 - sum(len(step.cells) for step in stopped.steps)

    def test_the_user(self) -> None:
        assert explain(rooks(3), Budget(should_stop=lambda: True)).ending is Ending.INTERRUPTED
        unknown = Grid.unknown(3, 3)
        assert find_hint(rooks(3), unknown, Budget(should_stop=lambda: True)).kind is HintKind.INTERRUPTED
        for puzzle in (rooks(3), Grid(("rb.", "br.", "...")).puzzle(PALETTE)):
            assert find_hint(puzzle, unknown, Budget(0)).kind is HintKind.TIMEOUT


def test_findings_of_a_line_are_not_worked_out_again() -> None:
    """One cell changes, as in drawing: most lines were seen before; the answer is the same without that."""
    drawn = solve(sample("relax-20x30")).solutions[0].rows
    changed = Grid((*drawn[:-1], drawn[-1][:-1] + "#")).puzzle()
    steps._STUDIED.clear()
    explain(Grid(drawn).puzzle())
    first = len(steps._STUDIED)
    second = explain(changed)
    assert 0 < len(steps._STUDIED) - first < first / 3
    steps._STUDIED.clear()
    assert explain(changed) == second


def test_each_step_is_told_when_it_is_found() -> None:
    told: list[object] = []
    steps_told = explain(sample("car"), on_step=told.append).steps
    assert tuple(told) == steps_told != ()
