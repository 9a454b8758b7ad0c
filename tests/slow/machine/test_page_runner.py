"""The page's machine under its runner: pace, keys, going back, hooks, sound, and files that are none."""

import random
from pathlib import Path
from typing import Any

import pytest

from pyspectrum import Spectrum, Tape
from pyspectrum.models import MODEL_48K, MODEL_128K
from pyspectrum.snapshot import encode_sna, write_snapshot
from tests.house import ROOT
from tests.slow.machine.page_rig import base64_of, beginning, run_script

TAP = (ROOT / "tapes" / "crossword.tap").read_bytes()


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
