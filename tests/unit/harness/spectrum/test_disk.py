"""The disk: both formats as another tool reads them, and what the editions on it load from where."""

import re
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from harness.commands.build import DISK_PICTURES
from harness.errors import BuildError
from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, Edition, edition_blocks, edition_source
from harness.spectrum.disk import (
    boot_source,
    build_scl,
    build_trd,
    code_file,
    disk_files,
    disk_source,
    program_file,
)
from harness.spectrum.letters import ROM_PART, letters_code
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.messages import LANGUAGES
from harness.spectrum.screens import build_picture_screen, judge_picture
from pyspectrum.screen import Screen

FILES = (
    program_file("boot", b"\x00\x0a\x02\x00\xfb\x0d", 10),
    code_file("data", bytes(range(200)) * 3, 40_000),
    program_file("saved", b"\x00\x0a\x02\x00\xfb\x0d", 130, variables=b"\x61\x00\x00\x01\x00\x00"),
)
needs_scl2trd = pytest.mark.skipif(
    shutil.which("scl2trd") is None, reason="scl2trd is not installed: apt install fuse-emulator-utils"
)


def catalogue(image: bytes) -> dict[tuple[str, str], tuple[int, int, bytes]]:
    """The files of a disk image by name and kind: the catalogue's two numbers, and the sectors' bytes."""
    files = {}
    for at in range(0, 2048, 16):
        name, kind, start, length, sectors, sector, track = struct.unpack("<8scHHBBB", image[at : at + 16])
        if name[0]:
            first = 256 * (16 * track + sector)
            files[name.decode().rstrip(), kind.decode()] = (start, length, image[first : first + 256 * sectors])
    return files


def converted(scl: bytes, folder: Path) -> bytes:
    """The disk that Fuse's `scl2trd` makes of a `.scl`."""
    (folder / "x.scl").write_bytes(scl)
    subprocess.run(["scl2trd", folder / "x.scl", folder / "x.trd"], check=True, capture_output=True, timeout=60)
    return (folder / "x.trd").read_bytes()


@needs_scl2trd
def test_scl2trd_makes_our_trd_of_our_scl(tmp_path: Path) -> None:
    """All but the label, which a `.scl` does not have, and the sectors that nobody reads, from 9 to the track's end."""
    ours, theirs = build_trd(FILES, "ours"), converted(build_scl(FILES), tmp_path)
    label_at, files_at = 2048 + 245, 4096
    assert ours[label_at:files_at] == b"ours    ".ljust(files_at - label_at, b"\0")
    assert theirs[:label_at] == ours[:label_at]
    assert theirs[files_at:].ljust(len(ours) - files_at, b"\0") == ours[files_at:]


@needs_scl2trd
def test_scl2trd_reads_the_committed_disk(tmp_path: Path) -> None:
    folder = data_folder("tapes")
    theirs = catalogue(converted((folder / "crossword.scl").read_bytes(), tmp_path))
    assert theirs == catalogue((folder / "crossword.trd").read_bytes())
    assert theirs["title", "C"] == (16384, 6912, draw_loading_screen())
    for edition in EDITIONS:
        for name, block in edition_blocks(edition).items():
            start, length, data = theirs[name, "C"]
            assert (start, data[:length]) == block


def test_the_russian_disk_has_the_same_files_and_its_letters() -> None:
    tapes = data_folder("tapes")
    english, russian = (catalogue((tapes / f"{name}.trd").read_bytes()) for name in ("crossword", "crossword-ru"))
    assert russian.keys() - english.keys() == {("letters", "C"), ("basic", "C")}
    same = [(name, "C") for name in DISK_PICTURES]
    assert [russian[file] for file in same] == [english[file] for file in same]
    start, length, letters = russian["letters", "C"]
    assert letters[:length] == letters_code(start - ROM_PART).code
    assert letters_code(52_736).code == letters_code(60_929).code, "one file serves all editions"
    assert russian["title", "C"] == (16384, 6912, draw_loading_screen("ru"))


