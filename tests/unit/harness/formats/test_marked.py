"""The formats with headings: webpbn's XML, Olšák's .g and gnonograms' .gno, in black and white."""

import re
from pathlib import Path

from harness.formats import build_puzzle, parse_puzzle
from harness.puzzle import Grid, Puzzle
from tests.unit.harness.formats.refused import refusal

STEP = Grid(("##.#", "#...", "....")).puzzle(title="a step & more", author="me")
ROWS, COLUMNS = ((2, 1), (1,), ()), ((2,), (1,), (), (1,))

XML = (Path(__file__).parent / "step.xml").read_text("utf-8")
G = (Path(__file__).parent / "step.g").read_text("utf-8")
GNO = (Path(__file__).parent / "step.gno").read_text("utf-8")


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
