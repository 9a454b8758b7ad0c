"""Processes end with the process that started them, whatever they are at."""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from harness.work import group_of_its_own
from tests.house import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the signal at the end of a parent is Linux's")

PARENT = """
from harness.work import Pool, Worker, answer_of
from tests.slow.kernel import test_processes as here

if __name__ == "__main__":
    {start}
"""
STARTS = {
    "a pool": "answer_of(Pool(1).submit(here.{work}))",
    "a forked pool": "answer_of(Pool(1, is_forked=True).submit(here.{work}))",
    "a worker": "Worker(here.{work}).line.recv()",
}
END_SECONDS = 60


def hold_the_interpreter(*_: object) -> None:
    """Work in one call of compiled code, which lets no other thread run."""
    print(os.getpid(), flush=True)
    re.match(r"(a+)+$", "a" * 60 + "b")


def wait_for_a_program(*_: object) -> None:
    """Have another program run, which starts one of its own."""
    command = ["sh", "-c", "sleep 600 & echo $!; wait"]
    with group_of_its_own(command, stdout=sys.stdout.fileno(), stderr=subprocess.DEVNULL) as process:
        process.wait()


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("work", ["hold_the_interpreter", "wait_for_a_program"])
def test_a_worker_ends_when_its_parent_is_killed(work: str, start: str, tmp_path: Path) -> None:
    """All its processes have its output open: so it ends when the last of them has ended."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(start=STARTS[start].format(work=work)), "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    with subprocess.Popen([sys.executable, str(script)], env=environment, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        try:
            parent.communicate(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
            raise
