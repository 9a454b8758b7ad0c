"""Smoothness of the studio's Spectrum: pictures that come late at real speed, and the cost of streaming at full speed.

A client of our own stands in for the page: it acknowledges every picture as a page does that has drawn it. At real
speed the server is a process of its own, as its user has it, and the Spectrum is one more; so two cores are wanted. At
full speed the Spectrum runs in this process, its page in another, and its CPU time counts, in turn with the bare
simulator's.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection

from harness.puzzle import Puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu
from harness.studio.link import LinkClosedError, Message, PipeLink
from harness.studio.player import Performance, perform
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K

LATE_SECONDS = 0.04
REAL_SECONDS = 10.0
ROUNDS = 2
_FRAME_SECONDS = MODEL_48K.seconds(MODEL_48K.tstates_per_frame)
_SETTLE_SECONDS = 1.0


@dataclass(frozen=True)
class StudioSpeed:
    """Results of the measurement.

    Attributes:
        pictures: at real speed, in `REAL_SECONDS`.
        late: the share of them that came more than `LATE_SECONDS` after their time.
        bytes_per_second: of the pictures, at real speed.
        full: multiples of real time, by CPU time, as fast as it goes with the picture streaming; the best round.
        bare: the same of the simulator alone.
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
    with _socket(puzzle) as pictures:
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
    full, bare = map(max, zip(*(_full_speed(puzzle) for _ in range(ROUNDS)), strict=True))
    return StudioSpeed(len(lags), late, size / real_seconds, full, bare)


class _TimedLink(PipeLink):
    """A worker's line that notes the first and the last status of solving: the frame, and the CPU time by then."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.notes: list[tuple[int, float]] = []

    def send(self, message: Message) -> None:
        """See `Link.send`."""
        if isinstance(message, dict) and message.get("stage") == "solving":
            self.notes[1:] = [(message["frame"], time.process_time())]
        super().send(message)


def _full_speed(puzzle: Puzzle) -> tuple[float, float]:
    """Multiples of real time with a page in another process, and of the simulator alone for as many frames."""
    ours, its = Pipe()
    page = Process(target=_acknowledge, args=(its,), daemon=True)
    page.start()
    its.close()  # so that the line is closed when the page goes
    link = _TimedLink(ours)
    with suppress(LinkClosedError):
        perform(Performance(build_tape(EDITIONS[0]), puzzle), link)
    page.join()
    (first, began), (last, ended) = link.notes
    return (last - first) * _FRAME_SECONDS / (ended - began), _bare_speed(puzzle, last - first)


def _acknowledge(connection: Connection) -> None:
    """Be the page: ask for full speed, draw every picture at once, and go when the program has solved."""
    connection.send({"do": "speed", "value": 0})
    while True:
        message = connection.recv()
        if isinstance(message, bytes):
            connection.send({"do": "drawn"})
        elif message.get("kind") == "end":
            connection.close()
            return


def _frame_number(picture: bytes) -> int:
    return int.from_bytes(picture[1:5], "big")


def _bare_speed(puzzle: Puzzle, frames: int) -> float:
    """The simulator alone, at the same work: from the key that starts solving on, for so many frames."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(build_tape(EDITIONS[0]))
    menu.enter(puzzle)
    menu.press_start()
    began, from_tstates = time.process_time(), spectrum.tstates
    spectrum.core.run(from_tstates + frames * MODEL_48K.tstates_per_frame)
    return MODEL_48K.seconds(spectrum.tstates - from_tstates) / (time.process_time() - began)


@contextmanager
def _socket(puzzle: Puzzle) -> Iterator[Iterator[tuple[float, bytes]]]:
    """A Spectrum that solves the puzzle at a server of its own: its pictures at real speed, and when they came."""
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
                            settled = time.perf_counter() + _SETTLE_SECONDS
                            line.send(json.dumps({"do": "speed", "value": 1}))

                yield pictures()
        finally:
            server.send_signal(signal.SIGINT)


def _drawing_of(puzzle: Puzzle) -> tuple[str, ...]:
    from harness.solver.strategy import solve_any

    return solve_any(puzzle).solutions[0].rows
