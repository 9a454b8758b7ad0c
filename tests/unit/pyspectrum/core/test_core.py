"""The simulator's wrapping: contention, the ear, and a warning where it is slow."""

import warnings

import pytest

from pyspectrum import core
from pyspectrum.core import Core
from pyspectrum.core.bus import Contention
from pyspectrum.errors import SlowMachineWarning
from pyspectrum.models import MODEL_48K


def test_the_ear_follows_the_edges() -> None:
    core = Core()
    core.memory[0x8000:0x8008] = b"\xdb\xfe" * 4  # in a,(254), four times, 11 T-states each
    core.pc = 0x8000
    core.ports.play_edges([20, 30])
    levels = []
    for _ in range(4):
        core.step()
        levels.append(core.get("a") >> 6 & 1)
    assert levels == [0, 0, 1, 0]


def test_memory_is_contended_in_the_lines_of_the_screen_alone() -> None:
    contention = Contention(MODEL_48K, lambda: False)
    first, line = 14_335, 224
    assert [contention.delay(first + tstate) for tstate in range(-1, 9)] == [0, 6, 5, 4, 3, 2, 1, 0, 0, 6]
    assert [contention.delay(first + 191 * line + tstate) for tstate in (0, 127, 128)] == [6, 0, 0]
    assert contention.delay(first + 192 * line) == 0


def test_a_machine_without_the_c_simulator_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Core(pure_python=True)  # who asks for it knows
    monkeypatch.setattr(core, "HAS_C_SIMULATOR", False)
    with pytest.warns(SlowMachineWarning, match="some hundred times slower: install a C compiler"):
        slow = Core()
    assert not slow.uses_c
