"""Both kernels of the fast solver: against the reference, against each other, and what they refuse."""

import os
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.kernel.choose import build_kernel
from harness.solver.kernel.kernel import PAUSED, STABLE
from harness.solver.propagate import Board, propagate
from tests.kernels import COMPILED, KERNELS
from tests.many_solutions import rooks
from tests.strategies import clue_tables, grids
from tests.unit.harness.solver.kernel.both import LONG, SMALL, Both, random_board
from tools.made import colour_noise, noise_puzzle


@KERNELS
@given(puzzle=st.one_of(grids(12, 12).map(Grid.clues), clue_tables()))
@settings(deadline=None)
def test_propagation_ends_where_the_reference_ends(kernel: str, puzzle: Puzzle) -> None:
    lines = puzzle.height + puzzle.width  # not `Board.of`: the sums may differ
    board = Board(puzzle.width, puzzle.height, puzzle.rows + puzzle.columns, [0] * lines, [0] * lines)
    own = build_kernel(puzzle, kernel)
    if propagate(board, Budget()) is not None:
        assert own.propagate() != STABLE
        return
    assert own.propagate() == STABLE
    assert (own.rows(), own.unknown_count) == (board.grid().rows, board.unknown_count)
    assert [own.line(line) for line in range(lines)] == list(zip(board.black, board.white, strict=True))


@COMPILED
@pytest.mark.parametrize(("sides", "count"), [(SMALL, 30), (LONG, 5)], ids=["small", "long"])
def test_both_kernels_do_the_same(sides: tuple[tuple[int, int], ...], count: int) -> None:
    for seed in range(count):
        rng = random.Random(seed)
        random_board(rng, sides).walk(rng, 20)
        random_board(rng, sides).search(rng)


@COMPILED
@pytest.mark.parametrize(("limit", "fruitless"), [(-1, 1000), (200, 1000), (-1, 3)])
def test_both_kernels_choose_the_same_cell(limit: int, fruitless: int) -> None:
    """Line logic leaves much open: what each probe rules out weighs."""
    answers = []
    for seed in (1, 2):
        for puzzle in (noise_puzzle(16, 16, 0.45, seed), colour_noise(9, 2, 0.7, seed)):
            both = Both.of(puzzle)
            assert both("propagate") == STABLE
            answers.append(both("probe", limit, fruitless, None))
    assert limit < 0 or PAUSED in answers
    assert max(answers) >= 0


@COMPILED
def test_a_cell_that_loses_its_last_colour_is_found_wherever_it_lies() -> None:
    puzzle = Puzzle(((3, 100), (3, 100)), ((2,),) * 3 + ((),) * 60 + ((2,),) * 100 + ((),) * 20)
    for column in (1, 30, 70, 175):
        for colour in (0, 1):
            kernel = build_kernel(puzzle, "compiled")
            kernel.propagate()
            assert kernel.unknown_count == 0
            if kernel.can(0)[colour] >> column & 1:
                kernel.rule_out(0, column, colour)
                assert kernel.propagate() == 0


@KERNELS
def test_a_deep_stack(kernel: str) -> None:
    board = build_kernel(rooks(12), kernel)
    board.propagate()
    states = []
    for row in range(11):
        states.append(board.rows())
        board.push()
        board.put(row, row, 1)
        assert board.propagate() == STABLE
    assert board.unknown_count == 0
    for state in reversed(states):
        board.pop()
        assert board.rows() == state
    with pytest.raises(IndexError):
        board.pop()


@KERNELS
def test_the_check_ends_a_probe(kernel: str) -> None:
    def refuse() -> None:
        raise LookupError

    board = build_kernel(rooks(20), kernel)
    with pytest.raises(LookupError):
        board.propagate(refuse)
    board = build_kernel(rooks(20), kernel)
    board.propagate()
    with pytest.raises(LookupError):
        board.probe(-1, 400, refuse)


def test_the_environment_chooses_the_kernel() -> None:
    code = (
        "from harness.puzzle import Puzzle; from harness.solver.kernel.choose import build_kernel, solve_by_lines;"
        "puzzle = Puzzle(((1,),), ((1,),)); print(type(build_kernel(puzzle)).__name__, solve_by_lines(puzzle))"
    )
    environment = {**os.environ, "CROSSWORD_KERNEL": "pure"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "PureKernel None\n"


@COMPILED
@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        ((".#", ((3,),), ((1,), (1,))), "line 0"),
        ((".#", ((0,),), ((1,), (1,))), "line 0"),
        ((".#", ((-2,),), ((1,), (1,))), "line 0"),
        ((".#", ((1, 1),), ((1,), (1,))), "line 0"),
        ((".#", ((1,),), ((1,), (-1, -1))), "line 2"),
        ((".#", ((1,) * 5000,), ((1,), (1,))), "line 0"),
        ((".#", ((1,),), ()), "a board of"),
        ((".#", ((1,),), ((1,),) * 4001), "a board of"),
        (("." + "#" * 1001, ((1,),), ((1,),)), "colours"),
        (("", ((1,),), ((1,),)), "colours"),
        ((".", ((1,),), ((1,),)), "no colour"),
        ((".r", (((1, "g"),),), ((1,),)), "no colour"),
        ((".r", (((1, "rr"),),), ((1,),)), "no colour"),
    ],
)
def test_the_compiled_kernel_refuses_what_would_break_it(arguments: tuple[Any, ...], trouble: str) -> None:
    from harness.solver.kernel import _fast

    with pytest.raises(ValueError, match=trouble):
        _fast.Kernel(*arguments)
