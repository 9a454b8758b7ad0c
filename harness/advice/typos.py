"""Single slips that explain clues no crossword can have.

Every line is tried: a number read wrongly, a group missing or written twice, digits swapped, a comma missing, one too
many or in the wrong place, a gap overlooked. Only changes that balance the sums of rows and columns are considered;
line logic on all the other lines refutes most of those; the rest is solved.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

from harness.errors import PuzzleError
from harness.puzzle import MAX_SIDE, Axis, Cell, Group, Groups, Line, Puzzle, cells_needed, clue_text
from harness.puzzle.value import Value
from harness.solver.budget import Budget
from harness.solver.lines import NumberedClue, solve_line
from harness.solver.propagate import Board
from harness.solver.strategy import Outcome, solve_any


class Reached(Value):
    """Result of line logic: the line that nothing fits, or None.

    At least one of the clues of the `suspects`, which had a part in the contradiction, is wrong.
    """

    board: Board
    contradiction: Line | None
    suspects: frozenset[Line]


class LineLogic:
    """Line logic on the numbers of a puzzle, which need not pass `check`, as long as groups are of 1 cell or more."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._keys = puzzle.keys
        clues = tuple(self._numbered(clue) for clue in puzzle.groups().values())
        size = puzzle.width, puzzle.height
        self._board = Board(size, self._keys, tuple(self._keys), clues)

    def reach(self, without: Line | None = None, budget: Budget | None = None) -> Reached:
        """Apply all lines, or all but one, to the fixpoint; incomplete if the budget ends it."""
        board = self._board.copy()
        left_out = self._number(without) if without is not None else None
        queue = deque(number for number in range(len(board.clues)) if number != left_out)
        waiting = set(queue)
        spoke: set[int] = set()
        while queue and not (budget is not None and budget.is_spent):
            number = queue.popleft()
            waiting.discard(number)
            crossings = board.look(number)
            if crossings is None:
                return Reached(board, board.line(number), frozenset(map(board.line, spoke | {number})))
            if crossings:
                spoke.add(number)
            new = [crossing for crossing in crossings if crossing != left_out and crossing not in waiting]
            waiting.update(new)
            queue.extend(new)
        return Reached(board, None, frozenset())

    def fits(self, line: Line, clue: Groups, reached: Reached) -> bool:
        """Return True if a clue has an arrangement for the line that agrees with its known cells."""
        board, number = reached.board, self._number(line)
        return solve_line(board.length(number), self._numbered(clue), board.can[number]) is not None

    def _number(self, line: Line) -> int:
        return line.index if line.axis is Axis.ROW else self._board.height + line.index

    def _numbered(self, clue: Groups) -> NumberedClue:
        return tuple((group.length, self._keys.index(group.key)) for group in clue)


SOLVING_SECONDS = 2.0
"""Time limit for solving a corrected puzzle."""
_ABSURD = 10**6
_ORDER = {Outcome.UNIQUE: 0, Outcome.MULTIPLE: 1}


class Suggestion(Value):
    """A line's clue as it is, as it may have been meant, and the slip in words.

    `outcome` is that of the corrected puzzle: unique, multiple, or not known for lack of time.
    """

    line: Line
    was: Groups
    now: Groups
    slip: str
    outcome: Outcome

    def __str__(self) -> str:
        return f"{self.line}: {text_of(self.now)} instead of {text_of(self.was)} ({self.slip})"


def text_of(clue: Groups) -> str:
    """Write a clue as a person reads it, with the colours' keys if there are any."""
    is_black = all(group.key == Cell.BLACK for group in clue)
    return clue_text(tuple(group.length for group in clue) if is_black else clue)


def suggest_corrections(puzzle: Puzzle, budget: Budget | None = None) -> tuple[Suggestion, ...]:
    """Find the single slips that explain why the numbers cannot be: those that leave one solution first.

    If numbers are blotted, no sum tells anything, and there are none. The suggestions found within the budget are
    returned.

    >>> from harness.puzzle import Puzzle
    >>> for suggestion in suggest_corrections(Puzzle(((2,), (2,)), ((1,), (2,)))):
    ...     print(suggestion, suggestion.outcome.value)
    row 1: 1 instead of 2 (2 should be 1) unique
    row 2: 1 instead of 2 (2 should be 1) unique
    column 1: 2 instead of 1 (1 should be 2) unique
    """
    search = _Search(puzzle, budget or Budget())
    if puzzle.has_blots or not search.one_slip_may_do():
        return ()
    found = [suggestion for line in search.suspects() for suggestion in search.corrections_of(line)]
    return tuple(sorted(found, key=lambda suggestion: _ORDER.get(suggestion.outcome, 2)))


