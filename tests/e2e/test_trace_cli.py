"""``python -m pyspectrum trace``: a trace without pytest, by options or by a recording's keys."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pyspectrum import Spectrum
from pyspectrum.recorder import Recorder
from tests.cases import cases
from tests.cli_runner import Ran, assert_one_line_refusal, run_cli
from tests.e2e.test_spectrum_cli import GAME


@pytest.fixture
def game(tmp_path: Path) -> Path:
    GAME.write(tmp_path / "game.tap")
    return tmp_path / "game.tap"


def trace(game: Path, *arguments: str | Path) -> Ran:
    """Trace a tape where it stands."""
    return run_cli("trace", game, *arguments, cwd=game.parent, tool="spectrum")


@pytest.fixture
def keys(game: Path) -> Path:
    """Keys that were pressed from a booted machine on."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.insert_tape(GAME)
    with Recorder(spectrum) as recorder:
        spectrum.type('LOAD ""\n')
        spectrum.wait_for_text("PRESS A KEY")
        spectrum.press("z")
        spectrum.type("bo\n")
        spectrum.wait_for_text("HELLO bo")
    path = game.with_name("game.keys")
    recorder.recording.save(path)
    return path


def head_of(path: Path) -> dict[str, Any]:
    found = re.search(r'id="head-data-0">(.*?)</script>', path.read_text(encoding="utf-8"))
    assert found
    head: dict[str, Any] = json.loads(found[1])
    return head


def test_a_recordings_keys_are_pressed_and_traced(game: Path, keys: Path) -> None:
    ran = trace(game, "--keys", keys)
    assert (ran.code, ran.out[:26]) == (0, "game.trace.html: written, ")
    head = head_of(game.with_name("game.trace.html"))
    assert (head["outcome"], head["test"]) == ("passed", "game.tap")
    assert not {"failure", "not_exact"} & head.keys()
    pressed = [key for _, down in head["keys"] for key in down]
    assert "".join(key for key in pressed if key in "zbo") == "zbo"
    assert head["frames"] > 10


def test_options_do_without_a_recording(game: Path) -> None:
    assert trace(game, "--press", "z", "--type", "bo\n", "--expect-text", "HELLO bo", "-o", "t.html").code == 0
    head = head_of(game.with_name("t.html"))
    assert head["outcome"] == "passed"
    assert {"press", "type"} <= {call["n"] for call in head["calls"]}


def test_a_text_that_does_not_come_is_exit_code_1_and_a_trace_that_says_so(game: Path) -> None:
    ran = trace(game, "--expect-text", "GAME OVER", "--timeout", "1", "-o", "t.html")
    assert ran.code == 1
    assert "PRESS A KEY" in ran.err
    head = head_of(game.with_name("t.html"))
    assert head["outcome"] == "failed"
    assert "GAME OVER" in head["failure"]["title"]


@cases("arguments", "said")
def test_bad_input_is_one_line_and_writes_nothing(game: Path, keys: Path, arguments: list[str], said: str) -> None:
    before = sorted(game.parent.iterdir())
    assert_one_line_refusal(trace(game, *arguments), said)
    assert sorted(game.parent.iterdir()) == before
