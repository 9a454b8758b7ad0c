"""Line logic on a whole crossword: analyse marked lines until none is left, as the Spectrum program does.

A `Board` holds what is known, by rows and by columns. What a line learns marks the lines that cross there. The end of
`propagate`, the *fixpoint*, does not depend on the order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from harness.puzzle import Axis, Grid, Line, Puzzle, least_length
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.budget import Budget
from harness.solver.lines import NumberedClue, analyse_line, line_text, numbered_clues, several, solve_line

_line = lru_cache(8_000)(Line)


class Board:
    """The colours that each cell of a crossword may still have, by rows and by columns; mutable.

    Lines are numbered as one sequence: 0…height-1 are the rows, height…height+width-1 the columns. `can[n][c]` is the
    set of cells of line n that may have colour c, as in `lines`; colour 0 is the background, and `keys` and `names`
    tell for each number what stands for it in pictures and what a person calls it. Each cell is kept in both of its
    lines: a colour that one line rules out is ruled out in the other.

    >>> board = Board.of(Puzzle(((2,), (1,)), ((1,), (2,))))
    >>> propagate(board, Budget())
    >>> print(board.grid())
    ##
    .#
    """

    __slots__ = ("can", "clues", "height", "keys", "names", "width")

    def __init__(
        self,
        size: tuple[int, int],
        keys: str,
        names: tuple[str, ...],
        clues: tuple[NumberedClue, ...],
        can: list[list[int]] | None = None,
    ) -> None:
        """A board that knows `can`, or nothing; the clues may be wrong."""
        self.width, self.height = size
        self.keys, self.names, self.clues = keys, names, clues
        if can is None:
            can = [[(1 << self.length(line)) - 1] * len(keys) for line in range(self.height + self.width)]
        self.can = can

    @classmethod
    def of(cls, puzzle: Puzzle) -> Board:
        """Return a board on which nothing is known; `PuzzleError` if the clues cannot be a crossword."""
        puzzle.check()
        keys = BACKGROUND + puzzle.used_keys
        names = tuple(puzzle.name_of(key) for key in keys)
        return cls((puzzle.width, puzzle.height), keys, names, numbered_clues(puzzle, keys))

    def copy(self) -> Board:
        """Return another board that knows the same."""
        can = [sets.copy() for sets in self.can]
        return type(self)((self.width, self.height), self.keys, self.names, self.clues, can)

    def length(self, line: int) -> int:
        """Cells in the line."""
        return self.width if line < self.height else self.height

    def line(self, line: int) -> Line:
        """The line by its name."""
        return _line(Axis.ROW, line) if line < self.height else _line(Axis.COLUMN, line - self.height)

    def by_room(self) -> list[int]:
        """All lines, those whose groups have the least room first, for they tell the most; an empty line has none."""

        def room(line: int) -> int:
            clue = self.clues[line]
            needed = sum(least_length(length) for length, _ in clue) + sum(
                one[1] == two[1] for one, two in pairwise(clue)
            )
            return self.length(line) - needed if clue else 0

        return sorted(range(self.height + self.width), key=room)

    def colours(self, row: int, column: int) -> list[int]:
        """The colours that a cell may have, the background first."""
        return [colour for colour, cells in enumerate(self.can[row]) if cells >> column & 1]

    def put(self, row: int, column: int, colour: int) -> tuple[int, int]:
        """Give an open cell one of its colours; return its two lines, which must be marked."""
        crossing = self.height + column
        for other, cells in enumerate(self.can[row]):
            if other != colour and cells >> column & 1:
                self.can[row][other] = cells & ~(1 << column)
                self.can[crossing][other] &= ~(1 << row)
        return row, crossing

    def know(self, given: Grid | None) -> None:
        """Enter the known cells of a picture (None: nothing); no line is analysed."""
        for row, cells in enumerate(given.rows if given is not None else ()):
            for column, cell in enumerate(cells):
                if cell != UNKNOWN:
                    self.put(row, column, self.keys.index(cell))

    def take_common(self, others: Sequence[Board]) -> list[int]:
        """Learn what all the others know, each of which knows all that this one does; return the lines that learnt."""
        marked: list[int] = []
        for line, own in enumerate(self.can):
            union = [reduce(or_, sets) for sets in zip(*(other.can[line] for other in others), strict=True)]
            if union != own:
                self.can[line] = union
                marked.append(line)
        return marked

    def look(self, line: int) -> list[int] | None:
        """Learn what follows from a line alone; return as `learn` does, None without an arrangement."""
        solved = self.solve_line(line)
        if solved is None:
            return None
        return self.learn(line, solved)

    def solve_line(self, line: int) -> Sequence[int] | None:
        """Return for each colour the cells of a line that may have it; None if no arrangement fits."""
        return solve_line(self.length(line), self.clues[line], self.can[line])

    def possible(self, line: int) -> Sequence[int]:
        """For each colour, the background first, the set of a line's cells that may have it."""
        return self.can[line]

    def analyse(self, line: int) -> tuple[Sequence[int], Sequence[int]] | None:
        """Return each group's starts, and for each colour the cells that may have it; None if no arrangement fits."""
        found = analyse_line(self.length(line), self.clues[line], self.can[line])
        return None if found is None else ([starts for starts, _ in found[0]], found[1])

    def learn(self, line: int, sets: Sequence[int]) -> list[int]:
        """Enter what is known of a line now; return the crossing lines that learnt, for each colour lost."""
        old, self.can[line] = self.can[line], list(sets)
        bit, first_crossing = (1 << line, self.height) if line < self.height else (1 << (line - self.height), 0)
        crossings: list[int] = []
        for colour, (before, now) in enumerate(zip(old, sets, strict=True)):
            gone = before & ~now
            while gone:
                lowest = gone & -gone
                crossing = first_crossing + lowest.bit_length() - 1
                self.can[crossing][colour] &= ~bit
                crossings.append(crossing)
                gone ^= lowest
        return crossings

    def open_cells(self, line: int) -> int:
        """The set of a line's cells that may have several colours."""
        return several(self.can[line])

    @property
    def open_count(self) -> int:
        """Number of cells that may have several colours."""
        return sum(self.open_cells(row).bit_count() for row in range(self.height))

    @property
    def choices(self) -> int:
        """Number of colours that all cells may have together: the fewer, the more is known."""
        return sum(cells.bit_count() for row in range(self.height) for cells in self.can[row])

    def grid(self) -> Grid:
        """Return the known cells as a picture."""
        return Grid.of_sound(self.rows())

    def rows(self) -> tuple[str, ...]:
        """The known cells drawn with their keys, row by row."""
        return tuple(self.line_text(row) for row in range(self.height))

    def line_text(self, line: int) -> str:
        """Format the known cells of a line as keys."""
        return line_text(self.length(line), self.can[line], self.keys)


def propagate(
    board: Board,
    budget: Budget,
    marked: Iterable[int] | None = None,
    on_look: Callable[[int], bool | None] | None = None,
) -> Line | None:
    """Analyse the marked lines, and those that their results mark, until none is left.

    None are all lines, in the order of `Board.by_room`. `on_look` is called with the number of each line once the board
    knows what follows from it; True ends the work. Return None, with the board at the fixpoint unless `on_look` ended
    it, or the line that no arrangement fits. Raises `StoppedError` if the budget runs out before.
    """
    queue = deque(board.by_room() if marked is None else marked)
    waiting = set(queue)
    while queue:
        number = queue.popleft()
        waiting.discard(number)
        budget.spend_line_call()
        crossings = board.look(number)
        if crossings is None:
            return board.line(number)
        for crossing in crossings:
            if crossing not in waiting:
                waiting.add(crossing)
                queue.append(crossing)
        if on_look is not None and on_look(number):
            break
    return None
