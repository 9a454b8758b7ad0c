"""Random puzzles: as asked for, the same for the same seed, really with one solution, and as hard as wanted."""

from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest

from harness.advice.generate import DIFFICULTIES, LARGE_CELLS, RandomOptions, Wanted, random_puzzle
from harness.errors import UsageError
from harness.solver.budget import STOP_WORDS, Budget, StoppedError, StopReason
from harness.solver.human.explain import Level, explain
from harness.solver.strategy import Difficulty, Outcome, solve_any
from tests.cases import cases
from tests.cli_runner import run_cli
from tests.kernels import COMPILED


@pytest.mark.parametrize(
    ("colours", "density", "smooth"), [(2, 0.5, 1), (3, 0.3, 0), (6, 0.7, 2), (2, 0.0, 0), (3, 1.0, 0)]
)
def test_one_solution_where_asked_for(colours: int, density: float, smooth: int) -> None:
    made = random_puzzle(RandomOptions(9, 7, colours, density, smooth, unique=True), 0)
    made.puzzle.check()
    assert (made.puzzle.width, made.puzzle.height) == (9, 7)
    solved = solve_any(made.puzzle)
    assert (made.outcome, solved.outcome, solved.solutions) == (Outcome.UNIQUE, Outcome.UNIQUE, (made.puzzle.goal,))
    assert len(made.puzzle.used_keys) < colours


