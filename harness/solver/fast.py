"""The fast solver: line logic, probing, a short search, and a SAT solver where that would get long.

Each stage takes what the one before it has left:

1. Line logic to the fixpoint, on bit sets.
2. Probing: all colours of unknown cells are tried, cell after cell, and what follows from each is kept, for as long as
   that decides enough to be worth its time.
3. Search: a cell on which probing found nothing is branched on.
4. After a number of analyses without a solution, belief propagation guesses one, if the kernel can, and a second one is
   looked for near it: most puzzles with several solutions have some that differ in few cells. Neither proves anything,
   but both are quick where a proof would take long, and two solutions are all that validation asks for.
5. The rest is one SAT problem; what is known already leaves it small. Branches that the search has closed stay closed.

All solutions are found, each once, and either stage proves that there are no more. Without `python-sat`, the search
continues instead. Without the compiled kernel, the readable line logic of `propagate` is followed by the SAT problem
at once, or by the reference's search without `python-sat`.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html); that learning beats
search on some puzzles from his survey (https://webpbn.com/survey/dom.html).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain

from harness.puzzle import Axis, Grid, Line, Puzzle
from harness.solver.budget import Budget, StoppedError, StopReason
from harness.solver.kernel import (
    CONTRADICTION,
    NAMED,
    PAUSED,
    SOLVED,
    STABLE,
    STRANDED,
    SUPPOSED,
    Begun,
    Kernel,
    Supposition,
    begin,
    build_kernel,
    colour_keys,
)
from harness.solver.strategy import (
    FRUITLESS_PROBES,
    Difficulty,
    OnStep,
    Outcome,
    Result,
    Search,
    StepKind,
    Strategy,
    check_max_solutions,
    difficulty_of,
    outcome_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness.solver.sat.encoding import State

Way = tuple[float, int, float]

WAYS: tuple[Way, ...] = ((0.02, 1, 0.0), (0.02, 2, 0.3), (0.02, 3, 0.1), (0.01, 2, 0.0))
"""Settings of `Kernel.guess`, tried in turn until there is a solution: share, sweeps and damping. Each begins anew,
which helps more often than more attempts of the one before it. The first is the quickest; beliefs that swing to and
fro need damping, as they do in pictures with much order.
"""

FIRST_ATTEMPTS, MORE = 4, 8
"""The attempts of each the first time, and the factor by which they grow after each failure."""

REACH = 5
"""Distance up to which `Kernel.vary` changes cells. On noise of 25 to 60 cells a side, it found a second solution to
every guessed one with a reach of 3, and to all but a dozen of sixty with a reach of 1.
"""

SEARCH_LIMIT = 100_000
"""Analyses without a solution before the SAT solver takes over: some milliseconds."""

QUICK_CELLS = 40_000
"""Up to so many cells, `GUESS_LIMIT` analyses take some milliseconds, and the budget is not asked before."""

GUESS_LIMIT, GUESS_HARDER = 5_000, 50_000
"""Analyses without a solution before one is guessed in the quickest way, and in the others, which take far longer in
colour and on large pictures. The search continues after that, up to the limit.
"""

LONG_SIDE = 512
"""Above this longest side, an analysis takes as much longer as it has groups and words more: limits are divided by the
square of the ratio, and a guess colours as many more cells at a time.
"""

_NO_LIMIT = 1 << 50

_UNIQUE, _NONE, _LINE = Outcome.UNIQUE, Outcome.CONTRADICTION, Difficulty.LINE

_MOST_SOLUTIONS, _MOST_CELLS = 1_000, 1_000_000
"""Largest batch of solutions."""

SWEEP_CREDIT, SWEEP_WORTH = 20_000, 400
"""Budget of the kernel's probing before it branches: as many analyses as take a millisecond or two, and for
every cell decided as many more as take the time that its clauses would take the SAT solver.
"""


class Fast(Strategy):
    """Line logic, probing, search; then SAT on what is left.

    >>> Fast().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "fast"

    def __init__(self, *, with_kernel: bool = True, search_limit: int | None = None) -> None:
        """Choose the stages.

        Args:
            with_kernel: False to do without the compiled kernel.
            search_limit: analyses without a solution before the SAT solver takes over: 0 for at once, -1 for never.
                An explicit limit leaves out the sweep over all cells as well.
        """
        self.with_kernel = with_kernel
        self._search_limit = search_limit

    def solve(
        self,
        puzzle: Puzzle,
        *,
        max_solutions: int | None = 2,
        budget: Budget | None = None,
        on_step: OnStep | None = None,
        given: Grid | None = None,
    ) -> Result:
        """As in `Strategy.solve`; without an `on_step`, one call of the kernel does all that takes a moment."""
        budget = budget or Budget()
        begun = None
        height, width = len(puzzle.rows), len(puzzle.columns)
        is_watched = on_step is not None or given is not None
        is_counted = budget.max_line_calls is not None or budget.looks is not None
        is_quick = self._search_limit is None and height * width <= QUICK_CELLS and self.with_kernel
        if is_quick and not is_watched and not is_counted and not budget.is_spent:
            check_max_solutions(max_solutions)
            most = _NO_LIMIT if max_solutions is None else min(max_solutions, _NO_LIMIT)
            credit, bound = SWEEP_CREDIT, GUESS_LIMIT
            if height > LONG_SIDE or width > LONG_SIDE:
                credit, bound = fitted(puzzle, credit), fitted(puzzle, bound)
            begun = begin(puzzle, most, credit, SWEEP_WORTH, bound, FRUITLESS_PROBES)
        if begun is None:
            return super().solve(puzzle, max_solutions=max_solutions, budget=budget, on_step=on_step, given=given)
        kernel, code, line, fixpoint, found, _ = begun
        if puzzle.goal is not None and puzzle.goal.rows not in found:
            puzzle.check()  # a picture that is a solution has the puzzle's clues
        if code == PAUSED:
            if not found:
                puzzle.check()
            return _continue(puzzle, Begun(*begun), budget, max_solutions)
        budget.line_calls += kernel.line_calls
        known = Grid.of_sound(fixpoint)
        if found and found[0] is fixpoint:  # results by place: naming them takes longer
            return Result(puzzle, _UNIQUE, (known,), True, known, None, _LINE, 0, budget.line_calls)
        if not found and line != STABLE:
            contradiction = _line_of(puzzle, line)
            return Result(puzzle, _NONE, (), True, known, contradiction, _LINE, 0, budget.line_calls)
        stopped = None if code == CONTRADICTION else StopReason.LIMIT
        outcome = outcome_of(len(found), stopped)
        difficulty = difficulty_of(outcome, line_logic_suffices=line != STABLE)
        solutions, contradiction = tuple(map(Grid.of_sound, found)), _line_of(puzzle, line)
        is_whole, calls = stopped is None, budget.line_calls
        whole = (outcome, solutions, is_whole, known, contradiction, difficulty, kernel.guesses, calls, stopped)
        return Result(puzzle, *whole)

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        kernel = build_kernel(puzzle, search.given) if self.with_kernel else None
        if kernel is None:
            return _walk_readably(puzzle, search)
        return chain.from_iterable(_Walk(puzzle, kernel, search, self._search_limit).batches())


