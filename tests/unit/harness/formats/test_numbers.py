"""Bare numbers, addresses and nested lists: how they are told apart, written, and kept in bounds."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import FormatError
from harness.formats import build_puzzle, parse_puzzle, read_puzzle
from harness.formats.bundles import puzzles_in
from harness.formats.numbers import build_solutions
from harness.puzzle import Grid, Puzzle
from tests import strategies
from tests.japan_solutions import parse_solutions
from tests.marks import examples
from tests.unit.harness.formats.refused import refusal

# Four columns, three rows; the last row and the last column are empty.
STEP = Grid(("##.#", "#...", "....")).puzzle()
ROWS, COLUMNS = ((2, 1), (1,), ()), ((2,), (1,), (), (1,))

FILES = {
    "step.mk": "3 4\n2 1\n1\n0\n#\n2\n1\n0\n1\n",
    "step.nin": "4 3\n2 1\n1\n0\n2\n1\n0\n1\n",
    "step.cwd": "3\n4\n2 1\n1\n0\n\n2\n1\n0\n1\n",
    "step.dat": "3\n2 2 1\n1 1\n0\n4\n1 2\n1 1\n0\n1 1\n",
    "step.makhorin": "* step\n2 1\n1\n0\n&\n2\n1\n0\n1\n",
    "step.syro": "# step\n2 1 0\n1 0\n0\n\n2 0\n1 0\n0\n1 0\n",
    "step.ish": "2,1\n1\n0\n\n2\n1\n0\n1\n",
    "step.keen": "2 1\n1\n0\n\n2\n1\n0\n1\n",
    "step.faase": "rows\n2 1\n1\n0\n\ncolumns\n2\n1\n0\n1\n",
    "step.tatham": "4x3:2/1//1/2.1/1/\n",
    "step.puzzlink": "https://puzz.link/p?nonogram/4/3/2g1i1g121i\n",
}
WRITTEN = {"step.mk": "mk", "step.nin": "nin", "step.cwd": "cwd", "step.dat": "japan.dat"}
WRITTEN |= {"step.tatham": "tatham", "step.puzzlink": "puzz.link"}


def read(text: str, name: str) -> Puzzle:
    puzzle = parse_puzzle(text, name)
    assert (puzzle.rows, puzzle.columns) == (ROWS, COLUMNS)
    return puzzle


@pytest.mark.parametrize("name", FILES)
def test_content_tells_the_format_whatever_the_name(name: str) -> None:
    for other in (name, "step", "step.txt", "step.xml", "step.keen"):
        read(FILES[name], other)


@pytest.mark.parametrize("name", WRITTEN)
def test_it_writes_what_the_description_says(name: str) -> None:
    assert build_puzzle(STEP, WRITTEN[name]).decode() == FILES[name]


def test_the_largest_puzzle_is_read_and_one_larger_is_not() -> None:
    lines = "1\n" * 4000
    assert (parse_puzzle(f"4000 1\n{lines}4000\n", "a.nin", checked=False).width) == 4000
    assert refusal(f"4001 1\n{lines}", "a.nin") == "a.nin:1: the width is 4001; it must be 1 to 4000"
    clue = " ".join(["1"] * 4000)
    assert parse_puzzle(f"1 1\n{clue}\n#\n1\n", "a.mk", checked=False).rows == ((1,) * 4000,)
    assert refusal(f"1 1\n{clue} 1\n#\n1\n", "a.mk").startswith("a.mk:2: more than 4000 groups")
    count = "1".zfill(300)
    assert parse_puzzle(f"{count} 1\n1\n1\n", "a.nin").width == 1
    assert refusal(f"0{count} 1\n1\n1\n", "a.nin").startswith("a.nin:1: the width is 00000000000000000000; it must")


def test_long_groups_and_gaps_in_an_address_are_written_as_pzpr_does() -> None:
    puzzle = Grid(("#" * 200 + "." + "#" * 16,) * 2).puzzle()
    row = "-10-c8zzzzzm"
    assert build_puzzle(puzzle, "puzz.link").decode() == (
        f"https://puzz.link/p?nonogram/217/2/{'2' * 200}g{'2' * 16}{row}{row}\n"
    )


def test_without_a_name_the_sums_decide_between_formats() -> None:
    """As `keen`, these would be rows of 1 and of 2 in a puzzle two cells wide, whose sums do not agree."""
    puzzle = parse_puzzle("1\n2\n2\n\n1\n1\n")
    assert (puzzle.width, puzzle.height) == (2, 1)


def test_files_that_fit_two_formats_are_not_guessed() -> None:
    text = "1\n0\n1\n0\n"  # one cell, white, in japan.dat; a column of four cells as a picture
    assert "could be japan.dat or text; say which by the file's ending or with --from" in refusal(text, "x")
    assert parse_puzzle(text, "x.dat").height == 1
    assert parse_puzzle(text, "x.txt").height == 4
    assert parse_puzzle(text, "x", format="text").height == 4


def test_numbers_are_taken_as_they_are_where_they_are_not_to_be_checked() -> None:
    puzzle = parse_puzzle("1 1\n7\n#\n-3\n", "x.mk", checked=False)
    assert (puzzle.rows, puzzle.columns) == (((7,),), ((-3,),))


class TestAnswers:
    TWO = (Grid(("#.", ".#")), Grid((".#", "#.")))

    def test_there_and_back(self) -> None:
        for grids in ((), self.TWO[:1], self.TWO):
            assert parse_solutions("".join(build_solutions(grids))) == grids

    def test_each_solution_is_written_as_soon_as_it_is_known(self) -> None:
        search = iter(self.TWO)
        assert next(build_solutions(search)) == "*.\n.*\n"
        assert list(search) == [self.TWO[1]]


@settings(max_examples=examples(60))
@given(
    puzzle=strategies.grids(max_width=9, max_height=9).map(Grid.puzzle),
    others=st.dictionaries(
        st.text("abxyz_", min_size=1),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda part: st.lists(part, max_size=3)
        ),
        max_size=4,
    ),
    data=st.data(),
)
def test_what_json_reads_is_read_by_its_names(puzzle: Puzzle, others: dict[str, object], data: st.DataObject) -> None:
    names = data.draw(st.sampled_from([("rows", "cols"), ("hor", "ver"), ("cluesRow", "cluesColumn")]))
    whole = list((others | dict(zip(names, puzzle.sides, strict=True))).items())
    text = json.dumps(dict(data.draw(st.permutations(whole))), indent=data.draw(st.sampled_from([None, 1])))
    assert parse_puzzle(text, "clues.json").has_clues_of(puzzle)


def test_a_json_file_may_hold_several_puzzles(tmp_path: Path) -> None:
    one, two = {"rows": [[1]], "cols": [[1]]}, {"cols": [[2]], "rows": [[1], ["1"]]}
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"puzzles": [one, two]}, indent=1))
    assert [puzzle.read().rows for puzzle in puzzles_in(path)] == [((1,),), ((1,), (1,))]
    path.write_text(path.read_text().replace('"1"', "7"))
    with pytest.raises(FormatError, match=r"set\.json#2:25: row 2"):
        read_puzzle(f"{path}#2")
