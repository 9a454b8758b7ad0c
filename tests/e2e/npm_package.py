"""Files out of npm's packages, which tests fetch by name and version and nobody keeps in the project."""

import functools
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path


class NoPackageError(Exception):
    """There is no npm, or it cannot fetch the package."""


@functools.cache
def files_of(package: str, *names: str) -> dict[str, bytes]:
    """Files of a package such as ``jsspeccy@3.2.0``, by their names in it.

    Raises:
        NoPackageError: it is not to be had here.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise NoPackageError("npm is not installed: apt install npm")
    with tempfile.TemporaryDirectory() as temporary:
        command = [npm, "pack", "--silent", package]
        try:
            done = subprocess.run(command, cwd=temporary, capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            raise NoPackageError(f"npm pack {package} did not end in two minutes") from None
        if done.returncode:
            raise NoPackageError(f"npm pack {package}: {done.stderr.strip() or done.returncode}")
        (archive,) = Path(temporary).glob("*.tgz")
        with tarfile.open(archive) as opened:
            return {name: _member(opened, f"package/{name}") for name in names}


def _member(opened: tarfile.TarFile, name: str) -> bytes:
    file = opened.extractfile(name)
    assert file, f"{name} is no file of the package"
    return file.read()
