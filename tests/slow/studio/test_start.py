"""The beginning: samples, the user's puzzles, a photo's sizes; and how few clicks lead from a photo to paper."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from harness.advice.generate import new_puzzle
from harness.studio.pages import STOCK, static
from tests.browser import Window, click, expecting, saved, visit
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page


def pear(path: Path, suffix: str = "jpg") -> Path:
    """A photo of something like a pear: soft light, a grey ground."""
    photo = Image.linear_gradient("L").resize((480, 480)).point(lambda level: 190 + level // 5)
    draw = ImageDraw.Draw(photo)
    draw.ellipse((110, 200, 370, 450), fill=70)
    draw.ellipse((170, 90, 300, 300), fill=80)
    draw.rectangle((232, 40, 246, 110), fill=50)
    file = path / f"pear.{suffix}"
    photo.convert("RGB").save(file)
    return file


def test_a_sample_is_solved_and_its_card_says_so(page: Page, tmp_path: Path) -> None:
    page.wait_for_selector("html[data-samples]", timeout=rig.LONG_MS)
    expecting(page, "[data-card='heart'] .cap").to_have_text("5 × 5, easy")
    page.click("[data-card='heart'] svg")
    expecting(page, "body.solve #solve-board").to_have_attribute("aria-label", "Puzzle, 5 by 5 cells")
    expecting(page, "#name-note").to_have_text("easy")
    expecting(page, "#name").to_have_value("5 × 5, no. 1")
    assert page.title() == "5 × 5, no. 1 · Solve · Nonogram studio"
    page.click("#take-open")
    file = saved(page, tmp_path, "[data-kind='non']")
    assert file.name == "5-5-no-1.non"
    assert "eart" not in file.read_text("utf-8"), "it tells what the picture is"
    page.keyboard.press("Escape")
    rig.drag_runs(page, (".#.#.", "#####", "#####", ".###.", "..#.."))
    expecting(page, "#finish-title").to_have_text("Heart!")
    expecting(page, "#name").to_have_value("Heart")
    page.click("#next-puzzle")
    expecting(page, "#solve-board").to_have_attribute("aria-label", "Puzzle, 10 by 8 cells")  # the next larger one
    rig.drag(page, (0, 0), (0, 3), board="#solve-board")
    page.click("#home")
    expecting(page, "#samples li:last-child[data-progress='solved'] b").to_have_text("Heart")
    expecting(page, "#samples li:last-child canvas").to_be_visible()
    expecting(page, "#samples li:first-child[data-progress='begun']").to_contain_text("so far")
    expecting(page, "#samples-note").to_have_text("1 begun · 19 to do · 1 solved")
    expecting(page, "#own li").to_have_count(2)  # what was begun, and what is solved
    expecting(page, "#go-on-text").to_contain_text("10 × 8")
    page.click("#go-on")
    expecting(page, "#solve-board").to_have_attribute("aria-label", "Puzzle, 10 by 8 cells")


def test_one_press_on_the_first_page_switches_the_spectrum_on(window: Window, running: rig.RunningStudio) -> None:
    """Even before the samples are there, and from the bottom of the page, which a phone's is longest."""
    page = window(running.address, viewport={"width": 390, "height": 844})
    page.click("#see")
    expecting(page, "#play").to_be_focused()
    expecting(page, "#play").to_have_attribute("aria-label", "Pause")
    expecting(page, "#tv").to_be_in_viewport(ratio=1)
    expecting(page, "#switch-on").to_be_hidden()
    expecting(page, "#now-title").to_have_text("solved", timeout=rig.LONG_MS)
    expecting(page, "#agree-title").to_have_text("No cell is wrong")


def test_a_new_puzzle_is_made_again_by_its_address(page: Page, window: Window) -> None:
    page.click("#fresh-sizes [value='5']")
    expecting(page, "body.solve #name-note").to_have_text("easy")
    address, rows = page.url, rig.drawn(page)
    assert re.search(r"#new=5x5-easy-\d+$", address)
    other = window(address)
    expecting(other, "body.solve #name-note").to_have_text("easy")
    assert (other.url, rig.drawn(other)) == (address, rows)
    other.goto(address.replace("5x5-easy", "5x5-hard"))
    expecting(other, "#toast-text").to_contain_text("such puzzles are not made here")
    assert (other.url, rig.drawn(other)) == (address, rows)
    click(page, "#hint", "#do-step", "#home")
    expecting(page, "#own li").to_have_count(1)  # half done, and on no other list
    page.click("#go-on")
    expecting(page, "body.solve #progress-text").to_have_text(re.compile("^[1-9]"))
    page.reload()
    expecting(page, "body.solve #name-note").to_have_text("easy")
    assert page.url == address
    rig.solve_by_steps(page)
    expecting(page, "#finish-title").to_have_text("Solved!")
    page.click("#next-puzzle")
    expecting(page, "#finish-card").to_be_hidden(timeout=rig.LONG_MS)
    assert page.url.startswith(address.rpartition("-")[0])
    assert rig.drawn(page) != rows


