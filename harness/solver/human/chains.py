"""Chains of reasons: what follows, line by line, from a supposed cell, and the short way back to it.

`Consequences` remembers which look at a line decided which cells. From a contradiction, or from a cell, it goes back
and keeps at each line only the cells that were really needed; what is left is a chain that a person can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.puzzle import Line
from harness.solver.human.findings import BLACK_AND_WHITE, ColourBlock, Hue, Place
from harness.solver.human.line_view import blocks_of
from harness.solver.kernel import Kernel
from harness.solver.lines import members, several, solve_line
from harness.solver.propagate import Board

solve_line_again = lru_cache(maxsize=1 << 15)(solve_line)
"""`solve_line` for those who look at the same lines over and over, as trials near each other do."""


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line with its clue."""

    line: Line
    clue: tuple[ColourBlock, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain: for each colour the set of the cells that the line shows to have it (bit i: cell i)."""

    named: NamedLine
    told: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Consequences of one colour for a cell.

    Attributes:
        place: the cell.
        hue: its supposed colour.
        links: what follows from it, in order; None if that is too long to tell.
        refuted: the line for which no arrangement is left at the end; None if the chain ends at a cell.
    """

    place: Place
    hue: Hue
    links: tuple[Link, ...] | None
    refuted: NamedLine | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """A look at a line that decided cells: for each colour a set along the line."""

    number: int  # of the line, as the board counts them
    told: tuple[int, int]


class Consequences:
    """Consequences of a supposed cell in black and white; mutable, grows with every `look`.

    `board` holds what is known with it, `looked` the set of the lines looked at, `refuted` the number of the line for
    which no arrangement is left; whoever looks sets `finished` when there is nothing more to look at.

    Args:
        base: what is known without it.
        kernel: one that knows the same, to analyse lines while they are looked at; the supposed cell and what follows
            from it are put there, too. None: lines are analysed in Python.
    """

    def __init__(self, base: Board, place: Place, colour: int, kernel: Kernel | None) -> None:
        self.place = place
        self.colour = colour
        self.board = base.copy()
        self.first_marked = self.board.put(place.row, place.column, colour)
        self.refuted: int | None = None
        self.finished = False
        self.looked = 0
        self._base = base
        self._kernel = kernel
        if kernel is not None:
            kernel.put(place.row, place.column, colour)
        self._looks: list[_Look] = []
        self._look_of_place: dict[Place, int] = {place: -1}
        self._looks_entered = 0  # of `_looks` into `_look_of_place`

    def look(self, number: int) -> list[int]:
        """Look at a line; the crossing lines that learn from it. Sets `refuted` if no arrangement is left."""
        board, can = self.board, self.board.can
        self.looked |= 1 << number
        solved = self._solved(number)
        if solved is None:
            self.refuted = number
            return []
        old_white, old_black = can[number]
        white, black = solved
        told = old_black & ~black, old_white & ~white
        if not any(told):
            return []
        can[number] = [white, black]
        self._looks.append(_Look(number, told))
        height = board.height
        cell_of_crossing, first_crossing = (1 << number, height) if number < height else (1 << (number - height), 0)
        crossing = []
        for colour in (1, 0):
            for cell in members(told[colour]):
                line = first_crossing + cell
                can[line][1 - colour] &= ~cell_of_crossing
                crossing.append(line)
                if self._kernel is not None:
                    place = (number, cell) if number < height else (cell, number - height)
                    self._kernel.put(*place, colour)
        return crossing

    def _solved(self, number: int) -> Sequence[int] | None:
        """For each colour the cells of a line that may have it now in some arrangement; None without any."""
        if self._kernel is None:
            board = self.board
            return solve_line_again(board.length(number), board.clues[number], tuple(board.can[number]))
        analysed = self._kernel.analyse(number)
        return None if analysed is None else analysed[1]

    @property
    def _look_of(self) -> dict[Place, int]:
        """For each cell decided the number of the look that decided it; -1 for the supposed cell."""
        for number in range(self._looks_entered, len(self._looks)):
            look = self._looks[number]
            for cell in members(look.told[0] | look.told[1]):
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
        return Branch(self.place, self._hue, self._links(needed), self._named(self.refuted))

    def chain_to(self, place: Place) -> Branch:
        """The reasons for the colour of a cell that was decided."""
        return Branch(self.place, self._hue, self._links([place]))

    @property
    def _hue(self) -> Hue:
        return BLACK_AND_WHITE[self.colour]

    def _named(self, number: int) -> NamedLine:
        return NamedLine(self.board.line(number), blocks_of(self.board.clues[number], BLACK_AND_WHITE))

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
            link = Link(self._named(look.number), tuple([cells & mask for cells in look.told]))
            links.append(link)
            want(self._needed(look.number, number, link))
        return tuple(reversed(links))

    def _needed(self, number: int, before: int, goal: Link | None) -> list[Place]:
        """The cells decided before that look from which the line tells the goal (None: that it has no arrangement).

        They are as few as dropping one after the other leaves, the latest first, so that the chain stays short.
        """
        board = self.board
        length, clue = board.length(number), board.clues[number]
        white, black = self._base.can[number]
        supposed = white & black & ~several(board.can[number])
        used = [cell for cell in members(supposed) if self._look_of[place_in(board, number, cell)] < before]
        used.sort(key=lambda cell: self._look_of[place_in(board, number, cell)])
        others = ~sum([1 << cell for cell in used])
        white &= board.can[number][0] | others
        black &= board.can[number][1] | others
        needed = []
        for cell in reversed(used):
            without = white | 1 << cell, black | 1 << cell
            if _tells(solve_line_again(length, clue, without), goal):
                white, black = without
            else:
                needed.append(place_in(board, number, cell))
        return needed


def _tells(solved: Sequence[int] | None, goal: Link | None) -> bool:
    if goal is None or solved is None:
        return goal is None and solved is None
    return not (goal.told[0] & solved[1] or goal.told[1] & solved[0])


def place_in(board: Board, number: int, cell: int) -> Place:
    """The place of a line's cell in the picture; the line is given by its number on the board."""
    return Place(number, cell) if number < board.height else Place(cell, number - board.height)
