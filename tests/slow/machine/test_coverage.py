"""Coverage of whole runs: lines of all tests and workers."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

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
