"""The picture that `hint` reads: text rows as people and programs write them."""

import pytest

from harness.console.states import parse_state
from harness.errors import FormatError
from harness.formats import Source
from harness.puzzle import Grid

HEART = Grid((".#.#.", "#####", "#####", ".###.", "..#..")).clues()
HALF = Grid((".#.#.", "#####", "?????", "?????", "?????"))


def read(text: str) -> Grid:
    return parse_state(Source("state.txt", text.encode()), HEART)


@pytest.mark.parametrize(
    "text",
    [
        ".#.#.\n#####\n?????\n?????\n?????\n",
        "-x-x-\nXXXXX\n_____\n_____\n_____",
        "\n. # . # .\n# # # # #\n? ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?\n\n",
        "0#0#0\r\n█████\r\n\r\n\r\n\r\n",
        "·1·1·\n11111\n\n\n     ",
        "\N{BYTE ORDER MARK}.#.#.\n#####\n \n \n \n",
    ],
)
def test_ways_to_write_the_same(text: str) -> None:
    assert read(text) == HALF


def test_blanks_are_cells_where_no_question_mark_is() -> None:
    assert read("  #\n\n #  .\n\n\n") == Grid(("??#??", "?????", "?#??.", "?????", "?????"))
    assert read("\n\n\n\n  #\n") == Grid(("?????",) * 4 + ("??#??",))


def test_blanks_between_the_cells_of_a_whole_picture() -> None:
    picture = HEART.goal
    assert picture is not None
    assert read("\n\n".join(" ".join(row) for row in picture.rows)) == picture


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#?\n", r"state.txt: 1 row, where the puzzle has 5; write every row"),
        ("?????\n" * 6, r"state.txt: 6 rows, where the puzzle has 5"),
        ("?????\n?????\n??\n?????\n?????\n", r"state.txt:3: 2 cells, where the puzzle has 5 columns"),
        ("??????\n?????\n?????\n?????\n?????\n", r"state.txt:1: 6 cells, where the puzzle has 5 columns"),
        ("\n?????\n?????\n??a??\n?????\n?????\n", r"state.txt:4: 'a' is not a cell; use # for black"),
        ("######\n\n\n\n\n", r"state.txt:1: 6 cells"),
        ("", r"state.txt: 0 rows, where the puzzle has 5"),
    ],
)
def test_impossible_states(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)
