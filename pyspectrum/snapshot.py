"""Snapshots: the whole machine in a file that other emulators read too, and back.

`.z80` (version 3) and `.szx` are written; these and `.sna` are read, of a 48K, a 128K or a +2; a `.sna`, which loses
something, is written only on demand (`encode_sna`). A snapshot holds the RAM, every register, the interrupt state, the
border, the paging, the sound chip and the place in the frame; not the ROM, the keys held down, the tape or the clock. A
48K's runs on a 128K as well, with its paging locked.

SkoolKit's `snapshot` knows the formats. What it would not notice, or unpack without a limit, is checked here first.

Sources: World of Spectrum, ".z80 format" and ".sna format"; Spectaculator, "ZX-State (SZX)".
"""

from __future__ import annotations

import warnings
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import skoolkit.snapshot
from skoolkit import SkoolKitError

from pyspectrum.atomic import atomic_path
from pyspectrum.core import Core
from pyspectrum.core.bus import BusState
from pyspectrum.core.paging import PAGE_SIZE
from pyspectrum.errors import MediumWarning, SnapshotError
from pyspectrum.media_kinds import MAX_FILE_BYTES, SNA_SIZES, suffix_of
from pyspectrum.models import Model, model_named
from pyspectrum.opener import OpeningError, opened, read_file

RAM_START = 0x4000
WRITTEN_SUFFIXES = (".z80", ".szx")
READ_SUFFIXES = (*WRITTEN_SUFFIXES, ".sna")

_MAX_PLAIN_BYTES = 256 * 1024  # .z80 and .sna: nothing but RAM and registers
_MAX_Z80_1_BYTES = 100_000  # version 1 of .z80, which is 48K
_MAX_SZX_BLOCKS = 1_000
_PAGING_OF_48K = 0x30  # ROM 1, locked
_PRIME, _AF2 = "'", "af'"
_CPC_SIGN = b"MV - SNA"
_Z80_HEADER = 30
_Z80_PACKED, _Z80_END = 0x20, b"\x00\xed\xed\x00"
_Z80_LAST_PAGE = 11
# of the core's names for these, SkoolKit writes bc' as ^bc and reads it as bc2
_REGISTERS = ("a", "f", "bc", "de", "hl", "ix", "iy", "sp", "pc", "i", "r", "bc'", "de'", "hl'")
# the machines that a file may be of; those in capitals of SkoolKit's are here
_SZX_MACHINES = {
    0: "16K", 1: "48K", 2: "128K", 3: "+2", 4: "+2A", 5: "+3", 6: "+3e", 7: "Pentagon 128", 8: "Timex TC2048",
    9: "Timex TC2068", 10: "Scorpion", 11: "SE", 12: "Timex TS2068", 13: "Pentagon 512", 14: "Pentagon 1024",
    15: "NTSC 48K", 16: "128Ke",
}  # fmt: skip
# the blocks of a .szx that are read, or say nothing about the machine: who wrote it, and which keyboard
_SZX_KNOWN = (b"Z80R", b"SPCR", b"RAMP", b"AY\0\0", b"CRTR", b"KEYB")
_SZX_ROM = b"ROM\0"
_Z80_2_MACHINES = {0: "48K", 1: "48K", 2: "SamRam", 3: "128K", 4: "128K"}
_Z80_3_MACHINES = {0: "48K", 1: "48K", 2: "SamRam", 3: "48K", 4: "128K", 5: "128K", 6: "128K"}
_Z80_LATER_MACHINES = {
    7: "+3", 8: "+3", 9: "Pentagon 128", 10: "Scorpion", 11: "Didaktik Kompakt", 12: "+2", 13: "+2A",
    14: "Timex TC2048", 15: "Timex TC2068", 128: "Timex TS2068",
}  # fmt: skip
_Z80_MODIFIED = {"48K": "16K", "128K": "+2", "+3": "+2A"}


