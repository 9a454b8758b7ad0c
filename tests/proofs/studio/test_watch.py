"""Watch: the Spectrum on the page, its pace, its past, its sound, and the reports of its work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import expecting
from tests.proofs.studio.rig import LONG_MS, RunningStudio, begin, bring_car, drag, open_page, wait_for_paint

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def watch(page: Page, edition: str, speed: int) -> None:
    """Have a Spectrum solve the car."""
    bring_car(page)
    page.click("#mode-watch")
    page.select_option("#edition", edition)
    page.click(f"[data-speed='{speed}']")
    page.click("#play")


def has_picture(page: Page) -> bool:
    return any(page.evaluate("[...document.querySelector('#screen').getContext('2d').getImageData(60,60,60,40).data]"))


def test_the_spectrum_solves_it_and_the_chosen_speed_stays(page: Page) -> None:
    watch(page, "turbo", 0)
    expecting(page, "#agree").to_have_attribute("data-agree", "80", timeout=LONG_MS)
    expecting(page, "#agree-title").to_have_text("No cell is wrong")
    expecting(page, "#now-title").to_have_text("solved", timeout=LONG_MS)
    expecting(page, "#stage-text").to_have_text(re.compile(r"solved in 0\.\d s of Spectrum time · 34 lines"))
    expecting(page, "[data-speed='0']").to_have_attribute("aria-checked", "true")
    expecting(page, ".tick").to_have_count(2)
    assert has_picture(page)
    page.click("#stop")
    expecting(page, "#screen-text").to_contain_text("off")
    assert not has_picture(page), "the picture goes when the Spectrum is off"
    expecting(page, "[data-speed='0']").to_have_attribute("aria-checked", "true")


def test_an_edition_in_russian_solves_it_too(page: Page) -> None:
    watch(page, "classic-ru", 0)
    expecting(page, "#agree").to_have_attribute("data-agree", "80", timeout=LONG_MS)
    expecting(page, "#now-title").to_have_text("solved", timeout=LONG_MS)


def test_pause_steps_and_the_seek_bar(page: Page) -> None:
    watch(page, "classic", 1)  # at which typing the puzzle in takes longer than any machine needs for a click
    expecting(page, "#stage-text").to_contain_text("typing", timeout=LONG_MS)
    page.click("#play")
    expecting(page, "#play").to_have_attribute("aria-label", "Continue")
    page.click("#step-line")  # to the first one, as fast as it goes
    page.click("[data-speed='0']")
    expecting(page, "#stage-text").to_have_text("solving · 1 lines", timeout=LONG_MS)
    expecting(page, "#play").to_have_attribute("aria-label", "Continue")
    page.click("#step-line")
    expecting(page, "#now-title").to_have_text(re.compile(r"(Row|Column) \d+: [\d, ]+"))
    expecting(page, "#now-text").to_contain_text("keeps what is always the same")
    for _ in range(3):
        page.click("#step-line")
    expecting(page, "#stage-text").to_have_text("solving · 5 lines")
    expecting(page, "#log li").to_have_count(3)
    expecting(page, "#log").to_contain_text("new cell")
    page.keyboard.press("j")
    expecting(page, "#screen-text").to_contain_text("the past")
    page.focus("#seek")
    page.keyboard.press("Home")
    expecting(page, "#at").to_have_text("0:00")
    page.keyboard.press("End")
    expecting(page, "#screen-text").to_contain_text("solving")
    page.click("#film")
    page.click("#play")
    expecting(page, "#now-title").to_have_text("solved", timeout=LONG_MS)
    with page.expect_download(timeout=LONG_MS) as download:
        page.click("#film")
    assert download.value.suggested_filename == "spectrum.gif"


def test_a_person_takes_over_the_keyboard_and_hears_it(page: Page) -> None:
    watch(page, "classic", 1)
    page.click("#sound")
    expecting(page, "#sound").to_have_attribute("aria-pressed", "true")
    expecting(page, "#stage-text").to_contain_text("typing", timeout=LONG_MS)
    page.wait_for_selector("html[data-heard]")
    page.focus("#screen")
    page.keyboard.press("a", delay=100)
    expecting(page, "#screen-text").to_contain_text("you play")
    page.keyboard.press("Escape")
    expecting(page, "#play").to_be_focused()
    page.get_by_role("button", name="ENTER", exact=True).click(delay=100)
    expecting(page, "#screen-text").to_contain_text("you play")
    expecting(page, "[data-speed='1']").to_have_attribute("aria-checked", "true")


@pytest.mark.parametrize(("width", "height", "ratio"), [(1440, 900, 1), (1000, 700, 1.5), (390, 844, 3)])
def test_the_pixels_are_whole(browser: Browser, running: RunningStudio, width: int, height: int, ratio: Any) -> None:
    with browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=ratio, locale="en-GB"
    ) as context:
        page = context.new_page()
        open_page(page, running)
        bring_car(page)
        page.click("#mode-watch")
        expecting(page, "#tv").to_be_visible()
        told = page.get_attribute("#screen", "data-scale")
        scale = float(told or 0)
        assert scale >= 1
        assert scale == pytest.approx(round(scale), abs=0.001)
        box = page.locator("#screen").bounding_box()
        assert box
        assert box["width"] * ratio == pytest.approx(320 * round(scale), abs=1)
        page.click("#mode-make")
        expecting(page, "#tv").to_be_hidden()
        wait_for_paint(page)
        assert page.get_attribute("#screen", "data-scale") == told, "a hidden television is not measured"


def test_the_television_can_be_made_plain(page: Page) -> None:
    bring_car(page)
    page.click("#mode-watch")
    expecting(page, "#tv").to_have_class("tv crt")
    page.click("#crt")
    page.click("#keys")
    page.reload()
    expecting(page, "#tv").to_have_class("tv")
    expecting(page, "#keyboard").to_be_hidden()
    page.keyboard.press("f")
    assert page.evaluate("document.fullscreenElement?.id") in ("tv", None)  # a browser may have no full screen


def test_too_large_for_a_spectrum(page: Page) -> None:
    begin(page, 10)
    page.click("#corner")
    page.fill("#width", "70")
    page.click("#size button[type='submit']")
    drag(page, (0, 0), (0, 3))
    page.locator("#mode-watch").dispatch_event("click")
    expecting(page, "#toast-text").to_have_text("70×10 cells are too many; the Spectrum program takes 62×42.")
