"""Complete deduction for one line, on sets of cells held in Python integers.

A set of cells is an integer whose bit i stands for cell i, counted from the left (or top) of the line. Every step
treats all cells of the line in one operation, and the number of steps grows with the number of groups, never with the
number of arrangements.

The idea, for a line of n cells and the groups 1…k:

* From the left, `_from_left` finds for each j where the group j may start if only the cells before it and the group
  itself are looked at, and which cells may be white with exactly j groups before them.
* The same function on the mirrored line and clue gives the same facts seen from the right.
* A blotted group, of any length, covers a cell if it may start there or before it as seen from the left, if it may end
  there or behind it as seen from the right, and if no white cell lies between: the two ends know nothing of each other.
* What both sides allow is possible in a whole arrangement: any arrangement left of a cell that is white goes together
  with any arrangement right of it. So a cell can be black if a start allowed from both sides covers it, and white
  if some j is allowed from both sides. A cell that can be only one of them is known.
"""

from __future__ import annotations

from harness.puzzle import BLOT, Clue, least_length


def solve_line(length: int, clue: Clue, black: int, white: int) -> tuple[int, int] | None:
    """Everything that follows for a line: a cell becomes known exactly when all arrangements agree on it.

    Args:
        length: cells in the line.
        clue: lengths of the black groups, each 1 or more or `BLOT`, in order.
        black: set of the cells known to be black (bit i: cell i, cell 0 leftmost).
        white: set of the cells known to be white.

    Returns:
        The sets (black, white) of the cells known now, those given included; None if no arrangement fits.

    Raises:
        ValueError: a group shorter than 1, or a known cell beyond the line.

    >>> solve_line(5, (3,), 0, 0)
    (4, 0)
    >>> solve_line(5, (3,), 0b1, 0)
    (7, 24)
    >>> solve_line(2, (1,), 0b11, 0) is None
    True
    >>> solve_line(5, (BLOT, 3), 0b1, 0)
    (29, 2)
    """
    if clue and min(map(least_length, clue)) < 1:
        raise ValueError(f"a group shorter than 1 in {clue}")
    if (black | white) >> length:
        raise ValueError(f"a known cell beyond the {length} of the line")
    left_starts, left_whites = _from_left(length, clue, black, white)
    if not left_whites[-1] >> length & 1:  # the cell after the last one cannot be reached: nothing fits
        return None
    right_starts, right_whites = _from_left(length, clue[::-1], mirror(black, length), mirror(white, length))
    can_be_black = 0
    cells = (1 << length) - 1
    for group, starts, mirrored_starts in zip(clue, left_starts, reversed(right_starts), strict=True):
        # mirrored, a start is the group's other end
        lasts = mirror(mirrored_starts, length)
        if group == BLOT:
            can_be_black |= between(starts, lasts, cells & ~white, length)
        else:
            can_be_black |= smear(starts & (lasts >> (group - 1)), group)
    can_be_white = 0
    for whites, mirrored_whites in zip(left_whites, reversed(right_whites), strict=True):
        can_be_white |= whites & mirror(mirrored_whites & cells, length)
    return can_be_black & ~can_be_white, can_be_white & ~can_be_black


def _from_left(length: int, clue: Clue, black: int, white: int) -> tuple[list[int], list[int]]:
    """Find the starts that the cells to the left allow.

    Returns:
        For each group the set of its starts, such that the groups before it fit into the cells before the start and
        it meets no known cell that forbids it (a blotted one: such that it may have one cell there); and for j = 0…k
        the set of cells that can be white with exactly j groups left of them. Cell `length`, behind the line, counts
        as white: if it is in the last set, the whole line fits.
    """
    not_black = ~black & ((2 << length) - 1)  # the cell behind the line included
    not_white = ~white & ((1 << length) - 1)
    starts: list[int] = []
    # `free`: a set of cells where the next group may start as far as the cells before it go. Cell 0 is free, and
    # every cell is that follows a free cell which may be white.
    free = flood(1, not_black)
    whites = [free >> 1]
    for group in clue:
        if group == BLOT:
            fits = free & not_white
            behind = flood(fits << 1, not_white) & not_black
        else:
            fits = free & starts_of_runs(not_white, group) & (not_black >> group)
            behind = fits << group
        starts.append(fits)
        free = flood(behind << 1, not_black)
        whites.append(free >> 1)
    return starts, whites


