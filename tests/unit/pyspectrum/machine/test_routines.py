"""Calls of machine-code routines: registers, T-states, the stack, and the machine as it was."""

from typing import Any

import pytest

from pyspectrum import MachineState, Spectrum, SymbolTable, TimeLimitError
from pyspectrum.assembler.symbols import SourceLine
from pyspectrum.errors import AddressError, RegisterError, SpectrumError, StackError
from pyspectrum.models import MODEL_48K
from tests.cases import cases

CODE = 0x8000


def test_registers_go_in_and_come_out(spectrum: Spectrum) -> None:
    spectrum.poke(CODE, bytes.fromhex("47 09 13 dd23 fd23 37 c9"))  # ld b,a; add hl,bc; inc de, ix, iy; scf; ret
    result = spectrum.call(CODE, a=20, c=1, hl=0x1000, de=0xFFFF, ix=5, iy=-1)
    assert (result.a, result.b, result.c, result.bc) == (20, 20, 1, 0x1401)
    assert (result.hl, result.h, result.l, result.de, result.d, result.e) == (0x2401, 0x24, 0x01, 0, 0, 0)
    assert (result.ix, result.iy, result.carry) == (6, 0, True)


@pytest.mark.parametrize(
    ("number", "zero", "sign", "parity", "carry"),
    [(0, True, False, False, False), (200, False, True, False, False), (1, False, False, False, False)],
)
def test_flags_have_names(spectrum: Spectrum, number: int, zero: bool, sign: bool, parity: bool, carry: bool) -> None:
    spectrum.poke(CODE, b"\xd6\x00\xc9")  # sub 0; ret
    result = spectrum.call(CODE, a=number)
    assert (result.zero, result.sign, result.parity, result.carry) == (zero, sign, parity, carry)


@pytest.mark.parametrize("turns", [1, 2, 17, 256])
def test_t_states_are_those_counted_by_hand(spectrum: Spectrum, turns: int) -> None:
    # ld b,n 7; loop: ld (hl),a 7; inc hl 6; djnz 13 or 8; ret 10
    spectrum.poke(CODE, [0x06, turns & 0xFF, 0x77, 0x23, 0x10, 0xFC, 0xC9])
    result = spectrum.call(CODE, a=7, hl=0x9000)
    assert result.tstates == 7 + turns * (7 + 6 + 13) - 5 + 10
    assert (result.b, result.hl) == (0, 0x9000 + turns)
    assert spectrum.peek(0x9000, turns + 1) == bytes([7]) * turns + bytes([0])


def test_the_machine_is_where_it_was_and_goes_on(spectrum: Spectrum) -> None:
    before, registers = spectrum.tstates, list(spectrum.core.registers)
    spectrum.poke(CODE, bytes.fromhex("f3 d9 08 01 34 12 08 d9 3e 02 32 00 90 ed 5e c9"))  # all sorts of things; im 2
    results = [spectrum.call(CODE, bc=7, iy=0) for _ in range(3)]
    assert len(set(results)) == 1
    assert spectrum.tstates == before + sum(result.tstates for result in results)
    after = list(spectrum.core.registers)
    clock = next(index for index, value in enumerate(registers) if value == before)
    after[clock] = before
    assert after == registers
    assert spectrum.peek(0x9000) == 2
    spectrum.type("PRINT 5\n")
    spectrum.wait_for_text("0 OK")


def test_a_called_routine_comes_to_its_own_first_instruction(spectrum: Spectrum) -> None:
    spectrum.poke(CODE, bytes.fromhex("00 10 fd c9"))  # nop; djnz; ret
    seen = []
    with spectrum.watch(CODE, lambda: seen.append(spectrum.core.get("b"))):
        spectrum.call(CODE, b=2)
    with spectrum.tally(CODE) as alone:
        spectrum.call(CODE, b=2)
    with spectrum.tally(CODE) as one, spectrum.tally(CODE + 1) as other, spectrum.watch(CODE, spectrum.text_lines):
        spectrum.call(CODE, b=2)
    assert (seen, alone.count, one.count, other.count) == ([2, 1], 2, 2, 2)


