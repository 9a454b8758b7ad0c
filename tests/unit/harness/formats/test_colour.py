"""Puzzles in colour: the model, and the formats that hold them."""

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import FormatError, PuzzleError
from harness.formats import Source, build_puzzle, detect_format, format_named, parse_puzzle, parse_source
from harness.formats.base import free_keys
from harness.puzzle import Grid, Group, Puzzle, cells_needed, clue_text
from harness.puzzle.palette import BLACK, WHITE, Colour, Palette, Rgb, spare_rgb
from tests import strategies
from tests.marks import examples
from tests.unit.harness.formats.refused import refusal

RED: Rgb = (255, 0, 0)
BLUE: Rgb = (0, 0, 255)
FLAG = Palette((Colour("r", RED, "red"), Colour("b", BLUE, "blue"), Colour("k", BLACK, "black")))
PICTURE = Grid(("rrb.", "r.rk", "...."))
PUZZLE = PICTURE.puzzle(FLAG).replace(title="flag & more", author="me")
IN_COLOUR = ("non", "xml", "g", "rofl", "pynogram", "nonogrid")
UNTITLED = ("rofl", "pynogram", "nonogrid")
KEYS = "rgbkXé+"


@st.composite
def palettes(draw: st.DrawFn) -> Palette:
    rgb = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
    looks = draw(st.lists(rgb, min_size=1, max_size=len(KEYS), unique=True))
    keys = draw(st.permutations(KEYS))
    names = st.sampled_from(["", "red", "white", "dark red", 'a "quoted" & <odd> name'])
    colours = [Colour(key, look, draw(names)) for key, look in zip(keys, looks[1:], strict=False)]
    return Palette(tuple(colours), looks[0], draw(names))


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    palette = draw(palettes())
    drawn = draw(strategies.grids(7, 7, "." + palette.keys)).puzzle(palette)
    return drawn.replace(title=draw(strategies.header_texts()), goal=draw(st.sampled_from((drawn.goal, None))))


def looks(puzzle: Puzzle) -> list[list[Rgb]] | None:
    if puzzle.goal is None:
        return None
    return [[puzzle.palette.rgb(cell) for cell in row] for row in puzzle.goal.rows]


def read(data: str | bytes, name: str = "x") -> Puzzle:
    return parse_source(Source(name, data.encode() if isinstance(data, str) else data))


class TestModel:
    def test_groups_of_different_colours_may_touch(self) -> None:
        assert [clue_text(clue) for clue in PUZZLE.rows] == ["2r,1b", "1r,1r,1k", "-"]
        assert [clue_text(clue) for clue in PUZZLE.columns] == ["2r", "1r", "1b,1r", "1k"]
        assert [cells_needed(clue) for clue in PUZZLE.sides[0]] == [3, 4, 0]
        PUZZLE.check()

    @given(puzzles())
    def test_turning_twice_and_other_keys_change_nothing(self, puzzle: Puzzle) -> None:
        other = puzzle.with_keys("ABCDEFGHIJ")
        for each in (puzzle, puzzle.turned(), other):
            each.check()
        assert puzzle.turned().turned() == puzzle
        assert other.has_clues_of(puzzle)
        assert looks(other) == looks(puzzle)

    @given(strategies.grids())
    def test_in_one_colour_it_is_the_black_and_white_puzzle(self, grid: Grid) -> None:
        red = Grid(tuple(row.replace("#", "r") for row in grid.rows)).puzzle(FLAG)
        assert red.black_and_white() == grid.puzzle()
        assert not red.is_black_on_white or not str(grid).count("#")

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"rows": ((Group(2, "r"), Group(3, "r")), (), ())}, "row 1: 2r,3r needs 6 cells, the row has 4"),
            ({"rows": ((Group(2, "r"), Group(3, "b")), (), ())}, "row 1: 2r,3b needs 5 cells, the row has 4"),
            ({"rows": ((Group(0, "r"),), (), ())}, "row 1: a group of 0 in 0r"),
            ({"rows": ((Group(1, "z"),), (), ())}, "row 1: no colour 'z'; the palette has 'rbk'"),
            ({"rows": ((Group(2, "b"), Group(1, "r")), *PUZZLE.rows[1:])}, "the rows hold 3 cells of the colour red"),
            ({"goal": Grid(("rrb.", "r.kr", "...."))}, "row 2: the clue is 1r,1r,1k, the picture has 1r,1k,1r"),
        ],
    )
    def test_check(self, change: dict[str, object], message: str) -> None:
        with pytest.raises(PuzzleError) as caught:
            PUZZLE.replace(**change).check()
        assert str(caught.value).startswith(message)

    @pytest.mark.parametrize("key", ["", "ab", " ", "7", ".", "?", ",", "\n"])
    def test_keys_that_cannot_be(self, key: str) -> None:
        with pytest.raises(PuzzleError):
            Colour(key, RED)

    def test_palettes_that_cannot_be(self) -> None:
        with pytest.raises(PuzzleError, match="is not a colour"):
            Palette((), (0, 0, 256))
        with pytest.raises(PuzzleError, match="is not a colour"):
            Palette((), (0, 0))  # type: ignore[arg-type]
        many = tuple(Colour(chr(0x4E00 + number), RED) for number in range(1001))
        assert len(Palette(many[:1000]).keys) == 1000
        with pytest.raises(PuzzleError, match="1001 colours; keep to 1000"):
            Palette(many)
        with pytest.raises(PuzzleError, match="2 colours have the key 'r'"):
            Palette((Colour("r", RED), Colour("r", BLUE)))
        with pytest.raises(PuzzleError, match="is not a colour"):
            Colour("r", (256, 0, 0))
        with pytest.raises(PuzzleError, match="3 colours; at most 2 have a character here"):
            PUZZLE.with_keys("ab")

    def test_black_on_another_background_is_not_black_on_white(self) -> None:
        for ink, background, expected in ((BLACK, WHITE, True), (BLACK, RED, False), (BLUE, WHITE, False)):
            assert Grid(("k.",)).puzzle(Palette((Colour("k", ink),), background)).is_black_on_white == expected


