"""The compiled kernel is built where it can be, and its absence stops nobody."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from harness.puzzle import Puzzle
from harness.solver import fast_kernel

pytest.importorskip("hatchling", reason="the build's own library is not installed")

from harness.solver._kernel.build_hook import compile_kernel

SOURCE = Path(fast_kernel.__file__).parent / "_kernel" / "kernel.c"


def test_the_source_here_makes_the_kernel_that_the_solver_wants(tmp_path: Path) -> None:
    target = tmp_path / f"_fast{sysconfig.get_config_var('EXT_SUFFIX')}"
    if trouble := compile_kernel(SOURCE, target):
        pytest.skip(trouble)
    assert [path.name for path in tmp_path.iterdir()] == [target.name], "nothing half done is left"
    script = f"""
import importlib.util
specification = importlib.util.spec_from_file_location("_fast", {str(target)!r})
module = importlib.util.module_from_spec(specification)
specification.loader.exec_module(module)
kernel = module.Kernel(2, 2, ((2,), (1,), (1,), (2,)))
print(module.VERSION, module.MAX_SIDE, kernel.propagate(), kernel.rows())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == f"{fast_kernel.VERSION} 126 -1 ('##', '.#')\n"


@pytest.mark.parametrize(
    ("compiler", "trouble"), [("/there/is/no/such/compiler", "does not run"), (f"{sys.executable} -c pass", None)]
)
def test_without_a_compiler(
    compiler: str, trouble: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler)
    said = compile_kernel(SOURCE, tmp_path / "kernel.so")
    assert said
    assert trouble is None or trouble in said or "headers" in said
    assert not list(tmp_path.iterdir())


def test_a_broken_source(tmp_path: Path) -> None:
    source = tmp_path / "kernel.c"
    source.write_text("this is no C", encoding="ascii")
    assert compile_kernel(source, tmp_path / "kernel.so")
    assert [path.name for path in tmp_path.iterdir()] == ["kernel.c"]


def test_a_kernel_of_another_version_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        VERSION = fast_kernel.VERSION + 1
        MAX_SIDE = 126

    monkeypatch.setattr(fast_kernel, "_compiled", Other)
    assert not fast_kernel.has_compiled_kernel()
    assert isinstance(fast_kernel.build_kernel(Puzzle(((1,),), ((1,),))), fast_kernel.PureKernel)
