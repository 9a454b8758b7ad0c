"""The compiled kernel is built where it can be, and its absence stops nobody."""

import os
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cases import cases
from tests.house import ROOT
from tools.kernel_builds import SOURCE

if find_spec("hatchling"):
    from harness.solver.kernel.c.build_hook import compile_kernel, platform_tag

pytestmark = pytest.mark.skipif(not find_spec("hatchling"), reason="hatchling is not installed: pip install hatchling")


@pytest.mark.parametrize("compiler", ["/there/is/no/such/compiler", f"{sys.executable} -c pass"])
def test_without_a_compiler(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", compiler)
    said = compile_kernel(SOURCE, tmp_path)
    assert said
    assert "\n" not in said
    assert not list(tmp_path.iterdir())


def test_a_broken_source(tmp_path: Path) -> None:
    source = tmp_path / "kernel.c"
    source.write_text("this is no C", encoding="ascii")
    assert compile_kernel(source, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kernel.c"]


ANOTHER_VERSION = """
import sys, types
sys.modules["harness.solver.kernel._fast"] = types.SimpleNamespace(VERSION=1, Kernel=None)
"""
ASKED = """
from harness.puzzle import Puzzle
from harness.solver import kernel
puzzle = Puzzle(((1,),), ((1,),))
print(kernel.has_compiled_kernel(), kernel.build_kernel(puzzle), kernel.begin(puzzle, 2, 0, 0, 0, 0))
print(kernel.read_plain(b""))
"""


@pytest.mark.parametrize(("before", "variable"), [(ANOTHER_VERSION, ""), ("", "pure")])
def test_a_kernel_of_another_version_or_left_out_is_not_used(before: str, variable: str) -> None:
    command, environment = [sys.executable, "-c", before + ASKED], {**os.environ, "CROSSWORD_KERNEL": variable}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False None None\nNone\n"


def test_every_module_is_loaded_where_no_kernel_was_compiled() -> None:
    script = """
import importlib, pkgutil, sys
sys.modules["harness.solver.kernel._fast"] = None
import harness
for module in pkgutil.walk_packages(harness.__path__, "harness."):
    if module.name.rpartition(".")[2] not in ("_fast", "build_hook", "__main__"):
        importlib.import_module(module.name)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@cases("command", "code", "begins")
def test_a_kernel_of_another_source_is_reported(command: str, code: int, begins: str) -> None:
    script = f"{ANOTHER_VERSION}import harness.cli, tools.bench.__main__\nsys.exit({command})"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == code, done
    assert done.stderr.startswith(begins)
    assert "made from today's source; rebuild: pip install --no-deps -e ." in done.stderr


@cases("compiled_for", "tag")
def test_a_wheel_is_named_for_what_it_is_compiled_for(
    compiled_for: str, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sysconfig, "get_platform", lambda: compiled_for)
    assert platform_tag() == tag
