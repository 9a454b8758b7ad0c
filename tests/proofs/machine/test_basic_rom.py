"""The tokeniser against the ROM's own editor.

A line's tokens, as they are before ENTER (no hidden numbers), are put into the ROM's edit line; the
ROM's LINE-SCAN checks them and puts the hidden numbers in. The result must be that of `tokenise`: so the ROM takes
every line that we take, and every byte is the one it would have made itself.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from harness.spectrum.build import EDITIONS, edition_source
from pyspectrum.basic import (
    HIDDEN_NUMBER,
    ProgramLine,
    detokenise,
    split_program,
    tokenise,
    tokenise_lines,
)
from pyspectrum.basic.source import keyword_codes
from pyspectrum.basic.variables import number_from_bytes
from pyspectrum.core import Core
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape, program_blocks
from tests.house import ROOT

EDITOR = 0x0F2C  # called by the main loop to get a line
AFTER_EDITOR = 0x12B4  # the main loop continues here: CALL LINE-SCAN
SYNTAX_ERROR = 0x12BD  # … and comes here when LINE-SCAN found a mistake
ACCEPTED = 0x12CF  # … or here
ERR_NR, PROG, VARS, E_LINE, WORKSP, STKBOT, STKEND, X_PTR = 23610, 23635, 23627, 23641, 23649, 23651, 23653, 23647
REM = keyword_codes()["REM"]
DEF_FN = keyword_codes()["DEF FN"]


class RomEditor:
    """A booted machine that waits for a line, and checks any number of them."""

    def __init__(self) -> None:
        self.core = Core()
        assert self.core.run(MODEL_48K.seconds_to_tstates(10), (EDITOR,)) == EDITOR
        self._memory = bytes(self.core.memory)
        self._registers = list(self.core.registers)

    def _word(self, address: int) -> int:
        return int.from_bytes(self.core.memory[address : address + 2], "little")

    def scan(self, line: ProgramLine) -> bytes:
        """The content the ROM makes of a line's tokens; AssertionError where it finds a mistake."""
        core = self.core
        core.memory[:] = self._memory
        for index, value in enumerate(self._registers):
            core.registers[index] = value
        number = str(line.number).encode()
        typed = number + without_hidden_numbers(line.content) + b"\r\x80"
        start = self._word(E_LINE)
        core.memory[start : start + len(typed)] = typed
        for pointer in (WORKSP, STKBOT, STKEND):
            core.memory[pointer : pointer + 2] = (start + len(typed)).to_bytes(2, "little")
        core.set("sp", core.get("sp") + 2)
        core.pc = AFTER_EDITOR
        end = core.run(core.tstates + MODEL_48K.seconds_to_tstates(20), (SYNTAX_ERROR, ACCEPTED))
        if end == SYNTAX_ERROR:
            read = len(number) + 4 + self._word(X_PTR) - start
            report = core.memory[ERR_NR] + 1
            raise AssertionError(f"the ROM's report {report} at byte {read} of {detokenise(line.to_bytes())}")
        assert end == ACCEPTED
        return bytes(core.memory[start + len(number) : self._word(WORKSP) - 2])


def without_hidden_numbers(content: bytes) -> bytes:
    typed = bytearray()
    place = 0
    while place < len(content):
        if content[place] == REM:
            return bytes(typed) + content[place:]
        if content[place] == HIDDEN_NUMBER:
            place += 6
        else:
            typed.append(content[place])
            place += 1
    return bytes(typed)


def split_numbers(content: bytes) -> tuple[bytes, list[bytes]]:
    """The content with the hidden numbers blanked, and these numbers."""
    blanked, place = bytearray(), 0
    numbers: list[bytes] = []
    while place < len(content):
        blanked.append(content[place])
        if content[place] == REM:
            return bytes(blanked) + content[place + 1 :], numbers
        if content[place] == HIDDEN_NUMBER:
            numbers.append(content[place + 1 : place + 6])
            place += 5
        place += 1
    return bytes(blanked), numbers


