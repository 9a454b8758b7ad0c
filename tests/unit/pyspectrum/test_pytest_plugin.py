"""The pytest plugin: the machines it lends, what it loads once, and what a failed test leaves behind."""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

# pytester takes modules that were imported in an inner run out again; those of the machine have to stay
import pyspectrum.testing.expectations
import pyspectrum.testing.machines  # noqa: F401
from pyspectrum import Spectrum
from pyspectrum.snapshot import read_snapshot

pytest_plugins = ["pytester"]

PROGRAM = """
import re
import pytest
from pyspectrum import Spectrum, SymbolTable, Tape, assemble, expect
from pyspectrum.basic import tokenise
from pyspectrum.tape import code_blocks, program_blocks, write_tap

LISTING = '10 PRINT AT 5,0;"PRESS A KEY"' + chr(10) + '20 PAUSE 0: PRINT AT 7,0;"PRESSED": GO TO 20'
TAPE = Tape(program_blocks("demo", tokenise(LISTING), 10))
"""
QUICK = ("--strict-markers", "-p", "no:hypothesispytest", "-p", "no:pytest_cov")
NOTHING_LEFT = ("--spectrum-screenshot=off", "--spectrum-video=off", "--spectrum-trace=off")
Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the tests in a text, which follow the program's, in this process with these options."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    for name in ("CI", "BUILD_NUMBER"):  # under these pytest prints each message twice, the second time in its summary
        monkeypatch.delenv(name, raising=False)

    def run_tests(text: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(test_inner=PROGRAM + textwrap.dedent(text))
        return pytester.runpytest_inprocess(*QUICK, *options)

    return run_tests


def folder_of(pytester: pytest.Pytester, test: str) -> Path:
    """The one folder with what a test left."""
    (folder,) = (pytester.path / "spectrum-results").glob(f"*{test}*")
    return folder


def results(pytester: pytest.Pytester) -> list[str]:
    """The files left, without the folders of the tests."""
    return sorted(path.name for path in (pytester.path / "spectrum-results").glob("*/*"))


def test_each_test_gets_a_booted_machine_as_if_made_for_it(run: Run) -> None:
    run(
        """
        reads = []

        def test_one(spectrum):
            assert "1982 Sinclair" in spectrum.text_lines()[23]
            spectrum.core.memory[40000] = 1
            spectrum.hold("a")
            spectrum.type("PRINT 1")
            spectrum.symbols = SymbolTable({"here": 40000}, 40000, 40001)
            spectrum.ports.on_read(0xFE, lambda port, tstates: reads.append(port))

        def test_other(spectrum):
            assert "1982 Sinclair" in spectrum.text_lines()[23]
            assert spectrum.core.memory[40000] == 0
            assert set(spectrum.core.keyboard_rows) == {31}
            assert spectrum.symbols is None
            reads.clear()
            spectrum.run_frames(5)
            assert reads == []
        """
    ).assert_outcomes(passed=2)


def test_marks_and_parameters_say_which_machine(run: Run) -> None:
    result = run(
        """
        @pytest.mark.spectrum(model="128", joystick="kempston")
        def test_both(spectrum):
            assert spectrum.model.name == "128K"
            assert "Tape Loader" in spectrum.text_lines()[8]
            spectrum.joystick("fire")
            assert spectrum.core.ports.kempston == 16

        @pytest.mark.spectrum(model="128", basic="48")
        def test_48_basic(spectrum):
            assert "1982" in spectrum.text_lines()[23]

        @pytest.mark.parametrize("name", [
            pytest.param("48K"), pytest.param("+2", marks=pytest.mark.spectrum(model="+2"))
        ])
        def test_parameters(spectrum, name):
            assert spectrum.model.name == name

        @pytest.mark.parametrize(("spectrum", "banked"), [("48", False), ("128", True), ("+2", True)],
                                 indirect=["spectrum"])
        def test_own(spectrum, banked):
            assert spectrum.model.banked == banked

        @pytest.mark.parametrize("spectrum", [{"model": "128", "basic": "48"}, {"joystick": "kempston"}], indirect=True)
        def test_in_detail(spectrum):
            assert (spectrum.core.paging_locked, spectrum.core.ports.kempston) in ((True, None), (True, 0))

        @pytest.mark.parametrize("spectrum", ["64"], indirect=True)
        def test_refused(spectrum):
            pass

        @pytest.mark.parametrize("case", [
            pytest.param(1, marks=pytest.mark.spectrum(modell="128")),
            pytest.param(2, marks=pytest.mark.spectrum("128")),
            pytest.param(3, marks=pytest.mark.spectrum(model="+4")),
        ])
        def test_it(spectrum, case):
            pass
        """
    )
    result.assert_outcomes(passed=9, errors=4)
    said = result.stdout.str()
    assert "test_it[1]: mark spectrum: what is modell? Write spectrum(model='48', joystick=None, basic=None)" in said
    assert "test_it[2]: mark spectrum: what is '128'? Write spectrum(" in said
    assert "test_it[3]: mark spectrum: no model '+4'; use 48, 128 or +2" in said
    assert "pytest_plugin.py" not in said


def test_a_failure_is_shown_where_the_test_met_it(run: Run) -> None:
    text = """
        @pytest.fixture
        def game(load):
            return load("no.tap")

        def test_load(game):
            pass

        def test_symbol(spectrum):
            spectrum.run_until_pc("no_such_label")
        """
    result = run(text, *NOTHING_LEFT)
    result.assert_outcomes(errors=1, failed=1)
    said = result.stdout.str()
    assert "no.tap: cannot read the tape" in said
    assert "no_such_label" in said
    assert "running.py" not in said
    assert said.count("1982 Sinclair") == 2, "the screen of each, which their errors do not show"
    assert "running.py" in run(text, *NOTHING_LEFT, "--full-trace", "-k", "test_symbol").stdout.str()


def test_a_tape_is_loaded_once_and_symbols_come_with_it(run: Run) -> None:
    run(
        """
        loads = []

        @pytest.fixture(autouse=True)
        def counted(monkeypatch, tmp_path):
            load = Spectrum.load
            monkeypatch.setattr(Spectrum, "load", lambda *a, **k: (loads.append(1), load(*a, **k))[1])
            monkeypatch.chdir(tmp_path)

        @pytest.mark.parametrize("number", range(3))
        def test_loaded(load, number):
            spectrum = load(TAPE, until="PRESS A KEY", symbols=SymbolTable({"here": 40000}, 40000, 40001))
            expect(spectrum).not_to_show("PRESSED", timeout=0)
            spectrum.press("a")
            expect(spectrum).to_show("PRESSED")
            assert spectrum.address("here") == 40000
            assert len(loads) == 1

        def test_another_program_is_another_load(load, tmp_path):
            write_tap(tmp_path / "other.tap", Tape(program_blocks("other", tokenise('10 PRINT "HELLO"'), 10)))
            expect(load(tmp_path / "other.tap", until="HELLO")).to_report("0 OK")
            write_tap(tmp_path / "other.tap", Tape(program_blocks("other", tokenise('10 PRINT "GOOD BYE"'), 10)))
            load(tmp_path / "other.tap", until="GOOD BYE")
            assert len(loads) == 3

        def test_files_are_looked_for_beside_the_test(load, request):
            write_tap(request.path.parent / "demo.tap", TAPE)
            (request.path.parent / "game.symbol").write_text("main EQU 08000H")
            assert load("demo.tap", until="PRESS A KEY", symbols="game.symbol").address("main") == 0x8000

        def test_symbols_come_from_the_assembler(load, tmp_path):
            (tmp_path / "game.asm").write_text("        org 0x9000" + chr(10) + "main:   ret" + chr(10))
            assert load(TAPE, until="PRESS A KEY", symbols=assemble(tmp_path / "game.asm")).address("main") == 0x9000
        """
    ).assert_outcomes(passed=6)


FAILING = """
def test_fails(load):
    spectrum = load(TAPE, until="PRESS A KEY")
    spectrum.press("k")
    expect(spectrum).to_show("PRESSED")
    expect(spectrum).to_show("NEVER", timeout=1)
"""


def test_a_failed_test_leaves_what_is_needed(run: Run, pytester: pytest.Pytester) -> None:
    result = run(FAILING)
    result.assert_outcomes(failed=1)
    assert results(pytester) == [
        "keys.txt", "last-seconds.gif", "machine.z80", "screen.png", "screen.txt", "trace.html",
    ]  # fmt: skip
    output = result.stdout.str()
    assert "|PRESSED                         |" in output
    assert "trace.html" in output
    assert "pyspectrum/testing" not in output  # it is shown where the test expected something
    assert "Traceback" not in output
    folder = folder_of(pytester, "test_fails")
    assert "k" in (folder / "keys.txt").read_text(encoding="utf-8").split()
    assert "|PRESS A KEY                     |" in (folder / "screen.txt").read_text(encoding="utf-8")
    # the snapshot continues where the test failed
    spectrum = Spectrum()
    read_snapshot(folder / "machine.z80", spectrum.core)
    assert "PRESSED" in spectrum.text_lines()[7]
    # the film ends with the picture of the failure
    with Image.open(folder / "last-seconds.gif") as film, Image.open(folder / "screen.png") as last:
        milliseconds = sum(picture.info["duration"] for picture in ImageSequence.Iterator(film))
        assert ImageChops.difference(film.convert("RGB"), last.convert("RGB")).getbbox() is None
    assert 1_000 <= milliseconds <= 11_000
    # files of an earlier run go; the screen is shown all the same
    result = run(FAILING, *NOTHING_LEFT)
    result.assert_outcomes(failed=1)
    assert results(pytester) == []
    assert result.stdout.str().count("|PRESSED                         |") == 1


def test_files_left_tell_of_this_test_alone_and_say_if_they_are_not_exact(run: Run, pytester: pytest.Pytester) -> None:
    result = run(
        """
        @pytest.fixture
        def demo(load):
            return load(TAPE, until="NEVER", timeout=2)

        def test_a_load_that_fails(demo):
            pass

        @pytest.mark.parametrize("number", [1, 2])
        def test_film(load, number):
            spectrum = load(TAPE, until="PRESS A KEY")
            spectrum.run_frames(50)
            assert number == 1

        READER = bytes([0xDB, 0x7B, 0x32, 0x50, 0xC3, 0x18, 0xF9])  # in a,(123): ld (50000),a: jr

        def run_reader(spectrum, answer):
            spectrum.core.memory[40000:40007] = READER
            spectrum.core.pc = 40000
            with spectrum.ports.on_read(0x7B, answer):
                spectrum.run_tstates(1000)
            assert spectrum.core.memory[50000] == 0

        def test_inexact(spectrum):
            def poke(port, tstates):
                spectrum.core.memory[50001] = 99  # behind everybody's back, in the middle of an instruction
                return 1
            run_reader(spectrum, poke)

        def test_exact(spectrum):
            answers = iter(range(1, 100000))
            run_reader(spectrum, lambda port, tstates: next(answers) & 0xFF)

        def test_spoilt(spectrum):
            spectrum.core.memory = None
            assert False, "the test's own"
        """
    )
    result.assert_outcomes(passed=1, failed=4, errors=1)
    output = result.stdout.str()
    assert output.count("|PRESS A KEY                     |") == 2, "once for each of two tests"
    assert (folder_of(pytester, "test_a_load_that_fails") / "machine.z80").exists()
    with Image.open(folder_of(pytester, "test_film") / "last-seconds.gif") as pictures:
        assert 900 <= sum(picture.info["duration"] for picture in ImageSequence.Iterator(pictures)) <= 1_200
    for test, is_exact in (("test_exact", True), ("test_inexact", False)):
        trace = (folder_of(pytester, test) / "trace.html").read_text(encoding="utf-8")
        assert ("The replay differs from frame" not in trace) == is_exact
    assert "the test's own" in output
    assert "could not save what the machine did" in output
    assert "INTERNALERROR" not in output


def test_a_failure_behind_a_fixture_s_yield_leaves_files_and_a_short_reason(
    run: Run, pytester: pytest.Pytester
) -> None:
    result = run(
        """
        @pytest.fixture
        def game(spectrum):
            yield spectrum
            expect(spectrum).to_show("BYE", timeout=0.2)

        def test_passes(game):
            game.type("PRINT 1\\n")

        def test_fails_twice(game):
            expect(game).to_show("HELLO", timeout=0.1)
        """
    )
    result.assert_outcomes(passed=1, failed=1, errors=2)
    summary = result.stdout.str().split("short test summary")[-1]
    assert "ERROR test_inner.py::test_passes - the screen: expected 'BYE', shown ''" in summary
    for test, text in (("test_passes", "BYE"), ("test_fails_twice", "HELLO")):
        folder = folder_of(pytester, test)
        assert {"trace.html", "screen.png", "machine.z80"} <= {path.name for path in folder.iterdir()}
        assert not (folder / "machine-2").exists()
        assert text in (folder / "trace.html").read_text(encoding="utf-8")


AS_PYTEST_RERUNFAILURES = """
from _pytest.runner import runtestprotocol

def pytest_runtest_protocol(item, nextitem):
    for attempt in range(2):
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if not any(report.failed for report in reports):
            break
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    return True
"""
AS_PYTEST_RETRY = """
import pytest
from pytest import CallInfo, TestReport

@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report, hook = outcome.get_result(), item.ihook
    if call.when != "call" or not report.failed:
        return
    nobody = pytest.Class.from_parent(item.session, name="nobody")
    CallInfo.from_call(lambda: hook.pytest_runtest_teardown(item=item, nextitem=nobody), when="teardown")
    item._initrequest()
    CallInfo.from_call(lambda: hook.pytest_runtest_setup(item=item), when="setup")
    again = CallInfo.from_call(lambda: hook.pytest_runtest_call(item=item), when="call")
    second = TestReport.from_item_and_call(item, again)
    if again.excinfo:
        hook.pytest_exception_interact(node=item, call=again, report=second)
    report.outcome, report.longrepr = second.outcome, second.longrepr
"""


@pytest.mark.parametrize("conftest", [AS_PYTEST_RERUNFAILURES, AS_PYTEST_RETRY], ids=["rerunfailures", "retry"])
def test_the_last_of_several_attempts_keeps_its_files(run: Run, pytester: pytest.Pytester, conftest: str) -> None:
    pytester.makeconftest(conftest)
    source = """
        attempts = []

        def test_flaky(spectrum):
            attempts.append(1)
            assert len(attempts) == 2

        def test_broken(spectrum):
            expect(spectrum).to_show("NOPE", timeout=0.1)
        """
    result = run(source)
    result.assert_outcomes(passed=1, failed=1)
    summary = result.stdout.str().split("short test summary")[-1]
    assert "FAILED test_inner.py::test_broken - the screen: expected 'NOPE', shown ''" in summary
    folder = folder_of(pytester, "test_broken")
    assert sorted(path.name for path in folder.parent.iterdir()) == ["index.html", folder.name]
    index = (folder.parent / "index.html").read_text(encoding="utf-8")
    assert re.findall('<a href="(.+?)/trace.html">', index) == [folder.name]
    assert {"trace.html", "screen.png", "machine.z80"} <= {path.name for path in folder.iterdir()}
    assert not (folder / "machine-2").exists()


def test_an_error_in_a_callback_shows_its_line_and_the_caller_s(run: Run) -> None:
    result = run(
        """
        def look(machine):
            expect(machine).to_show("NO", timeout=0)

        def fall(machine):
            raise ValueError("mine")

        @pytest.mark.parametrize("callback", [look, fall])
        def test_it(spectrum, callback):
            with spectrum.watch(0x38, callback):
                spectrum.run_frames(2)
        """
    )
    result.assert_outcomes(failed=2)
    looked, fell = result.stdout.str().split("test_it[fall]")[:2]
    where = looked.index('expect(machine).to_show("NO", timeout=0)')
    assert where < looked.index("spectrum.run_frames(2)")
    assert 'raise ValueError("mine")' in fell
    assert "running.py" not in result.stdout.str(), "the lines inside are for --full-trace"


def test_with_all_options_on_a_passed_test_leaves_them_too(run: Run, pytester: pytest.Pytester) -> None:
    options = ("--spectrum-screenshot=on", "--spectrum-video=on", "--spectrum-trace=on", "--spectrum-output=shown")
    run("def test_it(spectrum):\n    spectrum.run_frames(5)\n", *options).assert_outcomes(passed=1)
    left = ["last-seconds.gif", "screen.png", "trace.html"]
    assert sorted(path.name for path in (pytester.path / "shown").glob("*/*")) == left


def test_golden_pictures(run: Run, pytester: pytest.Pytester) -> None:
    source = """
        def test_picture(spectrum):
            spectrum.type("BORDER 2\\n")
            expect(spectrum).to_match_screenshot("border.png", timeout=0.2)
        """
    missing = run(source, *NOTHING_LEFT)
    missing.assert_outcomes(failed=1)
    assert "--spectrum-update" in missing.stdout.str()
    run(source, "--spectrum-update").assert_outcomes(passed=1)
    run(source).assert_outcomes(passed=1)
    run(source.replace("BORDER 2", "BORDER 5")).assert_outcomes(failed=1)
    colours = {}
    for name in ("expected", "actual", "difference"):
        with Image.open(folder_of(pytester, "test_picture") / f"{name}.png") as picture:
            colours[name] = picture.convert("RGB").getpixel((0, 0))
    assert colours["expected"] == (0xD7, 0, 0)
    assert colours["actual"] == (0, 0xD7, 0xD7)
    assert colours["difference"] not in (colours["expected"], colours["actual"])


GOLDENS_OF_ONE_NAME = """
@pytest.mark.parametrize("border", [{borders}])
@pytest.mark.parametrize("kind", ["screenshot", "text"])
def test_it(spectrum, border, kind):
    spectrum.type(f"PRINT {{border}}: BORDER {{border}}: PAUSE 0\\n")
    spectrum.run_frames(10)
    getattr(expect(spectrum), f"to_match_{{kind}}")(f"one-{{kind}}", timeout=0)
"""


def test_two_goldens_of_one_name_do_not_overwrite_each_other(run: Run) -> None:
    tests = GOLDENS_OF_ONE_NAME.format(borders="1, 1, 2")
    result = run(tests, *NOTHING_LEFT, "--spectrum-update")
    result.assert_outcomes(passed=4, failed=2)
    for kind in ("screenshot", "text"):
        assert f"one-{kind} has been written in this run already" in result.stdout.str()
    run(tests, *NOTHING_LEFT).assert_outcomes(passed=4, failed=2)


def test_a_failure_without_a_machine_shows_none_of_another_test(pytester: pytest.Pytester, run: Run) -> None:
    result = run(
        """
        def test_one(spectrum):
            spectrum.type("CLS\\n")

        def test_two():
            assert 1 == 2
        """
    )
    assert result.parseoutcomes() == {"passed": 1, "failed": 1}
    result.stdout.no_fnmatch_line("*Spectrum*")
    assert not (pytester.path / "spectrum-results").exists()
