"""The viewer's model equals the machine: all frames, and all instructions of some, on all examples."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pyspectrum import Spectrum
from pyspectrum.trace import write
from tests.house import ROOT
from tests.slow.machine.viewer_rig import NODE_SECONDS, compare, held_against_the_machine, node, trace_of

EXAMPLES = ("gems", "rooms", "snake")
"""Loaded by pulses, with banks, and without either; BASIC is below."""
# start: ld hl,0x4000; ld de,0x1800; again: ld a,r; add a,(hl); rlca; ld (hl),a; inc hl; dec de; ld a,d; or e
# jr nz,again; jr start
NOISE = bytes.fromhex("210040110018ed5f860777231b7ab320f518ed")


def run_examples(name: str, folder: Path) -> list[Path]:
    """The traces of an example's tests."""
    command = [sys.executable, "-m", "pytest", str(ROOT / "docs" / "examples" / name), "-q", "-n", "0"]
    command += ["-p", "no:cacheprovider", "--rootdir", str(ROOT), "-p", "tests.slow.machine.viewer_rig"]
    command += [f"--spectrum-output={folder}", "--spectrum-trace=on", "--spectrum-video=off"]
    command += ["--spectrum-screenshot=off"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=NODE_SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(folder.glob("*/trace.html"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_viewer_computes_what_the_machine_did_in_every_test(name: str, tmp_path: Path) -> None:
    node()
    compared = 0
    for page in run_examples(name, tmp_path):
        assert "The replay differs" not in page.read_text(encoding="utf-8"), page
        found = held_against_the_machine(page)
        assert (found["differing"], found["wrong"]) == ([], []), page
        compared += found["compared"]  # some tests only look at what has loaded: nothing runs in them
    assert compared > 200


def play(spectrum: Spectrum) -> None:
    spectrum.type("10 FOR i=1 TO 50: PRINT SIN i;: BEEP .01,i: NEXT i\nRUN\n")
    spectrum.run(seconds=1)
    spectrum.poke(0x5800, 7)
    spectrum.core.memory[0x9000] = 1
    spectrum.core.set("bc'", 0x1234)
    spectrum.run_frames(3)


def test_basic_and_what_the_test_changes_itself(tmp_path: Path) -> None:
    spectrum = Spectrum("128")
    spectrum.boot("128")
    found = compare(trace_of(spectrum, play), tmp_path, range(0, 300, 150), every=8)
    assert found["compared"] > 2000
    assert (found["differing"], found["wrong"]) == ([], [])


def noise(spectrum: Spectrum) -> None:
    spectrum.poke(0x8000, NOISE)
    spectrum.core.pc = 0x8000
    spectrum.run(seconds=1)


def test_frames_that_do_not_fit_are_thinned_and_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "FRAMES_BUDGET", 2_000)
    spectrum = Spectrum()
    spectrum.boot()
    found = compare(trace_of(spectrum, noise), tmp_path, range(0, 50, 10))
    assert int(re.findall(r'"every":(\d+)', (tmp_path / "trace.html").read_text(encoding="utf-8"))[0]) > 1
    assert (found["differing"], found["wrong"]) == ([], [])
    assert found["compared"] > 10_000


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
