"""Changes of a picture that leave its puzzle one solution: a quick proposal first, then smaller ones.

The first proposal is greedy: of all cells that line logic leaves open, it changes the one after which the least is left
open, and again, until the puzzle is unique. Then every change of one cell is tried, of two, and so on, while they are
few enough; that finds the smallest change, and proves it. If a picture needs more, some cells are taken out of the best
proposal at random and greedily replaced, which finds smaller ones for as long as it is worth it.

Two facts make the trying quick. Let a picture and another solution of its puzzle differ in some cells. A change that
touches neither a row nor a column of those cells leaves the two pictures with the same clues, so it fixes nothing: at
least one cell of every repair is in such a line. The same holds for each other known solution, so only the choices of
cells that meet all of them are tried. And a set of cells that could be exchanged in one picture can often be exchanged
in the changed picture as well; trying the sets met so far refutes most changes without solving anything.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache

from harness.puzzle import Grid, Puzzle, clue_of, differing_cells, groups_of
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.puzzle.value import Value
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import settled
from harness.solver.lines import members
from harness.solver.shared import keeps_clues, with_cells
from harness.solver.strategy import Outcome, Result, solve_any

MAX_SOLUTIONS = 20
"""Solutions of a puzzle that changes are measured by, at most."""
MAX_TRIED = 4
"""Cells of the largest changes that are all tried."""
SOLVING_SECONDS = 3.0
"""A changed picture that takes longer to prove is left aside."""
_FIRST_LOOKS, MAX_LOOKS = 400, 30_000
"""Most changes looked at while all are tried: before others are sought at random, and after that."""
_REMEMBERED = 200
_MET = 60
"""Exchanges that the choices of cells are made by, at most; the smallest of those known at first."""
_STEP_CALLS = 25_000
"""Analyses of lines for one greedy step, about: of a large picture's open cells a sample is looked at."""
_LEAST_SAMPLE = 20
_SEARCHED_CELLS = 60
"""If line logic leaves no more than these open, the solver is asked whether the puzzle is unique all the same."""
_FRUITLESS_ROUNDS = 400
"""Rounds of taking out and replacing without a smaller proposal, until no more are made."""
_MORE_ROUNDS = 20
"""Rounds for others of as few cells, if it is proved that fewer don't do."""
_SEEN_SHARE = 0.5
"""The part of the open cells that a round's greedy steps look at, at random."""
_NEAR_SHARE = 0.5
"""The part of the rounds that take out changes near one another."""
_ALTERNATIVES = 4
"""Proposals of the same number of cells that are made, at most."""


class CellChange(Value):
    """Another colour for one cell; `row` and `column` from 0."""

    row: int
    column: int
    before: str
    after: str


class Repair(Value):
    """A change after which the picture's puzzle is unique.

    Attributes:
        changes: the cells to change, row by row.
        picture: the picture then.
        is_smallest: it is proved that fewer cells don't do.
    """

    changes: tuple[CellChange, ...]
    picture: tuple[str, ...]
    is_smallest: bool


_Rows = tuple[str, ...]
_Exchange = dict[tuple[int, int], tuple[str, str]]
"""Cells with what they are, and what they could be instead with the same numbers everywhere."""


def find_repair(
    puzzle: Puzzle,
    picture: Sequence[str] | Grid | None = None,
    others: Sequence[Sequence[str]] | None = None,
    budget: Budget | None = None,
) -> Repair | None:
    """Return the first of the smallest that `find_repairs` proposes; None if none is needed, or was found in time.

    Args:
        picture: the puzzle's goal, if it has one, or else its first solution, if there is none given.
        others: as the solver finds them, if none are given.

    Raises:
        PuzzleError: the clues cannot be a crossword.

    >>> import harness
    >>> repair = harness.repair(harness.Grid(["#.", ".#"]).puzzle())
    >>> len(repair.changes), repair.is_smallest
    (1, True)
    """
    if picture is not None:
        picture = Grid.of(picture).rows
    if picture is None or others is None:
        found = solve_any(puzzle, max_solutions=MAX_SOLUTIONS, budget=budget)
        solutions = [solution.rows for solution in found.solutions]
        if len(solutions) < 2:
            return None
        picture = picture or (puzzle.goal.rows if puzzle.goal is not None else solutions[0])
        others = [solution for solution in solutions if solution != tuple(picture)]
    best: Repair | None = None
    for repair in find_repairs(puzzle, picture, others, budget):
        if best is None or len(repair.changes) < len(best.changes) or repair.picture == best.picture:
            best = repair
    return best


