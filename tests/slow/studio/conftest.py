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


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the pages of three samples, one of them in colour, and of a large puzzle; links open there.

    The large one has 50 by 50 cells, with seven numbers a line at most.
    """
    chromium()
    folder = tmp_path_factory.mktemp("pages")
    rings = folder / "rings.txt"
    cells = [["#" if ((y - 25) ** 2 + (x - 25) ** 2) // 104 % 2 == 0 else "." for x in range(50)] for y in range(50)]
    rings.write_text("\n".join(["picture:", *map("".join, cells), ""]))
    puzzles = [*map(rig.sample, ("car", "heart", "tulips")), str(rings)]
    with rig.served_pages(folder / "all", *puzzles, "--solver", "--url", "https://puzzles.example/all") as address:
        yield address


@pytest.fixture
def page(window: Window, running: rig.RunningStudio) -> Page:
    """The studio's page, new."""
    return window(running.address, viewport={"width": 1600, "height": 1000})
