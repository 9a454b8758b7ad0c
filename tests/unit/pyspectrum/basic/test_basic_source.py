"""Source lines as tokens, and the spelling that the library's grammar needs."""

from __future__ import annotations

import pytest
import spectrum_basic
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum.basic.source import Token, check_tokens, library_spelling, split_tokens
from pyspectrum.errors import BasicError
from tests.marks import examples

SYNTAX_ERROR: type[Exception] = spectrum_basic.core.textx.exceptions.TextXError

REFUSED = [
    ("PLOT OVER 1,x,y", "PLOT OVER 1;x,y"),
    ("DRAW INK 2;OVER (a(1,2)),5,5", "DRAW INK 2;OVER (a(1,2));5,5"),
    ("CIRCLE INK 1,PAPER 2,1,2,3: PLOT 1,2", "CIRCLE INK 1;PAPER 2;1,2,3: PLOT 1,2"),
    ("LET a$=VAL$ b$", "LET a$=STR$ b$"),
    ("LET a=b=NOT c", "LET a=b=    c"),
    ("LET a=b^-c", "LET a=b^ c"),
    ("LET a=+b", "LET a= b"),
    ("LPRINT a;TAB 3", " PRINT a;TAB 3"),
    ("LIST #3", "LIST  3"),
    ("LLIST #3,10", "LLIST  3+10"),
    ("LET a$=b$(3)(2 TO 4)(1)", "LET a$=b$(3, 2 TO 4, 1)"),
    ("IF a THEN", "IF a THEN STOP"),
]


@pytest.mark.parametrize(("written", "spelled"), REFUSED)
def test_source_that_the_library_refuses_is_respelled(written: str, spelled: str) -> None:
    with pytest.raises(SYNTAX_ERROR):
        spectrum_basic.parse_string(f"10 {written}")
    assert library_spelling(written, split_tokens(written)) == spelled
    spectrum_basic.parse_string(f"10 {spelled}")


@pytest.mark.parametrize(
    ("written", "spelled", "keyword"),
    [("LET a=INT -x", "LET a=INT  x", "INT"), ("LET a$=b$( TO )", "LET a$=b$( 1 TO)", "TO")],
)
def test_source_that_the_library_misreads_is_respelled(written: str, spelled: str, keyword: str) -> None:
    def variables(text: str) -> set[str]:
        walk = spectrum_basic.core.walk(spectrum_basic.parse_string(text))
        return {node.name.strip() for _, node in walk if isinstance(node, spectrum_basic.core.Variable)}

    assert keyword in variables(written)
    assert library_spelling(written, split_tokens(written)) == spelled
    assert keyword not in variables(spelled)


def test_no_blank_is_lost_where_a_spelling_is_longer() -> None:
    line = "LET a=a$( TO )<a$(1. TO 2)"
    spelled = library_spelling(line, split_tokens(line))
    assert "".join(spelled.split()) == "LETa=a$(1TO)<a$(1.TO2)"
    spectrum_basic.parse_string(f"10 {spelled}")


@pytest.mark.parametrize(
    "line",
    [
        'PRINT AT 1,2;"a,b";c$(1 TO 2),d',
        "LET a=b-c*(-d)",
        "INPUT LINE a$: GO TO 10",
        'PLOT OVER 1;x,y: PRINT INK 2,"x",y',
        "DEF FN m(x,y)=x*(y>3)",
        'LET a$=("x"+b$)(2 TO )',
    ],
)
def test_source_that_the_library_accepts_stays(line: str) -> None:
    signless = line.replace("(-d)", "( d)")
    assert "".join(library_spelling(line, split_tokens(line)).split()) == "".join(signless.split())


def test_columns_are_kept_for_its_messages() -> None:
    line = '10 PLOT OVER 1,x,y:   LET a$=VAL$ "b": PRINT +c;d'
    spelled = library_spelling(line, split_tokens(line, 3), 3)
    assert len(spelled) == len(line)
    assert [spelled.index(part) for part in ("PLOT", "LET", '"b"', "PRINT", "c;d")] == [
        line.index(part) for part in ("PLOT", "LET", '"b"', "PRINT", "c;d")
    ]


def test_tokens() -> None:
    assert split_tokens("10 LET a$(1)=x2.5 ", 3)[:4] == [
        Token("keyword", "LET", 3),
        Token("name", "a$", 7),
        Token("symbol", "(", 9),
        Token("number", "1", 10),
    ]
    assert [token.text for token in split_tokens("LET a=order+1.5E-3*.5")] == (
        ["LET", "a", "=", "order", "+", "1.5E-3", "*", ".5"]
    )
    assert [token.text for token in split_tokens("if a<=b then def fn q()=1")] == (
        ["IF", "a", "<=", "b", "THEN", "DEF FN", "q", "(", ")", "=", "1"]
    )
    assert [token.text for token in split_tokens("OPEN# 4: open #4: CLOSE #4")] == (
        ["OPEN #", "4", ":", "OPEN #", "4", ":", "CLOSE #", "4"]
    )
    assert [token.text for token in split_tokens("LET tone=going to be")] == ["LET", "tone", "=", "going", "TO", "be"]


@settings(max_examples=examples(60))
@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=30))
def test_any_text_is_tokens_or_a_complaint(text: str) -> None:
    try:
        tokens = split_tokens(text)
    except BasicError as error:
        message = str(error)
    else:
        assert [token.column for token in tokens] == sorted(token.column for token in tokens)
        message = ""
        try:
            check_tokens(tokens)
        except BasicError as error:
            message = str(error)
    assert "\n" not in message
