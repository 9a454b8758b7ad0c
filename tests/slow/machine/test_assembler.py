"""The assembler wrappers: what they return, what they refuse, and that two assemblers agree on our sources."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from pyspectrum import assembler
from pyspectrum.assembler import Assembly, assemble, assemble_with_pasmo
from pyspectrum.errors import AssemblyError
from tests.house import ROOT
from tests.unit.pyspectrum.assembler.test_dialect import FORMS as OTHERS

Assembler = Callable[..., Assembly]

needs_pasmo = pytest.mark.skipif(shutil.which("pasmo") is None, reason="pasmo is not installed: apt install pasmo")
pasmo = pytest.param(assemble_with_pasmo, marks=needs_pasmo)
both_assemblers = pytest.mark.parametrize("assembler_of_choice", [assemble, pasmo])


def write(folder: Path, text: str, name: str = "a.asm") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@both_assemblers
def test_code_origin_and_symbols(tmp_path: Path, assembler_of_choice: Assembler) -> None:
    source = write(
        tmp_path,
        '        org 0x9000\nentry:  ld a,"x"\nloop:   djnz loop\n'
        "        ld hl,Far\nFar:    equ 0x1234\n        dw entry\n"
        "        db 0x1234/256,0x1234-0x1234/256*256\n",  # division is whole
    )
    assembly = assembler_of_choice(source)
    assert assembly.origin == 0x9000
    assert assembly.code == bytes([0x3E, 0x78, 0x10, 0xFE, 0x21, 0x34, 0x12, 0x00, 0x90, 0x12, 0x34])
    assert assembly.end == 0x900B
    assert dict(assembly.symbols) == {"entry": 0x9000, "loop": 0x9002, "Far": 0x1234}


@both_assemblers
def test_includes_are_found_beside_the_root_from_any_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, assembler_of_choice: Assembler
) -> None:
    write(tmp_path, "        ld b,c\n", "part.inc")
    write(tmp_path, '        org 32768\n        include "part.inc"\n        ret\n')
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert assembler_of_choice(Path(os.pardir, "a.asm")).code == bytes([0x41, 0xC9])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.asm", "elsewhere", "part.inc"]


@both_assemblers
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x:      equ 1\n", "no code"),
        (' org 32768\n include "nowhere.inc"\n', r"nowhere\.inc"),
        (" org 32768\n ld a,speed\n", r"a\.asm:2: .*speed"),
    ],
)
def test_a_source_is_refused_in_one_line(
    tmp_path: Path, assembler_of_choice: Assembler, source: str, said: str
) -> None:
    with pytest.raises(AssemblyError, match=said) as caught:
        assembler_of_choice(write(tmp_path, source))
    assert "\n" not in str(caught.value)
    with pytest.raises(AssemblyError, match="no such assembly source"):
        assembler_of_choice(tmp_path / "nowhere.asm")


@both_assemblers
def test_defines(tmp_path: Path, assembler_of_choice: Assembler) -> None:
    source = write(tmp_path, "        org 32768\n        ld a,speed\n")
    assert assembler_of_choice(source, defines={"speed": 7}).code == bytes([0x3E, 7])


@needs_pasmo
def test_pasmo_reaches_the_last_byte_of_memory(tmp_path: Path) -> None:
    source = write(tmp_path, "        org 65533\n        ld a,7\n        ret\n")
    code = assemble_with_pasmo(source)
    assert (code.origin, code.code) == (65533, bytes([0x3E, 7, 0xC9]))


def test_a_second_org_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match="more than one org"):
        assemble(write(tmp_path, "        org 32768\n        ret\n        org 40000\n        ret\n"))


def test_missing_pasmo_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(AssemblyError, match="apt-get install pasmo"):
        assemble_with_pasmo(write(tmp_path, "        org 32768\n        ret\n"))


@needs_pasmo
def test_both_assemblers_give_the_same_bytes() -> None:
    """The turbo code needs this one's symbols: tests/unit/harness/spectrum/test_build.py."""
    root = ROOT / "asm" / "line.asm"
    ours, theirs = assemble(root), assemble_with_pasmo(root)
    assert ours.origin == theirs.origin
    assert ours.code == theirs.code
    assert ours.symbols == theirs.symbols


