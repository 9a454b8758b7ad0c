"""Source lines as tokens."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum.basic import Token, split_tokens, tokenise
from pyspectrum.errors import BasicError
from tests.marks import examples


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
