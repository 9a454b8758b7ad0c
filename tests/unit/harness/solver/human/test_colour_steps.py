"""Hints in colour: every reason is checked anew, and every sentence is true."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from harness.puzzle import Axis, Colour, Grid, Line, Palette, Puzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.budget import Budget
from harness.solver.human.agenda import Order
from harness.solver.human.colour_steps import ColourSolver
from harness.solver.human.colour_values import ColouredCell, ColourLineStep, ColourPictureStep
from harness.solver.human.colour_view import ColourLineView, known_cells
from harness.solver.human.explain import Ending, Explanation, explain
from harness.solver.human.findings import Cells, Finding, Hue, Hues
from harness.solver.human.hint import HintKind, find_hint
from harness.solver.human.presentation import LANGUAGES, hint_as_json
from harness.solver.human.rules import COLOUR_RULES, Rule, told_in_line
from harness.solver.lines import solve_line
from harness.solver.propagate import Board, propagate
from harness.solver.registry import solve_any

PALETTE = Palette((Colour("r", (208, 24, 40), "red"), Colour("b", (40, 72, 176), "blue")))
NO_SHORT_REASON = Grid(("r..r.", ".rr..", "...r.", "..r..", "rr..r"))
"""Trial within trial is what its numbers take."""
TWO = ("r.", ".r")
"""Turned by a quarter it has the same numbers."""
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def pictures(count: int) -> list[Grid]:
    """Pictures by lot, the same every time."""
    chance = random.Random(7)
    found = []
    for _ in range(count):
        width, height = chance.randint(3, 8), chance.randint(3, 8)
        keys = chance.choice(("..rb", ".rb", ".rrb"))
        found.append(Grid(tuple("".join(chance.choices(keys, k=width)) for _ in range(height))))
    return found


def board_of(puzzle: Puzzle, known: Grid) -> Board:
    board = Board.of(puzzle, Grid)
    board.know(known)
    return board


def number_of(line: Line, height: int) -> int:
    return line.index if line.axis is Axis.ROW else height + line.index


def told_by(board: Board, line: Line) -> list[int]:
    number = number_of(line, board.height)
    told = solve_line(board.length(number), board.clues[number], board.can[number])
    assert told is not None
    return told


def check_picture_step(puzzle: Puzzle, known: Grid, step: ColourPictureStep) -> None:
    """See that what a step about several lines says is so."""
    board = board_of(puzzle, known)
    for cell in step.cells:
        row, column = cell.place.row, cell.place.column
        along = [column if named.line.axis is Axis.ROW else row for named in step.lines]
        allowed = [
            {key for key, cells in zip(board.keys, told_by(board, named.line), strict=True) if cells >> at & 1}
            for named, at in zip(step.lines, along, strict=True)
        ]
        if step.rule is Rule.BOTH_LINES:
            assert len(allowed) == 2
            assert allowed[0] & allowed[1] == {cell.cell.key}
        elif step.rule is Rule.ELIMINATION:
            assert propagate(board, Budget()) is None
            assert [board.keys[colour] for colour in board.colours(row, column)] == [cell.cell.key]
        elif step.rule is Rule.TRIAL:
            assert propagate(board, Budget()) is None
            refuted = {hue.key for hue, _ in step.refuted}
            assert refuted | {cell.cell.key} == {board.keys[colour] for colour in board.colours(row, column)}
            for hue, named in step.refuted:
                supposed = board.copy()
                marked = supposed.put(row, column, board.keys.index(hue.key))
                assert propagate(supposed, Budget(), marked) == named.line
        else:
            assert step.rule is Rule.NESTED_TRIAL
            others = solve_any(puzzle, max_solutions=None, given=known).solutions
            assert {other.rows[row][column] for other in others} == {cell.cell.key}
            assert step.solutions == len(others)


def check_line_step(puzzle: Puzzle, known: Grid, step: ColourLineStep) -> None:
    """See that a rule is applied to the line as it is, and decides nothing that an arrangement contradicts."""
    text = known.rows[step.line.index] if step.line.axis is Axis.ROW else known.columns()[step.line.index]
    assert step.before == text
    assert [(block.length, block.hue.key) for block in step.clue] == list(puzzle.groups()[step.line])
    drawn = list(text)
    for cell in step.cells:
        drawn[cell.place.column if step.line.axis is Axis.ROW else cell.place.row] = cell.cell.key
    assert step.after == "".join(drawn)
    board = board_of(puzzle, known)
    if step.rule is Rule.CROSSING:
        for finding, (cells, across, down) in zip(step.findings, map(crossing_facts, step.findings), strict=True):
            assert finding.told == (cells, *[0] * (len(finding.told) - 1))
            assert not set(across) & set(down)
            for column in [column for column in range(puzzle.width) if cells >> column & 1]:
                lines = step.line, Line(Axis.COLUMN, column)
                for line, at, hues in zip(lines, (column, step.line.index), (across, down), strict=True):
                    allowed = zip(board.keys, told_by(board, line), strict=True)
                    assert {key for key, may in allowed if may >> at & 1} <= {BACKGROUND, *(hue.key for hue in hues)}
        return
    told = told_by(board, step.line)
    for at, (old, new) in enumerate(zip(step.before, step.after, strict=True)):
        if old != new:
            assert [key for key, may in zip(board.keys, told, strict=True) if may >> at & 1] == [new]


def crossing_facts(finding: Finding) -> tuple[int, tuple[Hue, ...], tuple[Hue, ...]]:
    cells, across, down = (finding.facts[name] for name in ("cells", "across", "down"))
    assert isinstance(cells, Cells)
    assert isinstance(across, Hues)
    assert isinstance(down, Hues)
    return cells.mask, across.hues, down.hues


def check_explanation(puzzle: Puzzle) -> Explanation:
    """Explain a puzzle and prove every step of it."""
    explained = explain(puzzle)
    known = [[UNKNOWN] * puzzle.width for _ in range(puzzle.height)]
    for step in explained.steps:
        state = Grid(tuple(map("".join, known)))
        assert step.cells, "a step for nothing"
        if isinstance(step, ColourLineStep):
            check_line_step(puzzle, state, step)
        else:
            assert isinstance(step, ColourPictureStep)
            check_picture_step(puzzle, state, step)
        for cell in step.cells:
            assert known[cell.place.row][cell.place.column] == UNKNOWN, "decided twice"
            known[cell.place.row][cell.place.column] = cell.cell.key
        for language in LANGUAGES.values():
            for sentence in language.tell(step):
                assert "{" not in sentence
                assert sentence[0].isupper()
                assert sentence.endswith(".")
    assert tuple(map("".join, known)) == explained.grid.rows
    solutions = solve_any(puzzle, max_solutions=None).solutions
    in_all = zip(*("".join(solution.rows) for solution in solutions), strict=True)
    common = [set(keys) for keys in in_all]
    assert [key for key in "".join(explained.grid.rows) if key != UNKNOWN] == [
        min(keys) for keys in common if len(keys) == 1
    ]
    assert explained.ending is (Ending.SOLVED if len(solutions) == 1 else Ending.MULTIPLE)
    assert explained.rating.difficulty is solve_any(puzzle).difficulty
    assert sum(count for _, count in explained.rating.counts) == len(explained.steps)
    return explained


def test_pictures_by_lot() -> None:
    for picture in (*pictures(25), NO_SHORT_REASON):
        check_explanation(picture.puzzle(PALETTE))


def named_share(rules: Counter[Rule]) -> float:
    """Return the share of steps with a rule that is easier than going through all arrangements."""
    named = sum(count for rule, count in rules.items() if rule.effort < Rule.ALL_ARRANGEMENTS.effort)
    return named / rules.total()


def test_the_next_step_depends_on_nothing_but_the_picture() -> None:
    picture = Grid(("rr.b", "r..b", ".bb.", "rrrr"))
    puzzle = picture.puzzle(PALETTE)
    steps = explain(puzzle).steps
    known = [[UNKNOWN] * 4 for _ in range(4)]
    for step in steps:
        hint = find_hint(puzzle, Grid(tuple(map("".join, known))))
        assert hint.step == step
        for cell in step.cells:
            assert isinstance(cell, ColouredCell)
            known[cell.place.row][cell.place.column] = cell.cell.key
    assert tuple(map("".join, known)) == picture.rows
    assert find_hint(puzzle, picture).kind is HintKind.COMPLETE


def check_order(picture: Grid, order: Order) -> None:
    """The easiest rule that finds anything comes first, on the first line where it does in this order."""
    puzzle = picture.puzzle(PALETTE)
    solver = ColourSolver(puzzle, order=order)
    board = solver.board
    while isinstance(step := solver.next_line_step(), ColourLineStep):
        works = []
        for number, clue in enumerate(board.clues):
            hues = (Hue(BACKGROUND), *(Hue(key, puzzle.name_of(key)) for key in puzzle.used_keys))
            known = known_cells(board.line_text(number), board.keys)
            view = ColourLineView(board.length(number), clue, known, hues)
            works += [(list(Rule).index(rule), number) for rule in COLOUR_RULES if told_in_line(rule, view)]
        largest = [max((length for length, _ in clue), default=0) for clue in board.clues]
        if step.rule is Rule.CROSSING:
            assert min(works)[0] > list(Rule).index(Rule.CROSSING) if works else True
        elif order is Order.FIRST:
            assert (list(Rule).index(step.rule), number_of(step.line, board.height)) == min(works)
        else:
            ease, _, number = min((rule, -largest[line], line) for rule, line in works)
            assert (list(Rule).index(step.rule), number_of(step.line, board.height)) == (ease, number)
        solver.take(step)


@pytest.mark.parametrize("order", Order)
def test_the_easiest_rule_comes_first_and_then_the_line(order: Order) -> None:
    for picture in pictures(4):
        check_order(picture, order)


@BOTH
@pytest.mark.parametrize(
    ("picture", "state", "kind", "wrong"),
    [
        (("rr", "r."), ("?r", "?r"), HintKind.WRONG_CELLS, [(2, 2, ".")]),
        (("rr", "r."), (".b", "?r"), HintKind.WRONG_CELLS, [(1, 1, "r"), (1, 2, "r"), (2, 2, ".")]),
        (TWO, ("r?", "??"), HintKind.STEP, []),
        (TWO, ("??", "??"), HintKind.MULTIPLE, []),
        (TWO, ("rr", "??"), HintKind.CONTRADICTION, []),
        (TWO, ("b?", "??"), HintKind.CONTRADICTION, []),
    ],
)
def test_any_picture_right_or_wrong(language, picture, state, kind, wrong) -> None:  # type: ignore[no-untyped-def]
    puzzle = Grid(picture).puzzle(PALETTE)
    hint = find_hint(puzzle, Grid(state))
    said = hint_as_json(hint, language)
    assert (said["kind"], said["language"]) == (kind.value, language.code)
    cells: list[dict[str, object]] = said["wrong_cells"]  # type: ignore[assignment]
    assert [(cell["row"], cell["column"], cell["key"]) for cell in cells] == wrong
    assert said["sentence"]
    assert "{" not in str(said["sentence"])


def test_a_puzzle_without_solution() -> None:
    """Each colour is there as often as the columns say, but both rows begin with the same one."""
    puzzle = Grid(("rb", "br")).puzzle(PALETTE)
    wrong = puzzle.with_clue(Line(Axis.ROW, 0), puzzle.rows[1])
    hint = find_hint(wrong, Grid(("??", "??")))
    assert hint.kind is HintKind.NO_SOLUTION
    assert "no solution" in str(hint_as_json(hint, LANGUAGES["en"])["sentence"])


def test_time_that_runs_out() -> None:
    puzzle = Grid(("rb", "br")).puzzle(PALETTE)
    assert find_hint(puzzle, Grid(("??", "??")), Budget(0)).kind is HintKind.TIMEOUT
