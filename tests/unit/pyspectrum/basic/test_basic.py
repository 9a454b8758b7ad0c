"""Listings to bytes and back: the layout and the errors.

That verdicts and bytes are those of the ROM's editors is shown in the proof test_basic_rom.py.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum.basic import (
    ProgramLine,
    Token,
    detokenise,
    keyword_codes,
    list_content,
    split_program,
    split_tokens,
    tokenise,
    tokenise_lines,
)
from pyspectrum.errors import BasicError
from tests.cases import cases
from tests.marks import examples


def content(statements: str) -> bytes:
    return tokenise_lines(f"10 {statements}")[0].content


def test_a_program_lies_in_memory_line_by_line() -> None:
    assert tokenise("10 CLS\n9999 STOP\n") == bytes.fromhex("00 0a 02 00 fb 0d 27 0f 02 00 e2 0d")


@pytest.mark.parametrize(("statements", "line"), [
    # a number's value after its digits
    ("PAUSE 0", b"\xf20\x0e\0\0\0\0\0"), ("PAUSE 65535", b"\xf265535\x0e\0\0\xff\xff\0"),
    ("PAUSE 65536", b"\xf265536\x0e\x91\0\0\0\0"), ("PAUSE 0.75", b"\xf20.75\x0e\x80\x40\0\0\0"),
    ("PAUSE 1e1", b"\xf21e1\x0e\0\0\x0a\0\0"), ("PAUSE BIN 101", b"\xf2\xc4101\x0e\0\0\x05\0\0"),
    ("PAUSE .5", b"\xf2.5\x0e\x7f\x7f\xff\xff\xff"),  # as the ROM adds tenths up
    # room behind the parameters of a function
    ("DEF FN m(x,y$)=x", b"\xcem(x\x0e\0\0\0\0\0,y$\x0e\0\0\0\0\0)=x"),
    ("DEF FN m()=x(2)", b"\xcem()=x(2\x0e\0\0\x02\0\0)"),
    # names keep their case, keywords need none; blanks are kept as the editors keep them
    ("let DataNLine=unKnown: print Order", b"\xf1DataNLine=unKnown:\xf5Order"),
    ('LET  a$ =\t"a  b" :  REM  two  blanks ', b'\xf1 a$ = "a  b" : \xea two  blanks '),
    ("  LET my long name 2=x  ", b"\xf1my long name 2=x"), (r"\{32}PRINT \{32}", b" \xf5 "),
    ("GOTO x", b"\xecx"), ("GO TO x", b"\xecx"), ("go  to x", b"\xecx"),
    # remarks and strings as they stand, colour codes anywhere
    ('REM PRINT "x : TO 12', b'\xeaPRINT "x : TO 12'), ("REM", b"\xea"),
    ('PRINT "PRINT TO ""THEN"""', b'\xf5"PRINT TO ""THEN"""'), (r'PRINT \{16}\{2}"a"', b'\xf5\x10\x02"a"'),
    (r"PRINT 1\{22}\{5}\{70};", b"\xf51\x16\x05F\x0e\0\0\1\0\0;"),
])  # fmt: skip
def test_a_line_has_the_bytes_of_the_rom_s_editor(statements: str, line: bytes) -> None:
    assert content(statements) == line


@cases("written", "codes")
def test_characters_no_keyboard_has(written: str, codes: list[int]) -> None:
    assert content(f'PRINT "{written}"') == b'\xf5"' + bytes(codes) + b'"'
    assert content(f"REM {written}") == b"\xea" + bytes(codes)


def test_the_keywords_of_the_128() -> None:
    program = tokenise('10 PLAY a$,"c": SPECTRUM\n20 IF a THEN play "N": REM play', basic="128")
    assert program == bytes.fromhex(
        "00 0a 0a 00 a4 61 24 2c 22 63 22 3a a3 0d 00 14 0e 00 fa 61 cb a4 22 4e 22 3a ea"
    ) + (b"play\r")
    assert tokenise(detokenise(program, basic="128"), basic="128") == program
    assert tokenise("10 LET play=1: LET spectrum=play")[4:10] == b"\xf1play="
    for statement in ('SAVE !"x"CODE 1,2', 'LOAD !"a"DATA a()', "CAT !", 'ERASE !"x"', 'FORMAT "p";9600'):
        listed = detokenise(tokenise(f"10 {statement}", basic="128"), basic="128")
        assert listed.replace(" ", "") == f"10 {statement}".replace(" ", "")


def test_comparisons_in_text_are_tokens_in_128_basic() -> None:
    program = tokenise('10 PRINT "a <> b<=": REM >=', basic="128")
    assert program[4:] == b'\xf5"a\xc9b\xc7":\xea\xc8\r'
    assert tokenise(detokenise(program, basic="128"), basic="128") == program


def test_a_listing_is_of_a_basic_that_there_is() -> None:
    with pytest.raises(BasicError, match=r"^no BASIC '\+3'; use '48' or '128'"):
        tokenise("10 CLS", basic="+3")


