"""Simpson's `.non`: its layouts, and the errors in it."""

import pytest

from harness.formats import Likeness, Source, build_puzzle, parse_puzzle, parse_source
from harness.formats.simpson_non import SIMPSON_NON, _parse_plain
from harness.puzzle import Grid, Puzzle
from harness.solver.kernel import has_compiled_kernel

STEP = Puzzle(((1,), (2,)), ((1,), (2,)))
SIZES = "width 2\nheight 2\n"
CLUES = "rows\n1\n2\n\ncolumns\n1\n2\n"


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


def test_unknown_keys_do_not_matter_but_are_kept() -> None:
    puzzle = parse_puzzle("oddity 1\n" + SIZES + CLUES + "unknown\n")
    assert puzzle.has_clues_of(STEP)
    assert puzzle.notes == (("oddity", "1"), ("unknown", ""))


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
