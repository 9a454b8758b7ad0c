"""The strategies in colour against each other and against brute force; steps, limits, and the SAT solver's share."""

import itertools

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from harness.errors import TooLargeError, UsageError
from harness.puzzle import Grid, Group
from harness.puzzle.colour import ColourGrid, ColourPuzzle
from harness.puzzle.palette import Colour, Palette
from harness.solver.budget import Budget
from harness.solver.colour_search import ColourProbe
from harness.solver.enumerate import ColourEnumerate
from harness.solver.fast import ColourFast
from harness.solver.kernel.choose import build_kernel
from harness.solver.registry import COLOUR_STRATEGIES, STRATEGIES, find_colour_strategy
from harness.solver.result import Outcome, ResultOf, Stop
from harness.solver.sat.process import SatProcess
from harness.solver.sat.remainder import Remainder, SatSolver, open_solver
from harness.solver.strategy import ColourStrategy, Step, StepKind
from tests.colour_brute_force import brute_force
from tests.kernels import clauses_of
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, colour_grids, grids
from tests.strategy_steps import check_steps, proof
from tools.made import domino_puzzle

KINDS = pytest.mark.parametrize("kind", [known.load() for known in COLOUR_STRATEGIES], ids=lambda kind: kind.name)
BY_SAT = 0


def rooks(count: int) -> ColourPuzzle:
    """A red cell for each row and column: as many solutions as there are permutations."""
    one = ((Group(1, "r"),),) * count
    return ColourPuzzle(one, one, COLOUR_PALETTE)


def in_colour(grid: Grid) -> ColourPuzzle:
    """A picture in black and white as one in colour."""
    one = Palette((Colour("k", (0, 0, 0)),))
    return ColourGrid(tuple(row.replace("#", "k") for row in grid.rows)).puzzle(one)


@settings(max_examples=examples(150), deadline=None)
@given(colour_grids())
def test_all_find_what_brute_force_finds(grid: ColourGrid) -> None:
    puzzle = grid.puzzle(COLOUR_PALETTE)
    expected = proof(ColourProbe().solve(puzzle, max_solutions=None))
    assert expected["solutions"] == set(map(ColourGrid, brute_force(puzzle)))
    for kind in COLOUR_STRATEGIES:
        assert proof(kind().solve(puzzle, max_solutions=None)) == expected, kind.name
    assert proof(ColourFast(search_limit=BY_SAT).solve(puzzle, max_solutions=None)) == expected


@settings(max_examples=examples(60), deadline=None)
@given(colour_grids(max_side=9))
def test_larger_pictures(grid: ColourGrid) -> None:
    puzzle = grid.puzzle(COLOUR_PALETTE)
    expected = ColourProbe().solve(puzzle, max_solutions=50)
    assume(expected.complete)
    assert grid in expected.solutions
    others = [kind() for kind in COLOUR_STRATEGIES]
    for strategy in (*others, ColourFast(search_limit=BY_SAT), ColourFast(search_limit=30)):
        assert proof(strategy.solve(puzzle, max_solutions=None)) == proof(expected), strategy.name


@settings(max_examples=examples(100), deadline=None)
@given(colour_grids(), st.data())
def test_rows_of_one_picture_with_the_columns_of_another(grid: ColourGrid, data: st.DataObject) -> None:
    """Of the same cells in another order, so that the sums agree."""
    cells = "".join(data.draw(st.permutations("".join(grid.rows))))
    other = ColourGrid(tuple(cells[start : start + grid.width] for start in range(0, len(cells), grid.width)))
    puzzle = ColourPuzzle(grid.puzzle(COLOUR_PALETTE).rows, other.puzzle(COLOUR_PALETTE).columns, COLOUR_PALETTE)
    expected = set(map(ColourGrid, brute_force(puzzle)))
    proofs = [proof(kind().solve(puzzle, max_solutions=None)) for kind in COLOUR_STRATEGIES]
    assert proofs[0]["solutions"] == expected
    assert all(found == proofs[0] for found in proofs)


