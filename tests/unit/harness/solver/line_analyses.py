"""Every analysis of one line, called alike, and what they are held against: all arrangements, and a plain recursion.

The cells of a line in all its colours are one set here: bit `length · colour + cell`, the background being colour 0.
"""

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial, reduce
from operator import or_
from typing import NamedTuple

import pytest

from harness.puzzle import BLOT, Clue, Group
from harness.solver.lines import NumberedClue, analyse_line, line_text, members, numbered, solve_line
from harness.solver.recursion import analyse_line as by_recursion
from tests.kernels import COMPILED

Analysis = Callable[[int, NumberedClue, Sequence[int]], Sequence[int] | None]
"""A line's length, its groups and the cells that may have each colour; the same as known then, or None."""


def by_kernel(height: int, length: int, clue: NumberedClue, can: Sequence[int]) -> Sequence[int] | None:
    """The kernel's analysis of row 0, the only line looked at; on a board higher than 62 its sets are wide."""
    from harness.solver.kernel import _fast

    keys = ".rgbk"[: len(can)]
    groups = tuple(Group(size, keys[colour]) for size, colour in clue)
    kernel = _fast.Kernel(keys, (groups, *[()] * (height - 1)), ((),) * length)
    for colour, cells in enumerate(can):
        for cell in members(~cells & (1 << length) - 1):
            kernel.rule_out(0, cell, colour)
    assert kernel.possible(0) == tuple(can)
    found = kernel.analyse(0)
    if found is not None:
        analysed = analyse_line(length, clue, can)
        assert analysed is not None
        assert list(found[0]) == [starts for starts, _ in analysed[0]]
    return None if found is None else found[1]


KERNELS = [
    pytest.param(partial(by_kernel, height), id=name, marks=COMPILED)
    for name, height in (("kernel", 1), ("wide", 70), ("wider", 140))
]
OTHERS = [pytest.param(by_recursion, id="recursion"), *KERNELS]
ANALYSES = [pytest.param(solve_line, id="lines"), *OTHERS]


class Drawn(NamedTuple):
    """An arrangement: its cells as one set, and the first and last cell of each group."""

    cells: int
    places: tuple[tuple[int, int], ...]


@cache
def drawn_by_clue(length: int, colours: int) -> dict[NumberedClue, list[Drawn]]:
    """All arrangements of each clue, which may have any of its groups blotted."""
    found: defaultdict[NumberedClue, list[Drawn]] = defaultdict(list)
    for cells in itertools.product(range(colours + 1), repeat=length):
        runs = [list(run) for _, run in itertools.groupby(range(length), cells.__getitem__)]
        groups = [(run[0], run[-1], cells[run[0]]) for run in runs if cells[run[0]]]
        ways = [((last - first + 1, colour), (BLOT, colour)) for first, last, colour in groups]
        drawn = Drawn(
            sum(1 << length * colour + cell for cell, colour in enumerate(cells)),
            tuple((first, last) for first, last, _ in groups),
        )
        for clue in itertools.product(*ways):
            found[clue].append(drawn)
    return found


def sets_of(masks: Sequence[int], colours: int) -> list[int]:
    """For each colour the cells that may have it; a mask is the set of a cell's colours."""
    return [sum((mask >> colour & 1) << cell for cell, mask in enumerate(masks)) for colour in range(colours + 1)]


def cases(
    length: int, colours: int, sample: int | None = None
) -> Iterator[tuple[NumberedClue, list[int], list[Drawn]]]:
    """Every clue in every state, or in so many of them, with its arrangements."""
    dice = random.Random(length)
    masks = range(2 << colours)  # a cell that may have no colour is a contradiction
    weights = [1 + 9 * mask.bit_count() for mask in masks]
    for clue, pictures in drawn_by_clue(length, colours).items():
        states: Iterable[Sequence[int]] = itertools.product(masks, repeat=length)
        if sample is not None:
            states = [dice.choices(masks, weights, k=length) for _ in range(sample)]
        for state in states:
            can = sets_of(state, colours)
            allowed = sum(cells << length * colour for colour, cells in enumerate(can))
            yield clue, can, [drawn for drawn in pictures if not drawn.cells & ~allowed]


def check_states(analysis: Analysis, length: int, colours: int = 1, sample: int | None = None) -> int:
    """Hold an analysis against all arrangements of every clue; returns the number of cases."""
    count, everything = 0, (1 << length) - 1
    for clue, can, drawn in cases(length, colours, sample):
        union = reduce(or_, [picture.cells for picture in drawn], 0)
        expected = [union >> length * colour & everything for colour in range(colours + 1)] if drawn else None
        found = analysis(length, clue, can)
        assert (found and list(found)) == expected, (clue, can)
        count += 1
    return count


def solve_text(text: str, clue: Clue) -> str | None:
    """The reference on a line in black and white, drawn with `#`, `.` and `?`."""
    can = [sum(1 << i for i, cell in enumerate(text) if cell != other) for other in "#."]
    solved = solve_line(len(text), numbered(clue), can)
    return None if solved is None else line_text(len(text), solved, ".#")


def random_case(dice: random.Random, length: int, colours: int) -> tuple[int, NumberedClue, list[int]]:
    """A line of stretches of its colours, partly known; sometimes blotted, and sometimes one that cannot be."""
    cells: list[int] = []
    longest = dice.choice((1, 3, 8))
    while len(cells) < length:
        cells += [dice.randint(0, colours)] * dice.randint(1, longest)
    blots = dice.choice((0, 0, 0.2, 1))
    groups = [(len(list(run)), colour) for colour, run in itertools.groupby(cells[:length]) if colour]
    clue = tuple((BLOT if dice.random() < blots else size, colour) for size, colour in groups)
    hidden = dice.random()
    masks = [1 << cell | (dice.randrange(2 << colours) if dice.random() < hidden else 0) for cell in cells[:length]]
    if dice.random() < 0.3:  # most often a contradiction then
        masks[dice.randrange(length)] = 1 << dice.randint(0, colours)
    return length, clue, sets_of(masks, colours)


def check_random_lines(analysis: Analysis, reference: Analysis, length: int, count: int, colours: int = 2) -> None:
    """Hold an analysis of random lines of a length against another one."""
    dice = random.Random(length)
    outcomes = set[bool]()
    for _ in range(count):
        case = random_case(dice, length, colours)
        found, expected = analysis(*case), reference(*case)
        outcomes.add(expected is None)
        assert (found and list(found)) == (expected and list(expected)), case
    assert outcomes == {True, False}
