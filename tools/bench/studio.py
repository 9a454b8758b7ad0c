"""``bench studio``: speed of the Spectrum in the studio's pages in Chromium, and how late its pictures come."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from harness.commands._found import find_puzzle
from harness.formats import read_puzzle
from harness.spectrum.build import EDITIONS
from harness.spectrum.in_page import tape_of
from harness.studio.pages import PagePuzzle, Site, exported, parts_of_spectrum
from pyspectrum.command_line import Exit
from pyspectrum.models import MODEL_48K
from tools.bench.report import show
from tools.pictures.trace import chromium

REAL_MS = 10_000
PATIENCE_MS = 300_000
_SECONDS = 60.0
_NOTE = """() => {
  const show = spectrum.show.bind(spectrum);
  globalThis.shown = [];
  spectrum.show = message => { show(message); shown.push([performance.now(), message.tstates]); };
}"""
_SOLVED = "() => document.querySelector('.tick + .tick')"
_SOLVING = "() => document.querySelector('.tick')"

Pictures = list[tuple[float, int]]
"""When each picture was shown, in ms, and the machine's T-states then."""


def measure_studio(page_file: Path) -> tuple[Pictures, Pictures]:
    """Have a page solve its puzzle as fast as it goes, and for `REAL_MS` at real speed."""
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(page_file.as_uri())
        page.wait_for_selector("html[data-ready]")
        page.click("#mode-watch")
        page.click("[data-speed='0']")
        page.click("#switch-on")
        page.wait_for_function("() => globalThis.spectrum && document.querySelector('#seek').max > 0")
        page.evaluate(_NOTE)
        page.wait_for_function(_SOLVED, timeout=PATIENCE_MS)
        fast: Pictures = page.evaluate("shown.splice(0)")
        page.click("#stop")
        page.click("#switch-on")
        page.wait_for_function(_SOLVING, timeout=PATIENCE_MS)
        page.click("[data-speed='1']")
        page.wait_for_timeout(REAL_MS / 10)
        page.evaluate("shown.splice(0)")
        page.wait_for_timeout(REAL_MS)
        real: Pictures = page.evaluate("shown")
    return fast, real


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print; a picture is late by the one that came soonest."""
    puzzle = read_puzzle(find_puzzle(arguments.PUZZLE).name)
    parts = parts_of_spectrum({"classic": tape_of(EDITIONS[0])})
    site = Site([PagePuzzle("bench", exported(puzzle, "bench", _SECONDS))], parts, in_one_file=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(site.page(), "utf-8")
        fast, real = measure_studio(path)
    lags = [at - 1000 * MODEL_48K.seconds(tstates) for at, tstates in real]
    (begun, first), (ended, last) = fast[0], fast[-1]
    speed = 1000 * MODEL_48K.seconds(last - first) / (ended - begun)
    heads = ("pictures at real speed", "latest, ms late", "full speed, × real time")
    show(arguments, heads, [(len(real), max(lags) - min(lags), speed)])
    return Exit.GOOD
