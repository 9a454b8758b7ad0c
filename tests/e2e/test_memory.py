"""Memory of the whole process on the largest puzzles, the SAT solver's own included."""

import os
import subprocess
import sys

import pytest

from harness.solver.kernel.choose import has_compiled_kernel
from tests.cli_runner import ROOT

LIMIT_MB = 300
SOLVE = """
import re, resource, sys
from pathlib import Path
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from tools.made import noise_puzzle
result = Fast(kernel=sys.argv[1]).solve(noise_puzzle(95, 80, 0.5, 1), budget=Budget(25))
# ru_maxrss would count what the process was before exec, a copy of the one that runs the tests
peak = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # the SAT solver's process
print(result.outcome.value, int(peak[1]) + children)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
@pytest.mark.parametrize("kernel", ["compiled", "pure"])
def test_large_noise_takes_less_than_the_limit(kernel: str) -> None:
    """The compiled kernel solves it; the pure one gives the SAT solver all the time there is."""
    if kernel == "compiled" and not has_compiled_kernel():
        pytest.skip("there is no compiled kernel here")
    ran = subprocess.run(
        [sys.executable, "-c", SOLVE, kernel],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    outcome, kilobytes = ran.stdout.split()
    assert outcome in ("multiple", "timeout")
    assert int(kilobytes) / 1024 < LIMIT_MB
