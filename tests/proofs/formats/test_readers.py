"""Every reader, given damaged files: it takes them or says in one line why not, within steps and memory."""

from __future__ import annotations

import json
import random
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import repeat

import hypothesis
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.errors import FormatError, HarnessError
from harness.formats import Source, parse_source
from pyspectrum.errors import SpectrumError
from tests.fuzz.bounds import TooMuchWorkError, bounded
from tests.fuzz.corpus import Reader, readers
from tests.fuzz.mutations import RUN_BYTES, RUNS, damaged, places, stretched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")

INPUTS, LONG_RUNS = 200, 60
READERS = {reader.name: reader for reader in readers()}
NAMES = ("x", "two\nlines", "esc\x1b[31m", "u2028\u2028", "half\udc80")


def outcome(reader: Reader, data: bytes, stem: str = "x") -> str:
    """The oracle: no error but those for the user, and that in one line that any terminal can show."""
    kept = bytes(bytearray(data))
    complaint = ""
    with bounded(reader.steps(data)):
        try:
            reader.read(data, stem + reader.suffix)
        except (HarnessError, SpectrumError) as error:
            complaint = str(error)
            assert complaint, "an error without a word"
    assert data == kept
    if stem == "x":  # other names are made visible by the errors of `harness`, and by the command line
        assert complaint.isprintable(), complaint
        assert len(complaint) < 1200, complaint
    return "refused" if complaint else "read"


@pytest.mark.parametrize("name", READERS)
def test_sound_files_are_read(name: str) -> None:
    ends = {outcome(READERS[name], data) for data in READERS[name].seeds}
    if name not in ("pzx", "szx", "z80", "any format"):  # whose seeds are but beginnings, or have no name to go by
        assert ends == {"read"}


@pytest.mark.parametrize("name", READERS)
def test_damaged_files_are_read_or_refused(name: str, seed: int) -> None:
    reader, ends = READERS[name], Counter[str]()
    inputs = INPUTS // 4 if name == "listing" else INPUTS  # each takes as long as ten of the others

    @hypothesis.seed(seed)
    @settings(max_examples=inputs, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(damaged(reader.seeds), st.sampled_from(NAMES))
    def run(data: bytes, stem: str) -> None:
        ends[outcome(reader, data, stem)] += 1

    run()
    assert ends.total() >= inputs
    assert ends["refused"] > 0


@pytest.mark.parametrize("name", READERS)
def test_long_runs_of_one_sign_cost_in_proportion(name: str, seed: int) -> None:
    reader = READERS[name]
    kinds = [
        (data, place, run, size)
        for data in reader.seeds
        for place in places(data[:2000])
        for run in RUNS
        for size in RUN_BYTES
    ]
    for data, place, run, size in random.Random(f"{name} {seed}").sample(kinds, LONG_RUNS):
        try:
            outcome(reader, stretched(data, place, run, size))
        except TooMuchWorkError:
            pytest.fail(f"too much work: {size} of {run!r} at {place} of {data[:200]!r}")


SIDE = 200


def clues(separator: str) -> str:
    """As many lines as columns, and the other way round, each with as many groups as fit well."""
    return f"{separator.join(repeat('1', SIDE // 3))}\n" * SIDE


LARGE: dict[str, str] = {
    "x.txt": f"rows:\n{clues(' ')}columns:\n{clues(',')}",
    "x.non": f"width {SIDE}\nheight {SIDE}\nrows\n{clues(',')}columns\n{clues(',')}",
    "colours.non": f"width {SIDE}\nheight {SIDE}\ncolor a #f00\nrows\n{clues('a,')}columns\n{clues('a,')}",
    "x.g": f":\n{clues(' ')}:\n{clues(' ')}:\n",
    "x.cwd": f"{SIDE}\n{SIDE}\n\n{clues(' ')}\n{clues(' ')}",
    "x.nin": f"{SIDE} {SIDE}\n{clues(' ')}{clues(' ')}",
    "x.syro": f"{clues(' ')}\n{clues(' ')}".replace("1\n", "1 0\n"),
    "x.json": json.dumps(dict.fromkeys(("rows", "columns"), [[1] * (SIDE // 3)] * SIDE)),
    "x.m": "rows = {" + '{"1", "1"}, ' * 4_000,
    "x.gno": f"[Dimensions]\n{SIDE}\n{SIDE}\n[Row clues]\n{clues(',')}[Column clues]\n{clues(',')}",
    "picture.txt": "picture:\n" + ("#." * (SIDE // 2) + "\n") * SIDE,
    "elements.xml": "<puzzleset>" + "<a/>" * 10_000,
    "bars.xml": f"<puzzleset><puzzle><solution><image>{'|' * 40_000}</image></solution></puzzle></puzzleset>",
    "lines": "1\n" + "\n" * 20_000 + "1",
    "blanks.pbm": "P1\n1 1\n" + " " * 40_000 + "#\n" * 4_000 + "1",
    "comments.pbm": "P1\n" + "#\n" * 20_000 + "2 1\n1",
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_costs_in_proportion(name: str) -> None:
    data = LARGE[name].encode()
    tracemalloc.start()
    try:
        with bounded(150 * len(data)), suppress(FormatError):
            parse_source(Source(name, data))
        assert tracemalloc.get_traced_memory()[1] < 150 * len(data)
    finally:
        tracemalloc.stop()


def endless(data: bytes, name: str) -> object:
    while True:
        pass


def greedy(data: bytes, name: str) -> object:
    return [bytes(10_000_000) for _ in range(100)]


def talkative(data: bytes, name: str) -> object:
    raise HarnessError("raw \x1b")


def broken(data: bytes, name: str) -> object:
    raise IndexError


@pytest.mark.parametrize(
    ("read", "error"),
    [(endless, TooMuchWorkError), (greedy, MemoryError), (talkative, AssertionError), (broken, IndexError)],
)
def test_the_oracle_catches(read: Callable[[bytes, str], object], error: type[BaseException]) -> None:
    with pytest.raises(error):
        outcome(Reader("x", ".x", (b"",), read), b"")
    with bounded(steps=10, megabytes=100):
        made = bytes(10_000_000)
    assert len(made) == 10_000_000
    assert len([bytes(10_000_000) for _ in range(20)]) == 20  # and afterwards all is as it was
