"""What `run` shows while it goes on: the grid as the Spectrum draws it, and Spectrum time."""

from __future__ import annotations

from rich.text import Text

from harness.drawing.live import LivePanel
from harness.drawing.terminal import render_half_blocks
from harness.spectrum.play import Progress
from pyspectrum.clock import seconds


class RunView(LivePanel):
    """The grid as the Spectrum shows it, and Spectrum time."""

    def show(self, progress: Progress) -> None:
        """Draw a step of progress."""
        picture = render_half_blocks(progress.grid) if progress.grid else f"{progress.stage} …"
        note = f"{seconds(progress.tstates):.1f} s · {progress.line_calls} lines"
        if progress.solutions:
            note += f" · {progress.solutions} solutions"
        self.draw(Text(picture), note)
