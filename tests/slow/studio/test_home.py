"""Things taken home in one piece: a page for a friend, by one press, and a book of many puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from harness.files.reading import data_folder
from tests.browser import Window, expecting, visit
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHARE = ".bar [data-share]"
SHEET = """window.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => {
  shared.push(`${file.name}, ${file.type}`);
  if (shared.length === 1) throw new DOMException("", "NotAllowedError");
};"""
"""A share sheet that finds the first press too long ago."""


def test_one_press_makes_a_page_that_a_friend_solves_without_the_studio(
    page: Page, window: Window, tmp_path: Path
) -> None:
    rig.bring_car(page)
    path = rig.saved(page, tmp_path, SHARE)
    assert path.name == "car.html"
    expecting(page, "#toast-text").to_have_text("car.html is saved. Send it to anybody: it opens in any browser.")
    assert '"stock":[]' in path.read_text("utf-8")
    friend = window(path.as_uri(), offline=True)
    expecting(friend, "#page-name").to_have_text("10 × 8, easy")
    rig.drag_runs(friend, rig.car_picture().rows)
    expecting(friend, "#finish-title").to_have_text("car!")
    expecting(friend, "#send").to_be_hidden()
    friend.click("#finish-watch")
    friend.click("[data-speed='0']")
    friend.click("#switch-on")
    expecting(friend, "#screen-text").to_have_text("solved", timeout=rig.LONG_MS)


def test_the_share_sheet_of_a_phone_gets_the_page(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, SHEET, viewport={"width": 390, "height": 844})
    rig.bring_car(page)
    page.click("#stage-make [data-share]")
    expecting(page, "#toast-text").to_have_text("The page is ready.")
    page.click("#toast-act")
    page.wait_for_function("() => shared.length === 2")
    assert page.evaluate("shared") == ["car.html, text/html"] * 2
    page.click("#take-open")
    expecting(page, "#take-page").to_be_visible()


def test_a_puzzle_without_one_solution_is_not_shared(page: Page, tmp_path: Path) -> None:
    rig.begin(page, 10)
    page.click(SHARE)
    expecting(page, "#toast-text").to_have_text("Nothing drawn yet. Only a puzzle with one solution can be shared.")
    rig.bring_rows(page, tmp_path, ("#.", ".#"))
    page.click("#take-open")
    expecting(page, "#take-doubt-text").to_have_text("2 solutions. Only a puzzle with one solution can be shared.")
    expecting(page, "#share").to_be_disabled()
    expecting(page, "#take-page").to_be_hidden()
    expecting(page, "#book-add").to_be_enabled()


def test_puzzles_are_gathered_to_a_book(page: Page, tmp_path: Path) -> None:
    rig.bring_car(page)
    page.click("#take-open")
    expecting(page, "#book-note").to_have_text("Many puzzles on paper, answers at the end")
    expecting(page, "#book-pdf").to_be_hidden()
    page.click("#book-add")
    expecting(page, "#book-note").to_have_text("1 puzzle in it")
    expecting(page, "#book-add").to_be_disabled()
    rig.bring(page, next(data_folder("puzzles").glob("tulips.*")))
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 16 by 20 cells")
    page.click("#take-open")
    page.click("#book-add")
    visit(page)
    page.click("#take-open")
    expecting(page, "#book-note").to_have_text("2 puzzles in it")
    book = rig.saved(page, tmp_path, "#book-pdf").read_bytes()
    assert book.startswith(b"%PDF-")
    assert book.count(b"/Type /Page\n") == 3, "two puzzles, and their answers"
    page.click("#book-empty")
    expecting(page, "#book-note").to_have_text("Many puzzles on paper, answers at the end")
    page.click("#toast-act")
    expecting(page, "#book-note").to_have_text("2 puzzles in it")
