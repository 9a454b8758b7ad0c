"""Live views on a terminal: a panel that changes in its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from harness.errors import one_line


class LivePanel:
    """A picture in a panel."""

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
    """A panel, of which nothing is left at the end."""
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield LivePanel(live, title)
