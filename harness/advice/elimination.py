"""Line logic with one line left out: what all the others say, so that only its own clue is in question."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from harness.advice.solving import clue_groups, keys_of, palette_of
from harness.colour.lines import solve_colour_line
from harness.colour.model import AnyPuzzle, ColourClue
from harness.puzzle import Axis, Line

LineState = tuple[int, ...]
"""For the background and each colour, the set of the line's cells that may have it; see `harness.colour.lines`."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far line logic comes.

    Attributes:
        states: what is known of every line.
        contradiction: the line that nothing fits, or None.
        suspects: in case of a contradiction, the lines that had a part in it: at least one of their clues is wrong.
    """

    states: dict[Line, LineState]
    contradiction: Line | None
    suspects: frozenset[Line]


class LineLogic:
    """Line logic on the numbers of a puzzle, which need not pass `check`, as long as groups are of 1 cell or more.

    >>> from harness.puzzle import Puzzle
    >>> logic = LineLogic(Puzzle(((2,), (1,)), ((1,), (1,))))
    >>> str(logic.reach().contradiction)
    'row 2'
    >>> logic.fits(Line(Axis.ROW, 1), (), logic.reach(without=Line(Axis.ROW, 1)))
    True
    """

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._clues = clue_groups(puzzle)
        self._width, self._height = puzzle.width, puzzle.height
        self._numbers = {key: number for number, key in enumerate(keys_of(palette_of(puzzle)))}

    def reach(self, without: Line | None = None, should_stop: Callable[[], bool] | None = None) -> Reached:
        """What follows from all lines, or from all but one; incomplete if it is to stop."""
        states = {line: ((1 << self._length(line)) - 1,) * len(self._numbers) for line in self._clues}
        queue = deque(line for line in self._clues if line != without)
        waiting = set(queue)
        spoke: set[Line] = set()
        while queue and not (should_stop is not None and should_stop()):
            line = queue.popleft()
            waiting.discard(line)
            before = states[line]
            after = self._solve(line, self._clues[line], before)
            if after is None:
                return Reached(states, line, frozenset(spoke | {line}))
            if after == before:
                continue
            spoke.add(line)
            states[line] = after
            for crossing in self._carry(line, before, after, states):
                if crossing != without and crossing not in waiting:
                    waiting.add(crossing)
                    queue.append(crossing)
        return Reached(states, None, frozenset())

    def fits(self, line: Line, clue: ColourClue, reached: Reached) -> bool:
        """Whether a clue has an arrangement for the line that agrees with what is known of it."""
        return self._solve(line, clue, reached.states[line]) is not None

    def _solve(self, line: Line, clue: ColourClue, state: LineState) -> LineState | None:
        numbered = tuple((group.length, self._numbers[group.key]) for group in clue)
        solved = solve_colour_line(self._length(line), numbered, state)
        return None if solved is None else tuple(solved)

    def _length(self, line: Line) -> int:
        return self._width if line.axis is Axis.ROW else self._height

    def _carry(self, line: Line, before: LineState, after: LineState, states: dict[Line, LineState]) -> set[Line]:
        """Tell the crossing lines what was ruled out; returns those."""
        told: set[Line] = set()
        across = Axis.COLUMN if line.axis is Axis.ROW else Axis.ROW
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            gone = old & ~new
            while gone:
                lowest = gone & -gone
                gone ^= lowest
                crossing = Line(across, lowest.bit_length() - 1)
                state = list(states[crossing])
                state[number] &= ~(1 << line.index)
                states[crossing] = tuple(state)
                told.add(crossing)
        return told
