"""Things taken home in one piece: a web page that opens from a disk, and a book of many puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from harness.files.reading import data_folder
from tests.browser import complaints_of, expecting
from tests.proofs.studio.rig import LONG_MS, bring, bring_car, bring_rows, step_and_watch

if TYPE_CHECKING:
    from playwright.sync_api import Page


def saved(page: Page, folder: Path, button: str) -> Path:
    with page.expect_download(timeout=LONG_MS) as download:
        page.click(button)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_one_web_page_is_taken_home_and_solved_there(page: Page, tmp_path: Path) -> None:
    bring_car(page)
    page.click("#take-open")
    path = saved(page, tmp_path, "#take [data-kind='html']")
    assert path.name == "car.html"
    assert '"stock":[]' in path.read_text("utf-8")
    friend = page.context.new_page()
    complaints = complaints_of(friend)
    friend.goto(path.as_uri())
    friend.wait_for_selector("html[data-ready]")
    expecting(friend, "#page-name").to_have_text("10 × 8, easy")
    step_and_watch(friend)
    assert complaints == []


def test_a_drawing_with_several_solutions_is_not_offered_as_a_page(page: Page, tmp_path: Path) -> None:
    bring_rows(page, tmp_path, ("#.", ".#"))
    expecting(page, "#verdict").to_contain_text("2 solutions")
    page.click("#take-open")
    expecting(page, "#take-page").to_be_hidden()
    expecting(page, "#book-add").to_be_enabled()


def test_puzzles_are_gathered_to_a_book(page: Page, tmp_path: Path) -> None:
    bring_car(page)
    page.click("#take-open")
    expecting(page, "#book-note").to_have_text("Many puzzles on paper, answers at the end")
    expecting(page, "#book-pdf").to_be_hidden()
    page.click("#book-add")
    expecting(page, "#book-note").to_have_text("1 puzzle in it")
    expecting(page, "#book-add").to_be_disabled()
    bring(page, next(data_folder("puzzles").glob("tulips.*")))
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 16 by 20 cells")
    page.click("#take-open")
    page.click("#book-add")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#take-open")
    expecting(page, "#book-note").to_have_text("2 puzzles in it")
    book = saved(page, tmp_path, "#book-pdf").read_bytes()
    assert book.startswith(b"%PDF-")
    assert book.count(b"/Type /Page\n") == 3, "two puzzles, and their answers"
    page.click("#book-empty")
    expecting(page, "#book-note").to_have_text("Many puzzles on paper, answers at the end")
    page.click("#toast-act")
    expecting(page, "#book-note").to_have_text("2 puzzles in it")
