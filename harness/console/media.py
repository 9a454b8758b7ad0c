"""The files that people load: a tape, a disk or a snapshot of the program, each as its suffix says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.errors import UsageError
from harness.files.writing import write_file
from harness.spectrum.build import ALL_EDITIONS, Edition, build_tape
from harness.spectrum.disk import build_scl, build_trd
from harness.spectrum.disk_edition import LABEL
from harness.spectrum.loaded import Loaded, machine_at_menu
from harness.spectrum.messages import RUSSIAN
from pyspectrum.snapshot import write_snapshot
from pyspectrum.tape import Note, Part, Tape

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
