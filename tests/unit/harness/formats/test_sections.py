"""The own formats of pynogram and nonogrid: by hand, in colour, told from others, and what is wrong with them."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings

from harness.errors import FormatError
from harness.formats import Source, build_puzzle, detect_format, parse_puzzle, parse_source
from harness.puzzle import BLOT, Grid, Group, Puzzle
from harness.puzzle.palette import Colour, Palette
from tests import strategies
from tests.cli_runner import assert_one_line_refusal, run_cli

INI = (Path(__file__).parent / "clues.ini").read_text("utf-8")
TOML = (Path(__file__).parent / "clues.toml").read_text("utf-8")
INI_COLOURS = (Path(__file__).parent / "colours.ini").read_text("utf-8")
UNSECTIONED_COLOURS = (Path(__file__).parent / "colours.txt").read_text("utf-8")
TOML_COLOURS = (Path(__file__).parent / "colours.toml").read_text("utf-8")


@pytest.mark.parametrize(("text", "format"), [(INI, "pynogram"), (TOML, "nonogrid")])
@pytest.mark.parametrize("name", ["a.txt", "a.toml", "a.ini", "a"])
def test_a_file_by_hand(text: str, format: str, name: str) -> None:
    source = Source(name, text.encode())
    assert detect_format(source).name == format
    assert parse_puzzle(text, name) == Puzzle(((1,), (), (1, 2)), ((1, 1), (), (1,), (BLOT,)))


def test_a_colon_may_stand_for_the_equals_sign_of_an_ini_file() -> None:
    text = "[clues]\nrows: 1\ncolumns :\n 1\n"
    assert parse_puzzle(text, "a.txt") == parse_puzzle(text) == Puzzle(((1,),), ((1,),))


@pytest.mark.parametrize(
    ("text", "format"), [(INI_COLOURS, "pynogram"), (UNSECTIONED_COLOURS, "pynogram"), (TOML_COLOURS, "nonogrid")]
)
def test_colours_by_hand(text: str, format: str) -> None:
    puzzle = parse_source(Source("a.txt", text.encode()))
    assert puzzle.in_colour
    assert detect_format(Source("a.txt", text.encode())).name == format
    looks = {(0, 0, 0): "black", (255, 0, 0): "red", (0, 128, 255): "", (17, 34, 51): ""}
    assert {colour.rgb: colour.name for colour in puzzle.palette.colours} == looks
    clue = [(group.length, puzzle.palette[group.key].rgb) for group in puzzle.sides[0][0]]
    assert clue == [(1, (255, 0, 0)), (2, (0, 128, 255))]
    assert puzzle.palette[puzzle.sides[0][1][0].key].rgb == (0, 0, 0)


def test_black_is_no_colour_where_no_group_is_black() -> None:
    puzzle = parse_source(Source("f", b"[colors]\nr = (red) r\n[clues]\nrows = 1r\ncolumns = 1r\n"))
    assert puzzle.in_colour
    assert [colour.rgb for colour in puzzle.palette.colours] == [(255, 0, 0)]


def test_as_many_colours_as_there_may_be_are_read() -> None:
    colours = "".join(f"c{number} = (red) c\n" for number in range(999))
    text = f"[colors]\n{colours}[clues]\nrows = 1 1c0\ncolumns = 1, 1c0\n"
    puzzle = parse_source(Source("f", text.encode()))
    assert puzzle.in_colour
    assert len(puzzle.palette.colours) == 1000


@pytest.mark.parametrize("format", ["pynogram", "nonogrid"])
def test_many_colours_and_another_background_come_back(format: str) -> None:
    keys = "!$%&*+-=~@^_BWabcdefghijklmnopqrstuvwxyzACDEFGHIJKL"[:50]
    palette = Palette(tuple(Colour(key, (5 * i, 1, 2)) for i, key in enumerate(keys)), (9, 8, 7))
    puzzle = Grid((keys + ".",)).puzzle(palette)
    read = parse_source(Source("a", build_puzzle(puzzle, format)))
    assert read.in_colour
    assert read.has_clues_of(puzzle)
    assert read.palette.background == (9, 8, 7)


def test_written_forms() -> None:
    puzzle = Puzzle(((1,), ()), ((BLOT,),))
    assert build_puzzle(puzzle, "pynogram") == b"[clues]\ncolumns =\n    ?\n\nrows =\n    1\n    0\n"
    assert build_puzzle(puzzle, "nonogrid") == b'[clues]\ncolumns = """\n    ?\n"""\n\nrows = """\n    1\n    0\n"""\n'
    colour = Puzzle(((Group(1, "r"),),), ((Group(BLOT, "r"),),), Palette((Colour("r", (255, 0, 0)),), (1, 2, 3)))
    lines = ["r = (FF0000) r", "W = (010203) ."]
    assert build_puzzle(colour, "pynogram").decode().splitlines()[:3] == ["[colors]", *lines]
    assert build_puzzle(colour, "nonogrid").decode().splitlines()[2:4] == [f"    '{line}'," for line in lines]


UNSECTIONED = """\ufeff# drawn for this test
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
UNSECTIONED_PUZZLE = Puzzle(((1,), (2,), (1, 2), (1,), ()), ((2,), (1, 1), (1,), (3,)))


@pytest.mark.parametrize("name", ["a.txt", "a.ini", "a"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", " \r\n"])
def test_a_file_without_sections_by_hand(name: str, ends: str) -> None:
    text = UNSECTIONED.replace("\n", ends)
    assert detect_format(Source(name, text.encode())).name == "pynogram"
    assert parse_puzzle(text, name, checked=False) == UNSECTIONED_PUZZLE


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
