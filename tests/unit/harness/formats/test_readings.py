"""Texts in every format, as others write them, with what they mean."""

from harness.formats import parse_puzzle
from harness.puzzle import Clue
from tests.cases import cases


@cases("name", "text", "rows", "columns")
def test_a_text_means_its_clues(name: str, text: str, rows: tuple[Clue, ...], columns: tuple[Clue, ...]) -> None:
    for checked in (True, False):
        puzzle = parse_puzzle(text, name, checked=checked)
        assert (puzzle.rows, puzzle.columns) == (rows, columns)
