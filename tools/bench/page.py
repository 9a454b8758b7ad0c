"""``bench page``: speed of a Spectrum in a page, as a multiple of real time, in Chromium.

Each page runs as fast as it goes for some seconds, and every picture's time is noted. CPU time cannot be had of a
browser's worker, so the machine should have nothing else to do.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pyspectrum.models import MODEL_48K
from pyspectrum.page import Page, write_page
from tools.bench.report import gather, show
from tools.example_pages import write_pages
from tools.pictures.trace import ROOT, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SECONDS = 5
_MEASURE = """async seconds => {
  const times = [], tell = spectrum.listeners.picture, clock = () => spectrum.ask("registers").then(it => it.tstates);
  await spectrum.ask("speed", 0);
  const begun = performance.now(), before = await clock();
  spectrum.listeners.picture = shown => { times.push(performance.now()); tell(shown); };
  await new Promise(done => setTimeout(done, 1000 * seconds));
  const tstates = await clock() - before, passed = (performance.now() - begun) / 1000;
  const gaps = times.slice(1).map((time, k) => time - times[k]).sort((a, b) => a - b);
  return [tstates / passed, gaps[gaps.length >> 1], gaps[Math.floor(gaps.length * 0.99)]];
}"""


def measure(browser: Browser, path: Path) -> tuple[float, float, float]:
    """The speed of a page in T-states a second, and the median and the 99th percentile between two pictures in ms."""
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")
    page.click("[data-do=on]")
    page.wait_for_selector("body.runs")
    speed, median, slow = page.evaluate(_MEASURE, SECONDS)
    page.close()
    return speed, median, slow


def pages(folder: Path) -> Iterator[Path]:
    """The examples' pages, and that of our tape."""
    yield from write_pages(folder)
    tape, path = ROOT / "tapes" / "crossword.tap", folder / "crossword.html"
    path.write_text(write_page(Page("Crossword", tape.name, tape.read_bytes(), MODEL_48K)), "utf-8")
    yield path


def run(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        measured, end = gather((path.stem, *measure(browser, path)) for path in pages(Path(temporary)))
    rows = [(name, speed / MODEL_48K.tstates_per_second, median, slow) for name, speed, median, slow in measured]
    show(arguments, ("page", "× real time", "ms between two pictures, median", "99 %"), rows)
    return end
