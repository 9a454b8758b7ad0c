"""A booted 48K for every unit test that wants one: plain, without the black box of the plugin's own fixture."""

import pytest

from pyspectrum import MachineState, Spectrum


@pytest.fixture(scope="session")
def booted() -> MachineState:
    """A 48K that has just come up, waiting for a key."""
    spectrum = Spectrum()
    spectrum.boot()
    return spectrum.state()


@pytest.fixture
def spectrum(booted: MachineState) -> Spectrum:
    """A machine of the test's own, in that state."""
    machine = Spectrum()
    machine.restore(booted)
    return machine
