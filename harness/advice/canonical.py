"""The usual form of a crossword for people: sides divisible by 5, and no line that is empty or full.

Source: izaron's rules for crosswords that are called canonical.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.puzzle import BLOT, Axis, Line, Puzzle

SIDE_STEP = 5
"""A canonical crossword's sides are multiples of it, so that the thick rules end with the picture."""
_MOST_LINES = 8
"""Lines that a sentence names."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a crossword.

    Attributes:
        uneven: the sides that are no multiple of 5, each as its name and its cells.
        empty: the lines without a group.
        full: the lines that one group fills.
    """

    uneven: tuple[tuple[str, int], ...]
    empty: tuple[Line, ...]
    full: tuple[Line, ...]

    @property
    def is_canonical(self) -> bool:
        """True if there is nothing to object to."""
        return not (self.uneven or self.empty or self.full)

    def __str__(self) -> str:
        if self.is_canonical:
            return "canonical: sides divisible by 5, no empty or full line"
        faults = [f"the {side} of {cells} is not divisible by {SIDE_STEP}" for side, cells in self.uneven]
        for kind, lines in (("empty", self.empty), ("full", self.full)):
            for axis in Axis:
                if numbers := [line.number for line in lines if line.axis is axis]:
                    faults.append(_named(axis, numbers, kind))
        return "not canonical: " + "; ".join(faults)


def form_of(puzzle: Puzzle) -> Form:
    """Look at the form of a puzzle, whose numbers need not have been checked.

    >>> from harness.puzzle import Puzzle
    >>> str(form_of(Puzzle(((2,), ()), ((1,), (1,)))))[:44]
    'not canonical: the width of 2 is not divisib'
    >>> form_of(Puzzle(((2,), ()), ((1,), (1,)))).empty
    (Line(axis=<Axis.ROW: 'row'>, index=1),)
    """
    groups = puzzle.groups()
    sides = {Axis.ROW: puzzle.width, Axis.COLUMN: puzzle.height}
    full = [
        line
        for line, clue in groups.items()
        if len(clue) == 1 and clue[0].length != BLOT and clue[0].length == sides[line.axis]
    ]
    return Form(
        tuple(
            (name, cells) for name, cells in (("width", puzzle.width), ("height", puzzle.height)) if cells % SIDE_STEP
        ),
        tuple(line for line, clue in groups.items() if not clue),
        tuple(full),
    )


def _named(axis: Axis, numbers: list[int], kind: str) -> str:
    """Name lines of one kind.

    >>> _named(Axis.ROW, [1], "empty"), _named(Axis.COLUMN, [1, 4], "full")
    ('row 1 is empty', 'columns 1, 4 are full')
    """
    if len(numbers) == 1:
        return f"{axis.value} {numbers[0]} is {kind}"
    more = f" and {len(numbers) - _MOST_LINES} more" if len(numbers) > _MOST_LINES else ""
    return f"{axis.value}s {', '.join(map(str, numbers[:_MOST_LINES]))}{more} are {kind}"
