"""Checks of an installed wheel, run by its Python from anywhere but the checkout; they need nothing but the wheel.

    python tools/try_wheel.py [--pure]

`--pure` is for a wheel without the compiled kernel. `cibuildwheel` runs this on every platform.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
MINE = "picture:\n.#.\n###\n.#.\n"


def run(folder: str, *arguments: str) -> str:
    """Run the command and return its output; it must succeed."""
    command = [sys.executable, "-m", "harness", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def main() -> int:
    import harness
    from harness.solver.kernel import has_compiled_kernel

    wanted = "--pure" not in sys.argv[1:]
    assert harness.__file__ is not None
    assert CHECKOUT not in Path(harness.__file__).parents, "this is the checkout and no wheel"
    assert has_compiled_kernel() == wanted, f"the compiled kernel is {'not ' * wanted}there"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "mine.txt").write_text(MINE, encoding="utf-8")
        assert ".#.\n###\n.#." in run(folder, "solve", "mine.txt")
        assert "..##...##." in run(folder, "solve", "car"), "a sample that comes with the wheel"
        assert "right: the one solution" in run(folder, "run", "mine.txt"), "on the Spectrum, with a tape of the wheel"
        run(folder, "build", "--check")
    print(f"the wheel works, {'with' if wanted else 'without'} the compiled kernel")
    return 0


if __name__ == "__main__":
    sys.exit(main())
