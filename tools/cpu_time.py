"""CPU time, that of processes begun for the work included: the SAT solver has one of its own for large problems."""

from __future__ import annotations

import os
import time


def cpu_seconds() -> float:
    """Of this process so far, user and system, and of those begun by it that have ended."""
    return children_seconds() + time.process_time()


def children_seconds() -> float:
    """Of the processes begun by this one that have ended, and of those begun by them."""
    try:
        import resource
    except ImportError:  # not on Windows, whose clock ticks every 16 ms
        times = os.times()
        return times.children_user + times.children_system
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
