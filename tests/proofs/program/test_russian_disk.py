"""The Russian disk in Fuse: `boot` and the program say what they say in Russian, and a picture comes from the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.files.resources import data_folder
from harness.formats import read_puzzle
from harness.spectrum.messages import language
from harness.spectrum.reader import read_solving_screen
from pyspectrum.keyboard import ENTER
from tests.e2e.beta_roms import NoRomsError, beta_roms
from tests.e2e.fuse_rig import missing_programs
from tests.e2e.test_fuse_disk import KEYS, SOLVE_SECONDS, booted

RUSSIAN = language("ru")
SPELLED = {key: RUSSIAN.spell(RUSSIAN[key]) for key in RUSSIAN.messages}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


@pytest.mark.parametrize(("machine", "edition", "suffix"), [("48", "turbo", "trd"), ("pentagon", "classic", "scl")])
def test_a_picture_comes_from_the_russian_disk(machine: str, edition: str, suffix: str, tmp_path: Path) -> None:
    try:
        roms = beta_roms()
    except NoRomsError as error:
        pytest.skip(str(error))
    cat = read_puzzle(data_folder("puzzles") / "cat.txt")
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
        assert read_solving_screen(fuse.screen(), cat.width, cat.height).grid == cat.goal
