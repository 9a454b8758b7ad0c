"""The own formats of pynogram and nonogrid: by hand, in colour, and what is wrong with them."""

import pytest

from harness.errors import FormatError
from harness.formats import Source, build_puzzle, detect_format, parse_puzzle, parse_source
from harness.puzzle import BLOT, Grid, Group, Puzzle
from harness.puzzle.palette import Colour, Palette
from tests.unit.harness.formats.refused import refusal

INI = """# drawn for this test

[clues]
columns = 1 1, 0   ; two at once
    "1", ? ,

    # a comment alone
rows =
    1

    0
    '1 2'
"""
TOML = """# drawn for this test
[clues]
columns = '''1 1, 0   ; two at once
    "1", ? ,

    # a comment alone
'''  # the end
rows = \"\"\"
    1

    0
    '1 2'
\"\"\"
[colors]
"""
INI_COLOURS = """[colors]
    r = (red) %
    sky=(0, 128, 255) *
    k = (#123) k
[clues]
rows = 1r 2sky, 1
columns = 1r 1, 1sky, 1sky
"""
UNSECTIONED_COLOURS = """color: r(red) %
color:sky (0, 128, 255) *
color: k(#123) k   # nearly black
1r 1, 1sky
1sky


1r 2sky
1
"""
TOML_COLOURS = """[colors]
defs = [ 'r = (red) %',
    "sky=(0, 128, 255) *",  # as it is at noon
    'k = (#123) k' ]

[clues]
rows = "1r 2sky, 1"
columns = '1r 1, 1sky, 1sky'
"""


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[clues]\nrows = 1\n", "f: no 'columns' in [clues]; write 'columns =' and the clues below it"),
        ("[clues]\nrows =\ncolumns = 1\n", "f:2: no clues after 'rows ='; write one for each line"),
        ("[clues]\nrows = 1,,1\ncolumns = 2\n", "f:2: no clue beside a comma; write 0 for a line without groups"),
        ("[clues]\nrows = 1 x\ncolumns = 2\n", "f:2: 'x' is not a group; write a length, and the name of its colour"),
        ("[clues]\nrows = 1q\ncolumns = 1\n", "f:2: '1q' has a colour that is not declared; declare it in [colors]: q"),
        ("[clues]\nrows = 1\ncolumns = 2\n", "f:3: column 1: 2 needs 2 cells, the column has 1"),
        ("[clues]\nrows = 0 1\ncolumns = 1\n0\n0\n", "f:2: row 1: a group of 0 in 0,1; write a lone - (or 0)"),
        ("[clues]\nrows = 1\ncolumns = 0\n", "f:3: the rows hold 1 black cells, the columns 0"),
        ("[clues]\nrows = 1\nrows = 1\n", "f:3: a second 'rows'; keep one of them"),
        ("[clues]\nlines = 1\nrows = 1\n", "f:2: 'lines' in [clues]; it holds rows and columns"),
        ("[clues]\ncolumns = 1\nrows =" + "1," * 4001, "f:3: more than 4000 rows; keep each side to 4000"),
        ("[clues]\ncolumns = 1\nrows =" + "1\n" * 4001, "f:4003: more than 4000 rows; keep each side to 4000"),
        ("rows = 1\n[clues]\n", "f:1: 'rows = 1' is outside every list; put clues after"),
        ("[clues]\n1\nrows = 1\n", "f:2: '1' is outside every list; put clues after"),
        ("[clues]\nrows = 1\n[clues]\n", "f:3: a second [clues], the first is in line 1; join them"),
        (
            "[colors]\nW = (red) W\n[clues]\nrows = 1W\ncolumns = 1W\n",
            "f: a group of the colour W, the background; give",
        ),
        (with_colours(1000), "f: 1001 colours; keep to 1000"),
        ("[clues]\nrows = 1\n[colours]\n", "f:3: a section [colours]; there are [clues] and [colors]"),
        ("[colors]\nr (red)\n[clues]\n", "f:2: 'r (red)' is not a colour; write 'name = (#RRGGBB) sign'"),
        ("[colors]\nr = (zed)\n[clues]\n", "f:2: 'zed' is not a known colour; write it as #RRGGBB"),
        ("[colors]\nr = (1, 2, 256)\n[clues]\n", "f:2: '1, 2, 256' is not a known colour; its parts are 0 to 255"),
        ("[colors]\nr = (red) a\nr = (blue) b\n[clues]\n", "f:3: a second colour 'r'; give each its own name"),
        ('[clues]\nrows = """\n1\n', 'f:2: the string that begins here has no end """; close it'),
        ('[clues]\nrows = "1"\n', "f: no 'columns' in [clues]"),
        ('[clues]\nrows = "1"\ncolumns = 1\n', "f:3: '1' is not a string; write the clues between quotes"),
        ('[clues]\nrows = "1"\ncolumns = "1" 2\n', "f:3: '2' behind the value; write one key and its value on a line"),
        ('[clues]\nrows = "1"\ncolumns = "2\n', "f:3: '\"2' is not a string"),
        ('[clues]\nrows = "1"\nrows = "1"\n', "f:3: a second 'rows'; keep one of them"),
        ('[clues]\nrows = ""\n', "f:2: no clues after 'rows ='; write one for each line"),
        ("[clues]\nrows = '''\n1\n''' 2\n", "f:4: '2' behind the value; write one key and its value on a line"),
        ("[clues]\nrows = '1'\n[colours]\n", "f:3: a section [colours]; there are [clues] and [colors]"),
        ("rows = '1'\n[clues]\n", "f:1: \"rows = '1'\" is outside every list; put clues after"),
        ("rows = '1'\ncolumns = '1'\n", "f: not a puzzle in any known format"),
        ('[clues]\nrows = "1"\n1\n', "f:3: '1' is outside every list"),
        ("[clues]\nrows = '''\n1\n1x\n'''\ncolumns='1'\n", "f:4: '1x' has a colour that is not declared"),
        ("[clues]\nrows = '1'\ncolumns = '''\n2'''\n", "f:4: column 1: 2 needs 2 cells, the column has 1"),
        ("[colors]\ndefs = ['r']\n[clues]\nrows = '1'\n", "f:2: 'r' is not a colour"),
        ("[colors]\ndefs = ['r = (red) r'\n[clues]\nrows = '1'\n", "f:3: '[clues]' is not a string"),
        ("[colors]\ndefs = ['r = (red) r' 'b'\n[clues]\nrows = '1'\n", "f:2: \"'b'\" behind a string; write a comma"),
        ("[clues]\nrows = '1'\n[colors]\ndefs = [ # none\n", "f:4: the array that begins here has no end ]; close it"),
        ("[clues]\nrows = '1'\n[colors]\nr = '(red) r'\n", "f:4: 'r' in [colors]; it holds defs"),
        ("[clues]\nrows = '1'\n[colors]\ndefs = 'r'\n", "f:4: \"'r'\" is not an array; write ['r = (red) %']"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    assert refusal(text, "f").startswith(message)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.g", "#d\n a:a /#FF0000\n:\n1a\n:\n1a\n:\n"),
        ("a.xml", '<puzzle><color name="white">fff</color><color name="x" char="x">f00/000</color></puzzle>'),
    ],
)
def test_triangles_are_not_taken(name: str, text: str) -> None:
    with pytest.raises(FormatError, match="is a triangle; only puzzles of whole cells can be read"):
        parse_puzzle(text, name)
