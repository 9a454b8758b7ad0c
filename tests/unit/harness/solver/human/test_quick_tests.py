"""Savings in explaining change no step: quick tests, ranges that move on, and trials that are remembered."""

import random
from itertools import groupby, product

import pytest

from harness.puzzle import Grid
from harness.solver.budget import Budget
from harness.solver.human import trial
from harness.solver.human.explain import explain
from harness.solver.human.findings import BLACK_AND_WHITE, Hue
from harness.solver.human.line_view import LineView, NoArrangementError, Packed
from harness.solver.human.rules import LINE_RULES, Rule, may_work, told_in_line
from harness.solver.human.steps import HumanSolver
from harness.solver.lines import NumberedClue, several, solve_line
from tools.made import noise_puzzle

RULES = tuple(Rule)
HUES = (Hue("."), Hue("r", "red"), Hue("b", "blue"))


def assert_none_is_missed(view: LineView) -> None:
    """Ask all rules, before the line's analysis is known, and see that those that find something pass the test."""
    finding = {rule for rule in LINE_RULES if told_in_line(rule, view)}
    solved = solve_line(view.length, view.clue, view.can)
    assert solved is not None
    view.may_tell = [cells & view.unknown & ~several(solved) for cells in solved]
    if not any(view.may_tell):
        assert not finding
        return
    passing = {rule for number, rule in enumerate(RULES) if may_work(view) >> number & 1}
    assert finding <= passing <= set(LINE_RULES)
    assert finding == {rule for rule in passing if told_in_line(rule, view)}


def check_short_lines(most: int) -> None:
    """All lines of black and white up to a length, in all states."""
    for length in range(1, most + 1):
        clues = [
            clue
            for blocks in range(length // 2 + 2)
            for clue in product(range(1, length + 1), repeat=blocks)
            if sum(clue) + blocks - 1 <= length
        ]
        for text, clue in product(map("".join, product("#.?", repeat=length)), clues):
            view = LineView.of(text, clue)
            if "?" in text and solve_line(length, view.clue, view.can) is not None:
                assert_none_is_missed(view)


def line_by_chance(chance: random.Random, colours: int) -> tuple[int, NumberedClue, list[int]]:
    """A line's length, its clue, and for each colour the cells known to have it."""
    length = chance.randint(1, 40)
    cells: list[int] = []
    while len(cells) < length:
        colour = chance.choice([0, *range(1, colours + 1)])
        cells += [colour] * chance.choice((1, 1, 1, 2, 3, 5))
    del cells[length:]
    clue = tuple((len(list(run)), colour) for colour, run in groupby(cells) if colour)
    share = chance.random()
    known = [cell if chance.random() < share else None for cell in cells]
    return length, clue, [sum(1 << i for i, cell in enumerate(known) if cell == c) for c in range(colours + 1)]


def check_random_lines(seed: int, colours: int, count: int) -> None:
    """Lines up to 40 cells."""
    chance = random.Random(seed)
    for _ in range(count):
        length, clue, known = line_by_chance(chance, colours)
        assert_none_is_missed(LineView(length, clue, tuple(known), BLACK_AND_WHITE if colours == 1 else HUES))


def test_ranges_move_on_as_if_packed_anew() -> None:
    chance = random.Random(8)
    for _ in range(150):
        length, clue, known = line_by_chance(chance, 2)
        everything = known[0] | known[1] | known[2]
        walls = [everything & ~cells for cells in known]
        packed = Packed.of(length, clue)
        fewer = walls
        steps = []
        while any(fewer):
            steps.append(fewer)
            fewer = [cells & chance.getrandbits(length) for cells in fewer]
        for fewer in reversed(steps):
            packed = packed.among(fewer)
        anew = Packed.of(length, clue).among(walls)
        assert (list(packed.earliest), list(packed.latest)) == (list(anew.earliest), list(anew.latest))
        assert packed.among(walls) is packed


def test_blocks_that_do_not_fit_between_walls_are_rejected() -> None:
    with pytest.raises(NoArrangementError):
        Packed.of(3, ((2, 1), (1, 1)))
    with pytest.raises(NoArrangementError):
        Packed.of(5, ((3, 1),)).among((0, 0b00100))


def check_remembered_trials(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled kernel the steps are the same, with as many looks; without memory there are more looks."""
    puzzle, budgets = noise_puzzle(15, 15, 0.5, seed), [Budget() for _ in range(3)]
    remembered = explain(puzzle, budgets[0])
    monkeypatch.setattr("harness.solver.human.steps.build_kernel", lambda *_: None)
    assert explain(puzzle, budgets[1]) == remembered
    monkeypatch.setattr(trial, "_MOST_KEPT", 0)
    assert explain(puzzle, budgets[2]) == remembered
    looks, readable_looks, more_looks = (budget.line_calls for budget in budgets)
    assert looks == readable_looks <= more_looks
    assert any(step.rule is Rule.TRIAL for step in remembered.steps)


def test_a_trial_is_not_made_again_while_its_lines_stay() -> None:
    """Two trials in a row on one picture: the second one makes only those that found a contradiction."""
    puzzle = noise_puzzle(15, 15, 0.5, 10)
    solver = HumanSolver(puzzle)
    while (step := solver.next_line_step()) is not None:
        solver.take(step)  # type: ignore[arg-type]  # no contradiction
    first = solver.next_trial(with_nested=False)
    looks = solver._budget.line_calls
    assert first is not None
    assert solver.next_trial(with_nested=False) == first
    again = solver._budget.line_calls - looks
    fresh = HumanSolver(puzzle, Grid(solver.board.grid().rows))
    assert fresh.next_line_step() is None
    before = fresh._budget.line_calls
    assert fresh.next_trial(with_nested=False) == first
    assert again < (fresh._budget.line_calls - before) / 2
