"""Solving by hand, in the studio and on a page without a server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.files.resources import data_folder
from harness.formats import read_any
from harness.solver.registry import solve_any
from tests.e2e.studio_rig import (
    CAR,
    LONG_MS,
    bring,
    bring_car,
    car_picture,
    cell,
    complaints_of,
    expecting,
    served_pages,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
TULIPS = data_folder("puzzles") / "tulips.g"
KEYS = {"#": "Space", ".": "x"}


def tulips() -> Sequence[str]:
    """The solution."""
    return solve_any(read_any(TULIPS)).solutions[0].rows


def solve_by_hand(page: Page, solution: Sequence[str]) -> None:
    """Enter a solution, each cell by its key."""
    for row, cells in enumerate(solution):
        for column, key in enumerate(cells):
            if KEYS.get(key, key) != "x" or colour_at(page, row, column) != "white":
                cell(page, row, column, "#solve-board").press(KEYS.get(key, key))


def colour_at(page: Page, row: int, column: int) -> str:
    """What a cell of the puzzle is said to be."""
    label: str = cell(page, row, column, "#solve-board").get_attribute("aria-label")
    return label.rpartition(": ")[2]


def test_solving_by_hand(page: Page) -> None:
    bring_car(page)
    page.click("#solve-start")
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("Row 6 (10)")
    assert page.locator("#solve-board .lit").count() == 10
    cell(page, 0, 0, "#solve-board").click()
    page.click("#mistakes")
    expecting(page, "#hint-text").to_contain_text("Wrong cells: 1")
    page.click("#solve-undo")
    page.click("#mistakes")
    expecting(page, "#hint-text").to_contain_text("No mistakes")
    page.select_option("#language", "ru")
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("Строка 6")
    solve_by_hand(page, car_picture().rows)
    expecting(page, "#hint-text").to_contain_text("Решено")


def test_solving_in_colour(page: Page) -> None:
    bring(page, TULIPS)
    expecting(page, "#finding-unique").to_contain_text("exactly one solution")
    page.click("#solve-start")
    expecting(page, "#solve-note").to_contain_text("r, y, g, b")
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("Column 1 (-). This column has no blocks: cells 1–20 are white.")
    assert page.locator("#solve-board .lit").count() == 20
    page.get_by_role("radio", name="yellow").last.check()
    cell(page, 3, 9, "#solve-board").click()
    assert colour_at(page, 3, 9) == "yellow"
    cell(page, 3, 9, "#solve-board").press("r")
    assert colour_at(page, 3, 9) == "red"
    expecting(page, "#solve-palette input[value='r']").to_be_checked()
    cell(page, 3, 1, "#solve-board").press("Space")
    assert colour_at(page, 3, 1) == "red"
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("row 4, column 10 is wrong: it must be yellow")
    page.select_option("#language", "ru")
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("на самом деле она жёлтая")
    cell(page, 3, 9, "#solve-board").press("Control+z")
    cell(page, 3, 9, "#solve-board").press("Control+z")
    bring(page, CAR)  # another drawing does not disturb the puzzle begun
    page.select_option("#language", "en")
    solve_by_hand(page, tulips())
    expecting(page, "#hint-text").to_have_text("Solved!")


def test_pages_for_any_host(browser: Browser, tmp_path: Path) -> None:
    with served_pages(tmp_path, "car", "tulips") as address, browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        complaints = complaints_of(page)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        page.select_option("#speed", "50")
        page.click("#play")
        expecting(page, "#screen-text").to_contain_text("solved", timeout=LONG_MS)
        expecting(page, "#screen-text").to_contain_text("34 lines")
        page.click("#hint")
        expecting(page, "#hint-text").to_contain_text("Row 6 (10)")
        solve_by_hand(page, car_picture().rows)
        expecting(page, "#hint-text").to_have_text("Solved!")
        page.select_option("#puzzle", label="tulips")
        expecting(page, "#watch").to_be_hidden()
        page.click("#hint")
        expecting(page, "#hint-text").to_contain_text("Column 1 (-). This column has no blocks: cells 1–20 are white.")
        solve_by_hand(page, tulips())
        expecting(page, "#hint-text").to_have_text("Solved!")
        page.select_option("#language", "ru")
        expecting(page, "h1").to_have_text("Японские кроссворды")
        assert complaints == []
