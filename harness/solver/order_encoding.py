"""A line of a crossword as clauses for a SAT solver, in colour or not: the order encoding of the starts of its blocks.

A block that may start at the cells s₁ < s₂ < … < sₘ has the variables "starts at s₂ or further", …, "starts at sₘ or
further". Then

* a block that starts at sᵢ₊₁ or further starts at sᵢ or further;
* if a block starts at s or further, the next one starts behind it, and behind a gap if it has the same colour;
* a cell within a block has its colour: not (start > c − size) or (start > c) or that colour;
* a cell in a gap is background: (the block before ends behind it) or (the next one starts no further) or background.

A literal is a variable's number, negative for its contrary, as SAT solvers have it; `TRUE` and `FALSE` stand for what
is known already and never occur in a clause.

Source: the order encoding from N. Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14 (2009).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

TRUE, FALSE = 1 << 40, -(1 << 40)

AddClause = Callable[[list[int]], object]
Check = Callable[[], None]


class Block(NamedTuple):
    """A block of a line, as far as it is known.

    Attributes:
        size: its cells.
        starts: the set of its possible starts (bit i: cell i), at least one; it covers only cells that can be so.
        gap: background cells that there are at least between the block before and it: 0 or 1.
        painted: for each cell of the line, the literal "has this block's colour".
    """

    size: int
    starts: int
    gap: int
    painted: Sequence[int]


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
        size = block.size
        first, final = (block.starts & -block.starts).bit_length() - 1, block.starts.bit_length() - 1
        at_least = [TRUE] * (first + 1)
        for start in range(first + 1, final + 1):
            if block.starts >> (start - 1) & 1:
                last += 1
                if at_least[-1] != TRUE:
                    add([-last, at_least[-1]])
            at_least.append(last)
        at_least += [FALSE] * (length + 1 - final)
        _encode_colour(add, block, at_least, first, final)
        if before is not None:
            _encode_order(add, before, at_least, block.gap)
        _encode_gap(add, background, before, at_least, final)
        before = _Placed(size, first, at_least)
    _encode_gap(add, background, before, [TRUE] * (length + 1), length)
    return last


class _Placed(NamedTuple):
    """A block with its first start, and for each s the literal "starts at s or further"."""

    size: int
    first: int
    at_least: list[int]


def _encode_colour(add: AddClause, block: Block, at_least: list[int], first: int, final: int) -> None:
    """The cells within a block have its colour."""
    size = block.size
    for cell in range(first, final + size):
        literal = block.painted[cell]
        if literal == TRUE:
            continue
        begins = at_least[cell - size + 1] if cell >= size else TRUE
        behind = at_least[cell + 1]
        if begins == behind:
            continue  # no start covers the cell; so it is wherever the cell cannot have the colour
        clause = [] if begins == TRUE else [-begins]
        if behind != FALSE:
            clause.append(behind)
        clause.append(literal)
        add(clause)


def _encode_order(add: AddClause, before: _Placed, behind: list[int], gap: int) -> None:
    """If a block starts at s or further, the next one starts behind it."""
    previous = TRUE
    for start, begins in enumerate(before.at_least):
        if begins == FALSE:
            return
        if begins != previous:
            previous = begins
            # the variable stands for the last start that it covers: the starts below it are not allowed
            while before.at_least[start + 1] == begins:
                start += 1
            follows = behind[start + before.size + gap]
            if follows != TRUE:
                add([-begins] if follows == FALSE else [-begins, follows])


def _encode_gap(
    add: AddClause, background: Sequence[int], before: _Placed | None, behind: list[int], to_cell: int
) -> None:
    """The cells between two blocks are background; no block `before` is the edge."""
    for cell in range(before.first + before.size if before else 0, to_cell):
        literal = background[cell]
        if literal == TRUE:
            continue
        clause = [] if literal == FALSE else [literal]
        if before is not None:
            ends_behind = before.at_least[cell - before.size + 1]
            if ends_behind == TRUE:
                continue
            if ends_behind != FALSE:
                clause.append(ends_behind)
        begins_behind = behind[cell + 1]
        if begins_behind == FALSE:
            continue
        if begins_behind != TRUE:
            clause.append(-begins_behind)
        add(clause)
