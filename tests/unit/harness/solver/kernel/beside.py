"""The kernel beside the readable reference: what both are told must leave them knowing the same."""

import random
from collections.abc import Callable
from functools import partial
from itertools import chain, islice, product

from harness.puzzle import BLOT, Clue, Grid, Group, Puzzle, groups_of
from harness.puzzle.palette import BACKGROUND, BLACK, PLAIN, Colour, Palette
from harness.solver.budget import Budget
from harness.solver.kernel import CONTRADICTION, PAUSED, SOLVED, STABLE, colour_keys
from harness.solver.lines import numbered_clues
from harness.solver.propagate import Board, propagate
from harness.solver.search import WEAKEST
from tests.kernels import kernel_of


class Pair:
    """The kernel, and a board of the reference.

    Args:
        puzzle: its sums need not agree.
        picture: one of its solutions, if any is known, to hold against what neither proves by line logic.
    """

    def __init__(self, puzzle: Puzzle, picture: Grid | None = None) -> None:
        self.keys = colour_keys(puzzle)
        self.size = puzzle.width, puzzle.height
        self.lines = range(puzzle.height + puzzle.width)
        self.kernel = kernel_of(puzzle)
        self.board = Board(self.size, self.keys, tuple(self.keys), numbered_clues(puzzle, self.keys))
        self.picture = picture
        self._marked = list(self.lines)
        self._below: list[Board] = []

    def propagate(self) -> bool:
        """Line logic; returns whether the lines stand."""
        stands = propagate(self.board, Budget(), self._marked) is None
        self._marked = []
        assert (self.kernel.propagate() == STABLE) is stands
        if stands:
            self.check()
        return stands

    def put(self, row: int, column: int, colour: int) -> None:
        self.kernel.put(row, column, colour)
        self._marked += self.board.put(row, column, colour)

    def rule_out(self, row: int, column: int, colour: int) -> None:
        self.kernel.rule_out(row, column, colour)
        crossing = self.board.height + column
        self.board.can[row][colour] &= ~(1 << column)
        self.board.can[crossing][colour] &= ~(1 << row)
        self._marked += row, crossing

    def push(self, from_lowest: bool) -> None:
        self.kernel.push(from_lowest)
        self._below.append(self.board)
        self.board = (self._below[0] if from_lowest else self.board).copy()

    def pop(self) -> bool:
        """Go back to the state below; returns whether there is one."""
        if not self._below:
            return False
        self.kernel.pop()
        self.board = self._below.pop()
        self.check()
        return True

    def check(self) -> None:
        """The whole state is the same."""
        assert [list(self.kernel.possible(line)) for line in self.lines] == self.board.can
        assert (self.kernel.rows(), self.kernel.unknown_count) == (self.board.rows(), self.board.open_count)

    def check_line(self, line: int) -> None:
        found, expected = self.kernel.analyse(line), self.board.analyse(line)
        assert (found and [*map(list, found)]) == (expected and [*map(list, expected)])
        assert self.kernel.deduce(line, tuple(self.board.can[line])) == (found and found[1])

    def allows_picture(self) -> bool:
        """Return True if there is a picture, and it is a solution of the state."""
        return self.picture is not None and all(
            self.board.can[row][self.keys.index(key)] >> column & 1
            for row, cells in enumerate(self.picture.rows)
            for column, key in enumerate(cells)
        )

    def is_settled(self) -> bool:
        """Return True if nothing more follows from any line."""
        tried = self.board.copy()
        return propagate(tried, Budget()) is None and tried.can == self.board.can

    def try_cells(self, trial: Callable[[], int]) -> bool:
        """Compare what a trial of cells decides with the picture, and copy it to the reference; return if it stands."""
        before, stood, was_settled = self.board.can, self.allows_picture(), self.is_settled()
        answer = trial()
        self.board.can = [list(self.kernel.possible(line)) for line in self.lines]
        for known, knew in zip(self.board.can, before, strict=True):
            assert not any(now & ~old for now, old in zip(known, knew, strict=True))
        if stood:
            assert answer != CONTRADICTION
            assert self.allows_picture()
        assert answer == CONTRADICTION or self.is_settled() >= was_settled
        assert (answer == SOLVED) <= (self.kernel.unknown_count == 0)
        if answer >= 0:
            row, column = divmod(answer, self.size[0])
            tried = [(self.board.copy(), colour) for colour in self.board.colours(row, column)]
            assert len(tried) > 1, "it is no cell to branch on"
            for board, colour in tried:
                assert propagate(board, Budget(), board.put(row, column, colour)) is None, "it has not tried all"
        return answer != CONTRADICTION

    def walk(self, rng: random.Random, moves: int) -> None:
        """Make moves by lot."""
        for _ in range(moves):
            width, height = self.size
            row, column, move = rng.randrange(height), rng.randrange(width), rng.random()
            can = self.board.colours(row, column)
            stands = True
            if not can or move < 0.1:
                self.pop()
            elif move < 0.3:
                self.push(rng.random() < 0.3)
            elif move < 0.5:
                self.put(row, column, rng.choice(can))
            elif move < 0.6 and len(can) > 1:
                self.rule_out(row, column, rng.choice(can))
            elif (stands := self.propagate()) and move > 0.85:
                credit, fruitless = rng.choice(((0, 0), (50, 0), (200, 10))), rng.choice((3, 15, 60))
                stands = self.try_cells(
                    partial(self.kernel.sweep, *credit, None)
                    if move > 0.95
                    else partial(self.kernel.probe, rng.choice((-1, 20, 300)), fruitless, None)
                )
            if not stands and not self.pop():
                return
            self.check_line(rng.randrange(len(self.lines)))

    def probe_all(self, sweep: bool) -> None:
        """Probe until nothing more follows, as the plainest probing does."""
        if not self.propagate():
            return
        weights = probe_plainly(self.board)
        answer = self.kernel.sweep(10**9, 0, None) if sweep else self.kernel.probe(-1, 10**6, None)
        if weights is None:
            assert answer == CONTRADICTION
            return
        self.check()
        if not weights:
            assert answer == SOLVED
        elif sweep:
            assert answer == PAUSED
        else:
            assert weights[divmod(answer, self.size[0])] == min(weights.values()), "another cell decides more"


