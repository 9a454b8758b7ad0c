"""The reference solver, with which the Spectrum's answers and those of every other strategy are compared.

Line logic, trial of cells when that stalls, all solutions, and the proof that there are no others: no kernel, no SAT
solver, no cache. All of it is in `lines`, `propagate` and this module.

When no marked line is left and cells are open, cells are *probed*: every colour that the cell may have is put on a copy
of the board, and line logic continues there. A colour that leads to a contradiction is ruled out; what all the others
have in common holds in any case. When no probe tells anything more, the search branches on the cell whose colours
decide the most, and walks every branch to its end. The branches stand in an explicit stack, so memory alone limits the
depth.

Source: the idea of probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); the terms
LINE, BRANCH and MULT are picross-solver's (Pierre Dejoue).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.lines import members
from harness.solver.propagate import Board, propagate
from harness.solver.strategy import FRUITLESS_PROBES, Result, Search, StepKind, Strategy, cell_text

WEAKEST = 3
"""How often the weakest colour of a cell counts beside each of them when one is chosen to branch on: on noise of 15 to
35 cells a side, a seventh fewer analyses than by the weakest alone (geometric mean).
"""


def solve(puzzle: Puzzle, max_solutions: int | None = 2, *, budget: Budget | None = None) -> Result:
    """Solve the puzzle with the reference strategy; arguments and errors are those of `Strategy.solve`.

    >>> result = solve(Puzzle(((1,), (1,)), ((1,), (1,))))
    >>> result.outcome, len(result.solutions), result.unique
    (<Outcome.MULTIPLE: 'multiple'>, 2, False)
    >>> print(result.fixpoint)
    ??
    ??
    """
    return Probe().solve(puzzle, max_solutions=max_solutions, budget=budget)


class Probe(Strategy):
    """The reference: line logic on bit sets, probing, and branching when no probe decides anything."""

    name = "probe"

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        board = Board.of(puzzle)
        board.know(search.given)
        return ProbingWalk(board, search).solutions()


class ProbingWalk:
    """The walk over the branches that line logic leaves open, from a board on which only what is given is known.

    The compiled kernel goes the same way on its own, with the same analyses: a seed of `random` stands for the picture
    they lead to, with a kernel and without. `search` gets every finding; `fruitless` cells are probed without success
    before one is branched on.
    """

    def __init__(self, board: Board, search: Search, fruitless: int = FRUITLESS_PROBES) -> None:
        self._board, self._search, self._budget = board, search, search.budget
        self._fruitless, self._depth = fruitless, 0

    def solutions(self) -> Iterator[Grid]:
        """All solutions, each once: lines first, then branch after branch; `StoppedError` if the budget ends it."""
        if self.settle_lines():
            yield from self.branches()

    def settle_lines(self) -> bool:
        """Line logic to the fixpoint; return True if there may be solutions."""
        search, board = self._search, self._board
        try:
            wrong = propagate(board, self._budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
        return search.settle(search.fixpoint, wrong)

    def branches(self) -> Iterator[Grid]:
        """All solutions, from the fixpoint of line logic on."""
        search = self._search
        # boards at their fixpoints, each with its suppositions and one to follow: a cell and its colour
        stack: list[tuple[Board, int, tuple[int, int, int] | None]] = [(self._board, 0, None)]
        while stack:
            board, self._depth, supposed = stack.pop()
            if supposed is not None:
                board = board.copy()
                propagate(board, self._budget, board.put(*supposed))  # it stands: that was tried
                if search.is_watched:
                    row, column, colour = supposed
                    search.tell_supposed(board.grid(), row, column, board.names[colour], self._depth)
            suppositions = self._probe(board)
            if suppositions is None:
                self._tell(StepKind.BACK, board, "a contradiction whatever the colour")
            elif suppositions:
                search.guesses += 1
                stack += [(board, self._depth + 1, supposed) for supposed in reversed(suppositions)]
            else:
                yield search.solution(board.grid(), self._depth, is_last=not stack)

    def _probe(self, board: Board) -> list[tuple[int, int, int]] | None:
        """Decide by trial what can be decided; `board` learns it.

        The cells are tried in turn, and after the last one from the first one on again if anything was decided. Return
        None if the board contradicts itself; nothing if it is solved now; else the cell whose colours leave the fewest
        choices, the weakest counted as `WEAKEST` more, with its colours, that which leaves the fewest first.
        """
        best: list[tuple[int, int, int]] = []
        least = 0
        idle, has_learnt = 0, True  # cells probed since something was decided; whether anything was in this round
        waiting: list[tuple[int, int]] = []
        while idle < self._fruitless:
            if not waiting:
                if not has_learnt:
                    break
                waiting, has_learnt = self._cells_to_probe(board)[::-1], False
                if not waiting:
                    return []
            row, column = waiting.pop()
            colours = board.colours(row, column)
            if len(colours) < 2:
                continue
            standing: list[tuple[int, Board]] = []
            for colour in [*colours[1:], 0] if not colours[0] else colours:
                tried = board.copy()
                if propagate(tried, self._budget, tried.put(row, column, colour)) is None:
                    standing.append((colour, tried))
            if not standing:
                return None
            if self._take_common(board, [tried for _, tried in standing]):
                if self._search.is_watched:
                    left = " or ".join(board.names[colour] for colour in board.colours(row, column))
                    self._tell(StepKind.DECIDED, board, f"{cell_text(row, column)} tried: it can be {left}")
                best, idle, has_learnt = [], 0, True
                continue
            left_open = [tried.choices for _, tried in standing]
            weight = sum(left_open) + WEAKEST * max(left_open)
            if not idle or weight < least:
                first = left_open.index(min(left_open))
                standing.insert(0, standing.pop(first))
                best, least = [(row, column, colour) for colour, _ in standing], weight
            idle += 1
        return best

    def _cells_to_probe(self, board: Board) -> list[tuple[int, int]]:
        """The open cells as (row, column), the ones most likely to be decided by a probe first.

        Cells near the edge come first: a wrong colour there soon meets groups that have nowhere to go, and the search
        stays in one corner. At the same distance come those with few colours left, then with many known neighbours (the
        edge counts as known), then in nearly known lines.
        """
        height, width = board.height, board.width
        opened = [board.open_cells(line) for line in range(height + width)]
        left = [cells.bit_count() for cells in opened]
        weighted: list[tuple[int, int, int, int, int, int]] = []
        for row, cells in enumerate(opened[:height]):
            self._budget.check()
            beside = opened[row - 1] if row else 0, opened[row + 1] if row + 1 < height else 0, cells << 1, cells >> 1
            for column in members(cells):
                from_edge = min(row, height - 1 - row, column, width - 1 - column)
                choices = sum(can >> column & 1 for can in board.can[row])
                neighbours = sum(side >> column & 1 for side in beside)
                weighted.append((from_edge, choices, neighbours, left[row] + left[height + column], row, column))
        return [(row, column) for *_, row, column in sorted(weighted)]

    def _take_common(self, board: Board, standing: Sequence[Board]) -> bool:
        """Let the board learn what all of these know; return True if there was anything."""
        if len(standing) == 1:
            board.can = standing[0].can
            return True
        marked = board.take_common(standing)
        if marked:
            # no contradiction can arise: each of the others stands, and knows all of this
            propagate(board, self._budget, marked)
        return bool(marked)

    def _tell(self, kind: StepKind, board: Board, note: str) -> None:
        if self._search.is_watched:
            self._search.tell(kind, board.grid(), note=note, depth=self._depth)
