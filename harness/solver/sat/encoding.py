"""The open part of a crossword as clauses for a SAT solver, in colour or not: the order encoding of the blocks' starts.

A cell that may have two colours is a variable, true if it has the second (black, in black and white); one that may have
more is a variable for each of them, exactly one of which is true. Only the places that line logic has left are in the
clauses, and no variable for a known cell: the problem has the size of what is unknown.

A block that may start at the cells s₁ < s₂ < … < sₘ has the variables "starts at s₂ or further", …, "starts at sₘ or
further". Its end follows. A blotted block, whose length is not known, has the same variables for its last cell, and if
it starts at s or further, it ends at s or further. Then

* a block that starts at sᵢ₊₁ or further starts at sᵢ or further;
* if a block ends at c or further, the next one starts behind c, and behind a gap if it has the same colour;
* a cell within a block has its colour: not (ends at c or further) or (starts behind c) or that colour;
* a cell in a gap is background: (the block before ends at c or further) or (the next one starts no further) or
  background.

A literal is a variable's number, negative for its contrary, as SAT solvers have it; `TRUE` and `FALSE` stand for what
is known already and never occur in a clause.

Source: the order encoding from N. Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14 (2009).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from harness.puzzle import BLOT
from harness.solver.budget import Budget
from harness.solver.kernel import Check
from harness.solver.lines import NumberedClue, analyse_line, members, several

if TYPE_CHECKING:
    from harness.solver.kernel import Kernel
    from harness.solver.propagate import Board

TRUE, FALSE = 1 << 40, -(1 << 40)

AddClause = Callable[[list[int]], object]

State: TypeAlias = "Kernel | Board"
"""For every line and colour of a puzzle, the cells that may have it."""

START_BYTES = 1000
"""Approximate memory of a possible start of a block, in clauses and in the SAT solver: from 600 on the largest problems
to 950 on small ones, and then a half as much again.
"""

Painted = list[list[list[int]]]
"""For each row and colour, the literals "has this colour" of the row's cells, known ones included."""

Places = Mapping[int, Sequence[tuple[int, int]]]
"""For each open line, by its number, the cells at which each of its blocks may begin, and a blotted one may end."""


class Block(NamedTuple):
    """A block of a line.

    Attributes:
        size: its cells, or `BLOT`.
        starts: the set of its possible starts (bit i: cell i), at least one; it covers only cells that can be so.
        gap: the least number of background cells between the block before and it: 0 or 1.
        painted: for each cell of the line, the literal "has this block's colour".
        lasts: of a blotted block, the set of its last cells that some start reaches.
    """

    size: int
    starts: int
    gap: int
    painted: Sequence[int]
    lasts: int = 0


def encode_line(
    add: AddClause, last: int, background: Sequence[int], blocks: Sequence[Block], check: Check | None = None
) -> int:
    """Add the clauses of one line; `last` is the last variable in use, and the new one is returned.

    `background` has for each cell the literal "is background"; the blocks come from the left, with the starts that line
    analysis leaves to them. `check` is called before each, which may have thousands of clauses.

    A block of two cells in a line of three; the variables 1 to 3 are its cells, 4 is "starts at the second cell":

    >>> clauses = []
    >>> encode_line(clauses.append, 3, [-1, -2, -3], [Block(2, 0b11, 0, [1, 2, 3])])
    4
    >>> clauses
    [[4, 1], [2], [-4, 3], [-1, -4], [-3, 4]]
    """
    length = len(background)
    before: _Placed | None = None
    for block in blocks:
        if check is not None:
            check()
        starts, last = _name_places(add, last, block.starts, length)
        lasts = block.lasts if block.size == BLOT else block.starts << (block.size - 1)
        if block.size == BLOT:
            ends, last = _name_places(add, last, lasts, length)
            _encode_implied(add, starts, ends)
        else:
            ends = ([TRUE] * (block.size - 1) + starts)[: length + 2]
        placed = _Placed(starts, ends, _first(block.starts), _first(lasts), lasts.bit_length() - 1)
        _encode_colour(add, block, placed)
        if before is not None:
            _encode_order(add, before, starts, block.gap)
        _encode_gap(add, background, before, starts, block.starts.bit_length() - 1)
        before = placed
    _encode_gap(add, background, before, [TRUE] * (length + 1), length)
    return last


class _Placed(NamedTuple):
    """A block: for each cell c the literals "starts at c or further" and "ends at c or further".

    `first` is its first possible start, `first_last` and `final_last` are the bounds of its last cell.
    """

    starts: list[int]
    ends: list[int]
    first: int
    first_last: int
    final_last: int


def _first(places: int) -> int:
    return (places & -places).bit_length() - 1


def _name_places(add: AddClause, last: int, places: int, length: int) -> tuple[list[int], int]:
    """For each cell c, and two behind the line, the literal "c or further", where one of these places is meant.

    `last` is the last variable in use; the new one is returned too.
    """
    first, final = _first(places), places.bit_length() - 1
    at_least = [TRUE] * (first + 1)
    for place in range(first + 1, final + 1):
        if places >> (place - 1) & 1:
            last += 1
            if at_least[-1] != TRUE:
                add([-last, at_least[-1]])
        at_least.append(last)
    at_least += [FALSE] * (length + 1 - final)
    return at_least, last


