"""Choosing between the two commonest formats, and files that cannot be read or written.

That no format takes another for its own is in `test_formats_matrix`.
"""

import os
import re
import tracemalloc
from pathlib import Path
from unittest.mock import Mock

import pytest

from harness.errors import FormatError, PuzzleError
from harness.files.reading import MAX_FILE_BYTES, read_file
from harness.formats import (
    Likeness,
    Source,
    build_puzzle,
    detect_format,
    parse_puzzle,
    parse_source,
    read_puzzle,
    write_puzzle,
)
from harness.formats.registry import Known
from harness.puzzle import MAX_SIDE, Group, Puzzle
from tests.cases import cases
from tests.unit.harness.formats.refused import refusal

STEP = Puzzle(((1,), (2,)), ((1,), (2,)), title="step")
TXT = "title: step\nrows:\n1\n2\ncolumns:\n1\n2\n"
NON = 'title "step"\nwidth 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n'


def test_a_format_can_be_named() -> None:
    assert parse_puzzle(NON, format="non") == parse_puzzle(NON, format=".non") == STEP
    assert "stands below neither 'rows' nor 'columns'" in refusal(TXT, format="non")
    assert "no format 'xyz'; choose one of: puzzle.txt (.txt), non (.non), " in refusal(TXT, format="xyz")


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(5, "Input/output error")])
def test_a_file_that_fails_while_it_is_opened(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "open", Mock(side_effect=error))
    with pytest.raises(FormatError, match=rf"^a\.txt: cannot read the file: {error.strerror}; "):
        read_puzzle("a.txt")


def test_a_format_that_is_sure_of_a_file_with_its_name_is_the_only_one_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    recognise = Known.recognise

    def ask(known: Known, source: Source) -> Likeness:
        asked.append(known.name)
        return recognise(known, source)

    monkeypatch.setattr(Known, "recognise", ask)
    data = build_puzzle(parse_puzzle(TXT), "non")
    asked.clear()
    assert (detect_format(Source("a.non", data)).name, asked) == ("non", ["non"])
    assert detect_format(Source("a.xml", data)).name == "non"
    assert len(asked) > 20


def test_a_file_is_read_once_and_no_more_room_is_made_than_it_takes(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(TXT.encode())
    read_file(path)
    tracemalloc.start()
    assert read_file(path) == TXT.encode()
    assert tracemalloc.get_traced_memory()[1] < 10_000
    tracemalloc.stop()


@pytest.mark.parametrize("format", ["puzzle.txt", "non"])
def test_the_largest_puzzle_is_small_enough_to_read(format: str) -> None:
    """Four rows of it take a thousandth of its bytes, and more."""
    row = "#." * (MAX_SIDE // 2)
    puzzle = parse_puzzle("picture:\n" + f"{row}\n" * (MAX_SIDE // 1000))
    data = build_puzzle(puzzle, format)
    assert len(data) * 1000 < MAX_FILE_BYTES
    assert parse_puzzle(data) == puzzle


def test_wrong_puzzles_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="black cells"):
        write_puzzle(Puzzle(((1,),), ((),)), tmp_path / "a.NON")
    assert not (tmp_path / "a.NON").exists()
    write_puzzle(STEP, tmp_path / "a.NON")
    assert read_puzzle(tmp_path / "a.NON") == STEP


RED_AND_BLUE = 'title "T"\nwidth 3\nheight 2\n\ncolor red FF0000 R\ncolor blue 0000FF {}\n\nrows\nred 1 blue 1\n0\n\n'


@pytest.mark.parametrize("sign", ["B", "*", "b"])
def test_colours_by_name_in_a_non_file(sign: str) -> None:
    text = RED_AND_BLUE.format(sign) + "columns\nred 1\nblue 1\n0\n"
    puzzle = parse_source(Source("x.non", text.encode()))
    red, blue = (colour.key for colour in puzzle.palette.colours)
    assert [colour.rgb for colour in puzzle.palette.colours] == [(255, 0, 0), (0, 0, 255)]
    assert puzzle.rows == ((Group(1, red), Group(1, blue)), ())
    assert re.match("x:9: .*green.* is not a", refusal(text.replace("red 1 blue", "red 1 green")))
    assert refusal(text.replace("blue 0", "Red 0")).startswith("x:6: a second colour 'Red'")


@cases("text", "looks")
@pytest.mark.parametrize("name", ["x.txt", "x"])
def test_what_no_format_takes_is_called_what_it_looks_like(text: str, looks: str, name: str) -> None:
    said = refusal(text, name)
    assert looks in said
    assert not any(words in said for words in ("empty lines", "stands in no section", "not UTF-8"))


def test_a_slip_in_bare_numbers_names_the_formats_that_it_may_be_in() -> None:
    tried = "it looks like numbers alone; name its format with --from: mk, nin"
    assert tried in refusal("2 3\n1 1\n3\n2\n1\n3\n", "x.txt")
    assert "; leave a line empty between rows and columns, or write 'rows:'" in refusal("1,1\n3\n2\n1\n3\n", "x.txt")
    assert parse_puzzle("2 3\n1 1\n3\n2\n1\n2\n", "x.txt").rows == ((1, 1), (3,))
