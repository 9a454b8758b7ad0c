"""The fuzzer's own limits bind: else it would pass whatever it is given."""

import sys

import pytest

from harness.errors import HarnessError
from tests.fuzz.bounds import TooSlowError, bounded
from tests.fuzz.corpus import Reader
from tests.fuzz.test_readers import Tally, check_reader

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")


def endless(data: bytes, name: str) -> object:
    while True:
        pass


def greedy(data: bytes, name: str) -> object:
    return [bytes(10_000_000) for _ in range(100)]


def talkative(data: bytes, name: str) -> object:
    raise HarnessError("raw \x1b")


def broken(data: bytes, name: str) -> object:
    raise IndexError


@pytest.mark.slow
@pytest.mark.parametrize(
    ("read", "error"),
    [(endless, TooSlowError), (greedy, MemoryError), (talkative, AssertionError), (broken, IndexError)],
)
def test_the_oracle_catches(read: object, error: type[BaseException]) -> None:
    assert callable(read)
    with pytest.raises(error):
        check_reader(Reader("x", ".x", (b"",), read), b"", "x", Tally())


def test_work_within_the_limits_is_left_alone() -> None:
    with bounded(cpu_seconds=1, megabytes=100):
        made = bytes(10_000_000)
    assert len(made) == 10_000_000
    assert len([bytes(10_000_000) for _ in range(20)]) == 20  # and afterwards all is as it was
