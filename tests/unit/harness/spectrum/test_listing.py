"""A listing in print, brought back to program lines."""

import textwrap
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import BuildError
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import EDITIONS, Edition, edition_source, line_code
from harness.spectrum.listing import Listing, build_listing_tape, parse_listing, read_listing
from pyspectrum.basic import LineScan, Scanned, tokenise
from pyspectrum.tape import FileType
from tests.cases import cases
from tests.marks import examples

DATA = Path(__file__).parents[3] / "data" / "listings"
USUAL = "90 " + "LET a=1: " * 14 + "STOP"
"""A line that is broken several times, so that the width of the print can be seen."""


def lines_of(text: str) -> dict[int, str]:
    return parse_listing(text.encode(), "l.txt").lines


def tokens_of(text: str) -> bytes:
    return parse_listing(text.encode(), "l.txt").tokenise()


def doubts_of(text: str) -> tuple[str, ...]:
    return tuple(parse_listing(text.encode(), "l.txt").doubts())


def error_of(text: str) -> str:
    with pytest.raises(BuildError) as caught:
        parse_listing(text.encode(), "l.txt")
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


def broken(program_line: str, width: int = 66) -> str:
    """A program line cut at a column, blanks at the ends of lines gone."""
    pieces = [program_line[at : at + width] for at in range(0, len(program_line), width)]
    return "\n".join(piece.rstrip() for piece in pieces)


# -- where lines are broken --------------------------------------------------------------------


def test_our_own_program_in_print_is_read_back() -> None:
    source = edition_source(EDITIONS[2])
    text = "\n".join(map(broken, source.splitlines()))
    prose = "10 лет назад мало кто знал, что это такое\n5 minutes and 3 cups of tea later it runs\n\n"
    assert tokens_of(f"{prose}{text}\n\n57\n") == tokenise(source)


def test_the_article_of_a_small_program_is_read_back() -> None:
    listing = read_listing(DATA / "mini-crossword.txt")
    plain = read_listing(DATA / "mini-crossword.bas")
    assert listing.tokenise() == plain.tokenise()
    assert listing.notes[0] == (
        "skipped 11 lines of text that are no part of the program: 1, 3–5, 7, 9, 69, 71, 130–131, 133"
    )


def test_print_broken_between_words_has_one_blank_at_each_break() -> None:
    program = (
        '10 PRINT "' + "an extraordinarily long word and a short one, " * 6 + '": LET a=1: PRINT a;b: GO TO 20\n20 STOP'
    )
    printed = "\n".join("\n".join(textwrap.wrap(line, 50)) for line in program.splitlines())
    assert tokens_of(printed) == tokenise(program)


@pytest.mark.parametrize("blanks", [("   ", "the end"), ("", "  the end")])
def test_blanks_at_a_break_stay_in_strings(blanks: tuple[str, str]) -> None:
    one = '10 PRINT "' + "x" * (56 - len(blanks[0])) + "".join(blanks) + '": STOP'
    listing = parse_listing(f"{broken(one)}\n{broken(USUAL)}\n".encode())
    assert listing.lines[10] == one[3:]
    assert "strings broken at the end of a text line: 1; the print is 66 columns wide" in listing.notes[0]


def test_a_number_at_the_start_is_the_rest_of_a_broken_line_or_a_line_number() -> None:
    first = '20 PRINT "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqr": GO TO 12'
    assert lines_of(f"10 CLS\n{first}\n30: PRINT 5\n1230 STOP")[20].endswith("GO TO 1230: PRINT 5")
    assert list(lines_of("10 CLS\n20 GO TO 12\n30 PRINT 5\n1230 STOP")) == [10, 20, 30, 1230]


def test_continuations_may_be_indented() -> None:
    text = (
        '   10 PRINT "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz abcd\n'
        '      efgh": LET a=1: LET b=2: LET c=3: LET d=4: LET e=5: LET f=6: LE\n'
        "      T g=7: STOP\n"
        "  100 STOP\n"
    )
    assert lines_of(text)[10].endswith(
        'xyz abcdefgh": LET a=1: LET b=2: LET c=3: LET d=4: LET e=5: LET f=6: LET g=7: STOP'
    )


def test_a_keyword_is_not_swallowed_by_a_name() -> None:
    """The blank that stood at the break is seen nowhere; ``bORc`` would be a name of BASIC all the same."""
    first = "10 LET b=1: LET c=2: LET dd=3: LET ee=4: LET ff=5: IF a=1 AND b OR"
    second = "20 LET q=1: LET r=2: LET s=3: LET t=4: LET u=5: LET v=6: PRINT q;rr"
    assert "b OR c=2" in lines_of(f"{first}\nc=2 THEN STOP\n{second}\n+2\n")[10]


