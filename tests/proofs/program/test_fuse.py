"""The tapes in somebody else's hands: Fuse loads and runs them, the tape tools of its author read them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from harness.files.reading import data_folder
from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum.build import EDITIONS, Edition, as_on_tape, build_tape, edition_source
from harness.spectrum.loading_screen import COLUMN_CLUES, ROW_CLUES, draw_loading_screen
from harness.spectrum.menu import ANY_KEY, MENU, MENU_END, SOLVED, Menu, Stop
from harness.spectrum.reader import Mark, read_solving_screen
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.screen import WIDTH_PX, Screen
from pyspectrum.tape import FileType, read_tap, write_tap
from tests.proofs.program.fuse_rig import FuseEmulator, missing_programs, running_fuse
from tests.proofs.program.rig import CLASSIC

CAR = Puzzle(ROW_CLUES, COLUMN_CLUES, title="car")
SOLVE_SECONDS = 150.0
PULSES_SECONDS = 100.0
BLACK = (0, 0, 0)
INPUT_AREA_PX = 176
"""Top of the two text rows of the input area; the cursor flashes there."""

needs_fuse = pytest.mark.skipif(
    bool(missing_programs()),
    reason=f"not installed: {', '.join(missing_programs())} (in Debian's fuse-emulator-gtk, xvfb, xdotool)",
)


def enter_and_solve(fuse: FuseEmulator, puzzle: Puzzle) -> None:
    """From the menu to the closing prompt, by keys alone."""
    fuse.hold_until(frozenset("1"), lambda: MENU not in fuse.text(), "menu item 1 to be taken")
    fuse.type_line("X size (1-62): ", str(puzzle.width))
    fuse.type_line("Y size (1-42): ", str(puzzle.height))
    for name, clues in (("Horisontal", puzzle.rows), ("Vertical", puzzle.columns)):
        for number, clue in enumerate(clues, start=1):
            fuse.type_line(f"{name} line {number}:", ",".join(map(str, clue)))
    fuse.wait_for(ANY_KEY)
    fuse.hold_until(ENTER, lambda: ANY_KEY not in fuse.text(), "the key that starts solving to be taken")
    fuse.wait_for(SOLVED, SOLVE_SECONDS)


def solve_in_our_machine(tape_file: Path, puzzle: Puzzle) -> tuple[Screen, int]:
    """The final screen and the time that the program tells, in seconds, from the project's own machine."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(read_tap(tape_file))
    assert menu.enter(puzzle) is None
    assert menu.start_solving() is Stop.SOLVED
    screen = spectrum.screen
    spectrum.press(ENTER)
    spectrum.wait_for_text(ANY_KEY)
    return screen, told_seconds("".join(spectrum.text_lines()))


def told_seconds(text: str) -> int:
    """The time in ``Time: m:s``."""
    found = re.search(r"Time: (\d+):(\d+)", text)
    assert found, f"no time in {text!r}"
    return 60 * int(found[1]) + int(found[2])


def above_the_input_area(picture: Image.Image) -> bytes:
    return picture.crop((0, 0, WIDTH_PX, INPUT_AREA_PX)).tobytes()


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.file_name)
def edition(request: pytest.FixtureRequest) -> Edition:
    """Each edition in turn."""
    assert isinstance(request.param, Edition)
    return request.param


@needs_fuse
def test_fuse_loads_the_tape_and_solves_the_car(tmp_path: Path) -> None:
    tape_file = data_folder("tapes") / CLASSIC
    final_screen, our_seconds = solve_in_our_machine(tape_file, CAR)
    with running_fuse(tape_file, tmp_path / "fuse") as fuse:
        fuse.type_command('LOAD ""', "LOAD ")
        fuse.wait_for(MENU_END)
        enter_and_solve(fuse, CAR)

        reading = read_solving_screen(fuse.screen(), CAR.width, CAR.height)
        assert (reading.grid,) == solve(CAR).solutions
        assert {*reading.row_marks, *reading.column_marks} == {Mark.CLEAR}
        assert above_the_input_area(fuse.picture()) == above_the_input_area(final_screen.image())
        assert fuse.border() == BLACK

        fuse.hold_until(ENTER, lambda: "Time: " in fuse.text(), "the time")
        fuse.wait_for(ANY_KEY)
        # two emulators that count every T-state of contention; they may start at different places in a second
        assert abs(told_seconds(fuse.text()) - our_seconds) <= 1


@needs_fuse
def test_fuse_hears_the_tape_as_pulses_and_shows_the_picture(edition: Edition, tmp_path: Path) -> None:
    """No traps: the ROM listens to the tape in Fuse, which runs as fast as it can meanwhile."""
    tape_file = tmp_path / edition.file_name
    write_tap(tape_file, build_tape(edition))
    with running_fuse(tape_file, tmp_path / "fuse", "--no-traps", "--detect-loader", "--fastload") as fuse:
        fuse.type_command('LOAD ""', "LOAD ")
        fuse.wait_for_picture(Screen(draw_loading_screen()).image(), "the loading screen", PULSES_SECONDS)
        fuse.wait_for(MENU_END, PULSES_SECONDS)
        assert fuse.border() == BLACK


@needs_fuse
def test_a_key_that_a_busy_machine_holds_for_long_is_not_repeated(tmp_path: Path) -> None:
    """Three times what the ROM waits before it repeats a key, unless the rig has told it to wait longer."""
    with running_fuse(None, tmp_path / "fuse") as fuse:
        fuse.hold_for(frozenset("j"), frames=105)
        fuse.wait_for("LOAD ")
        assert fuse.text().count("LOAD ") == 1


def needs(program: str) -> pytest.MarkDecorator:
    """Skips where one of the tape tools is missing."""
    return pytest.mark.skipif(
        shutil.which(program) is None, reason=f"not installed: {program} (in Debian's fuse-emulator-utils)"
    )


TAPE_FILES = sorted(data_folder("tapes").glob("*.tap"))


def run_tool(program: str, tape_file: Path) -> str:
    """Run a tape tool and return its output; it must end well, without complaints."""
    done = subprocess.run([program, tape_file], capture_output=True, encoding="latin-1", timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{program} {tape_file.name}: {done.stderr or done.stdout}"
    return done.stdout


@needs("tzxlist")
@pytest.mark.parametrize("tape_file", TAPE_FILES, ids=lambda path: path.name)
def test_tzxlist_finds_every_block_sound(tape_file: Path) -> None:
    listing = run_tool("tzxlist", tape_file)
    blocks = read_tap(tape_file).blocks
    assert listing.count("--= Block #") == len(blocks)
    assert listing.count("(PASS)") == len(blocks)
    for header in (block.header for block in blocks):
        if header is not None:
            kind = {FileType.PROGRAM: "Program", FileType.CODE: "Bytes"}[header.file_type]
            assert f'{kind}: "{header.name:10}"' in listing


@needs("listbasic")
def test_listbasic_reads_what_the_source_says(edition: Edition, tmp_path: Path) -> None:
    """Every line, token for token: only blanks may differ, as a listing has its own."""
    tape_file = tmp_path / edition.file_name
    write_tap(tape_file, build_tape(edition))
    listed = ["".join(line.split()) for line in run_tool("listbasic", tape_file).splitlines()]
    source = ["".join(line.split()) for line in as_on_tape(edition_source(edition), edition).splitlines()]
    assert listed[-len(source) :] == source