def test_comments_and_blank_lines_are_not_program() -> None:
    assert tokenise("\n# a comment\n   # another\n10 CLS\n\n") == tokenise("10 CLS")
    assert tokenise("") == b""
    assert tokenise("0 CLS")[:2] == bytes(2)


@cases(
    "source",
    "complaint",
    more=[
        ("10 " + "rows" * 300, r"a statement cannot start with '(rows){15}…' \(column 4\);"),
        ("10 CLS" + ": CLS" * 127, "more than 127 statements in one line"),
        ("10 PRINT " + "(" * 3000 + "1" + ")" * 3000, "too much is nested or numbered in one line"),
        ("10 PRINT " + "1;" * 4000, "the line takes the ROM too long; break it up"),
    ],
)
def test_a_mistake_is_named_with_its_place(source: str, complaint: str) -> None:
    with pytest.raises(BasicError, match=complaint) as caught:
        tokenise(source, "crossword.bas")
    assert "\n" not in str(caught.value)


def test_listing() -> None:
    source = "10 IF a>1.50 AND NOT b THEN LET c$=CHR$ 65+STR$ PI: GO TO 10: REM Over and out"
    assert detokenise(tokenise(source)) == source
    assert detokenise(tokenise('10 PRINT AT 1,2;TAB 3;"a"\'INT x')) == '10 PRINT AT 1,2;TAB 3;"a"\'INT x'


def test_a_listing_shows_what_is_no_text_as_escapes() -> None:
    assert list_content(b'\x13\x01\xf5\x16\x22\x0d"a"\x06') == r'\{19}\{1} PRINT \{22}\{34}\{13}"a"\{6}'
    assert list_content(b'\xf5"\x10\x02\x90\x8f\\`\xf5"') == r'PRINT "\{16}\{2}\a\::\\£\{245}"'


@settings(max_examples=examples(60))
@given(st.lists(st.binary(max_size=20).map(lambda b: b.replace(b"\r", b"")), max_size=4), st.booleans())
def test_strings_and_remarks_of_any_bytes_survive_listing(contents: list[bytes], in_string: bool) -> None:
    if in_string:
        bodies = [b'\xf5"' + body.replace(b'"', b'""') + b'"' for body in contents]
    else:
        bodies = [b"\xea" + body for body in contents]
    program = b"".join(ProgramLine(index, body).to_bytes() for index, body in enumerate(bodies, 1))
    assert tokenise(detokenise(program)) == program


@pytest.mark.parametrize("damage", [slice(0, -1), slice(0, 3), slice(1, None)])
def test_a_damaged_program_is_refused(damage: slice) -> None:
    with pytest.raises(BasicError, match="damaged at byte"):
        split_program(tokenise("10 CLS: PRINT 1")[damage])


def test_every_keyword_has_its_code() -> None:
    codes = keyword_codes()
    assert sorted(codes.values()) == list(range(0xA5, 0x100))
    assert (codes["RND"], codes["DEF FN"], codes["COPY"]) == (0xA5, 0xCE, 0xFF)


def texts(source: str, basic: str = "48") -> list[str]:
    return [token.text for token in split_tokens(source, 0, basic)]


def test_tokens() -> None:
    assert split_tokens("10 LET a$(1)=x2.5 ", 3)[:4] == [
        Token("keyword", "LET", 3),
        Token("name", "a$", 7),
        Token("symbol", "(", 9),
        Token("number", "1", 10),
    ]
    assert texts("LET a=order+1.5E-3*.5") == ["LET", "a", "=", "order", "+", "1.5E-3", "*", ".5"]
    assert texts("if a<=b then def fn q()=1") == ["IF", "a", "<=", "b", "THEN", "DEF FN", "q", "(", ")", "=", "1"]
    assert texts("OPEN# 4: open #4: CLOSE #4") == ["OPEN #", "4", ":", "OPEN #", "4", ":", "CLOSE #", "4"]
    assert texts("LET tone=going to be") == ["LET", "tone", "=", "going", "TO", "be"]


def test_digits_beside_a_keyword_belong_to_a_name_but_in_128_basic() -> None:
    assert texts("LET pi2=b1OR 1") == ["LET", "pi2", "=", "b1OR 1"]
    assert texts("LET pi2=b1OR 1", "128") == ["LET", "PI", "2", "=", "b1", "OR", "1"]


def test_blanks_beside_a_keyword_are_the_listing_s_others_the_line_s() -> None:
    tokens = split_tokens("LET a  =  PEEK   1 :  CLS ")
    assert [(token.text, token.blanks) for token in tokens] == (
        [("LET", 0), ("a", 0), ("=", 2), ("PEEK", 1), ("1", 2), (":", 1), ("CLS", 1)]
    )


@settings(max_examples=examples(60))
@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=30))
def test_any_text_is_basic_or_a_complaint(text: str) -> None:
    message = ""
    try:
        tokens = split_tokens(text)
        assert [token.column for token in tokens] == sorted(token.column for token in tokens)
        tokenise(f"10 {text}")
    except BasicError as error:
        message = str(error)
    assert "\n" not in message
