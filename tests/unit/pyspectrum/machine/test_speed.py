"""Speed of the machine beside the simulator that it runs on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Spectrum, assemble
from pyspectrum.core import HAS_C_SIMULATOR
from tools.cpu_time import cpu_seconds

GEMS = Path(__file__).parents[4] / "docs" / "examples" / "gems" / "gems.asm"
FRAMES, TIMES = 100, 80


@pytest.mark.slow
@pytest.mark.skipif(not HAS_C_SIMULATOR, reason="the C simulator is what is compared")
def test_a_game_runs_at_nine_tenths_of_the_bare_simulator() -> None:
    """Frame by frame, with nothing hooked; CPU time of short stretches, taken in turn, the least of many."""
    spectrum = Spectrum()
    spectrum.boot()
    code = assemble(GEMS)
    spectrum.poke(code.origin, code.code)
    spectrum.core.pc = code.origin
    spectrum.run_frames(50)
    state = spectrum.state()

    def ours() -> float:
        spectrum.restore(state)
        begun = cpu_seconds()
        for _ in range(FRAMES):
            spectrum.run_frames(1)
        return cpu_seconds() - begun

    def bare() -> float:
        spectrum.restore(state)
        until = spectrum.tstates + FRAMES * spectrum.model.tstates_per_frame
        simulator = spectrum.core._simulator
        begun = cpu_seconds()
        simulator.trace(None, None, 0, until, True, None, None, None, None, None)
        return cpu_seconds() - begun

    pairs = [(ours(), bare()) for _ in range(TIMES)]
    fastest, limit = (min(times) for times in zip(*pairs, strict=True))
    assert limit >= 0.9 * fastest
