"""The page's machine equals the Python one: clock, registers, memory, border and picture at each frame's edge."""

import base64
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.formats import read_any
from harness.puzzle import Puzzle
from harness.spectrum.menu import Menu
from pyspectrum import Spectrum, Tape, assemble
from pyspectrum.models import MODEL_48K, MODEL_128K
from pyspectrum.snapshot import encode_sna, load_snapshot, restore_snapshot, write_snapshot
from pyspectrum.tape import Block, Recording, Signal, Stop, program_blocks, waveform
from tests.house import ROOT
from tests.slow.machine.page_rig import FRAMES, base64_of, beginning, ram_of, recorded, registers_of, run_script
from tests.slow.machine.test_deck import PATIENCE, impatient_tape
from tests.slow.machine.test_loading import game_tape
from tools.example_pages import build_gems, build_rooms, build_snake

HERE = Path(__file__).parent
TAPES = ROOT / "tapes"
LOOPS = 250
"""Frames of programs that do the same over and over."""
Recorded = dict[str, Any]


def in_code(name: str, model: str = "48", *, draws: int = 25) -> Recorded:
    """A program in machine code, from a machine that waits in BASIC."""
    spectrum = Spectrum(model)
    code = assemble(HERE / f"{name}.asm")
    spectrum.boot("128" if model == "128" else None)
    spectrum.core.memory[code.origin : code.origin + len(code.code)] = code.code
    spectrum.core.pc = code.origin
    return recorded(spectrum, lambda _: None, draws=draws, frames=LOOPS)


def in_basic(text: str, model: str = "48", joystick: str | None = None, *, saves: bool = False) -> Recorded:
    spectrum = Spectrum(model, joystick=joystick)
    spectrum.boot("128" if model != "48" else None)

    def play(spectrum: Spectrum) -> None:
        spectrum.type(text)
        if joystick:
            for way in ("left", "right+fire", "up"):
                spectrum.joystick(way)
                spectrum.run_frames(9)

    return recorded(spectrum, play, draws=0 if saves else 50, saves=saves)


def from_tape(
    tape: Tape, model: str = "48", keys: str = "", *, load: str = 'LOAD ""\n', frames: int = FRAMES
) -> Recorded:
    """A tape that is loaded while both look, and a few keys."""
    spectrum = Spectrum(model)
    spectrum.boot()

    def play(spectrum: Spectrum) -> None:
        spectrum.type(load) if model == "48" else spectrum.press("ENTER")
        spectrum.run_frames(frames - 150 if keys else 0)
        for key in keys:
            spectrum.tap("SPACE" if key == "_" else key)
            spectrum.run_frames(5)

    return recorded(spectrum, play, tape=tape, frames=frames)


