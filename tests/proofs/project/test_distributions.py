"""Two distributions out of one checkout: no file in both, and one line names a foreign package in their place."""

import filecmp
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house import ROOT

MACHINE = ROOT / "pyspectrum"


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A process whose environment knows nothing of ours."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_ADDOPTS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    inherited = {key: value for key, value in os.environ.items() if key not in ours}
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env=inherited | environment, capture_output=True, text=True, timeout=600
    )


def build_wheel(project: Path, folder: Path) -> Path:
    """The wheel of a project, by way of its source archive."""
    done = run(sys.executable, "-m", "build", "--no-isolation", "-o", folder, project, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_the_dependency_is_met_by_the_version_beside_it() -> None:
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    machine = tomllib.loads((MACHINE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = [line for line in ours["dependencies"] if line.startswith("pytest-spectrum")]
    major, minor, _ = map(int, machine["version"].split("."))
    assert wanted == f"pytest-spectrum>={major}.{minor},<{major}.{minor + 1}"
    assert ours["version"] == machine["version"]


def test_the_machine_needs_five_packages() -> None:
    machine = tomllib.loads((MACHINE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {line.partition(">")[0] for line in machine["dependencies"]}
    assert names == {"skoolkit", "pyz80", "spectrum-basic", "pillow", "pytest"}


def test_both_have_the_same_licence() -> None:
    assert filecmp.cmp(ROOT / "LICENSE", MACHINE / "LICENSE", shallow=False)


def test_no_file_is_in_both_wheels(tmp_path: Path) -> None:
    (tmp_path / "machine").mkdir()
    (tmp_path / "crosswords").mkdir()
    machine = files_of(build_wheel(MACHINE, tmp_path / "machine"))
    crosswords = files_of(build_wheel(ROOT, tmp_path / "crosswords"))
    assert {name.partition("/")[0] for name in machine} == {"pyspectrum"}
    assert {name.partition("/")[0] for name in crosswords} == {"harness"}
    files = {
        path.relative_to(ROOT) for path in MACHINE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    of_the_project = {f"pyspectrum/{name}" for name in ("pyproject.toml", "README.md", "LICENSE")}
    assert machine == {path.as_posix() for path in files} - of_the_project


class TestForeignPackages:
    """Copies of the packages, overwritten as pip does it."""

    @pytest.fixture
    def site(self, tmp_path: Path) -> Path:
        for name in ("pyspectrum", "harness"):
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        return tmp_path

    def assert_one_line(self, done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
        assert (done.returncode, done.stdout) == (code, "")
        (line,) = done.stderr.strip().splitlines()
        assert [word for word in words if word not in line] == []

    def test_the_command_line_tells_of_pypi_s_pyspectrum(self, site: Path) -> None:
        (site / "pyspectrum" / "__init__.py").write_text("__version__ = '0.1.5'\nclass Colors: pass\n")
        done = run(sys.executable, "-m", "pyspectrum", "--help", cwd=site)
        self.assert_one_line(done, 2, "spectrum: ", "colour library", "pip uninstall -y pyspectrum")

    def test_its_files_beside_ours_are_told_as_well(self, site: Path) -> None:
        (site / "pyspectrum-0.1.5.dist-info").mkdir()
        done = run(sys.executable, "-m", "pyspectrum", "--help", cwd=site)
        self.assert_one_line(done, 2, "spectrum: ", "lie in one folder", str(site))

    def test_pytest_tells_of_it(self, site: Path) -> None:
        (site / "pyspectrum" / "__init__.py").write_text("__version__ = '0.1.5'\n")
        options = ("-p", "pyspectrum.pytest_plugin", "-p", "no:cacheprovider")
        done = run(sys.executable, "-m", "pytest", *options, cwd=site, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
        assert done.returncode == pytest.ExitCode.USAGE_ERROR
        assert done.stderr.strip().splitlines()[-1].startswith("ERROR: PyPI's colour library 'pyspectrum'")

    def test_crossword_tells_of_both(self, site: Path) -> None:
        init = (site / "pyspectrum" / "__init__.py").read_text(encoding="utf-8")
        (site / "pyspectrum" / "__init__.py").write_text("__version__ = '0.1.5'\n")
        done = run(sys.executable, "-m", "harness", "--help", cwd=site)
        self.assert_one_line(done, 2, "crossword: ", "colour library")
        (site / "pyspectrum" / "__init__.py").write_text(init, encoding="utf-8")
        (site / "harness" / "cli").mkdir()
        (site / "harness" / "__init__.py").write_text('__version__ = "0.1.0"\n')
        done = run(sys.executable, "-m", "harness", "--help", cwd=site)
        self.assert_one_line(done, 2, "crossword: ", "PyPI's 'harness'", "pip uninstall -y harness")


def test_the_machine_s_wheel_alone_runs_its_tests_and_the_examples(tmp_path: Path) -> None:
    """In an environment without `harness`, from a folder with nothing of the checkout but tests and documents."""
    wheel = build_wheel(MACHINE, tmp_path)
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    done = run(python, "-m", "pip", "install", "-q", wheel, "hypothesis", "pytest-xdist", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    elsewhere = tmp_path / "elsewhere"
    unused = shutil.ignore_patterns("__pycache__", "spectrum-results", "harness", "differential", "e2e", "bench")
    for name in ("tests", "docs", "asm", "basic"):
        shutil.copytree(ROOT / name, elsewhere / name, ignore=unused)
    (elsewhere / "pytest.ini").write_text("[pytest]\nmarkers =\n    slow: long\n", encoding="utf-8")
    where = run(python, "-c", "import pyspectrum; print(pyspectrum.__file__)", cwd=elsewhere)
    assert str(tmp_path / "venv") in where.stdout
    assert run(python, "-c", "import harness", cwd=elsewhere).returncode == 1

    examples = run(python, "-m", "pytest", "-q", "--strict-markers", "docs/examples", cwd=elsewhere)
    assert examples.returncode == 0, examples.stdout
    assert int(examples.stdout.split(" passed")[0].split()[-1]) >= 40
    assert "skipped" not in examples.stdout
    assert not (elsewhere / "spectrum-results").exists()  # nothing failed

    crosswords = "--ignore=tests/unit/pyspectrum/basic/test_basic_rom.py"  # which tries the programs of harness
    options = ("-q", "-n", "2", "-m", "not slow and not hypothesis", crosswords)  # examples say nothing of the wheel
    tests = run(python, "-m", "pytest", *options, "tests/unit/pyspectrum", cwd=elsewhere)
    assert tests.returncode == 0, tests.stdout
    assert int(tests.stdout.split(" passed")[0].split()[-1]) >= 600


def test_an_editable_installation_works_from_the_checkout(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    done = run(python, "-m", "pip", "install", "-q", "-e", MACHINE, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    where = run(python, "-c", "import pyspectrum; print(pyspectrum.__file__)", cwd=tmp_path)
    assert where.stdout.strip() == str(MACHINE / "__init__.py")
    assert "--spectrum-output" in run(python, "-m", "pytest", "--help", cwd=tmp_path).stdout
