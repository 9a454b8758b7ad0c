"""Any medium into the machine by `Spectrum.load`, and machines into snapshots and back."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from pyspectrum import Spectrum, SpectrumError, Tape, TimeLimitError
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.basic import tokenise
from pyspectrum.core import Core
from pyspectrum.errors import ModelError, SnapshotError, TapeError
from pyspectrum.models import MODEL_128K
from pyspectrum.snapshot import encode_sna, write_snapshot
from pyspectrum.tape import Block, code_blocks, program_blocks
from pyspectrum.trace.journal import Journal

PROGRAM = tokenise('10 LOAD "" CODE : PRINT "LOADED": PRINT PEEK 40000\n20 IF INKEY$="" THEN GO TO 20\n30 PRINT "KEY"')
TAPE = Tape((*program_blocks("game", PROGRAM, 10), *code_blocks("data", bytes((77, 78)), 40_000)))


@pytest.mark.parametrize("suffix", [".tap", ".tzx", ".pzx"])
@pytest.mark.parametrize("model", ["48", "128", "+2"])
def test_a_tape_loads_on_every_model(tmp_path: Path, suffix: str, model: str) -> None:
    TAPE.write(tmp_path / f"game{suffix}")
    spectrum = Spectrum(model)
    spectrum.load(tmp_path / f"game{suffix}", until="LOADED", timeout=60)
    spectrum.wait_for_text("77")
    assert spectrum.deck.at_end
    spectrum.press("a")
    spectrum.wait_for_text("KEY")


def test_another_basic_than_the_present_one_is_gone_to() -> None:
    spectrum = Spectrum("128")
    spectrum.boot()  # to the menu
    for basic in ("48", "128", "48"):
        spectrum.load(TAPE, until="LOADED", basic=basic)
        assert spectrum.core.paging_locked == (basic == "48")
        spectrum.press("a")
        spectrum.wait_for_text("0 OK")
    with pytest.raises(ModelError, match="a 48K has no '128' BASIC"):
        Spectrum().load(TAPE, basic="128")


@pytest.mark.parametrize("model", ["48", "128"])
def test_a_tape_of_nothing_but_code_is_loaded_as_such(model: str) -> None:
    spectrum = Spectrum(model)
    spectrum.load(Tape(code_blocks("code", b"\x01\x02\x03", 40_000)), until="0 OK", timeout=30)
    assert bytes(spectrum.core.memory[40_000:40_003]) == b"\x01\x02\x03"


def test_a_tape_without_a_header_is_listened_to() -> None:
    spectrum = Spectrum()
    spectrum.load(Tape((Block.build(255, b"abc"),)))
    assert spectrum.deck.position == 1


def test_unloadable_media_are_refused_by_name(tmp_path: Path) -> None:
    spectrum = Spectrum()
    (tmp_path / "game.txt").write_text("10 REM")
    with pytest.raises(SpectrumError, match=r"game\.txt: cannot load that kind of file; it should end in \.tap"):
        spectrum.load(tmp_path / "game.txt")
    with pytest.raises(TapeError, match=r"none\.tzx: cannot read the tape: No such file"):
        spectrum.load(tmp_path / "none.tzx")
    with pytest.raises(TapeError, match="this tape is empty; name another"):
        spectrum.load(Tape())
    assert spectrum.tstates == 0, "a tape that is refused does not switch the machine on"


def test_an_error_of_the_rom_ends_the_wait() -> None:
    header, data = code_blocks("x", b"abc", 40_000)
    damaged = Block(data.flag, data.payload, data.stored_checksum ^ 1)
    program = program_blocks("p", tokenise('10 LOAD "" CODE'), 10)
    with pytest.raises(TapeError, match="BASIC stopped while loading: R Tape loading error, 10:1"):
        Spectrum().load(Tape((*program, header, damaged)), until="NEVER")


def test_stop_is_a_good_end_unless_something_else_is_expected() -> None:
    tape = Tape(program_blocks("p", tokenise("10 STOP"), 10))
    Spectrum().load(tape)
    with pytest.raises(TapeError, match="BASIC stopped while loading: 9 STOP statement, 10:1"):
        Spectrum().load(tape, until="NEVER")


def test_a_tape_that_is_too_short_ends_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyspectrum.machine.media._PATIENCE_SECONDS", 1.0)
    with pytest.raises(TapeError, match="the tape has ended, and the program waits for more"):
        Spectrum().load(Tape(program_blocks("p", PROGRAM, 10)), until="LOADED")


KEY = Tape(program_blocks("key", tokenise('10 PRINT AT 21,8;"PRESS A KEY": PAUSE 0: PRINT "ON"'), 10))


@pytest.mark.parametrize(("goal", "words"), [
    ({"until": "PRES A KEY"}, r"for 'PRES A KEY': the program waits for a key at PAUSE 0 "
     r"\(did you mean 'PRESS A KEY' in row 21\?\)"),
    ({"until_text": "press a key"}, r"for 'press a key': .* PAUSE 0 \(did you mean 'PRESS A KEY' in row 21\?\)"),
    ({"until": "Main"}, r"for 'Main': .* PAUSE 0 \(no label has that name, so it was taken for a text: did you mean "
     r"until_pc='main'\?\)"),
    ({"until_pc": "main"}, r"for PC to reach main: the program waits for a key"),
    ({"until_pc": 40_000}, r"for PC to reach #9C40: the program waits for a key"),
    ({"until": re.compile("SCORE [0-9]")}, r"for /SCORE \[0-9\]/: the program waits for a key"),
])  # fmt: skip
def test_a_goal_that_cannot_come_ends_the_wait(goal: dict[str, Any], words: str) -> None:
    spectrum = Spectrum()
    spectrum.symbols = SymbolTable({"main": 40_000}, 40_000, 40_001)
    with pytest.raises(TimeLimitError, match=rf"^<tape>: waited \d\.\d s of Spectrum time {words}"):
        spectrum.load(KEY, **goal)


def test_a_text_with_the_name_of_a_label_and_a_place_are_told_apart() -> None:
    spectrum = Spectrum()
    spectrum.symbols = SymbolTable({"ON": 0x1F3A}, 0, 40_001)
    spectrum.load(KEY, until_pc="ON")
    assert spectrum.core.pc == 0x1F3A
    spectrum.reset()
    spectrum.boot()
    with pytest.raises(TimeLimitError, match="for 'ON': the program waits for a key at PAUSE 0; the screen"):
        spectrum.load(KEY, until_text="ON")


def test_a_goal_is_named_once_and_a_label_must_exist() -> None:
    spectrum = Spectrum()
    with pytest.raises(SpectrumError, match="a load has one end; give one of until=, until_text= and until_pc="):
        spectrum.load(KEY, "PRESS", until_pc=40_000)
    spectrum.symbols = SymbolTable({"main": 40_000}, 40_000, 40_001)
    with pytest.raises(SpectrumError, match="no symbol 'mian'; did you mean 'main'"):
        spectrum.load(KEY, until_pc="mian")
    assert spectrum.tstates == 0


def test_a_load_that_fails_leaves_a_journal_of_its_last_ten_seconds() -> None:
    spectrum = Spectrum()
    with Journal(spectrum) as journal, pytest.raises(TimeLimitError):
        spectrum.load(KEY, until=lambda machine: False, timeout=36)
    assert spectrum.tstates - journal.begin <= 10.1 * 3_500_000
    assert [call.name for call in journal.calls] == ["load"]


def test_a_condition_of_the_test_s_own_is_waited_for_to_the_end() -> None:
    spectrum = Spectrum()
    looks = itertools.count()
    spectrum.load(KEY, until=lambda machine: next(looks) == 200)
    assert next(looks) == 201


@pytest.mark.parametrize("until", [None, "NEVER"])
@pytest.mark.parametrize(
    ("model", "basic", "ending"),
    [("48", None, '; it may need a 128K: model="128"'), ("128", None, ""), ("+2", "48", "")],
)
def test_a_program_that_resets_the_machine_is_an_error(
    model: str, basic: str | None, ending: str, until: str | None
) -> None:
    program = program_blocks("p", tokenise('10 CLEAR 39999: LOAD ""CODE : RANDOMIZE USR 0'), 10)
    tape = Tape((*program, *code_blocks("data", b"abc", 40_000), Block.build(255, b"more")))
    with pytest.raises(TapeError, match="<tape>: the program reset the machine after part 4 of 5") as caught:
        Spectrum(model).load(tape, until=until, basic=basic)
    assert str(caught.value).partition(" of 5")[2] == ending


def test_a_program_that_ends_with_new_is_loaded() -> None:
    program = program_blocks("p", tokenise('10 CLEAR 39999: LOAD ""CODE : NEW'), 10)
    spectrum = Spectrum()
    spectrum.load(Tape((*program, *code_blocks("data", b"abc", 40_000))))
    assert spectrum.peek(40_000, 3) == b"abc"


def test_a_program_may_think_for_ten_seconds_between_two_parts() -> None:
    program = program_blocks("p", tokenise('10 LOAD ""CODE : PAUSE 500: LOAD ""CODE : PRINT "DONE": PAUSE 0'), 10)
    first, second = code_blocks("one", b"abc", 40_000), code_blocks("two", b"def", 50_000)
    spectrum = Spectrum()
    spectrum.load(Tape((*program, *first, *second)))
    assert spectrum.peek(50_000, 3) == b"def"


@pytest.mark.parametrize("program", ["10 PAUSE 0", "10 STOP"])
def test_a_tape_of_which_nobody_wants_more_is_loaded(program: str) -> None:
    spectrum = Spectrum()
    spectrum.load(Tape((*program_blocks("p", tokenise(program), 10), *code_blocks("level", b"abc", 40_000))))
    assert spectrum.deck.position == 2


def test_time_runs_out() -> None:
    with pytest.raises(TimeLimitError, match=r"waited 5\.0 s of Spectrum time for 'NEVER': timed out") as caught:
        Spectrum().load(TAPE, until="NEVER", timeout=5)
    assert "LOADED" in str(caught.value)


# -- snapshots ---------------------------------------------------------------------------------

NAMES = ("a", "f", "bc", "de", "hl", "ix", "iy", "sp", "pc", "i", "r", "af'", "bc'", "de'", "hl'")


def picture(spectrum: Spectrum) -> tuple[object, ...]:
    core = spectrum.core
    registers = {name: core.get(name) for name in NAMES}
    banks = tuple(bytes(bank) for bank in core.banks) or bytes(core.memory)
    clock = core.tstates % core.model.tstates_per_frame
    return registers, banks, core.border, core.paging, core.ports.state(), core.interrupts_enabled, clock


@pytest.mark.parametrize("suffix", [".z80", ".szx"])
@pytest.mark.parametrize("model", ["48", "128", "+2"])
def test_a_machine_goes_on_from_its_snapshot(tmp_path: Path, suffix: str, model: str) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    for bank in spectrum.core.banks:
        bank[100:200] = bytes(range(100))
    path = tmp_path / f"state{suffix}"
    write_snapshot(path, spectrum.core)
    other = Spectrum(model)
    other.load(path)
    ours, theirs = picture(spectrum), picture(other)
    if suffix == ".szx":  # a .z80 does not keep the speaker and MIC bits
        assert theirs == ours
    else:
        assert theirs[:4] == ours[:4]
        assert theirs[5:] == ours[5:]
    start = spectrum.tstates, other.tstates
    for machine in (spectrum, other):
        machine.run_tstates(1_000_000)
        machine.hold("6")
        machine.run_tstates(500_000)
    assert (spectrum.tstates - start[0], picture(spectrum)[:2]) == (other.tstates - start[1], picture(other)[:2])


def test_a_snapshot_keeps_paging_and_sound_chip(tmp_path: Path) -> None:
    spectrum = Spectrum("128")
    core = spectrum.core
    code = bytes.fromhex("01 fd 7f 3e 0f ed 79 01 fd ff 3e 07 ed 79 06 bf 3e 38 ed 79 3e 03 d3 fe 76")
    core.memory[0x8000 : 0x8000 + len(code)] = code
    core.banks[7][0] = 0x55
    core.pc = 0x8000
    spectrum.run_frames(1)
    assert (core.page, core.rom, core.display_bank, core.memory[0xC000]) == (7, 0, 7, 0x55)
    for suffix in (".z80", ".szx"):
        write_snapshot(tmp_path / f"paged{suffix}", core)
        other = Spectrum("128")
        other.load(tmp_path / f"paged{suffix}")
        theirs, ports = other.core, other.core.ports.state()
        assert (theirs.paging, theirs.memory[0xC000], theirs.border) == (0x0F, 0x55, 3)
        assert (ports.ay_selected, ports.ay_registers[7]) == (7, 0x38)
        assert theirs.pc == 0x8000 + len(code) - 1, "a machine in HALT stays there"


def test_a_snapshot_of_a_48k_runs_on_a_128k_with_its_paging_locked(spectrum: Spectrum, tmp_path: Path) -> None:
    write_snapshot(tmp_path / "x.z80", spectrum.core)
    other = Spectrum("128")
    other.load(tmp_path / "x.z80", until="1982 Sinclair")
    assert other.core.paging_locked
    other.type("PRINT 6*7\n")
    other.wait_for_text("42")


@pytest.mark.parametrize(("model", "other"), [("128", "48"), ("128", "+2"), ("+2", "128"), ("+2", "48")])
@pytest.mark.parametrize("suffix", [".z80", ".szx"])
def test_a_snapshot_of_another_model_is_refused(tmp_path: Path, model: str, other: str, suffix: str) -> None:
    path = tmp_path / f"x{suffix}"
    spectrum = Spectrum(model)
    write_snapshot(path, spectrum.core)
    with pytest.raises(SnapshotError, match=r"only the .* is here; use Spectrum") as caught:
        Spectrum(other).load(path)
    assert f"use Spectrum(model='{model}')" in str(caught.value)


@pytest.mark.parametrize(
    ("suffix", "place", "kind", "machine"),
    [(".szx", 6, 5, r"\+3"), (".szx", 6, 7, "Pentagon 128"), (".szx", 6, 99, "machine of kind 99"),
     (".z80", 34, 7, r"\+3"), (".z80", 34, 13, r"\+2A"), (".z80", 34, 9, "Pentagon 128")],
)  # fmt: skip
def test_a_machine_that_is_not_here_is_named(tmp_path: Path, suffix: str, place: int, kind: int, machine: str) -> None:
    path = tmp_path / f"x{suffix}"
    write_snapshot(path, Spectrum("128").core)
    data = bytearray(path.read_bytes())
    data[place] = kind
    path.write_bytes(data)
    with pytest.raises(SnapshotError, match=f"a snapshot of a {machine}, which is not emulated"):
        Spectrum("128").load(path)


def test_an_sna_of_a_48k_takes_pc_from_the_stack(tmp_path: Path) -> None:
    header = bytearray(27)
    header[23:25] = (0x9000).to_bytes(2, "little")
    ram = bytearray(0xC000)
    ram[0x5000:0x5002] = (0x8123).to_bytes(2, "little")
    path = tmp_path / "x.sna"
    path.write_bytes(header + ram)
    spectrum = Spectrum()
    spectrum.load(path)
    assert (spectrum.core.pc, spectrum.core.get("sp")) == (0x8123, 0x9002)
    header[23:25] = (0x3000).to_bytes(2, "little")
    path.write_bytes(header + ram)
    with pytest.raises(SnapshotError, match=r"SP is #3000, but a 48K \.sna keeps PC on the stack"):
        spectrum.load(path)


def test_an_sna_of_a_128k_may_be_of_a_plus_2(tmp_path: Path) -> None:
    core = Core(MODEL_128K)
    core.paging, core.pc = 0x14, 0x8123
    path = tmp_path / "x.sna"
    path.write_bytes(encode_sna(core))
    for model in ("128", "+2"):  # the format does not say which
        spectrum = Spectrum(model)
        spectrum.load(path)
        assert (spectrum.core.pc, spectrum.core.page, spectrum.core.rom) == (0x8123, 4, 1)
    with pytest.raises(SnapshotError, match="a snapshot of a 128K Spectrum; only the 48K is here"):
        Spectrum().load(path)


def test_the_clock_never_runs_backwards(spectrum: Spectrum, tmp_path: Path) -> None:
    write_snapshot(tmp_path / "x.szx", spectrum.core)
    place = spectrum.tstates % 69_888
    spectrum.run(seconds=1)
    before = spectrum.tstates
    spectrum.load(tmp_path / "x.szx")
    assert 0 <= spectrum.tstates - before < 2 * 69_888
    assert spectrum.tstates % 69_888 == place


def test_no_key_is_down_after_a_snapshot_has_been_loaded(spectrum: Spectrum, tmp_path: Path) -> None:
    path = tmp_path / "state.szx"
    write_snapshot(path, spectrum.core)
    spectrum.hold("a")
    spectrum.load(path)
    assert spectrum.matrix.down == frozenset()
