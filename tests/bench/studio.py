"""Smoothness of the studio's Spectrum: pictures that come late at real speed, and the cost of streaming at full speed.

A client of our own stands in for the page: it acknowledges every picture as a page does that has drawn it. The server
is a process of its own, as its user has it, and the Spectrum is one more; so two cores are wanted.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from harness.puzzle import Puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu
from pyspectrum.clock import TSTATES_PER_FRAME, seconds
from pyspectrum.machine import Spectrum

LATE_SECONDS = 0.04
REAL_SECONDS = 10.0
FULL_SECONDS = 10.0
_FRAME_SECONDS = seconds(TSTATES_PER_FRAME)
_SETTLE_SECONDS = 1.0


@dataclass(frozen=True)
class StudioSpeed:
    """Results of the measurement.

    Attributes:
        pictures: at real speed, in `REAL_SECONDS`.
        late: the share of them that came more than `LATE_SECONDS` after their time.
        bytes_per_second: of the pictures, at real speed.
        full: multiples of real time, as fast as it goes with the picture streaming.
        bare: the same of the simulator alone, measured after it in this process.
    """

    pictures: int
    late: float
    bytes_per_second: float
    full: float
    bare: float

    @property
    def ratio(self) -> float:
        """The speed with a page beside the bare simulator's."""
        return self.full / self.bare


def measure_studio(puzzle: Puzzle) -> StudioSpeed:
    """Have the classic edition solve a puzzle on a page, which must fit the screen as it is.

    Only what comes while the program solves is measured: before a menu that waits for a key nothing changes.
    """
    with _socket(puzzle, 1) as pictures:
        began, picture = next(pictures)
        first, size = _frame_number(picture), 0
        lags: list[float] = []
        for at, picture in pictures:
            lags.append((at - began) - (_frame_number(picture) - first) * _FRAME_SECONDS)
            size += len(picture)
            if at - began > REAL_SECONDS:
                break
        real_seconds = at - began
    # the quickest picture tells how the clocks stand to each other
    quickest = min(lags)
    late = sum(lag - quickest > LATE_SECONDS for lag in lags) / len(lags)
    with _socket(puzzle, 0) as pictures:
        began, picture = at, last = next(pictures)
        for at, last in pictures:  # noqa: B007  # the last ones count
            if at - began >= FULL_SECONDS:
                break
    frames = _frame_number(last) - _frame_number(picture)
    full = frames * _FRAME_SECONDS / (at - began)
    return StudioSpeed(len(lags), late, size / real_seconds, full, _bare_speed(puzzle, frames))


def _frame_number(picture: bytes) -> int:
    return int.from_bytes(picture[1:5], "big")


def _bare_speed(puzzle: Puzzle, frames: int) -> float:
    """The simulator alone, at the same work: from the key that starts solving on, for so many frames."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(build_tape(EDITIONS[0]))
    menu.enter(puzzle)
    menu.press_start()
    began, from_tstates = time.perf_counter(), spectrum.tstates
    spectrum.core.run(from_tstates + frames * TSTATES_PER_FRAME)
    return seconds(spectrum.tstates - from_tstates) / (time.perf_counter() - began)


@contextmanager
def _socket(puzzle: Puzzle, speed: int) -> Iterator[Iterator[tuple[float, bytes]]]:
    """A Spectrum that solves the puzzle at a server of its own: its pictures until then, and when they came."""
    from websockets.sync.client import connect  # an extra

    command = [sys.executable, "-m", "harness", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            match = re.search(r"http://(\S+)/\?token=(\S+)", server.stdout.readline())
            assert match
            host, token = match.groups()
            address, origin = f"ws://{host}/ws/spectrum?token={token}", f"http://{host}"
            with connect(address, additional_headers={"Origin": origin}, max_size=None) as line:
                rows = list(_drawing_of(puzzle))
                line.send(json.dumps({"document": {"rows": rows}, "edition": "classic"}))
                line.send(json.dumps({"do": "speed", "value": 0}))

                def pictures() -> Iterator[tuple[float, bytes]]:
                    solving = False
                    settled = 0.0
                    for message in line:
                        if isinstance(message, bytes):
                            line.send('{"do": "drawn"}')
                            if solving and time.perf_counter() > settled:
                                yield time.perf_counter(), message
                        elif json.loads(message).get("kind") != "status":
                            continue
                        elif solving and json.loads(message)["stage"] != "solving":
                            return  # the program has ended
                        elif not solving and json.loads(message)["stage"] == "solving":
                            solving = True
                            settled = time.perf_counter() + _SETTLE_SECONDS * bool(speed)
                            line.send(json.dumps({"do": "speed", "value": speed}))

                yield pictures()
        finally:
            server.send_signal(signal.SIGINT)


def _drawing_of(puzzle: Puzzle) -> tuple[str, ...]:
    from harness.solver.registry import solve_any

    return solve_any(puzzle).solutions[0].rows
