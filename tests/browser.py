"""Chromium before any page of ours: the fixture `browser`, and what a test asks of a page."""

from __future__ import annotations

import re
import shutil
from asyncio import AbstractEventLoop, events
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
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
FILES = ("file:", "blob:", "data:")
"""Beginnings of the addresses that a page on a disk may ask for."""
Window = Callable[..., "Page"]


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


@contextmanager
def opened(
    browser: Browser, address: str, script: str = "", its_own: tuple[str, ...] = ("",), **how: Any
) -> Iterator[Page]:
    """A page in a window of its own. What its console says of errors, and what it asks of others, fails the test.

    Args:
        script: what runs before its own scripts.
        its_own: beginnings of the addresses that it may ask for.
        how: options of a Playwright context.
    """
    with browser.new_context(**{"locale": "en-GB", **how}) as context:
        context.add_init_script(script)
        page = context.new_page()
        complaints = complaints_of(page, its_own)
        visit(page, address)
        yield page
        assert complaints == []


@pytest.fixture
def window(browser: Browser) -> Iterator[Window]:
    """Open a page as `opened` does; it is closed after the test."""
    with ExitStack() as windows:
        yield lambda *address, **how: windows.enter_context(opened(browser, *address, **how))


def visit(page: Page, address: str = "") -> None:
    """Open an address, or load the page again, and wait until its scripts are ready."""
    if address:
        page.goto(address)
    else:
        page.reload()
    page.wait_for_selector("html[data-ready]")


def expecting(page: Page, selector: str) -> Any:
    """Playwright's patient assertions on an element."""
    from playwright.sync_api import expect

    return expect(page.locator(selector))


def see(page: Page, *seen: tuple[str, str]) -> None:
    """Wait until each of these elements has its text in it."""
    for selector, text in seen:
        expecting(page, selector).to_contain_text(text)


def click(page: Page, *selectors: str) -> None:
    """Click these elements, one after another."""
    for selector in selectors:
        page.click(selector)


def press(page: Page, *keys: str) -> None:
    """Press these keys, one after another."""
    for key in keys:
        page.keyboard.press(key)


def touch(page: Page, kind: str, *points: tuple[float, float]) -> None:
    """Fingers on the window: ``touchStart``, ``touchMove``, ``touchEnd`` or ``touchCancel``."""
    if not hasattr(page, "fingers"):
        page.fingers = page.context.new_cdp_session(page)  # type: ignore[attr-defined]
    places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    page.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})  # type: ignore[attr-defined]


def swipe(page: Page, *steps: Sequence[tuple[float, float]]) -> None:
    """Have fingers go through these steps, each with a point a finger, and leave the window."""
    for number, points in enumerate(steps):
        touch(page, "touchMove" if number else "touchStart", *points)
    touch(page, "touchEnd")


def saved(page: Page, folder: Path, button: str) -> Path:
    """Press a button that downloads a file; return where it is kept now."""
    with page.expect_download(timeout=3 * PATIENCE_MS) as download:
        page.click(button)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def complaints_of(page: Page, its_own: tuple[str, ...] = ("",)) -> list[str]:
    """Collect the errors in the page's console from now on, but for those that a rejection or a lost server leaves
    there; and requests for addresses that do not begin as the page's own.
    """
    complaints: list[str] = []

    def heard(said: str) -> None:
        if not re.search(r"status of 4|response code: 4|ERR_CONNECTION_RE(FUSED|SET)", said):
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
