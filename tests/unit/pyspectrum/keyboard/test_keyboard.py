"""Keys and the characters that they type."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import (
    MATRIX,
    chords_for_command,
    chords_for_text,
    kempston_bits,
    kempston_directions,
    main_code,
    parse_chord,
)
from tests.cases import cases

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


@cases(
    "command",
    "keys",
    more=[("REM PRINT  TO", ["e", *(f"CAPS+{key}" for key in "print"), "SPACE", "SPACE", "CAPS+t", "CAPS+o"])],
)
def test_commands_use_the_keyword_keys_those_of_k_mode_where_a_statement_begins(command: str, keys: list[str]) -> None:
    assert ["+".join(sorted(chord)) for chord in chords_for_command(command)] == [*keys]


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("a", {"a"}), ("A", {"CAPS", "a"}), ("SPACE", {"SPACE"}), ("Enter", {"ENTER"}), (" ", {"SPACE"}),
        ("CAPS+0", {"CAPS", "0"}), ("caps shift + A", {"CAPS", "a"}), ("SYM+p", {"SYMBOL", "p"}),
        ("symbol shift+P", {"SYMBOL", "p"}), ("BREAK", {"CAPS", "SPACE"}), ("delete", {"CAPS", "0"}),
        ("EDIT", {"CAPS", "1"}), ("LEFT", {"CAPS", "5"}), ("DOWN", {"CAPS", "6"}), ("UP", {"CAPS", "7"}),
        ("RIGHT", {"CAPS", "8"}), ("q+SPACE", {"q", "SPACE"}), ("+", {"SYMBOL", "k"}), ("\n", {"ENTER"}),
        (frozenset({"CAPS", "SPACE"}), {"CAPS", "SPACE"}), (["space", "m"], {"SPACE", "m"}), ((), set()),
    ],
)  # fmt: skip
def test_a_chord_may_be_written_as_it_is_said(written: str | frozenset[str], keys: set[str]) -> None:
    assert parse_chord(written) == keys


@pytest.mark.parametrize(
    ("written", "nearest"), [("SPCAE", "SPACE"), ("CAPS+ENTRE", "ENTER"), ("F1", "f"), ({"F1"}, "f")]
)
def test_an_unknown_key_is_refused_with_the_nearest(written: str | set[str], nearest: str) -> None:
    with pytest.raises(KeyboardError, match=r"no key '.*'; the nearest is '") as caught:
        parse_chord(written)
    assert f"the nearest is {nearest!r}" in str(caught.value)


@pytest.mark.parametrize(("chord", "words"), [
    ("Q+", "'Q+' has a + with no key beside it; write 'Q', or name the key that is missing (the sign + is 'SYMBOL+k')"),
    ("+Q", "'+Q' has a +"), ("CAPS++a", "write 'CAPS+a'"), ("++", "name a key"),
])  # fmt: skip
def test_a_plus_without_a_key_is_named(chord: str, words: str) -> None:
    with pytest.raises(KeyboardError, match=re.escape(words)):
        parse_chord(chord)
    assert parse_chord("+") == {"SYMBOL", "k"}


def test_a_character_of_two_presses_is_no_chord() -> None:
    with pytest.raises(KeyboardError, match="two presses"):
        parse_chord("[")


@given(st.sampled_from(TYPABLE))
def test_a_character_s_chord_is_what_types_it(character: str) -> None:
    chords = chords_for_text(character)
    if len(chords) == 1:
        assert parse_chord(character) == chords[0]


@pytest.mark.parametrize(
    ("chord", "code"),
    [
        ("a", ord("A")), ("CAPS+5", ord("5")), ("ENTER", 13), ("CAPS+SPACE", 32), ("CAPS+SYMBOL", 14),
        ("CAPS", None), ("SYMBOL", None), ("a+b", None), ("CAPS+SYMBOL+a", None),
    ],
)  # fmt: skip
def test_main_codes_are_those_of_the_rom_table_without_lone_shifts_and_two_keys(chord: str, code: int | None) -> None:
    assert main_code(parse_chord(chord)) == code


def test_each_direction_of_a_kempston_joystick_has_its_bit() -> None:
    bits = {"right": 1, "left": 2, "down": 4, "up": 8, "fire": 16}
    assert {direction: kempston_bits(direction) for direction in bits} == bits
    assert all(kempston_directions(bit) == direction for direction, bit in bits.items())
