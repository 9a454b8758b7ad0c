"""Our machine against an independent one, `zx`: the same program, the same keys, the same picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum.menu import ANY_KEY, MENU_END, SOLVED, Menu, Stop
from harness.spectrum.reader import read_solving_screen
from pyspectrum import Spectrum, Tape, assemble
from pyspectrum.basic import tokenise
from pyspectrum.tape import program_blocks, read_tap
from tests.house import ROOT
from tests.slow.program.rig import BASIC as BASIC_TAPE
from tests.slow.program.rig import CLASSIC, sample
from tests.slow.program.zx_rig import OtherSpectrum, assert_same_picture

TAPES = ROOT / "tapes"

BASIC = {
    "numbers": (
        """
        10 FOR n=-3 TO 6: PRINT n;TAB 6;10^(3*n);TAB 20;1/(n+.5): NEXT n
        20 PRINT .1+.2;" ";1e38*1.7;" ";-1/3;" ";2^.5;" ";65535*65537;" ";1e-38/1e5
        """,
        "",
    ),
    "functions": (
        """
        10 FOR x=-2 TO 2.1 STEP .5: PRINT SIN x;" ";COS x;" ";ATN x'EXP x;" ";INT x;SGN x: NEXT x
        20 PRINT SQR 2;" ";LN 7;" ";TAN 1;" ";ASN .5;" ";ACS .5
        """,
        "",
    ),
    "strings": (
        """
        10 DIM a$(3,5): LET a$(1)="apple": LET a$(2)="fig": LET a$(3)="banana"
        20 FOR i=1 TO 3: PRINT ">";a$(i);"<";a$(i)(2 TO 4);"<";a$(i,5): NEXT i
        30 LET b$="": FOR i=32 TO 122 STEP 3: LET b$=b$+CHR$ i: NEXT i: PRINT b$(5 TO );LEN b$;VAL "2+3*4"
        40 PRINT "a"<"b";"ab">"b";"x"="x";STR$ 1e10;CODE b$;VAL$ "b$( TO 3)"
        """,
        "",
    ),
    "drawing": (
        """
        10 CIRCLE 128,88,60: PLOT 10,10: DRAW 200,100: DRAW -150,30,PI: DRAW OVER 1;60,-120
        20 FOR i=0 TO 90 STEP 6: PLOT i,i*i/80: DRAW 255-2*i,0: NEXT i
        30 PRINT POINT (128,148);POINT (0,0)
        """,
        "",
    ),
    "colours": (
        """
        10 FOR i=0 TO 7: PAPER i: INK 9: PRINT "PAPER ";i;: BRIGHT i>3: FLASH i=3: PRINT INK 7-i;"INK",: NEXT i
        20 INVERSE 1: PRINT AT 12,3;"inverse";: INVERSE 0: OVER 1: PRINT AT 12,4;"////"
        30 BORDER 3: PRINT AT 20,0;ATTR (12,3);" ";SCREEN$ (12,3)
        """,
        "",
    ),
    "input": (
        """
        10 INPUT "Number? ";n;" Name? ";n$: PRINT n*n,n$
        20 INPUT LINE a$: PRINT a$: INPUT "b? ";AT 1,5;b: PRINT b
        """,
        "12.5\nHello\nx,y;z\n-7\n",
    ),
    "scroll": ("10 FOR i=1 TO 30: PRINT i,i*i: NEXT i", "y"),
}

FLAGS = """
; Every A and every F through the instructions in the table, the results summed up; the sums go on the screen.
        org 32768
start:  ld hl,operations
        ld de,16384
next:   ld a,(hl)
        cp 255
        jr z,done
        ld (operation),a
        inc hl
        ld a,(hl)
        ld (operation+1),a
        inc hl
        push hl
        push de
        call sum
        pop de
        ld b,h
        ld c,l
        pop hl
        ld a,b
        ld (de),a
        inc d
        ld a,c
        ld (de),a
        dec d
        inc e
        jr next
done:   ret
sum:    ld hl,0
        ld de,0
one:    push de
        pop af                          ; A = D, F = E
        ld b,d
        ld c,0x35
operation:
        nop
        nop
        push af
        pop bc
        add hl,bc
        add hl,hl
        jr nc,no_carry
        inc hl
no_carry:
        inc e
        jr nz,one
        inc d
        jr nz,one
        ret
