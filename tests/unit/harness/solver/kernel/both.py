"""Both kernels on one puzzle: whatever is done must have one answer and leave one state."""

from __future__ import annotations

import random
from typing import Any

from harness.puzzle import BACKGROUND, BLOT, AnyPuzzle, Clue, ColourClue, Group, colour_clue_of
from harness.solver.kernel.choose import colour_keys
from harness.solver.kernel.kernel import SOLVED, STABLE, Kernel
from harness.solver.kernel.pure_kernel import PureKernel


class Both:
    """The pure kernel and the compiled one."""

    def __init__(self, keys: str, rows: tuple[Any, ...], columns: tuple[Any, ...]) -> None:
        from harness.solver.kernel import _fast

        self.height, self.width = len(rows), len(columns)
        self.pure: Kernel = PureKernel(keys, rows, columns)
        self.compiled: Kernel = _fast.Kernel(keys, rows, columns)

    @classmethod
    def of(cls, puzzle: AnyPuzzle) -> Both:
        """Both on a puzzle."""
        return cls(colour_keys(puzzle), puzzle.rows, puzzle.columns)

    def __call__(self, act: str, *arguments: object) -> Any:
        """Let both do something; returns their answer."""
        answer = getattr(self.pure, act)(*arguments)
        assert getattr(self.compiled, act)(*arguments) == answer, act
        assert self.compiled.rows() == self.pure.rows(), act
        assert (self.compiled.line_calls, self.compiled.unknown_count) == (
            self.pure.line_calls,
            self.pure.unknown_count,
        )
        return answer

    def check_line(self, line: int) -> None:
        """What is known of a line."""
        for ask in ("can", "line", "analyse"):
            self(ask, line)

    def walk(self, rng: random.Random, moves: int) -> None:
        """Make moves by lot."""
        depth = 0
        for _ in range(moves):
            row, column, move = rng.randrange(self.height), rng.randrange(self.width), rng.random()
            can = [colour for colour, cells in enumerate(self.pure.can(row)) if cells >> column & 1]
            if not can or move < 0.1:
                if depth:
                    self("pop")
                    depth -= 1
            elif move < 0.3:
                self("push", rng.random() < 0.3)
                depth += 1
            elif move < 0.5:
                self("put", row, column, rng.choice(can))
            elif move < 0.6 and len(can) > 1:
                self("rule_out", row, column, rng.choice(can))
            elif self("propagate") == STABLE and move > 0.85:
                self("probe", rng.choice((20, 300)), rng.choice((3, 15)), None)
            self.check_line(rng.randrange(self.height + self.width))

    def search(self, rng: random.Random) -> None:
        """Take the steps of a search: sweep, probe, branch on the cell that is named."""
        if self("propagate") != STABLE:
            return
        self("sweep", *rng.choice(((0, 0), (50, 0), (200, 10))), None)
        for _ in range(3):
            answer = self("probe", rng.choice((-1, 100, 300)), rng.choice((3, 5, 60)), None)
            if answer <= SOLVED:
                return
            row, column = divmod(answer, self.width)
            colours = [colour for colour, cells in enumerate(self.pure.can(row)) if cells >> column & 1]
            assert len(colours) > 1
            before = self.pure.rows()
            self("push")
            self("put", row, column, colours[-1])
            assert self("propagate") == STABLE, "the probe has tried all colours"
            if rng.random() < 0.3:
                self("pop")
                assert self.pure.rows() == before


SMALL, LONG = ((6, 6), (9, 5), (3, 66), (12, 12), (16, 16)), ((130, 2), (2, 200), (320, 5), (7, 280))


def random_board(rng: random.Random, sides: tuple[tuple[int, int], ...] = SMALL) -> Both:
    """The board of a picture in stretches of one to four colours, some groups blotted, its rows mixed up at times."""
    width, height = rng.choice(sides)
    keys = BACKGROUND + "#rgb"[: rng.choice((1, 1, 2, 4))]
    longest, blots = rng.choice((1, 2, 6, 40, 150)), rng.choice((0, 0, 0, 0.1, 0.5))
    rows = []
    for _ in range(height):
        row = ""
        while len(row) < width:
            row += rng.choice(keys) * rng.randint(1, longest)
        rows.append(row[:width])
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    if rng.random() < 0.2:
        rng.shuffle(rows)

    def clue(line: str) -> Clue | ColourClue:
        groups = tuple(Group(BLOT if rng.random() < blots else size, key) for size, key in colour_clue_of(line))
        return groups if len(keys) > 2 else tuple(size for size, _ in groups)

    return Both(keys, tuple(map(clue, rows)), tuple(map(clue, columns)))
