"""Our tapes and snapshots in the hands of others: the command-line tools that come with Fuse read and rewrite them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from pyspectrum import Spectrum, Tape
from pyspectrum.snapshot import encode_sna, load_snapshot, write_snapshot
from pyspectrum.tape import Recording, Signal, Stop, code_blocks, program_blocks

TOOLS = ("tzxlist", "tapeconv", "audio2tape", "snapconv")
pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)),
    reason="Fuse is not installed: apt install fuse-emulator-gtk fuse-emulator-utils xvfb xdotool",
)

STANDARD = Tape(
    (*program_blocks("game", b"\x00\x0a\x02\x00\xfb\x0d", 10), *code_blocks("data", bytes(range(200)), 40_000))
)
REGISTERS = (
    "a", "f", "bc", "de", "hl", "a2", "f2", "bc2", "de2", "hl2", "ix", "iy", "sp", "pc", "i", "r", "im", "border",
    "out7ffd",
)  # fmt: skip


def run_tool(*command: str | Path) -> str:
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_tzx_is_listed_as_it_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "x.tzx"
    turbo = Signal("turbo speed data", ((3000, 1500), (1, 500), (1, 600)), b"xyz", (400, 400), (800, 800), 7)
    others = (turbo, Signal("pure tone", ((20, 900),)), Stop(), Recording(b"\xf0\xa0", 79, 4))
    Tape((*STANDARD.parts, *others), (("Full title", "A game"),)).write(path)
    listing = run_tool("tzxlist", path)
    assert listing.count("(PASS)") == 4
    for said in (
        "Full Title: A game",
        'Program: "game      " LINE 10',
        'Bytes: "data      " CODE  40000, 200',
        "3000 pilot pulses of 1500 tstates",
        "Sync pulses of 500 and 600 tstates",
        "Data length: 3 bytes (7 bits in last byte used)",
        "20 pulses of 900 tstates",
        "Each bit is 79 tstates",
    ):
        assert said in listing


def test_a_wav_is_heard(tmp_path: Path) -> None:
    """The last block, too: the tool hears its end by the click in the silence behind it."""
    wav = tmp_path / "x.wav"
    STANDARD.write(wav)
    heard = run_tool("audio2tape", wav, tmp_path / "x.tzx")
    assert heard.count("Checksum:PASS") == 4
    assert "found 202 bytes" in heard


@pytest.mark.parametrize("model", ["48", "128", "+2"])
@pytest.mark.parametrize("ours", [".z80", ".szx"])
@pytest.mark.parametrize("theirs", [".z80", ".szx"])
def test_snapshots_are_rewritten_to_the_same(tmp_path: Path, model: str, ours: str, theirs: str) -> None:
    spectrum = Spectrum(model)
    spectrum.boot()
    for number, name in enumerate(("bc", "de", "hl", "af'", "bc'", "de'", "hl'", "ix"), 1):
        spectrum.core.set(name, number * 0x1357 & 0xFFFF)
    first, second = tmp_path / f"x{ours}", tmp_path / f"y{theirs}"
    write_snapshot(first, spectrum.core)
    run_tool("snapconv", first, second)
    one, other = load_snapshot(first), load_snapshot(second)
    assert (one.machine, one.banks, one.parsed.tstates) == (other.machine, other.banks, other.parsed.tstates)
    for name in REGISTERS:
        assert getattr(one.parsed, name) == getattr(other.parsed, name), name
    assert bool(one.parsed.iff1) == bool(other.parsed.iff1)
    if model != "48":
        assert (one.parsed.outfffd, one.parsed.ay) == (other.parsed.outfffd, other.parsed.ay)


def test_an_sna_is_understood(tmp_path: Path) -> None:
    spectrum = Spectrum()
    spectrum.boot()
    path, core = tmp_path / "x.sna", spectrum.core
    path.write_bytes(encode_sna(core))
    run_tool("snapconv", path, tmp_path / "x.szx")
    other = load_snapshot(tmp_path / "x.szx").parsed
    assert other.im == 1
    for name in ("pc", "sp", "hl", "ix"):
        assert getattr(other, name) == core.get(name), name