def written(puzzle: Puzzle, name: str) -> bytes:
    return build_puzzle(puzzle, name, is_unique=lambda _: True)


@pytest.mark.parametrize("name", IN_COLOUR)
@settings(max_examples=examples(60))
@given(puzzle=puzzles())
def test_a_puzzle_comes_back(name: str, puzzle: Puzzle) -> None:
    data = written(puzzle, name)
    assert detect_format(Source("x", data)) is format_named(name)
    again = read(data)
    assert again.in_colour is not puzzle.is_black_on_white
    assert again.has_clues_of(puzzle if again.in_colour else puzzle.black_and_white())
    if again.in_colour:
        assert again.palette.background == puzzle.palette.background
    if name in ("non", "xml"):
        assert looks(again) == looks(puzzle)
    assert again.title == ("" if name in UNTITLED else puzzle.title)


@pytest.mark.parametrize("name", IN_COLOUR)
def test_black_and_white_accepts_one_colour_only(name: str) -> None:
    black = read(written(Grid(("k.k",)).puzzle(FLAG), name))
    assert (black.in_colour, black.rows) == (False, ((1, 1),))
    assert parse_puzzle(written(Grid(("r.r",)).puzzle(FLAG), name)).rows == ((1, 1),)
    with pytest.raises(FormatError, match=r"^x: the puzzle has 3 colours; this works on"):
        parse_puzzle(written(PUZZLE, name), "x")


@pytest.mark.parametrize("name", ["puzzle.txt", "mk", "gno", "pbm", "scr"])
def test_black_and_white_formats_take_one_colour_only(name: str) -> None:
    build_puzzle(Grid(("r.r",)).puzzle(FLAG), name)
    message = rf"the format {name} is black and white.*choose one of: non .*xml .*g .*"
    with pytest.raises(FormatError, match=message):
        build_puzzle(PUZZLE, name)


NON = (
    'title "flag &amp; more"\nby "me"\nwidth 4\nheight 3\ncolor r #FF0000\ncolor b #0000FF\ncolor k #000000\n\n'
    'rows\n2r,1b\n1r,1r,1k\n0\n\ncolumns\n2r\n1r\n1b,1r\n1k\n\ngoal "rrb0r0rk0000"\n'
)
G = (
    "title: flag & more\nauthor: me\n\n#d\n  0:   #FFFFFF  white\n  r:r  #FF0000  red\n  b:b  #0000FF  blue\n"
    "  k:k  #000000  black\n: rows\n2r 1b\n1r 1r 1k\n0\n: columns\n2r\n1r\n1b 1r\n1k\n: end\n"
)
ROFL = (
    b"ROFL\x04\x03\x04" + bytes((*WHITE, *RED, *BLUE, *BLACK)) + b"\x02\x02\x01\x01\x02\x03\x01\x01\x01\x01\x01\x03"
    b"\x00\x01\x02\x01\x01\x01\x01\x02\x01\x02\x01\x01\x01\x01\x03"
)