def between(starts: int, lasts: int, passable: int, length: int) -> int:
    """The cells that lie on a way through passable cells from a start to a last cell, these included.

    >>> bin(between(0b000010, 0b110000, 0b101111, 6))
    '0b0'
    >>> bin(between(0b000010, 0b011000, 0b111111, 6))
    '0b11110'
    """
    onward = flood(starts & passable, passable)
    back = mirror(flood(mirror(lasts & passable, length), mirror(passable, length)) & ((1 << length) - 1), length)
    return onward & back & passable


def flood(seeds: int, passable: int) -> int:
    """The seeds, and every cell reached from one by steps to the right, each step leaving a passable cell.

    The carry of one addition does it: in a stretch of passable cells it runs from the first seed to the cell behind
    the stretch, and what the addition changed is what was reached.

    >>> bin(flood(0b00010, 0b01110))
    '0b11110'
    """
    return ((passable + (seeds & passable)) ^ passable) | seeds


def starts_of_runs(cells: int, length: int) -> int:
    """The cells from which `length` cells in a row belong to the set.

    >>> bin(starts_of_runs(0b1110110, 2))
    '0b110010'
    """
    done = 1
    while done < length and cells:
        step = done if done < length - done else length - done
        cells &= cells >> step
        done += step
    return cells


def smear(starts: int, length: int) -> int:
    """The cells covered by groups of `length` at all these starts.

    >>> bin(smear(0b100001, 3))
    '0b11100111'
    """
    done = 1
    while done < length:
        step = done if done < length - done else length - done
        starts |= starts << step
        done += step
    return starts


def mirror(cells: int, length: int) -> int:
    """The set seen from the other end of the line.

    >>> bin(mirror(0b0011, 4))
    '0b1100'
    """
    return int(f"{cells:0{length}b}"[::-1], 2)


def members(cells: int) -> list[int]:
    """The numbers of the cells in a set, in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found: list[int] = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def parse_line(text: str) -> tuple[int, int, int]:
    """A line drawn with `#`, `.` and `?` as (length, black, white).

    >>> parse_line("#.?#")
    (4, 9, 2)

    Raises:
        ValueError: another character.
    """
    if strange := set(text) - set("#.?"):
        raise ValueError(f"{min(strange)!r} is not a cell")
    black = sum(1 << i for i, cell in enumerate(text) if cell == "#")
    white = sum(1 << i for i, cell in enumerate(text) if cell == ".")
    return len(text), black, white


def line_text(length: int, black: int, white: int) -> str:
    """The sets, which have no cell in common and none beyond the line, drawn as one; the inverse of `parse_line`.

    >>> line_text(4, 9, 2)
    '#.?#'
    """
    # read as numbers to the base of sixteen, a black cell is a 1 and a white one a 2, without a carry
    return f"{int(f'{black:b}', 16) + 2 * int(f'{white:b}', 16):0{length}x}"[::-1].translate(_DRAWN)


_DRAWN = str.maketrans("012", "?#.")


def solve_text(text: str, clue: Clue) -> str | None:
    """`solve_line` on a line drawn with `#`, `.` and `?`.

    >>> solve_text("?#???", (3,))
    '?##?.'
    >>> solve_text("#.#", (3,)) is None
    True
    """
    length, black, white = parse_line(text)
    solved = solve_line(length, clue, black, white)
    return None if solved is None else line_text(length, *solved)
