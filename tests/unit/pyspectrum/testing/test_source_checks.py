"""ASSERTION, WPMEM and LOGPOINT comments, source lines and labels of the ROM as places."""

import pytest

from pyspectrum import Spectrum, SymbolTable, check_source
from pyspectrum.assembler.symbols import parse_symbols
from pyspectrum.errors import AddressError, ExpectationError, SymbolError
from tests.cases import cases

CODE = bytes.fromhex("0603 10FE 3E07 320090 18F4")
"""start: ld b,3 / loop: djnz loop / ld a,7 / ld (#9000),a / jr start"""


def sld(*remarks: str) -> SymbolTable:
    """Return the output of sjasmplus with these comments at the line of `loop`, 27."""
    lines = [
        "|SLD.data.version|1", "src/game.asm|1||0|-1|-1|Z|pages.size:65536,pages.count:1,slots.count:1,slots.adr:0",
        "src/game.asm|26||0|0|32768|L|,start,,+used", "src/game.asm|26||0|0|32768|T|",
        "src/game.asm|27||0|0|32770|L|,loop,,+used", "src/game.asm|27||0|0|32770|T|",
        "src/game.asm|29||0|0|32772|T|", "src/game.asm|30||0|0|32774|T|", "src/game.asm|31||0|0|32777|T|",
        "src/game.asm|9||0|0|36864|L|,lives,,+used",
        *(f"src/game.asm|27||0|0|32770|K|; {remark}" for remark in remarks),
    ]  # fmt: skip
    return parse_symbols("\n".join(lines).encode())


@pytest.fixture
def game(spectrum: Spectrum) -> Spectrum:
    spectrum.core.memory[0x8000 : 0x8000 + len(CODE)] = CODE
    spectrum.core.pc = 0x8000
    spectrum.core.interrupts_enabled = False
    return spectrum


def run(game: Spectrum, *remarks: str) -> None:
    game.symbols = sld(*remarks)
    with check_source(game):
        game.run_tstates(500)


@pytest.mark.parametrize("condition", [
    "B < 5", "b >= 1 && B<=3", "B==0 || B > 0", "!(B == 9)", "HL' == 0x1234", "loop == $8002 && loop == 8002h",
    "b@(start) == 6", "w@(start) == 0x0306", "(B & 3) != 0", "lives == 36864", "SP > 100 / 3",
    "B < 5 ; low enough", "(B | %11) == 11b && B % 4 <= 3", "'A' == 65", "IXH == IX >> 8",
])  # fmt: skip
def test_assertions_that_hold(game: Spectrum, condition: str) -> None:
    game.core.set("hl'", 0x1234)
    run(game, f"ASSERTION {condition}")


@pytest.mark.parametrize(("remark", "message", "pc", "b"), [
    ("ASSERTION B > 1", "ASSERTION B > 1 does not hold: B = 1", 0x8000, 1),
    ("never here: ASSERTION", "ASSERTION alone does not hold", 0x8000, 3),
    ("ASSERTION B == 77", "ASSERTION B == 77 does not hold: B = 9", 0x8002, 9),  # the machine stands there
])  # fmt: skip
def test_an_assertion_that_fails_names_its_line_and_the_registers(
    game: Spectrum, remark: str, message: str, pc: int, b: int
) -> None:
    game.core.pc = pc
    game.core.set("b", 9)
    with pytest.raises(ExpectationError, match=rf"^src/game\.asm:27: {message}$"):
        run(game, remark)
    assert (game.core.pc, game.core.get("b")) == (0x8002, b)
    game.run_tstates(500)  # outside the block nothing is checked


@cases("remark", "message")
def test_an_invalid_comment_is_reported_with_its_line(game: Spectrum, remark: str, message: str) -> None:
    with pytest.raises(SymbolError, match=r"^src/game\.asm:27: .*" + message):
        run(game, remark)


