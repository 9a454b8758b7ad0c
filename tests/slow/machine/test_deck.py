"""The tape recorder: short-cuts, pulses where a program listens by itself, and what is saved."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pyspectrum import Spectrum, Tape
from pyspectrum.basic import tokenise
from pyspectrum.commands import main
from pyspectrum.tape import Block, Note, Recording, Signal, Stop, code_blocks, program_blocks, waveform
from pyspectrum.tape.deck import SA_BYTES, Deck, Playing
from tests.assembled import assembled

HERE = Path(__file__).parent
CODE = 0x8000
TARGET = 0x9000
PAYLOAD = bytes(index * 37 + 11 & 0xFF for index in range(200))

TURBO_LOADER, SAMPLER, ROM_LOADER, KEY_WAIT = (
    (HERE / f"{name}.asm").read_text("utf-8") for name in ("turbo_loader", "sampler", "rom_loader", "key_wait")
)
PATIENCE = (5, 20, 100, 1000)
"""Milliseconds after which loaders give up; commercial ones begin with the first of these."""


LOOKS = """        di
        ld hl,{0}
first:  in a,(0xfe)         ; 59 T-states a look
        and 0x40
        jr nz,heard
        nop
        nop
        dec hl
        ld a,h
        or l
        jr nz,first
        jp 0
heard:
"""
"""The loader resets the machine after so many looks at silence."""
THINKS = "        ei\n        ld b,40\nthink:  halt\n        djnz think\n        di\n"
BASIC = '10 CLEAR 32767: LOAD ""CODE : RANDOMIZE USR 32768: PRINT "DONE"'


Part = Block | Signal | Recording | Stop | Note


def loader_tape(source: str, *parts: Part, program: str = BASIC) -> Tape:
    """A BASIC program that loads the machine code of `source` and calls it; then `parts`."""
    blocks = program_blocks("loader", tokenise(program), 10)
    return Tape((*blocks, *code_blocks("code", assembled(source).code, CODE), *parts))


def without_a_pause(begins: str) -> Tape:
    """A tape whose loader begins so, and whose data come at once behind its code."""
    *begin, code, signal = loader_tape(TURBO_LOADER.replace("        di\n", begins), turbo()).parts
    assert isinstance(code, Block)
    return Tape((*begin, replace(code, pause_tstates=0), signal))


def impatient_tape(milliseconds: int) -> Tape:
    """A tape whose loader resets the machine after so long a silence."""
    return without_a_pause(LOOKS.format(milliseconds * 3500 // 59))


def turbo(data: bytes = PAYLOAD, pause_tstates: int = 0) -> Signal:
    pulses = ((800, 1500), (1, 500), (1, 500))
    return Signal("turbo speed data", pulses, data, (400, 400), (800, 800), pause_tstates=pause_tstates)


def start(spectrum: Spectrum, tape: Tape) -> None:
    spectrum.insert_tape(tape)
    spectrum.type('LOAD ""\n')


def play(spectrum: Spectrum, tape: Tape) -> None:
    """Load the tape; its loader's data are there, and have been played as pulses once."""
    start(spectrum, tape)
    spectrum.wait_for_text("DONE", timeout=60)
    spectrum.run_frames(1)
    assert loaded(spectrum) == PAYLOAD
    assert spectrum.deck.at_end
    assert played(spectrum) == 1


def played(spectrum: Spectrum) -> int:
    """How often parts of the tape were played as pulses."""
    return sum("as pulses" in line for line in spectrum.deck.log)


def loaded(spectrum: Spectrum, length: int = len(PAYLOAD)) -> bytes:
    return bytes(spectrum.core.memory[TARGET : TARGET + length])


def tape_in_parts() -> Tape:
    """The same signal as a turbo block, in three parts without a gap, as many tapes have it."""
    whole = turbo()
    leader, sync = Signal("pure tone", whole.pulses[:1]), Signal("pulse sequence", whole.pulses[1:])
    data = Signal("pure data", (), whole.data, whole.zero, whole.one)
    return loader_tape(TURBO_LOADER, Signal("pause", pause_tstates=7_000_000), leader, sync, data)


