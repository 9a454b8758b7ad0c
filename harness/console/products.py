"""Products that ``build`` makes and keeps in ``tapes/``: tapes, the disk in both its formats, checksums."""

from __future__ import annotations

import hashlib
from pathlib import Path

from harness.errors import BuildError
from harness.files.resources import data_folder
from harness.files.writing import write_file
from harness.formats import read_puzzle
from harness.puzzle import Grid
from harness.spectrum.build import ALL_EDITIONS, CHECKSUM_FILE, EDITIONS, RUSSIAN_EDITIONS, build_tape
from harness.spectrum.disk import build_scl, build_trd
from harness.spectrum.disk_edition import LABEL, disk_files

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
