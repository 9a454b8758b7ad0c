"""Comparison of all solvers on random puzzles, and with a SAT encoding that shares nothing with them.

    python -m tools.agreement [--seed N] [--plain N] [--colour N] [--blotted N]

A puzzle is that of a random picture, or has the rows of one and the columns of another. Both kernels of the fast solver
must find the same fixpoint after as many analyses, the one where the reference's lines end; and both fast solvers and
the encoding here must count the same solutions, up to two.

The encoding reads each line with an automaton: a variable for each state and each cell that it may be in then. Not a
line of it is the solver's, which encodes where blocks start.

Source: the encoding is that of F. Bacchus, "GAC via unit propagation" (CP 2007), for regular constraints.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from pysat.solvers import Solver

from harness.puzzle import BLOT, Group, Groups, Puzzle, cells_needed, groups_of, tells_of
from harness.puzzle.palette import BACKGROUND, Colour, Palette
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from harness.solver.kernel import STABLE, build_kernel
from harness.solver.propagate import Board, propagate
from tools.made import random_cells, smoothed

KEYS = "rgbkyc"
MOST_STATES = 60_000
"""Of the automata of a puzzle, over all cells: what the encoding does in some tenths of a second."""


class State(NamedTuple):
    """A state of a line's automaton: the colour of the cell just read, and the states that may follow."""

    key: str
    followers: tuple[int, ...]
    is_end: bool


def automaton(clue: Groups) -> list[State]:
    """The automaton that reads the lines with this clue, from state 0, in which nothing has been read.

    >>> [state.followers for state in automaton((Group(2, "r"),))]
    [(0, 1), (2,), (3,), (3,)]
    """
    states: list[State] = []
    first = 0  # the number of the state before the group: background, or nothing yet
    for number, group in enumerate(clue):
        cells = 1 if group.length == BLOT else group.length
        gap = first + cells + 1
        may_touch = number + 1 < len(clue) and clue[number + 1].key != group.key
        states.append(State(BACKGROUND, (first, first + 1), False))
        states += [State(group.key, (first + cell + 2,), False) for cell in range(cells - 1)]
        again = (gap - 1,) if group.length == BLOT else ()
        touching = (gap + 1,) if may_touch else ()
        states.append(State(group.key, (*again, gap, *touching), number + 1 == len(clue)))
        first = gap
    states.append(State(BACKGROUND, (first,), True))
    return states


def possible_states(states: list[State], length: int) -> list[set[int]]:
    """The states in which the automaton may be after each number of cells of a line that it accepts."""
    forward = [{0}]
    for _ in range(length):
        forward.append({after for state in forward[-1] for after in states[state].followers})
    backward = [{number for number, state in enumerate(states) if state.is_end} & forward[length]]
    for cells in range(length - 1, -1, -1):
        backward.append({state for state in forward[cells] if backward[-1].intersection(states[state].followers)})
    return backward[::-1]


def count_by_automata(puzzle: Puzzle) -> int:
    """Count a puzzle's solutions, up to two."""
    with Solver(name="cadical195") as solver:
        painted = _encode(puzzle, solver)
        if painted is None or not solver.solve():
            return 0
        model = set(solver.get_model())
        solver.add_clause([-literal for colours in painted for literal in colours if literal in model])
        return 2 if solver.solve() else 1


def _encode(puzzle: Puzzle, solver: Solver) -> list[list[int]] | None:
    """Hand over the clauses; the variables of each cell's colours, or None if a line has no picture."""
    keys = BACKGROUND + "".join(sorted({group.key for clue in puzzle.groups().values() for group in clue}))
    painted = [
        [cell * len(keys) + colour + 1 for colour in range(len(keys))] for cell in range(puzzle.width * puzzle.height)
    ]
    for colours in painted:
        solver.add_clause(colours)
        for one, other in combinations(colours, 2):
            solver.add_clause([-one, -other])
    last = len(painted) * len(keys)
    for number, (line, clue) in enumerate(puzzle.groups().items()):
        is_row = number < puzzle.height
        length = puzzle.width if is_row else puzzle.height
        cells = (
            painted[line.index * puzzle.width : (line.index + 1) * puzzle.width]
            if is_row
            else painted[line.index :: puzzle.width]
        )
        states = automaton(clue)
        possible = possible_states(states, length)
        if not possible[0]:
            return None
        before: dict[int, int] = {}
        for place, cell in enumerate(cells):
            now = {state: last + offset for offset, state in enumerate(sorted(possible[place + 1]), 1)}
            last += len(now)
            # It is in some state of the cell's colour, comes from one and leads to one. Several states do no
            # harm: from any of the first cell's states there is a way to an end.
            solver.add_clause(list(now.values()))
            for state, variable in now.items():
                solver.add_clause([-variable, cell[keys.index(states[state].key)]])
            for colour, key in enumerate(keys):
                solver.add_clause([-cell[colour], *(now[state] for state in now if states[state].key == key)])
            for state, variable in before.items():
                solver.add_clause([-variable, *(now[after] for after in states[state].followers if after in now)])
            for state, variable in now.items():
                if place:
                    sources = [before[source] for source in before if state in states[source].followers]
                    solver.add_clause([-variable, *sources])
            before = now
    return painted