def test_watched_memory_must_not_be_written(game: Spectrum) -> None:
    message = r"WPMEM: #9000 is written: 0 becomes 7, by the instruction at loop\+4 \(game\.asm:30\)$"
    with pytest.raises(ExpectationError, match=rf"^src/game\.asm:27: {message}"):
        run(game, "WPMEM lives, 2, w")
    run(game, "WPMEM lives, 1, r", "WPMEM 0x9001", "WPMEM, 2, w", "WPMEMS lives", "a wpmem lives")
    game.core.memory[0x8006:0x8009] = bytes.fromhex("3A0090")  # ld a,(#9000)
    game.core.pc = 0x8000
    with pytest.raises(ExpectationError, match="is read"):
        run(game, "WPMEM lives")


@pytest.mark.parametrize("remark", ["WPMEM, 5, w", "five bytes of code WPMEM ,5 , W ; nobody writes", "WPMEM , 9"])
def test_a_watch_without_an_address_begins_where_it_stands(game: Spectrum, remark: str) -> None:
    game.poke(0x8007, b"\x06\x80")  # ld (#8006),a
    with pytest.raises(ExpectationError, match=r"WPMEM: #8006 is written: 50 becomes 7"):
        run(game, remark)
    run(game, "WPMEM", "WPMEM, 4, w")


def test_a_watch_without_an_address_holds_in_its_own_bank() -> None:
    machine = Spectrum("128")
    machine.boot("128")
    machine.core.paging = 0x13
    header = "a.asm|1||0|-1|-1|Z|pages.size:16384,pages.count:8,slots.count:4,slots.adr:0,16384,32768,49152"
    machine.symbols = parse_symbols(f"|SLD.data.version|1\n{header}\na.asm|4||0|3|49152|K|; WPMEM\n".encode())
    machine.poke(0x8000, bytes.fromhex("3200c0c9"))  # ld (#C000),a
    with check_source(machine):
        machine.core.paging = 0x14
        machine.call(0x8000)
        machine.core.paging = 0x13
        with pytest.raises(ExpectationError, match=r"a\.asm:4: WPMEM: #C000 is written"):
            machine.call(0x8000)


def test_a_log_point_prints_its_text(game: Spectrum, capsys: pytest.CaptureFixture[str]) -> None:
    game.core.set("hl", 0x80FF)
    run(game, "LOGPOINT [LOOP] left ${B}; HL ${HL:hex16} ${ L : int8 } ${b@(start):bits}${'A':string}", "LOGPOINT")
    first, empty, *_ = capsys.readouterr().out.splitlines()
    assert first == "src/game.asm:27: left 3; HL 80FF -1 00000110A"
    assert empty == "src/game.asm:27: "


def test_a_called_routine_is_checked_at_its_first_instruction(game: Spectrum) -> None:
    game.symbols = sld("ASSERTION B < 3")
    game.poke(0x8009, 0xC9)
    with check_source(game):
        game.call("loop", b=2)
        with pytest.raises(ExpectationError, match="does not hold: B = 3"):
            game.call("loop", b=3)


def test_lines_of_the_source_are_places(game: Spectrum) -> None:
    game.symbols = sld()
    assert game.run_until_pc("game.asm:29") == 0x8004
    assert game.run_until_pc("src/game.asm:28") == 0x8004
    assert game.address("game.asm:26") == 0x8000
    unknown = {"other.asm:1": "no source file 'other.asm'; known are src/game.asm", "game.asm:99": "no instr"}
    for place, message in {**unknown, "nowhere": "no symbol"}.items():
        with pytest.raises(AddressError, match=message):
            game.address(place)


@pytest.mark.parametrize("model", ["48", "128"])
def test_labels_of_the_rom_are_places(model: str) -> None:
    machine = Spectrum(model)
    machine.boot("48" if model == "128" else None)
    machine.hold("a")
    assert machine.run_until_pc("KEY-SCAN") == 0x028E
    assert machine.core.rom == 1
    machine.symbols = SymbolTable({"KEY-SCAN": 40000}, 40000, 40001)
    assert machine.address("KEY-SCAN") == 40000, "a name of the program's own goes before"
