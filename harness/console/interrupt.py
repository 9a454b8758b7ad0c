"""Ctrl-C as a wish: the work ends where it is, and what was found so far is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupt:
    """The user's request to stop; call it to ask.

    >>> interrupt = Interrupt()
    >>> interrupt()
    False
    >>> interrupt.ask()
    >>> interrupt()
    True
    """

    def __init__(self) -> None:
        self._asked = False

    def __call__(self) -> bool:
        return self._asked

    def ask(self) -> None:
        """Ask for the end.

        Raises:
            KeyboardInterrupt: it was asked for already: whoever asks twice will not wait.
        """
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Within, Ctrl-C (and a request to terminate) only asks for the end; the second one ends at once.

    Signals that are ignored, as for a command in the background, stay so; outside the main thread nothing changes.
    """
    interrupt = Interrupt()
    before: dict[signal.Signals, signal._HANDLER] = {}

    def handle(number: int, frame: FrameType | None) -> None:
        interrupt.ask()

    if threading.current_thread() is threading.main_thread():
        for wish in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(wish) not in (signal.SIG_IGN, None):
                before[wish] = signal.signal(wish, handle)
    try:
        yield interrupt
    finally:
        for wish, handler in before.items():
            signal.signal(wish, handler)
