"""Processes end with the process that started them, whatever they are at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.house import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the signal at the end of a parent is Linux's")

PARENT = """
import multiprocessing
from tests.proofs.kernel.test_processes import {work}

if __name__ == "__main__":
    process = multiprocessing.get_context({context!r}).Process(target={work})
    process.start()
    process.join()
"""
END_SECONDS = 60


def hold_the_interpreter() -> None:
    """Work in one call of compiled code, which lets no other thread run."""
    import re

    from harness.work import live_with_parent

    live_with_parent()
    print(os.getpid(), flush=True)
    re.match(r"(a+)+$", "a" * 60 + "b")


def wait_for_a_program() -> None:
    """Have another program run, which starts one of its own."""
    from harness.work import group_of_its_own, live_with_parent

    live_with_parent()
    command = ["sh", "-c", "sleep 600 & echo $!; wait"]
    with group_of_its_own(command, stdout=sys.stdout.fileno(), stderr=subprocess.DEVNULL) as process:
        process.wait()


@pytest.mark.parametrize("context", ["spawn", "fork"])
@pytest.mark.parametrize("work", ["hold_the_interpreter", "wait_for_a_program"])
def test_a_worker_ends_when_its_parent_is_killed(work: str, context: str, tmp_path: Path) -> None:
    """All that it started has its output open: that comes to an end when the last of them has ended."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(work=work, context=context), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
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
