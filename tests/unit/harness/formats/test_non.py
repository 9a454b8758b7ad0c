"""Simpson's `.non`: its layouts, and the errors in it."""

import pytest
from hypothesis import given

from harness.formats import Likeness, Source, build_puzzle, parse_puzzle, parse_source
from harness.formats.simpson_non import SIMPSON_NON, _parse_plain
from harness.puzzle import Grid, Puzzle
from harness.solver.kernel import has_compiled_kernel
from tests.strategies import puzzles
from tests.unit.harness.formats.refused import refusal

STEP = Puzzle(((1,), (2,)), ((1,), (2,)))
SIZES = "width 2\nheight 2\n"
CLUES = "rows\n1\n2\n\ncolumns\n1\n2\n"


@given(puzzles())
def test_written_files_are_read_back(puzzle: Puzzle) -> None:
    assert parse_puzzle(build_puzzle(puzzle, "non"), "p.non") == puzzle


def test_the_whole_form() -> None:
    puzzle = parse_puzzle("""\
catalogue "somewhere #1"
title "step &amp; &quot;step&quot;"
by "somebody"
copyright "&copy; somebody"
license CC-BY-SA-4.0
# not a key
difficulty 3
width 2
height 2

columns
1
2

rows
1
2

goal "0111"
saved "??11"
""")
    about = {"author": "somebody", "source": "somewhere #1", "copyright": "© somebody", "license": "CC-BY-SA-4.0"}
    notes = (("difficulty", "3"),)
    assert puzzle == STEP.replace(title='step & "step"', **about, notes=notes, goal=Grid((".#", "##")))


@pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel")
@pytest.mark.parametrize("blank", ["0", "-", "", " "])
def test_most_files_need_no_careful_look(blank: str) -> None:
    goal = Grid(("#.#.", "....", "####"))
    text = build_puzzle(goal.puzzle(title="step"), "non").decode().replace("\n0\n", f"\n{blank}\n")
    puzzle = _parse_plain(Source("a.non", text.encode()))
    assert puzzle is not None
    assert (puzzle.rows, puzzle.columns) == (((1, 1), (), (4,)), ((1, 1), (1,), (1, 1), (1,)))
    assert (puzzle.goal, puzzle.title) == (goal, "step")
    for other in (text.replace("1,1", "1;1"), text.replace("1,1", "1,2", 1), text.replace('l "1', 'l "0')):
        assert other != text
        assert _parse_plain(Source("a.non", other.encode())) is None


@pytest.mark.parametrize(
    "text",
    [
        SIZES + CLUES,
        "height 2\nwidth 2\n" + CLUES,
        CLUES + SIZES,
        (SIZES + CLUES).replace("\n", "\r\n"),
        "\ufeff" + SIZES + CLUES,
        SIZES + "rows\n\n1\n\n2\ncolumns\n1 \n\t2\n\n\n",
        "Width 2\nHEIGHT 2\nRows\n1\n2\nColumns\n1\n2\n",
        "-----\n" + SIZES + CLUES,
    ],
)
def test_layout_does_not_matter(text: str) -> None:
    assert parse_puzzle(text) == STEP


def test_unknown_keys_do_not_matter_but_are_kept() -> None:
    puzzle = parse_puzzle("oddity 1\n" + SIZES + CLUES + "unknown\n")
    assert puzzle.has_clues_of(STEP)
    assert puzzle.notes == (("oddity", "1"), ("unknown", ""))


@pytest.mark.parametrize("columns", ["0\n2\n", "\n2\n", "\n2\n\n", "0\n\n2\n\n"])
def test_an_empty_line_is_a_zero_or_blank(columns: str) -> None:
    assert parse_puzzle(f"width 2\nheight 2\ncolumns\n{columns}rows\n1\n1\n").columns == ((), (2,))


def test_blank_lines_at_the_end_count_as_far_as_they_are_wanted() -> None:
    puzzle = parse_puzzle("width 3\nheight 3\nrows\n1\n\n\n\ncolumns\n1\n\n\n")
    assert (puzzle.rows, puzzle.columns) == (((1,), (), ()), ((1,), (), ()))


def test_a_goal_alone() -> None:
    assert parse_puzzle(SIZES + 'goal "0111"\n') == Puzzle(STEP.rows, STEP.columns, goal=Grid((".#", "##")))


@pytest.mark.parametrize(("more", "likeness"), [('goal "0111"\n', Likeness.YES), ("", Likeness.MAYBE)])
def test_sizes_with_a_goal_are_recognised_for_sure(more: str, likeness: Likeness) -> None:
    assert SIMPSON_NON.recognise(Source("p", (SIZES + more).encode())) == likeness


def test_a_goal_alone_in_colours_that_are_not_declared() -> None:
    puzzle = parse_source(Source("p.non", (SIZES + 'goal "rb0r"\n').encode()))
    assert puzzle.in_colour
    assert puzzle.rows == ((1, 1), (1,))
    assert len(set(puzzle.used_keys)) == 2


