"""Two programs are given the same random crosswords to enter; `tests/slow/program/test_typing_kept.py` gives them.

Good and bad lines, signs and sizes among them. After each answer the screens must be equal, and the arrays at the end,
byte for byte.
"""

from __future__ import annotations

import random

from harness.spectrum.menu import Menu
from pyspectrum.basic.variables import find_variable
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import EDITOR
from pyspectrum.memory import PPC, read_word
from pyspectrum.models import MODEL_48K

MOST_ANSWERS = 45
K_CUR, WORKSP, MAKE_ROOM = 23643, 23649, 0x1655
PAUSE, LOOK_AT_KEYS, MENU_LINE = 0x1F3D, 0x2634, 160
LIMIT = MODEL_48K.seconds_to_tstates(120.0)
DATA = ("a()", "b()", "c()", "d()")
SIZES = ("0", "", "63", "99", "a", "1,2", " ", "5<", ">", "<1", "007", "1 2", "1000", "06x", "00", "<")
ODD = (
    "<", "<2", ">", "<0", "< 1", "<,", "1<", "<1,2", ">5", "5,6<3", "<x", "0", "00", "0,0", "0 ", " 0", "1000", "999",
    "<999", "0<", ",", "1,<", "<  ", " ", "1 ,", "1 , 2", "1,,2", "1,0", "x" * 250, " " * 254 + "1", " " * 255 + "1",
    ",".join("1" * 31), ",".join("1" * 32), "1" + " " * 120 + "1",
)  # fmt: skip


class Reader:
    """A program at its questions; `menu` stands at its menu."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu
        self.waits = ""

    def begin(self) -> None:
        spectrum = self.menu.spectrum
        spectrum.run_frames(30)
        spectrum.hold({"1"})
        spectrum.run_frames(3)
        spectrum.release()
        self._to_question()

    def _to_question(self) -> None:
        """Run to where the program waits: an INPUT, a PAUSE without end, or the menu."""
        spectrum, limit = self.menu.spectrum, self.menu.spectrum.tstates + LIMIT
        while True:
            place = spectrum.run_to(limit, {EDITOR, PAUSE, LOOK_AT_KEYS})
            assert place is not None
            cells = spectrum.core.memory
            at_menu = read_word(cells, PPC) == MENU_LINE and self.menu.shows(self.menu.language["menu_exit"])
            if place == EDITOR or (not spectrum.core.get("bc") if place == PAUSE else at_menu):
                break
            spectrum.run_tstates(4)
        self.waits = "INPUT" if place == EDITOR else "PAUSE" if place == PAUSE else "menu"
        spectrum.run_frames(17)

    def answer(self, text: str) -> None:
        """Put a text in place of what an INPUT has in its line, as if by keys, and press ENTER."""
        spectrum = self.menu.spectrum
        cells = spectrum.core.memory
        while self.waits == "INPUT" and read_word(cells, K_CUR) > read_word(cells, WORKSP):
            spectrum.press("DELETE")
        if text:
            cursor = read_word(cells, K_CUR)
            spectrum.call(MAKE_ROOM, hl=cursor, bc=len(text))
            cells[cursor : cursor + len(text)] = text.encode("ascii")
            cells[K_CUR : K_CUR + 2] = (cursor + len(text)).to_bytes(2, "little")
        spectrum.hold(ENTER)
        spectrum.run_frames(3)
        spectrum.release()
        self._to_question()

    def shown(self) -> tuple[str, tuple[str, ...]]:
        return self.waits, self.menu.text_lines()

    def data(self) -> list[bytes]:
        """The arrays, as they lie in memory."""
        cells = self.menu.spectrum.core.memory
        places = [find_variable(cells, name).address for name in DATA]
        return [bytes(cells[place : place + 3 + read_word(cells, place + 1)]) for place in places]


def random_clue(dice: random.Random, cells: int) -> str:
    groups: list[int] = []
    for _ in range(dice.choice((0, 1, 1, 2, 2, 3, 4, 8))):
        left = cells - sum(groups) - len(groups)
        if left < 1:
            break
        groups.append(dice.randint(1, min(left, dice.choice((1, 1, 2, 3, 9, 62)))))
    text = ",".join(map(str, groups))
    chance = dice.random()
    if chance < 0.1:
        return text.replace(",", dice.choice((" ", " ,", ", ", " , ", "  ", ",,")))
    if chance < 0.2:
        return dice.choice(("0", " ", "")) + text + dice.choice((",", ",0", " 0", "0", "a", "-", ".", " ,", " "))
    if chance < 0.25:
        return "".join(dice.choice("0123456789,, <>x") for _ in range(dice.randrange(12)))
    return dice.choice(ODD) if chance < 0.4 else text


def next_answer(dice: random.Random, lower: str, sizes: list[str], width: int, height: int) -> str:
    if "Incorrect" in lower or "please" in lower:
        return ""
    if "size" in lower:
        return sizes.pop(0) if sizes else str(dice.randint(1, 6))
    return random_clue(dice, width if "Horis" in lower else height)


def enter_both(readers: tuple[Reader, Reader], seed: int) -> int:
    """Let both enter the crossword of a seed; return how many answers they refused. AssertionError if they differ."""
    dice, refused = random.Random(seed), 0
    width, height = dice.choice(((62, 42), (dice.randint(1, 9), dice.randint(1, 7))))
    sizes = [dice.choice(SIZES), str(width), dice.choice(SIZES), str(height)]
    for reader in readers:
        reader.begin()
    for _ in range(MOST_ANSWERS):
        shown = [reader.shown() for reader in readers]
        assert _alike(shown[0]) == _alike(shown[1]), f"seed {seed}: {shown}"
        waits, lines = shown[0]
        if waits == "menu" or any("Press any key" in line for line in lines):
            break
        refused += "Incorrect" in "".join(lines[20:])
        text = next_answer(dice, "".join(lines[20:]), sizes, width, height) if waits == "INPUT" else ""
        for reader in readers:
            reader.answer(text)
    assert readers[0].data() == readers[1].data(), f"seed {seed}: other data"
    return refused


def _alike(shown: tuple[str, tuple[str, ...]]) -> tuple[str, list[str]]:
    """Leave out what differs at the menu: the turbo edition has an item more."""
    return shown[0], [line for line in shown[1] if not line.startswith("6 - ")]
