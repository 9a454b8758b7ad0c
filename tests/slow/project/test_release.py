"""`make release`: what a release uploads is whole, the same each time, and works outside the checkout."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.slow.project.test_distributions import run as run_alone
from tools.release.manual import build_manual

DOCUMENTS = ROOT / "docs"
TRY_WHEEL = ROOT / "tools" / "try_wheel.py"
OTHER_PYTHONS = [f"python3.{minor}" for minor in range(11, 16) if minor != sys.version_info.minor]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = run_alone(*command, cwd=cwd, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def make_release(folder: Path) -> dict[str, str]:
    """Run it with the tools that are here, which saves installing them four times; the hash of each file."""
    run(sys.executable, "-m", "tools.release", "--no-isolation", folder, cwd=ROOT)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def unpack(wheel: Path, folder: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is uploaded."""
    folder = tmp_path_factory.mktemp("release") / "one"
    make_release(folder)
    return folder


def the_one(release: Path, pattern: str) -> Path:
    (path,) = release.glob(pattern)
    return path


@pytest.fixture(scope="module")
def wheel(release: Path) -> Path:
    """The wheel, made of the source archive that lies beside it."""
    return the_one(release, "spectrum_crosswords-*.whl")


@pytest.fixture(scope="module")
def machine(release: Path) -> Path:
    """The wheel of pytest-spectrum, which the other depends on, made in the same way."""
    return the_one(release, "pytest_spectrum-*.whl")


