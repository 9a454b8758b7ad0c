"""Processes end with the process that started them, whatever they are at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the signal at the end of a parent is Linux's")

PARENT = """
import multiprocessing, sys
from tests.unit.harness.test_processes import {work}

if __name__ == "__main__":
    context = multiprocessing.get_context({context!r})
    process = context.Process(target={work}, args=({pid_file!r},))
    process.start()
    process.join()
"""
END_SECONDS = 60


def hold_the_interpreter(pid_file: str) -> None:
    """Work in one call of compiled code, which lets no other thread run."""
    import re

    from harness.processes import live_with_parent

    live_with_parent()
    _tell(pid_file, os.getpid())
    re.match(r"(a+)+$", "a" * 60 + "b")


def wait_for_a_program(pid_file: str) -> None:
    """Have another program run, which starts one of its own."""
    from harness.processes import group_of_its_own, live_with_parent

    live_with_parent()
    command = ["sh", "-c", f"sleep 600 & echo $! > {pid_file}.new; mv {pid_file}.new {pid_file}; wait"]
    with group_of_its_own(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        process.wait()


def _tell(pid_file: str, number: int) -> None:
    Path(pid_file + ".new").write_text(f"{number}\n", "ascii")
    Path(pid_file + ".new").replace(pid_file)


@pytest.mark.parametrize("context", ["spawn", "fork"])
@pytest.mark.parametrize("work", ["hold_the_interpreter", "wait_for_a_program"])
def test_a_worker_ends_when_its_parent_is_killed(work: str, context: str, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(work=work, context=context, pid_file=str(pid_file)), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    parent = subprocess.Popen([sys.executable, str(script)], env=environment)
    while not pid_file.exists():
        assert parent.poll() is None
    worker = int(pid_file.read_text("ascii"))
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    try:
        subprocess.run(["tail", f"--pid={worker}", "-f", "/dev/null"], timeout=END_SECONDS, check=True)
    except subprocess.TimeoutExpired:
        os.kill(worker, signal.SIGKILL)
        raise
