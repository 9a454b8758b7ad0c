"""The compiled kernel under the sanitizers of the C compiler: what it may not do with memory or numbers ends the test.

    python -m tests.sanitize [arguments for pytest]

Builds the kernel with `-fsanitize=address,undefined` beside nothing of the installation, and runs its tests on that
build. It takes gcc or clang with their sanitizers' libraries, on Linux. As a plugin of pytest, which the command asks
for, this module puts the build in the place of the kernel.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "harness/solver/_kernel/kernel.c"
BUILD_VARIABLE = "CROSSWORD_SANITIZED_KERNEL"
"""The environment variable that tells the plugin of the build."""

FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1 -Wall -Wextra -Werror"
TESTS = tuple(
    f"tests/unit/test_{name}.py"
    for name in ("fast_kernel", "fast_kernel_colour", "fast_beliefs", "fast_vary", "agreement")
)


def main() -> int:
    """The command; returns pytest's exit code."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory(prefix="crossword-sanitize-") as folder:
        build = Path(folder) / "_fast.abi3.so"
        flags = [*FLAGS.split(), "-fPIC", "-shared", "-DPy_LIMITED_API=0x030B0000"]
        include = f"-I{sysconfig.get_path('include')}"
        subprocess.run([*compiler, *flags, include, str(SOURCE), "-o", str(build)], check=True)
        runtime = subprocess.run(
            [*compiler, "-print-file-name=libasan.so"], check=True, capture_output=True, text=True
        ).stdout.strip()
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.sanitize", *(sys.argv[1:] or TESTS)],
            cwd=ROOT,
            env={
                **os.environ,
                BUILD_VARIABLE: str(build),
                "LD_PRELOAD": runtime,
                "PYTHONMALLOC": "malloc",  # Python's own pools would hide what is beyond a block
                "ASAN_OPTIONS": "detect_leaks=0",  # Python leaves much to the end of the process
            },
            check=False,
        ).returncode


def _load_build(path: str) -> None:
    """Let `harness.solver._fast` be that build."""
    name = "harness.solver._fast"
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    specification = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    sys.modules[name] = module
    import harness.solver

    harness.solver._fast = module  # type: ignore[attr-defined]


if path := os.environ.get(BUILD_VARIABLE):
    _load_build(path)

if __name__ == "__main__":
    sys.exit(main())
