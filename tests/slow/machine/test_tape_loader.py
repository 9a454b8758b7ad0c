"""The LD-BYTES short-cut against the ROM's own routine, which listens to the same block as pulses."""

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from pyspectrum.core import Core
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Block, checksum, waveform
from pyspectrum.tape.deck import LD_BYTES, load_bytes
from tests.marks import examples

TRAP = 0x8000  # where the routine returns to
STACK = 0x7FF0
BUFFER = 0x9000
BUFFER_SIZE = 64
BORDCR = 23624
CARRY = 1
COMPARED = ("a", "f", "b", "h", "l", "de", "ix", "sp", "pc")
OF_A_SOUND_BLOCK = (*COMPARED, "c", "af'", "bc'", "de'", "hl'", "iy", "i")
BELOW_STACK = slice(STACK - 16, STACK)  # what the ROM's inner calls leave behind
KSTATE, FRAMES = slice(23552, 23560), slice(23672, 23675)
NOT_THE_LOADERS = (BELOW_STACK, KSTATE, FRAMES)
"""Not what was loaded: an interrupt between the ROM's EI and the return counts a frame and ages keys."""


def stand_at_ld_bytes(flag: int, address: int, length: int, *, load: bool, background: bytes = b"") -> Core:
    core = Core()
    core.memory[BUFFER : BUFFER + len(background)] = background
    core.memory[STACK : STACK + 2] = TRAP.to_bytes(2, "little")
    core.memory[BORDCR] = 0x38  # white border
    core.memory[TRAP] = 0x00
    given = {"sp": STACK, "a": flag, "f": CARRY if load else 0, "ix": address, "de": length, "iy": 0x5C3A}
    for name, value in given.items():
        core.set(name, value)
    core.pc = LD_BYTES
    return core


def by_rom(core: Core, block: Block) -> Core:
    core.ports.play_edges(waveform((block,), core.tstates + 100_000).edges)
    assert core.run(core.tstates + 20 * MODEL_48K.tstates_per_second, (TRAP,)) == TRAP
    return core


def by_short_cut(core: Core, block: Block) -> Core:
    load_bytes(core, block)
    assert core.run(core.tstates + MODEL_48K.tstates_per_second, (TRAP,)) == TRAP
    return core


def compare(short: Core, real: Core, case: str, compared: tuple[str, ...] = COMPARED) -> None:
    assert {name: short.get(name) for name in compared} == {name: real.get(name) for name in compared}, case
    assert memory_of_loader(short) == memory_of_loader(real), case
    assert (short.interrupts_enabled, short.border) == (real.interrupts_enabled, real.border), case


def memory_of_loader(core: Core) -> bytes:
    memory = bytearray(core.memory)
    for part in NOT_THE_LOADERS:
        memory[part] = bytes(len(memory[part]))
    return bytes(memory)


def assert_same(
    flag: int,
    length: int,
    block: Block,
    *,
    load: bool,
    address: int = BUFFER,
    background: bytes = b"",
    compared: tuple[str, ...] = COMPARED,
) -> Core:
    real = by_rom(stand_at_ld_bytes(flag, address, length, load=load, background=background), block)
    short = by_short_cut(stand_at_ld_bytes(flag, address, length, load=load, background=background), block)
    compare(short, real, f"flag {flag}, {length} bytes wanted, load {load}, {block}", compared)
    return short


SOUND = Block.build(255, bytes(range(10)))


@pytest.mark.parametrize("load", [True, False], ids=["load", "verify"])
def test_a_sound_block_leaves_every_register_but_r_as_the_rom_does(load: bool) -> None:
    background = b"" if load else SOUND.payload
    core = assert_same(255, 10, SOUND, load=load, background=background, compared=OF_A_SOUND_BLOCK)
    assert core.get("f") & CARRY
    assert core.memory[BUFFER : BUFFER + 10] == SOUND.payload


def test_the_rom_cannot_be_overwritten_and_loading_wraps_at_the_top_of_memory() -> None:
    core = assert_same(255, 10, SOUND, load=True, address=0x3FFE)
    assert core.memory[0x4000:0x4008] == SOUND.payload[2:]
    core = assert_same(255, 4, Block.build(255, b"abcd"), load=True, address=0xFFFE)
    assert core.get("ix") == 2


def test_an_interrupt_just_before_the_return_is_no_difference() -> None:
    block = Block.build(0, bytes(7))
    end = by_rom(stand_at_ld_bytes(0, BUFFER, 7, load=False), block).tstates
    frames = []
    for early in range(0, 60, 6):  # a new frame begins so long before the return
        core = stand_at_ld_bytes(0, BUFFER, 7, load=False)
        core.tstates = early - end % MODEL_48K.tstates_per_frame + MODEL_48K.tstates_per_frame
        real = by_rom(core, block)
        short = by_short_cut(stand_at_ld_bytes(0, BUFFER, 7, load=False), block)
        frames.append(real.memory[FRAMES.start])
        compare(short, real, f"{early} T-states")
    assert set(frames) == {0, 1}


@settings(max_examples=examples(75), phases=[Phase.explicit, Phase.generate])
@given(
    flag=st.sampled_from([0, 255, 7]),
    expected=st.sampled_from([0, 255, 7]),
    payload=st.binary(max_size=BUFFER_SIZE),
    surplus=st.integers(-2, 2) | st.just(20),
    damage=st.sampled_from([0, 0, 1, 0x80, 0xFF]),
    load=st.booleans(),
    changed=st.none() | st.integers(0, BUFFER_SIZE - 1),
)
@example(255, 0, SOUND.payload, 0, 0, True, None)
@example(255, 255, SOUND.payload, 20, 0, True, None)
@example(255, 255, SOUND.payload, 1, 0, True, None)  # the checksum is taken for data
@example(255, 255, SOUND.payload, 0, 0x10, True, None)
@example(255, 255, SOUND.payload, 0, 0, False, 4)  # a difference ends VERIFY
@example(0, 0, b"xy", -2, 0, True, None)
@example(255, 255, b"", 1, 0, False, None)
def test_any_block_ends_as_with_the_rom(
    flag: int, expected: int, payload: bytes, surplus: int, damage: int, load: bool, changed: int | None
) -> None:
    background = bytearray(payload)
    if changed is not None and changed < len(background):
        background[changed] ^= 0xFF
    block = Block(flag, payload, checksum(flag, payload) ^ damage)
    length = max(0, len(payload) + surplus)
    assert_same(expected, length, block, load=load, background=bytes(background))


def test_break_is_left_to_the_rom() -> None:
    """SA/LD-RET looks at SPACE after the block and reports D through #0008."""
    core = stand_at_ld_bytes(255, BUFFER, 10, load=True)
    core.keyboard_rows[7] = 0x1E
    load_bytes(core, SOUND)
    assert core.run(core.tstates + MODEL_48K.tstates_per_second, (TRAP, 0x0008)) == 0x0008