@dataclass(frozen=True)
class Snapshot:
    """Contents of a snapshot file.

    `machine` is the name of the model; `banks` the RAM, three of them (#4000, #8000, #C000) of a 48K or all eight;
    `parsed` what SkoolKit has read. `exact` is False if the file does not tell a 128K from a +2.
    """

    machine: str
    banks: tuple[bytes, ...]
    parsed: Any
    exact: bool = True

    @property
    def model(self) -> Model:
        return model_named(self.machine)

    def losses(self, suffix: str) -> tuple[str, ...]:
        """Describe what the format `suffix` cannot store of this snapshot."""
        suffix = suffix.lower()
        if suffix not in READ_SUFFIXES:
            return ()
        extras = getattr(self.parsed, "blocks", {}) if self.parsed.type == "SZX" else {}
        names = sorted(kind.rstrip(b"\0").decode("latin-1") for kind in extras if kind not in _SZX_KNOWN)
        lost = [f"its {name!r} block" for name in names]
        if suffix == ".sna" and self.parsed.type != "SNA":
            last = "the sound chip's registers" if len(self.banks) == 8 else "the two bytes below the stack"
            lost += ["the place in the frame", last]
        return tuple(lost)

    def register(self, name: str) -> int:
        """Return a register or register pair by its Z80 name: ``a``, ``hl``, ``bc'`` …"""
        name = name.replace(_PRIME, "2")
        if name.startswith("af"):
            high, low = (int(getattr(self.parsed, name.replace("af", letter))) for letter in "af")
            return high << 8 | low
        return int(getattr(self.parsed, name))

    @property
    def memory(self) -> bytes:
        """The 48K above the ROM, as the Z80 saw them."""
        if len(self.banks) == 3:
            return b"".join(self.banks)
        paged = int(self.parsed.out7ffd) & 7
        return self.banks[5] + self.banks[2] + self.banks[paged]

    @property
    def screen_bytes(self) -> bytes:
        """The 6,912 bytes of the screen that showed."""
        bank = 0 if len(self.banks) == 3 else 7 if self.parsed.out7ffd & 8 else 5
        return self.banks[bank][:6912]


def write_snapshot(path: Path | str, core: Core) -> None:
    """Write the machine as it stands to a `.z80` or `.szx` file; all of it or, on a SnapshotError, nothing."""
    path = Path(path)
    if path.suffix.lower() not in WRITTEN_SUFFIXES:
        raise SnapshotError(f"{path}: cannot write that kind of snapshot; name it .z80 or .szx")
    registers = [f"{'^' * name.endswith(_PRIME)}{name.rstrip(_PRIME)}={core.get(name)}" for name in _REGISTERS]
    registers += [f"^a={core.get(_AF2) >> 8}", f"^f={core.get(_AF2) & 0xFF}", f"memptr={core.get('memptr')}"]
    ports = core.ports.state()
    state = [
        f"border={core.border}",
        f"fe={ports.ula}",
        f"iff={int(core.interrupts_enabled)}",
        f"im={core.get('im')}",
        f"tstates={core.tstates % core.model.tstates_per_frame}",
    ]
    ram: list[Any]
    if core.banks:
        ram = [list(bank) for bank in core.banks]
        state += [f"7ffd={core.paging}", f"fffd={ports.ay_selected}"]
        state += [f"ay[{register}]={value}" for register, value in enumerate(ports.ay_registers)]
    else:
        ram = list(core.memory[RAM_START:])
    try:
        with atomic_path(path) as temporary:
            skoolkit.snapshot.write_snapshot(str(temporary), ram, registers, state, core.model.name)
    except OSError as error:
        raise SnapshotError(f"{path}: cannot write the snapshot: {error.strerror}; name another file") from None


