"""``bench emulator``: speed of the emulator while a puzzle is being solved, by several ways, beside the bare simulator.

All start from the same state of the machine and cover the same T-states, in turn, several times; the median of each
counts. A speed is Spectrum time over CPU time, so noise remains: compare what one run gives, not two runs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median

from harness.commands._found import find_puzzle
from harness.formats import read_puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu
from harness.spectrum.play import fit_to_screen
from pyspectrum.command_line import Exit
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from tools.bench.report import show

ROUNDS = 5
_NOWHERE = "this is not on the screen"


def run(arguments: argparse.Namespace) -> int:
    """Have the first edition solve a puzzle; run the same stretch of the program in the other ways."""
    puzzle, _ = fit_to_screen(read_puzzle(find_puzzle(arguments.PUZZLE).name), arguments.PUZZLE)
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(build_tape(EDITIONS[0]))
    menu.enter(puzzle)
    menu.press_start()
    started, started_at = spectrum.state(), spectrum.tstates
    menu.run_to_stop()
    stopped_at = spectrum.tstates
    frame_count = -(-stopped_at // MODEL_48K.tstates_per_frame) - started_at // MODEL_48K.tstates_per_frame

    def look() -> None:
        seen: tuple[str, ...] = ()
        for _ in range(frame_count):
            spectrum.run_frames(1)
            lines = spectrum.text_lines()
            if lines is not seen:
                assert not any(_NOWHERE in line for line in lines)
                seen = lines

    def step() -> None:
        for _ in range(frame_count):
            spectrum.run_frames(1)

    ways: dict[str, Callable[[], object]] = {
        "bare simulator": lambda: spectrum.core.run(stopped_at),
        "driver, up to its prompt": menu.run_to_stop,
        "frame by frame": step,
        "frame by frame, looking for a text": look,
    }
    cpu_seconds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(1, ROUNDS + 1):
        for name, way in ways.items():
            print(f"round {number} of {ROUNDS}: {name}", file=sys.stderr)
            spectrum.restore(started)
            begin = time.process_time()
            way()
            cpu_seconds[name].append(time.process_time() - begin)
    seconds = MODEL_48K.seconds(stopped_at - started_at)
    speeds = {name: seconds / median(times) for name, times in cpu_seconds.items()}
    rows = [(name, speed, speed / speeds["bare simulator"]) for name, speed in speeds.items()]
    show(arguments, ("way", "× real time", "to bare"), rows, f"\nsolving takes {seconds:.1f} s on the Spectrum")
    return Exit.GOOD
