"""The live view of a run: the grid as the Spectrum shows it, and Spectrum time, on a terminal."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from harness.play import Progress
from harness.render import render_half_blocks
from pyspectrum.clock import seconds


class LiveView:
    """A panel that follows the progress; leaves nothing behind when it is closed."""

    def __init__(self, console: Console, title: str) -> None:
        self._title = title
        self._live = Live(console=console, transient=True, auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def show(self, progress: Progress) -> None:
        """Draw a step of progress."""
        picture = render_half_blocks(progress.grid) if progress.grid else f"{progress.stage} …"
        subtitle = f"{seconds(progress.tstates):.1f} s · {progress.line_calls} lines"
        if progress.solutions:
            subtitle += f" · {progress.solutions} solutions"
        self._live.update(Panel(Text(picture), title=self._title, subtitle=subtitle, expand=False), refresh=True)