def test_a_program_has_its_line_behind_its_variables() -> None:
    start, length, data = catalogue(build_trd(FILES, "ours"))["saved", "B"]
    assert (start, length, data[:16]) == (12, 6, FILES[2].data)
    assert data[12:16] == b"\x80\xaa\x82\x00"


@pytest.mark.parametrize("name", ["", "ninechars", "é", "a\n"])
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(BuildError, match="no name for a file on a disk"):
        code_file(name, b"", 0)


def test_files_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BuildError, match="65,280 at most"):
        code_file("long", bytes(65_281), 0)
    many = tuple(code_file(f"f{number}", b"x", 0) for number in range(129))
    large = tuple(code_file(f"f{number}", bytes(65_280), 0) for number in range(10))
    for files in (many, large):
        for build in (lambda files: build_trd(files, ""), build_scl):
            with pytest.raises(BuildError, match="a disk has room for 128 in 2,544"):
                build(files)
    full = (*large[:9], code_file("f9", bytes(256 * (2544 - 9 * 255)), 0))  # to the last sector
    for files in (many[:128], full):
        assert len(build_trd(files, "")) == 640 * 1024
        assert build_scl(files)[8] == len(files)
    with pytest.raises(BuildError, match="10 files in 2,545 sectors"):
        build_scl((*large[:9], code_file("f9", bytes(256 * (2544 - 9 * 255) + 1), 0)))
    assert code_file("12345678", b"", 0).entry[:8] == b"12345678"


def test_the_pictures_are_those_of_the_samples() -> None:
    files = catalogue((data_folder("tapes") / "crossword.trd").read_bytes())
    for name in DISK_PICTURES:
        goal = read_puzzle(data_folder("puzzles") / f"{name}.txt").goal
        assert goal is not None
        start, length, data = files[name, "C"]
        assert (start, length) == (16384, 6912)
        assert judge_picture(Screen(data), goal.width, goal.height) == goal
        assert f"{name}: {goal.width} x {goal.height}" in boot_source({name: goal})
        assert data == build_picture_screen(goal)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: one.name)
def test_the_edition_on_disk_is_that_of_the_tape_but_for_what_loads(edition: Edition) -> None:
    tape, disk = (
        {int(line.split()[0]): line for line in source.splitlines() if " REM " not in line[:9]}
        for source in (edition_source(replace(edition, remarks=False)), disk_source(edition))
    )
    others = {number for number in tape.keys() | disk.keys() if tape.get(number) != disk.get(number)}
    assert others <= {*range(5, 10), *range(4120, 4150), 4429, 4430, 4440, 4510, 4520}
    assert "Tape" not in disk_source(edition)
    assert not re.search(r"REM [^:]", disk_source(edition)), "TR-DOS needs the room of remarks"
    loads = [line for number, line in disk.items() if "LOAD " in line and not line.startswith(f"{number} REM")]
    assert len(loads) == 1 + len(edition_blocks(edition))
    for line in loads:  # by TR-DOS, whose command ends the line
        assert line.count("LOAD ") == line.count("USR 15619: REM : LOAD ") == 1


def test_a_program_that_loads_in_another_way_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.spectrum.disk.edition_source", lambda _: "5 CLS\n10 CLS\n")
    with pytest.raises(BuildError, match=r"BASIC line 5 is not IF"):
        disk_source(EDITIONS[0])
    loading = '5 IF PEEK 1<>2 THEN CLEAR 9: LOAD "guard"CODE : POKE 1,1\n10 CLS\n'
    monkeypatch.setattr("harness.spectrum.disk.edition_source", lambda _: loading)
    with pytest.raises(BuildError, match=r"stands in 0 lines"):
        disk_source(EDITIONS[1])


@pytest.mark.parametrize("of_language", LANGUAGES)
def test_tr_dos_has_its_commands_in_tokens(of_language: str) -> None:
    """In letters, TR-DOS would make tokens of them, and move the variables into which it loads."""
    editions = [edition for edition in ALL_EDITIONS if edition.language == of_language]
    for file in disk_files({}, editions):
        if file.kind == b"B":
            commands = re.findall(rb"\xea:( *.)", file.data, re.DOTALL)
            assert commands
            assert all(command[0] > 0xCD for command in commands), (file.name, commands)
