"""Chains of reasons: what follows, line by line, from a supposed cell, and the short way back to it.

`Consequences` remembers which look at a line decided which cells. From a contradiction, or from a cell, it goes back
and keeps at each line only the cells that were really needed; what is left is a chain that a person can follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from harness.puzzle import Cell, Clue, Line
from harness.solver.human.findings import Place
from harness.solver.kernel.kernel import Kernel
from harness.solver.lines import members, solve_line
from harness.solver.propagate import BaseBoard, Board

_solve_line = lru_cache(maxsize=1 << 15)(solve_line)
# trials near each other look at the same lines over and over


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain: the line shows these cells (sets, bit i: cell i) to be black and white."""

    line: Line
    clue: Clue
    black: int
    white: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Consequences of one colour for a cell.

    Attributes:
        place: the cell.
        cell: its supposed colour.
        links: what follows from it, in order.
        refuted: the line for which no arrangement is left at the end, with its clue; None if the chain ends at a cell.
    """

    place: Place
    cell: Cell
    links: tuple[Link, ...]
    refuted: tuple[Line, Clue] | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """A look at a line that decided cells: sets along the line."""

    number: int  # of the line, as the board counts them
    black: int
    white: int


class Consequences:
    """Consequences of a supposed cell; mutable, grows with every `look`.

    `board` holds what is known with it, `looked` the set of the lines looked at, `refuted` the number of the line for
    which no arrangement is left; whoever looks sets `finished` when there is nothing more to look at.

    Args:
        base: what is known without it.
        kernel: one that knows the same, to analyse lines while they are looked at; the supposed cell and what follows
            from it are put there, too. None: lines are analysed in Python.
    """

    def __init__(self, base: Board, place: Place, cell: Cell, kernel: Kernel | None) -> None:
        self.place = place
        self.cell = cell
        self.board = base.copy()
        self.first_marked = self.board.put(place.row, place.column, cell)
        self.refuted: int | None = None
        self.finished = False
        self.looked = 0
        self._base = base
        self._kernel = kernel
        if kernel is not None:
            kernel.put(place.row, place.column, cell is Cell.BLACK)
        self._looks: list[_Look] = []
        self._look_of_place: dict[Place, int] = {place: -1}
        self._looks_entered = 0  # of `_looks` into `_look_of_place`

    def look(self, number: int) -> list[int]:
        """Look at a line; the crossing lines that learn from it. Sets `refuted` if no arrangement is left."""
        board = self.board
        self.looked |= 1 << number
        old_black, old_white = board.black[number], board.white[number]
        solved = self._solved(number)
        if solved is None:
            self.refuted = number
            return []
        black, white = solved[0] & ~old_black, solved[1] & ~old_white
        if not black | white:
            return []
        board.black[number], board.white[number] = solved
        self._looks.append(_Look(number, black, white))
        height = board.height
        cell_of_crossing, first_crossing = (1 << number, height) if number < height else (1 << (number - height), 0)
        crossing = []
        for colour, known, new in ((1, board.black, black), (0, board.white, white)):
            for cell in members(new):
                line = first_crossing + cell
                known[line] |= cell_of_crossing
                crossing.append(line)
                if self._kernel is not None:
                    place = (number, cell) if number < height else (cell, number - height)
                    self._kernel.put(*place, colour)
        return crossing

    def _solved(self, number: int) -> tuple[int, int] | None:
        """The black and the white cells of a line now, as all its arrangements have them; None without any."""
        board = self.board
        if self._kernel is None:
            return _solve_line(board.length(number), board.clues[number], board.black[number], board.white[number])
        analysed = self._kernel.analyse(number)
        if analysed is None:
            return None
        may_be_white, may_be_black = analysed[1]
        return may_be_black & ~may_be_white, may_be_white & ~may_be_black

    @property
    def _look_of(self) -> dict[Place, int]:
        """For each cell decided the number of the look that decided it; -1 for the supposed cell."""
        for number in range(self._looks_entered, len(self._looks)):
            look = self._looks[number]
            for cell in members(look.black | look.white):
                self._look_of_place[place_in(self.board, look.number, cell)] = number
        self._looks_entered = len(self._looks)
        return self._look_of_place

    def decided_by(self, place: Place) -> int:
        """The number of the look that decided the cell: the smaller, the nearer to the supposed one (-1: itself)."""
        return self._look_of[place]

    def chain_to_contradiction(self) -> Branch:
        """The reasons why the line `refuted` has no arrangement left."""
        assert self.refuted is not None
        needed = self._needed(self.refuted, len(self._looks), None)
        refuted = self.board.line(self.refuted), self.board.clues[self.refuted]
        return Branch(self.place, self.cell, self._links(needed), refuted)

    def chain_to(self, place: Place) -> Branch:
        """The reasons for the colour of a cell that was decided."""
        return Branch(self.place, self.cell, self._links([place]))

    def _links(self, wanted: Iterable[Place]) -> tuple[Link, ...]:
        by_look: dict[int, list[Place]] = {}

        def want(places: Iterable[Place]) -> None:
            for place in places:
                by_look.setdefault(self._look_of[place], []).append(place)

        want(wanted)
        links = []
        while (number := max(by_look, default=-1)) >= 0:
            look = self._looks[number]
            mask = 0
            for place in by_look.pop(number):
                mask |= 1 << (place.column if look.number < self.board.height else place.row)
            line, clue = self.board.line(look.number), self.board.clues[look.number]
            link = Link(line, clue, look.black & mask, look.white & mask)
            links.append(link)
            want(self._needed(look.number, number, link))
        return tuple(reversed(links))

    def _needed(self, number: int, before: int, goal: Link | None) -> list[Place]:
        """The cells decided before that look from which the line tells the goal (None: that it has no arrangement).

        They are as few as dropping one after the other leaves, the latest first, so that the chain stays short.
        """
        board = self.board
        length, clue = board.length(number), board.clues[number]
        black, white = self._base.black[number], self._base.white[number]
        supposed = (board.black[number] | board.white[number]) & ~(black | white)
        used = [cell for cell in members(supposed) if self._look_of[place_in(board, number, cell)] < before]
        used.sort(key=lambda cell: self._look_of[place_in(board, number, cell)])
        for cell in used:
            black |= board.black[number] & 1 << cell
            white |= board.white[number] & 1 << cell
        needed = []
        for cell in reversed(used):
            without = black & ~(1 << cell), white & ~(1 << cell)
            if _tells(_solve_line(length, clue, *without), goal):
                black, white = without
            else:
                needed.append(place_in(board, number, cell))
        return needed


def _tells(solved: tuple[int, int] | None, goal: Link | None) -> bool:
    if goal is None or solved is None:
        return goal is None and solved is None
    return not (goal.black & ~solved[0] or goal.white & ~solved[1])


def place_in(board: BaseBoard[Any, Any], number: int, cell: int) -> Place:
    """The place of a line's cell in the picture; the line is given by its number on the board."""
    return Place(number, cell) if number < board.height else Place(cell, number - board.height)
