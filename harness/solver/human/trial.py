"""Trial, for where looking at one line at a time yields nothing more: suppose a colour and see where it leads.

A person tries cells beside those already known, and gives up soon without a result. So the trials in black and white
are cut off after a few lines first, and allowed to continue longer only when none of them led to a contradiction. In
colour the cells with the fewest colours left are tried, and no chain of reasons is told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from harness.puzzle import UNKNOWN, Grid, Line
from harness.solver.budget import Budget
from harness.solver.human.chains import Branch, Consequences, NamedLine
from harness.solver.human.findings import BLACK_AND_WHITE, Hue, Place
from harness.solver.human.rules import Rule
from harness.solver.kernel import Kernel
from harness.solver.lines import members
from harness.solver.propagate import Board, propagate

MOST_TRIALS = 200
"""Trials in colour for one step: what they do not show in some tenths of a second, nobody would try on paper."""

_CUTS = (2, 4, 8, 16, 32, 64, None)
"""Limits on the lines that a trial may look at; None is as many as it takes."""

_MOST_KEPT = 30_000
"""Trials under one cut that are remembered, at most: some 20 MB."""

_COMPARED = 6
"""Contradictions under one cut to choose from; the one easiest to tell is taken."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Result of a trial: the cell, its colour, and the branches that show it.

    The branches of a `TRIAL` end in contradictions, one for each other colour; an `EITHER_WAY` has two, which end at
    the cell; for a `NESTED_TRIAL` the branches are too many to tell.
    """

    rule: Rule
    place: Place
    colour: int
    branches: tuple[Branch, ...] = ()


class Trials:
    """The trials of one picture in black and white; they remember those that led to no contradiction, mutable.

    The end of a trial depends only on the lines that it looks at: while these do not change, it need not be made again.

    Args:
        board: the picture, which may change between two calls of `conclude`.
        budget: what may be spent.
        kernel: one that always knows what the board knows, and is left so, for quicker trials.
    """

    def __init__(self, board: Board, budget: Budget, kernel: Kernel | None = None) -> None:
        self._board = board
        self._follow: _Follow = partial(_follow, board, kernel, budget)
        # by cut and supposed cell: the lines looked at, and whether there was nothing more to look at
        self._harmless: dict[int | None, dict[tuple[Place, int], tuple[int, bool]]] = {cut: {} for cut in _CUTS}

    def forget(self, changed: int) -> None:
        """Forget the trials that looked at lines of a set, which have changed."""
        for cut, trials in self._harmless.items():
            self._harmless[cut] = {trial: found for trial, found in trials.items() if not found[0] & changed}

    def conclude(self, common: Callable[[], Grid] | None = None) -> Conclusion | None:
        """Decide one cell by trial; the board is at the fixpoint of line logic, not solved, and has no contradiction.

        Args:
            common: what all solutions with these known cells have in common, as far as that is known; asked only when
                no trial of single cells tells anything. Without it there is no `NESTED_TRIAL`.

        Returns:
            None if no cell can be decided so.

        Raises:
            StoppedError: the budget ran out.
        """
        places = places_to_try(self._board)
        open_trials = [(place, colour) for place in places for colour in (1, 0)]
        for cut in _CUTS:
            found, open_trials = self._refute(open_trials, cut)
            if found is not None:
                return found
        either = _either_way(self._follow, self._board, places)
        if either is not None or common is None:
            return either
        return _nested(self._follow, self._board, places, common())

    def _refute(
        self, trials: list[tuple[Place, int]], cut: int | None
    ) -> tuple[Conclusion | None, list[tuple[Place, int]]]:
        """Make the trials until enough of them led to a contradiction; also those that the cut left unfinished."""
        harmless = self._harmless[cut]
        chains: list[tuple[Branch, int]] = []
        unfinished = []
        for trial in trials:
            known = harmless.get(trial)
            if known is None:
                drawn = self._follow(*trial, cut)
                if drawn.refuted is not None:
                    chains.append((drawn.chain_to_contradiction(), 1 - drawn.colour))
                    if len(chains) == _COMPARED:
                        break
                    continue
                known = drawn.looked, drawn.finished
                if len(harmless) < _MOST_KEPT:
                    harmless[trial] = known
            if not known[1]:
                unfinished.append(trial)
        if not chains:
            return None, unfinished
        shortest, colour = min(chains, key=lambda chain: len(chain[0].links or ()))
        return Conclusion(Rule.TRIAL, shortest.place, colour, (shortest,)), []


class _Follow(Protocol):
    """Draw the consequences of a supposed cell; see `_follow`."""

    def __call__(self, place: Place, colour: int, cut: int | None = None) -> Consequences: ...


def _follow(
    board: Board, kernel: Kernel | None, budget: Budget, place: Place, colour: int, cut: int | None = None
) -> Consequences:
    """Draw the consequences of a supposed cell, nearest lines first, until a contradiction or the end.

    Args:
        cut: lines to look at, at most (None: all that are marked).

    Raises:
        StoppedError: the budget ran out.
    """
    if kernel is None:
        return _look(Consequences(board, place, colour, None), budget, cut)
    kernel.push()
    try:
        return _look(Consequences(board, place, colour, kernel), budget, cut)
    finally:
        kernel.pop()


def _look(drawn: Consequences, budget: Budget, cut: int | None) -> Consequences:
    queue = deque(drawn.first_marked)
    looks = 0
    while queue and drawn.refuted is None:
        if looks == cut:
            return drawn
        budget.spend_line_call()
        looks += 1
        for crossing in drawn.look(queue.popleft()):
            if crossing not in queue:
                queue.append(crossing)
    drawn.finished = True
    return drawn


def _either_way(follow: _Follow, board: Board, places: list[Place]) -> Conclusion | None:
    """Find a cell whose two colours give another cell the same colour: the one that both reach soonest."""
    best: tuple[int, Place, Consequences, Consequences] | None = None
    rows = [board.open_cells(row) for row in range(board.height)]
    for place in places:
        black = follow(place, 1)
        white = follow(place, 0)
        for row, (unknown, one, other) in enumerate(zip(rows, black.board.can, white.board.can, strict=False)):
            for column in members(unknown & ~((one[0] | other[0]) & (one[1] | other[1]))):
                target = Place(row, column)
                distance = black.decided_by(target) + white.decided_by(target)
                if best is None or distance < best[0]:
                    best = distance, target, black, white
    if best is None:
        return None
    _, target, black, white = best
    (colour,) = black.board.colours(target.row, target.column)
    return Conclusion(Rule.EITHER_WAY, target, colour, (black.chain_to(target), white.chain_to(target)))


def _nested(follow: _Follow, board: Board, places: list[Place], common: Grid) -> Conclusion | None:
    """Of the cells that are the same in all solutions the one that decides the most: what is left to try is least."""

    def left_open(found: tuple[Place, int]) -> int:
        return follow(*found).board.open_count

    same = [(place, common[place.row][place.column]) for place in places]
    decided = [(place, board.keys.index(key)) for place, key in same if key != UNKNOWN]
    return Conclusion(Rule.NESTED_TRIAL, *min(decided, key=left_open)) if decided else None


def other_hue(hue: Hue) -> Hue:
    """White for black, black for white."""
    white, black = BLACK_AND_WHITE
    return white if hue == black else black


def places_to_try(board: Board) -> list[Place]:
    """The unknown cells as a person would try them in black and white.

    First those with the most known cells (or edges) around them, then those in the lines with the fewest unknown
    cells, then from the top left.
    """
    height, width = board.height, board.width
    unknown = [board.open_cells(line) for line in range(height + width)]
    left = [cells.bit_count() for cells in unknown]

    def weight(place: Place) -> tuple[int, int, Place]:
        row, column = place.row, place.column
        around = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
        closed = sum(not (0 <= r < height and 0 <= c < width and unknown[r] >> c & 1) for r, c in around)
        return -closed, left[row] + left[height + column], place

    return sorted((Place(row, c) for row in range(height) for c in members(unknown[row])), key=weight)


def fewest_colours_first(board: Board, known: Board) -> list[Place]:
    """The open cells of a board, by how many colours a board that knows more has left them."""
    places = [Place(row, column) for row in range(board.height) for column in members(board.open_cells(row))]
    return sorted(places, key=lambda place: len(known.colours(place.row, place.column)))


def refute_colours(
    known: Board,
    places: list[Place],
    hues: Sequence[Hue],
    named: Callable[[Line], NamedLine],
    budget: Budget,
) -> Conclusion | None:
    """Find a cell with all colours but one refuted by line logic.

    Args:
        known: the board at the fixpoint of line logic.
        places: cells to try, in order; no more than `MOST_TRIALS` colours in all.
        hues: the colours by their numbers.
        named: gives a line its clue.
        budget: what may be spent.

    Raises:
        StoppedError: the budget ran out.
    """
    trials = 0
    for place in places:
        colours = known.colours(place.row, place.column)
        trials += len(colours)
        if trials > MOST_TRIALS:
            return None
        refuted: list[Branch] = []
        left: list[int] = []
        for colour in colours:
            supposed = known.copy()
            wrong = propagate(supposed, budget, supposed.put(place.row, place.column, colour))
            if wrong is None:
                left.append(colour)
            else:
                refuted.append(Branch(place, hues[colour], None, named(wrong)))
            if len(left) > 1:
                break
        if len(left) == 1:
            return Conclusion(Rule.TRIAL, place, left[0], tuple(refuted))
    return None
