"""The tapes on a 128K and a +2 as Fuse makes them: by Tape Loader to the menu, the car entered by keys, and solved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from harness.files.reading import data_folder
from harness.solver.search import solve
from harness.spectrum.menu import MENU_END, Stop
from harness.spectrum.reader import Mark, read_solving_screen
from pyspectrum.keyboard import ENTER, parse_chord
from pyspectrum.models import model_named
from pyspectrum.screen import Screen
from tests.proofs.program.fuse_rig import running_fuse
from tests.proofs.program.rig import BASIC, CLASSIC, TURBO, loaded
from tests.proofs.program.test_fuse import CAR, above_the_input_area, enter_and_solve, needs_fuse

SPEED_PERCENT = 500
LOADER = "Tape Loader"


def solve_in_our_machine(tape_name: str, model: str) -> Screen:
    """The final screen of the project's own machine."""
    menu = loaded(tape_name, model)
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED
    return menu.spectrum.screen


@needs_fuse
@pytest.mark.parametrize(("model", "tape_name"), [("128", CLASSIC), ("128", BASIC), ("+2", TURBO)])
def test_fuse_s_tape_loader_loads_the_tape_and_the_car_is_solved(model: str, tape_name: str, tmp_path: Path) -> None:
    machine = {"128": "128", "+2": "plus2"}[model]
    final_screen = solve_in_our_machine(tape_name, model)
    roms = (word for n, path in enumerate(model_named(model).rom_paths) for word in (f"--rom-{machine}-{n}", path))
    options = ("--machine", machine, *roms)
    tape_file = data_folder("tapes") / tape_name
    with running_fuse(tape_file, tmp_path / "fuse", *options, speed_percent=SPEED_PERCENT, greets_as=model) as fuse:
        fuse.wait_for(LOADER)
        fuse.hold_until(ENTER, lambda: LOADER not in fuse.text(), "Tape Loader to be taken")
        fuse.wait_for(MENU_END)
        enter_and_solve(fuse, CAR)

        reading = read_solving_screen(fuse.screen(), CAR.width, CAR.height)
        assert (reading.grid,) == solve(CAR).solutions
        assert {*reading.row_marks, *reading.column_marks} == {Mark.CLEAR}
        assert above_the_input_area(fuse.picture()) == above_the_input_area(final_screen.image())


@needs_fuse
def test_the_128_s_48_basic_loads_the_tape_and_repeats_no_key(tmp_path: Path) -> None:
    """The ROM of the 48K starts there, and sets once more after how long it repeats a key."""
    roms = (word for n, path in enumerate(model_named("128").rom_paths) for word in (f"--rom-128-{n}", path))
    options = ("--machine", "128", *roms)
    tape_file = data_folder("tapes") / CLASSIC
    with running_fuse(
        tape_file, tmp_path / "fuse", *options, speed_percent=SPEED_PERCENT, greets_as="128", starts=2
    ) as fuse:
        fuse.wait_for(LOADER)
        for _ in range(3):
            before = fuse.picture().tobytes()
            has_moved = partial(lambda seen: fuse.picture().tobytes() != seen, before)
            fuse.hold_until(parse_chord("CAPS+6"), has_moved, "the menu's bar to move")
            fuse.wait_until_still()
        fuse.hold_until(ENTER, lambda: LOADER not in fuse.text(), "48 BASIC to be taken")
        fuse.wait_for("1982 Sinclair")
        fuse.hold_for(frozenset("j"), frames=105)
        fuse.wait_for("LOAD ")
        assert fuse.text().count("LOAD ") == 1
        fuse.type_line("LOAD ", '""')
        fuse.wait_for(MENU_END)
