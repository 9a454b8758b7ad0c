"""The studio, with a browser before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import chromium
from tests.slow.studio.rig import RunningStudio, studio, studio_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def running() -> Iterator[RunningStudio]:
    """One server for all tests of a worker: what a page has is kept in its browser."""
    chromium()
    pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install spectrum-crosswords[studio]")
    with studio() as running:
        yield running


@pytest.fixture
def page(browser: Browser, running: RunningStudio) -> Iterator[Page]:
    """The studio's page, new."""
    with studio_in(browser, running, viewport={"width": 1600, "height": 1000}) as page:
        yield page