def probe_plainly(board: Board) -> dict[tuple[int, int], int] | None:
    """Try every colour of every cell, again and again, until nothing more follows or there is a contradiction.

    Returns:
        The cells left open, each with its weight: the choices that its colours leave, the weakest counted more.
    """
    while True:
        before, weights = board.choices, {}
        for row, column in product(range(board.height), range(board.width)):
            if len(colours := board.colours(row, column)) < 2:
                continue
            standing = []
            for colour in colours:
                tried = board.copy()
                if propagate(tried, Budget(), tried.put(row, column, colour)) is None:
                    standing.append(tried)
            if not standing:
                return None
            left = [tried.choices for tried in standing]
            weights[row, column] = sum(left) + WEAKEST * max(left)
            propagate(board, Budget(), board.take_common(standing))
        if board.choices == before:
            return weights


SMALL, LONG = ((6, 6), (9, 5), (3, 66), (12, 12), (16, 16)), ((130, 2), (2, 200), (320, 5), (7, 280))
TINY = ((5, 5), (7, 4), (1, 70), (6, 6))


def random_pair(rng: random.Random, sides: tuple[tuple[int, int], ...] = SMALL) -> Pair:
    """The board of a picture in stretches of one to four colours, some groups blotted, its rows mixed up at times."""
    width, height = rng.choice(sides)
    palette = PLAIN
    if (colours := rng.choice((1, 1, 2, 4))) > 1:
        palette = Palette(tuple(Colour(key, BLACK) for key in "#rgb"[:colours]))
    longest, blots = rng.choice((1, 2, 6, 40, 150)), rng.choice((0, 0, 0, 0.1, 0.5))
    runs = iter(lambda: rng.choice(BACKGROUND + palette.keys) * rng.randint(1, longest), None)
    rows = ["".join(islice(chain.from_iterable(runs), width)) for _ in range(height)]
    picture = Grid(tuple(rows))
    columns, is_mixed = picture.columns(), rng.random() < 0.2
    if is_mixed:
        rng.shuffle(rows)

    def clue(line: str) -> Clue:
        groups = tuple(Group(BLOT, g.key) if rng.random() < blots else g for g in groups_of(line))
        return groups if palette.in_colour else tuple(group.length for group in groups)

    return Pair(Puzzle(tuple(map(clue, rows)), tuple(map(clue, columns)), palette), None if is_mixed else picture)