# -- what is not the program -------------------------------------------------------------------


def test_prose_around_is_left_out_and_counted() -> None:
    listing = parse_listing(
        b"Your Computer, March 2003\n\n10 years ago people typed programs in.\n48K Spectrum\n5 Clear the screen\n\n"
        b"10 PRINT 1\n20 STOP\n\n30 years later they do not.\n10 PRINT statements were used here\n1. Load it\n57\n"
    )
    assert listing.lines == {10: "PRINT 1", 20: "STOP"}
    assert listing.notes == ("skipped 8 lines of text that are no part of the program: 1, 3–5, 10–13",)


@pytest.mark.parametrize("furniture", ["57", "[57]", "стр. 57", "Радиомир 2/2003", "- 57 -"])
def test_a_page_break_between_program_lines_and_inside_one(furniture: str) -> None:
    assert list(lines_of(f"10 PRINT 1\n20 PRINT 2\n\n{furniture}\n\n30 STOP")) == [10, 20, 30]
    string = '10 PRINT "' + "x" * 56
    assert lines_of(f'{string}\n\n{furniture}\n\nabc": STOP\n20 STOP')[10].endswith('xabc": STOP')


# -- lines behind the main run -------------------------------------------------------------------


def test_an_article_with_two_lines_in_the_prose_behind_is_read() -> None:
    listing = read_listing(DATA / "article.txt")
    assert list(listing.lines) == sorted([5, 2195, *range(10, 3911, 10)])
    assert listing.lines[5] == 'CLEAR 62975: RANDOMIZE USR 15619: REM: LOAD "obj" CODE'
    assert listing.lines[2195] == "RANDOMIZE USR 62976: RETURN"
    assert listing.notes[:3] == (
        "lines 5 and 2195 stand behind line 3910: put in their places",
        "not taken for a program line: 1 LOAD the tape",
        "not taken for a program line: 2 RUN the program",
    )
    disk, picture, code = listing.doubts()
    assert disk.startswith("line 5 calls TR-DOS (USR 15619), ")
    assert picture.startswith("line 690 calls TR-DOS (USR 15619), ")
    assert code == "line 2195 needs the machine code at 62976; --with-code puts it on the tape"
    assert [*listing.with_code().doubts(code=True)] == [picture]
    assert listing.with_code().notes[-1] == (
        "line 5 of the listing, 'CLEAR 62975: RANDOMIZE USR 15619: REM: LOAD \"obj\" CODE', was replaced by: "
        '5 CLEAR 62975: LOAD ""CODE 62976'
    )


def test_lines_appended_with_an_editor_go_in_by_number() -> None:
    """The two of the manual, where the run ends before the second of them as well."""
    listing = parse_listing(b"10 GO SUB 2190\n20 STOP\n2190 RETURN\n5 CLEAR 62975\n2195 RANDOMIZE USR 62976: RETURN\n")
    assert list(listing.lines) == [5, 10, 20, 2190, 2195]
    assert listing.notes == ("line 5 stands behind line 2190: put in its place",)


def test_the_later_of_two_lines_counts_and_the_other_is_quoted() -> None:
    listing = parse_listing(b"10 CLS\n20 PRINT 1\n30 STOP\n\n20 PRINT 2\n10 CLS\n")
    assert listing.lines == {10: "CLS", 20: "PRINT 2", 30: "STOP"}
    assert listing.notes == (
        "lines 10 and 20 stand behind line 30: put in their places",
        "line 20 comes twice, and the later one counts; the other was: PRINT 1",
    )


@settings(max_examples=examples(200))
@given(st.lists(st.integers(1, 60), max_size=5), st.integers(0, 2**20))
def test_lines_behind_go_in_as_the_editor_takes_them(behind: list[int], seed: int) -> None:
    run = {10 * number: f"PRINT {number}" for number in range(1, 13)}
    added = [(number, f"PRINT {seed + at}") for at, number in enumerate(behind)]
    text = "".join(f"{number} {content}\n" for number, content in [*run.items(), *added])
    assert lines_of(text) == dict(sorted((run | dict(added)).items()))


# -- slips that BASIC takes in silence -----------------------------------------------------------