class _Search:
    """The steps of the search; each ends early when the budget is spent."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self._puzzle = puzzle
        self._budget = budget
        self._clues = puzzle.groups()
        self._lengths = {line: puzzle.width if line.axis is Axis.ROW else puzzle.height for line in self._clues}
        self._misfits = {line for line, clue in self._clues.items() if not _can_be(clue, self._lengths[line])}
        self._surplus = _surplus(self._clues)

    def one_slip_may_do(self) -> bool:
        """Return True if at most one clue is impossible, and no number is absurd."""
        return (
            len(self._misfits) <= 1
            and max(self._puzzle.width, self._puzzle.height) <= MAX_SIDE
            and all(abs(group.length) <= _ABSURD for clue in self._clues.values() for group in clue)
            and all(len(clue) <= self._lengths[line] + 1 for line, clue in self._clues.items())
        )

    def suspects(self) -> list[Line]:
        """List the lines that may have the slip: the impossible one, or those that lead to a contradiction, or all."""
        self._logic = LineLogic(self._puzzle)
        if self._misfits:
            return list(self._misfits)
        reached = self._logic.reach(budget=self._budget)
        found = reached.suspects if reached.contradiction is not None else self._clues
        return [line for line in self._clues if line in found]

    def corrections_of(self, line: Line) -> Iterator[Suggestion]:
        """Yield the slips in a line that explain it, refuted neither by the other lines nor by solving."""
        candidates = self._balancing_slips(line)
        if not candidates:
            return
        rest = self._logic.reach(without=line, budget=self._budget)
        if rest.contradiction is not None:
            return  # the trouble is elsewhere
        for now, slip in candidates.items():
            if self._budget.is_spent:
                return
            corrected = self._puzzle.with_clue(line, now)
            if self._logic.fits(line, now, rest) and (outcome := _outcome(corrected, self._budget)):
                yield Suggestion(line, self._clues[line], now, slip, outcome)

    def _balancing_slips(self, line: Line) -> dict[Groups, str]:
        """Return the clues that may have been meant, fit the line and balance the sums; each with its slip."""
        was, sign = self._clues[line], -1 if line.axis is Axis.ROW else 1
        needed = Counter({key: sign * count for key, count in self._surplus.items() if count})
        found: dict[Groups, str] = {}
        for now, slip in _slips(was, needed, self._puzzle):
            if self._budget.is_spent:
                break
            if _can_be(now, self._lengths[line]) and now != was and _change(was, now) == needed:
                found[now] = slip
        return found


def _outcome(puzzle: Puzzle, budget: Budget) -> Outcome | None:
    """Solve a corrected puzzle; None if it is impossible too."""
    try:
        puzzle.check()
    except PuzzleError:
        return None
    outcome = solve_any(puzzle, budget=budget.part(SOLVING_SECONDS)).outcome
    return None if outcome is Outcome.CONTRADICTION else outcome


def _can_be(clue: Groups, length: int) -> bool:
    return all(group.length >= 1 for group in clue) and cells_needed(clue) <= length


def _surplus(clues: dict[Line, Groups]) -> Counter[str]:
    """Count for each colour how many more cells the rows have than the columns; may be negative."""
    surplus: Counter[str] = Counter()
    for line, clue in clues.items():
        for group in clue:
            surplus[group.key] += group.length if line.axis is Axis.ROW else -group.length
    return surplus


def _change(before: Groups, after: Groups) -> Counter[str]:
    change: Counter[str] = Counter()
    for clue, sign in ((after, 1), (before, -1)):
        for group in clue:
            change[group.key] += sign * group.length
    return Counter({key: count for key, count in change.items() if count})


def _slips(clue: Groups, needed: Counter[str], puzzle: Puzzle) -> Iterator[tuple[Groups, str]]:
    """Yield clues that may have been meant, the likeliest slips first; some may be no better."""
    for index, group in enumerate(clue):
        new = group.length + needed[group.key]
        swapped = int(str(abs(group.length))[::-1])
        if swapped == new and swapped != group.length:
            yield _with(clue, index, Group(swapped, group.key)), f"the digits of {group.length} swapped"
        elif new >= 1:
            yield _with(clue, index, Group(new, group.key)), f"{group.length} should be {new}"
    yield from _comma_slips(clue)
    for index, group in enumerate(clue):
        twice = group in (clue[index - 1 : index] + clue[index + 1 : index + 2])
        yield _with(clue, index), f"{group.length} written twice" if twice else f"{group.length} too many"
    for index in range(len(clue) - 1):
        one, other = clue[index], clue[index + 1]
        yield _with(clue, index, other, one, replaced=2), f"{one.length} and {other.length} swapped"
    for key, count in needed.items():
        if count > 0:
            for index in range(len(clue) + 1):
                yield _with(clue, index, Group(count, key), replaced=0), f"{count} missing"
    yield from _gap_slips(clue)
    if puzzle.in_colour:
        for index, group in enumerate(clue):
            for key in puzzle.palette.keys:
                name = puzzle.name_of(key)
                yield _with(clue, index, Group(group.length, key)), f"{group.length} should be {name}"


def _comma_slips(clue: Groups) -> Iterator[tuple[Groups, str]]:
    for index, group in enumerate(clue):
        for left, right in _splits(group):
            yield _with(clue, index, left, right), "a comma missing"
        if index + 1 < len(clue) and clue[index + 1].key == group.key and group.length > 0 <= clue[index + 1].length:
            both = Group(int(f"{group.length}{clue[index + 1].length}"), group.key)
            yield _with(clue, index, both, replaced=2), "a comma too many"
            for left, right in _splits(both):
                yield _with(clue, index, left, right, replaced=2), "the comma in another place"


def _gap_slips(clue: Groups) -> Iterator[tuple[Groups, str]]:
    """Yield clues with a gap more or less between their groups."""
    for index, group in enumerate(clue):
        if index + 1 < len(clue) and clue[index + 1].key == group.key:
            both = Group(group.length + clue[index + 1].length, group.key)
            yield _with(clue, index, both, replaced=2), "a gap too many"
        for length in range(1, min(group.length, MAX_SIDE)):
            parts = Group(length, group.key), Group(group.length - length, group.key)
            yield _with(clue, index, *parts), f"a gap missing in {group.length}"


def _splits(group: Group) -> Iterator[tuple[Group, Group]]:
    """Put a comma between two of a group's digits."""
    digits = str(group.length)
    for place in range(1, len(digits)):
        if digits.isdigit() and digits[place] != "0":
            yield Group(int(digits[:place]), group.key), Group(int(digits[place:]), group.key)


def _with(clue: Groups, index: int, *groups: Group, replaced: int = 1) -> Groups:
    """Replace so many groups of a clue, from one on, by others."""
    return (*clue[:index], *groups, *clue[index + replaced :])