@pytest.fixture(scope="module")
def examples(machine: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of the scripts of an environment with the machine's wheel alone, and what the examples print there."""
    folder = tmp_path_factory.mktemp("examples")
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / "bin"
    run(scripts / "python", "-m", "pip", "install", "-q", machine, cwd=folder)
    shutil.copytree(ROOT / "docs" / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    assert "harness" not in run(scripts / "python", "-m", "pip", "list", cwd=folder)
    printed = run(scripts / "python", "-m", "pytest", "-q", "--strict-markers", "examples", cwd=folder)
    assert not (folder / "spectrum-results").exists()  # nothing failed
    return scripts, printed


@pytest.fixture(scope="module")
def installed(examples: tuple[Path, str], wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same environment with both wheels, and nothing of the checkout."""
    scripts, _ = examples
    run(scripts / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path_factory.mktemp("wheel"))
    return scripts


@pytest.mark.parametrize("name", ["manual.md", "manual.ru.md"])
def test_a_manual_is_a_pdf_with_its_pictures(name: str) -> None:
    text = (DOCUMENTS / name).read_text("utf-8")
    pdf = build_manual(text, DOCUMENTS)
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Subtype /Image") >= len({line for line in text.splitlines() if line.startswith("![")})


def test_a_release_made_twice_is_the_same(release: Path, tmp_path: Path) -> None:
    again = make_release(tmp_path / "two")
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in release.iterdir()} == again
    assert sorted(name.split("-")[0] + Path(name).suffix for name in again) == [
        "crossword.zip",
        "examples.zip",
        "pytest_spectrum.gz",
        "pytest_spectrum.whl",
        "spectrum_crosswords.gz",
        "spectrum_crosswords.whl",
        "studio.html",
    ]


def test_the_zips_are_whole(release: Path) -> None:
    with zipfile.ZipFile(the_one(release, "crossword-*.zip")) as archive:
        names = {Path(name).name for name in archive.namelist()}
        sums = next(name for name in archive.namelist() if name.endswith("SHA256SUMS"))
        for line in archive.read(sums).decode().splitlines():
            digest, name = line.split("  ")
            assert hashlib.sha256(archive.read(f"{Path(sums).parent}/{name}")).hexdigest() == digest
    wanted = {"crossword.tap", "crossword-turbo-ru.wav", "crossword.trd", "crossword-ru.scl", "crossword.tzx"}
    wanted |= {"crossword.z80", "crossword.html", "manual.pdf", "manual.ru.txt", "inlay.svg", "loading.png"}
    assert wanted <= names
    with zipfile.ZipFile(the_one(release, "examples-*.zip")) as archive:
        assert {Path(name).name for name in archive.namelist()} == {"gems.html", "rooms.html", "snake.html"}


def test_the_machine_s_wheel_alone_runs_the_examples(examples: tuple[Path, str]) -> None:
    _, printed = examples
    assert int(printed.split(" passed")[0].split()[-1]) >= 40
    assert "skipped" not in printed


def test_the_wheel_solves_from_another_folder(installed: Path, tmp_path: Path) -> None:
    windows = {"SIMULATED": "win32", "PYTHONPATH": str(ROOT / "tests" / "windows")}
    for environment in ({}, windows):
        assert "with the compiled kernel" in run(installed / "python", TRY_WHEEL, cwd=tmp_path, **environment)
    assert "..##...##." in run(installed / "crossword", "run", "puzzles/car.txt", cwd=tmp_path)


def test_no_file_is_in_both_wheels(wheel: Path, machine: Path) -> None:
    assert {name.partition("/")[0] for name in files_of(machine)} == {"pyspectrum"}
    assert {name.partition("/")[0] for name in files_of(wheel)} == {"harness"}
    package = ROOT / "pyspectrum"
    files = {path.relative_to(ROOT).as_posix() for path in package.rglob("*") if path.is_file()}
    of_the_project = {f"pyspectrum/{name}" for name in ("pyproject.toml", "README.md", "LICENSE")}
    assert files_of(machine) == {name for name in files - of_the_project if "__pycache__" not in name}


def test_the_released_wheel_names_the_machine_s_version_and_no_folder(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = [archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA")]
    assert "Requires-Dist: pytest-spectrum<1.1,>=1.0\n" in metadata
    assert " @ file:" not in metadata


def test_the_wheel_is_for_every_python_from_3_11_on(wheel: Path, tmp_path: Path) -> None:
    pytest.importorskip("abi3audit", reason="abi3audit is not installed: pip install abi3audit")
    assert "-cp311-abi3-" in wheel.name
    run(sys.executable, "-m", "abi3audit", "--strict", wheel, cwd=tmp_path)
    names = {path.name for path in (unpack(wheel, tmp_path / "wheel") / "harness" / "solver" / "kernel").iterdir()}
    assert "_fast.abi3.so" in names
    assert "c" not in names, "what makes the kernel is in the source archive"


def test_every_other_python_here_loads_the_same_kernel(wheel: Path, machine: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("picture:\n.#.\n###\n.#.\n", encoding="utf-8")
    unpacked = os.pathsep.join(str(unpack(one, tmp_path / one.stem)) for one in (wheel, machine))
    which = "from harness.solver.kernel import has_compiled_kernel as has; print(has())"
    for python in filter(None, map(shutil.which, OTHER_PYTHONS)):
        if subprocess.run([python, "-c", ""], capture_output=True, timeout=60).returncode == 0:
            assert run(python, "-c", which, cwd=tmp_path, PYTHONPATH=unpacked) == "True\n"
            solved = run(python, "-m", "harness", "solve", "mine.txt", cwd=tmp_path, PYTHONPATH=unpacked)
            assert ".#.\n###\n.#." in solved


def test_the_source_archive_has_the_kernel_s_sources_and_nothing_compiled(release: Path) -> None:
    with tarfile.open(the_one(release, "spectrum_crosswords-*.tar.gz")) as archive:
        names = {Path(*Path(name).parts[1:]).as_posix() for name in archive.getnames()}
    kernel = ROOT / "harness" / "solver" / "kernel" / "c"
    sources = {path.relative_to(ROOT).as_posix() for path in kernel.iterdir() if path.suffix in (".c", ".h", ".py")}
    assert sources <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".o"))]


def test_a_wheel_without_the_kernel_runs_anywhere(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", tmp_path, ROOT)
    run(*command, cwd=tmp_path, CROSSWORD_KERNEL="pure")
    pure = the_one(tmp_path, "*.whl")
    assert pure.name.endswith("-py3-none-any.whl")
    unpacked = str(unpack(pure, tmp_path / "wheel"))
    assert "without the compiled kernel" in run(sys.executable, TRY_WHEEL, "--pure", cwd=tmp_path, PYTHONPATH=unpacked)


USES = """
from harness.formats import read_puzzle
from harness.solver.search import solve
from pyspectrum.machine import Spectrum

reveal_type(solve(read_puzzle("mine.txt")).unique)
reveal_type(Spectrum().screen.text_line(0))
"""


def test_the_wheel_brings_its_types(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed: pip install mypy")
    (tmp_path / "uses.py").write_text(USES, encoding="utf-8")
    told = run(
        sys.executable, "-m", "mypy", "--strict", "--python-executable", installed / "python", "uses.py", cwd=tmp_path
    )
    assert re.findall(r'Revealed type is "(.*)"', told) == ["bool | None", "str"]
    assert "no issues found" in told
