"""The studio as its user has it: the command in a process of its own, and Chromium before it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli import main
from harness.files.reading import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Grid
from harness.solver.search import solve as solve_puzzle
from pyspectrum.screen import Screen
from tests.browser import click, expecting, press, wait_for_paint

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKEN = "a-token-of-the-tests"
END_SECONDS = 10
LONG_MS = 60_000
CAR = data_folder("puzzles") / "car.txt"


@dataclass
class RunningStudio:
    """A server and its address."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        """Port at which it listens."""
        return int(self.address.rpartition(":")[2].partition("/")[0])

    def kill(self) -> None:
        """End it as the system does when memory is short: nothing of it is asked."""
        self.process.kill()
        self.process.wait(END_SECONDS)

    def children(self) -> list[str]:
        """The numbers of its processes, and of those that they have started."""
        found, parents = list[str](), [str(self.process.pid)]
        while parents:
            listed = subprocess.run(["pgrep", "-P", ",".join(parents)], capture_output=True, text=True)
            found += (parents := listed.stdout.split())
        return found

    def end_by(self, wish: signal.Signals, *, is_for_all: bool = False) -> None:
        """Send it a signal, or its whole process group: it says nothing, and all its processes end.

        What looks after the processes' resources ends when it sees that they have ended.
        """
        children = self.children()
        assert children
        if is_for_all:
            os.killpg(self.process.pid, wish)
        else:
            self.process.send_signal(wish)
        assert self.process.wait(END_SECONDS) == 0
        assert self.process.stderr
        assert self.process.stderr.read() == ""
        wait_for_end(children)


@contextmanager
def studio(*arguments: str | Path, port: int = 0, token: str = TOKEN) -> Iterator[RunningStudio]:
    """A studio that runs; ended afterwards, by force if it must be."""
    command = [sys.executable, "-m", "harness", "studio", *map(str, arguments)]
    command += ["--port", str(port), "--no-browser", "--token", token]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout
    address = process.stdout.readline().split()[-1:]
    assert address, process.stderr.read() if process.stderr else ""
    running = RunningStudio(process, address[0])
    try:
        yield running
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(END_SECONDS)
        process.stdout.close()
        if process.stderr:
            process.stderr.close()


def sample(name: str) -> str:
    """The file of a sample, by its name."""
    (path,) = data_folder("puzzles").glob(f"{name}.*")
    return str(path)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""


@contextmanager
def served_pages(folder: Path, *arguments: str) -> Iterator[str]:
    """Static pages, written by the command `page`, and the address of a web server that has them."""
    assert main(["page", *arguments, "--out", str(folder)]) == 0
    handler = partial(_Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def wait_for_end(processes: list[str]) -> None:
    """Wait until these have ended, by their numbers; fails after half a minute."""
    subprocess.run(["tail", *(f"--pid={number}" for number in processes), "-f", "/dev/null"], timeout=30, check=True)


def begin(page: Page, size: int = 15) -> None:
    """Begin a new drawing of 10, 15, 20 or 25 cells a side."""
    if not page.evaluate("document.body.classList.contains('start')"):
        page.click("#home")
    page.click(f"[data-size='{size}']")
    expecting(page, "#board").to_have_attribute("aria-label", f"Drawing, {size} by {size} cells")


def bring(page: Page, *files: Path) -> None:
    page.set_input_files("#file", [str(path) for path in files])


def bring_car(page: Page) -> None:
    """Bring the car and wait until it is judged."""
    bring(page, CAR)
    expecting(page, "#act-note").to_contain_text("32 steps")


def bring_rows(page: Page, tmp_path: Path, rows: Sequence[str]) -> None:
    """Bring a drawing as a file."""
    path = tmp_path / "drawing.txt"
    path.write_text("picture:\n" + "\n".join(rows) + "\n", encoding="utf-8")
    bring(page, path)
    expecting(page, "#board").to_have_attribute("aria-label", f"Drawing, {len(rows[0])} by {len(rows)} cells")
    assert drawn(page) == list(rows)


def solve_by_steps(page: Page) -> None:
    """Have every step done, until the puzzle is solved."""
    while page.locator("#finish-title").is_hidden():
        click(page, "#hint", "#do-step")
        page.wait_for_selector("#hint-card", state="hidden")


def screen_of(page: Page) -> Screen:
    """The screen, out of the Spectrum's memory."""
    return Screen(bytes(page.evaluate("spectrum.ask('peek', { address: 16384, length: 6912 }).then(all => [...all])")))


