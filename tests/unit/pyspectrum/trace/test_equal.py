"""The viewer's model equals the machine: all frames, and all instructions of some, on all examples."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pyspectrum import Spectrum
from tests.house import ROOT
from tests.unit.pyspectrum.trace.rig import HERE, NODE_SECONDS, VIEWER, compare, node, trace_of

EXAMPLES = ("gems", "guess", "rooms", "snake", "turbo")


def run_example(name: str, folder: Path, *options: str) -> list[Path]:
    """The traces of an example's tests."""
    command = [sys.executable, "-m", "pytest", str(ROOT / "docs" / "examples" / name), "-q", "-n", "0"]
    command += ["-p", "tests.unit.pyspectrum.trace.dump_instructions", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    command += ["--spectrum-trace=on", "--spectrum-video=off", f"--spectrum-output={folder}", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(folder.glob("*/trace.html"))


def differences(page: Path) -> tuple[int, list[int], list[int]]:
    """Return the number of instructions compared, and the frames and instructions that differ."""
    command = [node(), str(HERE / "equal.mjs"), str(page), str(page.with_name("instructions.bin")), VIEWER.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["compared"], found["differing"], found["wrong"]


def assert_equal(pages: list[Path]) -> None:
    compared = 0
    for page in pages:
        assert "The replay differs" not in page.read_text(encoding="utf-8"), page
        instructions, *differing = differences(page)
        assert differing == [[], []], page
        compared += instructions
    assert compared > 200


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_viewer_computes_what_the_machine_did(name: str, tmp_path: Path) -> None:
    node()
    assert_equal(run_example(name, tmp_path, "--maxfail=1", "-k", QUICK[name]))


QUICK = {
    "gems": "test_space_starts",
    "guess": "test_a_guess_too_low",
    "rooms": "test_two_keys",
    "snake": "test_there_is_no_way",
    "turbo": "test_there_are_stripes",
}
"""Some tests of each example; the slow test takes all."""


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_viewer_computes_what_the_machine_did_in_every_test(name: str, tmp_path: Path) -> None:
    node()
    assert_equal(run_example(name, tmp_path))


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
    found = compare(trace_of(spectrum, play), tmp_path, range(0, 300, 60))
    assert found["compared"] > 5000
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
    assert differences(page)[1] != []
