"""Coverage: each instruction and each BASIC line, how often and how long, and the reports of it."""

from pathlib import Path
from typing import Any

import pytest

import pyspectrum.testing.expectations
import pyspectrum.testing.machines  # noqa: F401 - pytester takes out what an inner run imports
from pyspectrum import Assembly, Spectrum, SymbolTable, assemble
from pyspectrum.assembler.symbols import parse_symbols
from pyspectrum.core.states import Footprint
from pyspectrum.coverage import Coverage, whole_run
from pyspectrum.errors import BasicError, SpectrumError

pytest_plugins = ["pytester"]

SOURCE = (Path(__file__).parent / "countdown.asm").read_text("utf-8")
TSTATES = {"start": 7, "loop": 13 + 13 + 8, "after": 4 + 12, "done": 10}


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Assembly]:
    folder = tmp_path_factory.mktemp("code")
    (folder / "count.asm").write_text(SOURCE, encoding="ascii")
    return folder, assemble(folder / "count.asm")


@pytest.fixture
def assembly(code: tuple[Path, Assembly], monkeypatch: pytest.MonkeyPatch) -> Assembly:
    """Its source lies in the current folder: reports name it without one."""
    monkeypatch.chdir(code[0])
    return code[1]


@pytest.fixture
def spectrum(spectrum: Spectrum, assembly: Assembly) -> Spectrum:
    spectrum.core.memory[assembly.origin : assembly.end] = assembly.code
    spectrum.symbols = assembly.symbol_table()
    return spectrum


def run_code(spectrum: Spectrum) -> None:
    """From the entry to the return, away from any interrupt."""
    spectrum.core.interrupts_enabled = False
    spectrum.core.pc = 32768
    spectrum.run_until_pc("done")
    spectrum.core.step()


@pytest.fixture
def covered(spectrum: Spectrum) -> Coverage:
    with spectrum.coverage() as coverage:
        run_code(spectrum)
        run_code(spectrum)
    return coverage


def test_executions_and_t_states_are_exact(covered: Coverage, assembly: Assembly) -> None:
    label = assembly.symbols
    executions = [covered.executions(label[name]) for name in ("start", "loop", "give_up", "done")]
    assert executions == [2, 6, 0, 2]
    assert covered.tstates(label["loop"]) == 2 * TSTATES["loop"]
    assert covered.total_tstates == 2 * sum(TSTATES.values())
    assert covered.by_label() == {"start": 14, "loop": 2 * (TSTATES["loop"] + TSTATES["after"]), "done": 20}


def test_reports_have_the_lines_that_never_ran(covered: Coverage) -> None:
    assert [place.rpartition(":")[2] for place in covered.missing_lines] == ["7", "8"]
    assert covered.summary().splitlines() == [
        "               all  run        not run",
        "count.asm  7 lines    5  71 %  7–8",
    ]
    lines = covered.annotated().splitlines()
    assert lines[0] == "count.asm:"
    assert lines[4].split() == ["6", "68", "4", "loop:", "djnz", "loop"]
    assert lines[7].split() == ["-", "7", "give_up:", "ld", "a,1"]
    assert lines[10].split(maxsplit=1) == ["10", 'text:   dm "no code"']
    assert [line[24:28] for line in lines[1:]] == [f"{number:>4}" for number in range(1, 11)]


def test_the_tracefile(covered: Coverage, tmp_path: Path) -> None:
    covered.save_lcov(tmp_path / "coverage.info")
    assert (tmp_path / "coverage.info").read_text(encoding="utf-8").split() == [
        "TN:", "SF:count.asm", "DA:3,2", "DA:4,6", "DA:5,2", "DA:6,2", "DA:7,0", "DA:8,0", "DA:9,2",
        "LF:7", "LH:5", "end_of_record",
    ]  # fmt: skip


def test_the_profile_has_the_longest_first(covered: Coverage) -> None:
    lines = covered.profile(top=2).splitlines()
    assert lines[0].split()[0] == "134"
    assert lines[3].split() == ["100", "74.6%", "loop"]
    assert lines[7].split() == ["68", "50.7%", "count.asm:4"]


def test_code_without_source_lines_is_reported_by_label(spectrum: Spectrum, assembly: Assembly) -> None:
    with spectrum.coverage(SymbolTable(assembly.symbols, assembly.origin, assembly.end)) as coverage:
        run_code(spectrum)
    rows = {line.split()[0]: line.split()[1:] for line in coverage.summary().splitlines()[1:]}
    assert rows["loop"] == ["5", "bytes", "5", "100", "%"]
    assert rows["give_up"] == ["5", "bytes", "0", "0", "%", "all", "of", "it"]
    annotated = coverage.annotated()
    assert "#8002 DJNZ #8002" in annotated
    assert "#8007–#800B (5 bytes)" in annotated


def test_two_at_once_both_count_and_continue_when_entered_again(spectrum: Spectrum) -> None:
    outer, inner = spectrum.coverage(), spectrum.coverage()
    for runs in (1, 2):
        with outer, inner:
            run_code(spectrum)
        run_code(spectrum)
        assert outer.executions(32770) == inner.executions(32770) == 3 * runs
    assert spectrum.core.observer is None


@pytest.fixture
def basic(spectrum: Spectrum) -> Spectrum:
    for line in ("10 REM demo", "20 FOR i=1 TO 3: NEXT i", "30 IF i=4 THEN GO TO 50", "40 PRINT 1", "50 PAUSE 9"):
        spectrum.type(f"{line}\n")
        spectrum.run_frames(20)
    return spectrum


def run_basic(basic: Spectrum) -> None:
    basic.type("RUN\n")
    basic.wait_for_text("0 OK")