FORMS = (Path(__file__).parent / "forms.txt").read_text("utf-8")


@needs_pasmo
def test_each_form_of_the_dialect_gives_the_bytes_of_pasmo(tmp_path: Path) -> None:
    forms = [form.rpartition("|")[::2] for form in FORMS.strip().splitlines()]
    lines = "".join(f"at_{number}:\n        {line.strip()}\n" for number, (line, _) in enumerate(forms))
    source = write(tmp_path, f"        org 32768\n{lines}at_{len(forms)}: nop\n")
    for assembly in (assemble(source), assemble_with_pasmo(source)):
        starts = [assembly.symbols[f"at_{number}"] - assembly.origin for number in range(len(forms) + 1)]
        found = {line: assembly.code[a:b].hex(" ") for (line, _), (a, b) in zip(forms, pairwise(starts), strict=True)}
        assert found == dict(forms)


@pytest.mark.parametrize(("source", "line", "said", "_"), OTHERS[:1] + OTHERS[5:])
def test_pyz80_stops_at_the_line_that_the_advice_is_for(
    tmp_path: Path, source: str, line: int, said: str, _: str
) -> None:
    with pytest.raises(AssemblyError, match=rf"a\.asm:{line}: {re.escape(said)}"):
        assemble(write(tmp_path, source + "\n"))


@pytest.mark.parametrize(("line", "complaint"), [
    ("ld a,'x", "a ' without its end"), ("ld a,''", "'' is 0 characters where one is a number"),
    ("dw 'ab'", "'ab' is 2 characters where one is a number; list them with DEFB"),
    ('ld a,"abc"', "cannot read LD with what follows it"), ("ld a,'\u00a3'", "is not ASCII; write the code, 96 for"),
    ("frob 5", "cannot read FROB"), ("ld a,300", "300"),
])  # fmt: skip
def test_what_the_dialect_does_not_have_is_refused_with_its_line(tmp_path: Path, line: str, complaint: str) -> None:
    write(tmp_path, f"\n        {line}\n", "part.inc")
    source = write(tmp_path, '        org 32768\n        nop\n        include "part.inc"\n')
    with pytest.raises(AssemblyError, match=rf"part\.inc:2: .*{complaint}"):
        assemble(source)


def test_each_instruction_knows_its_source_line(tmp_path: Path) -> None:
    write(tmp_path, "\n; a part\nhelper: djnz helper\n        ret\n", "part.inc")
    source = write(
        tmp_path,
        "        org 0x8000\ncount:  equ 5\nstart:  ld a,count ; five\n        call helper\n\n"
        '        include "part.inc"\ntext:   dm "no instruction"\n        dw 1\nlast:   jp start\n',
    )
    places = {address: str(line) for address, line in assemble(source).lines.items()}
    root, part = tmp_path / "a.asm", tmp_path / "part.inc"
    assert places == {
        0x8000: f"{root}:3",
        0x8002: f"{root}:4",
        0x8005: f"{part}:3",
        0x8007: f"{part}:4",
        0x8018: f"{root}:9",
    }


@pytest.mark.skipif(os.name == "nt", reason="a limit on the size of files is a Unix matter")
@both_assemblers
def test_a_disk_that_is_full_is_no_mistake_in_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, assembler_of_choice: Assembler
) -> None:
    source = write(tmp_path, "        org 0x9000\n" + "        dw 1,2,3,4,5,6,7,8\n" * 300)
    run = assembler._run
    limited = ["bash", "-c", 'ulimit -f 1; exec "$0" "$@"']
    monkeypatch.setattr(assembler, "_run", lambda command, folder: run([*limited, *command], folder))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # a compiled module would be cut off, and read by all the others
    said = f"^{tmp_path}: the assembler cannot write its temporary files there: .*; free some room, or set TMPDIR$"
    with pytest.raises(AssemblyError, match=said):
        assembler_of_choice(source)
    assert {path.name for path in tmp_path.iterdir()} == {"a.asm"}
