"""Trial, for where looking at one line at a time yields nothing more: suppose a colour and see where it leads.

A person tries cells beside those already known, and gives up soon without a result. So the trials in black and white
are cut off after a few lines first, and allowed to continue longer only when none of them led to a contradiction. In
colour the cells with the fewest colours left are tried, and no chain of reasons is told.

`Consequences` remembers which look at a line decided which cells. From a contradiction, or from a cell, it goes back
and keeps at each line only the cells that were really needed; what is left is a chain that a person can follow. Where
trying single cells yields nothing, `find_completions` has the fast solver's kernel and its SAT stage find the
solutions: the fact is wanted and not the way to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from harness.puzzle import Grid, Line, Puzzle, common_cells
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget, raise_if_spent
from harness.solver.human.findings import BLACK_AND_WHITE, ColourBlock, Hue, Place
from harness.solver.human.line_view import blocks_of
from harness.solver.human.rules import Rule
from harness.solver.kernel import CONTRADICTION, SOLVED, STABLE, Kernel, build_kernel
from harness.solver.lines import members, several, solve_line
from harness.solver.propagate import Board, propagate
from harness.solver.sat.remainder import Remainder, has_solver
from harness.solver.strategy import FRUITLESS_PROBES, solve_any

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
        return Branch(self.place, BLACK_AND_WHITE[self.colour], self._links(needed), self._named(self.refuted))

    def chain_to(self, place: Place) -> Branch:
        """The reasons for the colour of a cell that was decided."""
        return Branch(self.place, BLACK_AND_WHITE[self.colour], self._links([place]))

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
        self._budget = budget
        self._kernel = kernel
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
        either = self._either_way(places)
        return either if either is not None or common is None else self._nested(places, common())

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

    def _follow(self, place: Place, colour: int, cut: int | None = None) -> Consequences:
        """Draw the consequences of a supposed cell, nearest lines first, until a contradiction or the end.

        Args:
            cut: lines to look at, at most (None: all that are marked).

        Raises:
            StoppedError: the budget ran out.
        """
        kernel = self._kernel
        if kernel is not None:
            kernel.push()
        try:
            drawn = Consequences(self._board, place, colour, kernel)
            queue = deque(drawn.first_marked)
            looks = 0
            while queue and drawn.refuted is None:
                if looks == cut:
                    return drawn
                self._budget.spend_line_call()
                looks += 1
                for crossing in drawn.look(queue.popleft()):
                    if crossing not in queue:
                        queue.append(crossing)
            drawn.finished = True
            return drawn
        finally:
            if kernel is not None:
                kernel.pop()

    def _either_way(self, places: list[Place]) -> Conclusion | None:
        """Find a cell whose two colours give another cell the same colour: the one that both reach soonest."""
        best: tuple[int, Place, Consequences, Consequences] | None = None
        rows = [self._board.open_cells(row) for row in range(self._board.height)]
        for place in places:
            black, white = self._follow(place, 1), self._follow(place, 0)
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

    def _nested(self, places: list[Place], common: Grid) -> Conclusion | None:
        """Of the cells that all solutions share, the one that decides the most: what is left to try is least."""

        def left_open(found: tuple[Place, int]) -> int:
            return self._follow(*found).board.open_count

        same = [(place, common[place.row][place.column]) for place in places]
        decided = [(place, self._board.keys.index(key)) for place, key in same if key != UNKNOWN]
        return Conclusion(Rule.NESTED_TRIAL, *min(decided, key=left_open)) if decided else None


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


MOST_COMPLETIONS = 20
"""Solutions looked for; where there are more, what all of them have in common stays open."""


@dataclass(frozen=True, slots=True)
class Completions:
    """Solutions that agree with what is known.

    Attributes:
        grids: up to `MOST_COMPLETIONS` of them.
        complete: whether there are no others.
        common: what is known, and the cells that all of them have in common if they are `complete`.
    """

    grids: tuple[Grid, ...]
    complete: bool
    common: Grid


def find_completions(puzzle: Puzzle, known: Grid, budget: Budget) -> Completions:
    """Search for the solutions that agree with what is known.

    Raises:
        StoppedError: the budget ran out.

    >>> two = Puzzle(((1,), (1,)), ((1,), (1,)))
    >>> len(find_completions(two, Grid(("??", "??")), Budget()).grids)
    2
    >>> print(find_completions(two, Grid((".?", "??")), Budget()).common)
    .#
    #.
    """
    found: Sequence[Grid]
    kernel = build_kernel(puzzle, known) if has_solver() and not puzzle.in_colour else None
    if kernel is None:
        result = solve_any(puzzle, max_solutions=MOST_COMPLETIONS + 1, budget=budget, given=known)
        raise_if_spent(result.stopped)
        found = result.solutions
    else:
        found = list(islice(_completions(puzzle, kernel, budget), MOST_COMPLETIONS + 1))
    complete = len(found) <= MOST_COMPLETIONS
    common = common_cells(found) if found and complete else known
    return Completions(tuple(found[:MOST_COMPLETIONS]), complete, common)


def _completions(puzzle: Puzzle, kernel: Kernel, budget: Budget) -> Iterator[Grid]:
    """In black and white, with no search before the SAT solver."""
    try:
        answer = kernel.propagate(budget.check)
        if answer == STABLE:
            answer = kernel.probe(-1, FRUITLESS_PROBES, budget.check)
            if answer == SOLVED:
                yield Grid(kernel.rows())
            elif answer != CONTRADICTION:
                with closing(Remainder(puzzle, kernel, budget)) as rest:
                    yield from map(Grid, rest.solutions([], budget.check))
    finally:
        budget.line_calls += kernel.line_calls
