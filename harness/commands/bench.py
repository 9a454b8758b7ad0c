"""``bench``: how fast things are, as ratios of what runs beside them."""

from __future__ import annotations

import argparse
import time

from harness.build import EDITIONS, build_tape
from harness.commands.common import EXIT_GOOD, Subparsers, load_puzzle, print_json
from harness.menu import Menu
from harness.play import fit_to_screen
from pyspectrum.clock import seconds
from pyspectrum.core import Core
from pyspectrum.machine import Spectrum

_ROUNDS = 5


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("bench", help="measure speed", description=__doc__)
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    emulator = kinds.add_parser("emulator", help="emulated speed while solving, beside the bare simulator's")
    emulator.add_argument("puzzle", metavar="PUZZLE", nargs="?", default="puzzles/roshin-20x30.txt")
    emulator.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    emulator.set_defaults(run=run_emulator)


def run_emulator(arguments: argparse.Namespace) -> int:
    """Solve a puzzle as `run` does, and run the same stretch of the program in the bare simulator.

    Both start from the same state of the machine and cover the same T-states, in turn, several
    times; the medians are compared.
    """
    puzzle, _ = fit_to_screen(load_puzzle(arguments.puzzle))
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(build_tape(EDITIONS[0]))
    menu.enter(puzzle)
    ready = spectrum.state()
    harness_seconds: list[float] = []
    bare_seconds: list[float] = []
    for _ in range(_ROUNDS):
        spectrum.restore(ready)
        begin = time.process_time()
        menu.start_solving()
        harness_seconds.append(time.process_time() - begin)
        solved = spectrum.tstates
        # the bare simulator goes over the solving from the moment the key is up again
        spectrum.restore(ready)
        menu.press_start()
        core = Core()
        state = spectrum.state()
        core.memory[:] = state.memory
        for index, value in enumerate(state.registers):
            core.registers[index] = value
        stretch = solved - core.tstates
        begin = time.process_time()
        core.run(solved)
        bare_seconds.append(time.process_time() - begin)
    spectrum_time = seconds(stretch)
    harness = spectrum_time / sorted(harness_seconds)[_ROUNDS // 2]
    bare = spectrum_time / sorted(bare_seconds)[_ROUNDS // 2]
    if arguments.json:
        print_json({"harness": harness, "bare": bare, "ratio": harness / bare, "spectrum_seconds": spectrum_time})
    else:
        print(f"solving takes {spectrum_time:.1f} s on the Spectrum")
        print(f"harness         {harness:8.1f} × real time")
        print(f"bare simulator  {bare:8.1f} × real time")
        print(f"ratio           {harness / bare:8.1%}")
    return EXIT_GOOD
