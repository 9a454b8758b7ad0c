"""``bench trace``: cost of a trace, in bytes and in CPU time beside the test's own: 2.0 is twice that."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pyspectrum import Spectrum, assemble
from pyspectrum.trace import Journal
from pyspectrum.trace.recording import record
from pyspectrum.trace.search import last_change
from pyspectrum.trace.write import trace_page
from tools.bench.report import gather, show

SNAKE = Path(__file__).parents[2] / "docs" / "examples" / "snake" / "snake.asm"
NOISE = bytes.fromhex("210040110018ed5f860777231b7ab320f518ed")
HEADINGS = ("program", "s", "kB", "× journal", "× frames", "× last change")


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


def booted() -> Spectrum:
    spectrum = Spectrum()
    spectrum.boot()
    return spectrum


def cpu(work: Callable[[], object]) -> float:
    """The CPU time of a piece of work, in seconds."""
    before = time.process_time()
    work()
    return time.process_time() - before


def measure(scene: Callable[[Spectrum], None]) -> tuple[object, ...]:
    """Run a scene without a journal and with one, and make a trace of it; a row as `HEADINGS` says."""
    plain = []
    for _ in range(2):
        plain.append(cpu(partial(scene, booted())))
    spectrum = booted()
    with Journal(spectrum) as journal:
        took = cpu(partial(scene, spectrum))
        journal.finish()
    recorded = cpu(lambda: record(journal))
    recording = record(journal)
    searched = cpu(lambda: last_change(journal, recording, {"row": 0}))
    text = trace_page([journal], test=f"bench.py::{scene.__name__}", outcome="passed", recordings=[recording])
    ratios = (seconds / min(plain) for seconds in (took, recorded, searched))
    return scene.__name__, spectrum.model.seconds(spectrum.tstates - journal.begin), len(text) // 1000, *ratios


def run(arguments: argparse.Namespace) -> int:
    rows, end = gather(map(measure, (snake, basic, noise)), 3)
    show(arguments, HEADINGS, rows)
    return end
