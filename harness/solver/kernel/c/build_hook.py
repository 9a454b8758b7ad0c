"""Build the compiled kernel while the project is built, if there is a C compiler.

Called by hatchling. A wheel gets the kernel inside; an editable installation gets it beside the package's
`__init__.py`. It takes a C compiler (gcc, clang, Visual C++), which setuptools finds, and Python's headers. The kernel
keeps to Python's stable interface, so a wheel serves all versions of Python from 3.11 on; those without the global
lock have no stable interface yet, and get a kernel of their own. `CROSSWORD_KERNEL=pure` in the environment of the
installation leaves it out.
"""

from __future__ import annotations

import os
import re
import runpy
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDER = "harness/solver/kernel"

OLDEST = "cp311"
"""The first Python with a stable interface that has all the kernel uses."""

IS_STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")
"""True if this Python has the stable interface."""


class KernelHook(BuildHookInterface[Any]):
    """The hook; hatchling finds it by its base class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and hand the file to hatchling."""
        if os.environ.get("CROSSWORD_KERNEL") == "pure":
            return
        in_place = version == "editable"
        self._temporary = tempfile.TemporaryDirectory(prefix="crossword-kernel-")  # goes when hatchling does
        folder = Path(self.root, _FOLDER) if in_place else Path(self._temporary.name)
        if trouble := compile_kernel(Path(self.root, _FOLDER, "c", "python", "kernel.c"), folder):
            self.app.display_info(f"without the compiled kernel: {trouble}")
            return
        if not in_place:
            build_data["force_include"][str(folder / kernel_name())] = f"{_FOLDER}/{kernel_name()}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            if IS_STABLE:
                build_data["infer_tag"] = False
                build_data["tag"] = f"{OLDEST}-abi3-{platform_tag()}"


def kernel_name() -> str:
    """Return the name of the file that Python loads."""
    if not IS_STABLE:
        return f"_fast{sysconfig.get_config_var('EXT_SUFFIX')}"
    return "_fast.pyd" if sys.platform == "win32" else "_fast.abi3.so"


def compile_kernel(source: Path, folder: Path, flags: Sequence[str] = ()) -> str | None:
    """Compile the kernel into a folder, and remove older ones there; return None, or in a line why it failed.

    Args:
        source: `kernel.c`, beside what it includes.
        folder: for the kernel.
        flags: more for the compiler and the linker, for tests.
    """
    try:
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext
    except ImportError:
        return "setuptools, which finds compilers, is not installed"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "there are no Python headers"
    sources = runpy.run_path(str(Path(__file__).with_name("__init__.py")))["sources_hash"]()
    extension = Extension(
        "_fast",
        [str(source)],
        define_macros=[("SOURCES", sources), *([("Py_LIMITED_API", "0x030B0000")] if IS_STABLE else [])],
        extra_compile_args=[*([] if sys.platform == "win32" else ["-O3", "-g0"]), *flags],
        extra_link_args=list(flags),
        py_limited_api=IS_STABLE,
    )
    with tempfile.TemporaryDirectory(prefix="crossword-kernel-") as temporary:
        command = build_ext(Distribution({"ext_modules": [extension]}))
        command.build_lib = command.build_temp = temporary
        command.ensure_finalized()
        try:
            command.run()
            made = Path(command.get_ext_fullpath("_fast")).read_bytes()
        except Exception as error:  # those of setuptools have no root in common
            return (str(error).strip() or type(error).__name__).splitlines()[-1]
    for older in (path for path in folder.glob("_fast.*") if path.suffix in (".so", ".pyd")):
        older.unlink()
    half_done = folder / "_fast.new"
    half_done.write_bytes(made)
    half_done.replace(folder / kernel_name())
    return None


def platform_tag() -> str:
    """Return the platform that setuptools compiles for; on macOS, it may be another processor or release than this."""
    return re.sub(r"\W", "_", sysconfig.get_platform())
