"""The studio, with a browser before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import Window, chromium
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="session")
def running() -> Iterator[rig.RunningStudio]:
    """One server for all tests of a worker: what a page has is kept in its browser."""
    chromium()
    pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install spectrum-crosswords[studio]")
    with rig.studio() as running:
        yield running


@pytest.fixture
def page(window: Window, running: rig.RunningStudio) -> Page:
    """The studio's page, new."""
    return window(running.address, viewport={"width": 1600, "height": 1000})
