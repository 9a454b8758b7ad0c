"""``bench regress``: CPU time a puzzle, beside the bare simulator for the same T-states; jobs; the serial part.

Everything that is compared is measured in turn in one run, on the same puzzles, and the median of the rounds counts.
Processes that the machine does something else with get in the way of wall time, so only the comparison of one job with
two is in wall time.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median

from harness.puzzle import Puzzle
from harness.regress.backends import Backend, here, side_by_side
from harness.regress.corpus import Entry, RandomSpec
from harness.regress.engines import SpectrumEngine
from harness.regress.outcome import PuzzleOutcome, Status
from harness.regress.session import Store
from harness.regress.session import run as run_session
from harness.spectrum.build import EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.menu import Menu
from pyspectrum.command_line import Exit
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from tools.bench.report import show

SEED = 2026
SIDES = (5, 10, 20, 30)
ROUNDS = 3
BATCH = 4
"""Puzzles that go to a worker together, as the command has it for a few jobs."""
_WARM = 8


@dataclass(frozen=True)
class SizeCost:
    """Cost of a puzzle of one size on one tape, in milliseconds of CPU time; means.

    Attributes:
        bare: the simulator alone, for the T-states that solving takes.
        play: the puzzle injected, solved, and its grid read.
        whole: that, with the judging by the reference.
    """

    tape: str
    side: int
    puzzles: int
    tstates: int
    bare: float
    play: float
    whole: float

    @property
    def per_second(self) -> float:
        """Puzzles a second and core."""
        return 1000 / self.whole

    @property
    def share_of_bare(self) -> float:
        """The bare simulator's time in what playing takes."""
        return self.bare / self.play


@dataclass(frozen=True)
class JobsCost:
    """Two jobs beside one, on the same puzzles, and two bare simulators beside one.

    Attributes:
        one, two: puzzles a second of wall time.
        bare_one, bare_two: the same of the simulator alone, in one process and in two: the machine's limit.
        serial_ms: CPU time of the process that deals out the work and stores what comes, a puzzle.
        draw_ms: the part of a random corpus: drawing a puzzle, before it is dealt out.
        put_ms: the part of the store, in that.
        worker_mb: the most memory that a worker has taken.
    """

    side: int
    one: float
    two: float
    bare_one: float
    bare_two: float
    serial_ms: float
    draw_ms: float
    put_ms: float
    worker_mb: float


