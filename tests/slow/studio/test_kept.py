"""Work that the studio keeps when it is reloaded, opened twice, or loses its server; and links that others can open."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.studio.documents import Document
from harness.studio.embedded import share
from tests.browser import Window, click, expecting, opened, visit
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

WIDE = {"width": 1600, "height": 1000}
SOLVER = "https://puzzles.example/solver.html"
HAS_SPECTRUM = """() => performance.getEntriesByType("resource").some(
  one => one.name.includes("/spectrum-") && one.responseEnd)"""


def stored(page: Page) -> list[dict[str, Any]]:
    """The drawings in the browser's database."""
    projects: list[dict[str, Any]] = page.evaluate(
        """() => new Promise((done, failed) => {
          const asked = indexedDB.open("nonogram-studio");
          asked.onerror = failed;
          asked.onsuccess = () => {
            const all = asked.result.transaction("projects").objectStore("projects").getAll();
            all.onsuccess = () => { asked.result.close(); done(all.result); };
          };
        })"""
    )
    return projects


def is_saved(page: Page) -> None:
    """Wait until the page says that the drawing is kept."""
    expecting(page, "#name-note").to_have_text("Saved in this browser")


def test_the_studio_opens_shared_links(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address + share(Document(rig.car_picture().rows, title="car")))
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
    page.click("#home")
    page.fill("#link-field", "4x3#12345")
    page.keyboard.press("Enter")
    expecting(page, "#bring-message").to_contain_text("only Tatham's program")
    for link in ("4x3:2/1//1/2.1/1/", "https://puzz.link/p?nonogram/4/3/2g1i1g121i"):
        page.fill("#link-field", link)
        page.keyboard.press("Enter")
        expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 4 by 3 cells")
        assert rig.drawn(page) == ["##.#", "#...", "...."]
        page.click("#home")


def test_a_server_that_is_killed(browser: Browser) -> None:
    """No farewell: the page sees it by itself, claims nothing that it cannot know, and continues with the next one.

    Its Spectrum needs no server, once it is there.
    """
    with rig.studio() as first, opened(browser, first.address) as page:
        page.wait_for_function(HAS_SPECTRUM)
        rig.bring_car(page)
        children = first.children()
        assert len(children) > 2
        first.kill()
        expecting(page, "#connection").to_contain_text("No connection")
        click(page, "#mode-watch", "#switch-on")
        expecting(page, "#screen-text").to_have_text(re.compile("loading|typing|solv"))
        page.click("#mode-make")
        rig.click_cell(page, 0, 0)
        expecting(page, "#verdict").to_have_text("One solution")
        expecting(page, "#diff").to_be_hidden()  # the server would tell how hard it is
        click(page, "#mode-solve", "#hint")
        expecting(page, "#hint-title").to_have_text("Row 6: cells 1–10 are black")  # by one line, in the page
        click(page, "#mode-make", "#take-open", "[data-kind='xml']")
        expecting(page, "#message").to_contain_text("does not answer")
        page.keyboard.press("Escape")
        click(page, "#home", "#fresh-sizes [value='10']")
        expecting(page, "body.solve #progress-text").to_contain_text("0 of")  # one of the stock
        click(page, "#home", "#own button.pc")
        expecting(page, "body.make #board").to_be_visible()
        rig.wait_for_end(children)
        with rig.studio(port=first.port):
            expecting(page, "#connection").to_contain_text("back", timeout=rig.LONG_MS)
            expecting(page, "#act-note").not_to_be_empty()  # and it tells the rest
            assert rig.drawn(page)[0][0] == "#"


def test_a_server_that_ends_while_it_judges(page: Page, running: rig.RunningStudio) -> None:
    """The question has left and is never answered: the page's own verdict stands."""
    lines: list[WebSocketRoute] = []

    def first_only(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.close()
            return
        server = line.connect_to_server()
        line.on_message(lambda said: None if '".#........"' in str(said) else server.send(said))

    page.route_web_socket(re.compile("/ws/analysis"), first_only)
    visit(page, running.address)
    rig.begin(page, 10)
    rig.click_cell(page, 0, 0)
    expecting(page, "#act-note").to_contain_text("steps")
    rig.click_cell(page, 1, 1)
    expecting(page, "#verdict").to_have_text("2 solutions or more")
    expecting(page, "#act-note").to_have_text("Looking for a fix…")
    lines[0].close()
    expecting(page, "#act-note").to_be_empty()
    expecting(page, "#verdict").to_have_text("2 solutions or more")


def test_another_server_at_the_same_place(browser: Browser) -> None:
    """It has a token of its own, so the page is rejected, and says so."""
    with rig.studio() as first, opened(browser, first.address) as page:
        first.kill()
        with rig.studio(port=first.port, token="another"):
            expecting(page, "#connection").to_contain_text("address that it printed last", timeout=rig.LONG_MS)


BROKEN = {
    "a database that lets nobody in": "window.indexedDB.open = () => { throw new DOMException('', 'SecurityError') }",
    "a database that does not open": """window.indexedDB.open = () => {
        const asked = { error: new DOMException('', 'InvalidStateError') };
        setTimeout(() => asked.onerror());
        return asked;
    }""",
    "records that cannot be written": """IDBObjectStore.prototype.put = () => {
        throw new DOMException('', 'DataError');
    }""",
    "no storage at all": """delete window.indexedDB;
        for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError') } })""",
}
FULL = """IDBObjectStore.prototype.put = new Proxy(IDBObjectStore.prototype.put, { apply(put, records, given) {
    const asked = Reflect.apply(put, records, given);
    if (window.isFull ?? true) asked.onsuccess = () => {
        Object.defineProperty(records.transaction, 'error', { value: new DOMException('', 'QuotaExceededError') });
        records.transaction.abort();
    };
    return asked;
} })"""


@pytest.mark.parametrize("how", BROKEN)
def test_a_browser_that_keeps_nothing_is_not_said_to_keep(how: str, window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, BROKEN[how], viewport=WIDE)
    rig.begin(page, 10)
    rig.click_cell(page, 2, 3)
    expecting(page, "#name-note").to_have_text("Not saved: this browser keeps nothing here")
    expecting(page, "#toast-text").to_contain_text("keeps nothing")
    with page.expect_download():
        page.click("#toast-act")
    page.click("#home")
    expecting(page, "#own li").to_have_count(1)  # as long as the page is open
    expecting(page, "#own-text").to_contain_text("Not saved")
    if how == "no storage at all":
        page.click("#today")
        rig.click_cell(page, 0, 0, "#solve-board")
        expecting(page, "#toast-text").to_contain_text("Not saved")


def test_a_full_storage_is_said_until_there_is_room(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, FULL, viewport=WIDE)
    rig.begin(page, 10)
    rig.click_cell(page, 2, 3)
    expecting(page, "#name-note").to_have_text("Not saved: the browser's storage is full")
    assert stored(page) == []
    page.evaluate("window.isFull = false")
    rig.click_cell(page, 4, 4)
    is_saved(page)
    assert [project["content"]["rows"][2] for project in stored(page)] == ["...#......"]


def test_the_oldest_of_many_drawings_stays(page: Page, running: rig.RunningStudio, tmp_path: Path) -> None:
    projects = [
        {"id": f"p{n}", "content": {"rows": ["#.", ".#"], "title": f"no. {n}"}, "verdict": "", "changed": n}
        for n in range(250)
    ]
    file = tmp_path / "puzzles.json"
    file.write_text(json.dumps({"format": "crossword-projects", "projects": projects}))
    rig.bring(page, file)
    expecting(page, "#own li").to_have_count(250)
    rig.begin(page, 10)
    rig.click_cell(page, 0, 0)
    is_saved(page)
    assert len(stored(page)) == 251
    visit(page, running.address)
    page.click("#home")
    expecting(page, "#own li").to_have_count(251)
    expecting(page, "#own").to_contain_text("no. 0")


def test_two_pages_have_two_drawings_and_two_tabs_one(page: Page, running: rig.RunningStudio) -> None:
    rig.begin(page, 10)
    rig.click_cell(page, 2, 3)
    is_saved(page)
    other, third = page.context.new_page(), page.context.new_page()
    visit(other, running.address)
    other.click("#own button.pc")
    expecting(other, "#board").to_have_attribute("aria-label", "Drawing, 10 by 10 cells")
    rig.click_cell(other, 4, 4)
    page.wait_for_function("() => sessionStorage.getItem('drawing').includes('....#.....')")
    visit(third, running.address)
    expecting(third, "#own li").to_have_count(1)  # a new page shows what there is
    rig.begin(third, 10)
    rig.click_cell(third, 0, 0)
    rig.click_cell(page, 6, 6)
    other.wait_for_function("() => sessionStorage.getItem('drawing').includes('......#...')")
    wanted = {2: "...#......", 4: "....#.....", 6: "......#..."}
    for rows in (rig.drawn(page), rig.drawn(other)):
        assert rows == [wanted.get(row, "." * 10) for row in range(10)]
    is_saved(page)
    is_saved(third)
    kept = [one["content"]["rows"] for one in stored(page)]
    assert sorted(kept) == sorted([rig.drawn(page), rig.drawn(third)])


def test_a_step_back_survives_a_reload(page: Page, running: rig.RunningStudio) -> None:
    rig.begin(page, 10)
    rig.click_cell(page, 2, 3)
    rig.click_cell(page, 4, 4)
    is_saved(page)
    visit(page)
    assert rig.said_of(page, 2, 3).startswith("Row 3, column 4, black")
    page.click("#undo")
    assert (rig.drawn(page)[2], rig.drawn(page)[4]) == ("...#......", "." * 10)
    page.click("#undo")
    assert set(rig.drawn(page)) == {"." * 10}
    page.click("#redo")
    visit(page, running.address)
    assert rig.drawn(page)[2] == "...#......"


def test_a_sample_is_still_a_sample_after_a_reload(page: Page) -> None:
    page.locator("#samples button").first.click()
    page.click("#mode-make")
    page.click("#toast-act")  # the picture is not solved yet
    expecting(page, "#name-note").to_contain_text("A sample")
    page.reload()
    expecting(page, "#name-note").to_contain_text("A sample")
    assert stored(page) == []


def test_a_reload_does_not_bring_the_file_back(browser: Browser) -> None:
    with rig.studio(rig.CAR) as running, opened(browser, running.address) as page:
        assert rig.drawn(page) == list(rig.car_picture().rows)
        rig.click_cell(page, 0, 0)
        visit(page, running.address)
        assert rig.drawn(page)[0][0] == "#"
