"""Both kernels of the fast solver: against the reference line by line, and against each other step by step."""

import itertools
import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Clue, Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.kernel.choose import build_kernel, has_compiled_kernel
from harness.solver.kernel.kernel import CONTRADICTION, PAUSED, SOLVED, STABLE, Kernel
from harness.solver.kernel.pure_lines import settle_groups
from harness.solver.lines import parse_line, solve_line
from harness.solver.propagate import Board, propagate
from tests.line_cases import pictures_by_clue, random_line
from tests.marks import examples
from tests.strategies import clue_tables, grids, lines

COMPILED = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")
KERNELS = pytest.mark.parametrize("which", ["pure", pytest.param("compiled", marks=COMPILED)])


def starts_of(black: int) -> list[int]:
    """Return the starts of the blocks of an arrangement."""
    starts = black & ~(black << 1)
    return [cell for cell in range(starts.bit_length()) if starts >> cell & 1]


def board_of_one_line(which: str, length: int, clue: Clue, height: int = 1) -> Kernel:
    """A board whose row 0 is the line; what its columns say is never looked at. Higher than 62, its sets are wide."""
    clues = clue, *[()] * (height - 1 + length)
    puzzle = Puzzle(clues[:height], clues[height:])
    return build_kernel(puzzle, which)


def check_every_line(which: str, length: int, height: int = 1) -> int:
    cells = (1 << length) - 1
    cases = 0
    for clue, pictures in pictures_by_clue(length).items():
        for known in itertools.product("#.?", repeat=length):
            kernel = board_of_one_line(which, length, clue, height)
            for column, cell in enumerate(known):
                if cell != "?":
                    kernel.put(0, column, int(cell == "#"))
            _, black, white = parse_line("".join(known))
            fitting = [picture for picture in pictures if picture & white == 0 and black & ~picture == 0]
            found = kernel.analyse(0)
            if not fitting:
                assert found is None, f"{''.join(known)} with {clue}"
            else:
                can_be_black = can_be_white = 0
                starts = [0] * len(clue)
                for picture in fitting:
                    can_be_black |= picture
                    can_be_white |= cells & ~picture
                    for block, start in enumerate(starts_of(picture)):
                        starts[block] |= 1 << start
                assert found == (tuple(starts), (can_be_white, can_be_black)), f"{''.join(known)} with {clue}"
            cases += 1
    return cases


@KERNELS
@pytest.mark.parametrize(("length", "cases"), [(1, 6), (2, 27), (3, 135), (4, 648), (5, 3159), (6, 15309)])
def test_every_clue_in_every_state(which: str, length: int, cases: int) -> None:
    assert check_every_line(which, length) == cases


@COMPILED
@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_every_clue_in_every_state_in_wide_sets(length: int) -> None:
    assert check_every_line("compiled", length, height=63) > 0


@pytest.mark.slow
@KERNELS
def test_every_clue_in_every_state_of_longer_lines(which: str) -> None:
    assert check_every_line(which, 7) == 74358
    assert check_every_line(which, 8) == 360855


@KERNELS
@pytest.mark.parametrize("length", [20, 61, 62, 63, 64, 65, 99, 125, 126])
def test_long_lines_against_the_reference(which: str, length: int) -> None:
    rng = random.Random(length)
    outcomes = set()
    for _ in range(400):
        text, clue = random_line(rng, length, density=rng.random(), hidden=rng.random())
        known = list(text)
        if rng.random() < 0.3:  # most often a contradiction then
            known[rng.randrange(length)] = rng.choice("#.")
        kernel = board_of_one_line(which, length, clue)
        for column, cell in enumerate(known):
            if cell != "?":
                kernel.put(0, column, int(cell == "#"))
        _, black, white = parse_line("".join(known))
        expected = solve_line(length, clue, black, white)
        found = kernel.analyse(0)
        outcomes.add(found is None)
        if expected is None or found is None:
            assert (found, expected) == (None, None)
        else:
            can_be_white, can_be_black = found[1]
            assert (can_be_black & ~can_be_white, can_be_white & ~can_be_black) == expected
    assert outcomes == {True, False}


@given(lines(40))
def test_findings_are_those_of_the_reference(line: tuple[str, Clue]) -> None:
    text, clue = line
    length, black, white = parse_line(text)
    expected = solve_line(length, clue, black, white)
    cells = (1 << length) - 1
    found = settle_groups(length, tuple((size, 1) for size in clue), (cells & ~black, cells & ~white))
    assert (found and (cells & ~found[1][0], cells & ~found[1][1])) == expected


@KERNELS
@given(puzzle=grids(12, 12).map(Grid.clues))
@settings(deadline=None)
def test_propagation_ends_where_the_reference_ends(which: str, puzzle: Puzzle) -> None:
    kernel, board, budget = build_kernel(puzzle, which), Board.of(puzzle), Budget()
    assert propagate(board, budget) is None
    assert kernel.propagate() == STABLE
    assert kernel.rows() == board.grid().rows
    assert kernel.unknown_count == board.unknown_count
    assert [kernel.line(line) for line in range(puzzle.height + puzzle.width)] == list(
        zip(board.black, board.white, strict=True)
    )


