"""Limits on reading an input: steps of Python, counted without a clock, and memory beyond what is held already."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

MEGABYTES = 300


class TooMuchWorkError(BaseException):
    """More steps than allowed; nothing that catches errors catches it."""


@contextmanager
def bounded(steps: int, megabytes: int = MEGABYTES, reached: set[tuple[str, int]] | None = None) -> Iterator[None]:
    """Do what is in the ``with`` block within so many lines, calls and returns of Python, and on Linux so much memory.

    `reached` gets the lines that are run, as a file and a number.

    Work within one call of a function in C counts as one step.

    Raises:
        TooMuchWorkError: it took more.
        MemoryError: it wanted more memory.
    """
    left = steps

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMuchWorkError
        if reached is not None:
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return count

    before = sys.gettrace()
    with _memory(megabytes) if sys.platform == "linux" else nullcontext():
        sys.settrace(count)
        try:
            yield
        finally:
            sys.settrace(before)


@contextmanager
def _memory(megabytes: int) -> Iterator[None]:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + megabytes * 1_000_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