def encode_sna(core: Core) -> bytes:
    """Return the machine as a `.sna` file, which has no room for the place in the frame, the sound chip and MEMPTR.

    Of a 48K, PC is put on the stack, as an NMI would do; SnapshotError if that is not in RAM.
    """
    sp = core.get("sp")
    pc = core.pc.to_bytes(2, "little")
    ram = bytearray(core.memory[RAM_START:0x10000])
    if not core.banks:
        sp = sp - 2 & 0xFFFF
        if not RAM_START <= sp <= 0xFFFE:
            raise SnapshotError(f"SP is #{core.get('sp'):04X}; a 48K .sna keeps PC on the stack, in RAM: use .z80")
        ram[sp - RAM_START : sp - RAM_START + 2] = pc
    words = ("hl'", "de'", "bc'", "af'", "hl", "de", "bc", "iy", "ix")
    header = bytes((core.get("i"),)) + b"".join(core.get(name).to_bytes(2, "little") for name in words)
    header += bytes((4 * core.interrupts_enabled, core.get("r"))) + core.get("af").to_bytes(2, "little")
    header += sp.to_bytes(2, "little") + bytes((core.get("im"), core.border))
    if not core.banks:
        return header + bytes(ram)
    rest = b"".join(bytes(bank) for number, bank in enumerate(core.banks) if number not in (5, 2, core.page))
    return header + bytes(ram) + pc + bytes((core.paging, 0)) + rest


def load_snapshot(path: Path | str) -> Snapshot:
    """Read a `.z80`, `.szx` or `.sna` file, which may be packed: ``.z80.gz``, or alone in a ``.zip``.

    SnapshotError if there is none, or it is damaged, or of a machine that is not emulated.
    """
    return parse_snapshot(read_file(path, "the snapshot", SnapshotError), suffix_of(Path(path).name), str(path))


def parse_snapshot(data: bytes, suffix: str, name: str = "<snapshot>") -> Snapshot:
    """Parse the bytes of a snapshot file of the kind that its first bytes say, or else `suffix` names.

    SnapshotError, ``name: …``, if they are damaged, or of a machine that is not emulated.
    """
    try:
        data, suffix = opened(data, suffix.lower(), READ_SUFFIXES, "a snapshot")
    except OpeningError as error:
        raise SnapshotError(f"{name}: {error}") from None
    if data.startswith(_CPC_SIGN):
        raise SnapshotError(f"{name}: a snapshot of an Amstrad CPC, which is not emulated; name one of a Spectrum")
    if suffix not in READ_SUFFIXES:
        what = f"a {suffix}, not a snapshot" if suffix else "neither its name nor its size is that of a snapshot"
        raise SnapshotError(f"{name}: {what}; it should be a .z80, .szx or .sna")
    _check_size(data, suffix, name)
    try:
        machine = _machine_of(data, suffix)
        if machine not in ("16K", "48K", "128K", "+2"):
            what = f"a snapshot of a {machine}, which is not emulated"
            raise SnapshotError(f"{name}: {what}; only those of a 48K, 128K or +2 can be run")
        if suffix == ".szx":
            _check_szx(data, name, machine)
        if suffix == ".z80":
            if data[12] == 0xFF:  # of old versions, which mean 1 by it
                data = data[:12] + b"\1" + data[13:]
            data = _without_rest(data, name)
        parsed: Any = skoolkit.snapshot.Snapshot.get(data, suffix[1:])
        banks = _banks_of(parsed, machine)
    except SkoolKitError as error:
        raise SnapshotError(f"{name}: damaged: {error}") from None
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        raise SnapshotError(f"{name}: damaged: it ends too soon or is not a snapshot") from None
    if suffix == ".sna" and machine == "48K":
        parsed.sp = parsed.sp + 2 & 0xFFFF  # as the RETN does that a reader of this format ends with
    if machine == "16K":
        machine, banks = "48K", (banks[0], bytes(PAGE_SIZE), bytes(PAGE_SIZE))
    return Snapshot(machine, banks, parsed, exact=not (suffix == ".sna" and machine == "128K"))


def read_snapshot(path: Path | str, core: Core) -> None:
    """Put the machine into the state that a `.z80`, `.szx` or `.sna` file holds; errors as in `load_snapshot`.

    The clock is set to the place in the frame that the file gives (or the frame's beginning), in a frame to come.
    SnapshotError also for another model.
    """
    take_over(core, load_snapshot(path), str(path))


