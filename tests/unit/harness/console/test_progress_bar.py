"""The bar for work that takes more than a second."""

from __future__ import annotations

import io
import re
import sys

import pytest

from harness.cli import main
from harness.console.progress_bar import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


def shown(monkeypatch: pytest.MonkeyPatch, error: io.StringIO, seconds: float) -> str:
    """Return the standard error after four parts of ten, each of which takes this long."""
    now = 0.0
    monkeypatch.setattr(sys, "stderr", error)
    with progress_bar("explaining", 10, clock=lambda: now) as advance:
        for _ in range(4):
            now += seconds
            advance(1)
    return error.getvalue()


def test_it_is_shown_once_the_work_takes_more_than_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = shown(monkeypatch, Terminal(), 0.5)
    assert "explaining" in drawn
    assert "20%" in drawn or "40%" in drawn


def test_quick_work_shows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Terminal(), 0.2) == ""


def test_a_file_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, io.StringIO(), 5) == ""


@pytest.mark.parametrize("name", ["heart.txt", "tulips.g"])
def test_numbers_found_are_struck_out_on_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    output = Terminal()
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["explain", f"puzzles/{name}", "--brief"]) == 0
    struck = re.findall(r"\x1b\[[\d;]*9m([^\x1b]+)", output.getvalue())
    assert struck
    assert all(re.fullmatch(r"\d+( \w+)?", number) for number in struck)
