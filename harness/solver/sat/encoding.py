"""A line of a crossword as clauses for a SAT solver, in colour or not: the order encoding of the starts of its blocks.

A block that may start at the cells s₁ < s₂ < … < sₘ has the variables "starts at s₂ or further", …, "starts at sₘ or
further". Its end follows, but for a blotted block, whose length is not known: that has the same variables for its last
cell, and if it starts at s or further, it ends at s or further. Then

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

from collections.abc import Callable, Sequence
from typing import NamedTuple

from harness.puzzle import BLOT

TRUE, FALSE = 1 << 40, -(1 << 40)

AddClause = Callable[[list[int]], object]
Check = Callable[[], None]


class Block(NamedTuple):
    """A block of a line, as far as it is known.

    Attributes:
        size: its cells, or `BLOT`.
        starts: the set of its possible starts (bit i: cell i), at least one; it covers only cells that can be so.
        gap: background cells that there are at least between the block before and it: 0 or 1.
        painted: for each cell of the line, the literal "has this block's colour".
        lasts: of a blotted block, the set of its possible last cells, as many as any start has a way to.
    """

    size: int
    starts: int
    gap: int
    painted: Sequence[int]
    lasts: int = 0


def encode_line(
    add: AddClause, last: int, background: Sequence[int], blocks: Sequence[Block], check: Check | None = None
) -> int:
    """Add the clauses of one line.

    Args:
        add: is handed each clause.
        last: the last variable in use.
        background: for each cell the literal "is background".
        blocks: from the left, with the starts that line analysis leaves to them.
        check: asked before each block, which may have thousands of clauses; what it raises ends it.

    Returns:
        The last variable in use now.

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
        if block.size == BLOT:
            ends, last = _name_places(add, last, block.lasts, length)
            _encode_implied(add, starts, ends)
        else:
            ends = ([TRUE] * (block.size - 1) + starts)[: length + 2]
        lasts = block.lasts if block.size == BLOT else block.starts << (block.size - 1)
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
