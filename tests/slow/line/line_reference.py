"""Lines by chance, and references for their analysis, in two ways that share nothing with the Z80 code.

A line's state is a pair of sets of cells as integers, bit 0 the leftmost cell: known black, known white. The answer is
such a pair again, or None where no arrangement of the groups fits.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

Answer = tuple[int, int] | None


@cache
def list_clues(length: int) -> tuple[tuple[int, ...], ...]:
    """Every clue that fits a line of `length` cells, the empty one first.

    >>> list_clues(3)
    ((), (1,), (1, 1), (2,), (3,))
    """

    def clues(room: int) -> Iterator[tuple[int, ...]]:
        yield ()
        for first in range(1, room + 1):
            for rest in clues(room - first - 1):
                yield (first, *rest)

    return tuple(sorted(clues(length)))


@cache
def list_arrangements(length: int, clue: tuple[int, ...]) -> tuple[int, ...]:
    """Every arrangement of the groups, as the set of its black cells.

    >>> [format(black, "04b") for black in list_arrangements(4, (1, 1))]
    ['0101', '1001', '1010']
    """

    def place(start: int, groups: tuple[int, ...]) -> Iterator[int]:
        if not groups:
            yield 0
            return
        for at in range(start, length - groups[0] + 1):
            for rest in place(at + groups[0] + 1, groups[1:]):
                yield (1 << groups[0]) - 1 << at | rest

    return tuple(place(0, clue))


def solve_by_enumeration(length: int, clue: tuple[int, ...], black: int, white: int) -> Answer:
    """The answer from the list of all arrangements; for short lines.

    >>> solve_by_enumeration(4, (3,), 0, 0)
    (6, 0)
    """
    everything = (1 << length) - 1
    always, ever, found = everything, 0, False
    for arrangement in list_arrangements(length, clue):
        if not (arrangement & white or black & ~arrangement):
            always &= arrangement
            ever |= arrangement
            found = True
    return (always, everything & ~ever) if found else None


def solve_by_automaton(length: int, clue: Sequence[int], black: int, white: int) -> Answer:
    """The answer from an automaton that reads lines which fit the groups; for any length.

    State bits: white, then one for each cell of the first group, white, and so on. Every state is entered by
    cells of one colour.

    >>> solve_by_automaton(4, [3], 0, 0)
    (6, 0)
    >>> solve_by_automaton(4, [3], 1, 8 + 4) is None
    True
    """
    white_states, bit = 1, 1
    for group in clue:
        bit <<= group + 1
        white_states |= bit
    black_states = (2 * bit - 1) & ~white_states
    final = bit | bit >> 1

    def step(states: int, cell: int) -> int:
        entered = states << 1
        reached = 0 if black >> cell & 1 else (entered | states) & white_states
        return reached if white >> cell & 1 else reached | entered & black_states

    reached = [1]
    for cell in range(length):
        reached.append(step(reached[-1], cell))
    both = reached[length] & final
    if not both:
        return None
    always_black, always_white = 0, 0
    for cell in reversed(range(length)):
        can_be_white, can_be_black = both & white_states, both & black_states
        if not can_be_white:
            always_black |= 1 << cell
        if not can_be_black:
            always_white |= 1 << cell
        both = reached[cell] & (both >> 1 | can_be_white)
    return always_black, always_white


class Line(NamedTuple):
    """A line to analyse: sets of known cells as integers, bit 0 the leftmost cell."""

    length: int
    clue: tuple[int, ...]
    black: int
    white: int

    def __str__(self) -> str:
        return f"{draw_line(self.length, self.black, self.white)} with {self.clue}"


def draw_line(length: int, black: int, white: int) -> str:
    """A line as G$ has it.

    >>> draw_line(4, 0b0001, 0b0100)
    '1?0?'
    """
    return "".join("1" if black >> cell & 1 else "0" if white >> cell & 1 else "?" for cell in range(length))


def clue_of(length: int, picture: int) -> tuple[int, ...]:
    """The lengths of the black groups of a line of which everything is known.

    >>> clue_of(6, 0b011101)
    (1, 3)
    """
    cells = "".join("#" if picture >> cell & 1 else " " for cell in range(length))
    return tuple(len(group) for group in cells.split())


def all_states(length: int) -> list[tuple[int, int]]:
    """Every state of a line: each cell unknown, black or white."""
    pairs = [(0, 0)]
    for cell in range(length):
        pairs = [
            (black | now_black << cell, white | now_white << cell)
            for black, white in pairs
            for now_black, now_white in ((0, 0), (1, 0), (0, 1))
        ]
    return pairs


def every_line(length: int) -> Iterator[Line]:
    """Every state of a line with every clue."""
    return (Line(length, clue, *state) for clue in list_clues(length) for state in all_states(length))


def random_picture(generator: random.Random, length: int) -> int:
    """A line with groups of many kinds of length: from specks to long runs."""
    mean_run = generator.choice((1.2, 2, 3, 6, 15))
    density = generator.choice((0.3, 0.5, 0.7))
    picture, colour = 0, generator.random() < density
    for cell in range(length):
        picture |= colour << cell
        if generator.random() < 1 / mean_run:
            colour = generator.random() < density
    return picture


def random_line(generator: random.Random, *, length: int | None = None, contradictions: float = 0.1) -> Line:
    """A line of up to 62 cells in some state of being solved.

    Known cells are uncovered singly, in runs or from the ends; in about `contradictions` of the lines the clue is
    another line's, or cells are turned over, so that most of these have no arrangement.
    """
    length = length or generator.choice((generator.randint(1, 62), generator.randint(1, 62), generator.randint(50, 62)))
    picture = random_picture(generator, length)
    clue = clue_of(length, picture)
    known, share = 0, generator.random() ** 2
    how = generator.randrange(4)
    uncovered = generator.random() < share
    for cell in range(length):
        if how == 0 or (how == 1 and generator.random() < 0.25):
            uncovered = generator.random() < share
        elif how == 2:
            uncovered = not length * share / 2 <= cell < length * (1 - share / 2)
        known |= uncovered << cell
    if generator.random() < contradictions:
        if generator.random() < 0.5:
            clue = clue_of(length, random_picture(generator, length))
        for _ in range(generator.randint(1, 3)):
            cell = generator.randrange(length)
            picture ^= 1 << cell
            known |= 1 << cell
    return Line(length, clue, known & picture, known & ~picture)
