"""`make release`: what a release uploads is whole, and the same each time."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house import ROOT
from tools.release.manual import build_manual

DOCUMENTS = ROOT / "docs"


@pytest.mark.parametrize("name", ["manual.md", "manual.ru.md"])
def test_a_manual_is_a_pdf_with_its_pictures(name: str) -> None:
    text = (DOCUMENTS / name).read_text("utf-8")
    pdf = build_manual(text, DOCUMENTS)
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Subtype /Image") >= len({line for line in text.splitlines() if line.startswith("![")})


def make_release(folder: Path) -> dict[str, str]:
    """Run it with the tools that are here, which saves installing them eight times; the hash of each file."""
    command = [sys.executable, "-m", "tools.release", "--no-isolation", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_a_release_made_twice_is_the_same(tmp_path: Path) -> None:
    first = make_release(tmp_path / "one")
    assert sorted(name.split("-")[0] + Path(name).suffix for name in first) == [
        "crossword.zip",
        "examples.zip",
        "pytest_spectrum.gz",
        "pytest_spectrum.whl",
        "spectrum_crosswords.gz",
        "spectrum_crosswords.whl",
    ]
    with zipfile.ZipFile(next((tmp_path / "one").glob("crossword-*.zip"))) as archive:
        names = {Path(name).name for name in archive.namelist()}
        sums = next(name for name in archive.namelist() if name.endswith("SHA256SUMS"))
        for line in archive.read(sums).decode().splitlines():
            digest, name = line.split("  ")
            assert hashlib.sha256(archive.read(f"{Path(sums).parent}/{name}")).hexdigest() == digest
    wanted = {"crossword.tap", "crossword-turbo-ru.wav", "crossword.trd", "crossword-ru.scl", "crossword.tzx"}
    wanted |= {"crossword.z80", "crossword.html", "manual.pdf", "manual.ru.txt", "inlay.svg", "loading.png"}
    assert wanted <= names
    with zipfile.ZipFile(next((tmp_path / "one").glob("examples-*.zip"))) as archive:
        assert {Path(name).name for name in archive.namelist()} == {"gems.html", "rooms.html", "snake.html"}
    (wheel,) = (tmp_path / "one").glob("spectrum_crosswords-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = [archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA")]
    assert "Requires-Dist: pytest-spectrum<1.1,>=1.0\n" in metadata
    assert " @ file:" not in metadata
    assert make_release(tmp_path / "two") == first
