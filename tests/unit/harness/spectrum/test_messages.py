"""The table of messages, the letters that the Russian ones need, and how both come into the listings."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.spectrum import letters
from harness.spectrum.build import turbo_code, with_own_letters
from harness.spectrum.letters import (
    CAPITALS,
    FIRST_CAPITAL,
    FIRST_SMALL,
    GRAPHICS_OFFSET,
    ROM_PART,
    SMALL,
    in_listing,
    letters_code,
    read_drawings,
)
from harness.spectrum.menu import SolutionCount, read_count
from harness.spectrum.messages import LANGUAGES, Messages, language
from pyspectrum.screen import SCREEN_SIZE, Screen
from pyspectrum.screen.fonts import rom_font
from tests.cases import cases

KEYS = sorted(language("en").messages)
LINE = 32
ROOM = {
    # one column of the input area is the cursor's, and the driver looks for a message on one line
    "width_prompt": LINE - 3, "height_prompt": LINE - 3, "picture_name": LINE - 11, "many_variants": LINE - 1,
    "which_colour": LINE - 1, "solved": LINE - 1, "incorrect": LINE - 1, "incorrect_entry": LINE - 1,
    "tape_error": LINE - 1, "data_name": LINE - 11, "not_saved": LINE - 1,
    "no_crossword": LINE - 1, "size_range": LINE - 1,
    "disk_error": LINE - 1, "wrong_size": LINE - 1, "row_prompt": LINE, "column_prompt": LINE,
    # behind them come digits
    "width": LINE - 2, "height": LINE - 2, "time": LINE - 5, "making_data": LINE - 4,
    # the turbo edition writes its numbers at fixed places of the lower screen; a full line would scroll it
    "counting": 10, "any_key_ends": 12, "depth": 6,
}  # fmt: skip
"""The columns that a message may take; all others have a line of their own."""
LONGEST = {"size_range": "62", "row_prompt": "42", "column_prompt": "62", "wrong_size": "65535"}
MOST_LINES = {"row": ("42", 61), "column": ("62", 41)}
"""The longest data of a row and of a column: its number, and the characters of its groups."""
EVERY_LANGUAGE = pytest.mark.parametrize("said", [language(code) for code in LANGUAGES], ids=lambda said: said.code)


@EVERY_LANGUAGE
def test_every_message_fits_its_place(said: Messages) -> None:
    # with the blank at its end, behind which an answer is typed
    sizes = {key: len(said.messages[key].format(LONGEST.get(key, ""))) for key in KEYS}
    assert {key: size for key, size in sizes.items() if size > ROOM.get(key, LINE)} == {}


@EVERY_LANGUAGE
@pytest.mark.parametrize("key", MOST_LINES)
def test_a_line_of_data_takes_three_lines_at_most(key: str, said: Messages) -> None:
    """With the rule that makes four, the number for which the listing turns the page."""
    number, groups = MOST_LINES[key]
    assert len(said.messages[key] + number + ": ") + groups <= 3 * LINE


@EVERY_LANGUAGE
@pytest.mark.parametrize("key", ["row_prompt", "column_prompt"])
def test_an_answer_to_a_line_begins_on_the_next_one(key: str, said: Messages) -> None:
    """The comma behind the prompt leads to the next half of the screen, which must not be that of the same line."""
    assert LINE // 2 <= len(said.said(key, 1)) <= len(said.said(key, 62)) < LINE


def test_every_message_is_in_both_languages_with_the_same_gap() -> None:
    table = tomllib.loads((data_folder("basic") / "messages.toml").read_text(encoding="utf-8"))
    assert [key for key, message in table.items() if message.keys() != set(LANGUAGES)] == []
    assert [key for key, message in table.items() if len({text.count("{}") for text in message.values()}) > 1] == []


def test_every_message_is_said_somewhere() -> None:
    sources = "".join((data_folder("basic") / f"{name}.bas").read_text("ascii") for name in ("crossword", "turbo"))
    in_listings = set(re.findall(r"\{\{text\.(\w+)", sources))
    # the word in the turbo edition's code, and words of the disk alone
    assert set(KEYS) - in_listings == {"depth", *(key for key in KEYS if key.startswith("disk_"))}


def test_the_driver_can_tell_what_it_waits_for() -> None:
    """No message that ends a wait is part of another that the same wait may find."""
    for code in LANGUAGES:
        said = language(code)
        assert said["any_key"] not in said["check_sum"]
        assert said["scroll"] not in said["any_key"]
        ends = [said[key] for key in ("solved", "incorrect", "many_variants")]
        assert [(one, other) for one in ends for other in ends if one is not other and one in other] == []


def shown(text: str) -> Iterator[bytes]:
    """The patterns with which a Russian edition shows a text: those that the ROM takes from CHARS and UDG."""
    block = letters_code(60_928).code
    for code in letters.character_codes(text):
        if code < FIRST_SMALL:
            yield rom_font()[8 * (code - 32) :][:8]
        elif code < 128:
            yield block[8 * (code - FIRST_SMALL) :][:8]
        else:
            yield block[GRAPHICS_OFFSET - ROM_PART + 8 * (code - 144) :][:8]


def screen_with(text: str) -> Screen:
    """A screen with a text in its first line."""
    data = bytearray(SCREEN_SIZE)
    for column, pattern in enumerate(shown(text)):
        for line, byte in enumerate(pattern):
            data[256 * line + column] = byte
    return Screen(bytes(data))


def test_the_text_on_the_screen_is_the_message() -> None:
    said = language("ru")
    messages = [said.said(key, "5") for key in KEYS]
    read = [screen_with(text).text_line(0, said.font).rstrip() for text in messages]
    assert read == [said.spell(text) for text in messages]
    assert [said.written(line) for line in read] == messages


def test_every_letter_is_drawn_once_and_looks_like_no_other() -> None:
    drawn = letters.glyphs()
    assert set(drawn) == set(SMALL + CAPITALS)
    roms = {rom_font()[8 * index :][:8] for index in range(FIRST_SMALL - 32)}
    assert len(roms | set(drawn.values())) == len(roms) + len(drawn)


def test_codes() -> None:
    codes = letters.character_codes("юъБЯ0 A")
    assert list(codes) == [FIRST_SMALL, 127, FIRST_CAPITAL, 162, ord("0"), ord(" "), ord("A")]
    assert in_listing('"ю"') == '""\\{96}""'


@pytest.mark.parametrize("text", ["ёж", "Ъ", "Press"])
def test_characters_without_a_letter_are_refused(text: str) -> None:
    with pytest.raises(BuildError, match="have no"):
        in_listing(text)


@cases("drawing")
def test_a_drawing_that_is_none_is_refused(drawing: str) -> None:
    with pytest.raises(BuildError, match=r"cyrillic\.txt, line 1"):
        read_drawings(drawing)


def test_gaps() -> None:
    english, russian = language("en"), language("ru")
    assert english.in_basic("stopped", "v$") == '"Stopped at "+v$'
    assert russian.in_basic("stopped", "v$") == 'v$+", s\\{126}et prerwan"'
    for key, value in (("stopped", ""), ("title", "v$"), ("nothing", "")):
        with pytest.raises(BuildError):
            english.in_basic(key, value)


@pytest.mark.parametrize(
    ("statement", "own"),
    [
        ("PRINT {{text.title}}''{{text.time}};n", "PRINT {{own}}{{text.title}}''{{text.time}}{{rom}};n"),
        (
            'PRINT ":";{{text.time}}: LET a$={{text.time}}',
            'PRINT ":";{{own}}{{text.time}}{{rom}}: LET a$={{text.time}}',
        ),
        ("INPUT ({{text.counted(n)}}); LINE a$", "INPUT {{own_item}}({{text.counted(n)}}){{rom_item}}; LINE a$"),
        ("PRINT {{own_now}}{{text.title}};{{text.time}}", "PRINT {{own_now}}{{text.title}};{{text.time}}"),
        ("LET i$={{text.title}}: GO SUB 4100", "LET i$={{text.title}}: GO SUB 4100"),
    ],
)
def test_a_message_that_is_printed_or_asked_is_in_the_edition_s_letters(statement: str, own: str) -> None:
    assert with_own_letters(f"10 {statement}\n") == f"10 {own}\n"


@pytest.mark.parametrize("word", ["Глубина:", "Проб:"], ids=["too long", "a capital that is a graphic"])
def test_the_turbo_code_s_word_is_refused_where_it_cannot_show_it(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(language("ru").messages, "depth", word)
    with pytest.raises(BuildError, match="depth"):
        turbo_code("ru")


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("key", "number", "count"),
    [
        ("unique", "", SolutionCount(1, True)), ("no_solutions", "", SolutionCount(0, True)),
        ("", "17", SolutionCount(17, True)),
        ("stopped", "100", SolutionCount(100, False)), ("memory_full", "20", SolutionCount(20, False)),
    ],
)  # fmt: skip
def test_a_count_is_read_in_either_language(key: str, number: str, count: SolutionCount, said: Messages) -> None:
    words = said.said(key, number) if key else number
    prompt = words if key in ("unique", "no_solutions") else said.said("solutions", words)
    assert read_count(said.spell(f"{prompt} {said['counted']}"), said) == count
