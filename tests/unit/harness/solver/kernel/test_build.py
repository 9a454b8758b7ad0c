"""The compiled kernel is built where it can be, and its absence stops nobody."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from harness.puzzle import MAX_SIDE, Puzzle
from harness.solver.kernel import choose
from harness.solver.kernel.pure_kernel import PureKernel

pytest.importorskip("hatchling", reason="the build's own library is not installed")

from harness.solver.kernel.c.build_hook import compile_kernel, kernel_name, platform_tag
from tools.kernel_builds import ROOT, SOURCE, build, run_tests


@pytest.mark.slow
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
    assert done.stdout == f"{choose.VERSION} {MAX_SIDE} -1 ('##', '.#')\n"


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


def test_a_kernel_of_another_version_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        VERSION = choose.VERSION + 1

    monkeypatch.setattr(choose, "_compiled", Other)
    assert not choose.has_compiled_kernel()
    assert isinstance(choose.build_kernel(Puzzle(((1,),), ((1,),))), PureKernel)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the flags are those of gcc and clang")
def test_features_that_other_compilers_lack_cost_only_speed(tmp_path: Path) -> None:
    windows = ROOT / "tests" / "kernel_windows.h"
    path = build(tmp_path, "-Wall", "-Wextra", "-Werror", "-DNO_INT128", "-DNO_BUILTINS", "-include", str(windows))
    assert run_tests(path) == 0


@pytest.mark.parametrize(
    ("compiled_for", "tag"),
    [
        ("macosx-11.0-arm64", "macosx_11_0_arm64"),
        ("macosx-10.9-universal2", "macosx_10_9_universal2"),
        ("linux-x86_64", "linux_x86_64"),
        ("win-amd64", "win_amd64"),
    ],
)
def test_a_wheel_is_named_for_what_it_is_compiled_for(
    compiled_for: str, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sysconfig, "get_platform", lambda: compiled_for)
    assert platform_tag() == tag
