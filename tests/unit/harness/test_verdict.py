"""The verdict on made-up answers of the program, right and wrong ones: each has to be called what it is."""

import pytest

from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.spectrum.menu import Stop
from harness.spectrum.play import CountPlayed, OnBranch, Played, PlayOutcome
from harness.verdict import Verdict, follow_path, judge, judge_count

L = Grid(("##", "#."))
ONE = L.puzzle()
TWO = Puzzle(((1,), (1,)), ((1,), (1,)))
DOWN, UP = Grid(("#.", ".#")), Grid((".#", "#."))
OPEN = Grid(("??", "??"))
NONE = Puzzle(((2,), ()), ((), (2,)))
TOO_LONG = Puzzle(((3,), ()), ((1,), (2,)))
UNEVEN = Puzzle(((1,), ()), ((1,), (1,)))
SQUARE = Puzzle(((1,),) * 3, ((1,),) * 3)
"""Six solutions."""
LONG = read_puzzle(data_folder("puzzles") / "contradiction-by-trial.txt")
"""Line logic finds nothing wrong with it, so that the reference has to search."""


def played(
    outcome: PlayOutcome, *grids: Grid, complete: bool = False, path: tuple[bool, ...] = (), refused: bool = False
) -> Played:
    return Played(outcome, grids, complete, 1, 1, path, refused)


def counted(count: int, common: Grid, *, complete: bool = True, refused: Stop | None = None) -> CountPlayed:
    return CountPlayed(count, complete, common, 1, 1, refused=refused)


SOLVED, MANY, STOPPED = PlayOutcome.SOLVED, PlayOutcome.MANY_VARIANTS, PlayOutcome.STOPPED
CONTRADICTION, CHECKSUM = PlayOutcome.CONTRADICTION, PlayOutcome.CHECKSUM_ERROR


@pytest.mark.parametrize(
    ("puzzle", "answer", "agrees", "unique", "sentence"),
    [
        (ONE, played(SOLVED, L), True, True, "right: the one solution"),
        (ONE, played(SOLVED, UP), False, True, "WRONG: the reference solver disagrees with: the one solution (the ref"),
        (TWO, played(SOLVED, UP), False, True, "WRONG: the reference solver disagrees with: the one solution (the ref"),
        (TWO, played(SOLVED, DOWN), False, True, "WRONG: the reference solver disagrees with: the one solution (the r"),
        (NONE, played(SOLVED, L), False, True, "WRONG: the reference solver disagrees with: the one solution (the ref"),
        (NONE, played(CONTRADICTION), True, False, "right: there is no solution"),
        (ONE, played(CONTRADICTION), False, False, "WRONG: the reference solver disagrees with: there is no solution"),
        (TWO, played(CONTRADICTION), False, False, "WRONG: the reference solver disagrees with: there is no solution"),
        (TWO, played(MANY, OPEN), True, None, "right: line logic alone leaves 4 cells open; --on-branch all tells"),
        (TWO, played(MANY, UP), False, None, "WRONG: the reference solver disagrees with: line logic alone leaves 0"),
        (ONE, played(MANY, OPEN), False, None, "WRONG: the reference solver disagrees with: line logic alone leaves 4"),
        (NONE, played(MANY, OPEN), False, None, "WRONG: the reference solver disagrees with: line logic alone leaves"),
        (TWO, played(STOPPED), None, None, "not decided: stopped before a solution was found"),
        (ONE, played(STOPPED, Grid(("#?", "#?"))), None, None, "not decided: stopped with 2 cells known"),
        (ONE, played(STOPPED, Grid(("#?", ".?"))), False, None, "WRONG: the reference solver disagrees with: stopped"),
        (TWO, played(STOPPED, Grid(("#?", "??"))), False, None, "WRONG: the reference solver disagrees with: stopped"),
        (TWO, played(STOPPED, Grid(("#?", "?#")), path=(True,)), None, None, "not decided: stopped with 2 cells known"),
        (TWO, played(STOPPED, Grid(("#?", "?#")), path=(False,)), False, None, "WRONG: the reference solver disagrees"),
        (NONE, played(STOPPED, OPEN, path=(True,)), None, None, "not decided: stopped with 0 cells known"),
        (TWO, played(SOLVED, DOWN, path=(True,)), True, None, "right: a solution, after 1 guessed cells"),
        (TWO, played(SOLVED, DOWN, path=(False,)), False, None, "WRONG: the reference solver disagrees with: a soluti"),
        (TWO, played(CONTRADICTION, path=(True,)), False, None, "WRONG: the reference solver disagrees with: a dead"),
        (NONE, played(CONTRADICTION, path=(True,)), True, None, "right: a dead end, after 1 guessed cells"),
        (TOO_LONG, played(SOLVED, L), False, None, "WRONG: the program accepted invalid clues: row 1"),
        (UNEVEN, played(CHECKSUM), True, False, "right: the clues make no puzzle (the rows hold 1 black cells"),
        (TOO_LONG, played(CHECKSUM, refused=True), True, False, "right: the clues make no puzzle (row 1: 3 needs 3"),
        (UNEVEN, played(STOPPED, refused=True), False, False, "WRONG: the reference solver disagrees with: the clu"),
        (TOO_LONG, played(CHECKSUM), False, False, "WRONG: the reference solver disagrees with: the clues make no"),
        (ONE, played(CHECKSUM), False, False, "WRONG: the program rejected valid clues"),
        (ONE, played(STOPPED, refused=True), False, False, "WRONG: the program rejected valid clues"),
    ],
)
def test_an_answer_after_line_logic_and_guesses(
    puzzle: Puzzle, answer: Played, agrees: bool, unique: bool | None, sentence: str
) -> None:
    verdict = judge(puzzle, answer, OnBranch.STOP)
    assert (verdict.agrees, verdict.unique) == (agrees, unique)
    assert verdict.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("puzzle", "answer", "agrees", "unique", "what"),
    [
        (TWO, played(MANY, DOWN, UP, complete=True), True, False, "all 2 solutions"),
        (TWO, played(MANY, UP, DOWN), True, False, "the first 2 solutions; there may be more"),
        (TWO, played(MANY, UP), True, None, "the first solution; there may be more"),
        (ONE, played(SOLVED, L, complete=True), True, True, "the one solution"),
        (NONE, played(CONTRADICTION, complete=True), True, False, "there is no solution"),
        (TWO, played(SOLVED, UP, complete=True), False, True, "the one solution (the reference finds: multiple)"),
        (
            TWO,
            played(CONTRADICTION, complete=True),
            False,
            False,
            "there is no solution (the reference finds: limited)",
        ),
        (TWO, played(SOLVED, UP, L, complete=True), False, False, "all 2 solutions (the reference finds: multiple)"),
        (ONE, played(SOLVED, UP, complete=True), False, True, "the one solution (the reference finds: unique)"),
        (TWO, played(SOLVED, UP, UP), False, False, "the first 2 solutions; there may be more"),
        (TWO, played(SOLVED, UP, L), False, False, "the first 2 solutions; there may be more"),
        (TWO, played(SOLVED, L), False, None, "the first solution; there may be more"),
        (TWO, played(SOLVED, OPEN), False, None, "the first solution; there may be more"),
    ],
)
def test_a_walk_through_all_branches(
    puzzle: Puzzle, answer: Played, agrees: bool, unique: bool | None, what: str
) -> None:
    said = "right: " if agrees else "WRONG: the reference solver disagrees with: "
    assert judge(puzzle, answer, OnBranch.ALL) == Verdict(agrees, unique, said + what)


