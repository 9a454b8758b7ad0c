"""The places where the ROMs read the keyboard are all there are, and what stands there is what is meant."""

import re
from pathlib import Path

import pytest

from pyspectrum import Spectrum
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.keyboard import KeyPlaces
from pyspectrum.models import KeyPlace as Place

RES_5_FLAGS = re.compile(rb"\xfd\xcb\x01\xae")  # res 5,(iy+1)
RES_5_HL = re.compile(rb"\x21\x3b\x5c.{0,10}?(\xcb\xae)", re.DOTALL)  # ld hl,FLAGS … res 5,(hl)
SELF_TEST = 0x3C5F
"""The 128's ROM 0 drops keys in its factory test, too, which is reached with special hardware only."""


def resets(rom: bytes) -> set[int]:
    """Return the addresses at which a ROM resets bit 5 of FLAGS."""
    return {match.start() for match in RES_5_FLAGS.finditer(rom)} | {match.start(1) for match in RES_5_HL.finditer(rom)}


@pytest.mark.parametrize("model", ["48", "128", "+2"])
def test_every_reset_of_the_flag_is_known(model: str) -> None:
    spectrum = Spectrum(model)
    reading = KeyPlaces(spectrum.core)
    roms = [Path(path).read_bytes() for path in spectrum.model.rom_paths]
    numbers = [ROM_0, ROM_1] if spectrum.model.banked else [ROM_1]
    gone = {Place.TAKES, Place.DROPS, Place.ENDS_PAUSE}
    for number, rom in zip(numbers, roms, strict=True):
        known = set()
        for point in reading.all:
            page, address = point if isinstance(point, tuple) else (ROM_1, point)
            if page == number and reading.places[point] in gone:
                # KEY-INPUT is stopped at before it takes LAST_K, which comes before the reset
                known.add(address + 3 if rom[address : address + 3] == b"\x3a\x08\x5c" else address)
        assert resets(rom) - {SELF_TEST} == known


def test_the_editor_is_known_to_wait_only_while_it_waits() -> None:
    spectrum = Spectrum()
    reading = KeyPlaces(spectrum.core)
    assert not reading.editor_waits()
    spectrum.boot()
    spectrum.run_frames(5)
    assert reading.editor_waits()
    assert reading.edits_a_line()
    spectrum.type("FOR i=1 TO 2000: NEXT i: INPUT a\n")
    assert not reading.editor_waits()
    spectrum.run_until(lambda _: reading.editor_waits(), "the INPUT")
    assert not reading.edits_a_line()
