"""Trial, after line logic: suppose a colour and follow its consequences.

A person tries cells beside those already known, and gives up soon without a result. So the trials in black and white
are cut off after a few lines first, and continue longer only if none of them led to a contradiction. In colour the
cells with the fewest colours left are tried, and there is no chain of reasons.

`Consequences` remembers which look at a line decided which cells. From a contradiction, or from a cell, it goes back
and keeps at each line only the cells that were needed; a person can follow that chain. If trying single cells shows
nothing, the default strategy is asked for the solutions (`Completions`).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, TypeVar

from harness.puzzle import Grid, Line
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget, StoppedError
from harness.solver.human.findings import BLACK_AND_WHITE, ColourBlock, Hue, Place
from harness.solver.human.line_view import blocks_of
from harness.solver.human.rules import Rule
from harness.solver.kernel import Kernel
from harness.solver.lines import members, several, solve_line
from harness.solver.propagate import Board, propagate

solve_line_again = lru_cache(maxsize=1 << 15)(solve_line)
"""`solve_line` with a memory, because trials near each other analyse the same lines."""


class NamedLine(NamedTuple):
    """A line with its clue."""

    line: Line
    clue: tuple[ColourBlock, ...]


class Link(NamedTuple):
    """A link of a chain: for each colour the set of the cells that the line shows to have it (bit i: cell i)."""

    named: NamedLine
    told: tuple[int, ...]


class Branch(NamedTuple):
    """Consequences of one colour for a cell.

    Attributes:
        links: the consequences, in order; None if they are too long to tell.
        refuted: the line without an arrangement at the end; None if the chain ends at a cell.
    """

    place: Place
    hue: Hue
    links: tuple[Link, ...] | None
    refuted: NamedLine | None = None


Deduce = Callable[[int, tuple[int, ...]], Sequence[int] | None]
"""Return for each colour the cells of a line that may have it, by its number and what is known; None: nothing fits."""


class Consequences:
    """Consequences of a supposed cell in black and white; mutable, grows with every `look`.

    `base` is the board without the cell; `deduce` tells what is known of a line by its number and its sets. `board`
    holds the known cells, `look_of` for each the number of the look that decided it (-1: it is supposed), `looked` the
    set of the lines analysed, `refuted` the number of the line without an arrangement; the caller sets `finished` when
    no marked line is left.
    """

    def __init__(self, base: Board, place: Place, colour: int, deduce: Deduce) -> None:
        self.place, self.colour = place, colour
        self.board = base.copy()
        self.first_marked = self.board.put(place.row, place.column, colour)
        self.refuted: int | None = None
        self.finished, self.looked = False, 0
        self._base, self._deduce = base, deduce
        self._looks: list[tuple[int, tuple[int, int]]] = []  # the line, and for each colour the cells it decided
        self.look_of = {place: -1}

    def look(self, number: int) -> list[int]:
        """Analyse a line; return the crossing lines that learn from it. Sets `refuted` if no arrangement is left."""
        self.looked |= 1 << number
        old_white, old_black = self.board.can[number]
        solved = self._deduce(number, (old_white, old_black))
        if solved is None:
            self.refuted = number
            return []
        white, black = solved
        told = old_black & ~black, old_white & ~white
        if any(told):
            for cell in members(told[0] | told[1]):
                self.look_of[place_in(self.board, number, cell)] = len(self._looks)
            self._looks.append((number, told))
        return self.board.learn(number, solved)

    def chain_to_contradiction(self) -> Branch:
        """Return the reasons that the line `refuted` has no arrangement left."""
        assert self.refuted is not None
        needed = self._needed(self.refuted, len(self._looks), None)
        return Branch(self.place, BLACK_AND_WHITE[self.colour], self._links(needed), self._named(self.refuted))

    def chain_to(self, place: Place) -> Branch:
        """Return the reasons for the colour of a cell that was decided."""
        return Branch(self.place, BLACK_AND_WHITE[self.colour], self._links([place]))

    def _named(self, number: int) -> NamedLine:
        return NamedLine(self.board.line(number), blocks_of(self.board.clues[number], BLACK_AND_WHITE))

    def _links(self, wanted: Iterable[Place]) -> tuple[Link, ...]:
        links: list[Link] = []
        by_look: dict[int, list[Place]] = {}
        while True:
            for place in wanted:
                by_look.setdefault(self.look_of[place], []).append(place)
            if (number := max(by_look, default=-1)) < 0:
                return tuple(reversed(links))
            (line, told), mask = self._looks[number], 0
            for place in by_look.pop(number):
                mask |= 1 << (place.column if line < self.board.height else place.row)
            links.append(Link(self._named(line), tuple([cells & mask for cells in told])))
            wanted = self._needed(line, number, links[-1])

    def _needed(self, number: int, before: int, goal: Link | None) -> list[Place]:
        """The cells decided before that look from which the goal follows (None: that the line has no arrangement).

        Cells are dropped one after the other, the latest first, so that the chain stays short.
        """
        board = self.board
        white, black = self._base.can[number]
        supposed = white & black & ~several(board.can[number])
        look_of = {cell: self.look_of[place_in(board, number, cell)] for cell in members(supposed)}
        used = sorted((cell for cell, look in look_of.items() if look < before), key=look_of.__getitem__)
        others = ~sum([1 << cell for cell in used])
        white &= board.can[number][0] | others
        black &= board.can[number][1] | others
        needed = []
        for cell in reversed(used):
            without = white | 1 << cell, black | 1 << cell
            solved = self._deduce(number, without)
            if goal is None or solved is None:
                follows = goal is None and solved is None
            else:
                follows = not (goal.told[0] & solved[1] or goal.told[1] & solved[0])
            if follows:
                white, black = without
            else:
                needed.append(place_in(board, number, cell))
        return needed


def place_in(board: Board, number: int, cell: int) -> Place:
    """Return the place of a line's cell in the picture; the line is given by its number on the board."""
    return Place(number, cell) if number < board.height else Place(cell, number - board.height)


