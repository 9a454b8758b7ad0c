"""The program, loaded once and put back for every test, and the puzzles that it is given."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum.build import ALL_EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import LOAD_LIMIT, EndMessage, Menu
from harness.spectrum.messages import language
from harness.spectrum.play import read_printed_puzzle
from pyspectrum import Spectrum
from pyspectrum.basic.variables import find_variable
from pyspectrum.keyboard import BREAK, ENTER
from pyspectrum.machine import MachineState
from pyspectrum.memory import STKEND, read_word
from pyspectrum.screen import Screen

CLASSIC, BASIC, TURBO, CLASSIC_RU, BASIC_RU, TURBO_RU = (edition.file_name for edition in ALL_EDITIONS)
ENGLISH, RUSSIAN = (CLASSIC, BASIC, TURBO), (CLASSIC_RU, BASIC_RU, TURBO_RU)
CURSOR_DOWN = frozenset({"CAPS", "6"})
PROMPT_FRAMES = 10
"""After so many a prompt stands whole."""
TWO_SOLUTIONS = Puzzle(((1,), (1,)), ((1,), (1,)))

LoadProgram = Callable[..., Menu]
"""Gives a machine that stands at the menu of the program on the tape of this name; the classic one if not said."""


def edition_on(tape_name: str) -> Edition:
    return next(edition for edition in ALL_EDITIONS if edition.file_name == tape_name)


def loaded(tape_name: str = CLASSIC, model: str = "48", way: str = "loader") -> Menu:
    """A machine that stands at the menu of the program on one of the project's tapes.

    A 128K machine has loaded it by ``loader``, or by LOAD in BASIC ``128`` or ``48``.
    """
    spectrum = Spectrum(model)
    spectrum.restore(_loaded(tape_name, model, way))
    return Menu(spectrum)


@cache
def _loaded(tape_name: str, model: str, way: str) -> MachineState:
    edition, menu = edition_on(tape_name), Menu(Spectrum(model))
    spectrum = menu.spectrum
    if way == "loader":
        menu.load(build_tape(edition))
    else:
        spectrum.boot(way)
        spectrum.insert_tape(build_tape(edition))
        spectrum.type('load ""' if way == "128" else 'LOAD ""')  # the 128's editor takes letters
        spectrum.press(ENTER)
        menu.wait(language(edition.language)["menu_exit"], timeout=LOAD_LIMIT)
    spectrum.eject_tape()
    return spectrum.state()


@cache
def program_on(tape_name: str) -> LoadedProgram:
    """The program on one of the project's tapes, to be injected into."""
    return LoadedProgram(build_tape(edition_on(tape_name)))


def typed(menu: Menu, prompt: str, text: str) -> None:
    """Wait for a prompt and its cursor, and type an answer behind what is in the line."""
    menu.wait(prompt)
    menu.spectrum.run_frames(PROMPT_FRAMES)
    menu.spectrum.type(text + "\n")


def in_line(menu: Menu, prompt: str) -> str:
    """Return the line of an INPUT before anything is typed, without the cursor."""
    menu.wait(prompt)
    menu.spectrum.run_frames(PROMPT_FRAMES)
    return menu.input_area()[-1].rpartition(":")[2].strip().removesuffix("L")


def refused(menu: Menu, message: str = "incorrect_entry") -> None:
    """Wait for a message, given by its key, and press ENTER."""
    menu.wait(menu.language[message].partition("{")[0])
    menu.spectrum.run_frames(20)
    menu.spectrum.press(ENTER)


def in_program(menu: Menu) -> Puzzle:
    """The crossword that "View data" shows."""
    return read_printed_puzzle(menu.view_data(), menu.language)


def assert_solves(menu: Menu, puzzle: Puzzle) -> None:
    """Type a puzzle that has one solution, and solve it."""
    assert menu.enter(puzzle) is None
    assert menu.start_solving() is EndMessage.SOLVED
    assert (menu.read().grid,) == solve(puzzle).solutions


def begin(menu: Menu, *sizes: int) -> None:
    """Menu item 1, and the answers to its first questions."""
    menu.choose("1")
    for prompt, size in zip(("width_prompt", "height_prompt"), sizes, strict=False):
        menu.answer(menu.language[prompt], str(size))


