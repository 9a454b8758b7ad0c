"""Watching a strategy at work: the grid as it changes, on a terminal or as plain frames."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.text import Text

from harness.drawing.live import LivePanel
from harness.errors import one_line
from harness.puzzle import Picture
from harness.solver.strategy import Step, StepKind

_NAP_SECONDS = 0.1
"""Time between two questions whether to stop, while a delay passes."""

FRAME_SECONDS = 1 / 25
"""A terminal is drawn on no more often than that."""

Render = Callable[[Picture], Text]


@dataclass(frozen=True, slots=True)
class Delay:
    """A pause after each change: `seconds`, or less if `should_stop` says so meanwhile."""

    seconds: float = 0
    should_stop: Callable[[], bool] | None = None

    def wait(self) -> None:
        """Let the time pass."""
        end = time.monotonic() + self.seconds
        while (left := end - time.monotonic()) > 0 and not (self.should_stop is not None and self.should_stop()):
            time.sleep(min(left, _NAP_SECONDS))


NO_DELAY = Delay()


class Watch(AbstractContextManager["Watch"]):
    """Takes steps and shows those that change the grid; there is a delay after each of them."""

    def __init__(self, delay: Delay = NO_DELAY) -> None:
        self._delay = delay
        self._shown: Picture | None = None

    def __call__(self, step: Step) -> None:
        """Show the step."""
        if step.kind is StepKind.STALLED:
            self.say(step.note)
        if step.grid == self._shown:
            return
        self._shown = step.grid
        self.draw(step)
        if self._delay.seconds:
            self._delay.wait()

    def draw(self, step: Step) -> None:
        """Draw a grid that has changed."""
        raise NotImplementedError

    def say(self, sentence: str) -> None:
        """Say what a picture cannot."""
        raise NotImplementedError

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the output ready for what comes next."""


class FrameWatch(Watch):
    """Plain frames of ``#``, ``.`` and ``?`` (or colours' keys), a blank line between two; sentences go to `notes`."""

    def __init__(self, frames: TextIO, notes: TextIO, delay: Delay = NO_DELAY) -> None:
        super().__init__(delay)
        self._frames = frames
        self._notes = notes

    def draw(self, step: Step) -> None:
        """Print a frame and a blank line."""
        print(step.grid.to_text(), end="\n\n", file=self._frames, flush=True)

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        print(one_line(sentence), file=self._notes, flush=True)


class TerminalWatch(Watch):
    """A panel that changes in its place, the step in words below; frames that come too fast to be seen are dropped."""

    def __init__(self, panel: LivePanel, render: Render, delay: Delay = NO_DELAY) -> None:
        super().__init__(delay)
        self._panel = panel
        self._render = render
        self._drawn_at = float("-inf")

    def __enter__(self) -> Self:
        self._panel.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._panel.__exit__(kind, error, trace)

    def draw(self, step: Step) -> None:
        """Put the grid into the panel."""
        now = time.monotonic()
        if now - self._drawn_at < FRAME_SECONDS and not self._delay.seconds:
            return
        self._drawn_at = now
        self._panel.draw(self._render(step.grid), step.note)

    def say(self, sentence: str) -> None:
        """Print a sentence above the panel, where it stays."""
        self._panel.say(sentence)


def open_watch(title: str, render: Render, delay: Delay = NO_DELAY) -> Watch:
    """The watch that fits the standard output; `render` draws pictures for a terminal."""
    if sys.stdout.isatty():
        return TerminalWatch(LivePanel(Console(), title), render, delay)
    return FrameWatch(sys.stdout, sys.stderr, delay)
