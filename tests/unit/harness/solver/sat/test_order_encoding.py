"""The clauses of one line, by themselves: their models are the line's arrangements, no more and no fewer."""

import itertools
import random
from collections.abc import Sequence
from unittest.mock import Mock

import pytest
from pysat.solvers import Minisat22

from harness.puzzle import BLOT, Group, Groups, groups_of, tells_of
from harness.puzzle.palette import BACKGROUND
from harness.solver.budget import Budget
from harness.solver.lines import NumberedClue, analyse_line
from harness.solver.sat.encoding import FALSE, TRUE, Block, _name_colours, encode_line

KEYS = BACKGROUND + "rg"


def check_models(clue: Groups, can: Sequence[int], length: int) -> int:
    """Hold every way to colour the cells against the clauses; returns how many fit the clue, 0 where none does."""
    numbered: NumberedClue = tuple((group.length, KEYS.index(group.key)) for group in clue)
    found = analyse_line(length, numbered, can)
    if found is None:
        return 0
    places, known = found
    clauses: list[list[int]] = []
    (literals,), named = _name_colours(Mock(possible=Mock(return_value=known)), 1, clauses.append, Budget())
    blocks, before = [], 0
    for (size, colour), (starts, lasts) in zip(numbered, places, strict=True):
        blocks.append(Block(size, starts, int(colour == before), literals[colour], lasts if size == BLOT else 0))
        before = colour
    check = Mock()
    last = encode_line(clauses.append, named, literals[0], blocks, check)
    assert check.call_count == len(blocks)
    used = {abs(literal) for clause in clauses for literal in clause}
    assert max(used, default=0) <= last < TRUE
    assert [] not in clauses
    fitting = 0
    with Minisat22(clauses) as solver:
        for cells in itertools.product(range(len(can)), repeat=length):
            if not all(known[colour] >> cell & 1 for cell, colour in enumerate(cells)):
                continue
            said = {
                literal if colour == of_cell else -literal
                for colour in range(len(can))
                for cell, of_cell in enumerate(cells)
                if (literal := literals[colour][cell]) not in (TRUE, FALSE)
            }
            fits = tells_of(clue, groups_of("".join(KEYS[colour] for colour in cells)))
            assert solver.solve(sorted(said)) == fits, (clue, list(can), cells)
            fitting += fits
    return fitting


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_every_clue_of_a_short_line_in_black_and_white(length: int) -> None:
    """With each of its groups blotted and not, of an empty line."""
    drawn = {groups_of("".join(cells)) for cells in itertools.product(KEYS[:2], repeat=length)}
    clues = {
        tuple(Group(BLOT if blot else group.length, group.key) for group, blot in zip(clue, blots, strict=True))
        for clue in drawn
        for blots in itertools.product((False, True), repeat=len(clue))
    }
    everything = [(1 << length) - 1] * 2
    assert all(check_models(clue, everything, length) for clue in clues)


def check_partly_known_lines(rng: random.Random, colours: int, count: int) -> None:
    """Random lines of which something is known."""
    fitting = []
    for _ in range(count):
        length = rng.randint(3, (9, 6)[colours - 2])
        cells = [rng.choice(KEYS[:colours]) for _ in range(length)]
        blots = rng.choice((0, 0.3, 1))
        clue = tuple(Group(BLOT, group.key) if rng.random() < blots else group for group in groups_of("".join(cells)))
        known, everything = rng.random(), (1 << colours) - 1
        masks = [
            1 << KEYS.index(cell) | (rng.randrange(1 << colours) if rng.random() < known else everything)
            for cell in cells
        ]
        can = [sum((mask >> colour & 1) << cell for cell, mask in enumerate(masks)) for colour in range(colours)]
        fitting.append(check_models(clue, can, length))
    assert min(fitting) > 0
    assert max(fitting) > 10
