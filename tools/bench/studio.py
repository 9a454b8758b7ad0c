"""``bench studio``: speed of the Spectrum in the studio's pages in Chromium, and how late its pictures come."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from harness.commands._found import find_puzzle
from harness.formats import read_puzzle
from harness.puzzle import Puzzle
from harness.spectrum.build import EDITIONS
from harness.spectrum.in_page import tape_of
from harness.studio.pages import PagePuzzle, Site, exported, parts_of_spectrum
from pyspectrum.command_line import Exit
from pyspectrum.models import MODEL_48K
from tools.bench.report import show
from tools.pictures.trace import chromium

LATE_MS = 50
REAL_MS = 10_000
PATIENCE_MS = 300_000
_SECONDS = 60.0
_THREAD = "DedicatedWorker"
_NOTE = """() => {
  const show = spectrum.show.bind(spectrum);
  globalThis.shown = [];
  spectrum.show = message => { show(message); shown.push([performance.now(), message.tstates]); };
}"""
_SOLVED = "() => document.querySelector('.tick + .tick')"


@dataclass(frozen=True)
class StudioSpeed:
    """Results of the measurement.

    Attributes:
        pictures: at real speed, in `REAL_MS`.
        latest_ms: how late the latest of them came, measured by the one that came soonest.
        late: the share of them that came more than `LATE_MS` late.
        full: multiples of real time as fast as it goes, from the menu to the solved puzzle.
        seconds: that it took.
        busy: the processor's time of that, in the Spectrum's thread; 0 where there is no `/proc`.
    """

    pictures: int
    latest_ms: float
    late: float
    full: float
    seconds: float
    busy: float

    @property
    def full_by_cpu(self) -> float:
        """Multiples of real time by the processor's time: what it would be with a core for itself."""
        return self.full * self.seconds / self.busy if self.busy else 0.0


def measure_studio(puzzle: Puzzle) -> StudioSpeed:
    """Have the classic edition solve a puzzle on a page: as fast as it goes, and once more at real speed.

    Raises:
        HarnessError: the puzzle has not exactly one solution.
        UsageError: Playwright or a browser is missing.
    """
    parts = parts_of_spectrum({"classic": tape_of(EDITIONS[0])})
    pages = Site([PagePuzzle("bench", exported(puzzle, "bench", _SECONDS))], parts, in_one_file=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        path = Path(folder) / "page.html"
        path.write_text(pages.page(), "utf-8")
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        page.click("#mode-watch")
        page.click("[data-speed='0']")
        page.click("#switch-on")
        page.wait_for_function("() => globalThis.spectrum && document.querySelector('#seek').max > 0")
        page.evaluate(_NOTE)
        before = _worker_seconds()
        page.wait_for_function(_SOLVED, timeout=PATIENCE_MS)
        busy = _worker_seconds() - before
        fast: list[tuple[float, int]] = page.evaluate("shown.splice(0)")
        page.click("#stop")
        page.click("#switch-on")
        page.wait_for_function("() => document.querySelector('.tick')", timeout=PATIENCE_MS)
        page.click("[data-speed='1']")
        page.wait_for_timeout(REAL_MS / 10)
        page.evaluate("shown.splice(0)")
        page.wait_for_timeout(REAL_MS)
        real: list[tuple[float, int]] = page.evaluate("shown")
    lags = [at - 1000 * MODEL_48K.seconds(tstates) for at, tstates in real]
    lags = [lag - min(lags) for lag in lags]
    seconds = (fast[-1][0] - fast[0][0]) / 1000
    late = sum(lag > LATE_MS for lag in lags) / len(lags)
    return StudioSpeed(len(lags), max(lags), late, MODEL_48K.seconds(fast[-1][1] - fast[0][1]) / seconds, seconds, busy)


def _worker_seconds() -> float:
    """Time that the processor has given to the threads of all Chromiums' workers."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/task/*/stat"):
        with suppress(OSError):
            _, name, fields = re.split(r"[()]", path.read_text())
            total += sum(map(int, fields.split()[11:13])) if name == _THREAD else 0
    return total / os.sysconf("SC_CLK_TCK")


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print."""
    speed = measure_studio(read_puzzle(find_puzzle(arguments.PUZZLE).name))
    heads = (
        "pictures at real speed",
        f"part more than {LATE_MS} ms late",
        "latest, ms late",
        "full speed, × real time",
    )
    row = (speed.pictures, speed.late, speed.latest_ms, speed.full)
    by_cpu = f", {speed.full_by_cpu:.0f} × by the processor's time ({speed.busy:.1f} s)" if speed.busy else ""
    show(arguments, heads, [row], f"\nfull speed took {speed.seconds:.1f} s from the menu to solved{by_cpu}")
    return Exit.GOOD
