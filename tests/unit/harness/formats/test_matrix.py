"""Every format against every other: what one writes is recognised as its own and comes back as it was."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import FormatError
from harness.formats import FORMATS, Format, Likeness, Source, build_puzzle, detect_format, format_named, parse_puzzle
from harness.puzzle import Grid, Puzzle
from tests import strategies
from tests.fuzz.corpus import IMAGES, READ_ONLY, written_as
from tests.marks import examples

LOADED = [known.load() for known in FORMATS]
WRITTEN = [format for format in LOADED if format.is_written]
EXACT = [format for format in WRITTEN if format.name != "scr"]  # a screen has no margins: see test_formats_pictures
BINARY = ("rofl", "pbm", "png", "gif", "bmp", *IMAGES)
KEEPING_GOAL = [*(format.name for format in EXACT if format.of_picture), *IMAGES, "puzzle.txt", "non", "xml", "gno"]
ABOUT = ("title", "author", "source", "copyright", "license")
SIGNS = (
    *("rows", "Columns:", "picture:", "WIDTH 2", "height 2", "goal", "<puzzle>", "GRID", "[clues]", "color: r(red) %"),
    *("rows = '1'", "[Dimensions]", "[Row clues]", "====", "P1", "P4", "ROFL", "2 1\n", "1\n\n\n1", "&", "\n:", "'1r'"),
    "rows = [[1]",
)
drawings = strategies.grids(max_width=9, max_height=9).map(Grid.puzzle)


ALL = [*EXACT, *map(format_named, [*READ_ONLY, *IMAGES])]


def test_no_format_is_left_out() -> None:
    assert {format.name for format in LOADED} - {format.name for format in ALL} == {"scr", "tap"}


def test_a_format_with_files_of_several_puzzles_can_take_them_apart() -> None:
    assert [bool(known.parted) for known in FORMATS] == [format.split is not None for format in LOADED]


@settings(max_examples=examples(150))
@given(
    st.binary(max_size=60)
    | st.text("0123456789 ,-+#.:&*?\"'\n\rx", max_size=60).map(str.encode)
    | st.lists(st.sampled_from([*SIGNS, *"\n\n #*:,1203.xX?\x1fé\ufeff"]), max_size=20).map("".join).map(str.encode)
)
def test_recognised_files_show_a_sign_of_the_format(data: bytes) -> None:
    source = Source("any", data)
    for known, format in zip(FORMATS, LOADED, strict=True):
        is_asked = known.may_be(source) or (known.is_text and not source.is_text)
        assert is_asked or format.recognise(source) is Likeness.NO, known.name
        if format.split is not None and known.parted not in source.folded:
            assert list(format.split(source)) == []


def test_names_and_first_suffixes_tell_formats_apart() -> None:
    assert len({format.name for format in LOADED}) == len(FORMATS)
    shared = [format.name for format in LOADED if format_named(format.suffixes[0]) is not format]
    assert shared == ["pbm-plain"]  # it and pbm share .pbm, and begin differently


@pytest.mark.parametrize("format", ALL, ids=lambda format: str(format.name))
@settings(max_examples=examples(30))
@given(puzzle=drawings, line_end=st.sampled_from([b"\r\n", b"\r"]))
def test_what_is_written_comes_back_with_its_name_and_without(format: Format, puzzle: Puzzle, line_end: bytes) -> None:
    """If the content fits two formats and gives two puzzles, the error says so; it is rare, and only in tiny ones."""
    source = Source(f"drawing{format.suffixes[0]}", written_as(format, puzzle))
    is_text = format.name not in BINARY  # the bytes of a small binary file may be a text by chance
    assert source.is_text or not is_text
    read = parse_puzzle(source.data, source.name)
    assert read.has_clues_of(puzzle)
    assert (read.goal == puzzle.goal) == (format.name in KEEPING_GOAL)
    if format.name not in ("ish", "keen", "syro"):  # which may hold the very same lines
        assert detect_format(source) is format
    if is_text:
        assert parse_puzzle(source.data.replace(b"\n", line_end), source.name).has_clues_of(puzzle)
    refusal = ""
    try:
        assert parse_puzzle(source.data, "<stdin>").has_clues_of(puzzle)
    except FormatError as error:
        refusal = str(error)
    if refusal:
        assert "could be" in refusal
        assert format.name in refusal
        # .mk without its "#" differs from .nin in the order of the sizes alone
        assert min(puzzle.width, puzzle.height) <= 2 or {"mk", "nin"} <= set(re.findall(r"\w+", refusal))


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *((name, (*ABOUT, "goal", "notes")) for name in ("puzzle.txt", "non", "xml")),
        ("gno", ("goal",)),
        ("g", ABOUT),
        ("picross", ("title",)),
    ],
)
@settings(max_examples=examples(60))
@given(puzzle=strategies.puzzles())
def test_facts_about_a_puzzle_come_back(name: str, kept: tuple[str, ...], puzzle: Puzzle) -> None:
    read = parse_puzzle(build_puzzle(puzzle, name), f"about.{name}")
    assert read.has_clues_of(puzzle)
    assert {key: getattr(read, key) for key in kept} == {key: getattr(puzzle, key) for key in kept}
