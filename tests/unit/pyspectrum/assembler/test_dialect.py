"""Sources for other assemblers, in small, and what is said of each."""

import shutil
from pathlib import Path

import pytest

from pyspectrum.assembler import assemble, assemble_with_pasmo, assemble_with_sjasmplus
from pyspectrum.assembler._dialect import advice_on
from pyspectrum.errors import AssemblyError

ORG = "        org 0x8000\n"
FORMS = [  # the source; the line that is not taken, and what is said of it; what pasmo says
    ("        ORG $8000\n        ret", 1,
     "ORG $8000: numbers are written 0x8000 here", ""),
    (ORG + "        ld hl,#4000\n        ret", 2,
     "ld hl,#4000: a # begins a comment here; numbers are written 0x4000", ""),
    (ORG + "        ld a,1Fh\n        ret", 2,
     "ld a,1Fh: numbers are written 0x1F here", ""),
    (ORG + "start   ld a,3\n        ret", 2,
     "start ld a,3: a label ends with a colon; write start:", ""),
    ("LIVES   EQU 3\n" + ORG + "        ld a,LIVES", 1,
     "LIVES EQU 3: a label ends with a colon; write LIVES: equ 3", ""),
    (ORG + "one:\n.loop: djnz .loop\ntwo:\n.loop: djnz .loop", 3,
     ".loop: djnz .loop: a label that begins with a dot is not local here; give each a name of its own",
     r":5: Invalid definition, .*; with options=\['--alocal'\], local labels begin with _"),
    ("        DEVICE ZXSPECTRUM48\n" + ORG + "        ret", 1,
     "DEVICE ZXSPECTRUM48: DEVICE is sjasmplus's; use assemble_with_sjasmplus",
     ":1: Macro name expected .*; DEVICE is sjasmplus's; use assemble_with_sjasmplus"),
    (ORG + "        MODULE part\nsub     ret\n        ENDMODULE", 2,
     "MODULE part: MODULE is sjasmplus's; use", ":2: .*; MODULE is sjasmplus's"),
    (ORG + "        MACRO twice\n        nop\n        ENDM\n        twice", 2,
     "MACRO twice: the name of a macro stands first; write twice: macro", ""),
    (ORG + "        ld a,3 : ret", 2,
     "ld a,3 : ret: one instruction a line here", ":2: End line expected but ':'"),
    ("        SECTION code_user\n" + ORG + "        ret", 1,
     "SECTION code_user: SECTION is z88dk's; build it with zcc -m, and load the tape with symbols= and its .map",
     ":1: .*; SECTION is z88dk's"),
    (ORG + "        ds 3,1\n        ret", 2,
     "ds 3,1: ds takes no value here; use assemble_with_pasmo", ""),
]  # fmt: skip
needs_pasmo = pytest.mark.skipif(shutil.which("pasmo") is None, reason="pasmo is not installed: apt install pasmo")
needs_sjasmplus = pytest.mark.skipif(shutil.which("sjasmplus") is None, reason="sjasmplus is not installed")
forms = pytest.mark.parametrize(("source", "line", "said", "by_pasmo"), FORMS)


@forms
def test_each_form_of_another_dialect_is_explained(source: str, line: int, said: str, by_pasmo: str) -> None:
    assert (advice_on(source.splitlines()[line - 1]) or "").startswith(said)


def test_the_advice_stands_behind_file_and_line_of_an_included_file(tmp_path: Path) -> None:
    source, line, said, _ = FORMS[1]
    (tmp_path / "part.inc").write_text(source)
    (tmp_path / "a.asm").write_text('        include "part.inc"\n')
    with pytest.raises(AssemblyError) as caught:
        assemble(tmp_path / "a.asm")
    assert str(caught.value) == f"{tmp_path / 'part.inc'}:{line}: {said}"


@pytest.mark.parametrize("line", [
    "        ld a,3", "start:  ld hl,0x4000 ; $4000 and #4000", "        defm '#8000 $8000'", "        ex af,af'",
    '        db "a : b"', "        and 7", "        frob 5",
])  # fmt: skip
def test_of_other_lines_nothing_is_said(line: str) -> None:
    assert advice_on(line) is None


@needs_pasmo
@forms
def test_pasmo_takes_the_form_or_says_who_does(
    tmp_path: Path, source: str, line: int, said: str, by_pasmo: str
) -> None:
    path = tmp_path / "a.asm"
    path.write_text(source + "\n")
    if by_pasmo:
        with pytest.raises(AssemblyError, match=rf"a\.asm{by_pasmo}"):
            assemble_with_pasmo(path)
    else:
        assert assemble_with_pasmo(path).origin == 0x8000


@needs_pasmo
def test_pasmo_takes_options(tmp_path: Path) -> None:
    path = tmp_path / "a.asm"
    path.write_text(FORMS[5][0].replace(".loop", "_loop") + "\n")
    assert assemble_with_pasmo(path, options=["--alocal"]).code == bytes.fromhex("10fe10fe")


@needs_pasmo
def test_an_error_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.asm").write_text(ORG + '        include "sub/b.asm"\n')
    (tmp_path / "sub" / "b.asm").write_text('        nop\n        include "c.asm"\n')
    with pytest.raises(AssemblyError, match=r"/sub/b\.asm:2: File 'c\.asm' not found$"):
        assemble_with_pasmo(tmp_path / "a.asm")
    (tmp_path / "sub" / "b.asm").write_text("        nop\n        bad 5\n")
    with pytest.raises(AssemblyError, match=r"/sub/b\.asm:2: Unexpected '0005' used as instruction$"):
        assemble_with_pasmo(tmp_path / "a.asm")


@needs_sjasmplus
@forms
def test_sjasmplus_takes_all_but_that_of_z88dk(
    tmp_path: Path, source: str, line: int, said: str, by_pasmo: str
) -> None:
    path = tmp_path / "a.asm"
    path.write_text(source + "\n")
    if "z88dk" in said:
        with pytest.raises(AssemblyError, match=r"a\.asm:1: Unrecognized instruction: SECTION code_user"):
            assemble_with_sjasmplus(path)
    else:
        assert assemble_with_sjasmplus(path).origin == 0x8000
