"""The pytest plugin in processes of its own: workers of xdist, no use of it, and no plugins but those named."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.unit.pyspectrum.test_pytest_plugin import GOLDENS_OF_ONE_NAME, QUICK, Run, results
from tests.unit.pyspectrum.test_pytest_plugin import run as run

pytest_plugins = ["pytester"]


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
    index = (pytester.path / "spectrum-results" / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'<a href="(.+?)">(.+?)</a>', index)
    assert [test.partition("[")[2] for _, test in links] == ["\\xe4]", "a b]", "a-b]", "a/b]"]
    assert all((pytester.path / "spectrum-results" / unquote(link)).is_file() for link, _ in links)


def test_two_goldens_of_one_name_do_not_overwrite_each_other_on_two_workers(run: Run) -> None:
    tests = GOLDENS_OF_ONE_NAME.format(borders="1, 1, 2, 3, 4, 5")
    outcomes = run(tests, "-n", "2", "--spectrum-update").parseoutcomes()
    passed, failed = outcomes["passed"], outcomes["failed"]  # of each kind both of BORDER 1 come first, or one other
    assert passed + failed == 2 * 6
    assert 2 <= passed <= 4
    assert run(tests).ret == pytest.ExitCode.TESTS_FAILED


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


SOURCE = (Path(__file__).parent / "covered.asm").read_text("utf-8")
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


def test_lines_are_merged_over_tests_and_workers(pytester: pytest.Pytester) -> None:
    (pytester.path / "game.asm").write_text(SOURCE, encoding="utf-8")
    pytester.makepyfile(test_game=TESTS)
    result = pytester.runpytest_subprocess("-p", "no:hypothesispytest", "--spectrum-coverage=lcov,html", "-n", "2")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*game.asm: 13 of 15 lines, 86 %", "*coverage.info", "*coverage.html"])
    lines = (pytester.path / "spectrum-results" / "coverage.info").read_text(encoding="utf-8").splitlines()
    assert "SF:game.asm" in lines
    assert [line for line in lines if line.startswith("DA:") and line.endswith(",0")] == ["DA:10,0", "DA:16,0"]
    assert "LH:13" in lines
    page = (pytester.path / "spectrum-results" / "coverage.html").read_text(encoding="utf-8")
    assert page.count('class="missed"') == 2
    assert page.count('class="ran"') == 13
    assert "never:  nop" in page
