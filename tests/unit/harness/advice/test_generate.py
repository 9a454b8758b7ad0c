"""Random puzzles: as asked for, the same for the same seed, and really with one solution."""

from collections.abc import Callable

import pytest

from harness.advice.generate import LARGE_CELLS, random_puzzle
from harness.advice.random_options import RandomOptions
from harness.errors import UsageError
from harness.solver.budget import Budget, StoppedError
from harness.solver.registry import solve_any
from harness.solver.result import Outcome, Stop
from harness.solver.search import Probe


def check_unique(options: RandomOptions, seed: int) -> None:
    """Check that a puzzle made of these options has its own picture for its one solution."""
    made = random_puzzle(options, seed)
    made.puzzle.check()
    assert (made.puzzle.width, made.puzzle.height) == (options.width, options.height)
    solved = solve_any(made.puzzle)
    assert (made.outcome, solved.outcome, solved.solutions) == (Outcome.UNIQUE, Outcome.UNIQUE, (made.puzzle.goal,))
    assert len(made.puzzle.used_keys) < options.colours


@pytest.mark.parametrize(
    ("colours", "density", "smooth"), [(2, 0.5, 1), (3, 0.3, 0), (6, 0.7, 2), (2, 0.0, 0), (3, 1.0, 0)]
)
def test_one_solution_where_asked_for(colours: int, density: float, smooth: int) -> None:
    check_unique(RandomOptions(9, 7, colours, density, smooth, unique=True), 0)


def test_the_seed_decides() -> None:
    options = RandomOptions(10, 10, 4)
    assert random_puzzle(options, 1) == random_puzzle(options, 1)
    assert random_puzzle(options, 1).puzzle != random_puzzle(options, 2).puzzle


def test_two_colours_are_black_on_white() -> None:
    assert not random_puzzle(RandomOptions(10, 10, 2), 1).puzzle.in_colour
    assert random_puzzle(RandomOptions(10, 10, 3), 1).puzzle.in_colour


def test_noise_is_not_mended_unless_asked_for() -> None:
    outcomes = {random_puzzle(RandomOptions(8, 8, 2, 0.3, 0), seed).outcome for seed in range(5)}
    assert Outcome.MULTIPLE in outcomes


@pytest.mark.parametrize(
    ("name", "least", "most", "step"),
    [
        ("width", 1, 4000, 1),
        ("height", 1, 4000, 1),
        ("colours", 2, 64, 1),
        ("density", 0.0, 1.0, 0.1),
        ("smooth", 0, 100, 1),
    ],
)
def test_numbers_out_of_range_are_refused_with_the_range(name: str, least: float, most: float, step: float) -> None:
    def options(value: float) -> RandomOptions:
        return RandomOptions(**{name: value})  # type: ignore[arg-type]

    assert options(least) != options(most)
    for outside in (least - step, most + step):
        with pytest.raises(UsageError, match=rf"; choose {least:g} to {most:g}$"):
            options(outside)


def asked_at_most(times: int) -> Callable[[], bool]:
    """A user who says stop when asked more often."""
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > times

    return should_stop


@pytest.mark.parametrize("options", [RandomOptions(8, 8, 2), RandomOptions(8, 8, 4), RandomOptions(120, 100, 3)])
def test_stopped_while_it_is_judged_the_puzzle_stays(options: RandomOptions) -> None:
    drawing = options.height * (1 + options.smooth)
    stopped = random_puzzle(options, 1, Budget(should_stop=asked_at_most(drawing)))
    assert stopped.outcome is Outcome.INTERRUPTED
    assert stopped.puzzle == random_puzzle(options, 1).puzzle


def test_a_picture_is_drawn_to_its_end_however_little_time_there_is() -> None:
    """Time is for judging it: any picture will do."""
    for options in (RandomOptions(8, 8), RandomOptions(8, 8, 4), RandomOptions(120, 100, 3)):
        late = random_puzzle(options, 1, Budget(0))
        assert late.outcome is Outcome.TIMEOUT
        assert late.puzzle == random_puzzle(options, 1).puzzle


def test_stopped_before_there_is_no_puzzle() -> None:
    with pytest.raises(StoppedError):
        random_puzzle(RandomOptions(8, 8), 1, Budget(should_stop=asked_at_most(10)))
    with pytest.raises(StoppedError) as stopped:
        random_puzzle(RandomOptions(40, 40, smooth=0, unique=True), 1, Budget(should_stop=asked_at_most(200)))
    assert stopped.value.reason is Stop.INTERRUPTED
    with pytest.raises(StoppedError) as stopped:
        random_puzzle(RandomOptions(8, 8, unique=True), 1, Budget(0))
    assert stopped.value.reason is Stop.TIMEOUT


def test_a_large_one_is_judged_by_line_logic_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for cells to try takes time that grows with the square of a side, for each cell found."""

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("cells are tried")

    monkeypatch.setattr(Probe, "solve", refuse)
    side = int(LARGE_CELLS**0.5) + 1
    for colours in (2, 3):
        assert random_puzzle(RandomOptions(side, side, colours, smooth=0), 1).outcome is Outcome.TIMEOUT
        assert random_puzzle(RandomOptions(side, side, colours, density=0), 1).outcome is Outcome.UNIQUE
