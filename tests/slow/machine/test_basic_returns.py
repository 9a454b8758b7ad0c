"""Programs as they lie in memory, listed and taken back byte for byte, whatever was hidden in them."""

import warnings
from random import Random

import pytest

from pyspectrum.basic import ProgramLine, detokenise, keyword_codes, tokenise
from pyspectrum.errors import BasicWarning
from tests.slow.machine.test_basic_rom import BASICS, LineMaker

PROGRAMS = 300
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
    for _ in range(PROGRAMS // len(BASICS)):
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
