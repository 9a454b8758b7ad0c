"""The verdict on made-up answers of the program, right and wrong ones: each has to be called what it is."""

import pytest

from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.spectrum.menu import EndMessage
from harness.spectrum.play import CountPlayed, OnBranch, Played, PlayOutcome
from harness.verdict import Verdict, follow_path, judge, judge_count
from tests.cases import cases

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


def counted(count: int, common: Grid, *, complete: bool = True, refused: EndMessage | None = None) -> CountPlayed:
    return CountPlayed(count, complete, common, 1, 1, refused=refused)


SOLVED, CONTRADICTION = PlayOutcome.SOLVED, PlayOutcome.CONTRADICTION
PUZZLES = {"ONE": ONE, "TWO": TWO, "NONE": NONE, "TOO_LONG": TOO_LONG, "UNEVEN": UNEVEN, "SQUARE": SQUARE}
GRIDS = {"L": L, "DOWN": DOWN, "UP": UP, "OPEN": OPEN}
YES = {"yes": True, "no": False, "?": None}


def read_played(text: str) -> Played:
    """Read an answer as the tables have it: `many DOWN UP complete`, `stopped #?/?# after b`."""
    told, _, path = text.partition(" after ")
    name, *words = told.split()
    outcome = next(one for one in PlayOutcome if one.name.lower().startswith(name))
    grids = [GRIDS.get(word) or Grid(tuple(word.split("/"))) for word in words if word not in ("complete", "refused")]
    branches = tuple(colour == "b" for colour in path)
    return played(outcome, *grids, complete="complete" in words, path=branches, refused="refused" in words)


@cases("puzzle", "answer", "agrees", "unique", "sentence")
def test_an_answer_after_line_logic_and_guesses(
    puzzle: str, answer: str, agrees: str, unique: str, sentence: str
) -> None:
    verdict = judge(PUZZLES[puzzle], read_played(answer), OnBranch.STOP)
    assert (verdict.agrees, verdict.unique) == (YES[agrees], YES[unique])
    assert verdict.sentence.startswith(sentence)


@cases("puzzle", "answer", "agrees", "unique", "sentence")
def test_a_walk_through_all_branches(puzzle: str, answer: str, agrees: str, unique: str, sentence: str) -> None:
    said = "right: " if YES[agrees] else "WRONG: the reference solver disagrees with: "
    verdict = Verdict(YES[agrees], YES[unique], said + sentence)
    assert judge(PUZZLES[puzzle], read_played(answer), OnBranch.ALL) == verdict


@cases("puzzle", "answer", "agrees", "unique", "sentence")
def test_a_count(puzzle: str, answer: str, agrees: str, unique: str, sentence: str) -> None:
    count, common, *more = answer.split()
    refused = EndMessage.CHECK_SUM if "refused" in more else None
    played = counted(int(count), GRIDS[common], complete="stopped" not in more, refused=refused)
    verdict = judge_count(PUZZLES[puzzle], played)
    assert (verdict.agrees, verdict.unique) == (YES[agrees], YES[unique])
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