def compare(puzzle: Puzzle) -> int:
    """Let all solve a puzzle; returns how many solutions it has, up to two. AssertionError if they do not agree."""
    board = Board.of(puzzle)
    stands = propagate(board, Budget()) is None
    if kernel := build_kernel(puzzle):
        assert (kernel.propagate() == STABLE) is stands, "whether the lines contradict each other"
        assert not stands or kernel.rows() == board.rows(), "the fixpoint"
    expected = count_by_automata(puzzle)
    for strategy in (Fast(), Fast(with_kernel=False)):
        which = "fast" if strategy.with_kernel else "fast without kernel"
        found = [grid.rows for grid in strategy.solve(puzzle).solutions]
        assert len(found) == expected, f"{which}: {len(found)} solutions, and the automata have {expected}"
        assert len(set(found)) == len(found), f"{which}: a solution comes twice"
        assert all(_is_solution(puzzle, rows) for rows in found), f"{which}: a solution is none"
    return expected


def _is_solution(puzzle: Puzzle, rows: tuple[str, ...]) -> bool:
    drawn = puzzle.redrawn(rows).groups()
    return all(tells_of(clue, drawn[line]) for line, clue in puzzle.groups().items())


def random_puzzle(rng: random.Random, kind: str) -> Puzzle:
    """A puzzle that all can solve within some tenths of a second, with sides of 1 to 300 cells.

    `kind` is `plain`, `colour` (2 to 6 of them), or `blotted` (of either kind, with some groups of unknown length).
    """
    while True:
        width, height = (round(MOST_SIDE ** rng.random()) for _ in range(2))
        if width * height > LARGE_AREA:
            continue
        count = rng.randint(2, len(KEYS)) if kind == "colour" or (kind == "blotted" and rng.random() < 0.5) else 1
        is_small = width * height <= SMALL_AREA
        cells = random_cells(rng, width, height, KEYS[:count], rng.random() if is_small else rng.uniform(0.6, 0.9))
        if not is_small or rng.random() < 0.5:
            cells = smoothed(smoothed(cells))
        # rows of one picture, columns of another with as many cells of each colour
        shuffled = rng.sample(cells, height) if rng.random() < 0.15 else cells
        blotted = rng.choice((0.05, 0.3)) if kind == "blotted" else 0.0
        puzzle = _puzzle_of(rng, cells, shuffled, count, blotted)
        if _states_about(puzzle) <= MOST_STATES:
            return puzzle


MOST_SIDE, SMALL_AREA, LARGE_AREA = 300, 200, 4000
"""The longest side; the most cells of a picture of noise alone, which is hard beyond that; and the most for which the
automata do not get too many states."""


def _puzzle_of(
    rng: random.Random, cells: list[list[str]], shuffled: list[list[str]], count: int, blotted: float
) -> Puzzle:
    def clue_of(line: Iterable[str]) -> Groups:
        groups = groups_of("".join(line))
        return tuple(Group(BLOT, group.key) if rng.random() < blotted else group for group in groups)

    rows, columns = tuple(map(clue_of, shuffled)), tuple(map(clue_of, zip(*cells, strict=True)))
    if count > 1:
        return Puzzle(rows, columns, Palette(tuple(Colour(key, (0, 0, 0)) for key in KEYS[:count])))
    plain_rows, plain_columns = (
        tuple(tuple(group.length for group in clue) for clue in side) for side in (rows, columns)
    )
    return Puzzle(plain_rows, plain_columns)


def _states_about(puzzle: Puzzle) -> int:
    """No fewer than the states of the automata, over all cells."""
    lengths = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
    clues = puzzle.groups().values()
    return sum(length * (2 * (length - cells_needed(clue)) + 1) for clue, length in zip(clues, lengths, strict=True))


def compare_many(rng: random.Random, kind: str, count: int) -> Counter[int]:
    """Let all solve so many puzzles; returns how many had no solution, one, and more. AssertionError has the puzzle."""
    counted: Counter[int] = Counter()
    for number in range(1, count + 1):
        puzzle = random_puzzle(rng, kind)
        try:
            counted[compare(puzzle)] += 1
        except AssertionError as trouble:
            raise AssertionError(f"{kind} puzzle {number}: {trouble}\n{puzzle!r}") from None
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.agreement", description="All that solve, against each other."
    )
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="repeats a run")
    for kind, count in (("plain", 2000), ("colour", 1000), ("blotted", 300)):
        parser.add_argument(f"--{kind}", type=int, default=count, help=f"puzzles (default: {count})")
    options = parser.parse_args()
    print(f"the seed is {options.seed}", flush=True)
    for kind in ("plain", "colour", "blotted"):
        count = getattr(options, kind)
        counted = compare_many(random.Random(f"{options.seed} {kind}"), kind, count)
        solutions = f"{counted[0]} without a solution, {counted[1]} with one, {counted[2]} with more"
        print(f"{count} {kind} puzzles, all agree: {solutions}", flush=True)


if __name__ == "__main__":
    main()
