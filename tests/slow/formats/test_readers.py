"""Every reader, given damaged files: it takes them or says in one line why not, within steps and memory."""

import json
import random
import re
import sys
import tracemalloc
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import repeat
from unittest.mock import Mock

import hypothesis
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.errors import FormatError, HarnessError
from harness.formats import Source, parse_source
from pyspectrum.errors import MediumWarning, SpectrumError
from tests.fuzz.bounds import TooMuchWorkError, bounded
from tests.fuzz.corpus import Reader, readers
from tests.fuzz.mutations import RUN_BYTES, RUNS, damaged, places, stretched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")

READERS = {reader.name: reader for reader in readers()}
ALL_INPUTS, LONG_RUNS = 10_000, 30
INPUTS = ALL_INPUTS // (len(READERS) - 1) + 1
USUALLY_PAST = 0.35
PAST = {
    **dict.fromkeys(("puzzle.txt", "non", "g", "japan.dat", "pzl", "faase", "lists", "tzx", "pzx", "z80"), 0.56),
    **dict.fromkeys(("keen", "ish"), 0.45),
    **dict.fromkeys(("any format", "colour state"), 0.56),
    **dict.fromkeys(("pbm-plain", "image", "colour image", "medium"), 0.25),
    **dict.fromkeys(("text", "pbm"), 0.15),
    **dict.fromkeys(("png", "gif", "tif", "scr", "screen"), 0.05),
    "sna": 0.02,
}
"""Least shares of inputs past the first check, four deviations below what is usual, so that no seed fails by chance;
small if that check is the size, or a library's own."""
OURS = re.compile(r"[/\\](?:harness|pyspectrum)[/\\]")
REFUSED_AT_ONCE = (b"", b"\0", b"x", b"x y\nz\n", b"\xff\xfe")
NAMES = ("x", "two\nlines", "esc\x1b[31m", "u2028\u2028", "half\udc80")


def outcome(reader: Reader, data: bytes, stem: str = "x", reached: set[tuple[str, int]] | None = None) -> str:
    """The oracle: no error but those for the user, and that in one line that any terminal can show."""
    kept = bytes(bytearray(data))
    complaint = ""
    with bounded(reader.steps(data), reached=reached), warnings.catch_warnings():
        warnings.simplefilter("ignore", MediumWarning)
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


def of_readers(reached: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """The lines of our own modules, without those that make an error's sentence."""
    return {(file, line) for file, line in reached if OURS.search(file) and not file.endswith("errors.py")}


@pytest.mark.parametrize("name", READERS)
def test_sound_files_are_read(name: str) -> None:
    ends = {outcome(READERS[name], data) for data in READERS[name].seeds}
    if name != "any format":  # whose seeds have no name to go by
        assert ends == {"read"}


@pytest.mark.parametrize("name", READERS)
def test_damaged_files_are_read_or_refused(name: str, seed: int) -> None:
    """Enough are past the first check: they reach lines of the reader that what is refused at once does not."""
    reader, ends = READERS[name], Counter[str]()
    inputs = INPUTS // 4 if name == "listing" else INPUTS  # each takes as long as ten of the others
    at_once = set[tuple[str, int]]()
    for data in REFUSED_AT_ONCE:
        outcome(reader, data, reached=at_once)
    first = of_readers(at_once)

    @hypothesis.seed(seed)
    @settings(max_examples=inputs, database=None, suppress_health_check=list(HealthCheck))
    @given(damaged(reader.seeds), st.sampled_from(NAMES))
    def run(data: bytes, stem: str) -> None:
        reached = set[tuple[str, int]]()
        ends[outcome(reader, data, stem, reached)] += 1
        ends["past"] += not of_readers(reached) <= first

    run()
    print(f"{name}: {ends['read']} read, {ends['refused']} refused, {ends['past']} past the first check; seed {seed}")
    assert ends["read"] + ends["refused"] >= inputs
    assert ends["refused"] > 0
    assert ends["past"] >= PAST.get(name, USUALLY_PAST) * inputs


def test_a_third_of_ten_thousand_are_past_the_first_check() -> None:
    inputs = {name: INPUTS // 4 if name == "listing" else INPUTS for name in READERS}
    assert sum(inputs.values()) >= ALL_INPUTS
    assert 3 * sum(count * PAST.get(name, USUALLY_PAST) for name, count in inputs.items()) >= sum(inputs.values())


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
        assert tracemalloc.get_traced_memory()[1] < 230 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("read", "error"),
    [
        (lambda data, name: all(True for _ in repeat(None)), TooMuchWorkError),
        (lambda data, name: [bytes(10_000_000) for _ in range(100)], MemoryError),
        (Mock(side_effect=HarnessError("raw \x1b")), AssertionError),
        (Mock(side_effect=IndexError), IndexError),
    ],
    ids=["endless", "greedy", "talkative", "broken"],
)
def test_the_oracle_catches(read: Callable[[bytes, str], object], error: type[BaseException]) -> None:
    with pytest.raises(error):
        outcome(Reader("x", ".x", (b"",), read), b"")
    with bounded(steps=10, megabytes=100):
        made = bytes(10_000_000)
    assert len(made) == 10_000_000
    assert len([bytes(10_000_000) for _ in range(20)]) == 20  # and afterwards all is as it was
