"""The plain searches that the articles begin with, for comparison, with a limit.

`AllCells` and `AllRows` look at whole pictures alone; `PrunedRows` leaves a row as soon as a column cannot go on from
there. `STRATEGIES` does not name them. Their guesses are the pictures, or the rows, that they tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, repeat
from math import comb, prod

from harness.puzzle import BLOT, Grid, Groups, Puzzle, cells_needed, groups_of, least_length, tells_of
from harness.puzzle.palette import BACKGROUND
from harness.puzzle.puzzle import Range, cells_of_colours
from harness.solver.enumerate import count_arrangements, fitting_arrangements
from harness.solver.lines import numbered_clues
from harness.solver.strategy import Search, Strategy


class AllCells(Strategy):
    """Every way to choose the coloured cells, as many as the rows' clues have, until the clues are met.

    Source: izaron calls it brute force (https://izaron.github.io/posts/japanese-crosswords); Porublyov
    (http://algolist.ru/misc/japancross.php) counts the ways for a car of 10×8.
    """

    name = "all cells"

    def count_ways(self, puzzle: Puzzle) -> int:
        """Count the pictures to be looked at."""

        def count(free: int, ranges: Sequence[Range]) -> int:
            if not ranges:
                return 1
            first, *rest = ranges
            return sum(comb(free, cells) * count(free - cells, rest) for cells in range(first.least, first.most + 1))

        return count(puzzle.width * puzzle.height, list(_cells_of_colours(puzzle).values()))

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        sides = (puzzle.sides[0], repeat(puzzle.width)), (puzzle.sides[1], repeat(puzzle.height))
        cells = range(puzzle.width * puzzle.height)
        for colours in _pictures(list(_cells_of_colours(puzzle).items()), cells):
            search.budget.check()
            search.guesses += 1
            text = "".join([colours.get(cell, BACKGROUND) for cell in cells])
            rows = [text[at : at + puzzle.width] for at in cells[:: puzzle.width]]
            if all(map(_may_begin, rows, *sides[0])) and all(map(_may_begin, _columns(rows), *sides[1])):
                grid = Grid.of_sound(tuple(rows))
                if search.given is None or search.given.is_part_of(grid):
                    yield search.solution(grid)


class AllRows(Strategy):
    """Every choice of one arrangement a row, until the columns' clues are met.

    Source: Porublyov (http://algolist.ru/misc/japancross.php).
    """

    name = "all rows"
    _prunes = False

    def count_ways(self, puzzle: Puzzle) -> int:
        """Count the pictures to be looked at."""
        clues = numbered_clues(puzzle, BACKGROUND + puzzle.used_keys)[: puzzle.height]
        return prod(count_arrangements(puzzle.width, clue) for clue in clues)

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        (clues, columns), heights = puzzle.sides, repeat(puzzle.height)
        known = search.fixpoint.rows
        rows: list[str] = []
        waiting = [fitting_arrangements(clues[0], known[0])]  # what is still to be tried of each row so far
        while waiting:
            search.budget.check()
            row = next(waiting[-1], None)
            if row is None:
                waiting.pop()
                del rows[-1:]
                continue
            rows.append(row)
            is_whole = len(rows) == puzzle.height
            search.guesses += is_whole or self._prunes
            if (is_whole or self._prunes) and not all(map(_may_begin, _columns(rows), columns, heights)):
                rows.pop()
            elif is_whole:
                yield search.solution(Grid.of_sound(tuple(rows)))
                rows.pop()
            else:
                waiting.append(fitting_arrangements(clues[len(rows)], known[len(rows)]))


class PrunedRows(AllRows):
    """The same, but it drops a row at once if some column cannot go on from there.

    Source: izaron calls it backtracking (https://izaron.github.io/posts/japanese-crosswords).
    """

    name = "pruned rows"
    _prunes = True


def _cells_of_colours(puzzle: Puzzle) -> Mapping[str, Range]:
    return cells_of_colours((clue, puzzle.width) for clue in puzzle.sides[0])


def _pictures(colours: Sequence[tuple[str, Range]], free: Sequence[int]) -> Iterator[dict[int, str]]:
    """Yield every way to give colours to some of the free cells: the colour of each that has one."""
    if not colours:
        yield {}
        return
    (key, cells), *rest = colours
    for count in range(cells.least, cells.most + 1):
        for chosen in combinations(free, count):
            left = [cell for cell in free if cell not in chosen] if rest else ()
            for others in _pictures(rest, left):
                yield dict.fromkeys(chosen, key) | others


def _columns(rows: Sequence[str]) -> Iterator[str]:
    return map("".join, zip(*rows, strict=True))


@lru_cache(100_000)  # the same columns come again and again
def _may_begin(cells: str, clue: Groups, length: int) -> bool:
    """Return True if a line that begins so may still have its clue; if it is whole, whether it has."""
    begun = groups_of(cells)
    closed = begun[:-1] if cells[-1] != BACKGROUND else begun
    rest = clue[len(closed) :]
    if not tells_of(clue[: len(closed)], closed):
        return False
    needed = cells_needed(rest)
    if len(closed) < len(begun):
        last = begun[-1]
        if not rest or rest[0].key != last.key or (rest[0] != BLOT and rest[0].length < last.length):
            return False
        needed -= min(last.length, least_length(rest[0]))
    return needed <= length - len(cells)