def ask_for_picture(menu: Menu, width: int, height: int, name: str | None = None) -> None:
    """Menu item 3, up to the question for the name, or to its answer."""
    said = menu.language
    menu.choose("3")
    menu.answer(said["width_prompt"], str(width))
    menu.answer(said["height_prompt"], str(height))
    if name is not None:
        menu.answer(said["picture_name"], name)


def give(menu: Menu, puzzle: Puzzle, tape_name: str = CLASSIC) -> Menu:
    """Let the program solve a puzzle next, for tests of what comes after typing, which takes most of the time.

    It is injected on a 48K, and typed on a 128K.
    """
    entry = menu.enter if menu.spectrum.model.banked else partial(program_on(tape_name).inject, menu)
    assert entry(puzzle) is None
    return menu


def solved_once(menu: Menu, puzzle: Puzzle, tape_name: str = CLASSIC) -> Menu:
    """The program at its menu, with this puzzle as its data."""
    give(menu, puzzle, tape_name)
    menu.leave(menu.start_solving())
    return menu


def break_into(menu: Menu, frames: int) -> None:
    """Let it solve for some frames, then hold BREAK."""
    menu.press_start()
    menu.spectrum.run_frames(frames)
    hold_break(menu)


def hold_break(menu: Menu) -> None:
    """Hold BREAK until the ROM says so."""
    menu.spectrum.hold(BREAK)
    menu.spectrum.wait_for_text("BREAK")
    menu.spectrum.release()
    menu.spectrum.run_frames(10)


def enter_command(program: Menu, command: str) -> None:
    """Type a command when a report has ended the program.

    If Tape Loader has loaded it, the key after the report leads to the 128's menu, and 128 BASIC is its second item.
    """
    spectrum = program.spectrum
    if spectrum.model.banked:
        spectrum.press("SPACE")
        spectrum.run_frames(25)
        if any("Calculator" in line for line in spectrum.text_lines()):
            spectrum.press("DOWN")
            spectrum.press(ENTER)
            spectrum.run_until(lambda machine: "128 BASIC" in machine.text_lines()[21], "128 BASIC")
            spectrum.run_frames(25)
    spectrum.type(command)
    spectrum.press(ENTER)
    spectrum.run_frames(5)


@dataclass(frozen=True)
class Ending:
    """State in which a tape stops with a puzzle: everything in which the tapes have to agree."""

    stop: EndMessage
    line_calls: int
    screen: Screen
    cells: tuple[str, ...]
    """The crossword in P$."""


def run_to_ending(tape_name: str, puzzle: Puzzle, guesses: str = "", model: str = "48") -> Ending:
    """Give a puzzle and solve it, answering "Many variants" with `guesses`, each b or w."""
    return solve_to_ending(give(loaded(tape_name, model), puzzle, tape_name), tape_name, puzzle, guesses)


def solve_to_ending(menu: Menu, tape_name: str, puzzle: Puzzle, guesses: str = "") -> Ending:
    """The same of a puzzle that has been given."""
    with LineCallCounter(menu.spectrum, build_tape(edition_on(tape_name))) as counter:
        stop = menu.start_solving()
        for colour in guesses:
            assert stop is EndMessage.MANY_VARIANTS
            stop = menu.continue_with(black=colour == "b")
    menu.spectrum.run_frames(PROMPT_FRAMES)  # until the cursor stands, too
    return Ending(stop, counter.count, menu.spectrum.screen, known_cells(menu, puzzle))


def free_bytes(menu: Menu) -> int:
    """Between STKEND and the stack, where the line analysis works."""
    return menu.spectrum.core.get("sp") - read_word(menu.spectrum.core.memory, STKEND)


def known_cells(menu: Menu, puzzle: Puzzle) -> tuple[str, ...]:
    """The crossword in P$."""
    rows = find_variable(menu.spectrum.core.memory, "p$()").value
    assert isinstance(rows, tuple)
    return tuple(str(row)[: puzzle.width] for row in rows[: puzzle.height])
