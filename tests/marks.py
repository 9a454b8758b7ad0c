"""Numbers of Hypothesis's examples, and what Windows lacks."""

import os
import sys

import pytest
from hypothesis import settings

from tests.profiles import RANDOM


def _posix(lacking: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(sys.platform == "win32", reason=f"Windows {lacking}")


SHELL = _posix("has no sh")
SIGNALS = _posix("ends a process at any signal")
LINKS = _posix("lets only administrators make links, and has no rights of groups")
NAMES = _posix("lets no file have a * in its name")
PIPES = _posix("has no pipes and devices among its files")
TERMINALS = _posix("has no pseudo terminals")
UNSIMULATED = pytest.mark.skipif(
    "SIMULATED" in os.environ, reason="the simulation itself (tests/windows) is in the way"
)


def examples(count: int) -> int:
    """So many examples of Hypothesis where they are new ones; a third where they are the same on every run."""
    return count if settings.get_current_profile_name() == RANDOM else max(count // 3, 5)
