"""The own formats of pynogram and nonogrid: by hand, in colour, and what is wrong with them."""

from pathlib import Path

import pytest

from harness.errors import FormatError
from harness.formats import Source, build_puzzle, detect_format, parse_puzzle, parse_source
from harness.puzzle import BLOT, Grid, Group, Puzzle
from harness.puzzle.palette import Colour, Palette
from tests.cases import cases
from tests.unit.harness.formats.refused import refusal

INI = (Path(__file__).parent / "clues.ini").read_text("utf-8")
TOML = (Path(__file__).parent / "clues.toml").read_text("utf-8")
INI_COLOURS = (Path(__file__).parent / "colours.ini").read_text("utf-8")
UNSECTIONED_COLOURS = (Path(__file__).parent / "colours.txt").read_text("utf-8")
TOML_COLOURS = (Path(__file__).parent / "colours.toml").read_text("utf-8")


def with_colours(count: int) -> str:
    """Return a file that declares so many colours, and uses one of them and black."""
    colours = "".join(f"c{number} = (red) c\n" for number in range(count))
    return f"[colors]\n{colours}[clues]\nrows = 1 1c0\ncolumns = 1, 1c0\n"


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
    puzzle = parse_source(Source("f", with_colours(999).encode()))
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


@cases(
    "text",
    "message",
    more=[
        ("[clues]\ncolumns = 1\nrows =" + "1," * 4001, "f:3: more than 4000 rows; keep each side to 4000"),
        ("[clues]\ncolumns = 1\nrows =" + "1\n" * 4001, "f:4003: more than 4000 rows; keep each side to 4000"),
        (with_colours(1000), "f: 1001 colours; keep to 1000"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    assert refusal(text, "f").startswith(message)


@cases("name", "text")
def test_triangles_are_not_taken(name: str, text: str) -> None:
    with pytest.raises(FormatError, match="is a triangle; only puzzles of whole cells can be read"):
        parse_puzzle(text, name)
