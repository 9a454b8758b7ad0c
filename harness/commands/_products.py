"""Products of ``build``: tapes, the disks, checksums, and each edition or puzzle in the form of its suffix."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from harness.errors import BuildError, UsageError
from harness.files.resources import data_folder
from harness.files.writing import write_file
from harness.formats import read_puzzle
from harness.puzzle import Grid
from harness.spectrum.build import ALL_EDITIONS, CHECKSUM_FILE, EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.disk import build_scl, build_trd
from harness.spectrum.disk_edition import LABEL, disk_files
from harness.spectrum.loaded import Loaded, machine_at_menu
from harness.spectrum.messages import RUSSIAN
from pyspectrum.snapshot import write_snapshot
from pyspectrum.tape import Note, Part, Tape

DISK_PICTURES = ("cat", "duck", "rocket")
"""The samples of ``puzzles/`` that are pictures on the disk; each is solved line by line."""


def build_all() -> dict[str, bytes]:
    """Every file of ``tapes/`` by name, the checksums included."""
    files = {edition.file_name: build_tape(edition).to_bytes() for edition in ALL_EDITIONS}
    pictures = {name: _sample_picture(name) for name in DISK_PICTURES}
    for name, editions in (("crossword", EDITIONS), ("crossword-ru", RUSSIAN_EDITIONS)):
        on_disk = disk_files(pictures, editions)
        files |= {f"{name}.trd": build_trd(on_disk, LABEL), f"{name}.scl": build_scl(on_disk)}
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return files | {CHECKSUM_FILE: "".join(sums).encode("ascii")}


def write_products(folder: Path) -> list[Path]:
    """Build everything into `folder`; returns the files written.

    Raises:
        BuildError: the folder, or one of the files, cannot be made; what stood there before is whole.
    """
    files = build_all()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(f"{folder}: cannot make the folder: {error.strerror}; name another folder") from None
    return [write_file(folder / name, data, otherwise="file") for name, data in files.items()]


def differing_products(folder: Path) -> list[str]:
    """The names of the files in `folder` that are missing or are not what the sources make."""
    return [name for name, data in build_all().items() if not _holds(folder / name, data)]


def _sample_picture(name: str) -> Grid:
    goal = read_puzzle(data_folder("puzzles") / f"{name}.txt").goal
    if goal is None:
        raise BuildError(f"puzzles/{name}.txt: has no picture; the disk takes only samples that have one")
    return goal


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


TAPE_KINDS = ("tap", "tzx", "wav")
SNAPSHOT_KINDS = ("z80", "szx")
DISK_KINDS = ("trd", "scl")
ALSO_KINDS = ("tzx", "wav", *SNAPSHOT_KINDS)
"""Kinds of files that an edition can be written as besides its `.tap`."""


def write_also(kinds: Sequence[str], folder: Path) -> list[Path]:
    """Every edition as each of `kinds` beside the tapes in `folder`; returns the files written."""
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
    """A program that has a puzzle, as the file that the suffix of `path` names.

    Raises:
        UsageError: another suffix.
        BuildError: the disk's file cannot be written.
        TapeError, SnapshotError: the same of the others.
    """
    check_kind(path)
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


def check_kind(path: Path) -> None:
    """See that a program with a puzzle can be written under a name.

    Raises:
        UsageError: its suffix is none of those.
    """
    kinds = (*TAPE_KINDS, *SNAPSHOT_KINDS, *DISK_KINDS)
    if path.suffix.lower().removeprefix(".") not in kinds:
        raise UsageError(f"{path}: a program with a puzzle is written as .{', .'.join(kinds)}; name it so")


def described(tape: Tape, edition: Edition, puzzle: str = "") -> Tape:
    """The same tape with archive info, and the name of each file in words before it, as a `.tzx` can have them.

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
            parts.append(
                Note("Text description", f"{block.header.name.strip()} ({block.header.file_type.name.lower()})")
            )
        parts.append(block)
    return Tape(tuple(parts), tuple((what, text[:255]) for what, text in info))
