"""The kernel of the fast solver in Python, on integers as sets of cells; see `kernel`."""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop

from harness.puzzle import Clue, ColourClue
from harness.solver.kernel.kernel import CONTRADICTION, PAUSED, SOLVED, STABLE, Check
from harness.solver.kernel.pure_lines import NumberedGroups, settle_groups

_REMEMBERED = 200_000
"""Analyses kept: some 40 MB at most."""

_LONG_SIDE = 126
"""Boards up to this side settle within milliseconds after a trial; on longer ones the check is asked meanwhile."""

_LEARNT = (0, 0)
"""Result of a probe that has decided something: no real weight."""

_State = list[list[int]]
"""For each colour, the background first, for each line the set of its cells that may have it."""


class PureKernel:
    """The kernel in Python; see `Kernel`.

    Args:
        keys: what stands for each colour in pictures, the background first.
        rows: their clues.
        columns: theirs.
    """

    def __init__(
        self,
        keys: str,
        rows: tuple[Clue, ...] | tuple[ColourClue, ...],
        columns: tuple[Clue, ...] | tuple[ColourClue, ...],
    ) -> None:
        self.width = len(columns)
        self.height = len(rows)
        self.line_calls = 0
        self._keys = keys
        self._lengths = [self.width] * self.height + [self.height] * self.width
        self._groups = [_numbered(keys, clue) for clue in (*rows, *columns)]
        self._state: _State = [[(1 << length) - 1 for length in self._lengths] for _ in keys]
        self._stack: list[_State] = []
        self._marked = list(range(self.width + self.height))
        self._path: list[tuple[int, int, int, bool]] = []
        self._is_at_solution = self._is_walked = False
        self._known: dict[tuple[object, int, tuple[int, ...]], tuple[int, ...] | None] = {}

    @property
    def unknown_count(self) -> int:
        return sum(self._open(row).bit_count() for row in range(self.height))

    def propagate(self, check: Check | None = None, /) -> int:
        marked, self._marked = list(dict.fromkeys(self._marked)), []  # a line is marked once
        return self._settle(self._state, marked, check)

    def put(self, row: int, column: int, colour: int, /) -> None:
        self._marked += _put(self._state, row, self.height, column, colour)

    def rule_out(self, row: int, column: int, colour: int, /) -> None:
        self._state[colour][row] &= ~(1 << column)
        self._state[colour][self.height + column] &= ~(1 << row)
        self._marked += (row, self.height + column)

    def push(self, from_lowest: bool = False, /) -> None:
        self._stack.append(self._state)
        self._state = _copy(self._stack[0] if from_lowest else self._state)

    def pop(self) -> None:
        self._state = self._stack.pop()

    def rows(self) -> tuple[str, ...]:
        return tuple(map(self._drawn, range(self.height)))

    def can(self, line: int, /) -> tuple[int, ...]:
        return tuple(sets[line] for sets in self._state)

    def line(self, line: int, /) -> tuple[int, int]:
        background, *colours = self.can(line)
        coloured = 0
        for cells in colours:
            coloured |= cells
        return coloured & ~background, background & ~coloured

    def analyse(self, line: int, /) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        return settle_groups(self._lengths[line], self._groups[line], self.can(line))

    def probe(self, limit: int, fruitless: int, check: Check | None, /) -> int:
        end = self.line_calls + limit if limit >= 0 else -1
        best, best_weight = SOLVED, (0, 0)
        within = check if max(self.width, self.height) > _LONG_SIDE else None
        order: list[int] = []
        idle, has_learnt = 0, True
        while idle < fruitless:
            if not order:
                if not has_learnt:
                    break
                has_learnt = False
                order = self._probing_keys(check)
                if not order:
                    return SOLVED
            cell = heappop(order) & 0xFFFFFF
            row, column = divmod(cell, self.width)
            if not self._open(row) >> column & 1:
                continue
            if 0 <= end <= self.line_calls:
                return PAUSED
            if check is not None:
                check()
            weight = self._probe_cell(cell, within)
            if weight is None:
                return CONTRADICTION
            if weight is _LEARNT:
                best, idle, has_learnt = SOLVED, 0, True
                continue
            idle += 1
            if best < 0 or weight < best_weight:
                best, best_weight = cell, weight
        return best

    def sweep(self, credit: int, worth: int, check: Check | None, /) -> int:
        end, choices = self.line_calls + credit, self._choices(self._state)
        within = check if max(self.width, self.height) > _LONG_SIDE else None
        has_learnt = True
        while has_learnt:
            order = self._probing_keys(check)
            if not order:
                return SOLVED
            has_learnt = False
            while order:
                cell = heappop(order) & 0xFFFFFF
                row, column = divmod(cell, self.width)
                if not self._open(row) >> column & 1:
                    continue
                if self.line_calls >= end:
                    return PAUSED
                if check is not None:
                    check()
                weight = self._probe_cell(cell, within)
                if weight is None:
                    return CONTRADICTION
                if weight is _LEARNT:
                    left = self._choices(self._state)
                    end += worth * (choices - left)
                    choices, has_learnt = left, True
        return PAUSED

    def _probe_cell(self, cell: int, check: Check | None) -> tuple[int, int] | None:
        """Try the colours of a cell, and learn from the results.

        Returns:
            None at a contradiction; `_LEARNT`; or of the choices that the colours leave, the most and the sum.
        """
        state, height = self._state, self.height
        row, column = divmod(cell, self.width)
        standing: list[_State] = []
        for colour in (*range(1, len(state)), 0):
            if not state[colour][row] >> column & 1:
                continue
            tried = _copy(state)
            if self._settle(tried, _put(tried, row, height, column, colour), check) == STABLE:
                standing.append(tried)
        if not standing:
            return None
        if len(standing) == 1:
            state[:] = standing[0]
            return _LEARNT
        if marked := _take_joined(state, standing):
            # all that stand know all of this: no contradiction can arise
            self._settle(state, marked, check)
            return _LEARNT
        left = [self._choices(tried) for tried in standing]
        return max(left), sum(left)

    def guess(self, attempts: int, share: float, sweeps: int, damping: float, check: Check | None, /) -> int:
        return PAUSED

    def vary(self, reach: int, check: Check | None, /) -> int:
        return PAUSED

    def walk(
        self, keys: str | None, mark: bytes, most: int, limit: int, check: Check | None, /
    ) -> tuple[int, int, bytes, BaseException | None]:
        found: list[bytes] = []
        count = 0
        while count < most:
            try:
                if check is not None:
                    check()
                answer = self._walk_on(limit, check)
            except BaseException as raised:
                self._is_walked = True
                return PAUSED, count, mark.join(found), raised
            if answer != SOLVED:
                return answer, count, mark.join(found), None
            if keys is not None:
                drawn = "".join(f"{row}\n" for row in self.rows())
                found.append(drawn.translate(str.maketrans(self._keys, keys)).encode())
            count += 1
        return SOLVED, count, mark.join(found), None

    def path(self) -> tuple[tuple[int, int, int, bool], ...]:
        return tuple(self._path)

    def _walk_on(self, limit: int, check: Check | None) -> int:
        """Go to the next solution: `SOLVED`, or `CONTRADICTION` or `PAUSED`."""
        end = self.line_calls + limit
        if self._is_walked or (self._is_at_solution and not self._next_branch()):
            self._is_walked = True
            return CONTRADICTION
        self._is_at_solution = False
        while True:
            if self.propagate(check) != STABLE:
                if self._next_branch():
                    continue
                self._is_walked = True
                return CONTRADICTION
            row = next((row for row in range(self.height) if self._open(row)), None)
            if row is None:
                self._is_at_solution = True
                return SOLVED
            if self.line_calls >= end:
                return PAUSED
            open_cells = self._open(row)
            self._suppose(row, (open_cells & -open_cells).bit_length() - 1, 0)

    def _suppose(self, row: int, column: int, after: int) -> None:
        """Suppose the first colour of a cell behind one (0 for the first of all), the background last."""
        order = (*range(after + 1, len(self._keys)), 0)
        colours = [colour for colour in order if self._state[colour][row] >> column & 1]
        if len(colours) > 1:
            self.push()
        self._path.append((row, column, colours[0], len(colours) > 1))
        self.put(row, column, colours[0])

    def _next_branch(self) -> bool:
        """Go to the next colour of the last cell that has one left; whether there is one."""
        while self._path and not self._path[-1][3]:
            self._path.pop()
        if not self._path:
            return False
        row, column, colour, _ = self._path.pop()
        self.pop()
        self._suppose(row, column, colour)
        return True

    def _choices(self, state: _State) -> int:
        return sum(cells.bit_count() for sets in state for cells in sets[: self.height])

    def _open(self, line: int) -> int:
        """The set of a line's cells that may have several colours."""
        once = several = 0
        for sets in self._state:
            several |= once & sets[line]
            once |= sets[line]
        return several

    def _drawn(self, row: int) -> str:
        cells = ["?"] * self.width
        known = ~self._open(row)
        for key, sets in zip(self._keys, self._state, strict=True):
            own = sets[row] & known
            while own:
                lowest = own & -own
                cells[lowest.bit_length() - 1] = key
                own ^= lowest
        return "".join(cells)

    def _settle(self, state: _State, marked: list[int], check: Check | None = None) -> int:
        height, lengths, groups, known = self.height, self._lengths, self._groups, self._known
        queue = deque(marked)
        waiting = set(marked)
        calls = 0
        while queue:
            line = queue.popleft()
            waiting.discard(line)
            calls += 1
            can = tuple([sets[line] for sets in state])
            key = groups[line], lengths[line], can
            if key in known:
                solved = known[key]
            else:
                if check is not None:  # what is remembered takes no time
                    self.line_calls += calls
                    calls = 0
                    check()
                found = settle_groups(lengths[line], groups[line], can)
                solved = None if found is None else found[1]
                if len(known) < _REMEMBERED:
                    known[key] = solved
            if solved is None:
                self.line_calls += calls
                return line
            if solved == can:
                continue
            keep, first = (~(1 << line), height - 1) if line < height else (~(1 << (line - height)), -1)
            for sets, before, now in zip(state, can, solved, strict=True):
                if before == now:
                    continue
                sets[line] = now
                gone = before & ~now
                while gone:
                    crossing = first + (gone & -gone).bit_length()
                    gone &= gone - 1
                    sets[crossing] &= keep
                    if crossing not in waiting:
                        waiting.add(crossing)
                        queue.append(crossing)
        self.line_calls += calls
        return STABLE

    def _probing_keys(self, check: Check | None) -> list[int]:
        """The unknown cells as a heap of keys, the ones most likely to be decided first; the low 24 bits are the cell.

        Cells near the edge of the picture come first, then those with few colours left, then those with many known
        neighbours (the edge counts as known), then those in nearly known lines: as in `search`.
        """
        height, width, state = self.height, self.width, self._state
        opened = [self._open(line) for line in range(height + width)]
        left = [cells.bit_count() for cells in opened]
        keys: list[int] = []
        for row in range(height):
            if check is not None:
                check()
            unknown = opened[row]
            above = opened[row - 1] if row else 0
            below = opened[row + 1] if row + 1 < height else 0
            before, behind = unknown << 1, unknown >> 1
            row_edge = min(row, height - 1 - row)
            while unknown:
                column = (unknown & -unknown).bit_length() - 1
                unknown &= unknown - 1
                edge = min(row_edge, column, width - 1 - column)
                choices = 2 if len(state) == 2 else sum(sets[row] >> column & 1 for sets in state)
                neighbours = (above >> column & 1) + (below >> column & 1) + (before >> column & 1)
                key = (edge << 9 | choices) << 3 | neighbours + (behind >> column & 1)
                keys.append((key << 13 | left[row] + left[height + column]) << 24 | row * width + column)
        heapify(keys)
        return keys


def _numbered(keys: str, clue: Clue | ColourClue) -> NumberedGroups:
    """A clue's groups with the numbers of their colours."""
    return tuple((group, 1) if isinstance(group, int) else (group.length, keys.index(group.key)) for group in clue)


def _copy(state: _State) -> _State:
    return [sets.copy() for sets in state]


def _put(state: _State, row: int, height: int, column: int, colour: int) -> list[int]:
    """Give a cell a colour; returns its two lines."""
    for other, sets in enumerate(state):
        if other != colour:
            sets[row] &= ~(1 << column)
            sets[height + column] &= ~(1 << row)
    return [row, height + column]


def _take_joined(state: _State, standing: list[_State]) -> list[int]:
    """Let a state learn what all of these know; returns the lines that learnt something."""
    marked = set[int]()
    for own, *others in zip(state, *standing, strict=True):
        for line, sets in enumerate(zip(*others, strict=True)):
            joined = 0
            for cells in sets:
                joined |= cells
            if joined != own[line]:
                own[line] = joined
                marked.add(line)
    return sorted(marked)
