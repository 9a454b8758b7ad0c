"""The program on both machines; and it may not hang for ever."""

from functools import partial

import pytest

from harness.spectrum import menu
from tests.slow.program.rig import LoadProgram, loaded


@pytest.fixture(autouse=True)
def _no_endless_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that hangs fails its test after two hours of Spectrum time, not after a day."""
    monkeypatch.setattr(menu, "SOLVE_LIMIT", 7_200.0)


@pytest.fixture(params=["48", "128"])
def load_program(request: pytest.FixtureRequest) -> LoadProgram:
    """On a 48K, and on a 128K where Tape Loader has loaded it."""
    return partial(loaded, model=request.param)
