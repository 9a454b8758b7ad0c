"""Enumeration: a list of all arrangements of every line, intersected and filtered again and again.

A cell that all arrangements of a line's list have in common is known; a known cell strikes the arrangements that
contradict it off the crossing line's list; and so on until nothing changes. Easy to understand, but the lists are long:
a line of n cells and k groups whose lengths add up to b has C(n−b+1, k) arrangements in black and white, and more if
groups may touch, in colour, or are blotted, of any length. So the memory is estimated first, and a puzzle beyond the
limit is rejected.

When the lists have nothing more in common, the shortest list with more than one arrangement is split: each of its
arrangements is supposed in turn. Every solution has exactly one of them, so all solutions are found, each once.

Source: the idea of the lists from the article "Решение японских кроссвордов в Wolfram Mathematica"
(https://habr.com/ru/articles/204784/), which stops where the lists stall; the splitting is ours.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, islice, pairwise
from math import comb
from operator import getitem, or_
from typing import NamedTuple

from harness.errors import TooLargeError
from harness.puzzle import BLOT, Grid, Groups, Line, Puzzle, clue_text, least_length
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.budget import LIST_BYTES, Budget
from harness.solver.lines import NumberedClue
from harness.solver.propagate import Board
from harness.solver.strategy import Search, StepKind, Strategy, cells_text

_POINTERS = 3
"""Lists that an arrangement may stand in at a time: the first one, one being filtered, and one after a split."""

_CHUNK = 4096
"""Arrangements made between two looks at the clock."""


class Enumerate(Strategy):
    """Lists of all arrangements, intersected and filtered; the shortest one split where they stall."""

    name = "enumerate"

    def check(self, puzzle: Puzzle, budget: Budget) -> None:
        """Check the clues, and that the lists fit into memory; `TooLargeError` has the estimate and the worst line."""
        super().check(puzzle, budget)
        needed, limit = estimate_bytes(puzzle), memory_limit(budget)
        if needed <= limit:
            return
        board = Board.of(puzzle)
        counts = [count_arrangements(board.length(line), clue) for line, clue in enumerate(board.clues)]
        worst = counts.index(max(counts))
        text = clue_text(tuple(size for size, _ in board.clues[worst]))
        raise TooLargeError(
            "enumerate: {count} arrangements would take about {needed}, and the limit is {limit} ({line} with {clue} "
            "alone has {most})",
            "raise the limit or choose another strategy",
            count=number_text(sum(counts)),
            needed=_bytes_text(needed),
            limit=_bytes_text(limit),
            line=board.line(worst),
            clue=text,
            most=number_text(counts[worst]),
        )

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        board = Board.of(puzzle)
        board.know(search.given)
        try:
            lists = [
                _listed(build_arrangements(board.length(line), clue), search.budget)
                for line, clue in enumerate(board.clues)
            ]
            search.contradiction = _intersect(board, lists, range(len(lists)), search)
        finally:
            search.fixpoint = board.grid()
        if search.contradiction is None:
            yield from _split_lists(board, lists, search)


def memory_limit(budget: Budget) -> int:
    """Return the memory that the lists may take, in bytes.

    >>> memory_limit(Budget(list_bytes=5)), memory_limit(Budget(memory_bytes=7, list_bytes=9))
    (5, 7)
    """
    return min(LIST_BYTES if budget.list_bytes is None else budget.list_bytes, budget.memory_bytes)


def count_arrangements(length: int, clue: NumberedClue) -> int:
    """Count the ways to lay the groups in an empty line.

    >>> count_arrangements(10, ((2, 1), (3, 1))), count_arrangements(5, ()), count_arrangements(3, ((2, 1), (1, 1)))
    (15, 1, 0)
    >>> count_arrangements(3, ((2, 1), (1, 2))), count_arrangements(3, ((BLOT, 1),))
    (1, 6)
    """
    free = length - _cells_needed(clue)
    choices = len(clue) + sum(size == BLOT for size, _ in clue)
    return comb(free + choices, choices) if free >= 0 else 0


def estimate_bytes(puzzle: Puzzle) -> int:
    """Estimate the most memory that the lists of this puzzle take."""
    board = Board.of(puzzle)
    total = 0
    for line, clue in enumerate(board.clues):
        length = board.length(line)
        # the allocator deals in sixteen bytes
        number = -(-sys.getsizeof(1 << (length * len(board.keys) - 1)) // 16) * 16
        total += count_arrangements(length, clue) * (number + 8 * _POINTERS)
    return total


def build_arrangements(length: int, clue: NumberedClue) -> Iterator[int]:
    """Yield all arrangements of the groups in an empty line.

    An arrangement is one number: bit `length`·c + i stands for "cell i has colour c". So intersecting the arrangements
    is one operation for all cells and colours.

    Shrink every group and the gap that it needs in front of it to nothing: what is left is to choose how many
    of the free cells lie left of each group, and of the end of each blotted one, which is one cell and as many of the
    free ones as lie between.

    >>> [f"{arrangement:08b}" for arrangement in build_arrangements(4, ((1, 1), (1, 1)))]
    ['01011010', '10010110', '10100101']
    """
    free = length - _cells_needed(clue)
    background = (1 << length) - 1
    shifted: list[list[int]] = []
    first, before = 0, 0
    for size, colour in clue:
        first += colour == before
        before = colour
        # a group's cells have its colour, and are taken from the background
        recolour = (1 << colour * length) - 1
        if size == BLOT:  # the cells below its end, without those below its start
            shifted.append([-recolour << (first + place) for place in range(free + 1)])
            shifted.append([recolour << (first + 1 + place) for place in range(free + 1)])
        else:
            cells = ((1 << size) - 1) << first
            shifted.append([recolour * cells << place for place in range(free + 1)])
        first += least_length(size)
    for chosen in combinations_with_replacement(range(free + 1), len(shifted)) if free >= 0 else ():
        yield sum(map(getitem, shifted, chosen), background)


def _cells_needed(clue: NumberedClue) -> int:
    gaps = sum(one == other for (_, one), (_, other) in pairwise(clue))
    return sum(least_length(size) for size, _ in clue) + gaps


def _listed(arrangements: Iterator[int], budget: Budget) -> list[int]:
    listed: list[int] = []
    while chunk := list(islice(arrangements, _CHUNK)):
        budget.check()
        listed += chunk
    return listed


def _intersect(
    board: Board, lists: list[list[int]], marked: Iterable[int], search: Search, depth: int = 0
) -> Line | None:
    """Filter and intersect the lists of the marked lines, rows first, until none is left; return a line without any."""
    waiting = set(marked)
    while waiting:
        for number in sorted(waiting):  # a sweep: what is marked meanwhile waits for the next one
            waiting.discard(number)
            search.budget.spend_line_call()
            had = len(lists[number])
            kept = _filtered(lists[number], board, number)
            lists[number] = kept
            line = board.line(number)
            if not kept:
                if search.is_watched:
                    search.tell(StepKind.BACK, board.grid(), line, f"{line}: none left", depth)
                return line
            before = board.line_text(number) if search.is_watched else ""
            waiting.update(board.learn(number, _split_up(reduce(or_, kept), board, number)))
            if search.is_watched:
                new = before.count(UNKNOWN) - board.line_text(number).count(UNKNOWN)
                note = f"{line}: {len(kept)} of {had} arrangements left, {cells_text(new)}"
                search.tell(StepKind.LINE, board.grid(), line, note, depth)
    return None


def _filtered(arrangements: list[int], board: Board, line: int) -> list[int]:
    """The arrangements that agree with what is known of the line; the same list if all of them do."""
    length, impossible = board.length(line), 0
    for cells in reversed(board.can[line]):
        impossible = impossible << length | cells ^ ((1 << length) - 1)
    kept = [arrangement for arrangement in arrangements if not arrangement & impossible]
    return arrangements if len(kept) == len(arrangements) else kept


def _split_up(possible: int, board: Board, line: int) -> list[int]:
    """For each colour, the cells that have it in a number made of arrangements."""
    length = board.length(line)
    return [possible >> colour * length & ((1 << length) - 1) for colour in range(len(board.keys))]


class _Split(NamedTuple):
    """A line whose arrangements are being supposed in turn.

    `board` and `lists` are what was known when it was split, `rest` what is still to be supposed, the next one last;
    `depth` counts the suppositions that stand once one of them is supposed.
    """

    board: Board
    lists: list[list[int]]
    line: int
    rest: list[int]
    depth: int


def _split_lists(board: Board, lists: list[list[int]], search: Search) -> Iterator[Grid]:
    """All solutions, from a board and lists with nothing more in common; the stack is explicit."""
    stack: list[_Split] = []
    depth = 0
    while True:
        choices = [(len(listed), number) for number, listed in enumerate(lists) if len(listed) > 1]
        if not choices:
            yield search.solution(board.grid(), depth, is_last=not stack)
        else:
            shortest, number = min(choices)
            search.guesses += 1
            if depth == 0 and search.is_watched:
                note = (
                    f"the lists have nothing more in common: {board.line(number)}, the shortest with {shortest} "
                    "arrangements, is split"
                )
                search.tell(StepKind.STALLED, board.grid(), board.line(number), note)
            stack.append(_Split(board, lists, number, lists[number][::-1], depth + 1))
        while stack:  # to the next arrangement that can be
            split = stack[-1]
            arrangement = split.rest.pop()
            if not split.rest:
                stack.pop()
            board, lists, depth = split.board.copy(), split.lists.copy(), split.depth
            board.learn(split.line, _split_up(arrangement, board, split.line))
            if search.is_watched:
                line = board.line(split.line)
                note = f"suppose {line} is {board.line_text(split.line)}"
                search.tell(StepKind.TRIAL, board.grid(), line, note, depth)
            lists[split.line] = [arrangement]
            crossing = range(board.height, len(lists)) if split.line < board.height else range(board.height)
            if _intersect(board, lists, crossing, search, depth) is None:
                break
        else:
            return


def count_fitting(clue: Groups, known: str) -> int:
    """Count the arrangements of a line that agree with what is known of it.

    >>> from harness.puzzle import groups_of
    >>> count_fitting(groups_of("#.#"), "?????"), count_fitting(groups_of("#.#"), "??#??")
    (6, 2)
    """
    *_, ways = _ways(clue, known)
    return ways[0]


def fitting_arrangements(clue: Groups, known: str) -> Iterator[str]:
    """Yield the arrangements of a line that agree with what is known of it, the leftmost first.

    >>> from harness.puzzle import groups_of
    >>> list(fitting_arrangements(groups_of("#.#"), "??#??"))
    ['#.#..', '..#.#']
    """
    reach, length = _reach(clue, known), len(known)

    def place(number: int, begin: int) -> Iterator[str]:
        """Place the groups from that number on, behind the cells before `begin`."""
        if number == len(clue):
            yield BACKGROUND * (length - begin)
            return
        group = clue[number]
        for start in range(begin, length):
            for end in range(start + 1, length + 1) if group == BLOT else (start + group.length,):
                if end > length or not _can_be(known[start:end], group.key):
                    break
                gap = _gap_behind(clue, number)
                if reach[number + 1] >> (end + gap) & 1 and _can_be(known[end : end + gap], BACKGROUND):
                    head = BACKGROUND * (start - begin) + group.key * (end - start) + BACKGROUND * gap
                    for tail in place(number + 1, end + gap):
                        yield head + tail
            if not _can_be(known[start], BACKGROUND):
                break

    return place(0, 0) if reach[0] & 1 else iter(())


@lru_cache(200)
def _reach(clue: Groups, known: str) -> list[int]:
    """For each group, and for none behind the last, the set of cells from which it and those behind it fit."""
    return [sum(1 << cell for cell, count in enumerate(ways) if count) for ways in _ways(clue, known)][::-1]


def _ways(clue: Groups, known: str) -> Iterator[list[int]]:
    """Yield for none of the groups, the last one, the last two …: the number of ways to lay them from each cell on.

    Beyond the last cell there is one more, for a line that ends there, and another, which no line reaches.
    """
    length = len(known)
    can = {key: [cell in (key, UNKNOWN) for cell in known] for key in {BACKGROUND, *(group.key for group in clue)}}
    white = [*can[BACKGROUND], True]
    behind = [1] * (length + 1) + [0]
    for cell in reversed(range(length)):
        behind[cell] = behind[cell + 1] * white[cell]
    yield behind
    for number in reversed(range(len(clue))):
        own, gap = can[clue[number].key], _gap_behind(clue, number)
        least, is_blot = least_length(clue[number]), clue[number] == BLOT
        here = [0] * (length + 2)
        begun = room = 0  # ways that have begun at a cell; cells that the group may have
        for cell in reversed(range(length)):
            room = (room + 1) * own[cell]
            end = cell + least
            after = behind[end + gap] if room >= least and (not gap or white[end]) else 0
            begun = (after + begun) * own[cell] if is_blot else after
            here[cell] = begun + here[cell + 1] * white[cell]
        yield here
        behind = here


def _gap_behind(clue: Groups, number: int) -> int:
    return int(number + 1 < len(clue) and clue[number + 1].key == clue[number].key)


def _can_be(cells: str, key: str) -> bool:
    """Return True if all these cells, as far as they are known, have that colour."""
    return not cells.strip(key + UNKNOWN)


def number_text(number: int) -> str:
    """Format a number with all its digits, unless there are too many to read.

    >>> number_text(17_287_200), number_text(10**22), number_text(10**400)
    ('17,287,200', '1.0e+22', '1.0e+400')
    """
    from decimal import Decimal  # a float has no room for what long lines come to

    return f"{number:,}" if number < 10**12 else f"{Decimal(number):.1e}"


def _bytes_text(number: int) -> str:
    for unit, size in (("kB", 10**3), ("MB", 10**6), ("GB", 10**9), ("TB", 10**12)):
        if number < 1000 * size:
            return f"{number / size:.0f} {unit}"
    return f"{number_text(number)} bytes"
