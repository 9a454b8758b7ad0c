"""Builds of the compiled kernel: from the source here, without what some compilers lack, and called wrongly."""

import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from harness.commands.build import PAGE_KERNEL
from harness.puzzle import MAX_SIDE
from harness.solver.kernel import VERSION
from tests.kernels import COMPILED
from tests.slow.kernel.faults import LEAST_LEAK, growth
from tests.unit.harness.solver.kernel.test_glue import BAD, ROOKS, bad_calls, refused, settled_rooks

pytest.importorskip("hatchling", reason="the build's own library is not installed")

from harness.solver.kernel.c.build_hook import compile_kernel, kernel_name
from tools.kernel_builds import ROOT, SOURCE, build, run_tests
from tools.wasm import KINDS, compare, compile_to, compiler, random_puzzles


def test_the_source_here_makes_the_kernel_that_the_solver_wants(tmp_path: Path) -> None:
    target = tmp_path / kernel_name()
    older = tmp_path / "_fast.cpython-311-x86_64-linux-gnu.so"
    older.touch()
    if trouble := compile_kernel(SOURCE, tmp_path):
        pytest.skip(trouble)
    assert [path.name for path in tmp_path.iterdir()] == [target.name], "nothing older or half done is left"
    script = f"""
from pathlib import Path
from tools.kernel_builds import load
module = load(Path({str(target)!r}))
kernel = module.Kernel(".#", ((2,), (1,)), ((1,), (2,)))
print(module.VERSION, module.MAX_SIDE, kernel.propagate(), kernel.rows())
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == f"{VERSION} {MAX_SIDE} -1 ('##', '.#')\n"


def test_the_kernel_for_pages_is_what_its_source_makes(tmp_path: Path) -> None:
    made_by = (ROOT / f"{PAGE_KERNEL}.sums").read_text("ascii").splitlines()[0].removeprefix("# ")
    if compiler() != made_by:
        pytest.skip("the compiler of kernel.wasm, or its lld, is not installed")
    compile_to(tmp_path / "kernel.wasm")
    assert (tmp_path / "kernel.wasm").read_bytes() == (ROOT / PAGE_KERNEL).read_bytes()


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed: apt install nodejs")
def test_the_kernel_for_pages_decides_larger_puzzles_as_python_does() -> None:
    kinds = compare(random_puzzles(3, 60, (15, 40)))
    assert min(kinds[kind] for kind in KINDS.values()) > 10, kinds
    assert kinds["undecided"] < 3, kinds


@pytest.mark.skipif(sys.platform == "win32", reason="the flags are those of gcc and clang")
def test_features_that_other_compilers_lack_cost_only_speed(tmp_path: Path) -> None:
    windows = ROOT / "tests" / "kernel_windows.h"
    path = build(tmp_path, "-Wall", "-Wextra", "-Werror", "-DNO_INT128", "-DNO_BUILTINS", "-include", str(windows))
    assert run_tests(path) == 0


@COMPILED
def test_refused_calls_leave_nothing_behind() -> None:
    times = 2_000
    kernel = settled_rooks()
    calls = bad_calls(kernel)
    held: list[object] = [None, ROOKS, ROOKS[0], kernel, ".#", 1 << 80]
    assert {refused(act, arguments) for act, arguments in calls} <= set(BAD)

    def refuse_all() -> None:
        for act, arguments in calls:
            refused(act, arguments)

    counts = [sys.getrefcount(thing) for thing in held]
    tracemalloc.start()
    try:
        assert growth(refuse_all, times) < times * LEAST_LEAK
    finally:
        tracemalloc.stop()
    for thing, count in zip(held, counts, strict=True):
        assert sys.getrefcount(thing) - count < times // 10, thing