def _encode_implied(add: AddClause, starts: list[int], ends: list[int]) -> None:
    """A blotted block does not end before it starts."""
    stated = set[tuple[int, int]]()
    for begins, goes_on in zip(starts, ends, strict=True):
        if begins != FALSE and goes_on != TRUE and (begins, goes_on) not in stated:
            stated.add((begins, goes_on))
            clause = [] if begins == TRUE else [-begins]
            add(clause if goes_on == FALSE else [*clause, goes_on])


def _encode_colour(add: AddClause, block: Block, placed: _Placed) -> None:
    """The cells within a block have its colour."""
    for cell in range(placed.first, placed.final_last + 1):
        literal = block.painted[cell]
        if literal == TRUE:
            continue
        reaches, behind = placed.ends[cell], placed.starts[cell + 1]
        if reaches == behind:
            continue  # no place covers the cell; so it is wherever the cell cannot have the colour
        clause = [] if reaches == TRUE else [-reaches]
        if behind != FALSE:
            clause.append(behind)
        if literal != FALSE:
            clause.append(literal)
        add(clause)


def _encode_order(add: AddClause, before: _Placed, behind: list[int], gap: int) -> None:
    """If a block ends at a cell or further, the next one starts behind it."""
    previous = TRUE
    for cell, reaches in enumerate(before.ends):
        if reaches == FALSE:
            return
        if reaches != previous:
            previous = reaches
            # the variable stands for the last cell that it covers: the ends below it are not allowed
            while before.ends[cell + 1] == reaches:
                cell += 1
            follows = behind[cell + 1 + gap]
            if follows != TRUE:
                add([-reaches] if follows == FALSE else [-reaches, follows])


def _encode_gap(
    add: AddClause, background: Sequence[int], before: _Placed | None, behind: list[int], to_cell: int
) -> None:
    """The cells between two blocks are background; no block `before` is the edge."""
    for cell in range(before.first_last + 1 if before else 0, to_cell):
        literal = background[cell]
        if literal == TRUE:
            continue
        clause = [] if literal == FALSE else [literal]
        if before is not None:
            reaches = before.ends[cell]  # behind its first possible end: never TRUE
            if reaches != FALSE:
                clause.append(reaches)
        begins_behind = behind[cell + 1]  # before its last possible start: never FALSE
        if begins_behind != TRUE:
            clause.append(-begins_behind)
        add(clause)


def find_all_places(clues: Sequence[NumberedClue], state: State, budget: Budget) -> tuple[Places, int] | None:
    """Find the places that a state leaves, and estimate the bytes of a problem of them; None without an arrangement.

    Raises `StoppedError` if the budget ran out, or has no memory for the clauses.
    """
    places_of: dict[int, list[tuple[int, int]]] = {}
    needed_bytes = 0
    for line, clue in enumerate(clues):
        budget.check()
        can = state.possible(line)
        if not several(can):
            continue
        if any(size == BLOT for size, _ in clue):  # the state tells only of starts
            found = analyse_line(reduce(or_, can).bit_length(), clue, can)
            places = found and found[0]
        else:
            analysed = state.analyse(line)
            places = analysed and [(starts, 0) for starts in analysed[0]]
        if places is None:
            return None
        places_of[line] = places
        needed_bytes += START_BYTES * sum(starts.bit_count() + lasts.bit_count() for starts, lasts in places)
        budget.check_memory(needed_bytes)
    return places_of, needed_bytes


def encode(
    clues: Sequence[NumberedClue], state: State, height: int, places_of: Places, add: AddClause, budget: Budget
) -> tuple[Painted, int]:
    """Add the clauses of the open part of a state, until the budget ends (`StoppedError`).

    Return the literals of the cells, and the number of the variables that stand for cells, which are the first ones.
    """
    painted, cell_variables = _name_colours(state, height, add, budget)
    last = cell_variables
    for line, places in places_of.items():
        if line < height:
            colours = painted[line]
        else:
            colours = [[row[line - height] for row in rows] for rows in zip(*painted, strict=True)]
        blocks: list[Block] = []
        before = 0
        for (size, colour), (starts, lasts) in zip(clues[line], places, strict=True):
            blocks.append(Block(size, starts, int(colour == before), colours[colour], lasts))
            before = colour
        last = encode_line(add, last, colours[0], blocks, budget.check)
    return painted, cell_variables


def _name_colours(state: State, height: int, add: AddClause, budget: Budget) -> tuple[Painted, int]:
    """Name the open cells' colours: one variable for two of them, or one each, exactly one of which is true."""
    painted: Painted = []
    last = 0
    for row in range(height):
        budget.check()
        can = state.possible(row)
        width = reduce(or_, can).bit_length()
        literals = [[TRUE if cells >> column & 1 else FALSE for column in range(width)] for cells in can]
        for column in members(several(can)):
            first, *others = (colour for colour, cells in enumerate(can) if cells >> column & 1)
            own = range(last + 1, last + 1 + len(others) + (len(others) > 1))
            last = own[-1]
            if len(own) == 1:
                literals[first][column], literals[others[0]][column] = -last, last
                continue
            for colour, literal in zip((first, *others), own, strict=True):
                literals[colour][column] = literal
            add(list(own))
            for one, other in combinations(own, 2):
                add([-one, -other])
        painted.append(literals)
    return painted, last
