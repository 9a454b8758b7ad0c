"""``run --count``: the turbo tape's menu item 6, held against the reference."""

import itertools
from dataclasses import replace

import pytest

from harness.files.resources import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.search import solve
from harness.spectrum.count_play import CountPlayed, play_count
from harness.spectrum.menu import Stop
from harness.verdict import judge_count
from pyspectrum.tape import read_tap
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli

TAPE = "crossword-turbo.tap"
TURBO = read_tap(data_folder("tapes") / TAPE)
PERMUTATIONS = Puzzle(((1,),) * 4, ((1,),) * 4)
WIDE = Puzzle(((1,), (1,)), ((1,), (1,), ()))


@pytest.mark.parametrize("name", ["car", "two-solutions", "six-solutions", "contradiction", "contradiction-by-trial"])
def test_counts_agree_with_the_reference(name: str) -> None:
    ran = run_cli("run", f"puzzles/{name}.txt", "--tape", TAPE, "--count", "--json")
    assert ran.code == 0, ran.err
    solutions = solve(read_puzzle(ROOT / "puzzles" / f"{name}.txt"), None).solutions
    answer = ran.json
    assert {key: answer[key] for key in ("count", "complete", "unique", "agrees", "tape")} == {
        "count": len(solutions),
        "complete": True,
        "unique": len(solutions) == 1,
        "agrees": True,
        "tape": TAPE,
    }
    assert len(solutions) != 1 or answer["common"] == list(solutions[0].rows)
    assert answer["line_calls"] > 0


def test_a_count_that_is_stopped_stands() -> None:
    asked = itertools.count()
    played = play_count(PERMUTATIONS, TURBO, should_stop=lambda: next(asked) > 40)
    assert not played.complete
    assert played.count > 0, "stopped before it began to count"
    assert played.count < 24
    assert judge_count(PERMUTATIONS, played).agrees


@pytest.mark.parametrize("times", [2, 12])
def test_it_is_heard_while_the_numbers_are_typed_and_solved(times: int) -> None:
    """Eight lines are typed, then the puzzle is solved as far as lines go; the count comes after that."""
    asked = itertools.count()
    played = play_count(PERMUTATIONS, TURBO, should_stop=lambda: next(asked) >= times)
    assert (next(asked), played.complete, played.count, played.line_calls) == (times + 1, False, 0, 0)
    assert judge_count(PERMUTATIONS, played).sentence == "stopped before a solution was found"


def test_a_puzzle_that_has_to_be_turned_comes_back_as_it_was() -> None:
    tall = Puzzle(((1,),) + ((),) * 42, ((1,), ()))
    played = play_count(tall, TURBO)
    assert played.turned
    assert (played.common.width, played.common.height) == (2, 43)
    assert judge_count(tall, played).agrees


def test_a_wrong_answer_is_told() -> None:
    right = CountPlayed(2, True, Grid(("??.", "??.")), tstates=1, line_calls=1)
    assert judge_count(WIDE, right).agrees
    assert judge_count(WIDE, right).unique is False
    for wrong in (
        replace(right, count=1),
        replace(right, count=3),
        replace(right, count=3, complete=False),
        replace(right, common=Grid(("#?.", "??."))),
        replace(right, common=Grid(("???", "???"))),
        replace(right, refused=Stop.CHECK_SUM),
    ):
        verdict = judge_count(WIDE, wrong)
        assert not verdict.agrees, wrong
        assert verdict.sentence.startswith("WRONG")


def test_a_reference_that_is_stopped_says_nothing() -> None:
    right = CountPlayed(2, True, Grid(("??.", "??.")), tstates=1, line_calls=1)
    for played in (right, replace(right, complete=False)):
        verdict = judge_count(WIDE, played, Budget(0))
        assert (verdict.agrees, verdict.unique) == (None, None)
        assert "time ran out" in verdict.sentence


def test_numbers_that_make_no_puzzle_are_refused() -> None:
    puzzle = Puzzle(((1,),), ((),))
    played = play_count(puzzle, TURBO)
    assert played.refused is Stop.CHECK_SUM
    assert judge_count(puzzle, played).agrees


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--tape", "crossword.tap", "--count"], "Count solutions"),
        (["--tape", TAPE, "--count", "--on-branch", "all"], "--on-branch"),
        (["--tape", TAPE, "--count", "--max-solutions", "2"], "--max-solutions"),
    ],
)
def test_impossible_options_are_refused(arguments: list[str], says: str) -> None:
    assert_one_line_refusal(run_cli("run", "puzzles/car.txt", *arguments), says)
