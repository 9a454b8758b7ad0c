"""A typist who does not look: three keys a second, each held for four frames, whatever the program is doing.

All of a 20×30 is typed so, from the menu's 1 on. But a key that comes before a question is no answer to it.
"""

from __future__ import annotations

import itertools

import pytest

from harness.puzzle import Puzzle
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.play import read_printed_puzzle
from pyspectrum.keyboard import ENTER, Chord
from tests.slow.program.rig import (
    BASIC,
    CLASSIC,
    CLASSIC_RU,
    TURBO,
    TURBO_RU,
    TWO_SOLUTIONS,
    give,
    loaded,
    sample,
)

HELD_FRAMES = 4
STEPS = (17, 17, 16)
"""Frames from a key to the next: three keys in fifty."""
COMMA = frozenset({"SYMBOL", "N"})


def keys_of(puzzle: Puzzle) -> list[Chord]:
    """All keys from the menu to "Press any key..."."""
    lines = [",".join(map(str, clue)) for clue in (*puzzle.rows, *puzzle.columns)]
    text = "1" + "".join(f"{line}\n" for line in (str(puzzle.width), str(puzzle.height), *lines))
    return [ENTER if sign == "\n" else COMMA if sign == "," else frozenset({sign}) for sign in text]


def type_unwatched(menu: Menu, keys: list[Chord]) -> None:
    for key, step in zip(keys, itertools.cycle(STEPS), strict=False):
        menu.spectrum.hold(key)
        menu.spectrum.run_frames(HELD_FRAMES)
        menu.spectrum.release()
        menu.spectrum.run_frames(step - HELD_FRAMES)


@pytest.mark.parametrize(
    ("tape_name", "model"),
    [(CLASSIC, "48"), (TURBO, "48"), (CLASSIC_RU, "48"), (TURBO_RU, "48"), (CLASSIC, "128"), (TURBO_RU, "128")],
)
def test_all_of_a_crossword_is_typed_without_looking(tape_name: str, model: str) -> None:
    menu, puzzle = loaded(tape_name, model), sample("relax-20x30")
    menu.spectrum.run_frames(30)
    type_unwatched(menu, keys_of(puzzle))
    menu.spectrum.run_frames(25)
    assert menu.shows(menu.language["any_key"])
    menu.expect_size(puzzle.width, puzzle.height)
    assert menu.start_solving() is Stop.SOLVED
    menu.leave(Stop.SOLVED)
    assert read_printed_puzzle(menu.view_data(), menu.language).has_clues_of(puzzle)


@pytest.mark.parametrize("tape_name", [CLASSIC, BASIC, TURBO_RU])
def test_a_key_before_a_question_is_no_answer_to_it(tape_name: str) -> None:
    menu = loaded(tape_name)
    said = menu.language
    menu.spectrum.run_frames(30)
    type_unwatched(menu, [frozenset({"1"})])
    menu.expect_size(2, 2)
    for text in ("2", "2", "1", "1", "1"):
        menu.spectrum.run_frames(50)
        menu.spectrum.type(f"{text}\n")
    menu.wait(said.said("column_prompt", 2))
    menu.spectrum.run_frames(50)
    menu.spectrum.type("1\n")
    hurry(menu)
    menu.wait(said["any_key"])
    menu.spectrum.run_frames(25)
    assert menu.shows(said["any_key"])
    menu = give(loaded(tape_name), TWO_SOLUTIONS, tape_name)
    menu.press_start()
    hurry(menu)
    menu.wait(said["many_variants"])
    menu.spectrum.run_frames(25)
    assert menu.shows(said["many_variants"])


def hurry(menu: Menu) -> None:
    """Press ENTER for a moment, before the next question comes."""
    menu.spectrum.run_frames(1)
    menu.spectrum.hold(ENTER)
    menu.spectrum.run_frames(3)
    menu.spectrum.release()