def take_over(core: Core, snapshot: Snapshot, path: str) -> None:
    """Put the machine into the state of a snapshot; SnapshotError for one of another model."""
    model = core.model.name
    if snapshot.machine not in ("48K", model) and (snapshot.exact or not core.model.banked):
        fix = f"only the {model} is here; use Spectrum(model={snapshot.machine.removesuffix('K')!r})"
        raise SnapshotError(f"{path}: a snapshot of a {snapshot.machine} Spectrum; {fix}")
    restore_snapshot(core, snapshot)


def restore_snapshot(core: Core, snapshot: Snapshot) -> None:
    """Put a machine of the right model into the state of a snapshot."""
    parsed, per_frame = snapshot.parsed, core.model.tstates_per_frame
    frame = -(-core.tstates // per_frame)
    old = core.state()
    paging = parsed.out7ffd if len(snapshot.banks) == 8 else _PAGING_OF_48K
    ula = parsed.outfe & ~7 & 0xFF | parsed.border & 7
    if core.banks:
        banks = snapshot.banks
        if len(banks) == 3:
            low, middle, high = banks
            banks = (high, empty := bytes(PAGE_SIZE), middle, empty, empty, low, empty, empty)
        pages = (*banks, *old.pages[8:])
        ports = BusState(ula, parsed.outfffd, bytes(parsed.ay), paging)
    else:
        pages = (old.pages[0][:RAM_START] + snapshot.memory,)
        ports = replace(old.ports, ula=ula)
    core.restore(replace(old, pages=pages, ports=ports))
    for name in (*_REGISTERS, _AF2):
        core.set(name, snapshot.register(name))
    core.set("memptr", parsed.memptr)
    core.set("im", parsed.im)
    core.set("halt", 0)  # a machine that waited in HALT stands at that instruction and takes it again
    core.interrupts_enabled = bool(parsed.iff1)
    core.tstates = frame * per_frame + parsed.tstates % per_frame
    core.port_log.clear(core.tstates, ula, ports.ay_registers)


def _without_rest(data: bytes, name: str) -> bytes:
    """Return the bytes of a `.z80` up to the end of its last page; warn of others."""
    end = _end_of_version_1(data) if any(data[6:8]) else _end_of_pages(data)
    if end is None or end >= len(data):
        return data
    count = len(data) - end
    what = f"{count:,} byte{'' if count == 1 else 's'} after the last page, which ends at {end:,}, ignored"
    warnings.warn(f"{name}: {what}", MediumWarning, stacklevel=4)
    return data[:end]


def _end_of_version_1(data: bytes) -> int | None:
    """Return the end of the RAM: after 48K, or if it is packed, after its end mark."""
    if not data[12] & _Z80_PACKED:
        return _Z80_HEADER + 3 * PAGE_SIZE
    mark = data.find(_Z80_END, _Z80_HEADER)  # no run has the length 0, so it stands nowhere else
    return mark + len(_Z80_END) if mark >= 0 else None


def _end_of_pages(data: bytes) -> int | None:
    """Return the end of the last whole page with a number of its own; None if there is none."""
    at = _Z80_HEADER + 2 + int.from_bytes(data[_Z80_HEADER : _Z80_HEADER + 2], "little")
    seen: set[int] = set()
    while at + 3 <= len(data):
        size = int.from_bytes(data[at : at + 2], "little")
        page, following = data[at + 2], at + 3 + (PAGE_SIZE if size == 0xFFFF else size)
        if not size or page in seen or page > _Z80_LAST_PAGE or following > len(data):
            break
        seen.add(page)
        at = following
    return at if len(seen) in (3, 8) else None


def _check_size(data: bytes, suffix: str, name: str) -> None:
    if len(data) > MAX_FILE_BYTES:
        raise SnapshotError(f"{name}: larger than 64 MB; that is not a snapshot: name another file")
    if suffix != ".szx" and len(data) > _MAX_PLAIN_BYTES:
        what = f"{len(data):,} bytes, more than 256 KB, are too many for a {suffix}"
        raise SnapshotError(f"{name}: {what}; is it a .szx?")
    if suffix == ".sna":
        if len(data) not in SNA_SIZES:
            sizes = "49,179 (of a 48K), 131,103 or 147,487 (of a 128K)"
            raise SnapshotError(f"{name}: {len(data):,} bytes, where a .sna has {sizes}; name a whole one")
        sp = int.from_bytes(data[23:25], "little")
        if len(data) == SNA_SIZES[0] and not RAM_START <= sp <= 0xFFFE:
            raise SnapshotError(f"{name}: damaged: SP is #{sp:04X}, but a 48K .sna keeps PC on the stack, in RAM")
    if suffix == ".z80" and any(data[6:8]) and len(data) > _MAX_Z80_1_BYTES:
        raise SnapshotError(f"{name}: damaged: {len(data):,} bytes are too many for a .z80 of a 48K, version 1")


def _machine_of(data: bytes, suffix: str) -> str:
    """Return the name of the machine; IndexError if the data end too soon."""
    if suffix == ".sna":
        return "48K" if len(data) == 27 + 3 * PAGE_SIZE else "128K"
    if suffix == ".szx":
        if data[:4] != b"ZXST":
            raise SkoolKitError("it does not begin with ZXST, as a .szx does")
        return _SZX_MACHINES.get(data[6], f"machine of kind {data[6]}")
    if any(data[6:8]):
        return "48K"
    known = _Z80_2_MACHINES if data[30] == 23 else {**_Z80_3_MACHINES, **_Z80_LATER_MACHINES}
    machine = known.get(data[34], f"machine of kind {data[34]}")
    return _Z80_MODIFIED.get(machine, machine) if data[37] & 0x80 else machine


def _is_own_rom(block: bytes, machine: str) -> bool:
    """Return True if a ROM block holds the machine's own, which Fuse writes if it was given a file of it."""
    roms = b"".join(Path(path).read_bytes() for path in model_named(machine.replace("16K", "48K")).rom_paths)
    content = block[6:]
    if block[0] & 1:
        try:
            content = zlib.decompressobj().decompress(content, len(roms) + 1)
        except zlib.error:
            return False
    return content == roms


def _check_szx(data: bytes, name: str, machine: str) -> None:
    """Check the blocks of a `.szx`: all there, each page of the right size."""
    offset, number = 8, 0
    while offset < len(data):
        number += 1
        place = f"{name}: byte {offset}: block {number}"
        end = offset + 8 + int.from_bytes(data[offset + 4 : offset + 8], "little")
        if end > len(data):
            raise SnapshotError(f"{place}: damaged: it ends beyond the end of the file")
        if number > _MAX_SZX_BLOCKS:
            raise SnapshotError(f"{name}: damaged: more than {_MAX_SZX_BLOCKS:,} blocks")
        if data[offset : offset + 4] == _SZX_ROM and not _is_own_rom(data[offset + 8 : end], machine):
            raise SnapshotError(f"{name}: a snapshot of a machine with a ROM of its own, which cannot be run")
        if data[offset : offset + 4] == b"RAMP" and end - offset > 11 and data[offset + 8] & 1:
            try:
                page = zlib.decompressobj().decompress(data[offset + 11 : end], PAGE_SIZE + 1)
            except zlib.error as error:
                raise SnapshotError(f"{place}: damaged: page {data[offset + 10]} cannot be unpacked: {error}") from None
            if len(page) != PAGE_SIZE:
                raise SnapshotError(f"{place}: damaged: page {data[offset + 10]} does not have {PAGE_SIZE:,} bytes")
        offset = end


def _banks_of(parsed: Any, machine: str) -> tuple[bytes, ...]:
    """Return the RAM in banks; SkoolKitError if some of it is missing."""
    if machine in ("128K", "+2"):
        wanted = {f"bank {number}": bank for number, bank in enumerate(parsed.memory.banks[:8])}
    else:
        places = ("#4000", "#8000", "#C000")[: 1 if machine == "16K" else 3]
        wanted = {f"the RAM at {place}": bank for place, bank in zip(places, parsed.memory.memory[1:4], strict=False)}
    for what, bank in wanted.items():
        if bank is None or len(bank) != PAGE_SIZE:
            raise SkoolKitError(f"{what} is missing")
    return tuple(bytes(bank) for bank in wanted.values())
