"""Coverage of a whole test run: what any test executed."""

from typing import Any

import pytest

import pyspectrum.coverage.whole_run
import pyspectrum.testing.expectations
import pyspectrum.testing.machines
from pyspectrum import Spectrum
from pyspectrum.core.states import Footprint

pytest_plugins = ["pytester"]


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


def test_it_takes_no_more_passes_of_the_simulator_than_a_plain_run(
    spectrum: Spectrum, monkeypatch: pytest.MonkeyPatch
) -> None:
    core, execute = spectrum.core, spectrum.core.execute
    passes: list[int] = []

    def counted(until: int, *arguments: Any, **options: Any) -> None:
        passes.append(until)
        execute(until, *arguments, **options)

    monkeypatch.setattr(core, "execute", counted)
    monkeypatch.setattr(core, "step", None)
    spectrum.run_frames(20)
    plain = len(passes)
    core.footprint = Footprint(core.page_at)
    spectrum.run_frames(20)
    assert plain < len(passes) <= 2 * plain < 20


def test_the_report_of_a_source_that_is_gone_has_its_line_numbers() -> None:
    text = pyspectrum.coverage.whole_run.page({"gone.asm": {1: 1, 3: 0}})
    for kind, number in (("ran", 1), ("", 2), ("missed", 3)):
        assert f'<span class="{kind}"><b class="number">{number}</b></span>' in text
