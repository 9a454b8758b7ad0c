"""``build --listing``: a listing in print becomes a tape that plays with our code, and is proved like our own."""

from pathlib import Path

import pytest

from harness.formats import read_puzzle
from harness.spectrum.build import CODE_ADDRESS, line_code
from harness.spectrum.play import OnBranch, play
from harness.verdict import judge
from pyspectrum import Spectrum
from pyspectrum.tape import FileType, read_tap
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.e2e.conftest import BOTH_MACHINES

LISTING = ROOT / "tests" / "data" / "listings" / "mini-crossword.txt"


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("listing") / "mini.tap"
    ran = run_cli("build", "--listing", str(LISTING), "--out", str(path), "--with-code")
    assert ran.code == 0, ran.err
    assert "skipped" in ran.err
    return path


def test_our_code_follows_the_program(tape: Path) -> None:
    blocks = read_tap(tape).blocks
    headers = [block.header for block in blocks if block.header]
    assert [header.file_type for header in headers] == [FileType.PROGRAM, FileType.CODE]
    assert headers[1].parameter1 == CODE_ADDRESS
    assert blocks[-1].payload == line_code().code


@pytest.mark.parametrize("machine", BOTH_MACHINES)
@pytest.mark.parametrize("name", ["car", "heart", "contradiction", "two-solutions", "mask"])
def test_a_program_that_never_sets_errline_is_served(tape: Path, name: str, machine: str) -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / f"{name}.txt")
    verdict = judge(puzzle, play(puzzle, read_tap(tape), spectrum=Spectrum(machine)), OnBranch.STOP)
    assert verdict.agrees, verdict.sentence


@pytest.mark.slow
def test_the_command_line_plays_it(tape: Path) -> None:
    ran = run_cli("run", "puzzles/wink.txt", "--tape", str(tape), "--on-branch", "all", "--json")
    assert ran.code == 0, ran.err
    assert len(ran.json["solutions"]) == 4


def test_without_code_the_tape_is_the_program_alone(tmp_path: Path) -> None:
    path = tmp_path / "mini.tap"
    assert run_cli("build", "--listing", str(LISTING), "--out", str(path)).code == 0
    assert len(read_tap(path).blocks) == 2


def test_bad_listings_are_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text('10 PRINT "A\n20 GO TO 10\n')
    assert_one_line_refusal(run_cli("build", "--listing", str(bad), "--out", str(tmp_path / "x.tap")), "bad.txt:1:10")
    missing = tmp_path / "missing.txt"
    assert_one_line_refusal(
        run_cli("build", "--listing", str(missing), "--out", str(tmp_path / "x.tap")), "missing.txt"
    )
    assert not (tmp_path / "x.tap").exists()
