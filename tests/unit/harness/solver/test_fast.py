"""The fast solver: whichever kernel and stage finds them, the solutions are the reference's."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver import Outcome, Stop, solve
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from harness.solver.kernel.choose import Check, build_kernel, has_compiled_kernel
from harness.solver.kernel.kernel import Kernel
from harness.solver.sat import remainder
from harness.solver.sat.process import SatProcess
from harness.solver.sat.remainder import Remainder, SatSolver, open_solver
from tests.kernels import clauses_of
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import clue_tables, grids
from tests.strategy_steps import proof
from tools.made import domino_puzzle, noise_puzzle

ROOT = Path(__file__).resolve().parents[4]
CORPUS = ROOT.parent / "shared" / "corpus"
COMPILED = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")
KERNELS = pytest.mark.parametrize("kernel", ["pure", pytest.param("compiled", marks=COMPILED)])

BY_SAT, BY_SEARCH = 0, -1


@KERNELS
@pytest.mark.parametrize("limit", [BY_SAT, BY_SEARCH, 3, 100, None])
@given(data=st.data())
@settings(deadline=None, max_examples=examples(60))
def test_the_solutions_are_the_reference_s(kernel: str, limit: int | None, data: st.DataObject) -> None:
    puzzle = data.draw(st.one_of(grids(8, 8).map(Grid.clues), clue_tables()))
    assume(sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)))
    expected = solve(puzzle, 200)
    assume(expected.complete)
    assert proof(Fast(kernel=kernel, search_limit=limit).solve(puzzle, max_solutions=None)) == proof(expected)


@given(picture=grids(4, 4))
@settings(deadline=None, max_examples=examples(60))
def test_the_solutions_are_those_of_brute_force(picture: Grid) -> None:
    puzzle = picture.clues()
    rows = ["".join(cells) for cells in itertools.product("#.", repeat=puzzle.width)]
    fitting = [[row for row in rows if Grid((row,)).clues().rows[0] == clue] for clue in puzzle.rows]
    expected = {grid for grid in map(Grid, itertools.product(*fitting)) if grid.clues().has_clues_of(puzzle)}
    for limit in (BY_SAT, BY_SEARCH, None):
        assert set(Fast(search_limit=limit).solve(puzzle, max_solutions=None).solutions) == expected


@KERNELS
@pytest.mark.parametrize("limit", range(0, 700, 25))
def test_the_sat_solver_takes_over_anywhere(kernel: str, limit: int) -> None:
    """Branches that the search has closed stay closed, and those it has left open are all looked into."""
    for puzzle, count in ((rooks(4), 24), (switches(5), 32)):
        result = Fast(kernel=kernel, search_limit=limit).solve(puzzle, max_solutions=None)
        assert (len(set(result.solutions)), len(result.solutions), result.complete) == (count, count, True)


def test_the_sat_solver_does_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []

    def watched(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
        called.append(1)
        return open_solver(needed_bytes, budget)

    monkeypatch.setattr(remainder, "open_solver", watched)
    assert Fast().solve(domino_puzzle(8)).unique
    assert called == [1]
    assert Fast(search_limit=BY_SEARCH).solve(domino_puzzle(5)).unique
    assert Fast().solve(rooks(4)).outcome is Outcome.MULTIPLE
    assert called == [1]


def test_without_python_sat_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "has_solver", lambda: False)
    result = Fast(search_limit=BY_SAT).solve(domino_puzzle(5))
    assert (result.outcome, result.complete) == (Outcome.UNIQUE, True)


@KERNELS
@pytest.mark.parametrize("count", range(3, 9))
def test_dominoes(kernel: str, count: int) -> None:
    puzzle = domino_puzzle(count)
    assert (puzzle.width, puzzle.height) == (2 * count + 1,) * 2
    result = Fast(kernel=kernel).solve(puzzle)
    assert result.unique
    assert result.solutions[0].clues().has_clues_of(puzzle)


@KERNELS
@pytest.mark.parametrize("limit", [BY_SAT, None])
def test_solutions_to_large_noise_are_solutions(kernel: str, limit: int | None) -> None:
    for side, seed in itertools.product((25, 30, 70), (1, 2)):
        puzzle = noise_puzzle(side, side, 0.5 if side < 70 else 0.62, seed)
        result = Fast(kernel=kernel, search_limit=limit).solve(puzzle)
        assert result.outcome in (Outcome.UNIQUE, Outcome.MULTIPLE)
        assert len(set(result.solutions)) == (1 if result.unique else 2)
        for solution in result.solutions:
            assert solution.clues().has_clues_of(puzzle)


@KERNELS
@pytest.mark.parametrize("path", sorted((ROOT / "puzzles").glob("*.txt")), ids=lambda path: path.stem)
def test_the_samples(kernel: str, path: Path) -> None:
    puzzle = read_puzzle(path)
    assert proof(Fast(kernel=kernel).solve(puzzle, max_solutions=None)) == proof(solve(puzzle, None))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of other authors' puzzles is not beside the checkout")
@KERNELS
def test_the_corpus(kernel: str) -> None:
    for path in sorted(CORPUS.glob("*.non")):
        puzzle = read_puzzle(path)
        result = Fast(kernel=kernel).solve(puzzle)
        assert result.unique, path.name
        assert puzzle.goal in (None, *result.solutions), path.name


@KERNELS
@pytest.mark.parametrize("limit", [BY_SAT, BY_SEARCH])
def test_the_time_is_looked_at_in_every_stage(kernel: str, limit: int) -> None:
    ticks = itertools.count()
    budget = Budget(4, clock=lambda: float(next(ticks)))  # a second for every look at the clock
    result = Fast(kernel=kernel, search_limit=limit).solve(domino_puzzle(11), budget=budget)
    assert (result.outcome, result.stopped, result.solutions) == (Outcome.TIMEOUT, Stop.TIMEOUT, ())


def test_solutions_before_the_sat_solver_was_stopped_are_kept() -> None:
    found: list[Grid] = []
    search = Fast(search_limit=BY_SAT).solutions(rooks(6), Budget(should_stop=lambda: len(found) == 50))
    found.extend(itertools.islice(search, 50))
    assert list(search) == []
    assert (search.stopped, search.found, len(set(found))) == (Stop.INTERRUPTED, 50, 50)


@given(picture=grids(7, 7))
@settings(deadline=None, max_examples=examples(40))
def test_the_clauses_have_the_solutions_of_the_puzzle(picture: Grid) -> None:
    """From an empty board and from the fixpoint alike."""
    puzzle = picture.clues()
    expected = solve(puzzle, 100)
    assume(expected.complete)
    for settled in (False, True):
        kernel = build_kernel(puzzle)
        if settled:
            kernel.propagate()
        rest = Remainder(puzzle, kernel, Budget())
        try:
            found = [Grid(rows) for rows in rest.solutions((), lambda: None)]
        finally:
            rest.close()
        assert len(found) == len(expected.solutions)
        assert set(found) == set(expected.solutions)


def test_known_cells_need_no_clauses() -> None:
    def size(puzzle: Puzzle, kernel: Kernel) -> tuple[int, int]:
        clauses, variables, needed_bytes = clauses_of(puzzle, kernel)
        assert (needed_bytes == 0) is (not clauses)
        assert all(clauses), "an empty clause"
        return variables, len(clauses)

    puzzle = noise_puzzle(30, 30, 0.5, 1)
    kernel = build_kernel(puzzle)
    cells, clauses = size(puzzle, kernel)
    assert cells == 900
    kernel.propagate()
    cells_left, clauses_left = size(puzzle, kernel)
    assert cells_left == kernel.unknown_count
    assert clauses_left < clauses
    solved = read_puzzle(ROOT / "puzzles" / "cat.txt")
    kernel = build_kernel(solved)
    kernel.propagate()
    assert size(solved, kernel) == (0, 0)


def test_cells_supposed_against_what_is_known_leave_no_solution() -> None:
    puzzle = Puzzle(((2,), (1,)), ((1,), (2,)))
    kernel = build_kernel(puzzle)
    kernel.propagate()
    rest = Remainder(puzzle, kernel, Budget())
    assert list(rest.solutions([(0, 0, (0,))], lambda: None)) == []
    assert list(rest.solutions([(0, 0, (1,))], lambda: None)) == [("##", ".#")]
    assert list(rest.solutions([], lambda: None)) == [], "no solution comes twice"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
def test_ctrl_c_while_the_sat_solver_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's own handler would break the solver; the signal is to arrive as Python's."""
    sender = f"import os, signal; os.read(0, 1) and os.kill({os.getpid()}, signal.SIGINT)"
    rounds = itertools.count(1)
    ask = SatSolver.is_solvable_within

    def tell_and_ask(solver: SatSolver, limit: int | None, supposed: list[int], check: Check) -> bool | None:
        assert process.stdin is not None
        if (number := next(rounds)) == 1:
            process.stdin.write(b"now")
        assert number < 10_000, "the signal was lost"
        return ask(solver, limit, supposed, check)

    monkeypatch.setattr(SatSolver, "is_solvable_within", tell_and_ask)
    # a job in the background of a shell may have been started with the signal ignored
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with (
            subprocess.Popen([sys.executable, "-c", sender], stdin=subprocess.PIPE, bufsize=0) as process,
            pytest.raises(KeyboardInterrupt),
        ):
            Fast(search_limit=BY_SAT).solve(domino_puzzle(25))
    finally:
        signal.signal(signal.SIGINT, previous)