SAMPLED = Signal("pulses", ((600, 300), (1, 3000)), PAYLOAD, (300, 1200), (1200, 300))  # the pilot, and a long low


LISTENS = """
        org 0x8000
        di
wait:   in a,(0xfe)
        and 0x40
        jr z,wait
        ei
        ret
"""
"""It finds one edge, and leaves the block to the ROM."""
AND_LOADS = BASIC.replace("PRINT", 'LOAD ""CODE : PRINT')
BLOCKS = code_blocks("x", PAYLOAD, TARGET)
AT_ONCE = ("part 6 loaded at once", "part 7 loaded at once")
HEARD: dict[str, tuple[Callable[[], Tape], tuple[str, ...]]] = {
    "edges are timed": (lambda: loader_tape(TURBO_LOADER, turbo()), ("part 5 played as pulses (turbo speed data)",)),
    "without a counter": (lambda: loader_tape(SAMPLER, SAMPLED), ("part 5 played as pulses",)),
    "the ROM at #0562": (lambda: loader_tape(ROM_LOADER, Block.build(0xFF, PAYLOAD)), ("part 5 played as pulses",)),
    "the program thinks first": (lambda: without_a_pause(THINKS), ("part 5 played as pulses",)),
    "three parts": (tape_in_parts, ("parts 6–8 played as pulses (pure tone): #",)),
    "behind a stop": (lambda: loader_tape(TURBO_LOADER, Note("side B"), Stop(), turbo()), ("part 7 played as pulses",)),
    "then the short cut is open again": (
        lambda: loader_tape(TURBO_LOADER, turbo(pause_tstates=3_500_000), *BLOCKS, program=AND_LOADS),
        ("part 5 played as pulses (turbo speed data)", *AT_ONCE),
    ),
    "a leader alone was heard": (
        lambda: loader_tape(LISTENS, *BLOCKS, program=AND_LOADS),
        ("part 5 played as pulses (block at the ROM's speed)", "part 5 loaded at once", AT_ONCE[0]),
    ),
}
"""Tapes, and how the log ends."""


@pytest.mark.parametrize("name", HEARD)
def test_a_loader_hears_the_tape(spectrum: Spectrum, name: str) -> None:
    tape, said = HEARD[name]
    play(spectrum, tape())
    ends = spectrum.deck.log[-len(said) :]
    assert [line[: len(text)] for line, text in zip(ends, said, strict=True)] == list(said)


