"""The file: what does not fit is thinned, and what was thinned is computed again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyspectrum import Spectrum
from pyspectrum.trace import encode, page
from pyspectrum.trace.write import trace_page
from tests.unit.pyspectrum.trace.rig import VIEWER, compare, trace_of

# start: ld hl,0x4000; ld de,0x1800; again: ld a,r; add a,(hl); rlca; ld (hl),a; inc hl; dec de; ld a,d; or e
# jr nz,again; jr start
NOISE = bytes.fromhex("210040110018ed5f860777231b7ab320f518ed")


def noise(spectrum: Spectrum) -> None:
    spectrum.poke(0x8000, NOISE)
    spectrum.core.pc = 0x8000
    spectrum.run(seconds=1)


@pytest.mark.parametrize("budget", [8_000, 2_000])
def test_frames_that_do_not_fit_are_thinned_and_computed_again(
    budget: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode, "FRAMES_BUDGET", budget)
    spectrum = Spectrum()
    spectrum.boot()
    journal = trace_of(spectrum, noise)
    text = trace_page([journal], test="test.py::test", outcome="passed")
    every = int(re.findall(r'"every":(\d+)', text)[0])
    assert every > 1
    found = compare(journal, tmp_path, range(0, 50, 10))
    assert (found["differing"], found["wrong"]) == ([], [])
    assert found["compared"] > 10_000


def test_the_page_loads_nothing() -> None:
    spectrum = Spectrum()
    spectrum.boot()
    journal = trace_of(spectrum, lambda machine: machine.run_frames(2))
    text = trace_page([journal], test="test_x.py::test_</script><b>", outcome="passed")
    assert "default-src 'none'" in text
    assert not re.search(r'(?:src|href)="|url\((?!#)|import\(|fetch\(', re.sub(r'href="#[^"]*"', "", text))
    assert text.count("</script>") == 1 + 8  # the viewer, and a machine's parts
    assert len(text) < 220_000


def test_every_module_is_in_the_page_after_those_that_it_imports() -> None:
    files = {path.name for path in VIEWER.glob("*.js")}
    assert files == set(page.MODULES)
    for number, name in enumerate(page.MODULES):
        imported = re.findall(r'from "\./([\w.]+)"', (VIEWER / name).read_text(encoding="utf-8"))
        assert set(imported) <= set(page.MODULES[:number]), name


def test_the_viewers_lines_are_below_120_columns() -> None:
    files = [*VIEWER.glob("*.js"), VIEWER / "viewer.css", VIEWER / "page.html"]
    lines = [(path.name, number, line) for path in files for number, line in enumerate(path.open(encoding="utf-8"), 1)]
    assert len(lines) > 2000
    assert [(name, number) for name, number, line in lines if len(line.rstrip("\n")) >= 120] == []