@pytest.mark.parametrize(
    "goal", ["goal\n01\n11\n", "goal\n\n  0 1\n11\n", 'goal "01 11"\n', "goal 0111\n", "goal\n01\n11\nsaved\n0?\n11\n"]
)
def test_a_goal_in_lines_and_with_blanks(goal: str) -> None:
    for text in (SIZES + CLUES + goal, SIZES + goal + CLUES):
        assert parse_puzzle(text, "p.non").goal == Grid((".#", "##"))


def test_letters_in_a_goal_are_black() -> None:
    assert parse_puzzle(SIZES + CLUES + 'goal "0a1b"\n').goal == Grid((".#", "##"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("width 2\n" + CLUES, "p.non: no 'height'; write 'height N' with the number of cells"),
        ("height 2\n" + CLUES, "p.non: no 'width'; write 'width N' with the number of cells"),
        ("width\nheight 2\n" + CLUES, "p.non:1: the width is ''; write a whole number"),
        ("width 0\nheight 2\n" + CLUES, "p.non:1: the width is 0; it must be 1 to 4000"),
        ("width 2\nheight " + "9" * 9999 + "\n" + CLUES, "p.non:2: the height is 99999999999999999999; it must be"),
        (SIZES + SIZES + CLUES, "p.non:3: a second 'width'; keep one of them"),
        (SIZES + "rows\n1\n2\n", "p.non: no 'columns'; write 'columns' on a line of its own"),
        (SIZES + 'rows\n1\n2\ngoal "0111"\n', "p.non: no 'columns'; write 'columns' on a line of its own"),
        (SIZES, "p.non: no 'rows'; write 'rows' on a line of its own"),
        (SIZES + CLUES + "rows\n1\n2\n", "p.non:10: a second 'rows', the first is in line 3; join them"),
        ('title "a"\ntitle "b"\n' + SIZES + CLUES, "p.non:2: a second 'title'; keep one of them"),
        ("“a”\n" + SIZES + CLUES, "p.non:1: '“a”' stands below neither 'rows' nor 'columns'"),
        (SIZES + "rows 2\n" + CLUES, "p.non:3: '2' after 'rows'; begin the clues on the next line"),
        (SIZES + "1,2\n" + CLUES, "p.non:3: '1,2' stands below neither 'rows' nor 'columns'; check the headings"),
        (SIZES + "rows\n1\n2\n2\ncolumns\n1\n2\n", "p.non:6: more than the announced 2 rows; remove this line"),
        (SIZES + "rows\n1\ncolumns\n1\n2\n", "p.non:3: 1 rows where 2 are announced; write 0 for a line without"),
        (SIZES + "rows\n1b\n2b\ncolumns\n1\n2\n", "p.non:4: '1b' has a colour that is not declared; write 'color b"),
        (SIZES + "rows\n1\n2;1\ncolumns\n1\n2\n", "p.non:5: '2;1' is not a whole number; write lengths separated by"),
        (SIZES + "rows\n1\n3\ncolumns\n1\n2\n", "p.non:5: row 2: 3 needs 3 cells, the row has 2; shorten"),
        (SIZES + "rows\n1\n2\ncolumns\n1\n1\n", "p.non:6: the rows hold 3 black cells, the columns 2; both must be"),
        (SIZES + CLUES + 'goal "011"\n', "p.non:10: the goal has 3 cells, 2×2 are 4; correct it or leave it out"),
        (SIZES + CLUES + "goal\n", "p.non:10: the goal has 0 cells, 2×2 are 4; correct it or leave it out"),
        (SIZES + CLUES + 'goal "01?1"\n', "p.non:10: '?' in the goal; 1 is black, 0 is white"),
        (SIZES + CLUES + 'goal "1111"\n', "p.non:4: row 1: the clue is 1, the picture has 2; correct one of them"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    assert refusal(text, "p.non", "non").startswith(message)


def test_unchecked_takes_any_whole_numbers() -> None:
    puzzle = parse_puzzle(SIZES + "rows\n9\n1,0\ncolumns\n-2\n0\n", checked=False)
    assert (puzzle.rows, puzzle.columns) == (((9,), (1, 0)), ((-2,), ()))


def test_written_form() -> None:
    puzzle = Puzzle(
        ((1,), (), (1, 1)),
        ((1, 1), (), (1,)),
        title='a "t" & more',
        source="here",
        notes=(("drawn on", "Sunday"), ("width", "9"), ("flag", "")),
        goal=Grid(("#..", "...", "#.#")),
    )
    assert build_puzzle(puzzle, "non").decode() == (
        'title "a &quot;t&quot; &amp; more"\ncatalogue "here"\ndrawn-on "Sunday"\nflag\nwidth 3\nheight 3\n\n'
        'rows\n1\n0\n1,1\n\ncolumns\n1,1\n0\n1\n\ngoal "100000101"\n'
    )


@pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel")
def test_a_file_of_many_groups_is_read() -> None:
    """The quick look keeps the groups of both sides in one block of memory, which grows with the text."""
    goal = Grid(tuple(("#." if row % 2 else ".#") * 60 for row in range(120)))
    read = _parse_plain(Source("many.non", build_puzzle(goal.puzzle(), "non")))
    assert read is not None
    assert (read.has_clues_of(goal.puzzle()), read.goal) == (True, goal)
