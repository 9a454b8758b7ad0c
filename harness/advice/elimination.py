"""Line logic with one line left out: what all the others say, so that only its own clue is in question."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from harness.puzzle import Axis, ColourClue, Line
from harness.puzzle.colour import AnyPuzzle, ColourGrid
from harness.solver.budget import Budget
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_lines import NumberedClue, find_starts


@dataclass(frozen=True, slots=True)
class Reached:
    """Result of line logic.

    Attributes:
        board: what is known then.
        contradiction: the line that nothing fits, or None.
        suspects: in case of a contradiction, the lines that had a part in it: at least one of their clues is wrong.
    """

    board: ColourBoard[ColourGrid]
    contradiction: Line | None
    suspects: frozenset[Line]


class LineLogic:
    """Line logic on the numbers of a puzzle, which need not pass `check`, as long as groups are of 1 cell or more.

    >>> from harness.puzzle import Puzzle
    >>> logic = LineLogic(Puzzle(((2,), (1,)), ((1,), (1,))))
    >>> str(logic.reach().contradiction)
    'row 2'
    >>> logic.fits(Line(Axis.ROW, 1), (), logic.reach(without=Line(Axis.ROW, 1)))
    True
    """

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._keys = puzzle.keys
        clues = tuple(self._numbered(clue) for clue in puzzle.groups().values())
        size = puzzle.width, puzzle.height
        self._board = ColourBoard.empty(size, self._keys, tuple(self._keys), clues, ColourGrid)

    def reach(self, without: Line | None = None, budget: Budget | None = None) -> Reached:
        """Apply all lines, or all but one, to the fixpoint; incomplete if the budget ends it."""
        board = self._board.copy()
        left_out = self._number(without) if without is not None else None
        queue = deque(number for number in range(len(board.clues)) if number != left_out)
        waiting = set(queue)
        spoke: set[int] = set()
        while queue and not (budget is not None and budget.is_spent):
            number = queue.popleft()
            waiting.discard(number)
            crossings = board.look(number)
            if crossings is None:
                return Reached(board, board.line(number), frozenset(map(board.line, spoke | {number})))
            if crossings:
                spoke.add(number)
            new = [crossing for crossing in crossings if crossing != left_out and crossing not in waiting]
            waiting.update(new)
            queue.extend(new)
        return Reached(board, None, frozenset())

    def fits(self, line: Line, clue: ColourClue, reached: Reached) -> bool:
        """Return True if a clue has an arrangement for the line that agrees with its known cells."""
        board, number = reached.board, self._number(line)
        return find_starts(board.length(number), self._numbered(clue), board.can[number]) is not None

    def _number(self, line: Line) -> int:
        return line.index if line.axis is Axis.ROW else self._board.height + line.index

    def _numbered(self, clue: ColourClue) -> NumberedClue:
        return tuple((group.length, self._keys.index(group.key)) for group in clue)
