"""Limits on reading an input: time of the processor, not of the clock, and memory beyond what is held already."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

CPU_SECONDS = 2.0
MEGABYTES = 300


class TooSlowError(BaseException):
    """More time than allowed; nothing that catches errors catches it."""


@contextmanager
def bounded(cpu_seconds: float = CPU_SECONDS, megabytes: int = MEGABYTES) -> Iterator[None]:
    """Do what is in the ``with`` block within these limits; Linux and the like only.

    The time is that of this process alone, so a busy machine changes nothing.

    Raises:
        TooSlowError: it took more time.
        MemoryError: it wanted more memory.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + megabytes * 1_000_000, hard))
    handler = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooSlowError
