"""Work that the studio keeps when it is reloaded, opened twice, or loses its server; and links that others can open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.studio.documents import Document
from harness.studio.returning import share, unshare
from tests.browser import complaints_of, expecting
from tests.proofs.studio.rig import (
    CAR,
    LONG_MS,
    TOKEN,
    RunningStudio,
    begin,
    bring_car,
    car_picture,
    click_cell,
    drag,
    drawn,
    open_page,
    said_of,
    solve,
    studio,
    wait_for_end,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

SOLVER = "https://puzzles.example/solver.html"


def test_a_link_to_share_has_neither_the_server_nor_the_token(page: Page) -> None:
    page.context.grant_permissions(["clipboard-write", "clipboard-read"])
    bring_car(page)
    page.click("#take-open")
    page.click("#link")
    page.fill("#share-at", SOLVER)  # asked for once
    page.click("#share-form button")
    expecting(page, "#toast-text").to_contain_text("clipboard")
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{SOLVER}#puzzle=")
    assert TOKEN not in link
    assert "127.0.0.1" not in link
    assert TOKEN not in page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
    assert unshare(link) == Document(car_picture().rows, title="car")


def test_the_studio_opens_shared_links(browser: Browser, running: RunningStudio) -> None:
    fragment = share(Document(car_picture().rows, title="car"))
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.goto(running.address + fragment)
        page.wait_for_selector("html[data-ready]")
        expecting(page, "body.solve #solve-board").to_have_attribute("aria-label", "Puzzle, 10 by 8 cells")
        page.click("#home")
        page.evaluate(
            """link => {
              const carried = new DataTransfer();
              carried.setData("text/plain", link);
              const event = new Event("paste", { bubbles: true });
              Object.defineProperty(event, "clipboardData", { value: carried });
              document.body.dispatchEvent(event);
            }""",
            SOLVER + share(Document(("##.", "..#", "###"))),
        )
        expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 3 by 3 cells")


def test_an_address_to_share_at_is_given_to_the_server(browser: Browser) -> None:
    with studio("--share-at", SOLVER) as running, browser.new_context(locale="en-GB") as context:
        context.grant_permissions(["clipboard-write", "clipboard-read"])
        page = context.new_page()
        open_page(page, running)
        bring_car(page)
        page.click("#take-open")
        page.click("#link")
        expecting(page, "#toast-text").to_contain_text("clipboard")
        assert page.evaluate("navigator.clipboard.readText()").startswith(SOLVER)


def test_a_reload_loses_nothing(page: Page, running: RunningStudio) -> None:
    begin(page, 10)
    click_cell(page, 2, 3)
    rows = drawn(page)
    assert rows[2][3] == "#"
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert drawn(page) == rows
    assert said_of(page, 2, 3) == "Row 3, column 4, black"
    open_page(page, running)
    assert drawn(page) == rows


def test_a_server_that_is_killed(browser: Browser) -> None:
    """No farewell: the page sees it by itself, claims nothing that it cannot know, and continues with the next one."""
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        complaints = complaints_of(page)
        with studio() as first:
            open_page(page, first)
            bring_car(page)
            page.click("#mode-watch")
            page.click("[data-speed='1']")
            page.click("#play")
            expecting(page, "#stage-text").to_contain_text("typing", timeout=LONG_MS)
            children = first.children()
            assert len(children) > 2
            first.kill()
            expecting(page, "#connection").to_contain_text("lost")
            at = page.inner_text("#at")
            expecting(page, "#at").not_to_have_text(at)  # the Spectrum needs no server
            page.click("#mode-make")
            click_cell(page, 0, 0)
            expecting(page, "#verdict").to_have_text("No verdict")
            expecting(page, "#verdict-note").to_contain_text("answers again")
            expecting(page, "#board").to_have_class("board outdated")
            page.click("#take-open")
            page.click("[data-kind='xml']")
            expecting(page, "#message").to_contain_text("does not answer")
            page.keyboard.press("Escape")
            wait_for_end(children)
        with studio(port=first.port):
            expecting(page, "#connection").to_contain_text("back", timeout=LONG_MS)
            expecting(page, "#verdict").not_to_have_text("No verdict")
            expecting(page, "#board").to_have_class("board")
            assert drawn(page)[0][0] == "#"
            page.click("#mode-watch")
            expecting(page, "#stage-text").to_contain_text("typing", timeout=LONG_MS)
        assert complaints == []


def test_a_server_that_ends_while_it_judges(page: Page, running: RunningStudio) -> None:
    """The question has left and is never answered: the old verdict is not of this drawing."""
    lines: list[WebSocketRoute] = []

    def first_only(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.close()
            return
        server = line.connect_to_server()
        line.on_message(lambda said: None if '"..########"' in str(said) else server.send(said))

    page.route_web_socket(re.compile("/ws/analysis"), first_only)
    open_page(page, running)
    begin(page, 10)
    drag(page, (0, 0), (0, 9))
    expecting(page, "#verdict").to_have_text("One solution")
    drag(page, (0, 1), (0, 0), button="right")
    assert drawn(page)[0] == "..########"
    lines[0].close()
    expecting(page, "#verdict").to_have_text("No verdict")
    expecting(page, "#board").to_have_class("board outdated")


def test_another_server_at_the_same_place(browser: Browser) -> None:
    """It has a token of its own, so the page is rejected, and says so."""
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        with studio() as first:
            open_page(page, first)
            first.kill()
        with studio(port=first.port, token="another"):
            expecting(page, "#connection").to_contain_text("address that it printed last", timeout=LONG_MS)


def test_a_reload_keeps_what_is_solved(page: Page) -> None:
    bring_car(page)
    solve(page)
    drag(page, (5, 0), (5, 4), board="#solve-board")
    click_cell(page, 5, 5, "#solve-board", button="right")
    page.reload()
    expecting(page, "body.solve #progress-text").to_contain_text("5 of")
    assert said_of(page, 5, 0, "#solve-board") == "Row 6, column 1, black"
    assert said_of(page, 5, 5, "#solve-board") == "Row 6, column 6, white"
    expecting(page, "#solve-board [role='rowheader']").to_contain_text("Row 6: 10")
    page.click("#mistakes")
    expecting(page, "#hint-text").to_contain_text("1 cell is wrong")


def test_two_pages_have_two_drawings(page: Page, running: RunningStudio) -> None:
    begin(page, 10)
    click_cell(page, 2, 3)
    page.wait_for_function("() => localStorage.getItem('projects')?.includes('...#......')")
    other = page.context.new_page()
    open_page(other, running)
    expecting(other, "#own li").to_have_count(1)  # a new page shows what there is
    begin(other, 10)
    click_cell(other, 0, 0)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert (drawn(page)[0][0], drawn(page)[2][3]) == (".", "#")
    other.wait_for_function("() => JSON.parse(localStorage.getItem('projects') ?? '[]').length === 2")


def test_a_reload_does_not_bring_the_file_back(browser: Browser) -> None:
    with studio(CAR) as running, browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        open_page(page, running)
        assert drawn(page) == list(car_picture().rows)
        click_cell(page, 0, 0)
        open_page(page, running)
        assert drawn(page)[0][0] == "#"
