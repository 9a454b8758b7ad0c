"""Blotted numbers in files, drawings and commands."""

import re

import pytest
from hypothesis import given, settings

from harness.drawing.layout import DIGITS, found_groups, number_width
from harness.drawing.raster import Painter
from harness.drawing.svg import build_svg
from harness.errors import FormatError
from harness.formats import FORMATS, Format, build_puzzle, parse_puzzle
from harness.formats.base import Source
from harness.formats.registry import parse_source
from harness.puzzle import BLOT, Clue, Grid, Group, Puzzle
from tests.strategies import blotted, colour_puzzles, grids

LOADED = [known.load() for known in FORMATS]
HOLDING = [format for format in LOADED if format.holds_blots]
REFUSING = [format for format in LOADED if format.is_written and not format.holds_blots and not format.of_picture]
SOME = Puzzle(((BLOT,), (1,)), ((1,), (BLOT,)))


@pytest.mark.parametrize("format", HOLDING, ids=lambda format: str(format.name))
@settings(max_examples=20)
@given(plain=blotted(grids(5, 5).map(Grid.puzzle)), coloured=blotted(colour_puzzles()))
def test_blots_come_back(format: Format, plain: Puzzle, coloured: Puzzle) -> None:
    for puzzle in (plain, coloured) if format.in_colour else (plain,):
        read = parse_source(Source(f"a{format.suffixes[0]}", build_puzzle(puzzle, format.name)))
        lengths = [[group.length for group in clue] for clue in puzzle.groups().values()]
        assert [[group.length for group in clue] for clue in read.groups().values()] == lengths
        assert read.has_clues_of(puzzle) or (puzzle.in_colour and len(puzzle.used_keys) <= 1)


@pytest.mark.parametrize("format", REFUSING, ids=lambda format: str(format.name))
def test_formats_that_cannot_hold_blots_say_so(format: Format) -> None:
    message = f"row 1 has a blotted number (?), which the format {format.name} cannot hold; choose one of: puzzle.txt "
    with pytest.raises(FormatError, match=f"^{re.escape(message)}"):
        build_puzzle(SOME, format.name)


@pytest.mark.parametrize("number", ["-1", "-01", "-0001"])
@pytest.mark.parametrize("checked", [True, False])
def test_a_minus_one_is_no_blot(number: str, checked: bool) -> None:
    with pytest.raises(FormatError, match=f"^a.txt:2: a group of {number}; lengths are 1 or more$"):
        parse_puzzle(f"rows:\n{number}\ncolumns:\n1\n", "a.txt", checked=checked)


def test_groups_of_blotted_clues_are_found_when_nothing_else_can_be() -> None:
    clue = (Group(BLOT, "#"), Group(2, "#"))
    assert found_groups(clue, "##.##") == (True, True)
    assert found_groups(clue, "#?.##") == (False, True)
    assert found_groups(clue, "?????") == (False, False)


def test_a_blot_is_drawn_as_a_question_mark() -> None:
    assert build_svg(SOME, ("?#", "#.")).count(">?</text>") == 2
    assert number_width(BLOT) == number_width(7)
    with_numbers = Painter(Puzzle(((1,), (1,)), ((1,), (1,))), scale=1).paint(("??", "??"))
    assert Painter(SOME, scale=1).paint(("??", "??")).tobytes() != with_numbers.tobytes()
    assert DIGITS["?"] not in [DIGITS[digit] for digit in "0123456789"]


@pytest.mark.parametrize(
    ("rows", "columns", "meant"),
    [
        (["01", "0"], "101", ((BLOT, 1), (BLOT,))),
        (["0", ""], "1", ((BLOT,), ())),
        (["0", "1"], "1", ((), (1,))),  # nothing speaks for a blot
    ],
)
def test_webpbn_writes_a_zero_for_a_blot(rows: list[str], columns: str, meant: tuple[Clue, ...]) -> None:
    sides = (
        "".join(f"<line>{''.join(f'<count>{count}</count>' for count in line)}</line>" for line in side)
        for side in (rows, columns)
    )
    text = '<puzzle><clues type="rows">{}</clues><clues type="columns">{}</clues></puzzle>'.format(*sides)
    assert parse_puzzle(text, "a.xml").rows == meant


@pytest.mark.parametrize(
    ("puzzle", "sign"),
    [
        (Puzzle(((BLOT,),), ((1,),)), b"<count>?</count>"),
        (Puzzle(((BLOT,), ()), ((1,),)), b"<count>0</count>"),
        (Puzzle(((BLOT, 1),), ((1,), (), (1,))), b"<count>0</count>"),
    ],
)
def test_a_blot_is_written_as_webpbn_has_it_where_that_is_clear(puzzle: Puzzle, sign: bytes) -> None:
    assert sign in build_puzzle(puzzle, "xml")