@cases("old", "new", "doubt")
def test_a_letter_for_a_digit_and_a_line_left_out_are_noted(old: str, new: str, doubt: str) -> None:
    text = "10 LET OldData=0: PRINT OldData\n20 GO TO 130\n130 STOP\n140 STOP\n"
    assert doubts_of(text) == ()
    assert doubts_of(text.replace(old, new)) == (f"{doubt}; is a sign misread there, or a line left out?",)


@cases("line")
def test_what_is_set_in_any_way_and_what_is_worked_out_is_no_slip(line: str) -> None:
    assert doubts_of(f"10 {line}\n20 STOP") == ()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
def test_no_variable_of_ours_is_read_and_never_set(edition: Edition) -> None:
    assert not [doubt for doubt in doubts_of(edition_source(edition)) if "nothing sets" in doubt]


# -- the cost ------------------------------------------------------------------------------------

_EXPLANATION = 40
"""Scans that the one complaint of a listing may take beside."""


@pytest.mark.parametrize(
    "text",
    [
        "10 LET a=1\n" + "".join(f"PRINT a+{n}*b{n}-c{n}\n" for n in range(2000)),
        "10 LET a=1+\n" + "b+\n" * 500,
        "10 PRINT abcdefghij\n" + "klmnopqrst\n" * 500,
        "10 LET a=1\n\n" + "OR b\n\n" * 300,
        "".join(f"{n} PRINT (\n{9000 - n} RUN )\n" for n in range(1, 400)),
        *(
            "\n".join(broken(line, width) for line in edition_source(EDITIONS[1]).splitlines())
            for width in (20, 40, 66)
        ),
    ],
    ids=["no numbers", "sums", "words", "gaps", "two runs", "20 columns", "40 columns", "66 columns"],
)
def test_a_line_of_text_costs_three_scans_of_the_rom_at_most(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scans: list[bytes] = []
    scan = LineScan.scan

    def counted(self: LineScan, content: bytes) -> Scanned:
        scans.append(content)
        return scan(self, content)

    monkeypatch.setattr(LineScan, "scan", counted)
    with suppress(BuildError):
        parse_listing(text.encode()).tokenise()
    assert 0 < len(scans) <= 3 * len(text.splitlines()) + _EXPLANATION


# -- how keywords and characters are written ---------------------------------------------------


@cases("printed", "meant")
def test_spellings(printed: str, meant: str) -> None:
    assert tokens_of(f"10 {printed}\n20 STOP") == tokenise(f"10 {meant}\n20 STOP")


def test_characters_read_otherwise_are_noted_where_they_are_in_the_program() -> None:
    listing = parse_listing("«Prose» – with signs in it\n\n10 IF a≤1 THEN STOP".encode())
    assert listing.notes[1] == "print characters read as BASIC's own: ≤ as <="


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866"])
def test_other_russian_encodings_are_guessed_and_named(encoding: str) -> None:
    text = "10 лет назад эту программу напечатал журнал\n\n10 PRINT 1\n20 STOP\n"
    listing = parse_listing(text.encode(encoding))
    assert listing.lines == {10: "PRINT 1", 20: "STOP"}
    assert f"the file is not UTF-8; it was read as {encoding.upper()}, which is a guess" in listing.notes


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_byte_order_marks_and_western_quotes_are_read(encoding: str) -> None:
    assert parse_listing("10 PRINT “caf”\n20 REM naïve".encode(encoding)).lines[10] == 'PRINT "caf"'


def test_line_ends_of_any_system() -> None:
    assert list(parse_listing(b"10 CLS\r\n20 CLS\r30 CLS\n40 STOP\r\n\x1a").lines) == [10, 20, 30, 40]


def test_russian_remarks_become_question_marks() -> None:
    listing = parse_listing("10 REM Привет, World\n20 STOP".encode())
    assert listing.lines[10] == "REM ??????, World"
    assert listing.notes == ("letters in remarks that the Spectrum does not have are ? now, in program lines: 10",)


# -- mistakes ----------------------------------------------------------------------------------


@cases(
    "text", "line", "what", more=[(f"10 CLS\n{USUAL}: LET abcdefghij\nklmn=1+\n(: PRNT 5\n100 STOP", 4, "line 90: ")]
)
def test_a_mistake_is_one_line_with_its_place(text: str, line: int, what: str) -> None:
    message = error_of(text)
    assert message.startswith(f"l.txt:{line}: ")
    assert what in message


@pytest.mark.parametrize("text", ["", "\n\n", "Just prose. Nothing else 12.\n", "10 лет назад", "10 PRNT x\n"])
def test_no_program_is_an_error(text: str) -> None:
    assert error_of(text).startswith("l.txt: no program in it; ")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"none\.txt: no such file; check the name"):
        read_listing(tmp_path / "none.txt")


