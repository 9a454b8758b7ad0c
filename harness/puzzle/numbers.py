"""The numbers at the sides of a crossword: what those in black and white and those in colour have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Generic, Self, TypeVar

from harness.errors import Phrase, PuzzleError
from harness.puzzle.blots import tells_of
from harness.puzzle.line import MAX_SIDE, Axis, ColourClue, Line
from harness.puzzle.value import Value

ClueT = TypeVar("ClueT", bound=tuple[object, ...])


class Numbers(Value, Generic[ClueT]):
    """The numbers at the sides of a crossword, in colour or not: what `Puzzle` and its likes have in common.

    Attributes:
        rows, columns: the clues, top row first and left column first.
    """

    rows: tuple[ClueT, ...]
    columns: tuple[ClueT, ...]
    _has_passed: ClassVar[bool] = False

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """Cells in a column."""
        return len(self.rows)

    def lines(self) -> Iterable[tuple[Line, ClueT, int]]:
        """Every line with its clue and its length in cells: the rows from the top, then the columns from the left."""
        for index, clue in enumerate(self.rows):
            yield Line(Axis.ROW, index), clue, self.width
        for index, clue in enumerate(self.columns):
            yield Line(Axis.COLUMN, index), clue, self.height

    def clues_with(self, line: Line, clue: ClueT) -> tuple[tuple[ClueT, ...], tuple[ClueT, ...]]:
        """The clues of the rows and of the columns, with another one for one line."""
        rows, columns = list(self.rows), list(self.columns)
        (rows if line.axis is Axis.ROW else columns)[line.index] = clue
        return tuple(rows), tuple(columns)

    def check(self) -> None:
        """See that the numbers can be a crossword: sizes, every line, the sums of every colour, the goal.

        That there is a picture to them is for the solver to find out. A value does not change: what has passed once
        passes at once from then on, so whoever solves what was read from a file does not pay for the check again.

        Raises:
            PuzzleError: naming the row or column, counted from 1, where it is the fault of one.
        """
        if not self._has_passed:
            self._check()
            object.__setattr__(self, "_has_passed", True)

    def as_passed(self) -> Self:
        """The same numbers, whose `check` passes unseen: for a reader that has looked at all of it.

        >>> from harness.puzzle import Puzzle
        >>> Puzzle(((1,),), ((1,),)).as_passed().check()
        """
        object.__setattr__(self, "_has_passed", True)
        return self

    def _check(self) -> None:
        """Check everything that `check` stands for, every time."""
        raise NotImplementedError

    def check_sizes(self) -> None:
        """See that there are neither too few lines nor too many.

        Raises:
            PuzzleError: there are.
        """
        for side, size in (("width", self.width), ("height", self.height)):
            if size < 1:
                least = "a crossword has at least one row and one column"
                raise PuzzleError("the {side} is 0", least, side=Phrase(side))
            if size > MAX_SIDE:
                fix = "keep each side to {most} cells"
                raise PuzzleError("the {side} is {size}", fix, side=Phrase(side), size=size, most=MAX_SIDE)

    def check_drawn(
        self, drawn: Numbers[ClueT], text: Callable[[ClueT], str], groups: Callable[[ClueT], ColourClue]
    ) -> None:
        """See that a picture has these numbers, where they are not blotted.

        Args:
            drawn: the picture's.
            text: a clue as a person reads it.
            groups: its groups.

        Raises:
            PuzzleError: it is of another size, or the first line with another clue.
        """
        if (drawn.width, drawn.height) != (self.width, self.height):
            what = "the picture has {drawn} cells, the clues are for {size}"
            fix = "correct one of them, or leave the picture out"
            raise PuzzleError(what, fix, drawn=f"{drawn.width}×{drawn.height}", size=f"{self.width}×{self.height}")
        for (line, clue, _), (_, picture_clue, _) in zip(self.lines(), drawn.lines(), strict=True):
            if clue != picture_clue and not tells_of(groups(clue), groups(picture_clue)):
                what = "the clue is {clue}, the picture has {drawn}"
                fix = "correct one of them, or leave the picture out"
                raise PuzzleError(what, fix, line, clue=text(clue), drawn=text(picture_clue))
