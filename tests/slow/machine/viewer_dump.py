"""A pytest plugin: beside each trace, what the machine executed in some of its frames, for `viewer_equal.mjs`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pyspectrum.trace import pytest_report
from pyspectrum.trace.journal import Journal
from tests.slow.machine.viewer_rig import instructions_of

FRAMES = 6
"""Of so many of each test."""


def pytest_configure() -> None:
    save = pytest_report.save_and_tell

    def save_and_dump(item: pytest.Item, report: Any, call: Any, journals: Sequence[Journal], path: Path) -> None:
        save(item, report, call, journals, path)
        frames = 1 + (journals[0].spectrum.tstates - journals[0].begin) // journals[0].spectrum.model.tstates_per_frame
        path.with_name("instructions.bin").write_bytes(
            instructions_of(journals[0], range(0, frames + 1, max(1, frames // FRAMES)))
        )

    pytest_report.save_and_tell = save_and_dump
