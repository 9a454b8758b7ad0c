"""The pictures of a program's page in docs/spectrum-page.md: Gems, played on a wide window and on a phone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspectrum.keyboard import NO_KEYS, half_rows
from tools.example_pages import write_pages
from tools.pictures.trace import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOWS: dict[str, dict[str, Any]] = {
    "page.png": {"viewport": {"width": 1440, "height": 900}},
    "page-390.png": {
        "viewport": {"width": 390, "height": 780},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
SECOND = 3_500_000
LOADED, PLAYED = 40 * SECOND, 44 * SECOND
"""T-states at which Gems has loaded, and at which many gems fall."""


def write_page_pictures(folder: Path) -> Iterator[Path]:
    """Play Gems for some seconds in each window, and keep the pictures."""
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        gems = next(path for path in write_pages(Path(temporary)) if path.stem == "gems")
        for name, window in WINDOWS.items():
            page = browser.new_page(**window, locale="en-GB")
            page.goto(gems.as_uri())
            page.wait_for_selector("html[data-ready]")
            page.click("[data-do=on]")
            page.wait_for_selector("body.runs")
            page.click("[data-do=play]")
            _run(page, LOADED, None)
            _run(page, LOADED + SECOND, "SPACE")
            _run(page, PLAYED, None)
            page.screenshot(path=folder / name, animations="disabled")
            yield folder / name


def _run(page: Page, until: int, key: str | None) -> None:
    """Hold a key, or none, and run to a moment; then the picture is the same each time."""
    rows = half_rows(NO_KEYS if key is None else frozenset({key}))
    page.evaluate("rows => spectrum.ask('keys', { rows, kempston: 0 })", rows)
    page.evaluate("tstates => spectrum.ask('until', tstates)", until)
