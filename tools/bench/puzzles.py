"""The puzzles that `bench solver` measures: made ones, always the same, and those of a folder, if there is one."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from harness.errors import FormatError, PuzzleError, UsageError
from harness.formats import read_any
from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.solver.propagate import Board, propagate
from harness.solver.strategy import Outcome, solve_any
from tools.made import colour_noise, domino_puzzle, noise_puzzle

Named = tuple[str, Puzzle]
Sets = dict[str, Callable[[], Iterable[Named]]]
"""Makers of the puzzles that are summed up together."""

CORPUS_VARIABLE = "CROSSWORD_CORPUS"
NO_CORPUS = f"no corpus of other authors' puzzles; name its folder of .non and .xml files in {CORPUS_VARIABLE}"


def corpus_folder() -> Path | None:
    """Return the folder of puzzles that may not be passed on; None if none is named, UsageError if it is no folder."""
    named = os.environ.get(CORPUS_VARIABLE)
    if not named:
        return None
    if not (folder := Path(named)).is_dir():
        raise UsageError(f"{CORPUS_VARIABLE}={named}: not a folder; name one of .non and .xml files")
    return folder


def read_all() -> Iterator[Named]:
    """Yield the puzzles of the corpus as they are, in colour and not, with a picture and without, by their names."""
    folder = corpus_folder()
    for path in sorted((*folder.glob("*.non"), *folder.glob("*.xml"))) if folder is not None else ():
        with suppress(FormatError):  # what we cannot read is for the tests of the formats
            yield path.stem, read_any(path)


def noise(width: int, height: int, share: float, seeds: Iterable[int], *, smooth: bool = False) -> Iterator[Named]:
    """Yield pictures drawn by chance."""
    for seed in seeds:
        name = f"noise-{width}-{seed}" if width == height else f"noise-{width}×{height}-{seed}"
        yield name, noise_puzzle(width, height, share, seed, smooth=smooth)


def sifted(sides: Iterable[int], share: float, count: int, *, by_lines: bool) -> Iterator[Named]:
    """Yield the first noise puzzles of each size that lines solve, or do not solve."""
    for side in sides:
        left = count
        for named in noise(side, side, share, range(1, 1000), smooth=by_lines):
            board = Board.of(named[1])
            if (propagate(board, Budget()) is None and not board.open_count) == by_lines:
                yield named
                left -= 1
            if not left:
                break


def coloured(share: float, *, smooth: bool) -> Iterator[Named]:
    """Yield noise in two to four colours."""
    for side in (15, 20, 25, 30):
        for inks in (2, 3, 4):
            yield f"colour-{side}-{inks}", colour_noise(side, inks, share, 1, smooth=smooth)


def contradictory() -> Iterator[Named]:
    """Yield 30 puzzles without a solution: a picture that lines solve, and one group moved to another column's clue."""
    for side in (15, 20, 25, 30, 35, 40):
        for name, puzzle in sifted([side], 0.6, 5, by_lines=True):
            rng = random.Random(name)
            while True:
                moved, columns = rng.randrange(side), [list(clue) for clue in puzzle.columns]
                if columns[moved]:
                    group = columns[moved].pop(rng.randrange(len(columns[moved])))
                    to = columns[(moved + rng.choice((-1, 1))) % side]
                    to.insert(rng.randint(0, len(to)), group)
                    wrong = Puzzle(puzzle.rows, tuple(tuple(clue) for clue in columns))
                    with suppress(PuzzleError):
                        if solve_any(wrong, budget=Budget(10)).outcome is Outcome.CONTRADICTION:
                            yield f"moved-{name}", wrong
                            break


def loose() -> Iterator[Named]:
    """Yield three lines of 2,000 cells in which every group has room, and columns of one group or none."""
    for apart in (3, 6):
        rows = tuple((1,) * len(range(first, 2000, apart)) for first in range(0, apart, apart // 3))
        yield f"stairs-{apart}", Puzzle(rows, tuple((1,) * (place % (apart // 3) == 0) for place in range(2000)))
    yield from noise(2000, 3, 0.4, [1])


def by_search() -> Iterator[Named]:
    """Yield puzzles that lines do not solve."""
    yield from ((f"{count}-dom", domino_puzzle(count)) for count in range(5, 10))
    yield from sifted((25, 30, 35, 40), 0.5, 2, by_lines=False)


GROUPS: Sets = {
    "tiny, 5×5": lambda: noise(5, 5, 0.5, range(1, 21)),
    "small, by search": lambda: sifted((6, 8, 10, 12, 15), 0.5, 4, by_lines=False),
    "noise, 25×25": lambda: noise(25, 25, 0.5, range(1, 13)),
    "by lines, 30×30…99×99": lambda: sifted((30, 35, 40, 45, 60, 75, 99), 0.6, 4, by_lines=True),
    "by search": by_search,
    "large, by search": lambda: noise(95, 80, 0.5, [1]),
    "by lines, 127×127": lambda: noise(127, 127, 0.6, [4], smooth=True),
    "by lines, 200×200": lambda: noise(200, 200, 0.66, [1], smooth=True),
    "by lines, 512×512": lambda: noise(512, 512, 0.75, [1], smooth=True),
    "contradictory": contradictory,
    "one line": lambda: (named for width in (1000, 2000, 4000) for named in noise(width, 1, 0.5, [1])),
    "three lines, loose": loose,
    "colour, noise": lambda: coloured(0.7, smooth=False),
    "colour, smooth": lambda: coloured(0.6, smooth=True),
}
"""The sets of the benchmark, in which each puzzle is where its solving shows it to belong."""


def sets() -> Sets:
    """Return the sets of the benchmark, that of the corpus first."""
    return {"public files": read_all, **GROUPS} if corpus_folder() else GROUPS
