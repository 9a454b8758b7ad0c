"""The bar for work that takes more than a second."""

import io
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.cli import main
from harness.commands._streams import busy_bar
from harness.errors import UsageError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


LONG_WORK = {
    "drawing": ("harness.advice.generate.random_puzzle", ("random", "{folder}/x.txt", "--seed", "1")),
    "solving": ("harness.studio.pages.exported", ("page", "puzzles/heart.txt", "--out", "{folder}")),
    "building": ("harness.commands.build.build_all", ("build", "--out", "{folder}")),
}


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Timers are over as soon as they start; returns how long they would have taken."""
    waited: list[float] = []

    class Timer:
        def __init__(self, seconds: float, show: Callable[[], None]) -> None:
            waited.append(seconds)
            self.start, self.cancel = show, lambda: None

    monkeypatch.setattr(threading, "Timer", Timer)
    return waited


@pytest.mark.parametrize("what", LONG_WORK)
def test_long_work_shows_a_bar_by_itself(
    what: str, patience: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    error = Terminal()

    def work(*given: object) -> None:
        assert what in error.getvalue()
        raise UsageError("enough")

    place, arguments = LONG_WORK[what]
    monkeypatch.setattr(place, work)
    monkeypatch.setattr(sys, "stderr", error)
    assert main([argument.format(folder=tmp_path) for argument in arguments]) == 2
    assert "enough" in error.getvalue()
    assert patience == [1.0]


def test_an_explanation_has_as_many_parts_as_cells(
    patience: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stderr", error := Terminal())
    (tmp_path / "x.txt").write_text("rows:\n3\ncolumns:\n1\n1\n1\n")
    assert main(["explain", str(tmp_path / "x.txt")]) == 0
    assert "100%" in error.getvalue()


def test_long_work_into_a_file_gets_none(patience: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", error := io.StringIO())
    with busy_bar("drawing") as advance:
        advance(1)
    assert (patience, error.getvalue()) == ([], "")
