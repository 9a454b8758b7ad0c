"""The pytest plugin: the machines it lends, what it loads once, and what a failed test leaves behind."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

# pytester takes modules that were imported in an inner run out again; those of the machine have to stay
import pyspectrum.testing.evidence
import pyspectrum.testing.goldens
import pyspectrum.testing.machine_cache  # noqa: F401
from pyspectrum import Spectrum
from pyspectrum.snapshot import read_snapshot
from tools.cpu_time import children_seconds

pytest_plugins = ["pytester"]

PROGRAM = """
from pyspectrum import Tape, expect
from pyspectrum.basic import tokenise
from pyspectrum.tape import program_blocks, write_tap

LISTING = '10 PRINT AT 5,0;"PRESS A KEY"' + chr(10) + '20 PAUSE 0: PRINT AT 7,0;"PRESSED": GO TO 20'
TAPE = Tape(program_blocks("demo", tokenise(LISTING), 10))
"""
QUICK = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
FAILING = (
    PROGRAM
    + """
def test_fails(load):
    spectrum = load(TAPE, until="PRESS A KEY")
    spectrum.press("k")
    expect(spectrum).to_show("PRESSED")
    expect(spectrum).to_show("NEVER", timeout=1)
"""
)


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> object:
    """Run the tests in a text, in this process, with these options."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    for name in ("CI", "BUILD_NUMBER"):  # under these pytest prints each message twice, the second time in its summary
        monkeypatch.delenv(name, raising=False)

    def run_tests(text: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(textwrap.dedent(text))
        return pytester.runpytest_inprocess("--strict-markers", *QUICK, *options)

    return run_tests


def results(pytester: pytest.Pytester, folder: str = "spectrum-results") -> list[str]:
    """The files left, without the folder of the test."""
    return sorted(path.name for path in Path(pytester.path, folder).glob("*/*"))


def test_each_test_gets_a_booted_machine_as_if_made_for_it(run) -> None:  # type: ignore[no-untyped-def]
    result = run(
        """
        def test_one(spectrum):
            assert "1982 Sinclair" in spectrum.text_lines()[23]
            spectrum.core.memory[40000] = 1
            spectrum.hold("a")
            spectrum.type("PRINT 1")

        def test_other(spectrum):
            assert "1982 Sinclair" in spectrum.text_lines()[23]
            assert spectrum.core.memory[40000] == 0
            assert set(spectrum.core.keyboard_rows) == {31}
        """
    )
    result.assert_outcomes(passed=2)


def test_one_test_s_machine_does_not_reach_the_next(run) -> None:  # type: ignore[no-untyped-def]
    result = run(
        """
        reads = []

        def test_leaves_a_hook(spectrum):
            spectrum.ports.on_read(0xFE, lambda port, tstates: reads.append(port))

        def test_finds_none(spectrum):
            reads.clear()
            spectrum.run_frames(5)
            assert reads == []
        """
    )
    result.assert_outcomes(passed=2)


def test_the_mark_says_which_machine(run) -> None:  # type: ignore[no-untyped-def]
    result = run(
        """
        import pytest

        @pytest.mark.spectrum(model="128", joystick="kempston")
        def test_both(spectrum):
            assert spectrum.model.name == "128K"
            assert "Tape Loader" in spectrum.text_lines()[8]
            spectrum.joystick("fire")
            assert spectrum.core.kempston == 16

        @pytest.mark.spectrum(model="128", basic="48")
        def test_48_basic(spectrum):
            assert "1982" in spectrum.text_lines()[23]

        @pytest.mark.parametrize("name", [
            pytest.param("48K"), pytest.param("+2", marks=pytest.mark.spectrum(model="+2"))
        ])
        def test_parameters(spectrum, name):
            assert spectrum.model.name == name
        """
    )
    result.assert_outcomes(passed=4)


def test_a_mark_that_says_something_else_is_refused(run) -> None:  # type: ignore[no-untyped-def]
    result = run(
        """
        import pytest

        @pytest.mark.spectrum(modell="128")
        def test_it(spectrum):
            pass

        @pytest.mark.spectrum("128")
        def test_that(spectrum):
            pass

        @pytest.mark.spectrum(model="+4")
        def test_this(spectrum):
            pass
        """
    )
    result.assert_outcomes(errors=3)
    said = result.stdout.str()
    assert "test_it: mark spectrum: what is modell? Write spectrum(model='48', joystick=None, basic=None)" in said
    assert "test_that: mark spectrum: what is '128'? Write spectrum(" in said
    assert "test_this: mark spectrum: no model '+4'; use 48, 128 or +2" in said
    assert "pytest_plugin.py" not in said


def test_a_failure_is_shown_where_the_test_met_it(run) -> None:  # type: ignore[no-untyped-def]
    text = """
        import pytest

        @pytest.fixture
        def game(load):
            return load("no.tap")

        def test_load(game):
            pass

        def test_symbol(spectrum):
            spectrum.run_until_pc("no_such_label")
        """
    result = run(text)
    result.assert_outcomes(errors=1, failed=1)
    said = result.stdout.str()
    assert "no.tap: cannot read the tape" in said
    assert "no_such_label" in said
    assert "machine.py" not in said
    assert "running.py" in run(text, "--full-trace").stdout.str()


def test_a_tape_is_loaded_once_and_symbols_come_with_it(run) -> None:  # type: ignore[no-untyped-def]
    result = run(
        PROGRAM
        + """
import pytest
from pyspectrum import Spectrum, SymbolTable, assemble

loads = []

@pytest.fixture(autouse=True)
def counted(monkeypatch):
    load = Spectrum.load
    monkeypatch.setattr(Spectrum, "load", lambda *a, **k: (loads.append(1), load(*a, **k))[1])

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

def test_symbols_come_from_a_file_beside_the_test_and_from_the_assembler(load, request):
    (request.path.parent / "game.symbol").write_text("main EQU 08000H")
    assert load(TAPE, until="PRESS A KEY", symbols="game.symbol").address("main") == 0x8000
    (request.path.parent / "game.asm").write_text("        org 0x9000" + chr(10) + "main:   ret" + chr(10))
    assert load(TAPE, until="PRESS A KEY", symbols=assemble(request.path.parent / "game.asm")).address("main") == 0x9000

def test_symbols_are_not_left_behind(spectrum):
    assert spectrum.symbols is None
"""
    )
    result.assert_outcomes(passed=6)


def test_a_path_is_looked_for_beside_the_test(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    exec(compile(PROGRAM, "<program>", "exec"), namespace := {})  # type: ignore[var-annotated]
    namespace["write_tap"](pytester.path / "demo.tap", namespace["TAPE"])
    result = run('def test_it(load):\n    load("demo.tap", until="PRESS A KEY")\n')
    result.assert_outcomes(passed=1)


def test_a_failed_test_leaves_what_is_needed(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
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
    (folder,) = Path(pytester.path, "spectrum-results").iterdir()
    assert "test_fails" in folder.name
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


def test_a_load_that_fails_leaves_it_too(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    result = run(
        PROGRAM
        + """
import pytest

@pytest.fixture
def demo(load):
    return load(TAPE, until="NEVER", timeout=10)

def test_it(demo):
    pass
"""
    )
    result.assert_outcomes(errors=1)
    assert "machine.z80" in results(pytester)
    assert result.stdout.str().count("|PRESS A KEY                     |") == 1


def test_the_film_of_a_loaded_machine_begins_there(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    run(
        PROGRAM
        + """
import pytest

@pytest.mark.parametrize("number", [1, 2])
def test_it(load, number):
    spectrum = load(TAPE, until="PRESS A KEY")
    spectrum.run_frames(50)
    assert number == 1
"""
    )
    (film,) = Path(pytester.path).glob("spectrum-results/*/last-seconds.gif")
    with Image.open(film) as pictures:
        assert 900 <= sum(picture.info["duration"] for picture in ImageSequence.Iterator(pictures)) <= 1_200


def test_the_trace_says_if_running_again_is_not_exact(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    run(
        """
        def test_it(spectrum):
            spectrum.core.memory[40000:40007] = bytes([0xDB, 0x7B, 0x32, 0x50, 0xC3, 0x18, 0xF9])
            spectrum.core.pc = 40000
            def poke(port, tstates):
                spectrum.core.memory[50001] = 99  # behind everybody's back, in the middle of an instruction
                return 1
            with spectrum.ports.on_read(0x7B, poke):
                spectrum.run_frames(3)
            assert spectrum.core.memory[50000] == 0
        """
    )
    (trace,) = Path(pytester.path).glob("spectrum-results/*/trace.html")
    assert "The replay differs from frame" in trace.read_text(encoding="utf-8")


def test_answers_of_hooks_come_again(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    run(
        """
        def test_it(spectrum):
            answers = iter(range(1, 100000))
            spectrum.core.memory[40000:40007] = bytes([0xDB, 0x7B, 0x32, 0x50, 0xC3, 0x18, 0xF9])
            spectrum.core.pc = 40000
            with spectrum.ports.on_read(0x7B, lambda port, tstates: next(answers) & 0xFF):
                spectrum.run_tstates(1000)
            assert spectrum.core.memory[50000] == 0
        """
    )
    (trace,) = Path(pytester.path).glob("spectrum-results/*/trace.html")
    assert "The replay differs" not in trace.read_text(encoding="utf-8")


def test_with_all_options_off_nothing_is_left(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    options = ("--spectrum-screenshot=off", "--spectrum-video=off", "--spectrum-trace=off")
    result = run(FAILING, *options)
    result.assert_outcomes(failed=1)
    assert results(pytester) == []
    assert "|PRESSED                         |" in result.stdout.str()  # the screen is shown all the same


def test_with_all_options_on_a_passed_test_leaves_them_too(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    options = ("--spectrum-screenshot=on", "--spectrum-video=on", "--spectrum-trace=on", "--spectrum-output=shown")
    result = run("def test_it(spectrum):\n    spectrum.run_frames(5)\n", *options)
    result.assert_outcomes(passed=1)
    assert results(pytester, "shown") == ["last-seconds.gif", "screen.png", "trace.html"]


def test_files_of_an_earlier_run_go(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    run("def test_it(spectrum):\n    assert not spectrum\n")
    assert results(pytester) != []
    run("def test_it(spectrum):\n    assert spectrum\n")
    assert results(pytester) == []


GOLDEN = """
from pyspectrum import expect

def test_picture(spectrum):
    spectrum.type("BORDER {border}\\n")
    expect(spectrum).to_match_screenshot("border.png", timeout=1)
"""


def test_golden_pictures(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    missing = run(GOLDEN.format(border=2))
    missing.assert_outcomes(failed=1)
    assert "--spectrum-update" in missing.stdout.str()
    run(GOLDEN.format(border=2), "--spectrum-update").assert_outcomes(passed=1)
    assert (pytester.path / "border.png").exists()
    run(GOLDEN.format(border=2)).assert_outcomes(passed=1)
    run(GOLDEN.format(border=5)).assert_outcomes(failed=1)
    colours = {}
    for name in ("expected", "actual", "difference"):
        (path,) = Path(pytester.path).glob(f"spectrum-results/*/{name}.png")
        with Image.open(path) as picture:
            colours[name] = picture.convert("RGB").getpixel((0, 0))
    assert colours["expected"] == (0xD7, 0, 0)
    assert colours["actual"] == (0, 0xD7, 0xD7)
    assert colours["difference"] not in (colours["expected"], colours["actual"])


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_two_goldens_of_one_name_do_not_overwrite_each_other(  # type: ignore[no-untyped-def]
    run, pytester: pytest.Pytester, workers: str
) -> None:
    """Six tests with one name used to pass together while they were written, and five of them failed ever after."""
    tests = """
        import pytest
        from pyspectrum import expect

        @pytest.mark.parametrize("border", [1, 1, 2, 3, 4, 5])
        def test_it(spectrum, border):
            spectrum.type(f"PRINT {{border}}: BORDER {{border}}: PAUSE 0\\n")
            expect(spectrum).{check}
    """
    for check, name in (("to_match_screenshot('one.png')", "one.png"), ("to_match_text('one.txt')", "one.txt")):
        result = run(tests.format(check=check), "-n", workers, "--spectrum-update")
        outcomes = result.parseoutcomes()
        # whichever of them comes first on two workers, both of BORDER 1 or one other
        assert (outcomes["passed"], outcomes["failed"]) in (((2, 4), (1, 5)) if workers == "2" else ((2, 4),))
        assert f"{name} has been written in this run already" in result.stdout.str()
        assert run(tests.format(check=check)).ret == pytest.ExitCode.TESTS_FAILED
        (pytester.path / name).unlink()


def test_a_failure_is_not_hidden_by_one_of_the_plugin(run) -> None:  # type: ignore[no-untyped-def]
    result = run(
        """
        def test_it(spectrum):
            spectrum.core.memory = None
            assert False, "the test's own"
        """
    )
    output = result.stdout.str()
    assert "the test's own" in output
    assert "could not save what the machine did" in output
    assert "INTERNALERROR" not in output


@pytest.mark.slow
def test_workers_of_xdist_do_not_meet(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("where", ["a/b", "a b", "a-b", "ä"])
        def test_it(spectrum, where):
            spectrum.run_frames(3)
            assert where == ""
        """
    )
    result = pytester.runpytest_subprocess("-n", "2", *QUICK)
    result.assert_outcomes(failed=4)
    assert len(results(pytester)) == 4 * 6
    assert result.stdout.str().count("trace.html") == 4


def test_it_costs_nothing_where_it_is_not_used(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_it(pytestconfig):
            assert pytestconfig.pluginmanager.has_plugin("spectrum")
            assert not {"skoolkit", "PIL", "pyspectrum.machine"} & sys.modules.keys()
        """
    )
    pytester.runpytest_subprocess(*QUICK).assert_outcomes(passed=1)


def test_it_can_be_named_where_plugins_are_not_loaded_by_themselves(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile("def test_it(spectrum):\n    assert spectrum.tstates > 0\n")
    pytester.runpytest_subprocess("-p", "spectrum").assert_outcomes(passed=1)
    pytester.runpytest_subprocess().assert_outcomes(errors=1)


@pytest.mark.slow
def test_a_hundred_tests_from_a_loaded_state_take_little(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most 3.3 times a hundred empty ones, which was 1.5 s; the start of Python and the one load are included.

    CPU time, taken in turn, the least of four: other processes can only make one slower.
    """
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # as a rule modules are compiled only once
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(pytester.path / "compiled"))
    hundred = '@pytest.mark.parametrize("number", range(100))'
    ours = f"""{PROGRAM}
import pytest

{hundred}
def test_it(load, number):
    spectrum = load(TAPE, until="PRESS A KEY")
    spectrum.press("abcdefghij"[number % 10])
    expect(spectrum).to_show("PRESSED")
"""
    pytester.makepyfile(test_ours=ours, test_empty=f"import pytest\n\n{hundred}\ndef test_it(number):\n    pass\n")

    def seconds_for(name: str) -> float:
        begun = children_seconds()
        # hypothesis is no part of a stranger's environment, and takes as long to import as all of the rest
        pytester.runpytest_subprocess(*QUICK, "-p", "no:xdist", name).assert_outcomes(passed=100)
        return children_seconds() - begun

    seconds_for("test_ours.py")  # modules are compiled
    ours_seconds, empty_seconds = zip(
        *((seconds_for("test_ours.py"), seconds_for("test_empty.py")) for _ in range(4)), strict=True
    )
    assert min(ours_seconds) <= 3.3 * min(empty_seconds)
