"""Every key, with and without each shift, at every question: only ENTER answers it.

A listing of our own stands for the article's: where it has the question, too, a key leaves the same text in its line.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from harness.puzzle import Puzzle
from harness.spectrum.listing import build_listing_tape, read_listing
from pyspectrum import Spectrum
from pyspectrum.keyboard import ENTER, MATRIX, Chord
from pyspectrum.memory import read_word
from tests.house import ROOT
from tests.slow.program.rig import CURSOR_DOWN, ENGLISH, PROMPT_FRAMES, TURBO_RU, Program, loaded

SHIFTS = ("CAPS", "SYMBOL")
CHORDS: list[Chord] = [
    frozenset({key, *shifts})
    for key in sorted(MATRIX.keys() - set(SHIFTS))
    for shifts in ((), SHIFTS[:1], SHIFTS[1:], SHIFTS)
]
CHORDS += [frozenset(SHIFTS[:1]), frozenset(SHIFTS[1:]), frozenset(SHIFTS)]
"""All 40 keys with and without each shift."""
TYPED = "11"
HELD_FRAMES, SEEN_FRAMES = 4, 6
CONTRADICTORY = Puzzle(((2,), (1, 1), (1,)), ((1,), (3,), (1,)))
_WORKSP = 23649
_LINE_END = 13
_NUMBERED = ("row_prompt", "column_prompt")


def said(menu: Program, key: str, number: int = 1) -> str:
    """The text of a question, as far as it is always the same."""
    words = menu.language
    return words.said(key, number) if key in _NUMBERED else words[key].partition(" {")[0].strip()


def questions(menu: Program, *, ours: bool) -> Iterator[str]:
    """Bring the program to one question after the other; yield the key of the message that asks it."""
    spectrum = menu.spectrum

    def asked(key: str) -> str:
        menu.wait(said(menu, key))
        spectrum.run_frames(PROMPT_FRAMES)
        return key

    def answer(key: str, text: str, number: int = 1) -> None:
        menu.answer(said(menu, key, number), text)

    menu.choose("1")
    yield asked("width_prompt")
    if ours:
        answer("width_prompt", "0")
        yield asked("size_range")
        spectrum.press(ENTER)
    answer("width_prompt", "2")
    yield asked("height_prompt")
    answer("height_prompt", "2")
    yield asked("row_prompt")
    answer("row_prompt", "3")
    yield asked("incorrect_entry")
    spectrum.press(ENTER)
    answer("row_prompt", "1")
    answer("row_prompt", "1", 2)
    yield asked("column_prompt")
    answer("column_prompt", "1")
    answer("column_prompt", "1", 2)
    menu.wait(menu.language["any_key"])
    menu.press_start()
    yield asked("many_variants")
    answer("many_variants", "y")
    yield asked("which_colour")
    answer("which_colour", "b")
    yield asked("solved")
    spectrum.press(ENTER)
    menu.wait(menu.language["any_key"])
    menu.press_away(ENTER, menu.language["any_key"])
    menu.wait_for_menu()
    home = spectrum.state()
    if ours and menu.shows(menu.language["menu_count"]):
        menu.choose("6")
        yield asked("counted")
        spectrum.restore(home)
    if ours:
        menu.choose("7")
        yield asked("data_name")
        spectrum.restore(home)
    menu.choose("3")
    answer("width_prompt", "2")
    answer("height_prompt", "2")
    yield asked("picture_name")
    spectrum.restore(home)
    assert menu.enter(CONTRADICTORY) is None
    menu.press_start()
    yield asked("incorrect")


def line_typed(spectrum: Spectrum) -> str:
    """The line that INPUT edits, without the quotes that the article's program has there."""
    cells = spectrum.core.memory
    start = read_word(cells, _WORKSP)
    line = bytes(cells[start : cells.index(_LINE_END, start)])
    return line.decode("latin-1").replace('"', "")


def lines_left(menu: Program) -> Iterator[str | None]:
    """For each chord the text that it leaves, typed into a question's empty line; None if the question has gone."""
    spectrum = menu.spectrum
    spectrum.type(TYPED)
    spectrum.run_frames(SEEN_FRAMES)
    before = spectrum.state()
    for chord in CHORDS:
        spectrum.restore(before)
        spectrum.tap(chord, HELD_FRAMES, gap=SEEN_FRAMES)
        yield line_typed(spectrum) if menu.input_waits() else None
    spectrum.restore(before)
    for _ in TYPED:
        spectrum.press("DELETE")


@cache
def lines_of_the_listing() -> dict[str, list[str | None]]:
    """The same of a listing with the article's questions, each asked with INPUT."""
    menu = Program(Spectrum())
    listing = read_listing(ROOT / "tests" / "data" / "listings" / "article.txt")
    menu.load(build_listing_tape(listing.with_code(), "listing", code=True))
    return {key: list(lines_left(menu)) for key in questions(menu, ours=False)}


@pytest.mark.parametrize("tape_name", [*ENGLISH, TURBO_RU])
def test_no_key_but_enter_ends_a_question(tape_name: str) -> None:
    menu = loaded(tape_name)
    listing, seen = lines_of_the_listing(), set()
    for key in questions(menu, ours=True):
        asking = menu.spectrum.state()
        left = {chord: text for chord, text in zip(CHORDS, lines_left(menu), strict=True) if ENTER - chord}
        assert [chord for chord, text in left.items() if text is None] == [], key
        assert left[CURSOR_DOWN] == TYPED, key
        assert menu.shows(said(menu, key)), key
        theirs = dict(zip(CHORDS, listing.get(key, ()), strict=False))
        assert {chord: left[chord] for chord in theirs if ENTER - chord} == {
            chord: text for chord, text in theirs.items() if ENTER - chord
        }, key
        menu.spectrum.restore(asking)
        seen.add(key)
    assert listing.keys() < seen
