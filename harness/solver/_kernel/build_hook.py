"""Build the compiled kernel while the project is built; where that cannot be done, the project does without it.

Called by hatchling. A wheel gets the kernel inside; an editable installation gets it beside `fast_kernel.py`. What it
takes is a C compiler with 128-bit integers (gcc, clang) and Python's headers. `CROSSWORD_KERNEL=pure` in the
environment of the installation leaves it out.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDER = "harness/solver"


class KernelHook(BuildHookInterface[Any]):
    """The hook; hatchling finds it by its base class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell hatchling of the file."""
        if os.environ.get("CROSSWORD_KERNEL") == "pure":
            return
        name = f"_fast{sysconfig.get_config_var('EXT_SUFFIX') or '.so'}"
        in_place = version == "editable"
        self._temporary = tempfile.TemporaryDirectory(prefix="crossword-kernel-")  # goes when hatchling does
        folder = Path(self.root, _FOLDER) if in_place else Path(self._temporary.name)
        if trouble := compile_kernel(Path(self.root, _FOLDER, "_kernel", "kernel.c"), folder / name):
            self.app.display_info(f"without the compiled kernel: {trouble}")
            return
        if not in_place:
            build_data["force_include"][str(folder / name)] = f"{_FOLDER}/{name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def compile_kernel(source: Path, target: Path) -> str | None:
    """Compile the kernel for the Python that runs; returns None, or in a line why it cannot be."""
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").is_file():
        return "there are no Python headers"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    linking = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    half_done = target.with_suffix(".new")
    command = [*compiler, "-O3", "-fPIC", *linking, f"-I{include}", str(source), "-o", str(half_done)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{compiler[0]} does not run: {error}"
    if done.returncode or not half_done.is_file():
        half_done.unlink(missing_ok=True)
        return (
            f"{compiler[0]} fails: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else done.returncode}"
        )
    half_done.replace(target)
    return None
