"""Watchpoints on memory, held against what every single instruction does to it."""

import random
from typing import Any

import pytest

from pyspectrum import Spectrum
from pyspectrum.core import Core
from pyspectrum.core.memory_watch import MemoryAccess, accesses
from pyspectrum.errors import RunningError

INSTRUCTIONS = """
02 12 220090 320090 34 35 3601 70 77 c5 e5 cd00a0 c400a0 cc00a0
d400a0 fc00a0 cf ff e3 cb06 cb46 cb86 cbc6 cb01 dd3405 dd36fe09 dd7003 fd7780
dde5 fde3 dd220090 ddcb0406 fdcb04c7 ddcb0446 ed430090 ed4b0090 ed67 ed6f eda0 edb8 eda1 eda2
edab ed45 7e 0a 3a0090 2a0090 be c1 c9 c0 00 76 44 dd7e01
dd84 edb0 ed4d dddd7701
"""


@pytest.mark.parametrize("code", [*map(bytes.fromhex, INSTRUCTIONS.split())], ids=bytes.hex)
def test_predicted_writes_are_those_of_the_instruction(code: bytes) -> None:
    """In memory of random bytes, all that changes lies where a write was predicted."""
    rng, changed = random.Random(7), 0
    for _ in range(4):
        core = Core()
        core.memory[0x4000:] = rng.randbytes(0xC000)
        core.memory[0x8000 : 0x8000 + len(code)] = code
        for pair in ("bc", "de", "hl", "ix", "iy", "sp"):
            core.set(pair, rng.randrange(0x9000, 0xF000))
        core.set("af", rng.randrange(0x10000))
        core.pc = 0x8000
        _, write = accesses(core.memory, core.registers, 0x8000)
        before = bytes(core.memory)
        core.step()
        lines = (at for at in range(0x4000, 0x10000, 64) if core.memory[at : at + 64] != before[at : at + 64])
        places = {place for at in lines for place in range(at, at + 64) if core.memory[place] != before[place]}
        predicted = set(range(write[0], write[0] + write[1])) if write else set()
        assert places <= predicted
        changed += bool(places)
        if code[0] in (0xC5, 0xE5, 0xCD, 0xCF):
            assert predicted
    assert changed or not predicted


STACK_CODES = [code for code in range(0xC0, 0x100) if code & 7 in (0, 1, 4, 5, 7)]
NOT_OF_THE_STACK = {0xD9, 0xDD, 0xE9, 0xED, 0xF9, 0xFD}  # EXX, JP (HL), LD SP,HL and prefixes


@pytest.mark.parametrize("code", sorted({*STACK_CODES} - NOT_OF_THE_STACK))
@pytest.mark.parametrize("flags", [0x00, 0xFF])
def test_the_stack_is_predicted_where_the_condition_holds(code: int, flags: int) -> None:
    """RET, CALL, PUSH, POP and RST: the stack pointer's own movement says what the instruction did."""
    core = Core()
    core.memory[0x8000:0x8003] = bytes([code, 0x00, 0x90])
    core.set("sp", 0xA000)
    core.set("af", flags)
    core.pc = 0x8000
    read, write = accesses(core.memory, core.registers, 0x8000)
    core.step()
    moved = core.get("sp") - 0xA000
    assert (read == (0xA000, 2)) == (moved == 2)
    assert (write == (0x9FFE, 2)) == (moved == -2)


def run_code(spectrum: Spectrum, code: bytes, tstates: int) -> None:
    spectrum.core.memory[0x8000 : 0x8000 + len(code)] = code
    spectrum.core.pc = 0x8000
    spectrum.core.interrupts_enabled = False
    spectrum.run_tstates(tstates)


def test_the_callback_gets_the_machine_at_the_instruction(spectrum: Spectrum) -> None:
    seen: list[tuple[int, int, MemoryAccess]] = []

    def note(machine: Spectrum, access: MemoryAccess) -> None:
        seen.append((machine.core.pc, machine.core.get("a"), access))

    code = bytes.fromhex("3E05 320090 320090 3C 320190 3A0090 18FE")
    with spectrum.watch_writes(0x9000, 1, note):
        run_code(spectrum, code, 100)
    assert [(pc, a) for pc, a, _ in seen] == [(0x8002, 5), (0x8005, 5)]
    assert seen[0][2] == MemoryAccess(0x8002, 0x9000, True, 0, 5)
    assert (seen[1][2].before, seen[1][2].after) == (5, 5), "the same value once more is a write as well"
    with spectrum.watch_reads(0x9000, 2, note):
        run_code(spectrum, code, 100)
    assert seen[-1][2] == MemoryAccess(0x800C, 0x9000, False, 5, 5)
    assert len(seen) == 3


def test_a_callback_may_take_less(spectrum: Spectrum) -> None:
    seen: list[Any] = []
    with (
        spectrum.watch_writes(0x9000, 1, lambda machine: seen.append(machine)),
        spectrum.watch_writes(0x9000, 1, lambda: seen.append("nothing")),
    ):
        run_code(spectrum, bytes.fromhex("320090 18FE"), 50)
    assert seen == [spectrum, "nothing"]
    run_code(spectrum, bytes.fromhex("320090 18FE"), 50)
    assert len(seen) == 2
    assert spectrum.core.observer is None


def test_a_write_by_an_interrupt_counts(spectrum: Spectrum) -> None:
    seen: list[MemoryAccess] = []
    spectrum.core.memory[0x8000:0x8002] = bytes([0x18, 0xFE])
    spectrum.core.pc = 0x8000
    spectrum.core.set("sp", 0x9002)
    with spectrum.watch_writes(0x9000, 2, lambda machine, access: seen.append(access)):
        spectrum.run_frames(2)
    assert seen[0].pc == 0x8000


def test_it_changes_no_tstate_and_goes_with_breakpoints_and_coverage(spectrum: Spectrum) -> None:
    state = spectrum.state()
    spectrum.type("PRINT 1\n")
    plain = spectrum.state()
    spectrum.restore(state)
    seen: list[int] = []
    with spectrum.coverage() as coverage, spectrum.watch_writes(23560, 1, lambda machine: seen.append(machine.core.pc)):
        spectrum.type("PRINT 1\n")
    assert spectrum.state() == plain
    assert seen
    assert all(coverage.executions(pc) for pc in seen)


def test_the_callback_must_not_run_the_machine(spectrum: Spectrum) -> None:
    with (
        spectrum.watch_writes(0x9000, 1, lambda machine: machine.run_frames(1)),
        pytest.raises(RunningError, match="cannot be run"),
    ):
        run_code(spectrum, bytes.fromhex("320090 18FE"), 50)