@settings(max_examples=examples(60), deadline=None)
@given(grids(7, 7))
def test_black_and_white_is_a_special_case(grid: Grid) -> None:
    for plain, colour in ((plain, colour) for plain in STRATEGIES for colour in COLOUR_STRATEGIES):
        if plain.name != colour.name:
            continue
        expected = plain().solve(grid.clues(), max_solutions=40)
        found = colour().solve(in_colour(grid), max_solutions=40)
        assert found.fixpoint.recoloured({"k": "#"}).rows == expected.fixpoint.rows
        assert (found.outcome, found.difficulty, found.complete) == (
            expected.outcome,
            expected.difficulty,
            expected.complete,
        )


class TestSat:
    @settings(max_examples=examples(80), deadline=None)
    @given(colour_grids(max_side=6))
    def test_the_clauses_have_the_solutions_of_the_puzzle(self, grid: ColourGrid) -> None:
        puzzle = grid.puzzle(COLOUR_PALETTE)
        expected = ColourProbe().solve(puzzle, max_solutions=200)
        kernel = build_kernel(puzzle)
        kernel.propagate()
        rest = Remainder(puzzle, kernel, Budget())
        try:
            found = list(itertools.islice(rest.solutions([], lambda: None), 201))
        finally:
            rest.close()
        assert len(set(found)) == len(found)
        if expected.complete:
            assert set(found) == {solution.rows for solution in expected.solutions}
        else:
            assert len(found) >= 200

    def test_it_does_take_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        called: list[int] = []

        def watched(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
            called.append(1)
            return open_solver(needed_bytes, budget)

        monkeypatch.setattr("harness.solver.sat.remainder.open_solver", watched)
        plain = domino_puzzle(7)
        rows, columns = (
            tuple(tuple(Group(n, "k") for n in clue) for clue in side) for side in (plain.rows, plain.columns)
        )
        dominoes = ColourPuzzle(rows, columns, COLOUR_PALETTE)
        assert ColourFast().solve(dominoes).outcome is Outcome.UNIQUE
        assert called == [1]
        assert ColourFast().solve(rooks(4), max_solutions=None).outcome is Outcome.MULTIPLE
        assert called == [1]

    @pytest.mark.parametrize("limit", range(0, 600, 40))
    def test_it_takes_over_anywhere(self, limit: int) -> None:
        """Branches that the search has closed stay closed, and those it has left open are all looked into."""
        result = ColourFast(search_limit=limit).solve(rooks(4), max_solutions=None)
        assert (len(set(result.solutions)), len(result.solutions), result.complete) == (24, 24, True)

    def test_without_python_sat_the_search_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("harness.solver.sat.remainder.has_solver", lambda: False)
        result = ColourFast(search_limit=BY_SAT).solve(rooks(4), max_solutions=None)
        assert (len(result.solutions), result.complete) == (24, True)

    def test_it_looks_at_the_clock(self) -> None:
        ticks = itertools.count()
        budget = Budget(100, clock=lambda: float(next(ticks)))  # a second for every look at the clock
        result = ColourFast(search_limit=BY_SAT).solve(rooks(6), max_solutions=None, budget=budget)
        assert (result.outcome, result.stopped) == (Outcome.MULTIPLE, Stop.TIMEOUT)
        assert 0 < len(result.solutions) < 100

    def test_known_cells_need_no_clauses(self) -> None:
        puzzle = ColourGrid(("rg", "gr")).puzzle(COLOUR_PALETTE)
        kernel = build_kernel(puzzle)
        kernel.propagate()
        assert clauses_of(puzzle, kernel) == ([], 0, 0)


def watched(kind: type[ColourStrategy], puzzle: ColourPuzzle) -> tuple[list[Step], ResultOf[ColourGrid]]:
    """The steps of a search, which must be the same as when nobody watches."""
    steps: list[Step] = []
    result = kind().solve(puzzle, max_solutions=30, on_step=steps.append)
    assert result == kind().solve(puzzle, max_solutions=30), "watching changes the search"
    assert tuple(step.grid for step in steps if step.kind is StepKind.SOLUTION) == result.solutions
    return steps, result


@KINDS
class TestSteps:
    @settings(max_examples=examples(60), deadline=None)
    @given(colour_grids(max_side=5))
    @example(ColourGrid(("gg.k", "ggk.", ".ggg")))  # a step about a row and a column told no line
    def test_steps_are_what_any_watcher_may_rely_on(self, kind: type[ColourStrategy], grid: ColourGrid) -> None:
        puzzle = grid.puzzle(COLOUR_PALETTE)
        assume(puzzle.used_keys)  # where there are no colours, all is known from the start
        steps, _ = watched(kind, puzzle)
        solutions = ColourProbe().solve(puzzle, max_solutions=None).solutions
        check_steps(steps, solutions)

    def test_colours_are_called_by_their_names(self, kind: type[ColourStrategy]) -> None:
        steps, result = watched(kind, rooks(3))
        assert result.outcome is Outcome.MULTIPLE
        suppositions = [step.note for step in steps if step.kind is StepKind.TRIAL]
        expected = "suppose row 1 is r.." if kind is ColourEnumerate else "is red"
        assert any(note.endswith(expected) for note in suppositions), suppositions

    def test_the_last_step_of_a_contradiction(self, kind: type[ColourStrategy]) -> None:
        red, green = Group(1, "r"), Group(1, "g")
        puzzle = ColourPuzzle(((red, green), (green, red)), ((red, green), (red, green)), COLOUR_PALETTE)
        steps, result = watched(kind, puzzle)
        assert result.outcome is Outcome.CONTRADICTION
        assert str(result.contradiction) == "column 2"
        assert (steps[-1].kind, steps[-1].line) == (StepKind.BACK, result.contradiction)


@KINDS
class TestLimits:
    def test_the_limit(self, kind: type[ColourStrategy]) -> None:
        result = kind().solve(rooks(4), max_solutions=5)
        assert (result.outcome, len(result.solutions), result.stopped) == (Outcome.MULTIPLE, 5, Stop.LIMIT)

    def test_a_limit_that_is_just_met_is_complete(self, kind: type[ColourStrategy]) -> None:
        result = kind().solve(rooks(2), max_solutions=2)
        assert (result.outcome, result.complete, result.stopped) == (Outcome.MULTIPLE, True, None)

    @pytest.mark.parametrize("seconds", range(1, 200, 20))
    def test_solutions_before_the_timeout_are_kept(self, kind: type[ColourStrategy], seconds: int) -> None:
        ticks = itertools.count()
        budget = Budget(seconds, clock=lambda: float(next(ticks)))
        result = kind().solve(rooks(4), max_solutions=None, budget=budget)
        whole = kind().solve(rooks(4), max_solutions=None).solutions
        assert result.solutions == whole[: len(result.solutions)]
        assert result.complete == (len(result.solutions) == 24)

    def test_no_time_at_all(self, kind: type[ColourStrategy]) -> None:
        result = kind().solve(rooks(3), budget=Budget(0))
        assert (result.outcome, result.fixpoint) == (Outcome.TIMEOUT, ColourGrid.unknown(3, 3))
        assert kind().solve(rooks(3), budget=Budget(should_stop=lambda: True)).outcome is Outcome.INTERRUPTED

    def test_it_is_found_by_its_name(self, kind: type[ColourStrategy]) -> None:
        assert type(find_colour_strategy(kind.name)) is kind
        assert kind.summary
        assert kind.name in [known.name for known in STRATEGIES]


def test_strategies_missing_in_colour_are_named() -> None:
    with pytest.raises(UsageError, match="no strategy 'magic'"):
        find_colour_strategy("magic")
    for name in {known.name for known in STRATEGIES} - {known.name for known in COLOUR_STRATEGIES}:
        with pytest.raises(UsageError, match=f"the strategy {name} is for crosswords in black and white; choose"):
            find_colour_strategy(name)


def test_lists_that_would_not_fit_are_refused_in_colour() -> None:
    row = "rgk." * 15
    with pytest.raises(TooLargeError, match=r"limit is 200 MB \(row 1 with 1,1,1,"):
        ColourEnumerate().solve(ColourGrid((row,) * 20).puzzle(COLOUR_PALETTE))