def test_a_watch_may_call_the_routine_that_it_watches(spectrum: Spectrum) -> None:
    spectrum.poke(CODE, bytes.fromhex("3c c9"))  # inc a; ret
    found = []
    with spectrum.watch(CODE, lambda: found.append(spectrum.call(CODE, a=1).a)):
        assert spectrum.call(CODE, a=8).a == 9
    assert found == [2]


@pytest.mark.parametrize("takes", [True, False])
def test_words_on_the_stack(spectrum: Spectrum, takes: bool) -> None:
    # the last one pushed is on top, under the return address: pop bc; pop hl; pop de; push bc; ret
    take, leave = "c1 e1 d1 c5 c9", "c1 e1 d1 d5 e5 c5 c9"
    spectrum.poke(CODE, bytes.fromhex(take if takes else leave))
    result = spectrum.call(CODE, stack=(0x1234, -2))
    assert (result.de, result.hl) == (0x1234, 0xFFFE)


@cases("code", "complaint")
def test_a_stack_that_does_not_come_back_is_an_error(spectrum: Spectrum, code: str, complaint: str) -> None:
    registers = [spectrum.core.pc, spectrum.core.get("sp")]
    spectrum.poke(CODE, bytes.fromhex(code))
    with pytest.raises(StackError, match=complaint):
        spectrum.call(CODE)
    assert [spectrum.core.pc, spectrum.core.get("sp")] == registers


def test_a_routine_that_hangs_is_named_with_the_place_and_its_line(spectrum: Spectrum) -> None:
    lines = {CODE: SourceLine("src/r.asm", 3), CODE + 1: SourceLine("src/r.asm", 5)}
    spectrum.poke(CODE, b"\x00\x18\xfe")
    with pytest.raises(TimeLimitError, match=r"waited 0\.5 s of Spectrum time for #8000 to return \(PC = #8001"):
        spectrum.call(CODE, timeout=0.5)
    spectrum.symbols = SymbolTable({"work": CODE}, CODE, CODE + 3, lines=lines)
    with pytest.raises(TimeLimitError, match=r"for work to return \(PC = work\+1 \(r\.asm:5\), SP = #FF") as caught:
        spectrum.call("work", timeout=0.5)
    assert caught.value.pc == CODE + 1
    spectrum.type("PRINT 5\n")
    spectrum.wait_for_text("0 OK")


CALLS = "cd0880 c9 00000000"  # call #8008, ret


@pytest.mark.parametrize(("code", "place", "words"), [
    ("01915c c5 c9", 4, "to #5C91, 2 bytes too many on"),  # ld bc,#5C91; push bc; ret
    (f"{CALLS} 01915c c5 c9", 12, "to #5C91, 4 bytes too many on"),
    ("e5 01915c c5 c5 c9", 6, "to #5C91, 6 bytes too many on"),
    ("e1 01915c c5 c9", 5, "to #5C91, 0 bytes too many taken from"),
    ("c1 d1 01915c c5 c9", 6, "to #5C91, 2 bytes too many taken from"),
    ("01915c c5 b7 c0 bf c8", 7, "to #5C91, 2 bytes too many on"),  # or a; ret nz; cp a; ret z
])  # fmt: skip
@pytest.mark.parametrize("lines", [True, False, None])
def test_a_routine_that_leaves_by_a_wrong_ret_is_stopped_at_once(
    spectrum: Spectrum, code: str, place: int, words: str, lines: bool | None
) -> None:
    bytes_of_code = bytes.fromhex(code)
    spectrum.poke(CODE, bytes_of_code)
    spectrum.poke(0x5C91, b"\x18\xfe")  # where it would stay for ever
    known = {CODE + at: SourceLine("r.asm", at) for at in range(len(bytes_of_code))} if lines else {}
    if lines is not None:
        spectrum.symbols = SymbolTable({"work": CODE}, CODE, CODE + 32, lines=known)
    name = f"work+{place}" + (f" (r.asm:{place})" if lines else "") if lines is not None else f"#{CODE + place:04X}"
    began = spectrum.tstates
    with pytest.raises(StackError) as caught:
        spectrum.call(CODE, a=1 if "b7 c0" not in code else 0)
    assert str(caught.value) == f"#8000 left by the RET at {name} {words} the stack"
    assert spectrum.model.seconds(spectrum.tstates - began) < 1