@pytest.fixture(scope="module")
def rom() -> RomEditor:
    return RomEditor()


def assert_the_rom_agrees(rom: RomEditor, line: ProgramLine) -> None:
    text, numbers = split_numbers(line.content)
    rom_text, rom_numbers = split_numbers(rom.scan(line))
    assert text == rom_text, detokenise(line.to_bytes())
    if DEF_FN in text:
        return  # the room behind parameters holds whatever was in memory
    for ours, theirs in zip(numbers, rom_numbers, strict=True):
        if ours != theirs:
            # the ROM adds up decimal places one by one and loses the last bits on the way (.5 < 1/2)
            assert ours[0] != 0
            assert number_from_bytes(theirs) == pytest.approx(number_from_bytes(ours), rel=2**-28)


LINES = [
    line.strip()
    for line in r"""
    PLOT OVER 1,x,y
    CIRCLE OVER 1,100,100,(a+b)*2
    INPUT ''
    DEF FN m(x,y)=(x+y+ABS (x-y))/2
    DEF FN a$(x$)=x$(2 TO )
    LET a=FN m(a+1,b(3))+FN q()
    PRINT AT 1,2;a$;TAB 5;INK 3;"x"'"y",
    PRINT ''"a""b"'
    PRINT INVERSE 1;"x";INVERSE 0;"y";
    LOAD "x" DATA a()
    VERIFY "": VERIFY ""CODE
    LET a$=b$(y,x TO)
    LET a$=b$(y,x TO )+b$(2,3 TO 4)+b$( TO 4)+b$( TO )
    LET a$=a$(2)(1)(1)
    LET a=1: REM keep   this :  verbatim TO "x
    REM
    REM x
    LET a=BIN 1010: LET a=BIN 00011000: LET a=BIN
    LET a=1e5: LET a=1.5e-7: LET a=0.25: LET a=.5: LET a=1.: LET a=1E38: LET a=65535: LET a=65536
    IF a THEN GO TO 10: REM x
    IF a THEN
    IF a THEN : IF b THEN :
    IF a=1 AND b=2 OR NOT c THEN LET c=3: IF d THEN GO TO 10
    LET a=b=NOT c
    LET a=(-b)^2: LET a=-b^2: LET a=b^-c: LET a=+b: LET a=b--c: LET a=INT -x
    LET a=(a=b)=(c=d): LET a=(NOT b)+1
    OVER 1: INK 7: PAPER 0: BORDER 0: FLASH 0: BRIGHT 1: INVERSE 0: CLS
    LIST : LIST 10: LLIST : LLIST 10: LIST #3: LIST #3,10
    FOR i=1TO 5STEP 2
    LET DataNLine=3: LET my name=2: LET order=1: LET total=1: LET into=1: LET pi2=PI*2: LET rnd1=RND
    PRINT (a AND b);"x" AND c: PRINT a=b
    LET a$="\a\{16}\{2}\::\*\\£©"
    LET a=LEN "" + LEN a$ + CODE a$( TO 1)
    : LET a=1: : LET b=2:
    PRINT USR 1;USR "b";SIN COS TAN ASN ACS ATN LN EXP SQR 1
    print at 1,2;"lower case": goto 10: if a then let b=1
    """.splitlines()
    if line.strip()
]
"""Some that `LineMaker` does not make, and some of the rest."""


@pytest.mark.parametrize("statements", LINES)
def test_the_rom_makes_the_same_of_it(rom: RomEditor, statements: str) -> None:
    assert_the_rom_agrees(rom, tokenise_lines(f"10 {statements}")[0])


LOADER = (ROOT / "basic" / "loader.bas").read_text(encoding="ascii")
PROGRAMS = {"loader": LOADER} | {edition.file_name: edition_source(edition) for edition in EDITIONS}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_rom_takes_our_programs(rom: RomEditor, name: str) -> None:
    for line in split_program(tokenise(PROGRAMS[name], name)):
        assert_the_rom_agrees(rom, line)