def crossword(name: str) -> Recorded:
    """The crossword program: a puzzle is typed, and solved."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    spectrum.core.may_accelerate = False
    menu.load(Tape.read(TAPES / name))
    spectrum.eject_tape()
    puzzle = read_any(ROOT / "puzzles" / "cup.txt")
    assert isinstance(puzzle, Puzzle)

    def play(_: Spectrum) -> None:
        menu.enter(puzzle)
        menu.start_solving()

    return recorded(spectrum, play, draws=250, frames=1000)


PROGRAMS: dict[str, Callable[[], Recorded]] = {
    "crossword": lambda: crossword("crossword.tap"),
    "crossword in BASIC": lambda: crossword("crossword-basic.tap"),
    "snake": lambda: from_tape(build_snake(), keys="_qqpaaoo"),
    "gems, from pulses": lambda: from_tape(build_gems(), keys="_opop", frames=1500),
    "rooms on a 128": lambda: from_tape(build_rooms(), "128", keys="23"),
    "a loader that pages": lambda: from_tape(game_tape(), "128", frames=1500),
    "floating bus": lambda: in_code("floating_bus"),
    "floating bus of a 128": lambda: in_code("floating_bus", "128"),
    "IM 2": lambda: in_code("im_2"),
    "contended memory": lambda: in_code("contended"),
    "contended memory of a 128": lambda: in_code("contended", "128"),
    "shadow screen, sound chip, a read that pages": lambda: in_code("shadow", "128"),
    "noise in the picture": lambda: in_code("noise"),
    "noise in the picture of a 128": lambda: in_code("noise", "128"),
    "BASIC": lambda: in_basic("10 FOR i=1 TO 50: PRINT SIN i;: BEEP .01,i: BORDER i/8: NEXT i\nRUN\n"),
    "128 BASIC": lambda: in_basic('10 PLAY "cdefg","egabC": PRINT RND: GO TO 10\nRUN\n', "128"),
    "SAVE": lambda: in_basic('SAVE "a"CODE 16380,9\n\nSAVE "whole"CODE 0,65535\n ', saves=True),
    "a Kempston joystick": lambda: in_basic("10 PRINT IN 31;: GO TO 10\nRUN\n", joystick="kempston"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_does_what_the_machine_did(name: str) -> None:
    given = PROGRAMS[name]()
    found = run_script("compare", given)
    assert found["parted"] == []
    assert found["frames"] == len(given["edges"]) >= LOOPS
    assert found["saved"] == given["saved"]
    assert bool(found["saved"]) == (name == "SAVE")


@pytest.mark.parametrize("milliseconds", PATIENCE)
def test_an_impatient_loader_hears_the_tape_in_a_page(milliseconds: int) -> None:
    tape = impatient_tape(milliseconds)
    found = run_script("compare", from_tape(tape, frames=200))
    assert (found["parted"], found["loaded"]) == ([], len(tape.parts))


def test_a_difference_is_noticed() -> None:
    given = in_code("noise", draws=0)
    given["edges"][7]["memory"] ^= 1
    assert run_script("compare", given)["parted"][0]["frame"] == 8


# -- tapes and snapshots -----------------------------------------------------------------------

PARTS = (
    *program_blocks("x", b"\0\1\2"),
    Block(255, b"", 255, 0),
    Signal("tone", ((300, 700),)),
    Signal("pulses", ((1, 5), (1, 900), (1, 77))),
    Signal(
        "turbo", ((100, 1500), (1, 400), (1, 500)), b"\x12\x34\x56", (300, 300), (600, 600), 3, pause_tstates=35_000
    ),
    Signal("data", (), b"\xf0\x0f", (200, 200), (500, 500)),
    Signal("pause", pause_tstates=7_000_000),
    Signal("level", level=1),
    Recording(b"\xaa\x0f\xf3", 79, 5, 3_500),
    Signal("level", level=0),
    Recording(b"\x0f", 79),
    Stop(),
    Stop(only_48k=True),
    *program_blocks("y", b"\3\4"),
)
LOOPED = b"ZXTape!\x1a\x01\x14" + bytes.fromhex(
    "23 0200"  # over the next
    "12 1000 0100"
    "24 0300 12 2000 0500 25"  # three times
    "26 0200 0300 0400 20 0100 23 0300"  # calls, and past what is called
    "12 3000 0300 27"
    "30 02 6869 32 0400 01 00 01 41 35 30313233343536373839303132333435 01000000 00"
    "13 02 0100 0200 14 6400 C800 04 0000 010000 F0 5A 00 00 00 00 00 00 00 00 00"
)


@pytest.mark.parametrize(
    ("suffix", "data"),
    [(".tzx", Tape(PARTS).encode(".tzx")), (".tzx", LOOPED), (".tap", (TAPES / "crossword.tap").read_bytes())],
    ids=["parts", "loops", "ours"],
)
def test_a_tape_sounds_alike(suffix: str, data: bytes) -> None:
    found = run_script("edges", {"name": f"x{suffix}", "data": base64_of(data), "start": 1000})
    assert found["edges"] == list(waveform(Tape.parse(data, suffix).parts, 1000).edges)


@pytest.mark.parametrize(
    ("model", "suffix"),
    [("48", ".z80"), ("48", ".szx"), ("48", ".sna"), ("128", ".z80"), ("128", ".sna"), ("+2", ".szx")],
)
def test_a_snapshot_is_taken_alike_and_comes_back(model: str, suffix: str, tmp_path: Path) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    spectrum.run_tstates(123_456)
    path = tmp_path / f"x{suffix}"
    if suffix == ".sna":
        path.write_bytes(encode_sna(spectrum.core))
    else:
        write_snapshot(path, spectrum.core)
    fresh = Spectrum(model)
    given = {**beginning(fresh), "name": path.name, "data": base64_of(path.read_bytes())}
    restore_snapshot(fresh.core, load_snapshot(path))
    found = run_script("snapshot", given)
    core = fresh.core
    assert found["registers"] == registers_of(core.registers)
    assert (found["tstates"], found["paging"], found["ula"]) == (core.tstates, core.paging, core.ports.ula)
    assert found["ay"] == list(core.ports.ay_registers)
    written = tmp_path / "back.szx"
    written.write_bytes(base64.b64decode(found["szx"]))
    again = Spectrum(model)
    restore_snapshot(again.core, load_snapshot(written))
    assert registers_of(again.core.registers) == registers_of(core.registers)
    assert ram_of(again) == ram_of(fresh)


# -- under its runner: pace, keys, going back, hooks, sound, and files that are none ---------------

TAP = (TAPES / "crossword.tap").read_bytes()


def fresh(model: str = "48", **more: Any) -> dict[str, Any]:
    return {**beginning(Spectrum(model)), **more}


def test_keys_are_typed_one_by_one_and_the_past_comes_back_exactly() -> None:
    found = run_script("goesBack", fresh())
    assert (found["exact"], found["differs"]) == (True, True)
    assert 4 < found["seconds"] < 5
    assert found["pictures"] > 90
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type("PRINT 112\n")  # both ones have come
    spectrum.run(seconds=0.5)
    assert bytes(found["line"]) == spectrum.peek(0x4000, 3)


def test_the_pace_is_kept() -> None:
    real, fast, paused, stepped = run_script("paces", fresh())
    assert real == pytest.approx(50, abs=1)
    assert fast == pytest.approx(500, abs=10)
    assert (paused, stepped) == (0, 1)


@pytest.mark.parametrize(("model", "page"), [("48", 9), ("128", 8)])
def test_a_hook_sends_memory_and_stops_where_its_page_is_in(model: str, page: int) -> None:
    found = run_script("hooks", fresh(model, page=page))
    if model == "128":  # what stands there in the editor's ROM is no instruction's beginning
        assert all(message["registers"]["paging"] & 0x10 == 0 for message in found if message["what"] == "hook")
        return
    hit, stopped = found[:2]
    assert (hit["what"], hit["registers"]["pc"], stopped["what"], stopped["pc"]) == ("hook", 0x0F2C, "stopped", 0x0F2C)
    assert len(found[0]["memory"][0]) == 1


def test_the_speaker_and_the_chip_have_the_right_pitch() -> None:
    period = round(MODEL_48K.tstates_per_second / 440 / 2)
    beeps = [word for n in range(880) for word in (n * period, 16, 0x10 * (n & 1))]
    found = run_script("pitches", {"model": MODEL_48K.facts, "writes": beeps, "seconds": 1, "rate": 44100})
    assert found["count"] == pytest.approx(44100, abs=1)
    assert found["hz"] == pytest.approx(440, abs=2)
    assert 0.05 < found["loudest"] < 0.5
    tone = [word for register, value in ((0, 252), (1, 0), (7, 0x3E), (8, 15)) for word in (10, register, value)]
    found = run_script("pitches", {"model": MODEL_128K.facts, "writes": tone, "seconds": 1, "rate": 48000})
    assert found["hz"] == pytest.approx(MODEL_128K.tstates_per_second / 2 / 16 / 252, abs=2)


def test_sound_is_sent_at_real_speed_alone() -> None:
    at_first, after_going_back, fast = run_script("hears", fresh())
    assert at_first == pytest.approx(44_100, abs=1_000)
    assert after_going_back == pytest.approx(44_100, abs=1_000)
    assert fast == 0


def snapshots(folder: Path, model: str = "48") -> dict[str, bytes]:
    spectrum = Spectrum(model)
    spectrum.boot()
    files = {"x.sna": encode_sna(spectrum.core)}
    for name in ("x.z80", "x.szx"):
        write_snapshot(folder / name, spectrum.core)
        files[name] = (folder / name).read_bytes()
    return files


def test_a_damaged_file_is_refused_by_a_sentence(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    sound = {"x.tap": TAP, "x.tzx": Tape.parse(TAP).encode(".tzx"), **snapshots(tmp_path)}
    files = []
    for name, data in sound.items():
        for _ in range(60):
            damaged = bytearray(data[: rng.choice((len(data), rng.randrange(len(data)), rng.randrange(60)))])
            for _ in range(rng.randrange(4)):
                if damaged:
                    damaged[rng.randrange(min(len(damaged), 200))] = rng.randrange(256)
            files.append({"name": name, "data": base64_of(bytes(damaged))})
    assert run_script("survives", fresh(files=files)) == []


def test_the_sentences(tmp_path: Path) -> None:
    of_128 = snapshots(tmp_path, "128")
    plus_3 = bytearray(of_128["x.szx"])
    plus_3[6] = 5
    files = {
        "a.tap": (b"", "is empty. Open another file."),
        "b.tap": (TAP[:-5], f"is cut short: it ends at byte {len(TAP) - 5}. Fetch it again."),
        "c.tap": (b"\x01\x00\x00", "is no .tap: its block at byte 0 has 1 bytes."),
        "d.tzx": (TAP, "is no .tzx. Is it a .tap?"),
        "e.tzx": (b"ZXTape!\x1a\x01\x14\x18\x00\x00\x00\x00", "is a CSW recording, which cannot be played."),
        "f.txt": (b"x", "is neither a tape (.tap, .tzx) nor a snapshot (.z80, .szx, .sna)."),
        "g.szx": (of_128["x.szx"], "is a snapshot of a 128K; this page has a 48K."),
        "h.szx": (bytes(plus_3), "is a snapshot of a +3, which this page cannot run: it knows the 48K, 128K and +2."),
        "i.z80": (b"\0" * 10, "is cut short: it ends at byte 10. Fetch it again."),
        "j.tzx": (b"ZXTape!\x1a\x01\x14", "is an empty tape. Open another."),
    }
    given = [{"name": name, "data": base64_of(data)} for name, (data, _) in files.items()]
    said = [sentence.removeprefix("Block 1 of ") for sentence in run_script("refuses", fresh(files=given))]
    assert said == [f"{name} {sentence}" for name, (_, sentence) in files.items()]
