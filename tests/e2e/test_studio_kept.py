"""What the studio's page keeps when it is reloaded, opened twice, or loses its server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.studio_rig import (
    CAR,
    LONG_MS,
    RunningStudio,
    bring_car,
    car_picture,
    cell,
    complaints_of,
    drawn,
    expecting,
    open_page,
    studio,
    wait_for_end,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


def test_a_link_holds_the_drawing(page: Page, browser: Browser) -> None:
    page.context.grant_permissions(["clipboard-write", "clipboard-read"])
    bring_car(page)
    page.click("#link")
    expecting(page, "#message").to_contain_text("clipboard")
    address = page.url
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(address)
        other.wait_for_selector("html[data-ready]")
        assert drawn(other) == list(car_picture().rows)


def test_a_reload_loses_nothing(page: Page, running: RunningStudio) -> None:
    cell(page, 2, 3).click()
    rows = drawn(page)
    assert rows[2][3] == "#"
    open_page(page, running)
    assert drawn(page) == rows
    expecting(page, "#board [data-row='2'][data-column='3']").to_have_attribute("aria-label", "Row 3, column 4: black")


def test_a_server_that_comes_back(browser: Browser) -> None:
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        with studio() as first:
            open_page(page, first)
            cell(page, 1, 1).click()
            expecting(page, "#finding-unique").to_contain_text("exactly one solution")
            assert first.interrupt() == 0
            expecting(page, "#connection").to_contain_text("lost")
            cell(page, 3, 3).click()
        with studio(port=first.port):
            expecting(page, "#connection").to_contain_text("back", timeout=LONG_MS)
            expecting(page, "#finding-unique").not_to_be_empty()
            assert drawn(page)[3][3] == "#"


def test_a_server_that_is_killed(browser: Browser) -> None:
    """No farewell: the page sees it by itself, claims nothing that it cannot know, and goes on with the next one."""
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        complaints = complaints_of(page)
        with studio() as first:
            open_page(page, first)
            bring_car(page)
            page.click("#solve-start")
            page.select_option("#speed", "1")
            page.click("#start")
            expecting(page, "#screen-text").to_contain_text("typing", timeout=LONG_MS)
            children = first.children()
            assert len(children) > 2
            first.kill()
            expecting(page, "#connection").to_contain_text("lost")
            expecting(page, "#screen-text").to_contain_text("gone with the connection")
            expecting(page, "#pause").to_be_disabled()
            cell(page, 0, 0).click()
            expecting(page, "#finding-unique").to_contain_text("will be known")
            expecting(page, "#finding-difficulty").to_be_empty()
            expecting(page, "#board").to_have_class("board outdated")
            page.click("#hint")
            expecting(page, "#message").to_contain_text("does not answer")
            page.get_by_role("button", name=".xml", exact=True).click()
            expecting(page, "#message").to_contain_text("does not answer")
            page.click("#start")
            expecting(page, "#screen-text").to_contain_text("gone with the connection")
            wait_for_end(children)
        with studio(port=first.port):
            expecting(page, "#connection").to_contain_text("back", timeout=LONG_MS)
            expecting(page, "#finding-unique").not_to_contain_text("will be known")
            expecting(page, "#board").to_have_class("board")
            assert drawn(page)[0][0] == "#"
            page.click("#hint")
            expecting(page, "#hint-text").to_contain_text("Row 6 (10)")
            page.click("#start")
            expecting(page, "#screen-text").to_contain_text("typing", timeout=LONG_MS)
        assert complaints == []


def test_another_server_at_the_same_place(browser: Browser) -> None:
    """It has a token of its own, so the page is refused, and says so."""
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        with studio() as first:
            open_page(page, first)
            first.kill()
        with studio(port=first.port, token="another"):
            expecting(page, "#connection").to_contain_text("address that it printed last", timeout=LONG_MS)


def test_a_reload_keeps_what_is_solved(page: Page, running: RunningStudio) -> None:
    bring_car(page)
    page.click("#solve-start")
    cell(page, 5, 0, "#solve-board").click()
    cell(page, 5, 1, "#solve-board").click(button="right")
    open_page(page, running)
    expecting(page, "#solve-board [data-row='5'][data-column='0']").to_have_attribute(
        "aria-label", "Row 6, column 1: black"
    )
    expecting(page, "#solve-board [data-row='5'][data-column='1']").to_have_attribute(
        "aria-label", "Row 6, column 2: white"
    )
    expecting(page, "#solve-board [data-row-clue='5']").to_have_attribute("aria-label", "Row 6: 10")
    page.click("#mistakes")
    expecting(page, "#hint-text").to_contain_text("Wrong cells: 1")


def test_two_pages_have_two_drawings(page: Page, running: RunningStudio) -> None:
    cell(page, 2, 3).click()
    other = page.context.new_page()
    open_page(other, running)
    assert drawn(other)[2][3] == "#"  # a new page begins with what was drawn last
    cell(other, 0, 0).click()
    open_page(page, running)
    assert (drawn(page)[0][0], drawn(page)[2][3]) == (".", "#")
    open_page(other, running)
    assert drawn(other)[0][0] == "#"


def test_a_link_does_not_take_back_what_is_drawn_after_it(page: Page) -> None:
    page.context.grant_permissions(["clipboard-write", "clipboard-read"])
    bring_car(page)
    page.click("#link")
    expecting(page, "#message").to_contain_text("clipboard")
    address = page.url
    cell(page, 0, 0).click()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert drawn(page)[0][0] == "#"
    page.goto(address)  # typed into the same page, it is a link again
    expecting(page, "#board [data-row='0'][data-column='0']").to_have_attribute("aria-label", "Row 1, column 1: white")
    assert drawn(page) == list(car_picture().rows)


def test_a_reload_does_not_bring_the_file_back(browser: Browser) -> None:
    with studio(CAR) as running, browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        open_page(page, running)
        assert drawn(page) == list(car_picture().rows)
        cell(page, 0, 0).click()
        open_page(page, running)
        assert drawn(page)[0][0] == "#"
