"""The picture as the beam drew it, by the simulator in Python."""

from __future__ import annotations

from pyspectrum import Spectrum
from tests.unit.pyspectrum.screen.test_beam import CODE, FULL_BLOCK, MULTICOLOUR, built


def test_the_python_simulator_draws_the_same_picture() -> None:
    code = built(MULTICOLOUR)
    pictures = []
    for pure_python in (False, True):
        spectrum = Spectrum(pure_python=pure_python)
        spectrum.core.memory[CODE : CODE + len(code)] = code
        spectrum.core.memory[0x4025:0x4825:256] = bytes([FULL_BLOCK]) * 8
        spectrum.core.pc = CODE
        spectrum.run_frames(1.2)
        pictures.append(spectrum.image(beam=True).tobytes())
    assert pictures[0] == pictures[1]