def measure_size(edition: Edition, side: int, count: int, rounds: int = ROUNDS) -> SizeCost:
    """Have random puzzles of `side`×`side` cells solved on an edition's tape."""
    tape = build_tape(edition)
    puzzles = [
        entry.puzzle for entry in _entries(side, count) if entry.puzzle is not None and not entry.puzzle.in_colour
    ]
    engine = SpectrumEngine(edition.file_name, tape.to_bytes(), injected=True)
    program = LoadedProgram(tape)
    engine.take(puzzles[0])
    sums: dict[str, list[float]] = {"bare": [], "play": [], "whole": []}
    tstates = 0
    for _ in range(rounds):
        totals = dict.fromkeys(sums, 0.0)
        tstates = 0
        for puzzle in puzzles:
            outcome: list[PuzzleOutcome] = []
            totals["whole"] += _cpu(lambda: outcome.append(engine.take(puzzle)))  # noqa: B023 -- called at once
            totals["play"] += outcome[0].seconds
            tstates += outcome[0].tstates
            totals["bare"] += _bare(program, puzzle, outcome[0].tstates)
        for name, total in totals.items():
            sums[name].append(1000 * total / len(puzzles))
    means = {name: median(values) for name, values in sums.items()}
    return SizeCost(edition.file_name, side, len(puzzles), tstates // len(puzzles), **means)


def measure_jobs(edition: Edition, side: int, count: int, rounds: int = ROUNDS) -> JobsCost:
    """Have the same puzzles solved by one job and by two, in turn, and look at what the dealer does."""
    import resource  # Windows has none

    begin = time.process_time()
    entries = _entries(side, count)
    draw_ms = 1000 * (time.process_time() - begin) / count
    engine = SpectrumEngine(edition.file_name, build_tape(edition).to_bytes(), injected=True)
    one, two, bare_one, bare_two, serial = [], [], [], [], []
    with tempfile.TemporaryDirectory(prefix="crossword-") as folder, Store(Path(folder, "a.sqlite")) as store:
        for backend in (here, partial(side_by_side, 2)):
            run_session(entries[:_WARM], [engine], store, backend)  # workers start, and load the tape
        for _ in range(rounds):
            one.append(_rate(entries, engine, store, here))
            begin = time.process_time()
            two.append(_rate(entries, engine, store, partial(side_by_side, 2)))
            serial.append(1000 * (time.process_time() - begin) / count)
            stretches = {outcome.name: outcome.tstates for outcome in store.outcomes()}
            bare_one.append(_bare_rate(edition, entries, stretches, processes=1))
            bare_two.append(_bare_rate(edition, entries, stretches, processes=2))
        outcomes = list(store.outcomes())
        put_ms = 1000 * _cpu(lambda: _put_all(store, outcomes)) / len(outcomes)
    worker_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return JobsCost(
        side, median(one), median(two), median(bare_one), median(bare_two), median(serial), draw_ms, put_ms, worker_mb
    )


def _entries(side: int, count: int) -> Sequence[Entry]:
    spec = RandomSpec((side, side), (side, side), count, SEED)
    return [spec.entry(number) for number in range(1, count + 1)]


def _rate(entries: Sequence[Entry], engine: SpectrumEngine, store: Store, backend: Backend) -> float:
    """Puzzles a second of wall time."""
    begin = time.monotonic()
    result = run_session(entries, [engine], store, backend, batch_size=BATCH)
    took = time.monotonic() - begin
    assert {outcome.status for outcome in result.outcomes(store)} == {Status.AGREES}
    return len(result.done) / took


def _bare_rate(edition: Edition, entries: Sequence[Entry], stretches: Mapping[str, int], processes: int) -> float:
    """Return how many puzzles a second of wall time bare simulators run in so many processes, each all of them."""
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(processes)
    times: SimpleQueue[float] = context.SimpleQueue()
    work = [
        (entry.puzzle, stretches[entry.name])
        for entry in entries
        if entry.puzzle is not None and not entry.puzzle.in_colour
    ]
    workers = [
        context.Process(target=_run_bare, args=(edition.file_name, work, ready, times)) for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    rate = sum((len(work) / times.get() for _ in workers), start=0.0)
    for worker in workers:
        worker.join()
    return rate


def _run_bare(tape: str, work: Sequence[tuple[Puzzle, int]], ready: Barrier, times: SimpleQueue[float]) -> None:
    """Run the simulator alone over each stretch when all processes are ready, and hand over the wall time."""
    (edition,) = (edition for edition in EDITIONS if edition.file_name == tape)
    program = LoadedProgram(build_tape(edition))
    _bare(program, *work[0])
    ready.wait()
    begin = time.monotonic()
    for puzzle, tstates in work:
        _bare(program, puzzle, tstates)
    times.put(time.monotonic() - begin)


def _put_all(store: Store, outcomes: Sequence[PuzzleOutcome]) -> None:
    for outcome in outcomes:
        store.put(outcome)


def _bare(program: LoadedProgram, puzzle: Puzzle, tstates: int) -> float:
    """CPU seconds of the simulator alone for the same stretch, from the key that starts solving to the prompt."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    program.inject(menu, puzzle)
    begun, begun_at = spectrum.state(), spectrum.tstates
    menu.press_start()
    let_go_at = spectrum.tstates
    spectrum.restore(begun)

    def run() -> None:
        spectrum.hold(ENTER)
        spectrum.core.run(let_go_at)
        spectrum.release()
        spectrum.core.run(begun_at + tstates)

    return _cpu(run)


def _cpu(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    names = arguments.tape or [EDITIONS[-1].file_name]
    editions = [edition for edition in EDITIONS if edition.file_name in names]
    sides = arguments.side or SIDES
    costs = [measure_size(edition, side, arguments.count) for edition in editions for side in sides]
    jobs = measure_jobs(editions[-1], sides[-2] if len(sides) > 1 else sides[0], 25 * arguments.count)
    rows = [
        (
            cost.tape,
            f"{cost.side}×{cost.side}",
            cost.tstates,
            cost.bare,
            cost.play,
            cost.whole,
            cost.per_second,
            cost.share_of_bare,
        )
        for cost in costs
    ]
    show(
        arguments,
        ("tape", "size", "T-states", "bare ms", "play ms", "all ms", "a second and core", "bare to play"),
        rows,
        f"\none job {jobs.one:.1f} puzzles of {jobs.side}×{jobs.side} a second, two {jobs.two / jobs.one:.2f} ×",
        f"the bare simulator {jobs.bare_one:.1f} in one process, in two {jobs.bare_two / jobs.bare_one:.2f} ×",
        f"the process that deals them out: {jobs.serial_ms:.2f} ms a puzzle, {jobs.put_ms:.3f} of them for the store",
        f"drawing a random puzzle: {jobs.draw_ms:.2f} ms; memory of a process at most: {jobs.worker_mb:.0f} MB",
    )
    return Exit.GOOD
