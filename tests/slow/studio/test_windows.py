"""Solve in windows of every shape: each row and its clue within reach, with and without a hint, and nothing moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.files.reading import data_folder
from tests.browser import expecting
from tests.slow.studio.rig import RunningStudio, bring, served_pages, solve, studio_in, wait_for_paint

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PUZZLE = data_folder("puzzles") / "fir.txt"
WINDOWS = {
    (360, 640): 12, (640, 360): 12, (390, 844): 14, (844, 390): 13, (932, 430): 15, (768, 1024): 25,
    (1024, 600): 20, (1024, 768): 22, (1280, 720): 20, (1440, 900): 28, (1920, 1080): 36, (2560, 1440): 48,
}  # fmt: skip
"""Windows, upright and lying, each with the least size of a cell of twenty by twenty."""

PLACE = """() => {
  const place = document.querySelector("#solve-board"), { left, top } = place.getBoundingClientRect();
  return [left, top + scrollY, ...["left", "top", "cell", "whole"].map(name => place.dataset[name])];
}"""
OUT_OF_REACH = """() => {
  const place = document.querySelector("#solve-board"), { left, top, cell } = place.dataset, missing = [];
  const rows = Number(place.getAttribute("aria-rowcount")), columns = Number(place.getAttribute("aria-colcount"));
  const isSeen = (x, y) => {
    const box = place.getBoundingClientRect();
    if (box.top + y < 0 || box.top + y > innerHeight) scrollTo(0, scrollY + box.top + y - innerHeight / 3);
    const now = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(now.left + x, now.top + y));
  };
  const [x, y, size] = [Number(left), Number(top), Number(cell)];
  for (let row = 0; row < rows; row++) {
    const middle = y + (row + .5) * size;
    for (const across of [x - 8, x + size / 2, x + (columns - .5) * size])
      if (!isSeen(across, middle)) missing.push(`row ${row + 1}`);
  }
  for (let column = 0; column < columns; column++)
    if (!isSeen(x + (column + .5) * size, y - 8)) missing.push(`column ${column + 1}`);
  scrollTo(0, 0);
  return missing;
}"""


def check(page: Page, least: float) -> None:
    """Look at the board before a hint, with it, and after it is closed."""
    page.wait_for_function("() => document.querySelector('#solve-board')?.dataset.cell > 5")
    before: list[Any] = page.evaluate(PLACE)
    assert (page.evaluate(OUT_OF_REACH), before[-1]) == ([], "true")
    assert float(before[-2]) >= least
    page.click("#hint")
    expecting(page, "#hint-title").to_be_visible()
    assert page.evaluate(OUT_OF_REACH) == []
    assert page.evaluate(PLACE) == before
    page.click("#more-open")
    expecting(page, "#more-theme").to_be_visible()
    expecting(page, "#more-language").to_be_visible()
    assert page.evaluate(PLACE) == before
    page.keyboard.press("Escape")
    page.locator("#hint-close").dispatch_event("click")
    expecting(page, "#hint-title").to_be_hidden()
    assert page.evaluate(PLACE) == before


@pytest.mark.parametrize("has_touch", [True, False])
def test_each_row_is_within_reach_and_nothing_moves(
    browser: Browser, running: RunningStudio, *, has_touch: bool
) -> None:
    sizes = [size for size in WINDOWS if (min(size) < 500) is has_touch]
    with studio_in(browser, running, viewport=window(*sizes[0]), has_touch=has_touch) as page:
        bring(page, PUZZLE)
        expecting(page, "#verdict").to_have_text("One solution")
        solve(page)
        for size in sizes:
            page.set_viewport_size(window(*size))
            wait_for_paint(page)
            check(page, WINDOWS[size])


def window(width: int, height: int) -> Any:
    return {"width": width, "height": height}


def test_the_pages_without_a_server_fit_the_same_windows(browser: Browser, tmp_path: Path) -> None:
    """Their boards are the studio's, so three windows stand for all: upright, lying and large."""
    with (
        served_pages(tmp_path / "pages", str(PUZZLE)) as address,
        browser.new_context(has_touch=True, locale="en-GB") as context,
    ):
        page = context.new_page()
        for size in ((360, 640), (640, 360), (1440, 900)):
            page.set_viewport_size(window(*size))
            page.goto(f"{address}fir.html")
            page.wait_for_selector("html[data-ready]")
            check(page, WINDOWS[size])
