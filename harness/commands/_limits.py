"""Limits of a command, by ``--timeout``, ``--memory`` and Ctrl-C, and the message that names the one reached.

Every command that solves makes its one `Budget` here.
"""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.commands._arguments import memory_size, positive_int, seconds
from harness.solver.budget import MEMORY_BYTES, STOP_WORDS, Budget, StopReason
from harness.solver.strategy import OUTCOME_WORDS, Outcome
from pyspectrum.command_line import Exit, add_to


class Interrupt:
    """The user's request to stop; calling it returns True once there was one."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self) -> bool:
        return self._asked

    def ask(self) -> None:
        """Request the end.

        Raises:
            KeyboardInterrupt: it was requested already; the user will not wait.
        """
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Turn Ctrl-C and a termination signal into a request to stop; the second one ends at once.

    Signals that are ignored, as for a command in the background, stay so; outside the main thread nothing changes.
    """
    interrupt = Interrupt()
    before: dict[signal.Signals, signal._HANDLER] = {}
    if threading.current_thread() is threading.main_thread():
        for wish in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(wish) not in (signal.SIG_IGN, None):
                before[wish] = signal.signal(wish, lambda *_: interrupt.ask())
    try:
        yield interrupt
    finally:
        for wish, handler in before.items():
            signal.signal(wish, handler)


STOP_TEXTS = STOP_WORDS | {
    StopReason.LIMIT: "as many as were asked for",
    **{
        stop: f"{STOP_WORDS[stop]}; --{stop.value} allows more"
        for stop in (StopReason.TIMEOUT, StopReason.LOOKS, StopReason.MEMORY)
    },
}
"""Reasons for the end of a search, for people, and what to do."""


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome for people, with the reason if it is not decided."""
    stop = next((stop for stop in STOP_WORDS if stop.value == outcome.value), None)
    return OUTCOME_WORDS[outcome] if stop is None else f"{OUTCOME_WORDS[outcome]}: {STOP_TEXTS[stop]}"


def exit_code_of(stopped: StopReason | None) -> int:
    """Return the exit code of work that has an answer, unless a limit or the user ended it before."""
    if stopped is None or stopped is StopReason.LIMIT:
        return Exit.GOOD
    return Exit.INTERRUPTED if stopped is StopReason.INTERRUPTED else Exit.UNDECIDED


def add_looks_option(parser: argparse.ArgumentParser) -> None:
    """``--looks``."""
    help = "stop after N analyses of lines (up to 1,023 more), the same everywhere; --timeout has no default then"
    add_to(parser)("--looks N", help, positive_int)


def add_limit_options(parser: argparse.ArgumentParser, help: str, default: float | None = None) -> None:
    """``--timeout``, with its `help`, and ``--memory``."""
    add = add_to(parser)
    add("--timeout S", help, seconds, default)
    parser.set_defaults(timeout_default=default)
    size = "stop before more memory than SIZE is taken, such as 500MB or 4GB; a bare number is in MB "
    add("--memory SIZE", f"{size}(default: {MEMORY_BYTES // 10**9}GB)", memory_size, MEMORY_BYTES)


def budget_of(arguments: argparse.Namespace, should_stop: Callable[[], bool] | None = None) -> Budget:
    """Make a budget of the arguments, from now on; the user's ``--memory`` limits long lists, too."""
    looks = getattr(arguments, "looks", None)
    is_given = arguments.timeout is not arguments.timeout_default
    lists = None if arguments.memory == MEMORY_BYTES else arguments.memory
    return Budget(
        arguments.timeout if looks is None or is_given else None,
        should_stop=should_stop,
        looks=looks,
        memory_bytes=arguments.memory,
        list_bytes=lists,
    )


REFERENCE_SECONDS = 10
"""Least time for the reference solver if ``--timeout`` is for the Spectrum."""


def reference_budget(arguments: argparse.Namespace, should_stop: Callable[[], bool]) -> Budget:
    """Make the reference solver's budget after the Spectrum's run: the same time again, at least `REFERENCE_SECONDS`.

    The Ctrl-C that ended the Spectrum's run does not end this, which is short; another one does.
    """
    limit = None if arguments.timeout is None else max(arguments.timeout, REFERENCE_SECONDS)
    return Budget(limit, should_stop=None if should_stop() else should_stop, memory_bytes=arguments.memory)