def solve(page: Page) -> None:
    """Go from Make to Solve, with a puzzle that is new to this browser."""
    page.click("#mode-solve")
    expecting(page, "body.solve #solve-board").to_have_attribute("data-cell", re.compile(r"\d"))


def car_picture() -> Grid:
    return solve_puzzle(read_puzzle(CAR)).solutions[0]


def drawn(page: Page) -> list[str]:
    """The drawing as the browser keeps it for this page."""
    rows: list[str] = json.loads(page.evaluate("sessionStorage.getItem('drawing')"))["rows"]
    return rows


# -- cells: painted on a canvas, so they are found by where the board says they lie --------------------


def place_of(page: Page, row: float, column: float, board: str = "#board") -> tuple[float, float]:
    """The middle of a cell in the window, once the board is laid out."""
    left, top = page.evaluate(
        """async ([board, row, column]) => {
          const place = document.querySelector(board);
          await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
          const box = place.getBoundingClientRect();
          const { left, top, cell } = place.dataset;
          return [box.left + Number(left) + (column + .5) * cell, box.top + Number(top) + (row + .5) * cell];
        }""",
        [board, row, column],
    )
    return left, top


def click_cell(page: Page, row: int, column: int, board: str = "#board", button: Any = "left") -> None:
    page.mouse.click(*place_of(page, row, column, board), button=button)


def drag(page: Page, *cells: tuple[float, float], board: str = "#board", button: Any = "left") -> None:
    """Press in the first cell, go through the others, release in the last one."""
    page.mouse.move(*place_of(page, *cells[0], board))
    page.mouse.down(button=button)
    for cell in cells[1:]:
        page.mouse.move(*place_of(page, *cell, board), steps=4)
    page.mouse.up(button=button)


def drag_runs(page: Page, rows: Sequence[str], key: str = "#", board: str = "#solve-board") -> int:
    """Paint the runs of one colour, each in a stroke; returns how many there were."""
    strokes = 0
    for row, cells in enumerate(rows):
        for run in re.finditer(re.escape(key) + "+", cells):
            drag(page, (row, run.start()), (row, run.end() - 1), board=board)
            strokes += 1
    return strokes


def go_to(page: Page, row: int, column: int, board: str = "#board") -> None:
    """Bring the keyboard's cursor to a cell."""
    page.focus(f"{board} .cursor[tabindex='0']")
    press(page, "Home", "PageUp", *["ArrowDown"] * row, *["ArrowRight"] * column)


def said_of(page: Page, row: int, column: int, board: str = "#board") -> str:
    """Return a cell's label for screen readers."""
    go_to(page, row, column, board)
    label: str = page.locator(f"{board} .cursor[tabindex='0']").get_attribute("aria-label") or ""
    return label


def colour_at(page: Page, row: float, column: float, board: str = "#board") -> tuple[int, int, int]:
    """The colour painted a little off the middle of a cell, once all sent so far is painted and there is one there."""
    wait_for_paint(page)
    painted = page.wait_for_function(
        """([board, row, column]) => {
          const place = document.querySelector(board);
          const canvas = place.querySelector('.board-cells');
          const scale = canvas.width / canvas.clientWidth;
          const { left, top } = place.dataset, cell = Number(place.dataset.cell);
          const x = Number(left) - canvas.offsetLeft + (column + .5) * cell;
          const y = Number(top) - canvas.offsetTop + (row + .75) * cell;
          const [red, green, blue, alpha] = canvas.getContext('2d').getImageData(x * scale, y * scale, 1, 1).data;
          return alpha ? [red, green, blue] : null;
        }""",
        arg=[board, row, column],
    )
    red, green, blue = painted.json_value()
    return red, green, blue