@pytest.mark.parametrize(
    "options",
    [
        RandomOptions(10, 10, 4),
        RandomOptions(9, 9, smooth=0, unique=True),
        RandomOptions(6, 6, difficulty="branch"),
        RandomOptions(8, 8, difficulty="tricky"),
        RandomOptions(7, 7, 3, difficulty="very-hard"),
    ],
)
def test_the_seed_decides_with_the_kernel_and_without(options: RandomOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    made = random_puzzle(options, 1)
    assert made.puzzle != random_puzzle(options, 2).puzzle
    for module in ("fast", "human.steps", "human.estimate"):
        monkeypatch.setattr(f"harness.solver.{module}.build_kernel", lambda *_: None)
    assert random_puzzle(options, 1) == made


def test_noise_is_not_mended_unless_asked_for() -> None:
    outcomes = {random_puzzle(RandomOptions(8, 8, 2, 0.3, 0), seed).outcome for seed in range(5)}
    assert Outcome.MULTIPLE in outcomes


@cases("name", "least", "most", "step")
def test_numbers_out_of_range_are_refused_with_the_range(name: str, least: float, most: float, step: float) -> None:
    def options(value: float) -> RandomOptions:
        return RandomOptions(**{name: value})  # type: ignore[arg-type]

    assert options(least) != options(most)
    for outside in (least - step, most + step):
        with pytest.raises(UsageError, match=rf"; choose {least:g} to {most:g}$"):
            options(outside)


def stopping_after(times: int) -> Budget:
    """The budget of a user who says stop when asked more often."""
    return Budget(should_stop=Mock(side_effect=chain(repeat(False, times), repeat(True))))


@pytest.mark.parametrize("options", [RandomOptions(8, 8, 2), RandomOptions(8, 8, 4), RandomOptions(120, 100, 3)])
def test_a_puzzle_is_drawn_to_its_end_and_stays_where_it_is_not_judged(options: RandomOptions) -> None:
    drawing, whole = options.height * (1 + options.smooth), random_puzzle(options, 1).puzzle
    for budget, outcome in ((stopping_after(drawing), Outcome.INTERRUPTED), (Budget(0), Outcome.TIMEOUT)):
        stopped = random_puzzle(options, 1, budget)
        assert (stopped.outcome, stopped.puzzle) == (outcome, whole)


def test_stopped_before_there_is_no_puzzle() -> None:
    with pytest.raises(StoppedError):
        random_puzzle(RandomOptions(8, 8), 1, stopping_after(10))
    with pytest.raises(StoppedError) as stopped:
        random_puzzle(RandomOptions(40, 40, smooth=0, unique=True), 1, stopping_after(200))
    assert stopped.value.reason is StopReason.INTERRUPTED
    with pytest.raises(StoppedError) as stopped:
        random_puzzle(RandomOptions(8, 8, unique=True), 1, Budget(0))
    assert stopped.value.reason is StopReason.TIMEOUT


def test_a_large_one_is_judged_by_line_logic_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for cells to try takes time that grows with the square of a side, for each cell found."""

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("cells are tried")

    monkeypatch.setattr("harness.advice.generate.solve_repeatably", refuse)
    side = int(LARGE_CELLS**0.5) + 1
    for colours in (2, 3):
        assert random_puzzle(RandomOptions(side, side, colours, smooth=0), 1).outcome is Outcome.TIMEOUT
        assert random_puzzle(RandomOptions(side, side, colours, density=0), 1).outcome is Outcome.UNIQUE


CLASSES = [kind.value for kind in Difficulty]


@pytest.mark.parametrize(("difficulty", "colours"), [*((kind, 2) for kind in CLASSES), ("line", 4), ("mult", 4)])
def test_the_class_is_the_one_wanted(difficulty: str, colours: int) -> None:
    puzzle = random_puzzle(RandomOptions(6, 6, colours, difficulty=difficulty), 4).puzzle
    assert solve_any(puzzle).difficulty is Difficulty(difficulty)
    assert puzzle.in_colour == (colours > 2)


WORDS = [
    *((level, colours, side, 1) for level in (Level.EASY, Level.MODERATE) for colours, side in ((2, 8), (4, 7))),
    *((level, 2, 25, 1) for level in list(Level)[2:-1]),
    pytest.param(Level.EXTREME, 2, 25, 1, marks=COMPILED),  # it takes minutes without
]


@pytest.mark.parametrize(("level", "colours", "side", "seed"), WORDS)
def test_the_word_is_that_of_the_rules(level: Level, colours: int, side: int, seed: int) -> None:
    puzzle = random_puzzle(RandomOptions(side, side, colours=colours, difficulty=level.value), seed).puzzle
    assert puzzle.in_colour is (colours > 2)
    assert explain(puzzle).rating.level is level


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difficulty": "harder"}, "there is no difficulty 'harder'; choose one of: line, branch, mult, easy"),
        ({"difficulty": "mult", "unique": True}, "difficulty mult means several solutions, which --unique rules out"),
    ],
)
def test_contradicting_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        RandomOptions(**options)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_the_scale_has_every_class_and_every_word_in_order() -> None:
    words = [level.value for level in Level]
    assert list(DIFFICULTIES) == CLASSES + words
    assert [Wanted(word).distance(place) for place, word in enumerate(words)] == [0] * len(words)
    assert [Wanted("line").distance(place) for place in range(7)] == [0, 0, 0, 0, 1, 2, 3]
    assert [Wanted("branch").distance(place) for place in range(7)] == [-4, -3, -2, -1, 0, 0, 1]
    assert [Wanted("mult").distance(place) for place in range(7)] == [-6, -5, -4, -3, -2, -1, 0]


@pytest.mark.parametrize("reason", [StopReason.TIMEOUT, StopReason.MEMORY])
def test_the_command_names_the_option_that_allows_more(reason: StopReason, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise StoppedError(reason)

    monkeypatch.setattr("harness.advice.generate.random_puzzle", stopped)
    option = {StopReason.TIMEOUT: "--timeout", StopReason.MEMORY: "--memory"}[reason]
    ran = run_cli("random", "-", "--to", "text", "--seed", "1")
    said = f"crossword: no puzzle was made: {STOP_WORDS[reason]}; {option} allows more\n"
    assert (ran.code, ran.out, ran.err) == (4, "", said)


def test_the_command_writes_nothing_where_none_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.advice.generate.MAX_LOOKS_IN_ALL", 100)
    path = tmp_path / "made.txt"
    for difficulty in ("branch", "mult"):
        command = ("random", str(path), "--width", "1", "--height", "1", "--seed", "5", "--difficulty", difficulty)
        ran, said = run_cli(*command), f"no puzzle of 1×1 of the difficulty {difficulty} was found with the seed 5"
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (4, "", 1)
        assert said in ran.err
    assert not path.exists()
