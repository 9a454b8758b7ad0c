"""Coverage of a whole test run: what any test executed, in several processes, and what it costs."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyspectrum.coverage.whole_run
import pyspectrum.testing.evidence
import pyspectrum.testing.goldens
import pyspectrum.testing.lending
from pyspectrum import Spectrum
from pyspectrum.core.footprint import Footprint
from tools.cpu_time import cpu_seconds

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
    lines = Path(pytester.path, "spectrum-results", "coverage.info").read_text(encoding="utf-8").splitlines()
    assert "SF:game.asm" in lines
    assert [line for line in lines if line.startswith("DA:") and line.endswith(",0")] == ["DA:11,0", "DA:17,0"]
    assert "LH:13" in lines
    page = Path(pytester.path, "spectrum-results", "coverage.html").read_text(encoding="utf-8")
    assert page.count('class="missed"') == 2
    assert page.count('class="ran"') == 13
    assert "never:  nop" in page


def test_a_run_without_sources_says_so(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(spectrum):\n    spectrum.run_frames(1)\n")
    result = pytester.runpytest_inprocess("-p", "no:hypothesispytest", "--spectrum-coverage", "lcov")
    result.stdout.fnmatch_lines(["*no test had a machine with the source lines*"])
    refused = pytester.runpytest_inprocess("-p", "no:hypothesispytest", "--spectrum-coverage", "xml")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR


def test_pages_of_a_128_are_told_apart() -> None:
    spectrum = Spectrum("128")
    core = spectrum.core
    core.footprint = footprint = Footprint(core.page_at)
    core.ports.before_paging = footprint.leave
    # in bank 0: page bank 1 in, where the code continues
    core.banks[0][0:7] = bytes([0x01, 0xFD, 0x7F, 0x3E, 0x01, 0xED, 0x79])
    core.banks[1][7:9] = bytes([0x18, 0xFE])
    core.pc = 0xC000
    spectrum.run_tstates(200)
    places = {place for place in footprint.settle() if place & 0xFFFF >= 0xC000}
    assert places == {0xC000, 0xC003, 0xC005, 1 << 16 | 0xC007}


def test_instructions_undone_by_a_breakpoint_do_not_count() -> None:
    """Several breakpoints are looked for in passes, which may run beyond the first of them and are undone."""
    spectrum = Spectrum()
    core = spectrum.core
    core.memory[0x8000:0x8020] = bytes(32)  # nop
    core.memory[0x8020:0x8022] = bytes([0x18, 0xFE])
    core.pc = 0x8000
    core.footprint = footprint = Footprint(core.page_at)
    spectrum.run_until_pc(0x8010, 0x8005)
    assert {place & 0xFFFF for place in footprint.settle()} == set(range(0x8000, 0x8005))
    spectrum.run_until_pc(*range(0x8006, 0x8010))
    assert {place & 0xFFFF for place in footprint.settle()} == set(range(0x8000, 0x8006))


@pytest.mark.slow
def test_it_costs_at_most_four_times_the_plain_run() -> None:
    """CPU time, taken in turn, the best of eight: other processes can only make one slower."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type("10 LET a=a+1: GO TO 10\nLET a=0: GO TO 10\n")
    state = spectrum.state()

    def seconds(footprint: Footprint | None) -> float:
        spectrum.restore(state)
        spectrum.core.footprint = footprint
        begun = cpu_seconds()
        for _ in range(300):
            spectrum.run_frames(1)
        return cpu_seconds() - begun

    pairs = [(seconds(None), seconds(Footprint(spectrum.core.page_at))) for _ in range(8)]
    plain, covered = (min(times) for times in zip(*pairs, strict=True))
    assert covered <= 4 * plain


def test_the_report_of_a_source_that_is_gone_has_its_line_numbers() -> None:
    text = pyspectrum.coverage.whole_run.page({"gone.asm": {1: 1, 3: 0}})
    for kind, number in (("ran", 1), ("", 2), ("missed", 3)):
        assert f'<span class="{kind}"><b class="number">{number}</b></span>' in text