def test_basic_lines(basic: Spectrum) -> None:
    with basic.coverage(basic=True) as coverage:
        run_basic(basic)
    assert [coverage.line_runs[line] for line in (10, 20, 30, 40, 50)] == [1, 3, 1, 0, 1]
    assert coverage.missing_basic_lines == (40,)
    assert 9 * 69_888 <= coverage.line_tstates[50] < 12 * 69_888
    assert coverage.summary().splitlines()[-1].split() == ["BASIC", "5", "lines", "4", "80", "%", "40"]
    assert coverage.annotated().splitlines()[-2].split(maxsplit=2) == ["-", "40", "PRINT 1"]
    assert "DA:40,0" in coverage.lcov()
    assert coverage.lcov().split()[-9] == "SF:BASIC"


def test_a_missing_listing_is_reported_at_once(basic: Spectrum) -> None:
    with pytest.raises(BasicError, match=r"^no\.bas: no such listing in /.*; fix the path or pass basic=True$"):
        basic.coverage(basic="no.bas")


def test_basic_lines_by_the_lines_of_their_listing(basic: Spectrum) -> None:
    listing = Path("demo.bas")
    listing.write_text("# a demonstration\n10 REM demo\n\n40 PRINT 1\n50 PAUSE 9\n", encoding="utf-8")
    with basic.coverage(basic=True) as counted, basic.coverage(basic=listing, counts=False) as coverage:
        run_basic(basic)
    assert (coverage.line_runs, coverage.line_tstates) == (counted.line_runs, counted.line_tstates)
    assert " ".join(coverage.lcov().split()[-7:]) == "SF:demo.bas DA:2,1 DA:4,0 DA:5,1 LF:3 LH:2 end_of_record"


def test_basic_lines_on_a_128() -> None:
    spectrum = Spectrum("128")
    spectrum.boot("128")
    spectrum.type("10 FOR i=1 TO 3: NEXT i\n20 GO TO 40\n30 CLS\n40 STOP\n")
    with spectrum.coverage(basic=True, counts=False) as coverage:
        spectrum.type("RUN\n")
        spectrum.wait_for_text("STOP statement")
    assert [coverage.line_runs[line] for line in (10, 20, 30, 40)] == [3, 1, 0, 1]


PAGED_SLD = b"""\
|SLD.data.version|1
main.asm|1||0|-1|-1|Z|pages.size:16384,pages.count:8,slots.count:4,slots.adr:0,16384,32768,49152
main.asm|2||0|2|32768|L|,start,,
main.asm|2||0|2|32768|T|
one.asm|1||0|1|49152|L|,one,,
one.asm|1||0|1|49152|T|
one.asm|2||0|1|49153|T|
three.asm|1||0|3|49152|L|,three,,
three.asm|1||0|3|49152|T|
three.asm|2||0|3|49154|T|
three.asm|3||0|3|49156|T|
three.asm|4||0|3|49157|T|
"""


def test_in_switched_memory_each_bank_counts_for_itself() -> None:
    spectrum = Spectrum("128")
    spectrum.boot()  # 48 BASIC would lock the paging
    calls = "01 fd 7f 3e {} ed 79 cd 00 c0"  # page a bank in and call it
    spectrum.poke(32768, bytes.fromhex(calls.format("11") + calls.format("13") + "3e 10 ed 79 c9"))
    spectrum.core.banks[1][:2] = bytes.fromhex("00 c9")  # nop / ret
    spectrum.core.banks[3][:6] = bytes.fromhex("06 03 10 fe c9 00")  # ld b,3 / djnz to itself / ret / nop
    spectrum.core.set("sp", 0xBF00)  # a stack that is not switched away
    with spectrum.coverage(parse_symbols(PAGED_SLD)) as coverage:
        spectrum.call(32768)
    assert [coverage.executions(49152, bank) for bank in (0, 1, 3)] == [0, 1, 1]
    assert coverage.executions(49152) == 2
    assert (coverage.executions(49154, 1), coverage.executions(49154, 3)) == (0, 3)
    assert coverage.missing_lines == ("three.asm:4",)
    by_label = coverage.by_label()
    # bank 1 and bank 3 are contended: their instructions take what they take anywhere, or more
    assert 14 <= by_label["one"] < by_label["three"]
    assert by_label["three"] >= 7 + 13 + 13 + 8 + 10


def test_without_counts_it_says_what_ran(spectrum: Spectrum, assembly: Assembly) -> None:
    with spectrum.coverage(counts=False) as coverage:
        run_code(spectrum)
        run_code(spectrum)
        assert spectrum.core.observer is None  # so nothing is called for an instruction
    label = assembly.symbols
    assert [coverage.executions(label[name]) for name in ("start", "loop", "give_up", "done")] == [1, 1, 0, 1]
    assert [place.rpartition(":")[2] for place in coverage.missing_lines] == ["7", "8"]
    assert coverage.total_tstates == 2 * sum(TSTATES.values())
    assert "DA:4,1" in coverage.lcov()
    with pytest.raises(SpectrumError, match="no times; open it without counts=False"):
        coverage.profile()
    assert spectrum.core.footprint is None


def test_the_footprint_of_a_whole_run_has_what_coverage_saw(spectrum: Spectrum) -> None:
    footprint = spectrum.core.track()
    with spectrum.coverage(counts=False):
        run_code(spectrum)
    assert spectrum.core.footprint is footprint
    assert any(place & 0xFFFF == 32768 for place in footprint.settle())


# -- what any test of a run executed -----------------------------------------------------------------


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
    text = whole_run.page({"gone.asm": {1: 1, 3: 0}})
    for kind, number in (("ran", 1), ("", 2), ("missed", 3)):
        assert f'<span class="{kind}"><b class="number">{number}</b></span>' in text
