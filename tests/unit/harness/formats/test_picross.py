"""The own format of picross-solver: by hand, in sets, and what is wrong with it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import FormatError
from harness.formats import Source, build_puzzle, detect_format, parse_puzzle
from harness.formats.bundles import puzzles_in
from harness.puzzle import Puzzle
from tests import strategies

STEP = "# drawn for this test\nGRID A step, by hand\n\nROWS\n[ 1 ]\n[ ]\n[1 2]\nCOLUMNS\n[ 1 1 ]\n[ ]\n[ 1 ]\n[ 1 ]\n"


@pytest.mark.parametrize("name", ["step.txt", "step.picross", "step", "step.non"])
def test_a_file_by_hand(name: str) -> None:
    puzzle = parse_puzzle(STEP, name)
    assert puzzle == Puzzle(((1,), (), (1, 2)), ((1, 1), (), (1,), (1,)), title="A step, by hand")
    assert detect_format(Source(name, STEP.encode())).name == "picross"


def test_written_form() -> None:
    puzzle = Puzzle(((1,), ()), ((1,),), title="dot", author="me", notes=(("drawn on", "Sunday"), ("empty", "")))
    assert build_puzzle(puzzle, "picross").decode() == (
        "# author: me\n# drawn on: Sunday\nGRID dot\nROWS\n[ 1 ]\n[ ]\nCOLUMNS\n[ 1 ]\n"
    )


@settings(max_examples=6)
@given(puzzles=st.lists(strategies.puzzles(max_width=4, max_height=4), min_size=2, max_size=5))
def test_a_file_of_several_is_taken_apart(puzzles: list[Puzzle], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("set") / "set.txt"
    path.write_bytes(b"\n".join(build_puzzle(puzzle, "picross") for puzzle in puzzles))
    read = [named.read() for named in puzzles_in(path)]
    assert [puzzle.title for puzzle in read] == [puzzle.title for puzzle in puzzles]
    assert all(one.has_clues_of(other) for one, other in zip(read, puzzles, strict=True))


def test_a_file_of_one_has_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    for text in (STEP, "GRID\nGRID\n"):
        path.write_text(text)
        assert [puzzle.name for puzzle in puzzles_in(path)] == [str(path)]


def test_comments_above_are_kept() -> None:
    about = (
        "# Drawn for this test. See: nothing\n# By: me\n# Catalogue: here, page 1\n#Copyright:  © me\n# License: none\n"
    )
    puzzle = parse_puzzle(about + "# By: another\n" + STEP + "# Source: too late\n")
    assert (puzzle.author, puzzle.source, puzzle.copyright, puzzle.license) == ("me", "here, page 1", "© me", "none")
    assert parse_puzzle(build_puzzle(puzzle, "picross"), "a.txt") == puzzle


def test_comments_belong_to_the_puzzle_below_them(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("# Author: one\n" + STEP + "# Author: two\n# the second\n\n\n" + STEP + "[ 1 ]\n")
    first, second = puzzles_in(path)
    assert first.read().author == "one"
    assert second.read(checked=False).author == "two"
    with pytest.raises(FormatError, match=r"two\.txt#2:25: the rows hold 4 black cells"):
        second.read()
