"""The disk in Fuse, with the ROM of TR-DOS 5.03: on a 48K with a Beta 128 interface, and on a Pentagon."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from harness.files.reading import data_folder
from harness.puzzle import Grid
from harness.solver.search import solve
from harness.spectrum.build import EDITIONS
from harness.spectrum.disk import build_trd, code_file
from harness.spectrum.disk_edition import disk_files
from harness.spectrum.loaded import load_puzzle_into
from harness.spectrum.menu import ANY_KEY, MENU, MENU_END, SOLVED, WRONG_SIZE
from harness.spectrum.messages import language
from harness.spectrum.reader import read_solving_screen
from harness.spectrum.screens import build_picture_screen
from pyspectrum.keyboard import ENTER, Chord
from pyspectrum.models import model_named
from tests.proofs.program.beta_roms import NoRomsError, beta_roms
from tests.proofs.program.fuse_rig import FuseEmulator, running_fuse
from tests.proofs.program.rig import sample
from tests.proofs.program.test_fuse import needs_fuse

NO_CROSSWORD = "No crossword in this file!"
NO_FILE = "No such file, or disk error!"
BOOT = "Pictures on this disk:"
SOLVE_SECONDS = 150.0
SPEED_PERCENT = 400
RUSSIAN = language("ru")
SPELLED = {key: RUSSIAN.spell(RUSSIAN[key]) for key in RUSSIAN.messages}
DOWN: Chord = frozenset({"CAPS", "6"})
KEYS = {"classic": "1", "basic": "2", "turbo": "3"}

pytestmark = needs_fuse


@pytest.fixture(scope="module")
def roms() -> dict[str, Path]:
    """The ROMs, or a skip that says why there are none."""
    try:
        return beta_roms()
    except NoRomsError as error:
        pytest.skip(str(error))


@contextmanager
def booted(
    machine: str, disk: Path, roms: dict[str, Path], folder: Path, awaited: str = BOOT
) -> Iterator[FuseEmulator]:
    """Fuse with the disk in its drive; `boot` has been started from TR-DOS, and `awaited` is on the screen."""
    options = {
        "48": ("--beta128", "--no-beta128-48boot", "--rom-beta128", str(roms["trdos.rom"])),
        "pentagon": (
            "--rom-pentagon-0", str(roms["pentagon-0.rom"]), "--rom-pentagon-1", str(model_named("128").rom_paths[1]),
            "--rom-pentagon-2", str(roms["trdos.rom"]),
        ),
    }[machine]  # fmt: skip
    with running_fuse(
        None, folder, *options, "--betadisk", str(disk), "--machine", machine,
        speed_percent=SPEED_PERCENT, greets_as="48" if machine == "48" else "128",
    ) as fuse:  # fmt: skip
        if machine == "48":
            call_tr_dos(fuse)
        else:
            choose_tr_dos(fuse)
        fuse.wait_for("A>")
        fuse.hold_until(frozenset("r"), lambda: "A> RUN" in fuse.text() or "A>RUN" in fuse.text(), "RUN at the cursor")
        fuse.hold_until(ENTER, lambda: "A>" not in fuse.text(), "boot to be started")
        fuse.wait_for(awaited)
        yield fuse


def picture_of(name: str) -> Grid:
    return solve(sample(name)).solutions[0]


def call_tr_dos(fuse: FuseEmulator) -> None:
    """From 48 BASIC: RANDOMIZE USR 15616."""
    fuse.hold_until(frozenset("t"), lambda: "RANDOMIZE" in fuse.text(), "RANDOMIZE")
    fuse.hold_until(frozenset({"CAPS", "SYMBOL"}), lambda: "RANDOMIZE E" in fuse.text(), "extended mode")
    fuse.hold_until(frozenset("l"), lambda: "USR " in fuse.text(), "USR")
    fuse.type_line("USR ", "15616")


def choose_tr_dos(fuse: FuseEmulator) -> None:
    """From the Pentagon's menu, whose last item it is."""
    for item in range(4):
        fuse.wait_until_still()  # a bar half drawn would count as a step of its own
        before = fuse.picture().tobytes()
        fuse.hold_until(DOWN, lambda before=before: fuse.picture().tobytes() != before, f"item {item + 2}")  # type: ignore[misc]
    fuse.wait_until_still()
    fuse.hold_until(ENTER, lambda: "TR-DOS Ver" in fuse.text(), "TR-DOS")


def load_edition(fuse: FuseEmulator, name: str) -> None:
    """Choose an edition in `boot`, and come to its menu."""
    fuse.hold_until(frozenset(KEYS[name]), lambda: BOOT not in fuse.text(), f"{name} to be chosen")
    fuse.wait_for(MENU_END)


def ask_for_picture(fuse: FuseEmulator, name: str, width: int, height: int) -> None:
    """Menu item 3, up to the answer to its last question."""
    fuse.hold_until(frozenset("3"), lambda: MENU not in fuse.text(), "menu item 3 to be taken")
    fuse.type_line("X size (1-62): ", str(width))
    fuse.type_line("Y size (1-42): ", str(height))
    fuse.type_line("Screen name: ", name)