def find_repairs(
    puzzle: Puzzle, picture: Sequence[str], others: Sequence[Sequence[str]], budget: Budget | None = None
) -> Iterator[Repair]:
    """Propose changes of a picture that make its puzzle unique: a first one at once, then none of more cells.

    Args:
        puzzle: that of the solutions; only its colours matter.
        picture: `picture[row]` are the row's cells, all of them known.
        others: further solutions, one at least.
        budget: what may be spent (None: no limit); when it is, there are no more.

    Returns:
        Ever smaller proposals, and others of as few cells; none for a puzzle with blotted numbers. The last one comes
        again once it is proved that fewer cells don't do.
    """
    if not puzzle.has_blots:
        with suppress(StoppedError):
            yield from _Search(puzzle, tuple(picture), others, budget or Budget()).proposals()


class _Search:
    def __init__(self, puzzle: Puzzle, picture: _Rows, others: Sequence[Sequence[str]], budget: Budget) -> None:
        self._puzzle, self._picture, self._budget = puzzle, picture, budget
        self._clue = cache(groups_of if puzzle.in_colour else clue_of)
        self._lot = random.Random(1)
        self._proposed: list[_Rows] = []
        """Pictures of the proposals of as few cells as the best one."""
        self._fewest = len(picture) * len(picture[0]) + 1
        self._trials = _Trials(puzzle, picture, others, budget)

    def proposals(self) -> Iterator[Repair]:
        yield from self._propose(self._completed(self._picture, self._fewest, 1.0))
        yield from self._try_all(_FIRST_LOOKS)
        idle = 0
        while self._proposed:
            fewest = self._fewest
            if idle >= (_FRUITLESS_ROUNDS if fewest > self._trials.refuted + 1 else _MORE_ROUNDS):
                break
            yield from self._propose(self._varied(self._proposed[-1]))
            idle = idle + 1 if self._fewest == fewest else 0
        if self._fewest <= MAX_TRIED + 1:
            yield from self._try_all(MAX_LOOKS)

    def _try_all(self, looks: int) -> Iterator[Repair]:
        """Try changes of fewer cells than the best proposal has, as long as so many looks allow."""
        if self._trials.refuted + 1 >= self._fewest:
            return
        found = self._trials.unique(self._fewest - 1, looks)
        yield from self._propose(found)
        if found is None and self._proposed and self._trials.refuted + 1 >= self._fewest:
            yield self._repair(self._proposed[0])

    def _propose(self, picture: _Rows | None) -> Iterator[Repair]:
        """Yield a unique picture, if it is better than what there was, or as good and new."""
        if picture is None:
            return
        count = len(differing_cells(self._picture, picture))
        if count < self._fewest:
            self._fewest, self._proposed = count, []
        if count == self._fewest and picture not in self._proposed:
            is_wanted = len(self._proposed) < _ALTERNATIVES
            self._proposed = [*self._proposed, picture] if is_wanted else [*self._proposed[:-1], picture]
            if is_wanted:
                yield self._repair(picture)

    def _repair(self, picture: _Rows) -> Repair:
        changes = tuple(
            CellChange(row, column, self._picture[row][column], picture[row][column])
            for row, column in differing_cells(self._picture, picture)
        )
        return Repair(changes, picture, self._trials.refuted >= len(changes) - 1)

    def _varied(self, picture: _Rows) -> _Rows | None:
        """Take some changes out of a proposal at random, and complete it anew: no more cells, or None."""
        changed = differing_cells(self._picture, picture)
        most = min(len(changed), 3 + len(changed) // 4)
        count = self._lot.randint(min(2, most), most)
        if self._lot.random() < _NEAR_SHARE:
            at = self._lot.choice(changed)
            back = sorted(changed, key=lambda cell: abs(cell[0] - at[0]) + abs(cell[1] - at[1]))[:count]
        else:
            back = self._lot.sample(changed, count)
        less = with_cells(picture, ((row, column, self._picture[row][column]) for row, column in back))
        return self._completed(less, len(changed), _SEEN_SHARE)

    def _completed(self, picture: _Rows, most: int, share: float) -> _Rows | None:
        """Change cell after cell until the puzzle is unique; None if that takes more than so many cells in all.

        Each step changes the cell after which line logic leaves the least open; `share` of them is looked at.
        """
        left = self._judged(picture)
        count = len(differing_cells(self._picture, picture))
        while not self._is_unique(left):
            cells = self._candidates(left, share)
            if count >= most or not cells:
                return None
            changes = [with_cells(left.picture, (cell,)) for cell in cells]
            left = min(map(self._judged, changes), key=lambda one: one.measure)
            count += 1
        return left.picture

    def _candidates(self, left: _Left, share: float) -> list[tuple[int, int, str]]:
        """Cells that line logic leaves open and that are as drawn, each with another colour; the white ones first."""
        cells = [
            (row, column, key)
            for row, known in enumerate(left.known)
            for column, cell in enumerate(known)
            if cell == UNKNOWN and left.picture[row][column] == self._picture[row][column]
            for key in self._puzzle.keys
            if key != self._picture[row][column]
        ]
        cells.sort(key=lambda cell: self._picture[cell[0]][cell[1]] != BACKGROUND)
        size = min(round(len(cells) * share), max(_LEAST_SAMPLE, _STEP_CALLS // left.calls))
        return cells if size >= len(cells) else self._lot.sample(cells, max(size, 1))

    def _is_unique(self, left: _Left) -> bool:
        if left.open_cells > _SEARCHED_CELLS:
            return False
        if not left.open_cells:
            return True
        puzzle = self._puzzle.redrawn(left.picture)
        return solve_any(puzzle, budget=self._budget.part(SOLVING_SECONDS)).outcome is Outcome.UNIQUE

    def _judged(self, picture: _Rows) -> _Left:
        """See what line logic leaves open of a picture; `StoppedError` if the budget is spent."""
        budget, before = self._budget, self._budget.line_calls
        budget.check()
        rows, columns = (tuple(map(self._clue, side)) for side in (picture, Grid.of_sound(picture).columns()))
        state = settled(Puzzle(rows, columns, self._puzzle.palette), budget)
        known = state.rows()
        open_cells = sum(row.count(UNKNOWN) for row in known)
        analysed = map(state.analyse, range(len(rows) + len(columns) if open_cells else 0))
        places = sum(starts.bit_count() - 1 for found in analysed if found for starts in found[0])
        return _Left(picture, open_cells, open_cells + places, budget.line_calls - before, known)


class _Left(Value):
    """The cells of a picture that line logic leaves open; `measure` counts the places of groups as well."""

    picture: _Rows
    open_cells: int
    measure: int
    calls: int
    known: _Rows


class _Trials:
    """Tries all changes of one cell, of two and so on, those nearest to the trouble first.

    No change of up to `refuted` cells does.
    """

    def __init__(self, puzzle: Puzzle, picture: _Rows, others: Sequence[Sequence[str]], budget: Budget) -> None:
        self._puzzle, self._picture, self._budget = puzzle, picture, budget
        self._skipped = False
        self._left = self._all()
        self.refuted = 0
        self._exchanges = [_exchange(picture, other) for other in others]
        trouble = min((sorted(exchange) for exchange in self._exchanges), key=len)
        rows, columns = {row for row, _ in trouble}, {column for _, column in trouble}

        def distance(cell: tuple[int, int]) -> tuple[bool, int, tuple[int, int]]:
            is_apart = cell[0] not in rows and cell[1] not in columns
            return is_apart, min(abs(cell[0] - row) + abs(cell[1] - column) for row, column in trouble), cell

        self._cells = sorted(itertools.product(range(len(picture)), range(len(picture[0]))), key=distance)
        self._to_meet = _MeetingChoices(self._cells)
        for exchange in sorted(self._exchanges, key=len):
            self._to_meet.add(exchange)

    def unique(self, most: int, looks: int) -> _Rows | None:
        """Find the first picture not tried yet with at most so many cells changed whose puzzle is unique.

        Return None if there is none, or if it was not found within so many looks; raise `StoppedError` on a spent
        budget.
        """
        for count, changed in itertools.islice(self._left, looks):
            if count > most:
                return None
            self._budget.check()
            if changed is None:
                self.refuted += not self._skipped
            elif not self._is_refuted(changed):
                result = solve_any(self._puzzle.redrawn(changed), budget=self._budget.part(SOLVING_SECONDS))
                if result.outcome is Outcome.UNIQUE:
                    return changed
                if result.outcome is Outcome.MULTIPLE:
                    self._learn(changed, result)
                else:
                    self._skipped = True
        return None

    def _all(self) -> Iterator[tuple[int, _Rows | None]]:
        """Yield all numbers of cells, each with the pictures that have so many changed, and then with None."""
        for count in range(1, MAX_TRIED + 1):
            for changed in self._changed(count):
                yield count, changed
            yield count, None

    def _changed(self, count: int) -> Iterator[_Rows]:
        """Yield all pictures with `count` cells changed that may help, those of the nearest cells first."""
        keys = self._puzzle.keys
        for chosen in self._to_meet.choices(count):
            colours = [[key for key in keys if key != self._picture[row][column]] for row, column in chosen]
            for after in itertools.product(*colours):
                cells = zip(chosen, after, strict=True)
                yield with_cells(self._picture, ((row, column, key) for (row, column), key in cells))

    def _is_refuted(self, picture: _Rows) -> bool:
        """Return True if a known exchange of cells is possible in the picture."""
        for place in range(len(self._exchanges) - 1, -1, -1):
            exchange = self._exchanges[place]
            if _is_there(picture, exchange):
                self._exchanges.append(self._exchanges.pop(place))
                return True
        return False

    def _learn(self, picture: _Rows, result: Result) -> None:
        for solution in result.solutions:
            if solution.rows != picture:
                exchange = _exchange(picture, solution.rows)
                self._exchanges.append(exchange)
                del self._exchanges[:-_REMEMBERED]
                if _is_there(self._picture, exchange):
                    self._to_meet.add(exchange)
                return


class _MeetingChoices:
    """Choices of cells that meet a row or a column of each exchange; mutable, while they are being made, too.

    A set of cells is an integer whose bit i stands for cell i of the sequence.
    """

    def __init__(self, cells: Sequence[tuple[int, int]]) -> None:
        self._cells = cells
        self._meeting: list[int] = []

    def add(self, exchange: _Exchange) -> None:
        """Make all choices to come meet this one, too."""
        rows, columns = {row for row, _ in exchange}, {column for _, column in exchange}
        meeting = sum(1 << i for i, (row, column) in enumerate(self._cells) if row in rows or column in columns)
        if meeting not in self._meeting and len(self._meeting) < _MET:
            self._meeting.append(meeting)

    def choices(self, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield the choices of `count` cells; those that need fewer of the sequence's first cells come first."""
        for last in range(count - 1, len(self._cells)):
            unmet = [meeting for meeting in self._meeting if not meeting >> last & 1]
            for others in _before(last, count - 1, 0, unmet):
                yield (*(self._cells[i] for i in others), self._cells[last])


def _before(end: int, count: int, start: int, unmet: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the choices of `count` numbers from `start` to before `end` that meet all these sets, in order."""
    if count == 0:
        if not unmet:
            yield ()
        return
    allowed = (1 << end) - (1 << start)
    if count == 1:
        for meeting in unmet:
            allowed &= meeting
        yield from ((number,) for number in members(allowed))
        return
    for first in range(start, end - count + 1):
        left = [meeting for meeting in unmet if not meeting >> first & 1]
        for others in _before(end, count - 1, first + 1, left):
            yield (first, *others)


def _is_there(picture: Sequence[str], exchange: _Exchange) -> bool:
    """Return True if the picture has the cells as before the exchange, and keeps its clues with it."""
    if any(picture[row][column] != now for (row, column), (now, _) in exchange.items()):
        return False
    exchanged = with_cells(picture, ((row, column, after) for (row, column), (_, after) in exchange.items()))
    return keeps_clues(picture, exchanged, exchange.keys())


def _exchange(picture: Sequence[str], other: Sequence[str]) -> _Exchange:
    return {(y, x): (picture[y][x], other[y][x]) for y, x in differing_cells(picture, other)}
