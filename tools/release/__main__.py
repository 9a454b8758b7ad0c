"""Make `dist/`: source archives, wheels, and zips for Spectrum users and for players; the same bytes each time.

    python -m tools.release [--no-isolation] [FOLDER]

`studio-VERSION.html` is the studio in one file. The zip holds the tapes and disks, the same for emulators and sound
players, the page that plays the program in a browser, the manuals as text and PDF, the inlays, the loading picture, and
the hash of each file. The zip `examples` holds the pages that play pyspectrum's examples.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections import deque
from pathlib import Path

from harness.spectrum.in_page import program_page
from harness.studio.pages import studio_file
from harness.studio.requests import samples
from tools.example_pages import write_pages
from tools.release.manual import build_manual

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ROOT / "docs"
MANUALS = ("manual.md", "manual.ru.md")
DRAWINGS = ("inlay.svg", "inlay.ru.svg", "images/loading.png")
DATE = (2003, 2, 1, 0, 0, 0)
"""Of every file in the zip: the article's. An archive made twice is the same, whenever it is made."""
EPOCH = "1044057600"
"""The same for the tools that make wheels and source archives, in seconds since 1970."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="make what a release uploads")
    parser.add_argument("folder", nargs="?", default=str(ROOT / "dist"), help="where it goes (default: dist/)")
    parser.add_argument("--no-isolation", action="store_true", help="build with the tools that are installed here")
    arguments = parser.parse_args()
    folder = Path(arguments.folder)
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    build_projects(folder, *(["--no-isolation"] if arguments.no_isolation else []))
    with tempfile.TemporaryDirectory() as temporary:
        files = Path(temporary)
        gather(files)
        name = f"crossword-{version()}"
        pack(files, name, folder / f"{name}.zip")
    (folder / f"studio-{version()}.html").write_text(studio_file(samples()), "utf-8", newline="\n")
    with tempfile.TemporaryDirectory() as temporary:
        deque(write_pages(Path(temporary)), maxlen=0)
        name = f"examples-{version()}"
        pack(Path(temporary), name, folder / f"{name}.zip")
    for path in sorted(folder.iterdir()):
        print(f"{digest(path)}  {path.name}")
    return 0


def version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def build_projects(folder: Path, *options: str) -> None:
    """The source archive and, from it, the wheel of each project; the crosswords name the machine's version."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    environment = settings["tool"]["cibuildwheel"]["environment"] | {"SOURCE_DATE_EPOCH": EPOCH}
    for project in (ROOT / "pyspectrum", ROOT):
        command = [sys.executable, "-m", "build", *options, "--outdir", str(folder), str(project)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | environment)


def gather(folder: Path) -> None:
    """Put all that a Spectrum user takes into a folder."""
    command = [sys.executable, "-m", "harness", "build", "--out", str(folder), "--also", "tzx,wav,z80,szx"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    (folder / "crossword.html").write_text(program_page(), "utf-8", newline="\n")
    for name in MANUALS:
        text = (DOCUMENTS / name).read_text("utf-8")
        (folder / name).with_suffix(".txt").write_text(text, "utf-8")
        (folder / name).with_suffix(".pdf").write_bytes(build_manual(text, DOCUMENTS))
    for name in DRAWINGS:
        shutil.copy(DOCUMENTS / name, folder)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    paths = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = "".join(f"{digest(path)}  {path.name}\n" for path in paths)
    (folder / "SHA256SUMS").write_text(sums, "ascii")


def pack(folder: Path, top: str, path: Path) -> None:
    """The files of a folder as a zip, in a folder `top`, in the order of their names."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(f"{top}/{file.name}", DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes())


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
