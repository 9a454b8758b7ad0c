"""Live views on a terminal: a panel that changes in its place."""

from __future__ import annotations

from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from harness.errors import one_line


class LivePanel(AbstractContextManager["LivePanel"]):
    """A picture in a panel; leaves nothing behind when it is closed."""

    def __init__(self, console: Console, title: str) -> None:
        self._title = Text(one_line(title))
        self._live = Live(console=console, transient=True, auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def draw(self, picture: Text, note: str) -> None:
        """Put another picture into the panel; the note stands below it, where a narrow picture does not cut it off."""
        panel = Panel(picture, title=self._title, expand=False)
        self._live.update(Group(panel, Text(one_line(note))), refresh=True)

    def say(self, sentence: str) -> None:
        """Print a sentence above the panel, where it stays."""
        self._live.console.print(Text(one_line(sentence)))
