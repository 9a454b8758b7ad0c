"""Display of a strategy at work: the grid as it changes, on a terminal or as plain frames."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from harness.drawing.colours import render_colours, shows_colours
from harness.drawing.terminal import render_half_blocks
from harness.errors import one_line
from harness.puzzle import Grid
from harness.puzzle.palette import Palette
from harness.solver.strategy import Step, StepKind


class LivePanel:
    def __init__(self, live: Live, title: str) -> None:
        self._title = Text(one_line(title))
        self._live = live

    def draw(self, picture: Text, note: str) -> None:
        """Put another picture into the panel; the note stands below it, where a narrow picture does not cut it off."""
        panel = Panel(picture, title=self._title, expand=False)
        self._live.update(Group(panel, Text(one_line(note))), refresh=True)

    def say(self, sentence: str) -> None:
        """Print a sentence above the panel, where it stays."""
        self._live.console.print(Text(one_line(sentence)))


@contextmanager
def live_panel(console: Console, title: str) -> Iterator[LivePanel]:
    """Open a panel, which is erased at the end."""
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield LivePanel(live, title)


_NAP_SECONDS = 0.1  # time between two looks at `should_stop`

FRAME_SECONDS = 1 / 25  # least time between two pictures on a terminal

Render = Callable[[Grid], Text]


@dataclass(frozen=True, slots=True)
class Delay:
    """A pause after each change: `seconds`, or less if `should_stop` says so meanwhile."""

    seconds: float = 0
    should_stop: Callable[[], bool] | None = None

    def wait(self) -> None:
        end = time.monotonic() + self.seconds
        while (left := end - time.monotonic()) > 0 and not (self.should_stop is not None and self.should_stop()):
            time.sleep(min(left, _NAP_SECONDS))


NO_DELAY = Delay()


class Watch:
    """Takes steps and draws those that change the grid, with a delay after each; says what a picture cannot."""

    def __init__(self, draw: Callable[[Step], None], say: Callable[[str], None], delay: Delay = NO_DELAY) -> None:
        self._draw, self._say, self._delay = draw, say, delay
        self._shown: Grid | None = None

    def __call__(self, step: Step) -> None:
        if step.kind is StepKind.STALLED:
            self._say(step.note)
        if step.grid == self._shown:
            return
        self._shown = step.grid
        self._draw(step)
        if self._delay.seconds:
            self._delay.wait()


@contextmanager
def terminal_watch(console: Console, title: str, render: Render, delay: Delay = NO_DELAY) -> Iterator[Watch]:
    """Open a panel that changes in its place, the step in words below; frames too fast to be seen are dropped."""
    drawn_at = float("-inf")

    def draw(step: Step) -> None:
        nonlocal drawn_at
        now = time.monotonic()
        if now - drawn_at >= FRAME_SECONDS or delay.seconds:
            drawn_at = now
            panel.draw(render(step.grid), step.note)

    with live_panel(console, title) as panel:
        yield Watch(draw, panel.say, delay)


@contextmanager
def open_watch(title: str, render: Render, delay: Delay = NO_DELAY) -> Iterator[Watch]:
    """Open a watch in a panel on a terminal, drawn by `render`; elsewhere print plain frames, and sentences to stderr.

    Frames are ``#``, ``.`` and ``?``, or keys, with blank lines between.
    """
    if sys.stdout.isatty():
        with terminal_watch(Console(), title, render, delay) as watch:
            yield watch
    else:
        yield Watch(
            lambda step: print(step.grid.to_text(), end="\n\n", flush=True),
            lambda sentence: print(one_line(sentence), file=sys.stderr, flush=True),
            delay,
        )


def render(grid: Grid, palette: Palette) -> Text:
    """Draw a grid that is watched on a terminal."""
    if not palette.in_colour:
        return Text(render_half_blocks(grid), no_wrap=True)
    return render_colours(grid, palette) if shows_colours(Console()) else Text(grid.to_text())
