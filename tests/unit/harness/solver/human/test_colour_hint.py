"""Hints in colour: every reason is checked anew, and nothing is told that is not so."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from harness.puzzle import Axis, Colour, ColourGrid, ColourPuzzle, Line, Palette
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_lines import solve_colour_line
from harness.solver.human.colour_hint import colour_hint_as_json, colour_steps, find_colour_hint, tell_colour_step
from harness.solver.human.colour_steps import ColourSolver, ColourStep, Reason
from harness.solver.human.hint import HintKind
from harness.solver.human.presentation import LANGUAGES
from harness.solver.propagate import propagate
from harness.solver.registry import solve_any

PALETTE = Palette((Colour("r", (208, 24, 40), "red"), Colour("b", (40, 72, 176), "blue")))
NO_SHORT_REASON = ColourGrid(("r..r.", ".rr..", "...r.", "..r..", "rr..r"))
"""Trial within trial is what its numbers take."""
TWO = ("r.", ".r")
"""Turned by a quarter it has the same numbers."""
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def pictures(count: int) -> list[ColourGrid]:
    """Pictures by lot, the same every time."""
    chance = random.Random(7)
    found = []
    for _ in range(count):
        width, height = chance.randint(3, 8), chance.randint(3, 8)
        keys = chance.choice(("..rb", ".rb", ".rrb"))
        found.append(ColourGrid(tuple("".join(chance.choices(keys, k=width)) for _ in range(height))))
    return found


def board_of(puzzle: ColourPuzzle, known: ColourGrid) -> ColourBoard[ColourGrid]:
    board = ColourBoard.of(puzzle, ColourGrid)
    board.know(known)
    return board


def number_of(line: Line, height: int) -> int:
    return line.index if line.axis is Axis.ROW else height + line.index


def told_by(board: ColourBoard[ColourGrid], line: Line) -> list[int]:
    number = number_of(line, board.height)
    told = solve_colour_line(board.length(number), board.clues[number], board.can[number])
    assert told is not None
    return told


def check_reason(puzzle: ColourPuzzle, known: ColourGrid, step: ColourStep) -> None:
    """See that what the step says is so."""
    board = board_of(puzzle, known)
    for cell in step.cells:
        row, column = cell.place.row, cell.place.column
        assert known.rows[row][column] == UNKNOWN, "decided twice"
        along = [column if line.axis is Axis.ROW else row for line in step.lines]
        allowed = [
            {key for key, cells in zip(board.keys, told_by(board, line), strict=True) if cells >> at & 1}
            for line, at in zip(step.lines, along, strict=True)
        ]
        if step.reason is Reason.LINE:
            assert allowed == [{cell.key}]
        elif step.reason is Reason.CROSSING:
            assert len(allowed) == 2
            assert allowed[0] & allowed[1] == {cell.key}
        elif step.reason is Reason.ELIMINATION:
            assert propagate(board, Budget()) is None
            assert [board.keys[colour] for colour in board.colours(row, column)] == [cell.key]
        elif step.reason is Reason.TRIAL:
            assert propagate(board, Budget()) is None
            refuted = {key for key, _ in step.refuted}
            assert refuted | {cell.key} == {board.keys[colour] for colour in board.colours(row, column)}
            for key, line in step.refuted:
                supposed = board.copy()
                assert propagate(supposed, Budget(), supposed.put(row, column, board.keys.index(key))) == line
        else:
            others = solve_any(puzzle, max_solutions=None, given=known).solutions
            assert {other.rows[row][column] for other in others} == {cell.key}
            assert step.solutions == len(others)


def test_every_step_has_the_reason_that_it_tells() -> None:
    reasons: Counter[Reason] = Counter()
    for picture in (*pictures(120), NO_SHORT_REASON):
        puzzle = picture.puzzle(PALETTE)
        solver = ColourSolver(puzzle)
        while isinstance(step := solver.next_step(), ColourStep):
            check_reason(puzzle, solver.board.grid(), step)
            reasons[step.reason] += 1
            solver.take(step)
            for language in LANGUAGES.values():
                sentence = tell_colour_step(step, puzzle, language)
                assert "{" not in sentence
                assert sentence[0].isupper()
                assert sentence.endswith(".")
        assert step is None, "a picture has a solution"
        solutions = solve_any(puzzle, max_solutions=None).solutions
        common = [
            {solution.rows[row][column] for solution in solutions}
            for row in range(puzzle.height)
            for column in range(puzzle.width)
        ]
        known = "".join(solver.board.grid().rows)
        assert [key for key in known if key != UNKNOWN] == [min(keys) for keys in common if len(keys) == 1]
    assert set(reasons) == set(Reason), reasons


def test_the_next_step_depends_on_nothing_but_the_picture() -> None:
    picture = ColourGrid(("rr.b", "r..b", ".bb.", "rrrr"))
    puzzle = picture.puzzle(PALETTE)
    steps = list(colour_steps(puzzle))
    known = [[UNKNOWN] * 4 for _ in range(4)]
    for step in steps:
        hint = find_colour_hint(puzzle, ColourGrid(tuple(map("".join, known))))
        assert hint.step == step
        for cell in step.cells:
            known[cell.place.row][cell.place.column] = cell.key
    assert tuple(map("".join, known)) == picture.rows
    assert find_colour_hint(puzzle, picture).kind is HintKind.COMPLETE


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
    puzzle = ColourGrid(picture).puzzle(PALETTE)
    hint = find_colour_hint(puzzle, ColourGrid(state))
    said = colour_hint_as_json(hint, puzzle, language)
    assert (said["kind"], said["language"]) == (kind.value, language.code)
    cells: list[dict[str, object]] = said["wrong_cells"]  # type: ignore[assignment]
    assert [(cell["row"], cell["column"], cell["key"]) for cell in cells] == wrong
    assert said["sentence"]
    assert "{" not in str(said["sentence"])


def test_a_puzzle_without_solution() -> None:
    """Each colour is there as often as the columns say, but both rows begin with the same one."""
    puzzle = ColourGrid(("rb", "br")).puzzle(PALETTE)
    wrong = puzzle.with_clue(Line(Axis.ROW, 0), puzzle.rows[1])
    hint = find_colour_hint(wrong, ColourGrid(("??", "??")))
    assert hint.kind is HintKind.NO_SOLUTION
    assert "no solution" in str(colour_hint_as_json(hint, wrong, LANGUAGES["en"])["sentence"])


def test_time_that_runs_out() -> None:
    puzzle = ColourGrid(("rb", "br")).puzzle(PALETTE)
    assert find_colour_hint(puzzle, ColourGrid(("??", "??")), Budget(0)).kind is HintKind.TIMEOUT
