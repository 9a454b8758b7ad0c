"""Two distributions out of one checkout; one line names a foreign package in the place of either."""

import filecmp
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
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


def test_a_release_depends_on_the_version_beside_it() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ours, released = whole["project"], whole["tool"]["cibuildwheel"]["environment"]
    machine = tomllib.loads((MACHINE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    major, minor, _ = map(int, machine["version"].split("."))
    assert released["CROSSWORD_MACHINE"] == f">={major}.{minor},<{major}.{minor + 1}"
    assert ours["version"] == machine["version"]


def test_the_machine_needs_five_packages() -> None:
    machine = tomllib.loads((MACHINE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {line.partition(">")[0] for line in machine["dependencies"]}
    assert names == {"skoolkit", "pyz80", "pillow", "pytest", "shtab"}
    graph = grimp.build_graph("pyspectrum", include_external_packages=True, cache_dir=None)
    modules = {module.split(".")[0] for module in graph.modules}
    assert modules - sys.stdlib_module_names == {"pyspectrum", "skoolkit", "PIL", "pytest", "_pytest", "shtab"}


def test_both_have_the_same_licence() -> None:
    assert filecmp.cmp(ROOT / "LICENSE", MACHINE / "LICENSE", shallow=False)


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
