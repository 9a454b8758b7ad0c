"""The tapes under OpenSE BASIC, a free ROM that takes ``LOAD ""`` letter by letter (Debian's opense-basic)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from harness.solver.search import solve
from harness.spectrum.build import EDITIONS, Edition, build_tape
from harness.spectrum.menu import LOAD_LIMIT, MENU_END, Menu, Stop
from pyspectrum import Spectrum
from pyspectrum.core import ROM_PATH
from pyspectrum.models import MODEL_48K, Model
from tests.slow.program.rig import sample

OPENSE = Path("/usr/share/spectrum-roms/opense.rom")
CHARACTERS = 0x3D00
"""Address of a ROM's characters; they run to its end."""
BOOT_SECONDS = 4

pytestmark = pytest.mark.skipif(not OPENSE.is_file(), reason="OpenSE BASIC is not installed: apt install opense-basic")


@pytest.fixture
def model(tmp_path: Path) -> Model:
    """A 48K with that ROM, whose characters are the 48K's own, which the driver reads: its a, d, n and u differ."""
    rom = tmp_path / "opense.rom"
    rom.write_bytes(OPENSE.read_bytes()[:CHARACTERS] + Path(ROM_PATH).read_bytes()[CHARACTERS:])
    return replace(MODEL_48K, rom_paths=(str(rom),))


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
def test_load_is_typed_in_letters_and_the_car_is_solved(model: Model, edition: Edition) -> None:
    car = sample("car")
    spectrum = Spectrum(model)
    spectrum.reset()
    spectrum.run(seconds=BOOT_SECONDS)
    assert "Nine Tiles" in spectrum.text_lines()[23]  # this ROM's copyright message
    spectrum.insert_tape(build_tape(edition))
    spectrum.type('load ""\n')
    menu = Menu(spectrum)
    menu.wait(MENU_END, timeout=LOAD_LIMIT)
    assert menu.enter(car) is None
    assert menu.start_solving() is Stop.SOLVED
    assert (menu.read().grid,) == solve(car).solutions
