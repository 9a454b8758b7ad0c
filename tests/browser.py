"""Chromium before any page of ours: the fixture `browser`, and what a test asks of a page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.npm_package import NoPackageError, files_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = "axe-core@4.10.3"
PATIENCE_MS = 20_000
"""For a machine that does much else; nothing waits longer than it must."""


def chromium() -> str:
    """The browser; the test is skipped where there is none."""
    pytest.importorskip("playwright.sync_api", reason="the extra [browser] is not installed")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium; install the package chromium")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module."""
    executable = chromium()
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


def expecting(page: Page, selector: str) -> Any:
    """Playwright's patient assertions on an element."""
    from playwright.sync_api import expect

    return expect(page.locator(selector))


def complaints_of(page: Page) -> list[str]:
    """Collect the errors in the page's console from now on, but for those that a rejection or a lost server leaves
    there.
    """
    complaints: list[str] = []

    def heard(said: str) -> None:
        if not re.search(r"status of 4|ERR_CONNECTION_RE(FUSED|SET)", said):
            complaints.append(said)

    page.on("pageerror", lambda error: heard(str(error)))
    page.on("console", lambda said: heard(said.text) if said.type == "error" else None)
    return complaints


def prepare_axe(page: Page) -> None:
    """Put axe-core into a page; the test is skipped if it cannot be fetched."""
    try:
        script = files_of(AXE, "axe.min.js")["axe.min.js"].decode()
    except NoPackageError as error:
        pytest.skip(str(error))
    page.evaluate(script)


def violations(page: Page) -> list[tuple[str, str]]:
    """Findings of axe-core on a page: rules and elements. Passes are not gathered, which takes most of its time."""
    rules = page.evaluate("axe.run({ resultTypes: ['violations'], preload: false })")["violations"]
    return [(rule["id"], node["html"][:150]) for rule in rules for node in rule["nodes"][:3]]