MOST_TRIALS = 200
"""Trials in colour for one step: some tenths of a second."""

_CUTS = (2, 4, 8, 16, 32, 64, None)
"""Limits on the lines that a trial may analyse, tried in turn."""

_MOST_KEPT = 4_000_000
"""Cells times lines up to which trials are remembered, some megabytes for each cut; the kernel has the same bound."""

_COMPARED = 6
"""Contradictions under one cut, of which the one with the shortest chain is taken."""

_Cells = TypeVar("_Cells")


class Conclusion(NamedTuple):
    """Result of a trial: the cell, its colour, and the branches that show it.

    A `TRIAL` has one branch for each other colour, which ends in a contradiction; an `EITHER_WAY` has two, which end at
    the cell; a `NESTED_TRIAL` has too many to tell.
    """

    rule: Rule
    place: Place
    colour: int
    branches: tuple[Branch, ...] = ()


class Trials:
    """The trials of one picture in black and white; mutable. It remembers those that led to no contradiction.

    The end of a trial depends only on the lines that it analyses: while they do not change, it is not repeated. The
    board may change between two calls of `conclude`. A `kernel` always knows what it knows, for quicker trials, and
    notes by itself what has changed.
    """

    def __init__(self, board: Board, budget: Budget, kernel: "Kernel | None" = None) -> None:
        self._board, self._budget, self._kernel = board, budget, kernel
        self._deduce: Deduce = self._deduce_readably if kernel is None else kernel.deduce
        self._remembers = board.width * board.height * len(board.clues) <= _MOST_KEPT
        # by cut and supposed cell: the lines looked at, and whether there was nothing more to look at
        self._harmless: dict[int | None, dict[tuple[Place, int], tuple[int, bool]]] = {cut: {} for cut in _CUTS}

    def conclude(self, changed: int, common: Callable[[], Grid] | None = None) -> Conclusion | None:
        """Decide one cell by trial; the board is at the fixpoint of line logic, not solved, and has no contradiction.

        Trials that analysed a line of the set `changed`, since the last call, are forgotten. `common` returns the cells
        that are known to be the same in all solutions; it is called if no trial of single cells decides anything, and
        without it there is no `NESTED_TRIAL`. Raises `StoppedError` if the budget ran out.
        """
        for cut, trials in self._harmless.items():
            self._harmless[cut] = {trial: found for trial, found in trials.items() if not found[0] & changed}
        chains = [(drawn.chain_to_contradiction(), 1 - drawn.colour) for drawn in self._refuted()]
        if chains:
            shortest, colour = min(chains, key=lambda chain: len(chain[0].links or ()))
            return Conclusion(Rule.TRIAL, shortest.place, colour, (shortest,))
        if (either := self._either_way()) is not None:
            target, black, white = either
            (colour,) = black.board.colours(target.row, target.column)
            return Conclusion(Rule.EITHER_WAY, target, colour, (black.chain_to(target), white.chain_to(target)))
        return None if common is None else self._nested(places_to_try(self._board), common())

    def _refuted(self) -> list[Consequences]:
        """Make the trials, under one cut after the other, until enough of them led to a contradiction."""
        if self._kernel is not None:
            cuts = bytes(cut or 0 for cut in _CUTS)
            with self._spending(self._kernel) as limit:
                refuted = self._kernel.refute(cuts, _COMPARED, limit, self._budget.check)
            return [self._follow_again(Place(row, column), colour) for row, column, colour in self._found(refuted)]
        trials = [(place, colour) for place in places_to_try(self._board) for colour in (1, 0)]
        found: list[Consequences] = []
        for cut in _CUTS:
            unfinished = []
            for trial in trials:
                known = self._harmless[cut].get(trial)
                if known is None:
                    drawn = self._follow(*trial, self._budget, cut)
                    if drawn.refuted is not None:
                        found.append(drawn)
                        if len(found) == _COMPARED:
                            return found
                        continue
                    known = drawn.looked, drawn.finished
                    if self._remembers:
                        self._harmless[cut][trial] = known
                if not known[1]:
                    unfinished.append(trial)
            if found:
                break
            trials = unfinished
        return found

    def _follow(self, place: Place, colour: int, budget: Budget, cut: int | None = None) -> Consequences:
        """Follow a supposed cell, nearest lines first, to a contradiction, the cut (a number of lines) or the end."""
        drawn = Consequences(self._board, place, colour, self._deduce)
        queue, looks = deque(drawn.first_marked), 0
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

    def _follow_again(self, place: Place, colour: int) -> Consequences:
        """Follow a supposed cell as the kernel did, whose analyses are counted already."""
        return self._follow(place, colour, Budget())

    def _either_way(self) -> tuple[Place, Consequences, Consequences] | None:
        """Find a cell whose two colours give another cell the same colour: the one that both reach soonest."""
        if self._kernel is not None:
            with self._spending(self._kernel) as limit:
                cells = self._kernel.either_way(limit, self._budget.check)
            if not (found := self._found(cells)):
                return None
            place = Place(*found[:2])
            return Place(*found[2:]), self._follow_again(place, 1), self._follow_again(place, 0)
        best: tuple[int, Place, Consequences, Consequences] | None = None
        rows = [self._board.open_cells(row) for row in range(self._board.height)]
        for place in places_to_try(self._board):
            black, white = (self._follow(place, colour, self._budget) for colour in (1, 0))
            for row, (unknown, one, other) in enumerate(zip(rows, black.board.can, white.board.can, strict=False)):
                for column in members(unknown & ~((one[0] | other[0]) & (one[1] | other[1]))):
                    target = Place(row, column)
                    distance = black.look_of[target] + white.look_of[target]
                    if best is None or distance < best[0]:
                        best = distance, target, black, white
        return best and best[1:]

    @contextmanager
    def _spending(self, kernel: Kernel) -> Iterator[int]:
        """Count the kernel's analyses in the budget; yield how many are left, -1 for any number."""
        budget, before = self._budget, kernel.line_calls
        budget.check()
        limits = (budget.max_line_calls, budget.line_calls), (budget.looks, budget.all_looks)
        try:
            yield min([limit - spent for limit, spent in limits if limit is not None], default=-1)
        finally:
            budget.line_calls += kernel.line_calls - before

    def _found(self, cells: _Cells | None) -> _Cells:
        """Return the kernel's cells; None are a limit that was met."""
        if cells is None:
            self._budget.check()
            raise StoppedError
        return cells

    def _deduce_readably(self, number: int, sets: tuple[int, ...]) -> Sequence[int] | None:
        return solve_line_again(self._board.length(number), self._board.clues[number], sets)

    def _nested(self, places: list[Place], common: Grid) -> Conclusion | None:
        """Of the cells that all solutions share, choose the one that leaves the fewest open."""

        def left_open(found: tuple[Place, int]) -> int:
            return self._follow(*found, self._budget).board.open_count

        same = [(place, common[place.row][place.column]) for place in places]
        decided = [(place, self._board.keys.index(key)) for place, key in same if key != UNKNOWN]
        return Conclusion(Rule.NESTED_TRIAL, *min(decided, key=left_open)) if decided else None


def places_to_try(board: Board) -> list[Place]:
    """List the unknown cells as a person would try them in black and white.

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
    """List the open cells of a board, by the number of colours that a board which knows more has left them."""
    places = [Place(row, column) for row in range(board.height) for column in members(board.open_cells(row))]
    return sorted(places, key=lambda place: len(known.colours(place.row, place.column)))


def refute_colours(
    known: Board, places: list[Place], hues: Sequence[Hue], named: Callable[[Line], NamedLine], budget: Budget
) -> Conclusion | None:
    """Find the first of these cells with all colours but one refuted by line logic, of `MOST_TRIALS` colours in all."""
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


MOST_COMPLETIONS = 20
"""Solutions searched for; if there are more, their common cells are not known."""


class Completions(NamedTuple):
    """Solutions that agree with the known cells: up to `MOST_COMPLETIONS`, and all there are if `complete`.

    `common` has the known cells, and those that all grids have in common if they are `complete`.
    """

    grids: tuple[Grid, ...]
    complete: bool
    common: Grid
