"""The LD-BYTES short-cut against the ROM's own routine, which listens to the same block as pulses."""

import pytest
from hypothesis import Phase, given, settings
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
    core.set("sp", STACK)
    core.set("a", flag)
    core.set("f", CARRY if load else 0)
    core.set("ix", address)
    core.set("de", length)
    core.set("iy", 0x5C3A)
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


def memory_of_loader(core: Core) -> bytes:
    memory = bytearray(core.memory)
    for part in NOT_THE_LOADERS:
        memory[part] = bytes(len(memory[part]))
    return bytes(memory)


def assert_same(
    flag: int,
    address: int,
    length: int,
    block: Block,
    *,
    load: bool,
    background: bytes = b"",
    compared: tuple[str, ...] = COMPARED,
) -> Core:
    real = by_rom(stand_at_ld_bytes(flag, address, length, load=load, background=background), block)
    short = by_short_cut(stand_at_ld_bytes(flag, address, length, load=load, background=background), block)
    case = f"flag {flag}, {length} bytes wanted, load {load}, {block}"
    assert {name: short.get(name) for name in compared} == {name: real.get(name) for name in compared}, case
    assert memory_of_loader(short) == memory_of_loader(real), case
    assert short.interrupts_enabled == real.interrupts_enabled
    assert short.border == real.border
    return short


SOUND = Block.build(255, bytes(range(10)))


@pytest.mark.parametrize("load", [True, False], ids=["load", "verify"])
def test_a_sound_block_leaves_every_register_but_r_as_the_rom_does(load: bool) -> None:
    background = b"" if load else SOUND.payload
    core = assert_same(255, BUFFER, 10, SOUND, load=load, background=background, compared=OF_A_SOUND_BLOCK)
    assert core.get("f") & CARRY
    assert core.memory[BUFFER : BUFFER + 10] == SOUND.payload


@pytest.mark.parametrize(
    ("flag", "length", "block"),
    [
        pytest.param(0, 10, SOUND, id="another flag"),
        pytest.param(255, 9, SOUND, id="block longer than wanted"),
        pytest.param(255, 11, SOUND, id="block shorter by one: the checksum is taken for data"),
        pytest.param(255, 30, SOUND, id="block much shorter"),
        *(
            pytest.param(255, 10, Block(255, SOUND.payload, SOUND.stored_checksum ^ bit), id=f"checksum off by {bit}")
            for bit in (1, 0x10, 0x80)
        ),
        pytest.param(0, 0, Block.build(0, b"xy"), id="nothing wanted, flag 0"),
        pytest.param(255, 0, SOUND, id="nothing wanted, flag 255"),
        pytest.param(255, 1, Block.build(255, b""), id="empty block"),
    ],
)
@pytest.mark.parametrize("load", [True, False], ids=["load", "verify"])
def test_errors_are_alike(flag: int, length: int, block: Block, load: bool) -> None:
    assert_same(flag, BUFFER, length, block, load=load, background=SOUND.payload)


def test_verify_stops_at_the_first_difference() -> None:
    background = bytearray(SOUND.payload)
    background[4] ^= 0x21
    core = assert_same(255, BUFFER, 10, SOUND, load=False, background=bytes(background))
    assert core.get("ix") == BUFFER + 4
    assert not core.get("f") & CARRY


def test_the_rom_cannot_be_overwritten() -> None:
    core = assert_same(255, 0x3FFE, 10, SOUND, load=True)
    assert core.memory[0x4000:0x4008] == SOUND.payload[2:]


def test_loading_wraps_at_the_top_of_memory() -> None:
    core = assert_same(255, 0xFFFE, 4, Block.build(255, b"abcd"), load=True)
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
        assert memory_of_loader(short) == memory_of_loader(real)
        assert {name: short.get(name) for name in COMPARED} == {name: real.get(name) for name in COMPARED}
    assert set(frames) == {0, 1}


@settings(max_examples=examples(25), phases=[Phase.explicit, Phase.generate])
@given(
    flag=st.sampled_from([0, 255, 7]),
    expected=st.sampled_from([0, 255, 7]),
    payload=st.binary(max_size=BUFFER_SIZE),
    surplus=st.integers(-2, 2),
    damage=st.sampled_from([0, 0, 1, 0x80, 0xFF]),
    load=st.booleans(),
    changed=st.none() | st.integers(0, BUFFER_SIZE - 1),
)
def test_any_block_ends_as_with_the_rom(
    flag: int, expected: int, payload: bytes, surplus: int, damage: int, load: bool, changed: int | None
) -> None:
    background = bytearray(payload)
    if changed is not None and changed < len(background):
        background[changed] ^= 0xFF
    block = Block(flag, payload, checksum(flag, payload) ^ damage)
    length = max(0, len(payload) + surplus)
    assert_same(expected, BUFFER, length, block, load=load, background=bytes(background))


def test_break_is_left_to_the_rom() -> None:
    """SA/LD-RET looks at SPACE after the block and reports D through #0008."""
    core = stand_at_ld_bytes(255, BUFFER, 10, load=True)
    core.keyboard_rows[7] = 0x1E
    load_bytes(core, SOUND)
    assert core.run(core.tstates + MODEL_48K.tstates_per_second, (TRAP, 0x0008)) == 0x0008
