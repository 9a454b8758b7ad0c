"""Builds of the compiled kernel that only tests want, and the kernel's tests on one of them.

As a plugin of pytest (`-p tools.kernel_builds`) this module puts the build that `CROSSWORD_KERNEL_BUILD` names in the
place of the kernel that is installed.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "harness/solver/kernel/c/python/kernel.c"

BUILD_VARIABLE = "CROSSWORD_KERNEL_BUILD"
"""The environment variable that tells the plugin of the build."""

FLAGS_VARIABLE = "CROSSWORD_KERNEL_FLAGS"
"""The environment variable with flags of the compiler for builds that tests make while they run."""

TESTS = (
    "tests/unit/harness/solver/kernel",
    "tests/unit/harness/solver/test_agreement.py",
    "tests/unit/harness/solver/test_lines.py",
    "tests/unit/harness/formats/test_non.py",
    # in Python alone, and long
    "--deselect=tests/unit/harness/solver/test_lines.py::test_a_long_line_needs_no_deep_stack",
)
"""Tests that a build must pass."""


def build(folder: Path, *flags: str) -> Path:
    """Compile the kernel into a folder, with more flags for the compiler; RuntimeError has what it complained of."""
    from harness.solver.kernel.c.build_hook import compile_kernel, kernel_name

    more = os.environ.get(FLAGS_VARIABLE, "").split()
    if trouble := compile_kernel(SOURCE, folder, [*flags, *more]):
        raise RuntimeError(trouble)
    return folder / kernel_name()


def load(path: Path, name: str = "_fast") -> ModuleType:
    """A build as a module, apart from the installed one."""
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    specification = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    return module


def run_tests(path: Path, arguments: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> int:
    """Run the kernel's tests, or what else the arguments for pytest ask for, on a build; returns pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tools.kernel_builds", *(arguments or TESTS)]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **(environment or {}), BUILD_VARIABLE: str(path)}, check=False
    ).returncode


def _put_in_place(path: Path) -> None:
    """Let a build be `harness.solver.kernel._fast`."""
    name = "harness.solver.kernel._fast"
    sys.modules[name] = module = load(path, name)
    import harness.solver.kernel

    harness.solver.kernel._fast = module


if _path := os.environ.get(BUILD_VARIABLE):
    _put_in_place(Path(_path))
