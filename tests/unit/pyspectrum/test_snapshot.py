"""Snapshots: what is written is read back, and continues as if nothing had happened."""

import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pyspectrum import Spectrum, snapshot
from pyspectrum.core import Core
from pyspectrum.errors import MediumWarning, SnapshotError
from pyspectrum.models import MODEL_48K, model_named
from pyspectrum.snapshot import encode_sna, parse_snapshot, read_snapshot, restore_snapshot, write_snapshot

NAMES = ("a", "f", "bc", "de", "hl", "ix", "iy", "sp", "pc", "i", "r", "af'", "bc'", "de'", "hl'")
SUFFIXES = [".z80", ".szx"]


def state(core: Core) -> dict[str, object]:
    return {
        **{name: core.get(name) for name in NAMES},
        "interrupts": core.interrupts_enabled,
        "border": core.border,
        "clock": core.tstates % MODEL_48K.tstates_per_frame,
        "memory": bytes(core.memory),
    }


def machine_by_chance(model: str, seed: int) -> Core:
    random, core = Random(seed), Core(model_named(model))
    core.memory[0x4000:] = random.randbytes(0xC000)
    for bank in core.banks:
        bank[:] = random.randbytes(0x4000)
    for name in NAMES:
        core.set(name, random.randrange(0x100 if len(name) == 1 else 0x10000))
    core.pc = random.randrange(1, 0x10000)  # version 3 of .z80 has its PC elsewhere
    core.border = random.randrange(8)
    return core


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("seed", range(5))
def test_any_state_comes_back(tmp_path: Path, suffix: str, seed: int) -> None:
    core = machine_by_chance("48", seed)
    core.memory[0x5000:0x6000] = bytes([seed]) * 0x1000  # something to pack
    core.memory[0x6000:0x6400] = b"\xed" * 0x400
    core.interrupts_enabled = bool(seed & 1)
    core.tstates = seed * 71_234
    path = tmp_path / f"state{suffix}"
    write_snapshot(path, core)
    restored = Core()
    read_snapshot(path, restored)
    assert state(restored) == state(core)


@pytest.mark.parametrize("model", ["48", "128"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_machines_own_rom_may_be_in_a_szx_as_fuse_writes_it(model: str, packed: bool, tmp_path: Path) -> None:
    core = Core(model_named(model))
    write_snapshot(tmp_path / "x.szx", core)
    data = (tmp_path / "x.szx").read_bytes()
    for roms, is_own in (
        (b"".join(Path(rom).read_bytes() for rom in core.model.rom_paths), True),
        (bytes(16384), False),
    ):
        content = struct.pack("<HI", packed, len(roms)) + (zlib.compress(roms) if packed else roms)
        with_rom = data + b"ROM\0" + struct.pack("<I", len(content)) + content
        if is_own:
            assert parse_snapshot(with_rom, ".szx").banks == parse_snapshot(data, ".szx").banks
        else:
            with pytest.raises(SnapshotError, match="a ROM of its own"):
                parse_snapshot(with_rom, ".szx")


def test_a_file_may_have_so_many_bytes_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "MAX_FILE_BYTES", 1000)
    path = tmp_path / "x.szx"
    for size, complaint in ((1000, "it does not begin with ZXST"), (1001, "larger than 64 MB")):
        path.write_bytes(bytes(size))
        with pytest.raises(SnapshotError, match=complaint):
            read_snapshot(path, Core())


@pytest.mark.parametrize(("model", "paging"), [("48", 0), ("128", 0x04), ("128", 0x0C)])
def test_a_machine_comes_back_from_an_sna(model: str, paging: int) -> None:
    core, restored = machine_by_chance(model, paging), Core(model_named(model))
    core.paging = paging  # page 4; with 8, the second screen
    core.set("sp", 0x8002)
    core.interrupts_enabled = paging == 0x04
    parsed = parse_snapshot(encode_sna(core), ".sna", "x.sna")
    assert parsed.screen_bytes == core.screen_bytes()
    restore_snapshot(restored, parsed)
    assert (restored.paging, *map(bytes, restored.banks)) == (core.paging, *map(bytes, core.banks))
    if not core.banks:  # there it lies on the stack
        core.memory[0x8000:0x8002] = core.pc.to_bytes(2, "little")
    assert parsed.memory == bytes(core.memory[0x4000:0x10000])
    assert {**state(restored), "clock": 0} == {**state(core), "clock": 0}


@pytest.mark.parametrize(
    ("act", "name", "complaint"),
    [
        *((write_snapshot, name, r"name it \.z80 or \.szx") for name in ("x.sna", "x.tap", "x")),
        (write_snapshot, "nowhere/x.z80", "cannot write the snapshot: No such file"),
        (read_snapshot, "x.szx", r"x\.szx: cannot read the snapshot: No such file"),
    ],
)
def test_invalid_files_are_refused(
    tmp_path: Path, act: Callable[[Path, Core], None], name: str, complaint: str
) -> None:
    with pytest.raises(SnapshotError, match=complaint):
        act(tmp_path / name, Core())


@pytest.mark.parametrize("rest", [b"x", bytes(10), b"\x1a" * 128, bytes(range(200))], ids=len)
@pytest.mark.parametrize(("version", "packs"), [(1, True), (1, False), (3, True)])
def test_bytes_after_the_last_page_of_a_z80_are_ignored_with_a_warning(
    spectrum: Spectrum, tmp_path: Path, rest: bytes, version: int, packs: bool
) -> None:
    path = tmp_path / "game.z80"
    write_snapshot(path, spectrum.core)
    data = path.read_bytes()
    memory = parse_snapshot(data, ".z80").memory
    if version == 1:  # the header's PC, the flag of packed RAM, and plain bytes but for ED ED
        packed = memory.replace(b"\xed\xed", b"\xed\xed\x02\xed") + b"\0\xed\xed\0" if packs else memory
        data = data[:6] + b"\x01\x80" + data[8:12] + bytes([0x20 * packs]) + data[13:30] + packed
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_snapshot(data, ".z80").memory == memory
    with pytest.warns(MediumWarning, match=rf"game\.z80: {len(rest)} bytes? after the last page, .* ignored"):
        assert parse_snapshot(data + rest, ".z80", "game.z80").memory == memory
