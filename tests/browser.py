"""Chromium before any page of ours: the fixture `browser`, and what a test asks of a page."""

from __future__ import annotations

import re
import shutil
from asyncio import AbstractEventLoop, events
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.npm_package import NoPackageError, files_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = "axe-core@4.10.3"
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first of them has no window to draw, and takes half the time."""
PATIENCE_MS = 20_000
"""For a machine that does much else; nothing waits longer than it must."""


def chromium() -> str:
    """The browser's file; the test is skipped where there is none."""
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        pytest.skip("Chromium is not installed: apt install chromium-headless-shell")
    return found


@contextmanager
def launched() -> Iterator[Browser]:
    """Run Chromium; the test is skipped where there is none."""
    executable = chromium()
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[tuple[Browser, AbstractEventLoop | None]]:
    """One browser for all tests of a worker, and the event loop that Playwright leaves running."""
    with launched() as browser:
        loop = events._get_running_loop()
        events._set_running_loop(None)
        yield browser, loop
        events._set_running_loop(loop)


@pytest.fixture
def browser(shared_browser: tuple[Browser, AbstractEventLoop | None]) -> Iterator[Browser]:
    """The browser; its loop runs in this test alone, so that others may have a loop of their own."""
    browser, loop = shared_browser
    events._set_running_loop(loop)
    yield browser
    events._set_running_loop(None)


def expecting(page: Page, selector: str) -> Any:
    """Playwright's patient assertions on an element."""
    from playwright.sync_api import expect

    return expect(page.locator(selector))


def complaints_of(page: Page, its_own: tuple[str, ...] = ("",)) -> list[str]:
    """Collect the errors in the page's console from now on, but for those that a rejection or a lost server leaves
    there; and requests for addresses that do not begin as the page's own.
    """
    complaints: list[str] = []

    def heard(said: str) -> None:
        if not re.search(r"status of 4|ERR_CONNECTION_RE(FUSED|SET)", said):
            complaints.append(said)

    page.on("pageerror", lambda error: heard(str(error)))
    page.on("console", lambda said: heard(said.text) if said.type == "error" else None)
    page.on("request", lambda it: None if it.url.startswith(its_own) else complaints.append(it.url))
    return complaints


def prepare_axe(page: Page) -> None:
    """Put axe-core into a page; the test is skipped if it cannot be fetched."""
    try:
        script = files_of(AXE, "axe.min.js")["axe.min.js"].decode()
    except NoPackageError as error:
        pytest.skip(str(error))
    page.evaluate(script)


def wait_for_paint(page: Page) -> None:
    """Wait until everything sent to the page so far is laid out, and on its canvases."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def settle(page: Page) -> None:
    """Wait until all is laid out and painted, and nothing moves or changes its colour."""
    wait_for_paint(page)
    page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")


LOOKS: tuple[tuple[Any, Any, str], ...] = (
    ("light", "none", ""),
    ("dark", "none", ", runOnly: ['color-contrast']"),
    ("light", "active", ", runOnly: ['color-contrast']"),
)
"""Colours, forced colours, and the rules of axe-core that depend on them; all rules once."""


def violations(page: Page) -> list[tuple[str, str, str, str]]:
    """Findings of axe-core on a page, light, dark and in forced colours: the look, the rule, an element.

    Passes are not gathered, which takes most of its time.
    """
    found = []
    for scheme, forced, which in LOOKS:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        settle(page)
        rules = page.evaluate(f"axe.run({{ resultTypes: ['violations'], preload: false{which} }})")["violations"]
        found += [(scheme, forced, rule["id"], node["html"][:150]) for rule in rules for node in rule["nodes"][:3]]
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found
