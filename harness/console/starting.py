"""What every command begins with: the time in which a pipe must be read, and a note if solving will be slow."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def starting(parsed: argparse.Namespace, given: Sequence[str]) -> Iterator[None]:
    """Do a command's work within; `given` is what the user typed, for a default is for the solver alone."""
    from harness.files.reading import reading_within

    if sys.stderr.isatty() and (hasattr(parsed, "memory") or getattr(parsed, "solver_only", False)):
        _note_missing_kernel()
    is_limited = any(word.partition("=")[0] == "--timeout" for word in given)
    with reading_within(getattr(parsed, "timeout", None) if is_limited else None):
        yield


def _note_missing_kernel() -> None:
    """Say, once a run, that the solver is slow without its compiled part."""
    from harness.solver.kernel.choose import KERNEL_VARIABLE, has_compiled_kernel

    if not has_compiled_kernel() and not os.environ.get(KERNEL_VARIABLE):
        mend = "install a C compiler and Python's headers, and then this project again"
        print(f"note: without its compiled kernel the solver is some thirty times slower; {mend}", file=sys.stderr)
