"""Calls at the frames' edges while a machine runs, for those who watch it: videos, recorders."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Self

from pyspectrum.core.core import Core


class Closing:
    """Something in force until `close`, or for a ``with`` block.

    `end` ends it, and does nothing when that has been done already.
    """

    def __init__(self, end: Callable[[], object]) -> None:
        self._end = end

    def close(self) -> None:
        """End it; nothing happens when that has been done already."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_NEVER = sys.maxsize


class FrameListener(Closing):
    """A callback in force until `close`, or for a ``with`` block, once in `every` frames; it is `due` in T-states."""

    def __init__(self, frames: Frames, callback: Callable[[], None], every: int) -> None:
        super().__init__(lambda: frames.remove(self))
        self.callback, self.every, self.due = callback, every, 0


class Frames:
    """The callbacks at a machine's frame edges.

    >>> from pyspectrum import Spectrum
    >>> spectrum, seen = Spectrum(), []
    >>> with spectrum.frames.listen(lambda: seen.append(spectrum.tstates // 69_888), every=2):
    ...     spectrum.run_frames(7)
    >>> seen
    [2, 4, 6]
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._per_frame = core.model.tstates_per_frame
        self._listeners: list[FrameListener] = []
        self.due = _NEVER
        """T-states of the next listener's call."""

    def listen(self, callback: Callable[[], None], *, every: int = 1) -> FrameListener:
        """Call `callback` at the start of each frame, or of each whose number `every` divides.

        It is called between two instructions, the first time at the next such frame. It must not run the machine.
        """
        if every < 1:
            raise ValueError(f"cannot call every {every} frames; use 1 or more")
        listener = FrameListener(self, callback, every)
        self._listeners.append(listener)
        self._schedule(listener)
        self._look_ahead()
        return listener

    def remove(self, listener: FrameListener) -> None:
        """Stop calling this one."""
        self._listeners = [other for other in self._listeners if other is not listener]
        self._look_ahead()

    def call(self) -> None:
        """Call those whose frame has begun."""
        now = self._core.tstates
        if now < self.due:
            return
        for listener in tuple(self._listeners):
            if listener.due <= now:
                self._schedule(listener)
                listener.callback()
        self._look_ahead()

    def clock_was_set(self) -> None:
        """The machine's clock has jumped: continue from there."""
        for listener in self._listeners:
            self._schedule(listener)
        self._look_ahead()

    def _schedule(self, listener: FrameListener) -> None:
        span = listener.every * self._per_frame
        listener.due = (self._core.tstates // span + 1) * span

    def _look_ahead(self) -> None:
        self.due = min((listener.due for listener in self._listeners), default=_NEVER)
