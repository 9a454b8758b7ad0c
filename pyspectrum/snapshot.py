"""Snapshots: the whole machine in a file that other emulators read too, and back.

`.z80` (version 3) and `.szx` are written; these and `.sna` are read, as far as they are of a 48K
machine. A snapshot holds the RAM, every register, the interrupt state, the border and the place in
the frame; not the ROM, the keys held down, the tape, or how long the machine has been on.

SkoolKit's `snapshot` module knows the formats.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import skoolkit.snapshot
from skoolkit import SkoolKitError
from skoolkit.simutils import HALT, IFF, IM, MEMPTR

from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.core import Core
from pyspectrum.errors import SnapshotError

RAM_START = 0x4000
RAM_SIZE = 0xC000
WRITTEN_SUFFIXES = (".z80", ".szx")
READ_SUFFIXES = (*WRITTEN_SUFFIXES, ".sna")

_AF2 = "af'"
_OUT_FE_A = 0x055C  # an `out (#fe),a` in the ROM, of LD-BYTES
# the core's names, SkoolKit's in a file to write, SkoolKit's in a file that was read
_REGISTERS = (
    ("a", "a", "a"),
    ("f", "f", "f"),
    ("bc", "bc", "bc"),
    ("de", "de", "de"),
    ("hl", "hl", "hl"),
    ("ix", "ix", "ix"),
    ("iy", "iy", "iy"),
    ("sp", "sp", "sp"),
    ("pc", "pc", "pc"),
    ("i", "i", "i"),
    ("r", "r", "r"),
    ("bc'", "^bc", "bc2"),
    ("de'", "^de", "de2"),
    ("hl'", "^hl", "hl2"),
)


def write_snapshot(path: Path | str, core: Core) -> None:
    """Write the machine as it stands to a `.z80` or `.szx` file.

    Raises:
        SnapshotError: another suffix, or a file that cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in WRITTEN_SUFFIXES:
        raise SnapshotError(f"{path}: cannot write that kind of snapshot; name it .z80 or .szx")
    registers = [f"{name}={core.get(ours)}" for ours, name, _ in _REGISTERS]
    registers += [f"^a={core.get(_AF2) >> 8}", f"^f={core.get(_AF2) & 0xFF}", f"memptr={core.registers[MEMPTR]}"]
    state = [
        f"border={core.border}",
        f"fe={core.border}",
        f"iff={core.registers[IFF]}",
        f"im={core.registers[IM]}",
        f"tstates={core.tstates % TSTATES_PER_FRAME}",
    ]
    ram = list(core.memory[RAM_START:])
    try:
        skoolkit.snapshot.write_snapshot(str(path), ram, registers, state)
    except OSError as error:
        raise SnapshotError(f"{path}: cannot write the snapshot: {error.strerror}; name another file") from None


def read_snapshot(path: Path | str, core: Core) -> None:
    """Put the machine into the state that a `.z80`, `.szx` or `.sna` file holds.

    The clock is set to the place in the frame that the file tells (0 where it tells none).

    Raises:
        SnapshotError: no such file, a damaged one, or one of a machine other than the 48K.
    """
    path = Path(path)
    if path.suffix.lower() not in READ_SUFFIXES:
        raise SnapshotError(f"{path}: not a snapshot by its name; it should end in .z80, .szx or .sna")
    try:
        snapshot: Any = skoolkit.snapshot.Snapshot.get(path.read_bytes(), path.suffix[1:])
        ram = bytes(snapshot.ram(-1))
    except OSError as error:
        raise SnapshotError(
            f"{path}: cannot read the snapshot: {error.strerror}; name a file that can be read"
        ) from None
    except SkoolKitError as error:
        raise SnapshotError(f"{path}: damaged: {error}") from None
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        raise SnapshotError(f"{path}: damaged: it ends too soon or is not a snapshot") from None
    if snapshot.machine != "48K" or len(ram) != RAM_SIZE:
        raise SnapshotError(f"{path}: a snapshot of a {snapshot.machine or 'strange'} Spectrum; only the 48K is here")
    _restore(core, snapshot, ram)


def _restore(core: Core, snapshot: Any, ram: bytes) -> None:
    # the border is what was last sent to the port, so send it
    core.interrupts_enabled = False
    core.set("a", snapshot.border)
    core.pc = _OUT_FE_A
    core.step()
    core.memory[RAM_START:] = ram
    for ours, _, name in _REGISTERS:
        core.set(ours, getattr(snapshot, name))
    core.set(_AF2, snapshot.a2 << 8 | snapshot.f2)
    core.registers[MEMPTR] = snapshot.memptr
    core.registers[IM] = snapshot.im
    core.registers[HALT] = 0  # a machine that waited in HALT stands at that instruction and takes it again
    core.interrupts_enabled = bool(snapshot.iff1)
    core.tstates = snapshot.tstates
