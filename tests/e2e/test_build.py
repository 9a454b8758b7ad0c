"""``build``: a listing in print becomes a tape, with our code behind it if wanted; options that exclude each other."""

from pathlib import Path

import pytest

from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import line_code
from pyspectrum.tape import FileType, read_tap
from tests.cli_runner import assert_one_line_refusal, run_cli


@pytest.fixture
def listing(tmp_path: Path) -> str:
    path = tmp_path / "listing.txt"
    path.write_text("A program of two lines.\n\n10 GO SUB 2190\n2190 RETURN\n", encoding="ascii")
    return str(path)


def test_our_code_follows_the_program(listing: str, tmp_path: Path) -> None:
    path = tmp_path / "mini.tap"
    ran = run_cli("build", "--listing", listing, "--out", str(path), "--with-code")
    assert ran.code == 0, ran.err
    assert "skipped" in ran.err
    blocks = read_tap(path).blocks
    headers = [block.header for block in blocks if block.header]
    assert [header.file_type for header in headers] == [FileType.PROGRAM, FileType.CODE]
    assert headers[1].parameter1 == CODE_ADDRESS
    assert blocks[-1].payload == line_code().code


def test_without_code_the_tape_is_the_program_alone(listing: str, tmp_path: Path) -> None:
    path = tmp_path / "mini.tap"
    assert run_cli("build", "--listing", listing, "--out", str(path)).code == 0
    assert_one_line_refusal(run_cli("build", "--listing", listing, "--out", "x.z80"), "x.z80: a listing becomes a .tap")
    assert len(read_tap(path).blocks) == 2


def test_slips_that_basic_takes_in_silence_are_notes(tmp_path: Path) -> None:
    slips = tmp_path / "slips.txt"
    slips.write_text("10 LET OldData=O\n20 GO TO l30\n30 GO SUB 2190\n40 PRINT OldData\n", encoding="ascii")
    ran = run_cli("build", "--listing", str(slips), "--out", str(tmp_path / "x.tap"))
    assert ran.code == 0
    missing, unset = ran.err.splitlines()
    assert "slips.txt: note: lines that are missing: GO SUB 2190 in line 30; " in missing
    assert "slips.txt: note: variables that nothing sets: O in line 10; l30 in line 20; " in unset
