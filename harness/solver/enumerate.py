"""Enumeration: a list of all arrangements of every line, intersected and filtered again and again.

What all arrangements of a line's list have in common is known; what is known strikes the arrangements that contradict
it off the lists of the crossing lines; and so on until nothing changes. Easy to understand and easy to see, but the
lists are long: a line of n cells and k groups whose lengths add up to b has C(n−b+1, k) arrangements. So the memory
is estimated before anything is done, and a puzzle beyond the limit is refused.

Where the lists have nothing more in common, the shortest list with more than one arrangement is split: each of its
arrangements is supposed in turn. Every solution has exactly one of them, so all solutions are found, each once.

Source: the idea of the lists from the article "Решение японских кроссвордов в Wolfram Mathematica"
(https://habr.com/ru/articles/204784/), which stops where the lists stall; the splitting is ours.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, islice
from math import comb
from operator import and_, getitem, or_

from harness.errors import TooLargeError
from harness.puzzle import Clue, Grid, Line, Puzzle, clue_text
from harness.solver.lines import line_text
from harness.solver.propagate import Board, Budget
from harness.solver.strategy import Search, StepKind, Strategy, cells_text

MEMORY_LIMIT_BYTES = 200_000_000
"""What the lists may take unless told otherwise."""

_POINTERS = 3
"""Lists that an arrangement may stand in at a time: the first one, one being filtered, and one after a split."""

_KEPT_SHARE = 0.25
"""The share of the limit that may go to lists which wait, filtered, until the search comes back to them."""

_CHUNK = 4096
"""So many arrangements are made between two looks at the clock."""


class Enumerate(Strategy):
    """Lists of all arrangements, intersected and filtered; the shortest one split where they stall.

    Source: the article "Решение японских кроссвордов в Wolfram Mathematica" (https://habr.com/ru/articles/204784/);
    the splitting is ours.

    >>> Enumerate().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).solutions
    (Grid(rows=('.#', '##')),)
    >>> Enumerate(memory_limit_bytes=1000).solve(Puzzle(((1,),) * 20, ((1,),) * 20))
    Traceback (most recent call last):
        ...
    harness.errors.TooLargeError: enumerate: 800 arrangements would take about 45 kB, and the limit is 1 kB (...
    """

    name = "enumerate"
    summary = "lists of all arrangements of every line, intersected and filtered; then the shortest list split"

    def __init__(self, memory_limit_bytes: int = MEMORY_LIMIT_BYTES) -> None:
        self.memory_limit_bytes = memory_limit_bytes

    def check(self, puzzle: Puzzle) -> None:
        """See that the lists fit into memory.

        Raises:
            PuzzleError: the puzzle's numbers cannot be a crossword.
            TooLargeError: with the estimate and the worst line.
        """
        super().check(puzzle)
        needed = estimate_bytes(puzzle)
        if needed <= self.memory_limit_bytes:
            return
        counts = [(count_arrangements(length, clue), line, clue) for line, clue, length in puzzle.lines()]
        most, line, clue = max(counts, key=lambda entry: entry[0])
        raise TooLargeError(
            f"enumerate: {_number_text(sum(count for count, _, _ in counts))} arrangements would take about "
            f"{_bytes_text(needed)}, and the limit is {_bytes_text(self.memory_limit_bytes)} ({line} with "
            f"{clue_text(clue)} alone has {_number_text(most)}); raise the limit or choose another strategy"
        )

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        board = Board.of(puzzle)
        try:
            lists = [_listed(build_arrangements(length, clue), search.budget) for _, clue, length in puzzle.lines()]
            search.contradiction = _intersect(board, lists, range(len(lists)), search)
        finally:
            search.fixpoint = board.grid()
        if search.contradiction is None:
            yield from _Splitting(search, self.memory_limit_bytes).solutions(board, lists)


def count_arrangements(length: int, clue: Clue) -> int:
    """How many ways there are to lay the groups in an empty line.

    >>> count_arrangements(10, (2, 3)), count_arrangements(5, ()), count_arrangements(3, (2, 1))
    (15, 1, 0)
    """
    free = length - sum(clue) + 1
    return comb(free, len(clue)) if free >= 0 else 0


def estimate_bytes(puzzle: Puzzle) -> int:
    """About the most memory that the lists of this puzzle take."""
    total = 0
    for _, clue, length in puzzle.lines():
        # the allocator deals in sixteen bytes
        number = -(-sys.getsizeof(1 << (length - 1)) // 16) * 16
        total += count_arrangements(length, clue) * (number + 8 * _POINTERS)
    return total


def build_arrangements(length: int, clue: Clue) -> Iterator[int]:
    """All arrangements of the groups in an empty line as sets of black cells (bit i: cell i), leftmost first.

    Shrink every group to one cell and drop the white cell that each but the first needs in front of it: what is left
    is to choose one place per group.

    >>> [line_text(4, black, ~black) for black in build_arrangements(4, (1, 1))]
    ['#.#.', '#..#', '.#.#']
    >>> list(build_arrangements(3, ()))
    [0]
    """
    places = max(length - sum(clue) + 1, 0)
    shifted: list[list[int]] = []
    before = 0
    for group in clue:
        shifted.append([((1 << group) - 1) << (before + place) for place in range(places)])
        before += group
    for chosen in combinations(range(places), len(clue)):
        yield sum(map(getitem, shifted, chosen))


def _listed(arrangements: Iterator[int], budget: Budget) -> list[int]:
    listed: list[int] = []
    while chunk := list(islice(arrangements, _CHUNK)):
        budget.check()
        listed += chunk
    return listed


def _intersect(
    board: Board, lists: list[list[int]], marked: Iterable[int], search: Search, depth: int = 0
) -> Line | None:
    """Filter and intersect the lists of the marked lines, rows first, until none is marked.

    Returns:
        None, with all lists filtered by all that is known; or a line whose list is empty now.

    Raises:
        StoppedError: the budget ran out.
    """
    black, white = board.black, board.white
    waiting = set(marked)
    while waiting:
        for number in sorted(waiting):  # a sweep: what is marked meanwhile waits for the next one
            waiting.discard(number)
            search.budget.spend_line_call()
            had = len(lists[number])
            kept = _filtered(lists[number], black[number], white[number])
            lists[number] = kept
            if not kept:
                if search.is_watched:
                    search.tell(
                        StepKind.BACK, board.grid(), board.line(number), f"{board.line(number)}: none left", depth
                    )
                return board.line(number)
            new_black = reduce(and_, kept) & ~black[number]
            new_white = ~reduce(or_, kept) & ((1 << board.length(number)) - 1) & ~white[number]
            waiting |= _learn(board, number, new_black, new_white)
            if search.is_watched:
                cells = cells_text((new_black | new_white).bit_count())
                note = f"{board.line(number)}: {len(kept)} of {had} arrangements left, {cells}"
                search.tell(StepKind.LINE, board.grid(), board.line(number), note, depth)
    return None


def _filtered(arrangements: list[int], black: int, white: int) -> list[int]:
    """The arrangements that agree with the known cells; the same list if all of them do."""
    known = black | white
    kept = [arrangement for arrangement in arrangements if arrangement & known == black]
    return arrangements if len(kept) == len(arrangements) else kept


def _learn(board: Board, number: int, new_black: int, new_white: int) -> set[int]:
    """Enter newly known cells of a line; returns the crossing lines."""
    own, first_crossing = (number, board.height) if number < board.height else (number - board.height, 0)
    crossings = set[int]()
    for known, new in ((board.black, new_black), (board.white, new_white)):
        known[number] |= new
        while new:
            crossing = first_crossing + (new & -new).bit_length() - 1
            known[crossing] |= 1 << own
            crossings.add(crossing)
            new &= new - 1
    return crossings


@dataclass(slots=True)
class _Split:
    """A line whose arrangements are being supposed in turn.

    Attributes:
        board: what was known when it was split.
        lists: the lists then; or earlier ones, longer, where memory is short (`are_filtered` tells).
        line: its number.
        rest: the arrangements that are still to be supposed, the next one last.
        depth: suppositions that stand once one of them is supposed.
        size: entries of the lists that are kept for it alone, at most.
    """

    board: Board
    lists: list[list[int]]
    are_filtered: bool
    line: int
    rest: list[int]
    depth: int
    size: int


class _Splitting:
    """The walk through the arrangements of split lists; its stack is explicit, its memory limited."""

    def __init__(self, search: Search, memory_limit_bytes: int) -> None:
        self._search = search
        self._stack: list[_Split] = []
        self._kept = 0
        self._kept_limit = int(memory_limit_bytes * _KEPT_SHARE) // 8  # a pointer has eight bytes

    def solutions(self, board: Board, lists: list[list[int]]) -> Iterator[Grid]:
        """All solutions, from a board and lists that have nothing more in common.

        Raises:
            StoppedError: the budget ran out.
        """
        search, stack = self._search, self._stack
        if (solution := self._solution_or_split(board, lists, lists, 0)) is not None:
            yield solution
            return
        while stack:
            split = stack[-1]
            arrangement = split.rest.pop()
            if not split.rest:
                stack.pop()
                self._kept -= split.size
            board, lists = split.board.copy(), split.lists.copy()
            self._suppose(board, split, arrangement)
            lists[split.line] = [arrangement]
            marked = range(len(lists)) if not split.are_filtered else self._crossings(board, split.line)
            if _intersect(board, lists, marked, search, split.depth) is None:
                solution = self._solution_or_split(board, lists, split.lists, split.depth)
                if solution is not None:
                    yield solution

    def _suppose(self, board: Board, split: _Split, arrangement: int) -> None:
        length = board.length(split.line)
        black, white = arrangement, ~arrangement & ((1 << length) - 1)
        _learn(board, split.line, black & ~board.black[split.line], white & ~board.white[split.line])
        if self._search.is_watched:
            line = board.line(split.line)
            note = f"suppose {line} is {line_text(length, black, white)}"
            self._search.tell(StepKind.TRIAL, board.grid(), line, note, split.depth)

    @staticmethod
    def _crossings(board: Board, line: int) -> range:
        return range(board.height, board.height + board.width) if line < board.height else range(board.height)

    def _solution_or_split(
        self, board: Board, lists: list[list[int]], base: list[list[int]], depth: int
    ) -> Grid | None:
        """The solution if the lists leave but one; else their shortest one is split, and None.

        `base` are lists kept already, from which `lists` were filtered.
        """
        search = self._search
        open_lists = [(len(listed), number) for number, listed in enumerate(lists) if len(listed) > 1]
        if not open_lists:
            if not self._stack:
                search.say_that_last_solution_follows()
            solution = board.grid()
            search.tell(StepKind.SOLUTION, solution, note="a solution", depth=depth)
            return solution
        shortest, number = min(open_lists)
        search.guesses += 1
        if depth == 0 and search.is_watched:
            note = (
                f"the lists have nothing more in common: {board.line(number)}, the shortest with {shortest} "
                "arrangements, is split"
            )
            search.tell(StepKind.STALLED, board.grid(), board.line(number), note)
        size = 0 if lists is base else sum(map(len, lists))
        fits = self._kept + size <= self._kept_limit
        if fits:
            self._kept += size
        self._stack.append(
            _Split(
                board,
                lists if fits else base,
                fits,
                number,
                lists[number][::-1],
                depth + 1,
                size if fits else 0,
            )
        )
        return None


def _number_text(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"{float(number):.1e}"


def _bytes_text(number: int) -> str:
    """Memory in decimal units.

    >>> _bytes_text(46_400), _bytes_text(3 * 10**11), _bytes_text(10**30)
    ('46 kB', '300 GB', '1.0e+30 bytes')
    """
    for unit, size in (("kB", 10**3), ("MB", 10**6), ("GB", 10**9), ("TB", 10**12)):
        if number < 1000 * size:
            return f"{number / size:.0f} {unit}"
    return f"{float(number):.1e} bytes"
