"""Watching a strategy at work: the grid as it changes, on a terminal or as plain frames."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from harness.puzzle import Grid
from harness.render import render_half_blocks
from harness.solver.strategy import Step, StepKind

FRAME_SECONDS = 1 / 25
"""A terminal is drawn on no more often than that."""


class Watch(AbstractContextManager["Watch"]):
    """Takes steps and shows those that change the grid; `delay_seconds` are waited after each of them."""

    def __init__(self, delay_seconds: float = 0) -> None:
        self._delay_seconds = delay_seconds
        self._shown: Grid | None = None

    def __call__(self, step: Step) -> None:
        """Show the step."""
        if step.kind is StepKind.STALLED:
            self.say(step.note)
        if step.grid == self._shown:
            return
        self._shown = step.grid
        self.draw(step)
        if self._delay_seconds:
            time.sleep(self._delay_seconds)

    def draw(self, step: Step) -> None:
        """Draw a grid that has changed."""
        raise NotImplementedError

    def say(self, sentence: str) -> None:
        """Tell what a picture cannot."""
        raise NotImplementedError

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the output ready for what comes next."""


class FrameWatch(Watch):
    """Plain frames of ``#``, ``.`` and ``?``, one blank line between two; sentences go to `notes`."""

    def __init__(self, frames: TextIO, notes: TextIO, delay_seconds: float = 0) -> None:
        super().__init__(delay_seconds)
        self._frames = frames
        self._notes = notes

    def draw(self, step: Step) -> None:
        """Print a frame, with a blank line behind it."""
        print(step.grid.to_text(), end="\n\n", file=self._frames, flush=True)

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        print(sentence, file=self._notes, flush=True)


class TerminalWatch(Watch):
    """A panel that changes in its place, the step in words below; frames that come too fast to be seen are dropped."""

    def __init__(self, console: Console, title: str, delay_seconds: float = 0) -> None:
        super().__init__(delay_seconds)
        self._title = Text(title)
        self._live = Live(console=console, transient=True, auto_refresh=False)
        self._drawn_at = float("-inf")

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def draw(self, step: Step) -> None:
        """Put the grid into the panel."""
        now = time.monotonic()
        if now - self._drawn_at < FRAME_SECONDS and not self._delay_seconds:
            return
        self._drawn_at = now
        picture = Text(render_half_blocks(step.grid), no_wrap=True)
        panel = Panel(picture, title=self._title, expand=False)
        self._live.update(Group(panel, Text(step.note)), refresh=True)

    def say(self, sentence: str) -> None:
        """Print a sentence above the panel, where it stays."""
        self._live.console.print(Text(sentence))


def open_watch(title: str, delay_seconds: float = 0) -> Watch:
    """The watch that fits the standard output."""
    if sys.stdout.isatty():
        return TerminalWatch(Console(), title, delay_seconds)
    return FrameWatch(sys.stdout, sys.stderr, delay_seconds)
