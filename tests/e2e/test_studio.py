"""The studio in Chromium, every step as a user takes it; and those who must not get in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.formats import read_puzzle
from tests.e2e.npm_package import NoPackageError, files_of
from tests.e2e.studio_rig import (
    CAR,
    LONG_MS,
    RunningStudio,
    bring,
    bring_car,
    cell,
    chromium,
    drawn,
    expecting,
    open_page,
    studio,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
STAIRS = ("##..", "#...", "..##", "..#.")
AXE = "axe-core@4.10.3"


def test_a_puzzle_is_judged_and_the_spectrum_solves_it(page: Page) -> None:
    bring_car(page)
    expecting(page, "#finding-difficulty").to_contain_text("easy")
    page.select_option("#speed", "0")
    page.click("#start")
    expecting(page, "#compared").to_have_attribute("data-agree", "80", timeout=LONG_MS)
    expecting(page, "#screen-text").to_contain_text("solved", timeout=LONG_MS)
    expecting(page, "#screen-text").to_have_text(
        re.compile(r"solved · 0\.\d s of Spectrum time for solving · 34 lines")
    )
    expecting(page, "#speed").to_have_value("1")
    assert any(page.evaluate("[...document.querySelector('#screen').getContext('2d').getImageData(60,60,60,40).data]"))
    page.click("#stop")
    expecting(page, "#screen-text").to_contain_text("off")


@pytest.mark.parametrize("edition", ["classic", "basic", "turbo-ru", "classic-ru", "basic-ru"])
def test_the_other_editions_solve_it_too(page: Page, edition: str) -> None:
    bring_car(page)
    page.select_option("#edition", edition)
    page.select_option("#speed", "0")
    page.click("#start")
    expecting(page, "#compared").to_have_attribute("data-agree", "80", timeout=LONG_MS)
    expecting(page, "#screen-text").to_contain_text("solved", timeout=LONG_MS)


def test_drawing_by_pointer_and_keyboard(page: Page) -> None:
    page.fill("#new-width", "5")
    page.fill("#new-height", "4")
    page.click("#new")
    cell(page, 0, 0).click()
    cell(page, 1, 1).hover()
    page.mouse.down()
    cell(page, 1, 3).hover()
    page.mouse.up()
    assert drawn(page) == ["#....", ".###.", ".....", "....."]
    expecting(page, "[data-row-clue='1']").to_have_attribute("aria-label", "Row 2: 3")
    cell(page, 1, 3).press("ArrowDown")
    cell(page, 2, 3).press("Space")
    assert drawn(page)[2] == "...#."
    cell(page, 2, 3).press("Control+z")
    assert drawn(page)[2] == "....."
    page.click("#redo")
    page.click("#mirror-h")
    assert drawn(page) == ["....#", ".###.", ".#...", "....."]
    page.click("#mirror-v")
    page.click("#shift-right")
    page.click("#shift-up")
    assert drawn(page) == ["..#..", "..###", "#....", "....."]
    page.click("#shift-left")
    page.click("#shift-down")
    page.click("#mirror-v")
    page.click("#tool-line")
    cell(page, 3, 0).hover()
    page.mouse.down()
    cell(page, 3, 4).hover()
    page.mouse.up()
    assert drawn(page)[3] == "#####"
    page.click("#tool-fill")
    cell(page, 2, 4).click()
    assert drawn(page)[1:] == [".####", ".####", "#####"]


def test_sizes_that_cannot_be(page: Page) -> None:
    for size, said in (("0", "0×15"), ("-3", "-3×15"), ("201", "201×15"), ("", "0×15")):
        page.fill("#new-width", size)
        page.click("#new")
        expecting(page, "#bring-message").to_contain_text(f"{said} cells; choose 1 to 200")
        expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 15 by 15 cells")


def test_a_drawing_gets_colours(page: Page) -> None:
    page.fill("#new-width", "3")
    page.fill("#new-height", "2")
    page.click("#new")
    cell(page, 0, 0).click()
    for rgb in ("#d01020", "#2040c0"):
        page.fill("#new-colour", rgb)
    expecting(page, "#palette input:checked").to_have_attribute("aria-label", "blue")
    cell(page, 0, 1).click()
    cell(page, 1, 2).press("r")
    assert drawn(page) == ["kb.", "..r"]
    expecting(page, "[data-row-clue='0']").to_have_attribute("aria-label", "Row 1: 1 black, 1 blue")
    expecting(page, "#finding-unique").to_contain_text("exactly one solution")
    for _ in range(5):
        page.click("#undo")
    assert drawn(page) == ["...", "..."]
    expecting(page, "#palette input").to_have_count(2)


def test_an_ambiguous_drawing_is_mended_by_one_click(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "stairs.txt"
    path.write_text("picture:\n" + "\n".join(STAIRS) + "\n", encoding="utf-8")
    bring(page, path)
    expecting(page, "#finding-unique").to_contain_text("several solutions")
    assert page.locator("#board .differs").count() > 0
    expecting(page, "#finding-stalled").to_contain_text("row")
    page.click("#accept")
    expecting(page, "#finding-unique").to_contain_text("exactly one solution")
    assert drawn(page) != list(STAIRS)


def test_a_puzzle_in_colour(page: Page) -> None:
    bring(page, ROOT / "puzzles" / "tulips.g")
    expecting(page, "[data-row-clue] b[style]").not_to_have_count(0)
    expecting(page, "#finding-unique").to_contain_text("exactly one solution")
    assert page.locator("#palette input").count() > 2
    page.click("#start")
    expecting(page, "#message").to_contain_text("colours")


@pytest.mark.parametrize("suffix", [".txt", ".non", ".xml", ".svg", "-solution.svg", ".png", ".tap", ".z80"])
def test_it_is_taken_home(page: Page, tmp_path: Path, suffix: str) -> None:
    bring_car(page)
    with page.expect_download(timeout=LONG_MS) as download:
        page.get_by_role("button", name=suffix, exact=True).click()
    assert download.value.suggested_filename == f"car{suffix}"
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    if suffix in (".txt", ".non", ".xml"):
        assert read_puzzle(path).rows == read_puzzle(CAR).rows
    else:
        starts = {".png": b"\x89PNG", ".tap": b"\x13\0", "svg": b"<?xml"}
        assert path.read_bytes().startswith(starts.get(suffix, starts["svg"] if "svg" in suffix else b""))
        assert path.stat().st_size > 500


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_printed_sheet_has_two_pages(page: Page, running: RunningStudio, tmp_path: Path, paper: str) -> None:
    page.add_init_script("window.print = () => { document.documentElement.dataset.printed = 'true'; }")
    open_page(page, running)
    bring(page, ROOT / "puzzles" / "relax-20x30.txt")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 20 by 30 cells")
    page.click("#print")
    page.wait_for_selector("html[data-printed]")
    sheet = page.pdf(path=tmp_path / "sheet.pdf", format=paper, prefer_css_page_size=False)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 2


def test_pause_steps_and_looks_back(page: Page) -> None:
    bring_car(page)
    page.select_option("#edition", "classic")
    page.select_option("#speed", "10")
    page.click("#start")
    expecting(page, "#screen-text").to_contain_text("solving", timeout=LONG_MS)
    page.select_option("#speed", "1")  # in which it takes sixteen seconds more
    page.click("#pause")
    expecting(page, "#pause").to_have_text("Go on")
    stood = page.inner_text("#screen-text")
    page.click("#step-line")
    expecting(page, "#screen-text").not_to_have_text(stood)
    page.click("#back")
    expecting(page, "#screen-text").to_contain_text("the past")
    page.click("#live")
    expecting(page, "#screen-text").to_contain_text("solving")
    page.click("#film")
    page.select_option("#speed", "0")
    page.click("#pause")
    expecting(page, "#screen-text").to_contain_text("solved", timeout=LONG_MS)
    with page.expect_download(timeout=LONG_MS) as download:
        page.click("#film")
    assert download.value.suggested_filename == "spectrum.gif"


def test_a_person_takes_over_the_keyboard(page: Page) -> None:
    bring_car(page)
    page.select_option("#edition", "classic")
    page.select_option("#speed", "1")
    page.click("#start")
    expecting(page, "#screen-text").to_contain_text("typing", timeout=LONG_MS)
    page.focus("#screen")
    page.keyboard.press("a", delay=100)
    expecting(page, "#screen-text").to_contain_text("you play")
    page.click("summary")
    page.get_by_role("button", name="ENTER", exact=True).click(delay=100)
    expecting(page, "#screen-text").to_contain_text("you play")


def test_two_pages_at_once(page: Page, running: RunningStudio) -> None:
    other = page.context.new_page()
    open_page(other, running)
    for one in (page, other):
        bring_car(one)
        one.select_option("#speed", "0")
        one.click("#start")
    for one in (page, other):
        expecting(one, "#compared").to_have_attribute("data-agree", "80", timeout=LONG_MS)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bad.txt", b"rows: x\n", "bad.txt:1:"),
        ("empty.txt", b"", "the file is empty"),
        ("noise.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "not a picture"),
        ("noise.bin", bytes(range(256)) * 40, "not a"),
    ],
)
def test_bad_files_get_their_line(page: Page, tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    rows = drawn(page)
    bring(page, path)
    expecting(page, "#bring-message").to_contain_text(said)
    assert drawn(page) == rows


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_screen_reader_finds_its_way(browser: Browser, running: RunningStudio, language: str) -> None:
    try:
        axe = files_of(AXE, "axe.min.js")["axe.min.js"].decode()
    except NoPackageError as error:
        pytest.skip(str(error))
    with browser.new_context(bypass_csp=True, locale=language) as context:  # the checker comes from outside
        page = context.new_page()
        open_page(page, running)
        bring(page, CAR)
        expecting(page, "#finding-difficulty").not_to_be_empty()
        page.click("#solve-start")
        page.evaluate(axe)
        found = page.evaluate("axe.run()")["violations"]
        serious = [rule for rule in found if rule["impact"] in ("serious", "critical")]
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in serious] == []


@pytest.mark.parametrize("width", [360, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_window(browser: Browser, running: RunningStudio, width: int, scheme: Any) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        open_page(page, running)
        bring_car(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_file_to_begin_with(browser: Browser) -> None:
    chromium()
    with studio(CAR) as running, browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        open_page(page, running)
        expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 10 by 8 cells")
        assert running.interrupt() == 0
