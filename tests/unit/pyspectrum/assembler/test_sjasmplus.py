"""sjasmplus: its command line and what is read of it, from a recording, and by the program itself if installed."""

import json
import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pyspectrum import Assembly, Spectrum, assemble_with_sjasmplus, expect
from pyspectrum.errors import AssemblyError
from pyspectrum.tape import Tape

RECORDED = Path(__file__).parent / "recorded"
FAKE = '''"""Stands for sjasmplus: writes what that wrote for the same source."""
import json, pathlib, sys
recorded, arguments = pathlib.Path({recorded!r}), sys.argv[1:]
with open({log!r}, "a") as log:
    log.write(json.dumps([str(pathlib.Path.cwd()), arguments]) + "\\n")
options = dict(one[2:].split("=", 1) for one in arguments if one.startswith("--") and "=" in one)
*before, source = [one for one in arguments if not one.startswith("-")]
{more}
stem = pathlib.Path(source).stem
tape = pathlib.Path(options["outprefix"], "built", "lamps.tap")
if stem == "lamps" and not tape.parent.is_dir():
    sys.exit("lamps.asm(30): error: opening file for write: " + str(tape))
if stem == "lamps":
    tape.write_bytes(b"tape")
sld = (recorded / (stem + ".sld")).read_text()
if stem == "no_device" and not before:
    sld = "|SLD.data.version|1\\n"
lines = [str(pathlib.Path.cwd() / line) if line.split("|")[0].endswith(".asm") else line for line in sld.splitlines()]
pathlib.Path(options["sld"]).write_text("\\n".join(lines))
pathlib.Path(options["hex"]).write_bytes((recorded / (stem + ".hex")).read_bytes())
'''

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a program called sjasmplus on the path, that does `more` first; returns its log."""
    if sys.platform == "win32":
        pytest.skip("Windows has no sh")  # nor any program that is a script

    def installed(more: str = "") -> Path:
        log, program = tmp_path / "log", tmp_path / "bin" / "sjasmplus"
        program.parent.mkdir()
        script = tmp_path / "fake.py"
        script.write_text(FAKE.format(recorded=str(RECORDED), log=str(log), more=more), encoding="utf-8")
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
        return log

    return installed


def check_lamps(assembly: Assembly) -> None:
    assert assembly.origin == 0x8000
    assert assembly.code[:3] == bytes([0x21, 0x13, 0x80])
    assert assembly.code[0x3DBD:] == bytes([0xC3, 0x00, 0x80])  # the second org, and not bank 3
    assert (assembly.symbols["LAMPS"], assembly.symbols["start.next"]) == (5, 0x8005)
    table = assembly.symbol_table()
    assert table.labels == {"start", "start.next", "lamps.count", "lamps.count.again", "lamps.all", "music"}
    assert table.banks == {"music": 3}
    assert table.describe(0xC001, 3) == "music+1"
    assert str(table.source_line(0x8005)) == f"{RECORDED / 'lamps.asm'}:10"
    assert str(table.source_line(table["lamps.count"])) == f"{RECORDED / 'part.asm'}:1"
    assert [remark.text for remark in table.remarks] == ["ASSERTION HL < 0x9000"]


def test_code_labels_lines_pages_and_remarks_are_read(install: Install, tmp_path: Path) -> None:
    log = install()
    check_lamps(assemble_with_sjasmplus(RECORDED / "lamps.asm", output=tmp_path / "out"))
    assert (tmp_path / "out" / "built" / "lamps.tap").read_bytes() == b"tape"
    assert len(log.read_text().splitlines()) == 2  # once more, when the folder was there


def test_the_command_line(install: Install) -> None:
    log = install()
    assemble_with_sjasmplus(RECORDED / "no_device.asm", defines={"SPEED": 3}, options=["-Iinclude"])
    first, second = log.read_text().splitlines()
    where, arguments = json.loads(first)
    assert (where, arguments[:4]) == (str(RECORDED), ["--nologo", "--msg=err", "--color=off", "--fullpath=on"])
    assert [one.partition("=")[0] for one in arguments[4:7]] == ["--outprefix", "--hex", "--sld"]
    assert arguments[7:] == ["-DSPEED=3", "-Iinclude", "no_device.asm"]
    *same, device, source = json.loads(second)[1]  # without a DEVICE there are no symbols in SLD
    assert (same, Path(device).name, source) == (arguments[:-1], "device.asm", "no_device.asm")


def test_symbols_come_from_a_source_without_a_device(install: Install) -> None:
    install()
    assembly = assemble_with_sjasmplus(RECORDED / "no_device.asm")
    assert (assembly.origin, assembly.code, assembly.symbols["second"]) == (0x8000, b"\xc9", 0x8000)


@pytest.mark.parametrize(("said", "message"), [
    ("/home/me/part.asm(3): error: Illegal instruction:         ld z,3\\n/home/me/a.asm(7): ^ emitted from here",
     r"^/home/me/part.asm:3: Illegal instruction: ld z,3$"),
    ("a.asm(2): error[xyz]: Label not found: nowhere", r"^a.asm:2: Label not found: nowhere$"),
    ("error: opening file: nowhere.asm", r"lamps.asm: sjasmplus failed: error: opening file: nowhere.asm$"),
    ("error: unrecognized option: hex=x", r"unrecognized option: hex=x; this needs version 1.22 or later$"),
])  # fmt: skip
def test_an_error_is_one_line_with_its_file(install: Install, said: str, message: str) -> None:
    install(f"sys.exit({said!r}.replace('\\\\n', chr(10)))")
    with pytest.raises(AssemblyError, match=message):
        assemble_with_sjasmplus(RECORDED / "lamps.asm")


def test_without_sjasmplus_a_message_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AssemblyError, match=r"sjasmplus is not on the path; get it from https://github\.com/z00m128/"):
        assemble_with_sjasmplus(RECORDED / "lamps.asm")


def test_a_symbol_table_leads_to_the_line_in_a_machine(install: Install, spectrum: Spectrum) -> None:
    install()
    assembly = assemble_with_sjasmplus(RECORDED / "lamps.asm")
    spectrum.poke(assembly.origin, assembly.code)
    spectrum.symbols = assembly.symbol_table()
    spectrum.call("start")
    expect(spectrum).to_have_memory("lamps.all", [1, 1, 1, 1, 1])
    assert spectrum.runner.describe(0x8005) == "start.next (lamps.asm:10)"


@pytest.mark.skipif(shutil.which("sjasmplus") is None, reason="sjasmplus is not installed")
def test_the_recording_is_what_the_installed_program_says(tmp_path: Path) -> None:
    check_lamps(assemble_with_sjasmplus(RECORDED / "lamps.asm", output=tmp_path))
    assert Tape.read(tmp_path / "built" / "lamps.tap").blocks
    assert not (RECORDED / "built").exists()
