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
from typing import NamedTuple

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.lines import members
from harness.solver.propagate import Board, propagate
from harness.solver.strategy import FRUITLESS_PROBES, Result, Search, StepKind, Strategy, cell_text


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
    """The reference: line logic on bit sets, probing, and branching when no probe decides anything.
    >>> Probe().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "probe"

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        board = Board.of(puzzle)
        board.know(search.given)
        return ProbingWalk(board, search, in_colour=puzzle.in_colour).solutions()


class _Branch(NamedTuple):
    """A board at its fixpoint, still to be searched.

    Attributes:
        board: what is known.
        depth: how many suppositions it stands on.
        supposed: the last of them, a cell (row, column) and its colour.
    """

    board: Board
    depth: int = 0
    supposed: tuple[int, int, int] | None = None


class ProbingWalk:
    """The walk over the branches that line logic leaves open.

    Args:
        board: on which nothing is known but what is given.
        search: the search under way, which gets every finding.
        in_colour: other cells and branches come first then. A seed of `random` stands for the picture they lead to.
    """

    def __init__(self, board: Board, search: Search, *, in_colour: bool) -> None:
        self._search, self._budget = search, search.budget
        self._branch = _Branch(board)
        self._in_colour = in_colour

    def solutions(self) -> Iterator[Grid]:
        """Walk until all branches are walked.

        Raises:
            StoppedError: the budget ran out.
        """
        search = self._search
        if not self.settle_lines():
            return
        stack = [self._branch]
        while stack:
            self._branch = stack.pop()
            if self._branch.supposed is not None and search.is_watched:
                board, (row, column, colour) = self._branch.board, self._branch.supposed
                search.tell_supposed(board.grid(), row, column, board.names[colour], self._branch.depth)
            branches = self._probe(self._branch.board)
            if branches is None:
                self._tell(StepKind.BACK, "a contradiction whatever the colour")
            elif branches:
                search.guesses += 1
                # in colour the branch that leaves the fewest choices is walked first
                stack += sorted(branches, key=lambda one: -one.board.choices) if self._in_colour else branches[::-1]
            else:
                yield search.solution(self._branch.board.grid(), self._branch.depth, is_last=not stack)

    def settle_lines(self) -> bool:
        """Line logic to the fixpoint; return True if there may be solutions."""
        search, board = self._search, self._branch.board
        try:
            wrong = propagate(board, self._budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
        return search.settle(search.fixpoint, wrong)

    def _probe(self, board: Board) -> list[_Branch] | None:
        """Decide by trial what can be decided; `board` learns it.

        Returns:
            None if the board contradicts itself; no branches if it is solved now; else those of the best cell.
        """
        best: list[_Branch] = []
        least: list[int] = []
        order = self._cells_to_probe(board)
        idle = position = 0  # cells probed since something was decided; the next one in the order
        while idle < min(len(order), FRUITLESS_PROBES):
            row, column = order[position]
            position = (position + 1) % len(order)
            idle += 1
            colours = board.colours(row, column)
            if len(colours) < 2:
                continue
            branches = self._try(board, row, column, self._in_order(colours))
            if not branches:
                return None
            if self._take_common(board, branches):
                if self._search.is_watched:
                    left = " or ".join(board.names[colour] for colour in self._in_order(board.colours(row, column)))
                    self._tell(StepKind.DECIDED, f"{cell_text(row, column)} tried: it can be {left}")
                best, idle, position = [], 0, 0
                order = self._cells_to_probe(board)
            else:
                # the branch that leaves the most choices counts first, in colour alone
                weight = sorted((branch.board.choices for branch in branches), reverse=True)
                weight = weight[:1] if self._in_colour else weight
                if not best or weight < least:
                    best, least = branches, weight
        return best

    def _cells_to_probe(self, board: Board) -> list[tuple[int, int]]:
        """The open cells as (row, column), the ones most likely to be decided by a probe first.

        Cells near the edge come first: a wrong colour there soon meets groups that have nowhere to go, and the search
        stays in one corner instead of leaving half-decided places everywhere. At the same distance, cells with few
        colours left come first, then those with many known neighbours (not in colour; the edge counts as known), then
        those in nearly known lines.
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
                neighbours = 0 if self._in_colour else sum(side >> column & 1 for side in beside)
                weighted.append((from_edge, choices, neighbours, left[row] + left[height + column], row, column))
        return [(row, column) for *_, row, column in sorted(weighted)]

    def _in_order(self, colours: list[int]) -> list[int]:
        """The colours of a cell as they are tried: in black and white black first, in colour the background."""
        return colours if self._in_colour else colours[::-1]

    def _try(self, board: Board, row: int, column: int, colours: Sequence[int]) -> list[_Branch]:
        """Follow each of these colours of a cell; return the branches without a contradiction."""
        branches: list[_Branch] = []
        for colour in colours:
            tried = board.copy()
            if propagate(tried, self._budget, tried.put(row, column, colour)) is None:
                branches.append(_Branch(tried, self._branch.depth + 1, (row, column, colour)))
        return branches

    def _take_common(self, board: Board, branches: Sequence[_Branch]) -> bool:
        """Let the board learn what all of its branches know; return True if there was anything."""
        if len(branches) == 1:
            board.can = branches[0].board.can
            return True
        marked = board.take_common([branch.board for branch in branches])
        if marked:
            # no contradiction can arise: each of the branches stands, and knows all of this
            propagate(board, self._budget, marked)
        return bool(marked)

    def _tell(self, kind: StepKind, note: str) -> None:
        """Report a step in the branch being walked."""
        if self._search.is_watched:
            self._search.tell(kind, self._branch.board.grid(), note=note, depth=self._branch.depth)
