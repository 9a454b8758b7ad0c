"""The files that the project gives away: tapes and disks of all editions, alone or with a puzzle in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.files.writing import write_file
from harness.puzzle import Grid
from harness.spectrum.build import ALL_EDITIONS, CHECKSUM_FILE, EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.disk import LABEL, build_scl, build_trd, disk_files
from harness.spectrum.messages import RUSSIAN
from pyspectrum.snapshot import write_snapshot
from pyspectrum.tape import Note, Part, Tape

if TYPE_CHECKING:
    from harness.spectrum.loaded import Loaded

DISKS = ("crossword", "crossword-ru")
TAPE_KINDS = ("tap", "tzx", "wav")
SNAPSHOT_KINDS = ("z80", "szx")
DISK_KINDS = ("trd", "scl")


def product_paths(folder: Path, kinds: Sequence[str] = ()) -> list[Path]:
    """Return the files that are built into a folder, with every edition as each of `kinds`."""
    stems = [Path(edition.file_name).stem for edition in ALL_EDITIONS]
    names = [f"{stem}.{kind}" for stem in stems for kind in ("tap", *kinds)]
    names += [f"{disk}.{kind}" for disk in DISKS for kind in DISK_KINDS]
    return [folder / name for name in (*names, CHECKSUM_FILE)]


def build_products(pictures: Mapping[str, Grid]) -> dict[str, bytes]:
    """Build every file of ``tapes/`` by name, the checksums included; the disks have the pictures."""
    import hashlib

    files = {edition.file_name: build_tape(edition).to_bytes() for edition in ALL_EDITIONS}
    for name, editions in zip(DISKS, (EDITIONS, RUSSIAN_EDITIONS), strict=True):
        on_disk = disk_files(pictures, editions)
        files |= {f"{name}.trd": build_trd(on_disk, LABEL), f"{name}.scl": build_scl(on_disk)}
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return files | {CHECKSUM_FILE: "".join(sums).encode("ascii")}


def write_also(kinds: Sequence[str], folder: Path) -> list[Path]:
    """Write every edition as each of `kinds` beside the tapes in `folder`; returns the files written."""
    from harness.spectrum.loaded import machine_at_menu

    written = []
    for edition in ALL_EDITIONS:
        tape = build_tape(edition)
        machine = machine_at_menu(tape) if set(kinds) & set(SNAPSHOT_KINDS) else None
        for kind in kinds:
            path = folder / f"{Path(edition.file_name).stem}.{kind}"
            if kind in SNAPSHOT_KINDS and machine:
                write_snapshot(path, machine.core)
            else:
                described(tape, edition).write(path, lossy=kind == "wav")
            written.append(path)
    return written


def write_loaded(loaded: Loaded, path: Path, title: str) -> None:
    """Write a program that has a puzzle, as the file that the suffix of `path` names.

    Raises `BuildError`, `TapeError` or `SnapshotError` if it cannot be written.
    """
    from harness.spectrum.loaded import machine_at_menu

    kind = path.suffix.lower().removeprefix(".")
    if kind in TAPE_KINDS:
        tape = loaded.tape()
        (described(tape, loaded.edition, title) if kind == "tzx" else tape).write(path)
    elif kind in SNAPSHOT_KINDS:
        write_snapshot(path, machine_at_menu(loaded.tape()).core)
    else:
        files = loaded.disk_files()
        data = build_trd(files, LABEL) if kind == "trd" else build_scl(files)
        write_file(path, data, otherwise="file")


def described(tape: Tape, edition: Edition, puzzle: str = "") -> Tape:
    """Add archive info to a tape, and before each file its name in words, as a `.tzx` can have them.

    >>> from harness.spectrum.build import ALL_EDITIONS, build_tape
    >>> described(build_tape(ALL_EDITIONS[1]), ALL_EDITIONS[1]).info[0]
    ('Full title', 'Japanese Crosswords (BASIC alone)')
    """
    info = [
        ("Full title", f"Japanese Crosswords ({edition.what})"),
        ("Year of publication", "2026"),
        ("Language", "Russian" if edition.language == RUSSIAN else "English"),
        ("Game/utility type", "Puzzle"),
        ("Origin", "Written anew after Ivan Roshin's program of 2002"),
        ("Comment(s)", f"GPL 3 or later.{f' With the puzzle {puzzle}: menu item 2 solves it.' if puzzle else ''}"),
    ]
    parts: list[Part] = []
    for block in tape.blocks:
        if block.header:
            text = f"{block.header.name.strip()} ({block.header.file_type.name.lower()})"
            parts.append(Note("Text description", text))
        parts.append(block)
    return Tape(tuple(parts), tuple((what, text[:255]) for what, text in info))