@KERNELS
@given(puzzle=clue_tables())
@settings(deadline=None)
def test_contradictions_are_found_where_the_reference_finds_them(which: str, puzzle: Puzzle) -> None:
    # not `Board.of`: the sums may differ
    lines = puzzle.height + puzzle.width
    board = Board(puzzle.width, puzzle.height, puzzle.rows + puzzle.columns, [0] * lines, [0] * lines)
    failed = propagate(board, Budget())
    assert (build_kernel(puzzle, which).propagate() == STABLE) == (failed is None)


@COMPILED
@pytest.mark.parametrize(("limit", "fruitless"), [(-1, 1000), (200, 1000), (-1, 3)])
def test_both_kernels_choose_the_same_cell(limit: int, fruitless: int) -> None:
    """Line logic leaves much open: what each probe rules out weighs."""
    rng = random.Random(16)
    answers = []
    for _ in range(10):
        picture = Grid(tuple("".join(".#"[rng.random() < 0.45] for _ in range(16)) for _ in range(16)))
        pure, compiled = build_kernel(picture.clues(), "pure"), build_kernel(picture.clues(), "compiled")
        assert pure.propagate() == compiled.propagate() == STABLE
        answers.append(pure.probe(limit, fruitless, None))
        assert compiled.probe(limit, fruitless, None) == answers[-1]
        assert (pure.rows(), pure.line_calls) == (compiled.rows(), compiled.line_calls)
    assert (PAUSED in answers) == (limit >= 0)
    assert max(answers) >= 0


@COMPILED
@given(
    puzzle=st.one_of(grids(14, 14).map(Grid.clues), clue_tables(8)),
    limit=st.integers(-1, 400),
    fruitless=st.integers(1, 60),
)
@settings(deadline=None, max_examples=examples(300))
def test_both_kernels_take_the_same_steps(puzzle: Puzzle, limit: int, fruitless: int) -> None:
    pure, compiled = build_kernel(puzzle, "pure"), build_kernel(puzzle, "compiled")

    def both(act: Callable[[Kernel], object]) -> object:
        first, second = act(pure), act(compiled)
        assert first == second
        assert (pure.rows(), pure.line_calls, pure.unknown_count) == (
            compiled.rows(),
            compiled.line_calls,
            compiled.unknown_count,
        )
        return first

    answer = CONTRADICTION
    if both(Kernel.propagate) == STABLE:
        probed = both(lambda kernel: kernel.probe(limit, fruitless, None))
        assert isinstance(probed, int)
        answer = probed
    before = pure.rows()
    for colour in (1, 0) if answer not in (CONTRADICTION, SOLVED, PAUSED) else ():
        row, column = divmod(answer, puzzle.width)
        assert before[row][column] == "?"
        both(Kernel.push)
        both(lambda kernel, row=row, column=column, colour=colour: kernel.put(row, column, colour))  # type: ignore[misc]
        assert both(Kernel.propagate) == STABLE, "the probe has tried both colours"
        assert pure.rows()[row][column] == ".#"[colour]
        both(Kernel.pop)
        assert pure.rows() == before


@KERNELS
def test_a_deep_stack(which: str) -> None:
    kernel = build_kernel(Puzzle(((1,),) * 12, ((1,),) * 12), which)
    kernel.propagate()
    states = []
    for row in range(11):
        states.append(kernel.rows())
        kernel.push()
        kernel.put(row, row, 1)
        assert kernel.propagate() == STABLE
    assert kernel.unknown_count == 0
    for state in reversed(states):
        kernel.pop()
        assert kernel.rows() == state
    with pytest.raises(IndexError):
        kernel.pop()


@KERNELS
def test_the_check_ends_a_probe(which: str) -> None:
    def refuse() -> None:
        raise LookupError

    kernel = build_kernel(Puzzle(((1,),) * 20, ((1,),) * 20), which)
    with pytest.raises(LookupError):
        kernel.propagate(refuse)
    kernel = build_kernel(Puzzle(((1,),) * 20, ((1,),) * 20), which)
    kernel.propagate()
    with pytest.raises(LookupError):
        kernel.probe(-1, 400, refuse)


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


@COMPILED
def test_the_compiled_kernel_refuses_what_is_no_clue() -> None:
    from harness.solver.kernel import _fast

    no_rows: tuple[Any, ...] = ([(1,)], ([1],), ((None,),), ((1.5,),), (((1,),),), (((1, "r", 1),),))
    for rows in no_rows:
        with pytest.raises(TypeError):
            _fast.Kernel(".#", rows, ((1,),))


@COMPILED
def test_the_compiled_kernel_refuses_cells_that_there_are_not() -> None:
    from harness.solver.kernel import _fast

    kernel = _fast.Kernel(".#", ((1,),), ((1,),))
    for outside in (-1, 2, 1 << 40):
        for ask in (kernel.analyse, kernel.line, kernel.can):
            with pytest.raises(ValueError, match="no such"):
                ask(outside)
    for cell in ((-1, 0, 1), (0, 1, 1), (1, 0, 1), (0, 0, 2), (0, 0, -1)):
        for act in (kernel.put, kernel.rule_out):
            with pytest.raises(ValueError, match="no such"):
                act(*cell)
