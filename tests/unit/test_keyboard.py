"""Which keys type what."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import MATRIX, chords_for_command, chords_for_text, main_code

TYPABLE = string.ascii_letters + string.digits + " !@#$%&'()_*?^-+=.,;\"</>£:~|\\{}[]©"


def test_the_matrix_has_forty_keys_each_in_its_own_place() -> None:
    assert len(MATRIX) == 40
    assert len(set(MATRIX.values())) == 40


@given(st.text(alphabet=TYPABLE, max_size=20))
def test_every_typable_character_gives_chords_of_real_keys(text: str) -> None:
    chords = chords_for_text(text)
    assert len(chords) >= len(text)
    assert all(chord <= MATRIX.keys() for chord in chords)


def test_no_two_characters_share_their_chords() -> None:
    assert len({tuple(chords_for_text(character)) for character in TYPABLE}) == len(TYPABLE)


@pytest.mark.parametrize("character", ["é", "`", "\t", "ж"])
def test_a_character_without_a_key_is_refused(character: str) -> None:
    with pytest.raises(KeyboardError, match="no key"):
        chords_for_text(character)


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ('LOAD ""', ["j", "SYMBOL+p", "SYMBOL+p"]),
        ("GO TO 10", ["g", "1", "0"]),
        ("GOTO 10", ["g", "1", "0"]),
        ("PRINT USR 0", ["p", "CAPS+SYMBOL", "l", "0"]),
        ("PRINT AT 1,2", ["p", "SYMBOL+i", "1", "SYMBOL+n", "2"]),
        ("PRINT INK 2", ["p", "CAPS+SYMBOL", "SYMBOL+x", "2"]),
        ('PRINT "TO to"', ["p", "SYMBOL+p", "CAPS+t", "CAPS+o", "SPACE", "t", "o", "SYMBOL+p"]),
        ("LET a=b<>c", ["l", "a", "SYMBOL+l", "b", "SYMBOL+w", "c"]),
    ],
)
def test_commands_use_the_keyword_keys(command: str, keys: list[str]) -> None:
    assert ["+".join(sorted(chord)) for chord in chords_for_command(command)] == keys


def test_main_codes_are_those_of_the_rom_table() -> None:
    assert main_code(frozenset({"a"})) == ord("A")
    assert main_code(frozenset({"CAPS", "5"})) == ord("5")
    assert main_code(frozenset({"ENTER"})) == 13
    assert main_code(frozenset({"CAPS", "SPACE"})) == 32
    assert main_code(frozenset({"CAPS", "SYMBOL"})) == 14
