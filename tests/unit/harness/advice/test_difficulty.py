"""Random puzzles of a wanted difficulty: what solves them says the same, and a seed gives the same one again."""

from pathlib import Path

import pytest

from harness.advice.difficulty import DIFFICULTIES, Standing, Wanted
from harness.advice.generate import random_puzzle
from harness.advice.random_options import RandomOptions
from harness.errors import UsageError
from harness.solver import Difficulty
from harness.solver.budget import StoppedError
from harness.solver.human.explain import explain
from harness.solver.human.rating import Level
from harness.solver.registry import solve_any
from harness.solver.result import STOP_WORDS, Stop
from tests.cli_runner import assert_one_line_refusal, run_cli

CLASSES = [kind.value for kind in Difficulty]


@pytest.mark.parametrize(("difficulty", "colours"), [*((name, 2) for name in CLASSES), ("line", 4), ("mult", 4)])
def test_the_class_is_the_one_wanted(difficulty: str, colours: int) -> None:
    puzzle = random_puzzle(RandomOptions(6, 6, colours=colours, difficulty=difficulty), 4).puzzle
    assert solve_any(puzzle).difficulty is Difficulty(difficulty)
    assert puzzle.in_colour == (colours > 2)


def test_a_seed_gives_the_same_puzzle_again() -> None:
    options = RandomOptions(6, 6, difficulty="branch")
    assert random_puzzle(options, seed=4).puzzle == random_puzzle(options, seed=4).puzzle


@pytest.mark.parametrize("level", [Level.EASY, Level.MODERATE])
@pytest.mark.parametrize(("colours", "side", "seed"), [(2, 8, 1), (4, 7, 2)])
def test_the_word_is_that_of_the_rules(level: Level, colours: int, side: int, seed: int) -> None:
    puzzle = random_puzzle(RandomOptions(side, side, colours=colours, difficulty=level.value), seed).puzzle
    assert puzzle.in_colour is (colours > 2)
    assert explain(puzzle).rating.level is level


def test_without_a_difficulty_a_seed_gives_what_it_gave() -> None:
    made = random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    assert made == random_puzzle(RandomOptions(8, 5, colours=4, unique=True, difficulty=None), seed=1)
    assert made.puzzle.title == "random 1"


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


def test_nearer_is_less_distance_and_then_the_right_weight() -> None:
    assert Standing(-1, 9).is_nearer_than(Standing(-2, 99))
    assert Standing(-1, 9).is_nearer_than(Standing(-1, 8))
    assert not Standing(-1, 9).is_nearer_than(Standing(-1, 10))
    assert Standing(1, 9).is_nearer_than(Standing(1, 10))
    assert not Standing(1, 9).is_nearer_than(Standing(1, 8))


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    ran = run_cli("random", str(path), "--width", "6", "--height", "6", "--seed", "4", "--difficulty", "branch")
    assert (ran.code, ran.out) == (0, f"{path}: puzzle.txt, 6×6 cells, one solution, difficulty branch, seed 4\n")
    assert run_cli("solve", str(path), "--json").json["difficulty"] == "branch"


@pytest.mark.parametrize("reason", [Stop.TIMEOUT, Stop.MEMORY])
def test_the_command_names_the_option_that_allows_more(reason: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise StoppedError(reason)

    monkeypatch.setattr("harness.advice.generate.random_puzzle", stopped)
    option = {Stop.TIMEOUT: "--timeout", Stop.MEMORY: "--memory"}[reason]
    ran = run_cli("random", "-", "--to", "text", "--seed", "1")
    assert_one_line_refusal(ran, f"no puzzle was made: {STOP_WORDS[reason]}; {option} allows more\n")


def test_the_command_writes_nothing_where_none_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.advice.generate.MAX_LOOKS_FOR_DIFFICULTY", 100)
    path = tmp_path / "made.txt"
    for difficulty in ("branch", "mult"):
        command = ("random", str(path), "--width", "1", "--height", "1", "--seed", "5", "--difficulty", difficulty)
        said = f"no puzzle of 1×1 of the difficulty {difficulty} was found with the seed 5"
        assert_one_line_refusal(run_cli(*command), said)
    assert not path.exists()