def test_jumps_by_ret_and_long_routines_are_no_mistakes(spectrum: Spectrum) -> None:
    spectrum.symbols = SymbolTable({"work": CODE}, CODE, CODE + 32)
    # ld bc,#8008; push bc; ret; at #8008: wait a second, return
    spectrum.poke(CODE, bytes.fromhex("010880 c5 c9 000000 11 20 00 01 ff ff 0b 78 b1 20 fb 1d 20 f5 c9"))
    result = spectrum.call(CODE)
    assert spectrum.model.seconds(result.tstates) > 1
    spectrum.poke(CODE, bytes.fromhex("e1 e3 e3 e9"))  # pop hl; ex (sp),hl twice; jp (hl)
    spectrum.call(CODE)


def test_what_a_callback_led_astray_is_not_blamed_on_a_ret(spectrum: Spectrum) -> None:
    spectrum.poke(CODE, bytes.fromhex("01915c c5 00 c9"))  # its nop becomes a pop bc
    with spectrum.watch(CODE + 3, lambda: spectrum.core.memory.__setitem__(CODE + 4, 0xC1)):
        spectrum.call(CODE)
    spectrum.poke(CODE + 4, 0)
    with spectrum.watch(CODE + 4, lambda: spectrum.core.set("pc", CODE)), pytest.raises(TimeLimitError):
        spectrum.call(CODE, timeout=0.3)


def test_interrupts_are_off_unless_asked_for(spectrum: Spectrum) -> None:
    spectrum.poke(CODE, bytes.fromhex("01 00 40 0b 78 b1 20 fb c9"))  # counts down for several frames
    frames = 23672
    before = spectrum.peek(frames)
    silent = spectrum.call(CODE)
    assert silent.tstates == 10 + 0x4000 * 26 - 5 + 10
    assert spectrum.peek(frames) == before
    busy = spectrum.call(CODE, interrupts=True)
    assert spectrum.peek(frames) - before in (6, 7)
    assert silent.tstates < busy.tstates < silent.tstates + MODEL_48K.tstates_per_frame


def test_a_machine_that_was_not_booted_can_call(booted: MachineState) -> None:
    machine = Spectrum()
    machine.poke(CODE, b"\xc9")
    assert machine.call(CODE).tstates == 10
    assert machine.call(CODE, sp=0x9000).tstates == 10
    with pytest.raises(StackError, match="SP = #3000 is not in RAM"):
        machine.call(CODE, sp=0x3000)


@cases("name", "value", "complaint")
def test_registers_are_checked(spectrum: Spectrum, name: str, value: int, complaint: str) -> None:
    registers: dict[str, Any] = {name: value}
    with pytest.raises(RegisterError, match=complaint):
        spectrum.call(CODE, **registers)


def test_shadow_registers_have_names_too(spectrum: Spectrum) -> None:
    spectrum.poke(CODE, b"\x08\xd9\xc9")  # ex af,af'; exx; ret
    result = spectrum.call(CODE, af_=0x1201, hl_=0x3456)
    assert (result.a, result.f, result.hl) == (0x12, 0x01, 0x3456)


@pytest.mark.parametrize(("place", "data"), [(0xFFFF, b"ab"), (0x10000, b"a"), (-1, b"a")])
def test_pokes_stay_within_memory(spectrum: Spectrum, place: int, data: bytes) -> None:
    with pytest.raises(AddressError):
        spectrum.poke(place, data)
    with pytest.raises(SpectrumError):
        spectrum.peek(place, len(data) + 1)


def test_a_length_of_zero_can_be_read_and_a_negative_one_cannot(spectrum: Spectrum) -> None:
    assert spectrum.peek(CODE, 0) == b""
    with pytest.raises(AddressError, match="cannot read -1 bytes from #8000"):
        spectrum.peek(CODE, -1)