@pytest.mark.parametrize(("name", "data"), [("non", NON.encode()), ("g", G.encode()), ("rofl", ROFL)])
def test_a_flag_is_written_and_read(name: str, data: bytes) -> None:
    assert written(PUZZLE, name) == data
    again = read(data)
    assert (again.in_colour, again.has_clues_of(PUZZLE)) == (True, True)
    assert again.goal == (PICTURE if name == "non" else None)


def test_a_length_without_a_letter_is_black_in_non() -> None:
    text = NON.replace("color k #000000\n", "").replace("k", "").replace('r0r0000"', 'r0r10000"')
    again = read(text)
    assert (again.in_colour, again.has_clues_of(PUZZLE), looks(again)) == (True, True, looks(PUZZLE))


def test_letters_need_not_be_declared_in_non() -> None:
    again = read("\n".join(line for line in NON.split("\n") if not line.startswith("color")))
    assert again.in_colour
    assert again.goal == PICTURE
    assert len({colour.rgb for colour in again.palette.colours} | {WHITE}) == 4


def test_the_default_colour_and_signs_that_cannot_be_keys_in_g() -> None:
    text = G.replace("r:r", "?:%").replace("k:k", "1:*").replace("r", "?").replace("1k", "1")
    again = read(text.replace("?ows", "rows").replace("?ed", "red"))
    assert again.in_colour
    assert again.has_clues_of(PUZZLE)


def test_keys_stay_in_xml_but_for_signs_of_its_own() -> None:
    signs = [re.findall('char="(.)"', written(PUZZLE.with_keys(keys), "xml").decode()) for keys in ("rbk", "rb!")]
    assert signs == [[".", "r", "b", "k"], [".", "a", "b", "c"]]


def test_colours_with_one_name_are_told_apart_in_xml() -> None:
    palette = Palette((Colour("a", RED, "white"), Colour("b", BLUE, "white"), Colour("c", BLACK, "")))
    puzzle = Grid(("abc",)).puzzle(palette)
    again = read(written(puzzle, "xml"))
    assert again.in_colour
    assert again.has_clues_of(puzzle)


def test_a_group_in_the_colour_of_the_background_is_refused() -> None:
    text = written(PUZZLE, "xml").decode().replace('<count color="blue">', '<count color="white">', 1)
    assert refusal(text).startswith("x:3: a group has the background's colour white")


def test_a_puzzle_with_several_solutions_is_refused() -> None:
    with pytest.raises(FormatError, match="not a puzzle with one solution"):
        build_puzzle(PUZZLE, "rofl", is_unique=lambda asked: asked != PUZZLE)
    with pytest.raises(FormatError, match="not known to have only one solution"):
        build_puzzle(PUZZLE, "rofl")


def test_sizes_of_rofl_are_bytes() -> None:
    assert parse_puzzle(written(Grid(("#" * 255,)).puzzle(), "rofl")).rows == ((255,),)
    with pytest.raises(FormatError, match="256 columns; the format rofl holds 255 at most"):
        written(Grid(("#" * 256,)).puzzle(), "rofl")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ROFL[:4], "x: the file ends before the width"),
        (ROFL[:9], "x: the file ends before the blue of colour 0"),
        (ROFL[:-1], "x: the file ends before the colour of group 1 of column 4"),
        (ROFL + b"\0", f"x: byte {len(ROFL)}: 1 bytes behind the last column"),
        (ROFL[:4] + b"\0" + ROFL[5:], "x: byte 4: the width is 0; it must be 1 to 255"),
        (ROFL[:21] + b"\x04" + ROFL[22:], "x: byte 21: the colour of group 1 of row 1 is 4; it must be 1 to 3"),
        (ROFL[:20] + b"\x05" + ROFL[21:], "x: row 1: 5a,1b needs 6 cells, the row has 4"),
    ],
)
def test_a_damaged_rofl_is_refused(data: bytes, message: str) -> None:
    assert refusal(data).startswith(message)


@given(st.lists(st.sampled_from(["a", "b", "1", ".", "?", ",", "", "é"]), max_size=12))
def test_every_colour_gets_a_key_of_its_own(wanted: list[str]) -> None:
    keys = free_keys(wanted)
    assert len(set(keys)) == len(wanted)
    for want, key in zip(wanted, keys, strict=True):
        assert Colour(key, RED).key == want or want not in ("a", "b", "é") or wanted.count(want) > 1


def test_spare_colours_never_end_and_never_repeat_at_first() -> None:
    taken = (208, 0, 0)
    assert len({taken, *islice(spare_rgb({taken}), 60)}) == 61
