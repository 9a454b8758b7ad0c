"""Display of work under way: panels on a terminal, frames elsewhere."""

import io
import itertools
from contextlib import AbstractContextManager
from types import SimpleNamespace

import pytest
from rich.console import Console
from rich.text import Text

from harness.commands.run import show_progress
from harness.drawing.terminal import render_half_blocks
from harness.drawing.watch import FRAME_SECONDS, Delay, Watch, live_panel, terminal_watch
from harness.puzzle import Grid
from harness.solver.strategy import Step, StepKind
from harness.spectrum.play import Progress
from pyspectrum.models import MODEL_48K


def terminal() -> tuple[Console, io.StringIO]:
    """A terminal of eighty columns, and what was written on it."""
    file = io.StringIO()
    environment = {"TERM": "xterm"}
    return Console(
        file=file, force_terminal=True, width=80, color_system=None, legacy_windows=False, _environ=environment
    ), file


def step(*rows: str, kind: StepKind = StepKind.LINE, note: str = "row 1: 1 cell") -> Step:
    return Step(kind, Grid(rows), note=note)


class TestRunView:
    def test_the_state_of_a_run_is_whole_under_a_narrow_picture(self) -> None:
        console, file = terminal()
        with live_panel(console, "dot") as panel:
            show_progress(panel, MODEL_48K, Progress("entering", None, 0, 0, 0))
            show_progress(panel, MODEL_48K, Progress("solving", Grid(("#",)), 3_500_000, 12, 2))
        shown = file.getvalue()
        assert "entering …" in shown
        assert "▀" in shown
        assert "1.0 s · 12 lines · 2 solutions" in shown


class TestTerminalWatch:
    def watch(self, console: Console, delay_seconds: float = 1e-9) -> AbstractContextManager[Watch]:
        return terminal_watch(console, "x", lambda picture: Text(render_half_blocks(picture)), Delay(delay_seconds))

    def test_a_step_is_a_picture_and_its_sentence(self) -> None:
        console, file = terminal()
        with self.watch(console) as watch:
            watch(step("#?"))
            watch(step("#?", note="the grid does not change"))
            watch(step("#.", kind=StepKind.STALLED, note="here it stalls"))
        shown = file.getvalue()
        assert "row 1: 1 cell" in shown
        assert "the grid does not change" not in shown
        assert "here it stalls\n╭" in shown, "above the panel, where it stays"

    def test_frames_too_fast_to_be_seen_are_dropped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ticks = itertools.count(0, FRAME_SECONDS / 4)
        monkeypatch.setattr("harness.drawing.watch.time", SimpleNamespace(monotonic=lambda: next(ticks)))
        console, file = terminal()
        with self.watch(console, delay_seconds=0) as watch:
            for number in range(9):
                watch(step("".join("#."[number >> bit & 1] for bit in range(4)), note=f"note {number};"))
        assert [number for number in range(9) if f"note {number};" in file.getvalue()] == [0, 4, 8]
