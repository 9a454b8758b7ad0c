"""Traces in tests: recorded, written, and opened in the viewer's own model under node.

As a plugin of pytest it lays beside each trace what the machine executed in some of its frames.
"""

import json
import shutil
import subprocess
from array import array
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

import pyspectrum.trace
from pyspectrum import Spectrum
from pyspectrum.trace import Journal, pytest_report
from pyspectrum.trace.recording import Replay, record, words_of
from pyspectrum.trace.write import trace_page

VIEWER = Path(pyspectrum.trace.__file__).parent / "viewer"
HERE = Path(__file__).parent
NODE_SECONDS = 300
DUMPED_FRAMES = 6
"""Of so many of each test."""


def node() -> str:
    """The program; the test is skipped where there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed: apt install nodejs")
    return found


def trace_of(spectrum: Spectrum, play: Callable[[Spectrum], object]) -> Journal:
    """The journal of what `play` does with a machine."""
    with Journal(spectrum) as journal:
        play(spectrum)
        journal.finish()
    return journal


def instructions_of(journal: Journal, frames: Collection[int]) -> bytes:
    """Clock and registers before each instruction that the machine executes in these frames, for `viewer_equal.mjs`."""
    again = Replay(journal)
    core = again.core
    starts = [frame.tstates for frame in record(journal).frames]
    rows = array("I")

    def note(_: int) -> int:
        rows.extend((core.tstates & 0xFFFFFFFF, *words_of(core)))
        return 0

    for number in sorted(frames):
        if number + 1 >= len(starts):
            continue
        again.run_to(starts[number])
        with again.executing(ask=note):
            again.run_to(starts[number + 1])
    return rows.tobytes()


def compare(journal: Journal, folder: Path, frames: Collection[int], every: int = 1) -> dict[str, Any]:
    """Return the viewer's model of a journal: its frames and steps, and where it differs from the machine.

    Args:
        folder: for the trace and the instructions.
        frames: whose instructions are compared.
        every: of the frames' edges one in so many is compared.
    """
    page, instructions = folder / "trace.html", folder / "instructions.bin"
    page.write_text(trace_page([journal], test="test.py::test", outcome="passed"), encoding="utf-8")
    instructions.write_bytes(instructions_of(journal, frames))
    return held_against_the_machine(page, every)


def held_against_the_machine(page: Path, every: int = 1) -> dict[str, Any]:
    """Return the answer of `viewer_equal.mjs` about a trace, beside which lies ``instructions.bin``."""
    command = [
        node(),
        str(HERE / "viewer_equal.mjs"),
        str(page),
        str(page.with_name("instructions.bin")),
        VIEWER.as_uri(),
    ]
    done = subprocess.run([*command, str(every)], capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def pytest_configure() -> None:
    save = pytest_report.save_and_tell

    def save_and_dump(item: pytest.Item, report: Any, call: Any, journals: Sequence[Journal], path: Path) -> None:
        save(item, report, call, journals, path)
        frames = 1 + (journals[0].spectrum.tstates - journals[0].begin) // journals[0].spectrum.model.tstates_per_frame
        path.with_name("instructions.bin").write_bytes(
            instructions_of(journals[0], range(0, frames + 1, max(1, frames // DUMPED_FRAMES)))
        )

    pytest_report.save_and_tell = save_and_dump