@pytest.mark.parametrize(
    ("puzzle", "answer", "agrees", "unique", "sentence"),
    [
        (TWO, counted(2, OPEN), True, False, "right: 2 solutions"),
        (ONE, counted(1, L), True, True, "right: the one solution"),
        (NONE, counted(0, OPEN), True, False, "right: there is no solution"),
        (TWO, counted(0, OPEN, complete=False), None, None, "not decided: stopped before a solution was found"),
        (TWO, counted(1, OPEN, complete=False), True, None, "right: at least 1 solution; the count was stopped"),
        (SQUARE, counted(2, OPEN, complete=False), True, False, "right: at least 2 solutions; the count was stopped"),
        (TWO, counted(2, OPEN, complete=False), True, False, "right: at least 2 solutions; the count was stopped"),
        (UNEVEN, counted(0, OPEN, refused=Stop.CHECK_SUM), True, False, "right: the clues make no puzzle ("),
        (TWO, counted(2, UP), False, False, "WRONG: the reference solver disagrees with: 2 solutions"),
        (TWO, counted(1, UP), False, True, "WRONG: the reference solver disagrees with: the one solution"),
        (TWO, counted(3, OPEN), False, False, "WRONG: the reference solver disagrees with: 3 solutions"),
        (ONE, counted(0, OPEN), False, False, "WRONG: the reference solver disagrees with: there is no solution"),
        (TWO, counted(3, OPEN, complete=False), False, False, "WRONG: the reference solver disagrees with: at least"),
        (UNEVEN, counted(1, L), False, None, "WRONG: the program accepted invalid clues: the "),
        (ONE, counted(0, OPEN, refused=Stop.CHECK_SUM), False, False, "WRONG: the program rejected valid clues"),
    ],
)
def test_a_count(puzzle: Puzzle, answer: CountPlayed, agrees: bool | None, unique: bool | None, sentence: str) -> None:
    verdict = judge_count(puzzle, answer)
    assert (verdict.agrees, verdict.unique) == (agrees, unique)
    assert verdict.sentence.startswith(sentence)


def test_a_reference_that_was_stopped_says_nothing() -> None:
    unknown = "not known whether this is right: the reference solver was stopped (interrupted)"
    stopped = [Budget(should_stop=lambda: True) for _ in range(3)]
    for verdict in (
        judge(LONG, played(CONTRADICTION), OnBranch.STOP, stopped[0]),
        judge(LONG, played(CONTRADICTION, complete=True), OnBranch.ALL, stopped[1]),
        judge_count(LONG, counted(0, OPEN), stopped[2]),
    ):
        assert verdict == Verdict(None, None, unknown)


@pytest.mark.parametrize("answer", [played(SOLVED, DOWN), played(CONTRADICTION)])
def test_a_reference_stopped_at_any_moment_is_never_taken_at_its_word(answer: Played) -> None:
    verdicts = [judge(TWO, answer, OnBranch.STOP, Budget(max_line_calls=calls)) for calls in range(100)]
    assert verdicts[0].agrees is None
    assert verdicts[-1].agrees is False
    assert True not in {verdict.agrees for verdict in verdicts}


def test_a_path_is_followed_as_the_spectrum_sees_the_puzzle() -> None:
    assert follow_path(SQUARE, ()) == Grid(("???",) * 3)
    assert follow_path(SQUARE, (True,)) == Grid(("#..", ".??", ".??"))
    assert follow_path(SQUARE, (False, True)) == Grid((".#.", "?.?", "?.?"))
    assert follow_path(SQUARE, (True, False)) == Grid(("#..", "..#", ".#."))
    tall = Puzzle(((1,),) * 2 + ((),) * 48, ((1,), (1,)))  # the Spectrum's screen takes 42 rows: it is turned
    assert follow_path(tall, (False,), turned=True) == Grid((".#", "#.", *("..",) * 48))
