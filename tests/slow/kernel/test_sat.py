"""The SAT solver: Ctrl-C while it works, and a process that does not live on alone."""

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from harness.solver.sat.remainder import can_start
from tests.house import ROOT

PROCESSES = pytest.mark.skipif(not can_start(), reason="no processes as on Unix here")


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)


@PROCESSES
def test_ctrl_c_while_the_sat_solver_works() -> None:
    """The library's own handler would break the solver; the signal is to arrive as Python's."""
    done = run(
        """
import itertools, os, signal, subprocess
from harness.solver.sat.remainder import SatSolver
from tests.unit.harness.solver.sat.pigeons import pigeons

solver, rounds = SatSolver(), itertools.count()
for clause in pigeons(14):
    solver.add(clause)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may have it ignored
sender = subprocess.Popen(["sh", "-c", f"read go; kill -INT {os.getpid()}"], stdin=subprocess.PIPE, bufsize=0)

def check():
    number = next(rounds)
    if number == 0:
        sender.stdin.write(b"\\n")
    assert number < 10_000, "the signal was lost"

try:
    solver.is_solvable([], check)
except KeyboardInterrupt:
    print("it arrived")
sender.wait()
solver.delete()
"""
    )
    assert (done.returncode, done.stdout) == (0, "it arrived\n"), done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no such signal")
def test_its_process_does_not_live_on_alone() -> None:
    done = run(
        """
import os, signal
from harness.solver.budget import Budget
from harness.solver.sat.remainder import SatProcess
from tests.unit.harness.solver.sat.pigeons import pigeons

process, looks = SatProcess(Budget()), []
for clause in pigeons(14):
    process.add(clause)
process.is_solvable([], lambda: None, 1)  # it is there
print(process.worker.pid, flush=True)

def check():
    looks.append(1)
    if len(looks) > 3:
        os.kill(os.getpid(), signal.SIGKILL)

process.is_solvable([], check)
"""
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    with suppress(ProcessLookupError):  # it may be gone before one can look
        ended = os.pidfd_open(int(done.stdout))
        assert select.select([ended], [], [], 60)[0], "it works on"
        os.close(ended)


def test_it_is_not_loaded_before_it_is_needed() -> None:
    late = ("harness.work", "pysolvers", "subprocess")
    script = f"import harness.solver.fast, harness.solver.sat.remainder, sys; print([*{{*{late}}} & {{*sys.modules}}])"
    assert run(script).stdout == "[]\n"
