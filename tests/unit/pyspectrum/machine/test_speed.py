"""Speed of the machine beside the simulator that it runs on."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from pyspectrum import Spectrum, assemble
from pyspectrum.core import HAS_C_SIMULATOR

GEMS = Path(__file__).parents[4] / "docs" / "examples" / "gems" / "gems.asm"
FRAMES = 1000


def cpu_now() -> float:
    """The CPU seconds that this process has used so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


@pytest.mark.slow
@pytest.mark.skipif(not HAS_C_SIMULATOR, reason="the C simulator is what is compared")
def test_a_game_runs_at_nine_tenths_of_the_bare_simulator() -> None:
    """Frame by frame, with nothing hooked; CPU time, taken in turn, the best of eight."""
    spectrum = Spectrum()
    spectrum.boot()
    code = assemble(GEMS)
    spectrum.poke(code.origin, code.code)
    spectrum.core.pc = code.origin
    spectrum.run_frames(50)
    state = spectrum.state()

    def ours() -> float:
        spectrum.restore(state)
        begun = cpu_now()
        for _ in range(FRAMES):
            spectrum.run_frames(1)
        return cpu_now() - begun

    def bare() -> float:
        spectrum.restore(state)
        until = spectrum.tstates + FRAMES * spectrum.model.tstates_per_frame
        simulator = spectrum.core._simulator
        begun = cpu_now()
        simulator.trace(None, None, 0, until, True, None, None, None, None, None)
        return cpu_now() - begun

    pairs = [(ours(), bare()) for _ in range(8)]
    fastest, limit = (min(times) for times in zip(*pairs, strict=True))
    assert limit >= 0.9 * fastest
