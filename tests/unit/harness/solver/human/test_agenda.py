"""The agenda: a line waits for its rule, and is looked at again only when it has changed."""

import random
from functools import partial
from unittest.mock import Mock, call

import pytest

from harness.solver.budget import Budget
from harness.solver.human.agenda import Agenda
from harness.solver.human.explain import explain
from harness.solver.human.steps import LineStep
from tests.unit.harness.solver.files import sample


def test_a_line_that_has_not_changed_is_not_looked_at_again() -> None:
    works = {(1, 1), (2, 2)}
    look = Mock(side_effect=lambda line, level: next_level(works, 3, line, level))
    agenda = Agenda([0, 1, 2], levels=3)
    assert agenda.first(look) == (1, 1)
    assert look.mock_calls == [call(0, 0), call(1, 0), call(2, 0), call(1, 1)]
    assert agenda.first(look) == (1, 1)
    assert look.call_count == 4, "a rule that works is not tried again"
    works.remove((1, 1))
    agenda.change(1)
    agenda.change(1)
    assert agenda.first(look) == (2, 2)
    assert look.mock_calls[4:] == [call(1, 0), call(2, 2)], "the line 0, without a rule, rests until it changes"


def test_it_stops_before_a_level() -> None:
    agenda = Agenda([0], levels=3)
    assert agenda.first(lambda line, level: min(level + 1, 2), below=2) is None
    assert agenda.first(lambda line, level: min(level + 1, 2)) == (0, 2)


def next_level(works: set[tuple[int, int]], levels: int, line: int, level: int) -> int | None:
    return next((at for at in range(level, levels) if (line, at) in works), None)


def test_it_finds_what_looking_everywhere_finds() -> None:
    chance = random.Random(2)
    for _ in range(200):
        lines, levels = chance.randint(1, 6), chance.randint(1, 5)
        order = chance.sample(range(lines), lines)
        agenda = Agenda(order, levels)
        works = {(line, level) for line in range(lines) for level in range(levels) if chance.random() < 0.2}
        for _ in range(10):
            first = min(((level, order.index(line)) for line, level in works), default=None)
            found = agenda.first(partial(next_level, works, levels))
            assert found == (None if first is None else (order[first[1]], first[0]))
            line = chance.randrange(lines)
            works = {work for work in works if work[0] != line}
            works |= {(line, level) for level in range(levels) if chance.random() < 0.2}
            agenda.change(line)


@pytest.mark.parametrize("name", ["relax-20x30", "rocket"])
def test_lines_are_analysed_only_when_they_have_changed(name: str) -> None:
    """Each once at first; then the line of a step and those that cross it at its cells."""
    puzzle, budget = sample(name), Budget()
    steps = explain(puzzle, budget).steps
    assert all(isinstance(step, LineStep) for step in steps)
    changed = sum(1 + len(step.cells) for step in steps)
    assert len(steps) < budget.line_calls <= puzzle.width + puzzle.height + changed
