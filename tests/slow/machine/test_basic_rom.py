"""The tokeniser against the ROMs' own editors: lines typed by hand, and programs that come back from their listing.

`tokenise` has the ROM's line scan for its judge (`pyspectrum.basic.line_scan`). Here lines go the whole way: keys,
editor, line scan, program area; on a 48K, and in the 128's editor, which makes tokens of letters.
"""

import re
import warnings
from pathlib import Path
from random import Random

import pytest

from harness.spectrum.build import EDITIONS, edition_source
from pyspectrum import keyboard
from pyspectrum.basic import ProgramLine, detokenise, keyword_codes, program_in, split_tokens, tokenise, tokenise_lines
from pyspectrum.errors import BasicError, BasicWarning
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape, program_blocks
from tests.house import ROOT

BASICS = ["48", "128"]
LINES_A_BASIC = 1_000
TYPED_A_BASIC = 100
PROGRAMS = 1_000
LAYOUT = re.compile('" +[^A-Z]|[^A-Z$#<=>] +"| {2}|^10 +:')
"""Blanks that `type` does not type, or that `tokenise` takes for the listing's."""
LOST_BY_THE_128 = re.compile("[<>$#][A-Za-z]|[A-Za-z]#")
"""Signs with which its editor loses a line, as it does a name of ten letters and blanks."""


def content_of(source: str, basic: str) -> bytes | None:
    """The content that `tokenise` makes of a line, or None if it refuses it."""
    try:
        return tokenise_lines(source, basic=basic)[0].content
    except BasicError:
        return None


def parameters_blanked(content: bytes | None) -> bytes | None:
    """The content with nothing in the room behind parameters of DEF FN, where the ROM leaves what was in memory."""
    return content and re.sub(rb"(?<=[A-Za-z$])\x0e.{5}", bytes(6), content, flags=re.DOTALL)


def goes_round(program: bytes, basic: str = "48") -> bool:
    """True if a program comes back from its listing, which has no line in bytes."""
    listing = detokenise(program, basic=basic)
    return "{line:" not in listing and tokenise(listing, basic=basic) == program


STATEMENTS = (Path(__file__).parent / "statements.txt").read_text("utf-8").splitlines()
"""Some that `LineMaker` does not make, and some that a grammar got wrong."""
LISTINGS = {statements: f"10 {statements}" for statements in STATEMENTS}
LISTINGS["loader"] = (ROOT / "basic" / "loader.bas").read_text(encoding="ascii")
LISTINGS |= {edition.file_name: edition_source(edition) for edition in EDITIONS}


@pytest.mark.parametrize("name", LISTINGS)
def test_lines_that_the_rom_takes_and_our_programs_go_round(name: str) -> None:
    assert goes_round(tokenise(LISTINGS[name], name))


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
    spectrum.type('LOAD ""\n')
    spectrum.wait_for_text("0 OK, 0:1")
    spectrum.type("CLS : LIST 1\n")
    spectrum.wait_for_text("0 OK, 0:2")
    shown = "".join(spectrum.text_lines()[:22])
    for text in detokenise(program).splitlines():
        assert f"  {text}" in shown


# -- random lines, by the ROM's own grammar ----------------------------------------------------


GRAMMAR = (Path(__file__).parent / "expressions.grammar").read_text("utf-8")
"""What the ROM's parameter tables and SCANNING allow: alternatives of a rule, behind ~ those that nest deeper."""
OF_THE_128 = r"""
odd_name = a
dialect = PLAY {text}|PLAY {text},{text}|SAVE !{text}{saved}|LOAD !{text}|VERIFY !{text}|MERGE !{text}|ERASE !{text}
    |FORMAT {text};{numeric}|CAT !|SPECTRUM
"""


def rules_of(grammar: str) -> dict[str, list[list[str]]]:
    lines = grammar.strip().replace("\n    |", "|").splitlines()
    return {
        name: [part.split("|") for part in rule.split(" ~ ")] for name, rule in (one.split(" = ", 1) for one in lines)
    }


RULES = {"48": rules_of(GRAMMAR), "128": rules_of(GRAMMAR) | rules_of(OF_THE_128)}


