"""Speed of the emulator while a puzzle is being solved, by several ways of running it, beside the bare simulator.

All start from the same state of the machine and cover the same T-states, in turn, several times; the median of each
counts. A speed is Spectrum time over CPU time, so noise remains: compare what one run gives, not two runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from harness.puzzle import Puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.screen.fonts import Font

ROUNDS = 5
_NOWHERE = "this is not on the screen"


@dataclass(frozen=True)
class EmulatorSpeed:
    """Speeds as multiples of real time, and the Spectrum time that they were measured over.

    Attributes:
        bare: the simulator alone.
        harness: the driver, which waits for the prompt that ends the solving.
        frames: frame by frame, and nothing else.
        text: frame by frame, with a look for a text after each, wherever the screen has changed, as `expect` does.
        font: the same in another font.
    """

    spectrum_seconds: float
    bare: float
    harness: float
    frames: float
    text: float
    font: float


def measure_emulator(
    puzzle: Puzzle, rounds: int = ROUNDS, on_way: Callable[[int, str], None] | None = None
) -> EmulatorSpeed:
    """Have the first edition solve the puzzle, which must fit the screen as it is.

    `on_way` is called with the round, from 1, and the name of the way that begins.
    """
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(build_tape(EDITIONS[0]))
    menu.enter(puzzle)
    menu.press_start()
    started, started_at = spectrum.state(), spectrum.tstates
    menu.run_to_stop()
    stopped_at = spectrum.tstates
    frame_count = -(-stopped_at // MODEL_48K.tstates_per_frame) - started_at // MODEL_48K.tstates_per_frame
    bold = Font.rom().bold()

    def look(font: Font | None) -> None:
        seen: tuple[str, ...] = ()
        for _ in range(frame_count):
            spectrum.run_frames(1)
            lines = spectrum.text_lines(font)
            if lines is not seen:
                assert not any(_NOWHERE in line for line in lines)
                seen = lines

    def step() -> None:
        for _ in range(frame_count):
            spectrum.run_frames(1)

    ways: dict[str, Callable[[], object]] = {
        "bare": lambda: spectrum.core.run(stopped_at),
        "harness": menu.run_to_stop,
        "frames": step,
        "text": lambda: look(None),
        "font": lambda: look(bold),
    }
    cpu_seconds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(1, rounds + 1):
        for name, run in ways.items():
            if on_way is not None:
                on_way(number, name)
            spectrum.restore(started)
            begin = time.process_time()
            run()
            cpu_seconds[name].append(time.process_time() - begin)
    spectrum_seconds = MODEL_48K.seconds(stopped_at - started_at)
    speeds = {name: spectrum_seconds / sorted(times)[rounds // 2] for name, times in cpu_seconds.items()}
    return EmulatorSpeed(spectrum_seconds, **speeds)