@pytest.mark.parametrize(
    "typed",
    [
        '20 PRINT AT 1,2;"to be";TAB 10;a$(2 TO )',
        "50 LET DataNLine=BIN 101",
        "80 REM as it is  typed",
    ],
)
def test_typed_at_the_keyboard_it_is_the_same(typed: str) -> None:
    """The whole way: keys, editor, line scan, program area."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type(typed)
    spectrum.type("\n")
    spectrum.run_frames(50)
    cells = spectrum.core.memory
    start, end = (int.from_bytes(cells[a : a + 2], "little") for a in (PROG, VARS))
    line = split_program(bytes(cells[start:end]))[0]
    ours = tokenise_lines(typed)[0]
    assert line.number == ours.number
    blanks = (b" ", b"") if "REM" not in typed else (b"", b"")  # the ROM keeps blanks that were typed
    theirs_text, theirs_numbers = split_numbers(line.content)
    ours_text, ours_numbers = split_numbers(ours.content)
    assert theirs_text.replace(*blanks) == ours_text.replace(*blanks)
    assert theirs_numbers == ours_numbers


def test_the_rom_lists_it_with_the_same_blanks() -> None:
    source = """
    10 IF a>=1.50 AND NOT b OR c<>d THEN LET c$=CHR$ 65+STR$ PI+INKEY$+VAL$ a$: GO TO RND*10
    20 FOR i=1 TO LEN a$ STEP -1: PRINT AT 1,2;TAB 5;INK 3;INVERSE 1'"x";: NEXT i
    30 DEF FN a(x)=INT x+PEEK 2+ATTR (1,2)+POINT (3,4)-FN b()
    40 OPEN #4,"p": CLOSE #4: SAVE a$CODE 1,2: LOAD ""SCREEN$
    50 DATA BIN 101,USR "a": GO SUB VAL "60": RANDOMIZE : RETURN
    60 REM two  blanks: and a colon
    """
    program = tokenise(source)
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.insert_tape(Tape(program_blocks("list", program)))
    spectrum.type('LOAD ""')
    spectrum.type("\n")
    spectrum.wait_for_text("0 OK, 0:1")
    spectrum.type("CLS : LIST 1")
    spectrum.type("\n")
    spectrum.wait_for_text("0 OK, 0:2")
    shown = "".join(spectrum.text_lines()[:22])
    for text in detokenise(program).splitlines():
        assert f"  {text}" in shown


def test_the_rig_sees_mistakes(rom: RomEditor) -> None:
    """The ROM refuses what it should, and hidden numbers are its own: the other tests can fail."""
    codes = keyword_codes()
    with pytest.raises(AssertionError, match="report 12"):
        rom.scan(ProgramLine(10, bytes([codes["PRINT"], codes["TO"]])))
    assert rom.scan(ProgramLine(10, bytes([codes["PAUSE"]]) + b"50")) == bytes([codes["PAUSE"]]) + bytes.fromhex(
        "35 30 0e 00 00 32 00 00"
    )


# -- random lines, by the ROM's own grammar ----------------------------------------------------


class LineMaker:
    """Random BASIC: what the ROM's parameter tables and SCANNING allow, nested to a certain depth."""

    def __init__(self, random: Random, depth: int = 4) -> None:
        self._random = random
        self._depth = depth

    def _pick(self, *makers: str | Callable[[], str]) -> str:
        maker = self._random.choice(makers)
        return maker if isinstance(maker, str) else maker()

    def _maybe(self, make: Callable[[], str]) -> str:
        return make() if self._random.random() < 0.4 else ""

    def _nested(self, plain: Callable[[], str], *makers: Callable[[], str]) -> str:
        if self._depth <= 0 or self._random.random() < 0.3:
            return plain()
        self._depth -= 1
        try:
            return self._pick(*makers)
        finally:
            self._depth += 1

    def letter(self) -> str:
        return self._pick("a", "b", "Z")

    def literal(self) -> str:
        whole = str(self._random.randrange(70000))
        return self._pick(
            "0", "1", whole, ".25", "1.5", "1e3", "2.5E-2", "BIN 101", "BIN", "PI", "RND", "1.", self.name
        )

    def name(self) -> str:
        return self._pick("a", "n", "x", "SizeX", "len1", "Data2", "total", "tOp")

    def quoted(self) -> str:
        content = "".join(self._random.choices("abz: THEN#'0", k=self._random.randrange(6)))
        return f'"{content}{self._pick("", chr(34) * 2)}"'

    def slicer(self) -> str:
        return self._pick(
            lambda: f"({self._maybe(self.numeric)} TO {self._maybe(self.numeric)})", lambda: f"({self.numeric()})"
        )

    def number_place(self) -> str:
        return self._pick(
            self.name,
            lambda: f"{self.letter()}({self.numeric()})",
            lambda: f"{self.letter()}({self.numeric()},{self.numeric()})",
        )

    def text_place(self) -> str:
        return self._pick(
            lambda: f"{self.letter()}$",
            lambda: f"{self.letter()}${self.slicer()}",
            lambda: f"{self.letter()}$({self.numeric()},{self.numeric()})",
            lambda: f"{self.letter()}$({self.numeric()},{self._maybe(self.numeric)} TO {self._maybe(self.numeric)})",
        )

    def number_operand(self) -> str:
        function = self._pick("SIN", "INT", "ABS", "SGN", "PEEK", "IN", "USR", "SQR", "ATN")
        of_text = self._pick("LEN", "CODE", "VAL", "USR")
        return self._nested(
            self.literal,
            self.number_place,
            lambda: f"({self.numeric()})",
            lambda: f"{self._pick('-', '+')}{self.number_operand()}",
            lambda: f"(NOT {self.numeric()})",
            lambda: f"{function} {self.number_operand()}",
            lambda: f"{of_text} {self.text_operand()}",
            lambda: f"{self._pick('POINT', 'ATTR')} ({self.numeric()},{self.numeric()})",
            lambda: f"FN {self.letter()}({self._maybe(self.numeric)})",
            lambda: f"FN {self.letter()}({self.numeric()},{self.text()})",
            lambda: f"({self.text_operand()}{self._pick('=', '<>', '<', '>', '<=', '>=')}{self.text_operand()})",
        )

    def numeric(self) -> str:
        sign = self._pick("+", "-", "*", "/", "^", "=", "<>", "<", ">=", " AND ", " OR ")
        return self._nested(
            self.number_operand, self.number_operand, lambda: f"{self.number_operand()}{sign}{self.numeric()}"
        )

    def text_operand(self) -> str:
        return self._nested(
            self.quoted,
            self.text_place,
            lambda: f"{self.letter()}${self.slicer()}{self.slicer()}",
            lambda: f"({self.text()}){self._maybe(self.slicer)}",
            lambda: f"{self.quoted()}{self.slicer()}",
            lambda: f"{self._pick('CHR$', 'STR$')} {self.number_operand()}",
            lambda: f"VAL$ {self.text_operand()}",
            lambda: f"SCREEN$ ({self.numeric()},{self.numeric()})",
            lambda: f"FN {self.letter()}$({self._maybe(self.numeric)})",
            lambda: "INKEY$",
        )

    def text(self) -> str:
        return self._nested(
            self.text_operand,
            self.text_operand,
            lambda: f"{self.text_operand()}+{self.text()}",
            lambda: f"{self.text_operand()} AND {self.number_operand()}",
        )

    def value(self) -> str:
        return self._pick(self.numeric, self.text)

    def colour_item(self) -> str:
        return f"{self._pick('INK', 'PAPER', 'OVER', 'INVERSE', 'FLASH', 'BRIGHT')} {self.numeric()}"

    def colours(self) -> str:
        return "".join(self.colour_item() + self._pick(",", ";") for _ in range(self._random.randrange(3)))

    def print_items(self) -> str:
        return self._items(
            self.value,
            self.colour_item,
            lambda: f"AT {self.numeric()},{self.numeric()}",
            lambda: f"TAB {self.numeric()}",
            lambda: f"#{self.numeric()}",
        )

    def input_items(self) -> str:
        return self._items(
            self.quoted,
            lambda: f"({self.value()})",
            self.number_place,
            self.text_place,
            lambda: f"LINE {self.letter()}$",
            lambda: f"AT {self.numeric()},{self.numeric()}",
            self.colour_item,
            lambda: f"#{self.numeric()}",
        )

    def _items(self, *makers: Callable[[], str]) -> str:
        items = self._pick("", "", ";", "'", ",")
        for _ in range(self._random.randrange(4)):
            items += self._pick(*makers) + self._pick(";", ",", "'")
        return items if self._random.random() < 0.5 else items[:-1]

    def statement(self) -> str:
        number, text, letter = self.numeric, self.text, self.letter
        pair = f"{self.numeric()},{self.numeric()}"
        return self._pick(
            lambda: f"LET {self.number_place()}={number()}",
            lambda: f"LET {self.text_place()}={text()}",
            lambda: f"{self._pick('PRINT', 'LPRINT')} {self.print_items()}",
            lambda: f"INPUT {self.input_items() or self.name()}",
            lambda: f"PLOT {self.colours()}{pair}",
            lambda: f"DRAW {self.colours()}{pair}{self._pick('', ',1')}",
            lambda: f"CIRCLE {self.colours()}{pair},{number()}",
            lambda: f"FOR {letter()}={number()} TO {number()}{self._pick('', ' STEP -1')}",
            lambda: f"NEXT {letter()}",
            lambda: f"DIM {letter()}{self._pick('', '$')}({pair})",
            lambda: f"{self._pick('GO TO', 'GOTO', 'GO SUB', 'GOSUB', 'PAUSE', 'BORDER', 'INK', 'OVER')} {number()}",
            lambda: f"{self._pick('RUN', 'RESTORE', 'CLEAR', 'RANDOMIZE', 'LIST', 'LLIST')} {self._maybe(number)}",
            lambda: f"{self._pick('LIST', 'LLIST')} #{number()}{self._pick('', ',10', ';10')}",
            lambda: f"{self._pick('POKE', 'OUT', 'BEEP')} {pair}",
            lambda: self._pick("STOP", "NEW", "CLS", "COPY", "RETURN", "CONTINUE", "REM a: b", "", " "),
            lambda: f"READ {self.number_place()},{self.text_place()}",
            lambda: f"DATA {self.value()},{self.value()}",
            lambda: f"DEF FN {letter()}({self._pick('', 'x', 'x,y$')})={number()}",
            lambda: f"DEF FN {letter()}$({self._pick('', 'x$')})={text()}",
            lambda: f"SAVE {text()}{self._pick('', ' LINE 10', ' CODE 1,2', ' SCREEN$', ' DATA a$()')}",
            lambda: (
                f"{self._pick('LOAD', 'VERIFY')} {text()} {self._pick('', 'CODE', 'CODE 1,2', 'SCREEN$', 'DATA b()')}"
            ),
            lambda: f"MERGE {text()}",
            lambda: f"OPEN #{number()},{text()}",
            lambda: f"CLOSE #{number()}",
            lambda: f"IF {number()} THEN {self._nested(lambda: 'STOP', self.statement)}",
        )

    def line(self) -> str:
        statements = [self.statement() for _ in range(self._random.randint(1, 3))]
        return "10 " + ": ".join(statements) if "".join(statements).strip() else "10 CLS"


def squeezed(listing: str) -> str:
    return "".join(listing.split()).upper().removesuffix(":")


def test_random_lines_mean_to_the_rom_what_they_mean_to_us(rom: RomEditor, seed: int) -> None:
    random = Random(seed)
    for _ in range(600):
        source = LineMaker(random).line()
        program = tokenise(source)
        assert_the_rom_agrees(rom, split_program(program)[0])
        assert squeezed(detokenise(program)) == squeezed(source)
        assert tokenise(detokenise(program)) == program