def expect_refusal(fuse: FuseEmulator, name: str, report: str) -> None:
    """A name that the program refuses: it says so, and ENTER leads back to its menu."""
    ask_for_picture(fuse, name, 15, 15)
    fuse.wait_for(report)
    fuse.hold_until(ENTER, lambda: report not in fuse.text(), f"{report!r} to be left")
    fuse.wait_for(MENU_END)


@pytest.mark.parametrize(
    ("machine", "edition", "suffix"),
    [("48", "classic", "trd"), ("pentagon", "turbo", "scl")],
)
def test_a_picture_comes_from_the_disk(
    machine: str, edition: str, suffix: str, roms: dict[str, Path], tmp_path: Path
) -> None:
    """A missing file, no name at all, a drive without a disk and a file of another kind all lead back to the menu."""
    cat = sample("cat")
    disk = data_folder("tapes") / f"crossword.{suffix}"
    with booted(machine, disk, roms, tmp_path / "fuse") as fuse:
        load_edition(fuse, edition)
        expect_refusal(fuse, "nofile", NO_FILE)
        expect_refusal(fuse, "", NO_FILE)
        expect_refusal(fuse, "d:cat", NO_FILE)
        expect_refusal(fuse, "a:line", WRONG_SIZE)
        ask_for_picture(fuse, "cat", cat.width, cat.height)
        fuse.wait_for(SOLVED, SOLVE_SECONDS)
        assert read_solving_screen(fuse.screen(), cat.width, cat.height).grid == picture_of("cat")


def test_the_edition_in_basic_alone_comes_from_the_disk(roms: dict[str, Path], tmp_path: Path) -> None:
    """And refuses a file that is none; solving in BASIC takes too long here."""
    with booted("48", data_folder("tapes") / "crossword.trd", roms, tmp_path / "fuse") as fuse:
        load_edition(fuse, "basic")
        expect_refusal(fuse, "nofile", NO_FILE)
        expect_refusal(fuse, "line", WRONG_SIZE)


def test_only_files_of_a_picture_s_length_are_loaded(roms: dict[str, Path], tmp_path: Path) -> None:
    """A long one would overwrite the program; one of 2,048 bytes is white on black, as the article's pictures are."""
    cup = picture_of("cup")
    third = bytes(255 - byte for byte in build_picture_screen(cup)[:2048])
    files = (*disk_files({}), code_file("long", bytes(range(250)) * 120, 30_000), code_file("third", third, 40_000))
    disk = tmp_path / "more.trd"
    disk.write_bytes(build_trd(files, "more"))
    with booted("48", disk, roms, tmp_path / "fuse") as fuse:
        load_edition(fuse, "turbo")
        expect_refusal(fuse, "long", f"{WRONG_SIZE} 30000 bytes!")
        ask_for_picture(fuse, "third", cup.width, cup.height)
        fuse.wait_for(SOLVED, SOLVE_SECONDS)
        assert read_solving_screen(fuse.screen(), cup.width, cup.height).grid == cup


def test_a_disk_with_a_puzzle_starts_at_the_menu(roms: dict[str, Path], tmp_path: Path) -> None:
    car = sample("car")
    disk = tmp_path / "car.trd"
    disk.write_bytes(build_trd(load_puzzle_into(EDITIONS[0], car).disk_files(), "car"))
    with booted("pentagon", disk, roms, tmp_path / "fuse", awaited=MENU_END) as fuse:
        fuse.hold_until(frozenset("2"), lambda: MENU not in fuse.text(), "menu item 2 to be taken")
        fuse.wait_for(SOLVED, SOLVE_SECONDS)
        assert (read_solving_screen(fuse.screen(), car.width, car.height).grid,) == solve(car).solutions


def test_break_while_a_picture_loads_does_not_stop_the_program(roms: dict[str, Path], tmp_path: Path) -> None:
    """In time to end the loading or not, the program continues, and takes the picture the next time."""
    cat = sample("cat")
    with booted("48", data_folder("tapes") / "crossword.trd", roms, tmp_path / "fuse") as fuse:
        load_edition(fuse, "turbo")
        for frames in (10, 50, 100):
            ask_for_picture(fuse, "cat", cat.width, cat.height)
            fuse.hold_for(frozenset({"CAPS", "SPACE"}), frames)
            fuse.wait_for_any((NO_FILE, SOLVED))
            refused = NO_FILE in fuse.text()
            prompt = NO_FILE if refused else SOLVED
            fuse.hold_until(ENTER, lambda prompt=prompt: prompt not in fuse.text(), f"{prompt!r} to be left")  # type: ignore[misc]
            if not refused:
                fuse.wait_for(ANY_KEY)
                fuse.hold_until(ENTER, lambda: ANY_KEY not in fuse.text(), "the time to be left")
            fuse.wait_for(MENU_END)
        ask_for_picture(fuse, "cat", cat.width, cat.height)
        fuse.wait_for(SOLVED, SOLVE_SECONDS)
        assert read_solving_screen(fuse.screen(), cat.width, cat.height).grid == picture_of("cat")


