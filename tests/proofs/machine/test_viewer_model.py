"""The viewer's model equals the machine: all frames, and all instructions of some, on all examples."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pyspectrum import Spectrum
from tests.house import ROOT
from tests.unit.pyspectrum.trace.rig import NODE_SECONDS, compare, held_against_the_machine, node, trace_of

EXAMPLES = ("gems", "guess", "rooms", "snake", "turbo")
QUICK = {
    "gems": "test_space_starts_the_game",
    "guess": "test_a_guess_too_low",
    "rooms": "test_two_keys_at_once",
    "snake": "test_there_is_no_way_straight_back",
    "turbo": "test_there_are_stripes",
}
"""A test of each example; the slow test takes all."""


def run_examples(names: tuple[str, ...], folder: Path, *options: str) -> list[Path]:
    """The traces of the examples' tests."""
    tests = [str(ROOT / "docs" / "examples" / name) for name in names]
    command = [
        sys.executable,
        "-m",
        "pytest",
        *tests,
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(ROOT),
    ]
    command += ["-p", "tests.unit.pyspectrum.trace.dump_instructions", f"--spectrum-output={folder}", *options]
    command += ["--spectrum-trace=on", "--spectrum-video=off", "--spectrum-screenshot=off"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(folder.glob("*/trace.html"))


def assert_equal(pages: list[Path], every: int = 1) -> None:
    compared = 0
    for page in pages:
        assert "The replay differs" not in page.read_text(encoding="utf-8"), page
        found = held_against_the_machine(page, every)
        assert (found["differing"], found["wrong"]) == ([], []), page
        compared += found["compared"]  # some tests only look at what has loaded: nothing runs in them
    assert compared > 200


@pytest.mark.slow
def test_the_viewer_computes_what_the_machine_did(tmp_path: Path) -> None:
    node()
    pages = run_examples(EXAMPLES, tmp_path, "-k", " or ".join(QUICK.values()), "--dump-frames=1")
    assert {name for name in EXAMPLES if any(f"-{name}-" in page.parent.name for page in pages)} == set(EXAMPLES)
    assert_equal(pages, every=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_viewer_computes_what_the_machine_did_in_every_test(name: str, tmp_path: Path) -> None:
    node()
    assert_equal(run_examples((name,), tmp_path))


def play(spectrum: Spectrum) -> None:
    spectrum.type("10 FOR i=1 TO 50: PRINT SIN i;: BEEP .01,i: NEXT i\nRUN\n")
    spectrum.run(seconds=1)
    spectrum.poke(0x5800, 7)
    spectrum.core.memory[0x9000] = 1
    spectrum.core.set("bc'", 0x1234)
    spectrum.run_frames(3)


@pytest.mark.parametrize("model", ["48", "128", "+2"])
def test_basic_and_what_the_test_changes_itself(model: str, tmp_path: Path) -> None:
    spectrum = Spectrum(model)
    spectrum.boot("128" if model != "48" else None)
    found = compare(trace_of(spectrum, play), tmp_path, range(0, 300, 150), every=8)
    assert found["compared"] > 2000
    assert (found["differing"], found["wrong"]) == ([], [])


def test_a_difference_is_noticed(tmp_path: Path) -> None:
    spectrum = Spectrum()
    spectrum.boot()
    journal = trace_of(spectrum, lambda machine: machine.type("1"))
    found = compare(journal, tmp_path, range(2))
    page = tmp_path / "trace.html"
    text = page.read_text(encoding="utf-8")
    head = text.index('id="reads-0">') + len('id="reads-0">')
    nothing = "AwA="  # deflated
    page.write_text(text[:head] + nothing + text[text.index("</script>", head) :], encoding="utf-8")
    assert found["differing"] == []
    assert held_against_the_machine(page)["differing"] != []
