"""``bench trace``: cost of a trace, in bytes and in CPU time beside the test's own.

For each program: the size of the file, what a second run takes as a multiple of the run itself (2.0 is twice its CPU
time), and how long Chromium takes to open the file and to draw a frame.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspectrum import Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.errors import ExpectationError
from pyspectrum.tape import program_blocks
from pyspectrum.trace import Journal
from pyspectrum.trace.recording import record
from pyspectrum.trace.search import last_change
from pyspectrum.trace.write import trace_page
from tools.bench.report import gather, show
from tools.pictures.trace import WINDOW, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SNAKE = Path(__file__).parents[2] / "docs" / "examples" / "snake" / "snake.asm"
NOISE = bytes.fromhex("210040110018ed5f860777231b7ab320f518ed")
ROUNDS = 5
FRAMES_DRAWN = 60
DRAW = """async ([key, frames]) => {
  for (let k = 0; k < frames; k++) {
    dispatchEvent(new KeyboardEvent("keydown", { key }));
    await new Promise(requestAnimationFrame);
  }
}"""


def snake(spectrum: Spectrum) -> None:
    """A minute of Snake, played by chance, and a text that never comes."""
    code = assemble(SNAKE)
    spectrum.symbols = code.symbol_table()
    spectrum.poke(code.origin, code.code)
    spectrum.core.pc = code.origin
    for key in ["SPACE", "q", "p", "a", "o", "q", "p", "SPACE", "q", "p", "a", "SPACE"] * 5:
        spectrum.tap(key)
        spectrum.run_frames(44)


def basic(spectrum: Spectrum) -> None:
    """A minute of busy BASIC."""
    spectrum.type("10 FOR i=1 TO 9999: PRINT SIN i;: POKE 23692,255: NEXT i\nRUN\n")
    for _ in range(57):
        spectrum.run(seconds=1)


def noise(spectrum: Spectrum) -> None:
    """A minute in which all of the screen changes."""
    spectrum.poke(0x8000, NOISE)
    spectrum.core.pc = 0x8000
    for _ in range(60):
        spectrum.run(seconds=1)


def cpu(work: Callable[[], object]) -> float:
    """The CPU time of a piece of work, in seconds."""
    before = time.process_time()
    work()
    return time.process_time() - before


def play(scene: Callable[[Spectrum], None], *, traced: bool) -> tuple[float, Journal | None]:
    """Run a scene, with a journal or without; its CPU time."""
    spectrum = Spectrum()
    spectrum.boot()
    with Journal(spectrum) if traced else nullcontext() as journal:
        took = cpu(lambda: scene(spectrum))
        if journal is not None:
            journal.finish()
    return took, journal


def journal_cost() -> float:
    """Return the CPU time that a journal adds to a hundred short tests, as a fraction of theirs."""
    tape = Tape(program_blocks("demo", tokenise('10 PRINT "PRESS A KEY"\n20 PAUSE 0: PRINT "PRESSED": GO TO 20'), 10))
    first = Spectrum()
    first.load(tape, until="PRESS A KEY")
    state = first.state()

    def hundred(traced: bool) -> None:
        for _ in range(100):
            spectrum = Spectrum()
            with Journal(spectrum) if traced else nullcontext():
                spectrum.restore(state)
                spectrum.press("a")
                expect(spectrum).to_show("PRESSED")
                try:
                    expect(spectrum).to_show("NEVER", timeout=0.5)
                except ExpectationError:
                    continue

    plain, traced = [], []
    for _ in range(ROUNDS):
        plain.append(cpu(lambda: hundred(False)))
        traced.append(cpu(lambda: hundred(True)))
    return min(traced) / min(plain) - 1


def in_browser(browser: Browser, path: Path) -> tuple[float, float, float]:
    """Measure milliseconds: to open a trace, to draw a frame, and to draw a step, each at its best."""
    page = browser.new_page(viewport=WINDOW)  # type: ignore[arg-type]  # it is a TypedDict
    opened = []
    for _ in range(ROUNDS):
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        opened.append(float(page.evaluate("Number(document.documentElement.dataset.ready)")))
    session: Any = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def task_seconds() -> float:
        """CPU time of the page's thread: script, style, layout and paint."""
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    def drawn_ms(key: str) -> float:
        times = []
        for _ in range(ROUNDS):
            before = task_seconds()
            page.evaluate(DRAW, [key, FRAMES_DRAWN])
            times.append(1000 * (task_seconds() - before) / FRAMES_DRAWN)
        return min(times)

    page.keyboard.press("Home")
    frame, step = drawn_ms("ArrowRight"), drawn_ms(".")
    page.close()
    return min(opened), frame, step


HEADINGS = ("program", "s", "kB", "× journal", "× frames", "× last change", "opens, ms", "frame, ms", "step, ms")


def measure_all(browser: Browser) -> Iterator[tuple[object, ...]]:
    """Yield a row for each program."""
    for scene in (snake, basic, noise):
        plain = min(play(scene, traced=False)[0] for _ in range(2))
        took, journal = play(scene, traced=True)
        assert journal is not None
        recorded = cpu(lambda journal=journal: record(journal))  # type: ignore[misc]
        recording = record(journal)
        searched = cpu(lambda journal=journal, r=recording: last_change(journal, r, {"row": 0}))  # type: ignore[misc]
        text = trace_page([journal], test=f"bench.py::{scene.__name__}", outcome="passed", recordings=[recording])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.html"
            path.write_text(text, encoding="utf-8")
            drawn = in_browser(browser, path)
        ratios = (took / plain, recorded / plain, searched / plain)
        seconds = journal.spectrum.model.seconds(journal.spectrum.tstates - journal.begin)
        yield scene.__name__, seconds, len(text) // 1000, *ratios, *drawn


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    with chromium() as browser:
        rows, end = gather(measure_all(browser), 3)
    show(arguments, HEADINGS, rows, f"\na journal adds {100 * journal_cost():.1f} % to a hundred short tests")
    return end