class LineMaker:
    """Random BASIC, nested to a certain depth."""

    def __init__(self, random: Random, basic: str = "48", depth: int = 4) -> None:
        self._random, self._rules, self._depth = random, RULES[basic], depth

    def _make(self, rule: str) -> str:
        if rule.endswith("?"):
            return self._make(rule[:-1]) if self._random.random() < 0.4 else ""
        if rule == "whole":
            return str(self._random.randrange(70_000))
        plain, *deeper = self._rules[rule]
        nests = bool(deeper) and self._depth > 0 and self._random.random() >= 0.3
        self._depth -= nests
        made = self._random.choice(deeper[0] if nests else plain)
        made = re.sub(r"\{(\w+\??)\}", lambda match: self._make(match[1]), made)
        self._depth += nests
        return made

    def line(self) -> str:
        statements = [self._make("statement").strip() for _ in range(self._random.randint(1, 3))]
        return "10 " + ": ".join(statements) if statements[0] else "10 CLS"


def spoilt(random: Random, source: str) -> str:
    """The line with a word or a sign of it left out, doubled, moved, or replaced by another."""
    words = re.findall(r'"[^"]*"|[A-Za-z]+[$#]?|[0-9.]+|<[=>]|>=| +|.', source)
    place, other = random.randrange(2, len(words)), random.randrange(2, len(words))
    stray = random.choice((*keyword_codes(), "a", "b$", "1", '"x"', "(", ")", ",", ";", "-", "=", "#", ":"))
    words[place] = random.choice(("", f"{words[place]} {words[place]}", words[other], stray))
    return "".join(words)


def can_be_typed(source: str, basic: str) -> bool:
    """Return True if the hand and the editor manage the line.

    On a 48K a statement begins with a keyword, which has no key elsewhere.
    """
    tokens = split_tokens(source, len("10"), basic)
    if len(source) > 100 or LAYOUT.search(source):
        return False
    if basic == "128":
        return not LOST_BY_THE_128.search(source) and all(
            len(token.text) < 10 for token in tokens if token.kind == "name"
        )
    keywords = [token.text for token in tokens if token.kind == "keyword"]
    if [word for word, kind in keyboard._words(source) if kind == "keyword"] != keywords:
        return False
    opens = True
    for token in tokens:
        if token.text != ":" and opens != (token.kind == "keyword" and token.text in keyboard._KEYWORDS_PLAIN):
            return False
        opens = token.text in (":", "THEN") or (token.kind == "remark")
    return True


@pytest.mark.parametrize("basic", BASICS)
def test_lines_made_by_chance(seed: int, basic: str) -> None:
    """Lines of the grammar are taken, most of the spoilt ones are not, and those taken go round."""
    random, refused = Random(seed), 0
    for number in range(LINES_A_BASIC):
        source = LineMaker(random, basic).line()
        if number % 2:
            source = spoilt(random, source)
            if content_of(source, basic) is None:
                refused += 1
                continue
        program = tokenise(source, basic=basic)
        assert goes_round(program, basic)
    assert LINES_A_BASIC // 4 < refused < LINES_A_BASIC // 2


@pytest.mark.parametrize("basic", BASICS)
def test_typed_by_hand_the_verdict_and_the_bytes_are_the_same(seed: int, basic: str) -> None:
    random, spectrum = Random(seed), Spectrum(basic)
    spectrum.boot(basic)
    waiting = spectrum.state()
    verdicts: list[bool] = []
    while len(verdicts) < TYPED_A_BASIC:
        source = LineMaker(random, basic, depth=2).line().rstrip()
        source = spoilt(random, source).rstrip() if len(verdicts) % 2 else source
        ours = content_of(source, basic)
        if source.count('"') % 2 or not can_be_typed(source, basic):
            continue
        spectrum.restore(waiting)
        spectrum.type(source + "\n")
        spectrum.run_frames(20)
        theirs = next((line.content for line in program_in(spectrum.core.memory)), None)
        assert parameters_blanked(theirs) == parameters_blanked(ours), source
        verdicts.append(ours is not None)
    assert TYPED_A_BASIC // 4 < verdicts.count(False) < TYPED_A_BASIC // 2


def coloured(random: Random, source: str) -> str:
    """The line with a colour code before one of its tokens, or a UDG and the like in its strings."""
    column = random.choice(split_tokens(source, source.index(" "))).column
    code = random.choice((r"\{16}\{2}", r"\{20}\{1}", r"\{17}\{34}", r"\{22}\{5}\{34}", r"\{6}", r"\{32}"))
    source = source[:column] + code + source[column:]
    return re.sub(
        '"abz', lambda match: match[0] + rf"\\{random.choice('aU')}\{{{random.choice((1, 14, 200))}}}", source
    )


def test_programs_in_colour_go_round(seed: int) -> None:
    random, in_colour = Random(seed), 0
    for _ in range(PROGRAMS):
        numbers = sorted({random.choice((0, random.randrange(10_000))) for _ in range(3)})
        lines = [f"{number} {LineMaker(random).line().removeprefix('10 ')}" for number in numbers]
        bright = [coloured(random, line) for line in lines]
        lines = [one if content_of(one, "48") is not None else line for one, line in zip(bright, lines, strict=True)]
        in_colour += lines == bright
        program = tokenise("\n".join(lines))
        assert goes_round(program), lines
    assert in_colour > PROGRAMS // 2


