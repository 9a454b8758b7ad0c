"""pynogram's files without sections: by hand, in colour, told from other numbers, and what is wrong with them."""

import pytest
from hypothesis import example, given, settings

from harness.errors import FormatError
from harness.formats import Source, detect_format, parse_puzzle
from harness.puzzle import BLOT, Puzzle
from tests import strategies
from tests.cases import cases
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.unit.harness.formats.refused import refusal

BLACK = """\ufeff# drawn for this test
#
# columns first

2, '1 1',    # two at once

"1"
# a comment alone
3  ,

#
1
2
1 2,1
0
"""
STEP = Puzzle(((1,), (2,), (1, 2), (1,), ()), ((2,), (1, 1), (1,), (3,)))


@pytest.mark.parametrize("name", ["a.txt", "a.ini", "a"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", " \r\n"])
def test_a_file_by_hand(name: str, ends: str) -> None:
    text = BLACK.replace("\n", ends)
    assert detect_format(Source(name, text.encode())).name == "pynogram"
    assert parse_puzzle(text, name, checked=False) == STEP


def test_blotted_numbers() -> None:
    assert parse_puzzle("?, 1\n\n\n1 ?\n", "a", checked=False) == Puzzle(((1, BLOT),), ((BLOT,), (1,)))


@settings(max_examples=20)
@given(puzzle=strategies.puzzles())
@example(puzzle=Puzzle(((1,),), ((), (1,), ())))  # as .keen, and the next as .ini: it could be a japan.dat as well
@example(puzzle=Puzzle(((), (1,), ()), ((1,),)))
def test_bare_numbers_are_read_columns_first(puzzle: Puzzle) -> None:
    """Whatever the puzzle: one clue a line and nothing else is all that tells this layout from `keen`."""
    columns, rows = (
        "\n".join(" ".join(map(str, clue)) or "0" for clue in side) for side in (puzzle.columns, puzzle.rows)
    )
    assert parse_puzzle(f"{columns}\n\n\n{rows}\n", "a.ini").has_clues_of(puzzle)
    assert parse_puzzle(f"{rows}\n\n{columns}\n", "a.keen").has_clues_of(puzzle)


def test_the_name_decides_which_side_comes_first() -> None:
    square = "2\n1\n\n\n1\n2\n"
    assert parse_puzzle(square, "a.txt") == Puzzle(((1,), (2,)), ((2,), (1,)))
    assert parse_puzzle(square, "a.keen") == Puzzle(((2,), (1,)), ((1,), (2,)))
    assert_one_line_refusal(run_cli("check", "-", stdin=square), "the file could be pynogram or keen; say which")


def test_colours_alone_and_what_is_no_number_are_no_puzzle_of_this_layout() -> None:
    assert detect_format(Source("", b"1, 1 1\n\n\n1\n")).name == "pynogram"
    for text in (b"color: r(red) %\n", b"1, 1! 1\n\n\n1\n"):
        with pytest.raises(FormatError, match="not a puzzle in any known format"):
            detect_format(Source("", text))


@cases("text", "message")
def test_errors_name_the_line(text: str, message: str) -> None:
    assert refusal(text, "f.ini").startswith(message)