# -- the tape ----------------------------------------------------------------------------------

ANALYSING = Listing(
    "l", {10: "GO SUB 2190: LET g$=g$: LET h(1)=DataNLine+LenLine+First: LET e=ErrLine", 2190: "RETURN"}
)


def test_the_tape_starts_at_the_first_line() -> None:
    tape = build_listing_tape(parse_listing(b"30 CLS\n40 STOP"), "a name that is too long")
    header = tape.blocks[0].header
    assert header is not None
    assert (header.file_type, header.name, header.autostart_line) == (FileType.PROGRAM, "a name tha", 30)
    assert tape.blocks[1].payload == tokenise("30 CLS\n40 STOP")
    assert len(tape.blocks) == 2


def test_with_code() -> None:
    listing = ANALYSING.with_code()
    assert list(listing.lines) == [5, 10, 2190, 2195]
    assert listing.lines[5] == 'CLEAR 62975: LOAD ""CODE 62976'
    assert listing.lines[2195] == "RANDOMIZE USR 62976: RETURN"
    assert listing.notes == ()
    tape = build_listing_tape(listing, "x", code=True)
    program, code = tape.blocks[0].header, tape.blocks[2].header
    assert program is not None
    assert code is not None
    assert program.autostart_line == 5
    assert (code.file_type, code.parameter1) == (FileType.CODE, CODE_ADDRESS)
    assert tape.blocks[3].payload == line_code().code


def test_with_code_finds_the_call_however_it_is_spelt() -> None:
    lines = {number: line.replace("GO SUB ", "gosub") for number, line in ANALYSING.lines.items()}
    assert Listing("l", lines).with_code().notes == ()


def test_with_code_replaces_the_listings_own_lines_and_says_so() -> None:
    listing = Listing("l", ANALYSING.lines | {5: "CLEAR 50000", 2195: "RANDOMIZE USR 50001: RETURN"}).with_code()
    assert listing.lines == ANALYSING.with_code().lines
    assert listing.notes == (
        "line 5 of the listing, 'CLEAR 50000', was replaced by: 5 CLEAR 62975: LOAD \"\"CODE 62976",
        "line 2195 of the listing, 'RANDOMIZE USR 50001: RETURN', was replaced by: 2195 RANDOMIZE USR 62976: RETURN",
    )


def test_with_code_doubts_a_program_that_does_not_follow_the_contract() -> None:
    calls, names = Listing("l", {10: "PRINT g$"}).with_code().notes
    assert calls == "nothing in the listing calls GO SUB 2190: is the code ever used?"
    assert names.startswith("the listing never uses H, DataNLine, LenLine, First, ErrLine,")


# -- what may go wrong when it runs --------------------------------------------------------------


@pytest.mark.parametrize("entry", ["15363", "15616", "15619"])
@pytest.mark.parametrize(
    ("remark", "instead"),
    [(": REM : LOAD a$ CODE 16384", "LOAD a$ CODE 16384"), ("", "the command that does the same (LOAD or SAVE)")],
)
def test_a_call_of_tr_dos_is_a_warning_that_says_what_to_write_instead(entry: str, remark: str, instead: str) -> None:
    assert doubts_of(f'10 LET a$="b"\n760 RANDOMIZE USR {entry}{remark}\n770 STOP') == (
        f"line 760 calls TR-DOS (USR {entry}), which resets a Spectrum without a disk interface; "
        f"to load from tape, write instead: {instead}",
    )


@pytest.mark.parametrize("text", ['PRINT "USR 15619"', "REM USR 15619", "LET s=15619", "RANDOMIZE USR 62976"])
def test_no_such_warning_for_what_is_no_call_of_it(text: str) -> None:
    assert not [doubt for doubt in doubts_of(f"10 {text}\n20 STOP") if "TR-DOS" in doubt]


def test_strings_of_blanks_that_may_have_been_collapsed_are_a_warning() -> None:
    collapsed = '10 PRINT AT 1,0;"Wait"\n20 IF x THEN PRINT AT 1,0;" "\n30 INPUT " ";a\n40 LET a$=" "\n'
    (note,) = parse_listing(collapsed.encode()).notes
    assert note.endswith("may have been longer in program lines: 20, 30")
    assert parse_listing(b'10 PRINT AT 1,0;"Wait  a bit"\n20 PRINT AT 1,0;" "\n').notes == ()
    assert parse_listing(b'10 PRINT AT 1,0;"Wait"\n20 LET a$=" "\n').notes == ()