# -- programs as they lie in memory, byte for byte, whatever was hidden in them ------------------

MADE_PROGRAMS = 300
HIDDEN = 0x0E
LIKE_KEYWORDS = (b"run", b"pause", b"code", b"rnd", b"TO", b"Print", b"fn", b"pi", b"a to", b"or1", b"not")


def made_line(random: Random, basic: str) -> bytes:
    """The content of a line that BASIC makes, or nearly, or of any bytes."""
    number = b"%d" % random.randrange(300)
    value = bytes((HIDDEN, 0, 0, random.randrange(256), random.randrange(256), 0))
    name = random.choice(LIKE_KEYWORDS)
    return random.choice(
        (
            lambda: tokenise(LineMaker(random, basic).line(), basic=basic)[4:-1],
            lambda: b"\xf9\xc0" + number + value,
            lambda: b"\xf9\xc0" + number,
            lambda: b"\xf9\xc0\xb0" + b'"' + number + b'"' + random.choice((b"", value)),
            lambda: b"\xec" + value,
            lambda: b"\xf1" + name + b"=" + number + value * random.randrange(3),
            lambda: b"\xe3" + name + b"," + name + b"$",
            lambda: b"\xeb" + b"i=1" + value + b"\xcc" + number + value + b" : " + b"\xf3i",
            lambda: b"\xcea(x" + random.choice((value, b"", value * 2)) + b")=x+" + number + value,
            lambda: b"\xea" + random.randbytes(random.randrange(20)),
            lambda: b'\xf5"' + random.randbytes(random.randrange(9)).replace(b'"', b'""') + b'"',
            lambda: (
                bytes((random.randrange(16, 24), random.randrange(8), random.randrange(8))) + b"\xf5" + number + value
            ),
            lambda: b" " * random.randrange(3) + b"\xf5 1 " + value + b" " * random.randrange(3),
            lambda: bytes((0xF5, random.randrange(256))),
            lambda: random.randbytes(random.randrange(12)),
            lambda: b"",
        )
    )()


def made_program(random: Random, basic: str) -> bytes:
    """Lines in order for the most part, and perhaps something behind them that is no line."""
    number, program = random.randrange(3), b""
    for _ in range(random.randrange(1, 8)):
        program += ProgramLine(number, made_line(random, basic)).to_bytes()
        number = random.randrange(0x10000) if random.random() < 0.1 else min(number + random.randrange(40), 0xFFFF)
    return program + (random.randbytes(random.randrange(8)) if random.random() < 0.1 else b"")


def returned(program: bytes, basic: str) -> tuple[bytes, int]:
    """The program after a listing, and how many lines of that were in bytes."""
    listing = detokenise(program, basic=basic)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BasicWarning)
        return tokenise(listing, basic=basic), listing.count("\\{line:")


@pytest.mark.parametrize("basic", BASICS)
def test_made_programs_come_back(seed: int, basic: str) -> None:
    random, in_bytes, lines = Random(seed), 0, 0
    for _ in range(MADE_PROGRAMS // len(BASICS)):
        program = made_program(random, basic)
        back, raw = returned(program, basic)
        assert back == program, detokenise(program, basic=basic)
        in_bytes, lines = in_bytes + raw, lines + detokenise(program, basic=basic).count("\n") + 1
    assert 0 < in_bytes < lines // 2


@pytest.mark.parametrize("basic", BASICS)
@pytest.mark.parametrize(
    "around", [(b"\xea", b""), (b'\xf5"', b'"'), (b"\xf5", b""), (b"\xf1a", b"=1"), (b"", b"\xf5")]
)
def test_every_code_comes_back_wherever_it_stands(basic: str, around: tuple[bytes, bytes]) -> None:
    before, behind = around
    lines = [ProgramLine(code + 1, before + bytes((code,)) + behind) for code in range(256)]
    program = b"".join(line.to_bytes() for line in lines)
    assert returned(program, basic)[0] == program


def test_every_keyword_may_be_a_name() -> None:
    words = [word.lower() for word in keyword_codes("128") if word.isalpha()]
    lines = [ProgramLine(number, b"\xf1%s=1\x0e\0\0\1\0\0" % word.encode()) for number, word in enumerate(words, 1)]
    program = b"".join(line.to_bytes() for line in lines)
    assert returned(program, "48") == (program, 0)