def test_a_new_puzzle_in_colour_is_of_the_stock_or_made(page: Page) -> None:
    click(page, "#fresh-steps [value='colour'] + *", "#fresh-sizes [value='10']")
    expecting(page, "body.solve #solve-board").to_have_attribute("aria-label", "Puzzle, 10 by 10 cells")
    assert page.url.partition("#new=")[2] in {line.split()[0] for line in static(STOCK).splitlines()}
    rig.solve_by_steps(page)
    expecting(page, "#finish-title").to_have_text("Solved!")
    page.goto(page.url.partition("#")[0] + "#new=30x30-colour-77")
    expecting(page, "body.solve #solve-board").to_have_attribute("aria-label", "Puzzle, 30 by 30 cells")
    goal = new_puzzle(30, "colour", 77).puzzle.goal
    assert goal is not None
    assert tuple(rig.drawn(page)) == goal.rows


def test_ones_own_puzzles_are_kept_by_name_and_saved_as_a_file(page: Page, tmp_path: Path) -> None:
    rig.begin(page, 10)
    rig.drag(page, (2, 2), (2, 6))
    page.fill("#name", "Bar for Ira")
    page.keyboard.press("Enter")
    page.click("#home")
    rig.begin(page, 15)
    rig.click_cell(page, 0, 0)
    page.click("#home")
    expecting(page, "#own li").to_have_count(2)
    expecting(page, "#own").to_contain_text("Bar for Ira")
    file = saved(page, tmp_path, "#save-all")
    assert len(json.loads(file.read_text(encoding="utf-8"))["projects"]) == 2
    page.locator("#own li", has_text="Bar for Ira").hover()
    page.get_by_role("button", name="Delete Bar for Ira").click()
    expecting(page, "#own li").to_have_count(1)
    expecting(page, "#toast-act").to_have_text("Undo")
    rig.bring(page, file)
    expecting(page, "#own li").to_have_count(2)
    page.get_by_role("button", name="Bar for Ira").first.click()
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 10 by 10 cells")
    assert rig.drawn(page)[2] == "..#####..."
    expecting(page, "#name").to_have_value("Bar for Ira")


def test_a_size_of_ones_own(page: Page) -> None:
    page.click("#other-size")
    page.fill("#new-width", "0")
    page.locator("#new-sizes").evaluate("form => form.noValidate = true")
    page.click("#new")
    expecting(page, "#new-message").to_contain_text("0×30 cells; choose 1 to 200")
    page.fill("#new-width", "12")
    page.click("#new")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 12 by 30 cells")


def test_a_photo_is_on_paper_in_four_clicks(page: Page, tmp_path: Path) -> None:
    page.evaluate("window.print = () => { document.documentElement.dataset.printed = 'true'; }")
    rig.bring(page, pear(tmp_path))  # the first of them is on "Choose a file"
    expecting(page, "#choices [role='radio']").to_have_count(5)
    assert page.locator("#choices [aria-checked='true']").get_attribute("data-outcome") == "unique"
    expecting(page, "#photo-open").to_have_text("Open 16 × 25")
    for step in ("#photo-open", "#take-open", "#print"):
        page.click(step)
    page.wait_for_selector("html[data-printed]")
    expecting(page, "#verdict").to_have_text("One solution")
    assert len(rig.drawn(page)) == 25


def test_pictures_that_pillow_knows_are_read_but_not_those_over_the_limit(page: Page, tmp_path: Path) -> None:
    Image.init()
    for suffix in sorted({".avif", ".tiff", ".jp2"} & Image.registered_extensions().keys()):
        rig.bring(page, pear(tmp_path, suffix[1:]))
        expecting(page, "#choices [role='radio']").to_have_count(5)
        expecting(page, "#photo-image").to_be_visible()
        visit(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.set_input_files("#file", {"name": "a.png", "mimeType": "image/png", "buffer": bytes(20_000_001)})
    expecting(page, "#bring-message").to_contain_text("21 MB, and the studio takes 20 MB")
    assert not [address for address in sent if "/api/bring" in address]


def test_a_puzzle_is_dropped_pasted_or_turned(page: Page, tmp_path: Path) -> None:
    for kind, data in (("paste", "clipboardData"), ("drop", "dataTransfer")):
        page.evaluate(
            """([kind, data]) => {
              const carried = new DataTransfer();
              carried.items.add(new File(["picture:\\n##.\\n.#.\\n"], "small.txt"));
              const event = new Event(kind, { bubbles: true, cancelable: true });
              Object.defineProperty(event, data, { value: carried });
              document.body.dispatchEvent(event);
            }""",
            [kind, data],
        )
        expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 3 by 2 cells")
        rig.begin(page, 10)
    path = tmp_path / "sides.json"
    path.write_text("[[[2], [1], [2]], [[1, 1], [3]]]", encoding="utf-8")
    rig.bring(page, path)
    expecting(page, "#toast-text").to_contain_text("does not say which side is the rows")
    assert rig.drawn(page) == ["##", ".#", "##"]
    page.click("#toast-act")
    assert rig.drawn(page) == ["#.#", "###"]


def test_a_card_of_a_doubtful_puzzle_says_so(page: Page, tmp_path: Path) -> None:
    rig.bring_car(page)
    rig.bring_rows(page, tmp_path, ("#.", ".#"))
    expecting(page, "#verdict").to_contain_text("2 solutions")
    page.click("#home")
    expecting(page, "#own li:first-child").to_contain_text("several solutions")
    expecting(page, "#own .pip.d").to_have_count(1)
