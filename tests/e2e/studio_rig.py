"""The studio as its user has it: the command in a process of its own, and Chromium before it."""

from __future__ import annotations

import json
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
from typing import TYPE_CHECKING, Any

import pytest

from harness.cli import main
from harness.files.resources import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid
from harness.solver.search import solve
from tests.pictures.tour import find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKEN = "a-token-of-the-tests"
END_SECONDS = 10
PATIENCE_MS = 20_000
"""For a machine that does much else; nothing waits longer than it must."""
LONG_MS = 60_000
CAR = data_folder("puzzles") / "car.txt"


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

    def kill(self) -> None:
        """End it as the system does when memory is short: nothing of it is asked."""
        self.process.kill()
        self.process.wait(END_SECONDS)

    def children(self) -> list[str]:
        """The numbers of its processes."""
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True)
        return found.stdout.split()

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
def studio(*arguments: str | Path, port: int = 0, token: str = TOKEN) -> Iterator[RunningStudio]:
    """A studio that runs; ended afterwards, by force if it must be."""
    command = [sys.executable, "-m", "harness", "studio", *map(str, arguments)]
    command += ["--port", str(port), "--no-browser", "--token", token]
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


def wait_for_end(processes: list[str]) -> None:
    """Wait until these have ended, by their numbers; fails after half a minute."""
    subprocess.run(["tail", *(f"--pid={number}" for number in processes), "-f", "/dev/null"], timeout=30, check=True)


def open_page(page: Page, running: RunningStudio) -> None:
    page.goto(running.address)
    page.wait_for_selector("html[data-ready]")
    expecting(page, "#sample option").not_to_have_count(1)


def expecting(page: Page, selector: str) -> Any:
    from playwright.sync_api import expect

    return expect(page.locator(selector))


def bring(page: Page, *files: Path) -> None:
    page.set_input_files("#file", [str(path) for path in files])


def bring_car(page: Page) -> None:
    """Bring the car and wait until it is judged."""
    bring(page, CAR)
    expecting(page, "#finding-difficulty").to_contain_text("32")


def car_picture() -> Grid:
    return solve(read_puzzle(CAR)).solutions[0]


def drawn(page: Page) -> list[str]:
    """The drawing as the browser keeps it for this page."""
    rows: list[str] = json.loads(page.evaluate("sessionStorage.getItem('drawing')"))["rows"]
    return rows


def colour_of(row: int, column: int) -> str:
    """What finds a cell of the drawing."""
    return f"#board [data-row='{row}'][data-column='{column}']"


def complaints_of(page: Page) -> list[str]:
    """What the page's console says of errors from now on, but for what a refusal or a lost server leaves there."""
    complaints: list[str] = []

    def heard(said: str) -> None:
        if not re.search(r"status of 4|ERR_CONNECTION_REFUSED", said):
            complaints.append(said)

    page.on("pageerror", lambda error: heard(str(error)))
    page.on("console", lambda said: heard(said.text) if said.type == "error" else None)
    return complaints


def cell(page: Page, row: int, column: int, board: str = "#board") -> Any:
    return page.locator(f"{board} [data-row='{row}'][data-column='{column}']")
