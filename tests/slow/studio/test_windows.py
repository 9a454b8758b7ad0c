"""Windows of every shape, in both languages: all is read and reached, a hint is seen, and nothing moves by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import Window, expecting, wait_for_paint
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOWS = (
    (320, 568), (568, 320), (360, 640), (640, 360), (390, 844), (844, 390), (932, 430),
    (768, 1024), (1024, 600), (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440),
)  # fmt: skip
"""Upright and lying; the low ones are phones."""
PUZZLES = {"checks": 12, "fir": 20, "tulips": 16, "relax-20x30": 20, "spectrum": 44}
"""Each with its columns."""
LONGEST = ("checks", "tulips")
"""Those with the longest verdicts."""
LEAST_DIGIT_PX, LEAST_CELL_PX, LEAST_FINGER_PX = 11, 18, 22

LOOK = Path(__file__).with_name("windows.js").read_text(encoding="utf-8")


def resize(page: Page, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})


def check(page: Page, name: str, size: tuple[int, int], *, has_touch: bool) -> None:
    """Look at the board before a hint, with it, and after it is closed."""
    resize(page, size)
    found, where = page.evaluate("look.check()"), f"{name} in {size}"
    assert found["cell"] >= (LEAST_FINGER_PX if has_touch else LEAST_CELL_PX), where
    assert found["digits"] >= LEAST_DIGIT_PX, where
    assert (found["outOfReach"], found["unreadable"]) == ([], []), where
    assert found["isWhole"], where
    assert found["seen"] >= min(4, found["all"]), where
    assert found["nothingMoves"], where


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("has_touch", [True, False])
def test_all_is_read_and_reached_and_nothing_moves(
    window: Window, running: rig.RunningStudio, tmp_path: Path, *, has_touch: bool, locale: str
) -> None:
    sizes = [size for size in WINDOWS if (min(size) < 500) is has_touch]
    checks = tmp_path / "checks.txt"
    checks.write_text("picture:\n" + f"{'#.' * 6}\n{'.#' * 6}\n" * 6)  # the longest verdict: twenty solutions or more
    page = window(running.address, LOOK, has_touch=has_touch, locale=locale)
    for name, columns in PUZZLES.items():
        rig.bring(page, checks if name == "checks" else Path(rig.sample(name)))
        expecting(page, "#board").to_have_attribute("aria-colcount", str(columns))
        expecting(page, "#strip-make").to_have_attribute("data-state", "multiple" if name == "checks" else "unique")
        if name == "checks":
            expecting(page, "#fix").to_be_visible()
        for size in sizes if name in LONGEST else ():
            resize(page, size)
            wait_for_paint(page)
            assert page.evaluate("look.unreadable()") == [], f"{name} being made in {size}"
        page.evaluate("location.hash = '#solve'")
        expecting(page, "body.solve #solve-board").to_be_visible()
        for size in sizes:
            check(page, name, size, has_touch=has_touch)
        page.evaluate("location.hash = '#start'")
        expecting(page, "#start-title").to_be_visible()


def test_the_pages_without_a_server_fit_the_same_windows(window: Window, tmp_path: Path) -> None:
    """Their boards are the studio's, so three windows stand for all: upright, lying and large."""
    with rig.served_pages(tmp_path / "pages", rig.sample("fir")) as address:
        page = window(f"{address}fir.html", LOOK, has_touch=True)
        for size in ((360, 640), (640, 360), (1440, 900)):
            check(page, "fir", size, has_touch=True)
