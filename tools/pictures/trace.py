"""The picture of a trace in docs/pyspectrum.md: a failure of Snake, at the instruction that did it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import UsageError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW = {"width": 1440, "height": 900}


def write_trace_picture(folder: Path) -> Iterator[Path]:
    """Have a test fail, open its trace, go to the instruction that changed the score, and keep the picture."""
    path = folder / "trace.png"
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        page = browser.new_page(viewport=WINDOW, locale="en-GB")  # type: ignore[arg-type]  # it is a TypedDict
        page.goto(_failed_trace(Path(temporary)).as_uri())
        page.wait_for_selector("html[data-ready]")
        page.keyboard.press("c")
        page.click("#low .vars button:has-text('score')")
        page.screenshot(path=path, animations="disabled")
    yield path


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that draws pages; UsageError without Playwright or a browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise UsageError('playwright is missing; install it, in the checkout: pip install ".[browser]"') from None
    executable = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if executable is None:
        raise UsageError("no Chromium was found; install it (on Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


def _failed_trace(folder: Path) -> Path:
    shutil.copy(ROOT / "tests" / "e2e" / "trace_failures.py", folder / "test_score.py")
    shutil.copytree(ROOT / "docs" / "examples", folder / "examples")
    command = [sys.executable, "-m", "pytest", "test_score.py", "-q", "-k", "test_text", "-p", "no:xdist"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    (path,) = folder.glob("spectrum-results/*/trace.html")
    return path