def test_a_program_that_waits_for_a_key_is_tried_once_a_second_and_does_not_start_the_tape(
    spectrum: Spectrum, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(spectrum, loader_tape(KEY_WAIT, turbo()))
    trials: list[int] = []
    differs = Deck._makes_a_difference

    def counted(deck: Deck, playing: Playing) -> bool:
        trials.append(spectrum.tstates)
        return differs(deck, playing)

    monkeypatch.setattr(Deck, "_makes_a_difference", counted)
    spectrum.run(seconds=8)
    assert len(trials) >= 3
    assert min(later - earlier for earlier, later in pairwise(trials)) >= 50 * 69_888
    assert spectrum.deck.position == 4
    assert not played(spectrum)
    spectrum.hold("ENTER")
    spectrum.run(seconds=0.2)
    spectrum.release()
    spectrum.wait_for_text("DONE")


@pytest.mark.parametrize("milliseconds", PATIENCE)
def test_an_impatient_loader_hears_the_tape(milliseconds: int, tmp_path: Path) -> None:
    tape, path = impatient_tape(milliseconds), str(tmp_path / "impatient.tzx")
    for may_accelerate in (True, False):
        spectrum = Spectrum()
        spectrum.core.may_accelerate = may_accelerate
        spectrum.load(tape)
        assert loaded(spectrum) == PAYLOAD
        assert spectrum.deck.at_end
    tape.write(path)
    assert main(["run", path, "--expect-text", "DONE"]) == 0
    test = tmp_path / "test_impatient.py"
    assert main(["record", path, "--exact", "--expect-text", "DONE", "--out", str(test)]) == 0
    assert main(["record", path, "--expect-text", "DONE", "--out", str(test), "--force"]) == 0


@pytest.mark.parametrize(("model", "played"), [("48", "part 5"), ("128", "parts 5–7")])
def test_a_stop_for_a_48k_stops_no_128(model: str, played: str) -> None:
    spectrum = Spectrum(model)
    extra = Signal("pure tone", ((500, 1000),))
    tape = loader_tape(TURBO_LOADER, turbo(), Stop(only_48k=True), extra)
    spectrum.load(tape, until="DONE", timeout=60, basic="48")
    assert loaded(spectrum) == PAYLOAD
    assert spectrum.deck.log[-1].startswith(f"{played} played as pulses")


def test_each_block_waits_for_the_program_to_listen(spectrum: Spectrum) -> None:
    """Two turbo blocks; between them the program thinks for ten seconds."""
    program = BASIC.replace("PRINT", "PAUSE 500: RANDOMIZE USR 32768: PRINT")
    blocks = turbo(pause_tstates=350_000), turbo(PAYLOAD[::-1])
    start(spectrum, loader_tape(TURBO_LOADER, *blocks, program=program))
    spectrum.run_until(lambda m: m.deck.position == 5, "the first block")
    spectrum.run(seconds=5)
    assert not spectrum.deck.is_playing
    assert loaded(spectrum) == PAYLOAD
    spectrum.wait_for_text("DONE")
    assert loaded(spectrum) == PAYLOAD[::-1]
    assert played(spectrum) == 2


def test_a_port_s_hook_does_not_hear_what_did_not_happen(spectrum: Spectrum) -> None:
    """With a hook the deck cannot try; it plays on suspicion, and the hook sees a clock that never goes back."""
    times: list[int] = []
    with spectrum.ports.on_write(0xFE, lambda port, value, tstates: times.append(tstates)):
        play(spectrum, loader_tape(TURBO_LOADER, turbo()))
    assert times == sorted(times)


def test_a_block_plays_by_itself_only_once(spectrum: Spectrum) -> None:
    """The loader wants more bytes than the block has: it continues listening, to silence."""
    start(spectrum, loader_tape(TURBO_LOADER, turbo(PAYLOAD[:100])))
    spectrum.run(seconds=10)
    assert loaded(spectrum, 100) == PAYLOAD[:100]
    assert played(spectrum) == 1
    assert spectrum.deck.at_end


def test_the_rom_hears_what_is_not_at_its_speed(spectrum: Spectrum) -> None:
    """A block a tenth faster than the ROM saves it, which the ROM bears; and one as a digitised tape has it.

    There the level comes every 79 T-states, about 44,300 times a second.
    """
    header, data = code_blocks("fast", PAYLOAD, TARGET)
    quick = Signal("turbo speed data", ((3223, 2000), (1, 600), (1, 650)), data.to_bytes(), (770, 770), (1540, 1540))
    sound = waveform([data])
    levels = [str(bisect_right(sound.edges, now) % 2) for now in range(0, sound.last_tstates + 79, 79)]
    bits = "".join(levels).ljust(-(-len(levels) // 8) * 8, "0")
    samples = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    for part, kind in ((quick, "turbo speed data"), (Recording(samples, 79), "recording")):
        spectrum.core.memory[TARGET : TARGET + len(PAYLOAD)] = bytes(len(PAYLOAD))
        spectrum.insert_tape(Tape((header, part)))
        spectrum.type('CLS : LOAD ""CODE\n')
        spectrum.wait_for_text("0 OK, 0:2", timeout=60)
        assert loaded(spectrum) == PAYLOAD
        assert spectrum.deck.log[-1] == (
            f"part 2 played as pulses ({kind}): the ROM wants it, and it is not at the ROM's speed"
        )


def test_a_state_holds_what_plays(spectrum: Spectrum) -> None:
    start(spectrum, loader_tape(TURBO_LOADER, turbo()))
    spectrum.run_until(lambda m: m.deck.is_playing, "the pulses")
    spectrum.run(seconds=0.4)  # amid the bits
    assert spectrum.core.memory[TARGET] == PAYLOAD[0]
    assert loaded(spectrum) != PAYLOAD
    half = spectrum.state()
    spectrum.wait_for_text("DONE")
    end, log = spectrum.tstates, list(spectrum.deck.log)
    spectrum.eject_tape()
    spectrum.restore(half)
    assert spectrum.deck.is_playing
    spectrum.wait_for_text("DONE")
    assert (spectrum.tstates, loaded(spectrum), spectrum.deck.log) == (end, PAYLOAD, log)


def test_the_deck_listens_alike_however_the_machine_is_run(spectrum: Spectrum) -> None:
    start(spectrum, loader_tape(TURBO_LOADER, turbo()))
    spectrum.run_tstates(1_234_567)
    before = spectrum.state()
    spectrum.wait_for_text("DONE")
    end, log, state = spectrum.tstates, list(spectrum.deck.log), spectrum.core.state()
    spectrum.run_tstates(777_777)  # the deck's own clock is elsewhere now
    spectrum.restore(before)
    while spectrum.tstates < end - 50_000:
        spectrum.run_tstates(49_999)
    spectrum.run_tstates(end - spectrum.tstates)
    assert (spectrum.deck.log, spectrum.core.state()) == (log, state)


def test_a_loader_that_leaves_interrupts_on_is_noticed_too(spectrum: Spectrum) -> None:
    """A slow one: the interrupt takes less than a pulse."""
    source = TURBO_LOADER.replace("        di\n", "").replace("cp 25", "cp 90").replace("cp 27", "cp 160")
    pulses = ((800, 6000), (1, 2500), (1, 2500))
    data = PAYLOAD[:60]
    slow = Signal("turbo speed data", pulses, data, (2500, 2500), (5000, 5000))
    start(spectrum, loader_tape(source.replace("ld de,200", f"ld de,{len(data)}"), slow))
    spectrum.run_until(lambda m: m.deck.is_playing, "the pulses", timeout=20)
    spectrum.wait_for_text("DONE", timeout=60)
    assert loaded(spectrum, len(data)) == data
    assert played(spectrum) == 1


def test_rewinding_plays_the_tape_again(spectrum: Spectrum) -> None:
    tape = Tape(code_blocks("x", b"abc", TARGET))
    spectrum.insert_tape(tape)
    for _ in range(2):
        spectrum.core.memory[TARGET : TARGET + 3] = bytes(3)
        spectrum.type('CLS : LOAD ""CODE\n')
        spectrum.wait_for_text("0 OK, 0:2")
        assert loaded(spectrum, 3) == b"abc"
        assert spectrum.deck.position == 2
        assert spectrum.deck.at_end
        spectrum.deck.rewind()
        assert spectrum.deck.position == 0


# -- saving ------------------------------------------------------------------------------------


def run_command(spectrum: Spectrum, command: str, report: str = "0 OK") -> None:
    spectrum.type(command + "\n")
    if command.startswith("SAVE"):
        spectrum.wait_for_text("Start tape, then press any key.")
        spectrum.press("ENTER")
    spectrum.wait_for_text(report)


def test_saved_blocks_verify_and_load(spectrum: Spectrum) -> None:
    spectrum.type('10 PRINT "saved"\n')
    run_command(spectrum, 'SAVE "prog" LINE 10')
    saved = spectrum.saved
    header = saved.blocks[0].header
    assert header is not None
    assert (header.name, header.autostart_line, len(saved.blocks)) == ("prog", 10, 2)
    assert saved == Tape(program_blocks("prog", tokenise('10 PRINT "saved"'), 10))
    spectrum.insert_tape(saved)
    run_command(spectrum, 'VERIFY ""')
    spectrum.deck.rewind()
    run_command(spectrum, "NEW", "1982 Sinclair")
    run_command(spectrum, 'LOAD ""', "0 OK, 10:1")
    assert any(line.startswith("saved ") for line in spectrum.text_lines())


def test_break_while_saving_is_left_to_the_rom(spectrum: Spectrum) -> None:
    spectrum.type('SAVE "x" CODE 0,10\n')
    spectrum.wait_for_text("Start tape")
    spectrum.hold("SPACE")
    spectrum.wait_for_text("D BREAK - CONT repeats, 0:1")
    assert spectrum.saved == Tape()


SAVED = 0xA000
AFTER = 0xB000


@pytest.mark.parametrize("flag", [0, 7, 0xFF])
@pytest.mark.parametrize("length", [0, 1, 300])
def test_the_short_cut_saves_as_the_rom_does(spectrum: Spectrum, flag: int, length: int) -> None:
    """A block without a header: the bytes, and the registers, the stack and the memory afterwards."""
    spectrum.core.memory[SAVED : SAVED + 300] = bytes(index * 7 & 0xFF for index in range(300))
    spectrum.core.memory[AFTER] = 0x76
    outcomes: list[object] = []
    booted = spectrum.state()
    for at_once in (True, False):
        spectrum.restore(booted)
        spectrum.deck.catches_saves = at_once
        core = spectrum.core
        core.memory[0xBFFE:0xC000] = AFTER.to_bytes(2, "little")
        for name, value in (("a", flag), ("ix", SAVED), ("de", length), ("sp", 0xBFFE)):
            core.set(name, value)
        core.memory[0xAFFC:0xAFFF] = b"\xc3" + SA_BYTES.to_bytes(2, "little")
        core.pc = 0xAFFC  # the machine comes to SA-BYTES, and does not begin there
        spectrum.run_until_pc(AFTER, timeout=20)
        names = ("a", "f", "bc", "de", "hl", "ix", "iy", "sp", "pc")
        outcomes.append(({name: core.get(name) for name in names}, core.border, core.interrupts_enabled))
        rows = bytearray(core.memory)
        rows[0xBFE0:0xBFFE] = bytes(0x1E)  # below the stack
        rows[0x5C78:0x5C7B] = bytes(3)  # FRAMES
        outcomes.append(bytes(rows))
    spectrum.deck.catches_saves = True
    assert outcomes[:2] == outcomes[2:]
    assert spectrum.saved == Tape()  # the second machine is younger than what the first one saved
    spectrum.restore(booted)


def test_a_block_without_header_is_saved(spectrum: Spectrum) -> None:
    core = spectrum.core
    core.memory[SAVED : SAVED + 4] = b"\x01\x02\x03\x04"
    code = bytes.fromhex("dd 21 00 a0 11 04 00 3e aa cd c2 04 c9")  # ld ix: ld de: ld a,#AA: call SA-BYTES: ret
    core.memory[0x8000 : 0x8000 + len(code)] = code
    run_command(spectrum, "RANDOMIZE USR 32768")
    assert spectrum.saved == Tape((Block.build(0xAA, b"\x01\x02\x03\x04"),))
    assert spectrum.deck.log[-1] == "saved block 1: 4 bytes"
    state = spectrum.state()
    spectrum.deck.clear_saved()
    assert spectrum.saved == Tape()
    spectrum.restore(state)
    assert len(spectrum.saved.blocks) == 1


@pytest.mark.parametrize("model", ["128", "+2"])
@pytest.mark.parametrize("basic", [None, "48"])
def test_a_128_saves_and_loads_too(model: str, basic: str | None) -> None:
    spectrum = Spectrum(model)
    program = Tape(program_blocks("p", tokenise('10 SAVE "x" CODE 0,5: PRINT "SAVED"'), 10))
    spectrum.load(program, until="any key.", basic=basic)  # each ROM has words of its own for what comes before
    spectrum.press("ENTER")
    spectrum.wait_for_text("SAVED")
    header, data = spectrum.saved.blocks
    assert header == code_blocks("x", data.payload, 0)[0]
    assert len(data.payload) == 5
