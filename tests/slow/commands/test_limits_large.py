"""Puzzles that took minutes and gigabytes end within the limit of memory, the SAT solver's own process included."""

import os
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from harness.commands.japan import _write_solutions
from harness.formats import write_puzzle
from harness.puzzle import Grid
from harness.solver.strategy import Search, find_strategy
from tests.cli_runner import ROOT
from tests.e2e.test_limits_cli import put_noise
from tests.kernels import WITH_KERNEL_OR_NOT
from tests.many_solutions import switches

RUN = "from harness.cli import main\nmain(sys.argv[1:])\n"
SOLVE = """
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from tools.made import noise_puzzle
print(Fast(with_kernel=sys.argv[1] == 'True').solve(noise_puzzle(95, 80, 0.5, 1), budget=Budget(5)).outcome.value)
"""
PEAK = """
import re, resource
from pathlib import Path
# ru_maxrss would count what the process was before exec, a copy of the one that runs the tests
own = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(own + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def run(program: str, folder: Path, *arguments: str) -> tuple[str, float]:
    """The output of a program, and the most megabytes that it took."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys\n" + program + PEAK, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)},
        timeout=300,
    )
    *answer, kilobytes = (done.stdout + done.stderr).splitlines()
    return "\n".join(answer), int(kilobytes) / 1024


@pytest.mark.parametrize("side", [200, 500])
def test_noise_ends_as_said(side: int, tmp_path: Path) -> None:
    """Which limit is met first depends on the machine."""
    answer, megabytes = run(RUN, tmp_path, "solve", put_noise(side, tmp_path), "--quiet", "--timeout", "5")
    assert re.search("not decided: (memory|time) ran out", answer)
    assert megabytes < 2000


@pytest.mark.parametrize(
    "tile", [("#.", ".#"), ("#..", "..#", ".#."), ("##.##.", "......", "#.##.#")], ids=["cells", "dots", "bricks"]
)
def test_a_regular_tiling_of_a_million_cells_ends_as_said(tile: tuple[str, ...], tmp_path: Path) -> None:
    rows = tuple((tile[row % len(tile)] * 1000)[:1000] for row in range(1000))
    write_puzzle(Grid(rows).puzzle().replace(goal=None), tmp_path / "tiling.dat")
    limits = ("--timeout", "5", "--memory", "1GB")
    answer, megabytes = run(RUN, tmp_path, "solve", "tiling.dat", "--quiet", *limits)
    assert re.match("crossword, 1000×1000: (unique|not decided: (memory|time) ran out)", answer)
    assert megabytes < 1200


@WITH_KERNEL_OR_NOT
def test_large_noise_takes_little_memory(with_kernel: bool) -> None:
    """The kernel solves it; without it, the SAT solver has all the time there is."""
    outcome, megabytes = run(SOLVE, ROOT, str(with_kernel))
    assert outcome in ("multiple", "timeout")
    assert megabytes < 300


def test_memory_does_not_grow_with_the_solutions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred solutions more are as many pictures of 2×35, more than 75 kB if they were kept."""
    # what is remembered of lines grows too, to its own limit
    monkeypatch.setattr("harness.solver.recursion.KNOWN_ANALYSES", 100)

    def peak(limit: int) -> int:
        tracemalloc.start()
        search: Search = find_strategy("recursion").solutions(switches(12))
        with (tmp_path / "sol").open("w") as out:
            _write_solutions(search, limit, out)
        assert search.found == limit
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    # what other threads of the tests' own process take meanwhile is traced as well: so each the least of two
    few, many = (min(peak(limit) for _ in range(2)) for limit in (50, 350))
    assert many < few + 40_000
