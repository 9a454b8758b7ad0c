"""Coverage of whole runs: lines of all tests and workers, and BASIC lines on a 128K."""

from __future__ import annotations

import pytest

from pyspectrum import Spectrum, expect

pytest_plugins = ["pytester"]

SOURCE = """
        org 0x8000
start:  in a,(0xfe)
        cpl
        and 31
        jr z,start
        rra
        jr c,one
        rra
        jr c,two
        jr start
one:    ld a,1
        jr show
two:    ld a,2
show:   out (0xfe),a
        jr start
never:  nop
"""
TESTS = """
import pytest
from pyspectrum import Tape, assemble, expect, tokenise
from pyspectrum.tape import code_blocks, program_blocks
from pathlib import Path

@pytest.fixture
def code():
    return assemble(Path(__file__).parent / "game.asm")

@pytest.fixture
def game(load, code):
    program = tokenise('10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR 32768')
    return load(Tape(program_blocks("g", program, 10) + code_blocks("c", code.code, code.origin)), symbols=code)

def test_one(game):
    game.hold("SPACE+CAPS")
    expect(game).to_have_border(1)

def test_two(game):
    game.hold("z")
    expect(game).to_have_border(2)
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_lines_are_merged_over_tests_and_workers(pytester: pytest.Pytester, workers: str) -> None:
    (pytester.path / "game.asm").write_text(SOURCE, encoding="utf-8")
    pytester.makepyfile(test_game=TESTS)
    options = ["-p", "no:hypothesispytest", "--spectrum-coverage=lcov,html", "-n", workers]
    run = pytester.runpytest_inprocess if workers == "0" else pytester.runpytest_subprocess
    result = run(*options)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*game.asm: 13 of 15 lines, 86 %", "*coverage.info", "*coverage.html"])
    lines = (pytester.path / "spectrum-results" / "coverage.info").read_text(encoding="utf-8").splitlines()
    assert "SF:game.asm" in lines
    assert [line for line in lines if line.startswith("DA:") and line.endswith(",0")] == ["DA:11,0", "DA:17,0"]
    assert "LH:13" in lines
    page = (pytester.path / "spectrum-results" / "coverage.html").read_text(encoding="utf-8")
    assert page.count('class="missed"') == 2
    assert page.count('class="ran"') == 13
    assert "never:  nop" in page


@pytest.mark.parametrize("model", ["48", "128"])
def test_basic_lines_are_counted_and_timed_without_counts(model: str) -> None:
    lines = []
    for counts in (True, False):
        spectrum = Spectrum(model)
        spectrum.boot("48" if model == "48" else "128")
        spectrum.type('10 LET a=0: FOR i=1 TO 3: LET a=a+i: NEXT i\n20 GO TO 40\n30 PRINT "B"\n40 STOP\n')
        with spectrum.coverage(basic=True, counts=counts) as coverage:
            spectrum.type("RUN\n")
            expect(spectrum).to_report("STOP")
        assert coverage.missing_basic_lines == (30,)
        # NEXT goes back into line 10, which thus begins three times
        assert [coverage.line_runs[line] for line in (10, 20, 40)] == [3, 1, 1]
        lines.append((coverage.line_runs, coverage.line_tstates))
    assert lines[0] == lines[1]
