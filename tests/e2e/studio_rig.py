"""The studio as its user has it: the command in a process of its own, and Chromium before it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from harness.cli import main
from harness.resources import data_folder
from harness.studio.tour import find_browser

TOKEN = "a-token-of-the-tests"
END_SECONDS = 10


@dataclass
class RunningStudio:
    """A server and its address."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        """Where it listens."""
        match = re.search(r":(\d+)/", self.address)
        assert match
        return int(match[1])

    @property
    def origin(self) -> str:
        """What its page names as its origin."""
        return f"http://127.0.0.1:{self.port}"

    def interrupt(self) -> int:
        """Press Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(END_SECONDS)


def chromium() -> str:
    """The browser; the test is skipped where there is none."""
    pytest.importorskip("playwright.sync_api", reason="the extra [browser] is not installed")
    pytest.importorskip("uvicorn", reason="the extra [studio] is not installed")
    found = find_browser()
    if found is None:
        pytest.skip("no Chromium; install the package chromium")
    return found


@contextmanager
def studio(*arguments: str | Path, port: int = 0) -> Iterator[RunningStudio]:
    """A studio that runs; ended afterwards, by force if it must be."""
    command = [sys.executable, "-m", "harness", "studio", *map(str, arguments)]
    command += ["--port", str(port), "--no-browser", "--token", TOKEN]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    address = process.stdout.readline().split()[-1:]
    assert address, process.stderr.read() if process.stderr else ""
    running = RunningStudio(process, address[0])
    try:
        yield running
    finally:
        if process.poll() is None:
            running.interrupt()
        process.stdout.close()
        if process.stderr:
            process.stderr.close()


@contextmanager
def served_pages(folder: Path, *samples: str) -> Iterator[str]:
    """The static pages of some samples, and the address of a web server that has them."""
    puzzles = [str(path) for name in samples for path in data_folder("puzzles").glob(f"{name}.*")]
    assert main(["page", *puzzles, "--out", str(folder)]) == 0
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/index.html"
        finally:
            server.shutdown()
            thread.join()
