"""The puzzles that `bench solver` measures: made ones, always the same, and those of a folder, where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.solver.propagate import Board, propagate
from tools.bench.corpus import read_all
from tools.made import colour_noise, domino_puzzle, noise_puzzle


@dataclass(frozen=True, slots=True)
class Group:
    """Puzzles that are summed up together, by name."""

    name: str
    puzzles: tuple[tuple[str, Puzzle], ...]


_SIZE_SEED = 4

SMALL_SIDES, SMALL_PUZZLES = (6, 8, 10, 12, 15), 4
"""The sides of small made puzzles that are not solvable by lines, and how many there are of each."""

TOURNAMENT_PUZZLES = 12
"""Of 25×25 cells, half of them black, as the tournaments have them."""

LINE_SIDES, LINE_PUZZLES = (30, 35, 40, 45, 60, 75, 99), 4
"""The sides of made puzzles that are solvable by lines, and how many there are of each."""

SEARCH_SIDES, SEARCH_PUZZLES = (25, 30, 35, 40), 2
"""The same for made puzzles that are not."""

COLOUR_SIDES, COLOUR_INKS = (15, 20, 25, 30), (2, 3, 4)
"""The sides of made puzzles in colour, and how many colours besides the background."""

LARGE = ((127, 0.6, 4), (200, 0.66, 1), (512, 0.75, 1))
"""Side, share of black and seed of large made puzzles that are solvable by lines. A set of 128 bits holds 126 cells."""


def build_groups() -> list[Group]:
    """The groups of the benchmark; each puzzle is in the group that its solving shows it to belong to."""
    by_lines = [case for side in LINE_SIDES for case in _made(side, 0.6, LINE_PUZZLES, by_lines=True)]
    by_search = [(f"{count}-dom", domino_puzzle(count)) for count in range(5, 10)]
    by_search += [case for side in SEARCH_SIDES for case in _made(side, 0.5, SEARCH_PUZZLES, by_lines=False)]
    middle = [(name, puzzle) for name, puzzle in by_lines if _is_of_middle_size(puzzle)]
    small = [case for side in SMALL_SIDES for case in _made(side, 0.5, SMALL_PUZZLES, by_lines=False)]
    tournament = [(f"noise-25-{seed}", noise_puzzle(25, 25, 0.5, seed)) for seed in range(1, TOURNAMENT_PUZZLES + 1)]
    known = list(read_all())
    return [
        *([Group("public files", tuple(known))] if known else []),
        Group("small, by search", tuple(small)),
        Group("noise, 25×25", tuple(tournament)),
        Group("by lines, 30×35…45×45", tuple(middle)),
        Group("by lines, all", tuple(by_lines)),
        Group("by search", tuple(by_search)),
        Group("large, by search", (("noise-95×80-1", noise_puzzle(95, 80, 0.5, 1)),)),
        *(Group(f"by lines, {side}×{side}", (_large(side, share, seed),)) for side, share, seed in LARGE),
        Group("colour, noise", tuple(_coloured(0.7, smooth=False))),
        Group("colour, smooth", tuple(_coloured(0.6, smooth=True))),
    ]


HARD_SIDES, HARD_PUZZLES, MOST_DOMINOES = ((30, 0.5), (40, 0.4)), 8, 12
"""Sides and shares of black of hard noise, how many puzzles there are of each, and the most dominoes."""


def build_hard_groups() -> list[Group]:
    """Puzzles that take search: noise that has several solutions, and dominoes, which are hard without learning."""
    noise = []
    for side, share in HARD_SIDES:
        made = [(f"noise-{side}-{seed}", noise_puzzle(side, side, share, seed)) for seed in range(1, HARD_PUZZLES + 1)]
        noise.append(Group(f"hard, noise {side}×{side} at {share:.0%}", tuple(made)))
    dominoes = [(f"{count}-dom", domino_puzzle(count)) for count in range(8, MOST_DOMINOES + 1)]
    return [*noise, Group("hard, dominoes", tuple(dominoes))]


SIZES = (15, 30, 60, 125, 250, 500, 1000, 2000)
"""The sides of made puzzles, all of a kind, by which the growth of the time is measured."""


def build_size_groups() -> list[Group]:
    """A puzzle of each size that line logic solves, alone: smooth noise, three quarters of it black."""
    return [Group(f"size {side}×{side}", (_large(side, 0.75, _SIZE_SEED),)) for side in SIZES]


ROOKS = (4, 5, 6, 7, 8)
"""The sides of boards on which rooks stand, as many solutions as permutations."""


def build_rook_groups() -> list[Group]:
    """Puzzles with one cell in each row and column, each alone."""
    return [Group(f"all of {side}!", ((f"{side} rooks", Puzzle(((1,),) * side, ((1,),) * side)),)) for side in ROOKS]


def _large(side: int, share: float, seed: int) -> tuple[str, Puzzle]:
    return f"noise-{side}-{seed}", noise_puzzle(side, side, share, seed, smooth=True)


def _coloured(share: float, *, smooth: bool) -> Iterator[tuple[str, Puzzle]]:
    for side in COLOUR_SIDES:
        for inks in COLOUR_INKS:
            yield f"colour-{side}-{inks}", colour_noise(side, inks, share, 1, smooth=smooth)


def _made(side: int, share: float, count: int, *, by_lines: bool) -> Iterator[tuple[str, Puzzle]]:
    """The first noise puzzles of the size that are, or are not, solvable by lines."""
    seed = 0
    while count:
        seed += 1
        puzzle = noise_puzzle(side, side, share, seed, smooth=by_lines)
        if _is_solvable_by_lines(puzzle) == by_lines:
            count -= 1
            yield f"noise-{side}-{seed}", puzzle


def _is_solvable_by_lines(puzzle: Puzzle) -> bool:
    board = Board.of(puzzle)
    return propagate(board, Budget()) is None and not board.open_count


def _is_of_middle_size(puzzle: Puzzle) -> bool:
    smaller, larger = sorted((puzzle.width, puzzle.height))
    return 30 <= smaller <= 45 and 35 <= larger <= 45