operations:
        db 0x27,0,0x88,0,0x98,0,0xa0,0,0xa8,0,0xb0,0,0xb8,0,0x3c,0,0x3d,0,0x07,0,0x0f,0,0x17,0,0x1f,0
        db 0x37,0,0x3f,0,0x2f,0,0xed,0x44,0xcb,0x07,0xcb,0x0f,0xcb,0x17,0xcb,0x1f,0xcb,0x27,0xcb,0x2f
        db 0xcb,0x37,0xcb,0x3f,0xcb,0x47,0xcb,0x6f,0xcb,0x7f,0x80,0,0x90,0,0x81,0,0x89,0,0x91,0,0x99,0
        db 255
"""
ONE_FRAME = """
; Count of a loop's rounds from one interrupt to the next; it lies in contended memory, and reads and writes there.
frames: equ 23672
        org 24576
start:  ld de,16384
        ld hl,0
        ld a,(frames)
        add a,25                        ; by then no key is held any more, which would take the ROM's time
        ld b,a
wait:   ld a,(frames)
        cp b
        jr nz,wait
count:  inc hl
        ld a,(de)
        inc de
        res 7,d
        set 6,d
        out (254),a
        in a,(254)
        ld a,(frames)
        cp b
        jr z,count
        ld (16384),hl
        ret
"""


@pytest.fixture
def other() -> OtherSpectrum:
    return OtherSpectrum()


@pytest.mark.parametrize("name", BASIC)
def test_a_program_in_basic_gives_the_same_picture(name: str, other: OtherSpectrum, tmp_path: Path) -> None:
    listing, keys = BASIC[name]
    ours = Spectrum()
    ours.load(Tape(program_blocks("test", tokenise(listing))), until="0 OK")
    other.take_over(ours, tmp_path)
    for machine in (ours, other):
        machine.type("RUN\n")
        if isinstance(machine, Spectrum):
            machine.run(seconds=20)
        else:
            machine.run(20)
    for line in keys.splitlines(keepends=True):
        ours.type(line)
        ours.run(seconds=2)
        other.type(line)
        other.run(2)
    ours.run(seconds=5)
    other.run(5)
    assert_same_picture(ours, other)
    assert any(line.strip() for line in ours.text_lines()[:22])


@pytest.mark.parametrize(
    ("source", "seconds"), [pytest.param(FLAGS, 45, id="every flag"), pytest.param(ONE_FRAME, 2, id="one frame's time")]
)
def test_machine_code_gives_the_same_picture(source: str, seconds: float, other: OtherSpectrum, tmp_path: Path) -> None:
    path = tmp_path / "code.asm"
    path.write_text(source, encoding="ascii")
    code = assemble(path)
    ours = Spectrum()
    ours.boot()
    ours.core.memory[code.origin : code.end] = code.code
    ours.type(f"CLEAR {code.origin - 1}\n")
    ours.run(seconds=1)
    other.take_over(ours, tmp_path)
    ours.type(f"RANDOMIZE USR {code.origin}\n")
    ours.run(seconds=seconds)
    other.type(f"RANDOMIZE USR {code.origin}\n")
    other.run(seconds)
    assert ours.screen.data[0] != 0
    assert_same_picture(ours, other)


@pytest.mark.parametrize("name", [BASIC_TAPE, CLASSIC])
def test_the_other_solves_the_car(name: str, other: OtherSpectrum, tmp_path: Path) -> None:
    """It loads the classic tape, which has files of every kind, at real speed; the one in BASIC is handed over."""
    car = sample("car")
    ours = Menu(Spectrum())
    ours.load(read_tap(TAPES / name))
    if name == CLASSIC:
        other.load_tape(TAPES / name)
    else:
        other.take_over(ours.spectrum, tmp_path)
    other.wait_for(MENU_END, 20)
    other.run(1)  # a longer menu goes on below
    ours.spectrum.run(seconds=5)
    assert_same_picture(ours.spectrum, other)

    assert ours.enter(car) is None
    assert ours.start_solving() is Stop.SOLVED
    other.type("1")
    for prompt, answer in answers(car):
        other.wait_for(prompt, 20)
        other.run(0.5)  # the prompt stands there before INPUT takes keys
        other.type(f"{answer}\n")
    other.wait_for(ANY_KEY, 20)
    other.run(0.5)
    other.type("\n")
    other.wait_for(SOLVED, 120)
    assert (read_solving_screen(other.screen, car.width, car.height).grid,) == solve(car).solutions
    assert_same_picture(ours.spectrum, other)


def answers(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yield the questions of menu item 1, and the answers to type."""
    yield "X size (1-62):", str(puzzle.width)
    yield "Y size (1-42):", str(puzzle.height)
    for name, clues in (("Horisontal", puzzle.rows), ("Vertical", puzzle.columns)):
        for number, clue in enumerate(clues, start=1):
            yield f"{name} line {number}:", ",".join(map(str, clue))