def test_data_are_saved_to_the_disk_and_loaded_again(roms: dict[str, Path], tmp_path: Path) -> None:
    """Twice by the same name, too. A file that is no crossword, or a missing one, leaves what was there."""
    with booted("48", data_folder("tapes") / "crossword.trd", roms, tmp_path / "fuse") as fuse:
        load_edition(fuse, "classic")
        enter_three_cells(fuse, "3", "1,1")
        save_data(fuse, "three")
        enter_three_cells(fuse, "2", "1")
        save_data(fuse, "two")
        save_data(fuse, "two")
        ask_for_data(fuse, "8", "nofile")
        expect_message(fuse, NO_FILE)
        ask_for_data(fuse, "8", "line")
        expect_message(fuse, NO_CROSSWORD)
        ask_for_data(fuse, "8", "title")
        expect_message(fuse, NO_CROSSWORD)
        assert rows_shown(fuse) == ["Line 1: 1"]
        ask_for_data(fuse, "8", "three")
        fuse.wait_for(MENU_END)
        assert rows_shown(fuse) == ["Line 1: 1,1"]


def enter_three_cells(fuse: FuseEmulator, width: str, row: str) -> None:
    """A crossword of one row; its columns are 1, then empty, then 1."""
    fuse.hold_until(frozenset("1"), lambda: MENU not in fuse.text(), "menu item 1 to be taken")
    fuse.type_line("X size (1-62): ", width)
    fuse.type_line("Y size (1-42): ", "1")
    fuse.type_line("Horisontal line 1:", row)
    for column in range(1, int(width) + 1):
        fuse.type_line(f"Vertical line {column}:", "1" if column % 2 else "")
    fuse.wait_for(ANY_KEY)
    fuse.hold_until(ENTER, lambda: ANY_KEY not in fuse.text(), "the key that starts solving to be taken")
    fuse.wait_for(SOLVED, SOLVE_SECONDS)
    fuse.hold_until(ENTER, lambda: SOLVED not in fuse.text(), "the prompt to be left")
    fuse.wait_for(ANY_KEY)
    fuse.hold_until(ENTER, lambda: ANY_KEY not in fuse.text(), "the report to be left")
    fuse.wait_for(MENU_END)


def ask_for_data(fuse: FuseEmulator, item: str, name: str) -> None:
    """Menu item 7 or 8, up to the name."""
    fuse.hold_until(frozenset(item), lambda: MENU not in fuse.text(), f"menu item {item} to be taken")
    fuse.type_line("Data name: ", name)


def save_data(fuse: FuseEmulator, name: str) -> None:
    ask_for_data(fuse, "7", name)
    fuse.wait_for(MENU_END)


def expect_message(fuse: FuseEmulator, message: str) -> None:
    fuse.wait_for(message)
    fuse.hold_until(ENTER, lambda: message not in fuse.text(), f"{message!r} to be left")
    fuse.wait_for(MENU_END)


def rows_shown(fuse: FuseEmulator) -> list[str]:
    """The first line of "View data"."""
    fuse.hold_until(frozenset("4"), lambda: MENU not in fuse.text(), "menu item 4 to be taken")
    fuse.wait_for(ANY_KEY)
    shown = [line for line in fuse.screen().text() if line.startswith("Line 1:")]
    fuse.hold_until(ENTER, lambda: ANY_KEY not in fuse.text(), "the data to be left")
    fuse.wait_for(MENU_END)
    return [line.rstrip() for line in shown[:1]]


@pytest.mark.parametrize(("machine", "edition", "suffix"), [("48", "turbo", "trd"), ("pentagon", "classic", "scl")])
def test_a_picture_comes_from_the_russian_disk(
    machine: str, edition: str, suffix: str, roms: dict[str, Path], tmp_path: Path
) -> None:
    """`boot` and the program say what they say in Russian."""
    cat = sample("cat")
    disk = data_folder("tapes") / f"crossword-ru.{suffix}"
    with booted(machine, disk, roms, tmp_path / "fuse", awaited="") as fuse:
        fuse.font = RUSSIAN.font
        fuse.wait_for(SPELLED["disk_title"])
        fuse.hold_until(frozenset(KEYS[edition]), lambda: SPELLED["disk_title"] not in fuse.text(), "an edition")
        fuse.wait_for(SPELLED["menu_exit"])
        for name in ("none", "cat"):
            fuse.hold_until(frozenset("3"), lambda: SPELLED["menu_exit"] not in fuse.text(), "menu item 3 to be taken")
            fuse.type_line(SPELLED["width_prompt"] + " ", str(cat.width))
            fuse.type_line(SPELLED["height_prompt"] + " ", str(cat.height))
            fuse.type_line(SPELLED["picture_name"] + " ", name)
            if name == "none":
                fuse.wait_for(SPELLED["disk_error"])
                fuse.hold_until(ENTER, lambda: SPELLED["disk_error"] not in fuse.text(), "the refusal to be left")
                fuse.wait_for(SPELLED["menu_exit"])
        fuse.wait_for(SPELLED["solved"], SOLVE_SECONDS)
        assert read_solving_screen(fuse.screen(), cat.width, cat.height).grid == picture_of("cat")
