"""View data breaks its pages where the ROM's own ``scroll?`` does, and can be left there."""

import pytest

from harness.puzzle import Grid, Puzzle
from harness.spectrum.menu import Menu
from pyspectrum import Spectrum
from pyspectrum.basic import tokenise
from pyspectrum.keyboard import ENTER, Chord
from pyspectrum.tape import Tape, program_blocks
from tests.slow.program.rig import BASIC_RU, CLASSIC, TURBO, LoadProgram, loaded, solved_once
from tests.slow.program.test_typing_kept import in_program

RULE = "_" * 31
WIDE = Puzzle(((1,) * 31,), tuple((1,) if x % 2 == 0 else () for x in range(62)))
MIDDLING = Grid(("#.#",) * 20).puzzle()
HIGH = Grid(tuple("#.#" if y % 3 else "..." for y in range(42))).puzzle()
LONG = Grid(("#." * 20,) * 9).puzzle()
ROWS = 22
Page = tuple[str, ...]


def printed_lines(puzzle: Puzzle, row: str = "Line ", column: str = "Line ") -> list[str]:
    """List the lines that the program should print."""
    lines = ["Horisontal lines:", ""]
    for name, side in ((row, puzzle.rows), (column, puzzle.columns)):
        if side is puzzle.columns:
            lines += ["", "Vertical lines:", ""]
        for number, clue in enumerate(side, 1):
            lines.append(f"{name}{number}: {','.join(map(str, clue))}")
            lines += [RULE] if number % 5 == 0 else []
    return [*lines, "", "Press any key..."]


def upper_screen(spectrum: Spectrum) -> Page:
    return tuple(line.rstrip() for line in spectrum.text_lines()[:ROWS])


def roms_pages(lines: list[str]) -> list[Page]:
    """The screen at each ``scroll?`` of a program that only prints."""
    spectrum = Spectrum()
    listing = "10 CLS\n" + "".join(f'{20 + number} PRINT "{line}"\n' for number, line in enumerate(lines))
    spectrum.load(Tape(program_blocks("pages", tokenise(listing, "pages"), None)), until="0 OK")
    spectrum.type("RUN")
    spectrum.press(ENTER)
    pages: list[Page] = []
    while True:
        spectrum.run_until(
            lambda machine: any("scroll?" in line or "0 OK" in line for line in machine.input_area()), "a page"
        )
        if any("0 OK" in line for line in spectrum.input_area()):
            return pages
        pages.append(upper_screen(spectrum))
        spectrum.press(ENTER)
        spectrum.run_until(lambda machine: not any("scroll?" in line for line in machine.input_area()), "the next")


def our_pages(menu: Menu) -> list[Page]:
    """The screen at each question of View data."""
    pages: list[Page] = []
    menu.choose("4")
    while menu.wait("scroll?", "Press any key...") == "scroll?":
        menu.spectrum.run_frames(5)
        pages.append(upper_screen(menu.spectrum))
        menu.press_away(ENTER, "scroll?")
    menu.press_away(ENTER, "Press any key...")
    menu.wait_for_menu()
    return pages


@pytest.mark.parametrize(
    ("puzzle", "model"), [(WIDE, "48"), (HIGH, "48"), (HIGH, "128"), (LONG, "48")], ids=["62×1", "3×42", "128", "40×9"]
)
def test_pages_break_where_the_roms_do(puzzle: Puzzle, model: str) -> None:
    ours = our_pages(solved_once(loaded(model=model), puzzle))
    assert len(ours) > 1
    assert ours == roms_pages(printed_lines(puzzle))


NO: dict[str, Chord] = {
    "n": frozenset({"n"}),
    "N": frozenset({"CAPS", "n"}),
    "SPACE": frozenset({"SPACE"}),
    "STOP": frozenset({"SYMBOL", "a"}),
}


@pytest.mark.parametrize("tape_name", [CLASSIC, BASIC_RU, TURBO])
def test_the_keys_of_no_lead_to_the_menu_with_the_data_kept(tape_name: str) -> None:
    menu = solved_once(loaded(tape_name), MIDDLING, tape_name)
    menu.choose("4")
    menu.wait(menu.language["scroll"])
    asked = menu.spectrum.state()
    for name, chord in NO.items():
        menu.spectrum.restore(asked)
        menu.press_away(chord, menu.language["scroll"])
        menu.wait_for_menu()
        assert in_program(menu).has_clues_of(MIDDLING), name


PAGING = (
    [{"ENTER"}],
    [{"y"}],
    [{"CAPS", "2"}, {"ENTER"}],  # caps lock
    [{"CAPS", "9"}, {"ENTER"}],  # graphics
    [{"CAPS", "SYMBOL"}, {"ENTER"}],  # extended
)


def test_any_other_key_leads_to_the_next_page_of_the_data(load_program: LoadProgram) -> None:
    """The ROM's own ``scroll?`` takes keys for colours."""
    menu = solved_once(load_program(), MIDDLING)
    menu.choose("4")
    menu.wait("scroll?")
    menu.spectrum.run_frames(10)
    asked = menu.spectrum.state()
    for chords in PAGING:
        menu.spectrum.restore(asked)
        for chord in chords:
            menu.spectrum.tap(chord, 6, gap=10)
        menu.wait("Line 20:")
    while menu.wait("scroll?", "Press any key...") == "scroll?":
        menu.press_away(ENTER, "scroll?")
    menu.press_away(ENTER, "Press any key...")
    assert in_program(menu).has_clues_of(MIDDLING)
