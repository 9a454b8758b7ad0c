"""Every reader, given damaged files: it takes them or says in one line why not, within time and memory."""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tests.conftest import FUZZ
from tests.fuzz.bounds import CPU_SECONDS, TooSlowError, bounded
from tests.fuzz.corpus import Reader, readers
from tests.fuzz.mutations import RUN_BYTES, RUNS, damaged, places, stretched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")

FAST_INPUTS = 10
SLOW_INPUTS = 8_000
FAST_RUNS, SLOW_RUNS = 8, 150
SEED = int(os.environ.get("FUZZ_SEED", "12"))
READERS = {reader.name: reader for reader in readers()}
NAMES = ("x", "two\nlines", "esc\x1b[31m", "u2028\u2028", "half\udc80")


@dataclass
class Tally:
    """Count of the inputs by their ends."""

    ends: Counter[str] = field(default_factory=Counter)

    def note(self, end: str) -> None:
        self.ends[end] += 1


def check_reader(reader: Reader, data: bytes, stem: str, tally: Tally, cpu_seconds: float = CPU_SECONDS) -> None:
    """The oracle: no error but the reader's own, and that in one line that any terminal can show."""
    kept = bytes(bytearray(data))
    complaint = ""
    with bounded(cpu_seconds):
        try:
            reader.read(data, stem + reader.suffix)
        except reader.errors as error:
            complaint = str(error)
            assert complaint, "an error without a word"
    assert data == kept
    tally.note("refused" if complaint else "read")
    if stem == "x":  # other names are made visible by the errors of `harness`, and by the command line
        assert complaint.isprintable(), complaint
        assert len(complaint) < 1200, complaint


def fuzz(reader: Reader, inputs: int, *, fixed: bool) -> Tally:
    """Give a reader so many inputs."""
    tally = Tally()

    @seed(SEED)
    @settings(
        max_examples=inputs, derandomize=fixed, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(damaged(reader.seeds), st.sampled_from(NAMES))
    def run(data: bytes, stem: str) -> None:
        check_reader(reader, data, stem, tally)

    run()
    return tally


@pytest.mark.parametrize("name", READERS)
def test_sound_files_are_read(name: str) -> None:
    reader = READERS[name]
    ends = Tally()
    for data in reader.seeds:
        check_reader(reader, data, "x", ends)
    if name not in ("pzx", "szx", "z80", "any format"):  # whose seeds are but beginnings, or have no name to go by
        assert ends.ends["refused"] == 0


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_read_or_refused(name: str) -> None:
    assert fuzz(READERS[name], FAST_INPUTS, fixed=True).ends.total() >= FAST_INPUTS


def check_long_runs(name: str, most: int) -> Tally:
    """Give a reader so many sound files with a long run of a sign at any place, drawn anew for each seed."""
    reader, tally = READERS[name], Tally()
    cpu_seconds = 10 * CPU_SECONDS if name == "listing" else CPU_SECONDS  # it may read each sign 40 times
    kinds = [
        (data, place, run, size)
        for data in reader.seeds
        for place in places(data[:2000])
        for run in RUNS
        for size in RUN_BYTES
    ]
    for data, place, run, size in random.Random(f"{name} {SEED}").sample(kinds, min(most, len(kinds))):
        try:
            check_reader(reader, stretched(data, place, run, size), "x", tally, cpu_seconds)
        except TooSlowError:
            pytest.fail(f"too slow, with FUZZ_SEED={SEED}: {size} of {run!r} at {place} of {data[:200]!r}")
    return tally


@pytest.mark.parametrize("name", READERS)
def test_long_runs_of_one_sign(name: str) -> None:
    assert check_long_runs(name, FAST_RUNS).ends.total() == FAST_RUNS


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_many_long_runs_of_one_sign(name: str, record_property: Callable[[str, object], None]) -> None:
    tally = check_long_runs(name, SLOW_RUNS)
    record_property(FUZZ, f"{name}: {tally.ends.total():,} long runs, {dict(tally.ends)}, FUZZ_SEED={SEED}")
    assert tally.ends.total() > FAST_RUNS


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_many_damaged_files(name: str, record_property: Callable[[str, object], None]) -> None:
    inputs = -(-SLOW_INPUTS // len(READERS))
    tally = fuzz(READERS[name], inputs, fixed=False)
    record_property(FUZZ, f"{name}: {tally.ends.total():,} inputs, {dict(tally.ends)}, FUZZ_SEED={SEED}")
    assert tally.ends.total() >= inputs
    assert tally.ends["refused"] > 0