def _continue(puzzle: Puzzle, begun: Begun, budget: Budget, max_solutions: int | None) -> Result:
    """Continue a search that one call could not finish, batch by batch."""
    search = Search(puzzle, Grid.of_sound(begun.fixpoint), lambda _: iter(()), budget, None)
    walk = _Walk(puzzle, begun.kernel, search, None, begun)
    found = list(map(Grid.of_sound, begun.solutions))
    search.found = len(found)
    most = max(1, min(_MOST_SOLUTIONS, _MOST_CELLS // (puzzle.width * puzzle.height)))
    wanted = _NO_LIMIT if max_solutions is None else max_solutions
    walk.most = min(most, wanted - search.found)
    try:
        for batch in walk.batches():
            found += batch
            search.found = len(found)
            if search.found == wanted:
                break
            walk.most = min(most, wanted - search.found)
        else:
            search.complete = True
    except StoppedError as stopped:
        search.stopped = stopped.reason
    return search.result(tuple(found))


def fitted(puzzle: Puzzle, limit: int) -> int:
    """Return a limit of analyses for a puzzle that may have long lines.

    >>> fitted(Puzzle(((1,),), ((1,),)), 5000), fitted(Puzzle(((),), ((),) * 2048), 5000)
    (5000, 312)
    """
    longest = max(len(puzzle.rows), len(puzzle.columns))
    return limit if longest <= LONG_SIDE else limit * LONG_SIDE**2 // longest**2


def _line_of(puzzle: Puzzle, number: int) -> Line | None:
    """Return the line that the kernel gives this number; None for `STABLE`."""
    if number < 0:
        return None
    height = len(puzzle.rows)
    return Line(Axis.ROW, number) if number < height else Line(Axis.COLUMN, number - height)


def settled(puzzle: Puzzle, budget: Budget) -> State:
    """Return the state at the fixpoint of line logic, or where it met a contradiction.

    Raises:
        PuzzleError: the clues cannot be a crossword.
        StoppedError: the budget ran out.

    >>> settled(Puzzle(((1,), (2,)), ((1,), (2,))), Budget()).rows()
    ('.#', '##')
    """
    if kernel := build_kernel(puzzle):
        kernel.propagate(budget.check)
        budget.line_calls += kernel.line_calls
        return kernel
    from harness.solver.propagate import Board, propagate  # needed without the kernel

    board = Board.of(puzzle)
    propagate(board, budget)
    return board


def solve_repeatably(puzzle: Puzzle, looks: int, budget: Budget, fruitless: int = FRUITLESS_PROBES) -> Result:
    """Look for two solutions by lines, probing and search alone: the same ones with the kernel and without it.

    Args:
        looks: analyses that may be made after line logic; more are counted as a time-out.
        budget: other limits; it counts nothing.
        fruitless: cells probed without success before one is branched on.

    >>> two = Puzzle(((1,), (1,)), ((1,), (1,)))
    >>> solve_repeatably(two, 100, Budget()).outcome, solve_repeatably(two, 1, Budget()).outcome
    (<Outcome.MULTIPLE: 'multiple'>, <Outcome.TIMEOUT: 'timeout'>)
    """
    puzzle.check()
    if budget.looks is not None:
        looks = min(looks, max(0, budget.looks - budget.all_looks))
    kernel = build_kernel(puzzle)
    way = partial(_walk_board, puzzle) if kernel is None else partial(_walk_kernel, kernel)
    walk = partial(way, looks, fruitless)
    unknown = Grid.unknown(puzzle.width, puzzle.height)
    return Search(puzzle, unknown, walk, budget.part(), None).collect(2)


def _walk_kernel(kernel: Kernel, looks: int, fruitless: int, search: Search) -> Iterator[Grid]:
    budget, code, line = search.budget, SOLVED, kernel.propagate(search.budget.check)
    budget.line_calls, end = kernel.line_calls, kernel.line_calls + looks
    if not search.settle(Grid.of_sound(kernel.rows()), _line_of(search.puzzle, line)):
        return
    while code == SOLVED:
        left = end - kernel.line_calls
        code, found, raised = kernel.search(1, left, left, fruitless, False, budget.check)
        search.guesses, budget.line_calls = kernel.guesses, min(kernel.line_calls, end)
        if raised is not None:
            raise raised
        if code == PAUSED or kernel.line_calls >= end + (not found):  # where the readable search is stopped
            raise StoppedError
        for rows in found:
            yield search.solution(Grid.of_sound(rows), is_last=code == CONTRADICTION)


def _walk_board(puzzle: Puzzle, looks: int, fruitless: int, search: Search) -> Iterator[Grid]:
    from harness.solver.propagate import Board  # needed without the kernel
    from harness.solver.search import ProbingWalk

    walk = ProbingWalk(Board.of(puzzle), search, fruitless)
    if walk.settle_lines():
        search.budget.max_line_calls = search.budget.line_calls + looks
        yield from walk.branches()


def _walk_readably(puzzle: Puzzle, search: Search) -> Iterator[Grid]:
    """All solutions without the kernel."""
    from harness.solver.propagate import Board
    from harness.solver.sat.remainder import Remainder, has_solver
    from harness.solver.search import ProbingWalk

    board = Board.of(puzzle)
    board.know(search.given)
    walk = ProbingWalk(board, search)
    if not has_solver():
        yield from walk.solutions()
    elif walk.settle_lines():
        if not board.open_count:
            yield search.solution(search.fixpoint, is_last=True)
            return
        with closing(Remainder(puzzle, board, search.budget)) as rest:
            for rows in rest.solutions([], search.budget.check):
                yield search.solution(Grid.of_sound(rows), 1)
            search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")


class _Walk:
    """The walk through the stages.

    `begun` is what one call of the kernel has done already; `most` counts the solutions of the next batch.
    """

    def __init__(
        self, puzzle: Puzzle, kernel: Kernel, search: Search, search_limit: int | None, begun: Begun | None = None
    ) -> None:
        self.most = 1
        self._puzzle, self._kernel, self._search = puzzle, kernel, search
        self._search_limit, self._begun = search_limit, begun
        self._counted = 0
        self._check = search.budget.check if search.budget.looks is None else self._check_counted
        self._guessed: list[tuple[str, ...]] = []  # solutions guessed in the middle of the search

    def batches(self) -> Iterator[list[Grid]]:
        """All solutions, those that come together as a list."""
        search, kernel, begun = self._search, self._kernel, self._begun
        limit, sooner, later = (fitted(self._puzzle, most) for most in (SEARCH_LIMIT, GUESS_LIMIT, GUESS_HARDER))
        limit = limit if self._search_limit is None else self._search_limit
        left, credit = min(limit, sooner), fitted(self._puzzle, SWEEP_CREDIT) if self._search_limit is None else 0
        pauses = [(sooner, WAYS[:1]), (later, WAYS[1:])]
        if begun is not None:
            self._count_calls()
            left, credit = left if begun.credit else limit if begun.solutions else 0, begun.credit
        elif not self._settle_lines():
            return
        elif not kernel.unknown_count:
            yield [search.solution(search.fixpoint, is_last=True)]
            return
        if credit:
            try:
                answer = kernel.sweep(credit, SWEEP_WORTH, self._check)
            finally:
                self._count_calls()
            if answer == CONTRADICTION:
                self._tell(StepKind.BACK, "a contradiction whatever the colour")
                return
        while True:
            before = kernel.line_calls
            code, rows, raised = kernel.search(self.most, left, limit, FRUITLESS_PROBES, search.is_watched, self._check)
            spent = kernel.line_calls - before
            self._count_calls()
            search.guesses = kernel.guesses
            grids = [Grid.of_sound(solution) for solution in rows if solution not in self._guessed]
            if grids:
                search.complete = code == CONTRADICTION
                if search.is_watched:
                    search.solution(grids[0], len(kernel.path()))
                yield grids
            if raised is not None:
                raise raised
            if code == CONTRADICTION:
                return
            left = limit if rows else max(left - spent, 0) if left > 0 else left
            if code == NAMED:
                self._tell(StepKind.DECIDED, "trying single cells yields no more")
            elif code == SUPPOSED:
                path = kernel.path()
                row, column, colour, _ = path[-1]
                name = self._puzzle.name_of(colour_keys(self._puzzle)[colour])
                search.tell_supposed(Grid.of_sound(kernel.rows()), row, column, name, len(path))
            elif code == STRANDED:
                self._tell(StepKind.BACK, "a contradiction whatever the colour")
            elif code == PAUSED:
                if pauses and not search.found:
                    paused_at, ways = pauses.pop(0)
                    self._guessed = self._guess([], 0, ways)
                    for solution in self._guessed:
                        yield [search.solution(Grid.of_sound(solution), len(kernel.path()) + 1)]
                        pauses = []
                    left = max(min(limit, pauses[0][0] if pauses else limit) - paused_at, 0)
                    continue
                from harness.solver.sat import remainder  # needed by few puzzles

                if remainder.has_solver() and search.budget.looks is None:  # the SAT solver counts nothing
                    yield from self._solve_rest()
                    return
                limit = left = -1

    def _check_counted(self) -> None:
        """Check a budget that counts analyses; the kernel asks at each thousandth."""
        self._count_calls()
        self._search.budget.check()

    def _settle_lines(self) -> bool:
        """Line logic to the fixpoint; return True if anything is left to do."""
        search, kernel = self._search, self._kernel
        line = STABLE
        if search.is_watched:
            self._show_lines()
        try:
            search.budget.check()
            line = kernel.propagate(self._check)
        finally:
            search.fixpoint = Grid.of_sound(kernel.rows())
            self._count_calls()
        return search.settle(search.fixpoint, _line_of(self._puzzle, line))

    def _show_lines(self) -> None:
        """Report line logic line by line, in Python; it ends where the kernel's ends."""
        from harness.solver.propagate import Board, propagate

        search = self._search
        board = Board.of(self._puzzle)
        board.know(search.given)
        counted = search.budget.line_calls
        try:
            propagate(board, search.budget, on_look=search.line_teller(board))
        finally:
            search.fixpoint = board.grid()
            search.budget.line_calls = counted

    def _solve_rest(self) -> Iterator[list[Grid]]:
        """Leave what is open to the SAT solver: all at once, or branch by branch, the innermost first."""
        from harness.solver.sat.remainder import Remainder, leave_branches  # needed by few puzzles

        search = self._search
        self._tell(StepKind.DECIDED, "trying single cells yields no more; a SAT solver takes over")
        path = self._kernel.path()
        branches = leave_branches(self._kernel, path)
        guessed = self._guessed
        if search.found <= len(guessed):  # else what the search has found lies in branches that are closed now
            branches = [[]]
        with closing(Remainder(self._puzzle, self._kernel, search.budget)) as rest:
            for rows in guessed:
                rest.leave_out(rows)
            for branch in branches:
                guess = None if guessed else partial(self._guess, branch)
                for rows in rest.solutions(branch, search.budget.check, guess):
                    yield [search.solution(Grid.of_sound(rows), len(path) + 1)]
                search.tell(StepKind.BACK, search.fixpoint, note="the SAT solver proves that there is no other here")

    def _guess(self, branch: Sequence[Supposition], asked: int, ways: Sequence[Way] = ()) -> list[tuple[str, ...]]:
        """Guess up to two solutions in a branch, drawn as rows; the search stays where it is.

        Args:
            branch: cells supposed besides the kernel's lowest state.
            asked: how often there was none before: the more often, the more is tried.
            ways: those tried; all of them if there are none.
        """
        if not branch and not asked and not ways:
            return []  # the search has tried that already
        kernel, check = self._kernel, self._check
        kernel.push(True)
        try:
            for row, column, colours in branch:
                for colour, cells in enumerate(kernel.possible(row)):
                    if colour not in colours and cells >> column & 1:
                        kernel.rule_out(row, column, colour)
            if kernel.propagate(check) != STABLE:
                return []
            more = max(1.0, max(self._puzzle.width, self._puzzle.height) / LONG_SIDE)
            for share, sweeps, damping in ways or WAYS:
                kernel.push()
                try:
                    if kernel.guess(FIRST_ATTEMPTS * MORE**asked, more * share, sweeps, damping, check) == SOLVED:
                        guessed = kernel.rows()
                        return [guessed, kernel.rows()] if kernel.vary(REACH, check) == SOLVED else [guessed]
                finally:
                    kernel.pop()
            return []
        finally:
            kernel.pop()
            self._count_calls()

    def _count_calls(self) -> None:
        """Enter the kernel's analyses into the budget."""
        new = self._kernel.line_calls - self._counted
        self._counted += new
        self._search.budget.line_calls += new

    def _tell(self, kind: StepKind, note: str) -> None:
        if self._search.is_watched:
            picture = Grid.of_sound(self._kernel.rows())
            self._search.tell(kind, picture, note=note, depth=len(self._kernel.path()))
