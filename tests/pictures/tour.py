"""The pictures of the studio's guide: a browser taken through its steps, by Playwright and an installed Chromium."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.errors import UsageError
from harness.files.resources import data_folder
from harness.files.writing import write_whole
from harness.formats import read_any, read_puzzle
from harness.puzzle.palette import BACKGROUND
from harness.solver.registry import solve_any
from harness.spectrum.screens import build_picture_screen
from harness.studio.export import write_file

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW = {"width": 1360, "height": 900}
PATIENCE_MS = 120_000
AMBIGUOUS = ("..##..", ".#..#.", "#....#", "#....#", ".#..#.", "..#.#.")
"""A ring with a slip: several pictures have its numbers."""


def find_browser() -> str | None:
    """An installed Chromium, if there is one."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def write_tour(folder: Path) -> list[Path]:
    """Serve the studio, and keep a picture of each step in `folder`; returns the files written."""
    command = [sys.executable, "-m", "harness", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            return take_pictures(server.stdout.readline().split()[-1], folder)
        finally:
            server.send_signal(signal.SIGINT)


def take_pictures(address: str, folder: Path) -> list[Path]:
    """Go through the studio at `address` and keep a picture of each step; returns the files written.

    Raises:
        UsageError: Playwright or a browser is missing.
        BuildError: a picture cannot be written.
    """
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        raise UsageError(
            "playwright is missing: pictures need more; run: pip install 'spectrum-crosswords[browser]'"
        ) from None
    executable = find_browser()
    if executable is None:
        raise UsageError("no Chromium was found; install it (on Debian: apt install chromium)")
    expect.set_options(timeout=PATIENCE_MS)
    written: list[Path] = []
    with sync_playwright() as playwright, TemporaryDirectory() as files:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        page = browser.new_page(viewport=WINDOW, locale="en-GB")  # type: ignore[arg-type]  # it is a TypedDict

        def keep(name: str, selector: str) -> None:
            data = page.locator(selector).screenshot(animations="disabled", caret="hide")
            written.append(write_file(folder / f"{name}.png", data))

        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        screen = Path(files) / "duck.scr"
        drawing = solve_any(read_puzzle(data_folder("puzzles") / "duck.txt")).solutions[0]
        write_whole(screen, build_picture_screen(drawing))  # type: ignore[arg-type]  # in black and white
        page.set_input_files("#file", screen)
        expect(page.locator("#picture")).to_be_visible()
        expect(page.locator("#finding-unique")).to_contain_text("one solution")
        keep("bring", "#bring")
        ring = Path(files) / "ring.txt"
        write_whole(ring, ("picture:\n" + "\n".join(AMBIGUOUS) + "\n").encode())
        page.set_input_files("#file", ring)
        expect(page.locator("#accept")).to_be_visible()
        keep("draw", "#draw")
        page.click("#accept")
        expect(page.locator("#finding-difficulty")).not_to_be_empty()
        keep("mended", "#draw")
        page.select_option("#sample", "duck.txt")
        expect(page.locator("#finding-difficulty")).not_to_be_empty()
        page.select_option("#speed", "0")
        page.click("#start")
        expect(page.locator("#screen-text")).to_contain_text("solved")
        keep("watch", "#watch")
        page.click("#stop")
        page.click("#solve-start")
        page.click("#hint")
        expect(page.locator("#hint-text")).not_to_be_empty()
        keep("solve", "#solve")
        keep("take", "#take")
        page.select_option("#sample", "tulips.g")
        expect(page.locator("#palette input")).to_have_count(5)
        page.click("#solve-start")
        cells = page.locator("#solve-board .cell")
        tulips = solve_any(read_any(data_folder("puzzles") / "tulips.g")).solutions[0]
        for number, key in enumerate("".join(tulips.rows)):
            if number % tulips.width < tulips.width // 2:
                cells.nth(number).press("x" if key == BACKGROUND else key)
        page.click("#hint")
        expect(page.locator("#solve-board .lit")).not_to_have_count(0)
        keep("solve-colour", "#solve")
        browser.close()
    return written
