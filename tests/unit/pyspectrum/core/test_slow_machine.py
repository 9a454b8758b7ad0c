"""Without the C simulator the machine says that it is slow."""

from __future__ import annotations

import warnings

import pytest

from pyspectrum import core
from pyspectrum.core import Core
from pyspectrum.errors import SlowMachineWarning


def test_a_machine_without_the_c_simulator_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Core(pure_python=True)  # who asks for it knows
    monkeypatch.setattr(core, "HAS_C_SIMULATOR", False)
    with pytest.warns(SlowMachineWarning, match="some hundred times slower: install a C compiler"):
        slow = Core()
    assert not slow.uses_c
