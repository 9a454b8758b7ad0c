"""The compiled kernel is built where it can be, and its absence stops nobody."""

import subprocess
import sys
from pathlib import Path

import pytest

from harness.puzzle import MAX_SIDE, Puzzle
from harness.solver import fast_kernel
from harness.solver.pure_kernel import PureKernel

pytest.importorskip("hatchling", reason="the build's own library is not installed")

from harness.solver._kernel.build_hook import compile_kernel, kernel_name

SOURCE = Path(fast_kernel.__file__).parent / "_kernel" / "kernel.c"


def test_the_source_here_makes_the_kernel_that_the_solver_wants(tmp_path: Path) -> None:
    target = tmp_path / kernel_name()
    older = tmp_path / "_fast.cpython-311-x86_64-linux-gnu.so"
    older.touch()
    if trouble := compile_kernel(SOURCE, tmp_path):
        pytest.skip(trouble)
    assert [path.name for path in tmp_path.iterdir()] == [target.name], "nothing older or half done is left"
    script = f"""
import importlib.util
specification = importlib.util.spec_from_file_location("_fast", {str(target)!r})
module = importlib.util.module_from_spec(specification)
specification.loader.exec_module(module)
kernel = module.Kernel(".#", ((2,), (1,)), ((1,), (2,)))
print(module.VERSION, module.MAX_SIDE, kernel.propagate(), kernel.rows())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == f"{fast_kernel.VERSION} {MAX_SIDE} -1 ('##', '.#')\n"


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
        VERSION = fast_kernel.VERSION + 1

    monkeypatch.setattr(fast_kernel, "_compiled", Other)
    assert not fast_kernel.has_compiled_kernel()
    assert isinstance(fast_kernel.build_kernel(Puzzle(((1,),), ((1,),))), PureKernel)
