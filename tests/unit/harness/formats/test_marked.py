"""The formats with headings: webpbn's XML, Olšák's .g and gnonograms' .gno, in black and white."""

import re

import pytest

from harness.formats import build_puzzle, parse_puzzle
from harness.puzzle import Grid, Puzzle
from tests.unit.harness.formats.refused import changed, refusal

STEP = Grid(("##.#", "#...", "....")).puzzle(title="a step & more", author="me")
ROWS, COLUMNS = ((2, 1), (1,), ()), ((2,), (1,), (), (1,))

XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<source>somewhere</source>
<id>#7</id>
<title>
 a step
</title>
<color name="black" char="X">000</color>
<color name="white" char=".">fff</color>
<clues type="columns">
<line><count>2</count></line>
<line><count>1</count></line>
<line></line>
<line><count color="black">1</count></line>
</clues>
<clues type="rows">
<line><count>2</count><count>1</count></line>
<line><count>1</count></line>
<line/>
</clues>
<solution type="goal">
<image>
|XX.X|
|X...|
|....|
</image>
</solution>
</puzzle>
</puzzleset>
"""
G = """This is a step.
All of this is free text.

: rows (more text)
2 1
\t1

:columns
2
1

1
: end
3 3
"""
GNO = """[Description]
a step
me
2011-11-24
4
[License]
CC-BY-SA
[Dimensions]
3
4
[Row clues]
2,1
1
0
[Column clues]
2
1
0
1
[Solution]
2 2 1 2
2 1 1 1
1 1 1 1
[State]
GAME_STATE_SETTING
"""


def read(text: str, name: str = "x") -> Puzzle:
    puzzle = parse_puzzle(text, name)
    assert (puzzle.rows, puzzle.columns) == (ROWS, COLUMNS)
    return puzzle


class TestXml:
    def test_read(self) -> None:
        puzzle = read(XML)
        assert (puzzle.title, puzzle.source, puzzle.notes) == ("a step", "somewhere", (("id", "#7"),))
        assert puzzle.goal == STEP.goal

    def test_clues_may_be_missing(self) -> None:
        start, end = XML.index("<clues"), XML.index("<solution")
        read(XML[:start] + XML[end:])

    def test_half_the_clues_will_not_do_and_neither_will_nothing(self) -> None:
        start, rows, end = (XML.index(text) for text in ('<clues type="columns"', '<clues type="rows"', "<solution"))
        behind = XML.index("</solution>") + len("</solution>")
        halves = ((XML[:rows] + XML[end:], "rows"), (XML[:start] + XML[rows:], "columns"))
        for text, missing in (*halves, (XML[:start] + XML[behind:], "rows")):
            assert f'no <clues type="{missing}">; write them, or a <solution>' in refusal(text)

    def test_a_nought_alone_is_no_group_whatever_the_other_lines_hold(self) -> None:
        read(re.sub("<line></line>|<line/>", "<line><count>0</count></line>", XML))

    def test_other_beginnings_or_files_without_puzzle_are_something_else(self) -> None:
        text = 'title "a <puzzle >"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
        assert parse_puzzle(text).title == "a <puzzle >"
        assert "not a puzzle in any known format" in refusal("<html></html>")

    def test_an_open_goal_and_a_saved_grid_are_passed_over(self) -> None:
        for open_image in ("|XX?X|", "|XX[.X]X|"):
            assert read(XML.replace("|XX.X|", open_image)).goal is None
        assert read(XML.replace('type="goal"', 'type="saved"')).goal is None

    def test_blanks_in_a_row_of_the_image_are_layout_unless_a_colour_is_drawn_so(self) -> None:
        assert read(XML.replace("|XX.X|", "| X X [.] X |")).goal == STEP.goal
        spaced = XML.replace('char="."', 'char=" "')
        start, end = spaced.index("<image>"), spaced.index("</image>")
        drawn = spaced[:start] + spaced[start:end].replace(".", " ") + spaced[end:]
        assert "|XX X|" in drawn
        assert read(drawn).goal == STEP.goal

    def test_entities_of_html_are_known_where_there_is_a_document_type(self) -> None:
        told = XML.replace("a step", "&copy; &eacute;t&eacute; &lt;1&gt;")
        assert read(told).title == "© été <1>"
        assert refusal(told.replace("&copy;", "&copied;"), "x.xml") == (
            "x.xml:8: this is not XML (undefined entity &copied;); correct the file"
        )
        bare = told.replace(told[told.index("<!DOCTYPE") : told.index("<puzzleset>")], "")
        assert refusal(bare, "x.xml").startswith("x.xml:7: this is not XML (undefined entity)")

    def test_facts_about_the_set_are_kept(self) -> None:
        puzzle = read(XML.replace("<puzzleset>", "<puzzleset><title>steps</title><author>he</author>", 1))
        assert (puzzle.title, puzzle.author) == ("a step", "he")
        assert ("puzzleset title", "steps") in puzzle.notes

    def test_written(self) -> None:
        text = build_puzzle(STEP, "xml").decode()
        assert "<title>a step &amp; more</title>" in text
        assert "<line><count>2</count><count>1</count></line>\n<line><count>1</count></line>\n<line></line>" in text
        assert "<image>\n|XX.X|\n|X...|\n|....|\n</image>" in text
        assert parse_puzzle(text) == STEP

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('"black" char', '"black char', "x:10: this is not XML (not well-formed"),
            ("</puzzleset>", "", "x:32: this is not XML (no element found)"),
            ('type="grid"', 'type="triddler"', "x:4: a puzzle of the type 'triddler'"),
            ("<count>1</count>", "<count>x</count>", "x:14: 'x' is not a whole number"),
            ("<count>1</count>", "<count>3</count>", "x:4: the rows hold 4 black cells, the columns 6"),
            ("<count>1</count>", "<count>4</count>", "x:14: column 2: 4 needs 4 cells, the column has 3"),
            ('<count color="black">', '<count color="red">', "x:16: no colour 'red'"),
            ('defaultcolor="black"', 'defaultcolor="red"', "x:4: no colour 'red'"),
            (">000<", ">00<", "x:10: '00' is not a known colour"),
            (">000<", ">black/white<", "x:10: the colour black is a triangle"),
            ('char="X"', 'char="XX"', "x:10: the colour black has the char 'XX'"),
            ('name="black" char', "char", "x:10: a <color> without a name"),
            ("|X...|", "|Y...|", "x:24: 'Y' in the image"),
            ("|X...|", "|X..|", "x:24: row 2: 3 cells, where row 1 has 4"),
            ("|X...|", "X...", "x:24: the image is not made of rows between bars"),
            ("|X...|\n", "", "x:4: the picture has 4×2 cells, the clues are for 4×3"),
            ('type="rows"', 'type="lines"', "x:18: clues of the type 'lines'; there are rows and columns"),
            ("puzzle ", "puzzles ", "x:"),
            ("</puzzleset>", '<puzzle type="triddler"/></puzzleset>', "x:31: a second <puzzle> in <puzzleset>"),
            ("<count>1</count>", "1", "x:14: '1' stands in <line> itself; write each length in <count>"),
            ("<count>1</count>", "<cuont>1</cuont>", "x:14: <cuont> in <line>; the format does not have that"),
            ('count color="black"', 'count colour="black"', "x:16: <count> has the attribute 'colour'; the format"),
            ('type="columns"', 'type="rows"', 'x:18: a second <clues type="rows">; the first is in'),
            ("<solution", "<clue/><solution", "x:23: <clue> in <puzzle>"),
            ("</solution>", "|..|</solution>", "x:23: '|..|' stands in <solution> itself; write the rows in <image>"),
            ("</solution>", '</solution><solution type="goal"/>', "x:29: a second goal; keep one of them"),
            ("<title>", "<title>one</title><title>", "x:7: a second <title> in <puzzle>"),
            ("</puzzle>", "rest</puzzle>", "x:4: 'rest' stands in <puzzle> itself"),
        ],
    )
    def test_errors(self, old: str, new: str, message: str) -> None:
        assert refusal(changed(XML, old, new), "x").startswith(message)

    def test_entities_are_refused_before_they_explode(self) -> None:
        laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
        bomb = f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]><puzzleset><puzzle><title>&l9;</title></puzzle></puzzleset>'
        assert "declares entities" in refusal(bomb, "x.xml")
        outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><puzzleset>&f;</puzzleset>'
        assert "declares entities" in refusal(outside, "x.xml")

    def test_other_encodings_are_read_by_their_declaration(self) -> None:
        text = XML.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-2"').replace("a step", "Olšák")
        assert parse_puzzle(text.encode("iso-8859-2"), "x.xml").title == "Olšák"
        assert "not XML" in refusal(text.replace("ISO-8859-2", "no-such").encode(), "x.xml")


class TestG:
    def test_read(self) -> None:
        read(G)
        read(G.replace(": end\n3 3\n", ""))

    def test_black_in_colour_is_black_and_white(self) -> None:
        read(G.replace(": rows", "#d\n  0:   white\n  1:*  #000000\n: rows"))
        read(G.replace(": rows", "#declaration of the colours\n 1:* black  cerna\n\n: rows"))

    def test_written(self) -> None:
        text = build_puzzle(STEP, "g").decode()
        assert text == ("title: a step & more\nauthor: me\n\n: rows\n2 1\n1\n0\n: columns\n2\n1\n0\n1\n: end\n")
        assert parse_puzzle(text).title == STEP.title

    def test_a_text_about_it_cannot_open_a_section(self) -> None:
        puzzle = Grid(("#",)).puzzle(title=": rows", author="#d", source="#t rows:")
        assert parse_puzzle(build_puzzle(puzzle, "g"), "x.g").title == ": rows"

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            (":columns", "columns", "a.g:8: 'columns' is not a group"),
            ("2 1", "2 1x", "a.g:5: '1x' has a colour that is not declared"),
            ("2 1", "2 x", "a.g:5: 'x' is not a group"),
            ("2 1", "2 2", "a.g:5: row 1: 2,2 needs 5 cells, the row has 4"),
            ("2 1", "2", "a.g:8: the rows hold 3 black cells, the columns 4"),
            ("All of", "#triddler", "a.g:2: this is a triddler"),
            ("2 1", "1 0 1", "a.g:5: row 1: a group of 0 in 1"),
            ("2 1", "2,,1", "a.g:5: an empty item beside a comma; write one comma between two lengths"),
            (": rows", "#d\n  a:a red\n#d\n 1:* black\n: rows", "a.g:6: a second '#d'; write all"),
            (": rows", "#d\n  a\n: rows", "a.g:5: 'a' is not a colour; write 'letter:sign"),
            (": rows", "#d\n  a:a  #12345\n: rows", "a.g:5: '#12345' is not a known colour"),
            (": rows", "#d\n  a:a  nocolour\n: rows", "a.g:5: 'nocolour' is not a known colour"),
            (": rows", "#d\n  a:/  black/white\n: rows", "a.g:5: 'black/white' is a triangle"),
            (": rows", "#d\n  2:a  red\n: rows", "a.g:5: '2' cannot stand for a colour"),
            (": rows", "#d\n  a:a  red\n  a:b blue\n: rows", "a.g:6: a second colour 'a'"),
            (": rows", "#d\n  a:a  red\n: rows", "a.g:7: '2' has no colour's letter"),
        ],
    )
    def test_errors(self, old: str, new: str, message: str) -> None:
        assert refusal(changed(G, old, new), "a.g").startswith(message)


class TestGno:
    def test_read(self) -> None:
        puzzle = read(GNO)
        assert (puzzle.title, puzzle.author, puzzle.license) == ("a step", "me", "CC-BY-SA")
        assert puzzle.notes == (("date", "2011-11-24"), ("difficulty", "4"))
        assert puzzle.goal == STEP.goal

    def test_either_clues_or_solution_will_do(self) -> None:
        read(GNO[: GNO.index("[Solution]")])
        read(GNO[: GNO.index("[Row")] + GNO[GNO.index("[Solution]") :])
        read(GNO.replace("[Solution]", "[Solution grid]"))

    def test_further_lines_of_texts_are_kept(self) -> None:
        puzzle = read(GNO.replace("[License]\n", "drawn at night\n[License]\nfree:\n"))
        assert puzzle.license == "free: CC-BY-SA"
        assert puzzle.notes[-1] == ("description", "drawn at night")
        assert parse_puzzle(build_puzzle(puzzle, "gno")) == puzzle

    def test_a_blank_line_of_the_description_is_something_not_told(self) -> None:
        puzzle = read(GNO.replace("\nme\n", "\n\n"))
        assert (puzzle.title, puzzle.author) == ("a step", "")
        assert puzzle.notes == (("date", "2011-11-24"), ("difficulty", "4"))
        assert read(GNO.replace("a step\nme\n2011-11-24\n4\n", "\n a step\nme\n\n")).author == "me"

    def test_written(self) -> None:
        assert build_puzzle(parse_puzzle(GNO), "gno").decode() == GNO[: GNO.index("[State]")]

    def test_missing_descriptions_leave_no_hole(self) -> None:
        puzzle = Grid(("#",)).puzzle(author="[License]")
        again = parse_puzzle(build_puzzle(puzzle, "gno"))
        assert (again.title, again.author, again.license) == ("", "(License)", "")

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("[Dimensions]\n3\n", "[Dimensions]\n", "a.gno:8: 1 dimensions"),
            ("[Dimensions]\n3\n", "[Dimensions]\n4\n", "a.gno:11: 3 row clues where 4 are announced"),
            ("2,1\n", "2,2\n", "a.gno:12: row 1: 2,2 needs 5 cells"),
            ("2,1\n", "2;1\n", "a.gno:12: '2;1' is not a whole number"),
            ("2 2 1 2\n", "2 2 1\n", "a.gno:21: 3 cells of the solution, 4 announced; correct the solution or"),
            ("2 2 1 2\n", "2 2 1 3\n", "a.gno:21: '3' in the solution; 1 is blank, 2 is filled"),
            ("2 2 1 2\n", "", "a.gno:20: 2 rows of the solution, 3 announced"),
            ("2 2 1 2\n", "2 2 1 1\n", "a.gno:12: row 1: the clue is 2,1, the picture has 2"),
            ("[Row clues]", "[Row]", "a.gno:11: no section [Row] is known; there are [Description], "),
            ("[Row clues]\n2,1\n1\n0\n", "", "a.gno: no [Row clues]"),
            ("[License]", "[Description]", "a.gno:6: a second [Description]"),
            ("[Dimensions]\n3\n4\n", "", "a.gno: no [Dimensions]"),
            ("[Description]", "Step", "a.gno:1: 'Step' stands in no section"),
        ],
    )
    def test_errors(self, old: str, new: str, message: str) -> None:
        assert refusal(changed(GNO, old, new), "a.gno").startswith(message)
