"""Watch: the Spectrum in the page, its pace, its past, its sound and film, and the reports of its work."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from harness.spectrum.reader import read_solving_screen
from tests.browser import Window, click, expecting, saved, wait_for_paint
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page

TALL = ("#.##.#", "######", ".####.") * 16


def watch(page: Page) -> None:
    """Bring the car before the Spectrum."""
    rig.bring_car(page)
    page.click("#mode-watch")


def switch_on(page: Page, edition: str, speed: int) -> None:
    page.select_option("#edition", edition)
    click(page, f"[data-speed='{speed}']", "#switch-on")


def expect_solved(page: Page) -> None:
    expecting(page, "#agree").to_have_attribute("data-agree", "80", timeout=rig.LONG_MS)
    expecting(page, "#now-title").to_have_text("solved", timeout=rig.LONG_MS)


MIDDLE = "`${document.querySelector('#screen').getContext('2d').getImageData(40, 60, 240, 90).data}`"
"""A part of the picture that is shown."""


def test_the_spectrum_solves_it_and_a_person_takes_over_in_the_past(page: Page) -> None:
    watch(page)
    expecting(page, ".rom-terms").to_contain_text("Amstrad")
    page.wait_for_function(f"() => new Set({MIDDLE}.split(',')).size > 2")  # the loading picture
    off = page.evaluate(MIDDLE)
    switch_on(page, "turbo", 0)
    expecting(page, "#switch-on").to_be_hidden()
    expect_solved(page)
    expecting(page, "#agree-title").to_have_text("No cell is wrong")
    expecting(page, "#now-text").to_have_text(re.compile(r"34 lines looked at in 0\.\d s of Spectrum time\."))
    expecting(page, "#stage-text").to_have_text(re.compile(r"solved in 0\.\d s of Spectrum time · 34 lines"))
    expecting(page, ".tick").to_have_count(2)
    assert read_solving_screen(rig.screen_of(page), 10, 8).grid == rig.car_picture()
    assert page.evaluate(MIDDLE) != off
    page.click("#play")
    page.focus("#seek")
    page.keyboard.press("Home")
    expecting(page, "#screen-text").to_contain_text("the past")
    page.focus("#screen")
    page.keyboard.press("1", delay=300)
    expecting(page, "#screen-text").to_contain_text("you play")
    expecting(page, "#seek").to_have_attribute("max", re.compile(r"^\d{1,3}$"))
    presses = 0
    while "1 - Resolve new crossword" in "".join(rig.screen_of(page).text()):
        page.keyboard.press("1", delay=300)
        presses += 1
        assert presses < 50
    page.click("#stop")
    expecting(page, "#screen-text").to_contain_text("off")
    expecting(page, "#switch-on").to_be_visible()
    page.wait_for_function(f"off => {MIDDLE} === off", arg=off)
    expecting(page, "[data-speed='0']").to_have_attribute("aria-checked", "true")  # the chosen speed stays


def test_a_puzzle_that_is_too_high_is_turned(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, TALL)
    page.click("#mode-watch")
    switch_on(page, "turbo", 0)
    expecting(page, "#agree").to_have_attribute("data-agree", str(6 * 48), timeout=rig.LONG_MS)
    expecting(page, "#agree-title").to_have_text("No cell is wrong")
    grid = read_solving_screen(rig.screen_of(page), 48, 6).grid
    assert grid.turned().rows == TALL


def test_a_puzzle_with_several_solutions_is_asked_about(page: Page) -> None:
    rig.bring(page, Path(rig.sample("wink")))
    expecting(page, "#verdict").to_contain_text("solutions")
    page.click("#mode-watch")
    switch_on(page, "classic", 0)
    expecting(page, "#now-title").to_have_text(
        "many variants: the program asks which colour to try", timeout=rig.LONG_MS
    )
    expecting(page, "#agree-title").to_have_text("No cell is wrong")
    page.focus("#screen")
    page.keyboard.press("n", delay=100)
    expecting(page, "#play").to_have_attribute("aria-label", "Pause")


def test_pause_steps_and_the_seek_bar(page: Page, tmp_path: Path) -> None:
    watch(page)
    switch_on(page, "classic", 1)  # at which typing the puzzle in takes longer than any machine needs for a click
    expecting(page, "#stage-text").to_contain_text("typing", timeout=rig.LONG_MS)
    page.click("#play")
    expecting(page, "#play").to_have_attribute("aria-label", "Continue")
    page.click("#step-line")  # to the first one, as fast as it goes
    page.click("[data-speed='0']")
    expecting(page, "#stage-text").to_have_text("solving · 1 lines", timeout=rig.LONG_MS)
    expecting(page, "#play").to_have_attribute("aria-label", "Continue")
    page.click("#step-line")
    expecting(page, "#now-title").to_have_text("Row 1: 6")
    expecting(page, "#now-text").to_contain_text("keeps what is always the same. 17 lines wait.")
    page.evaluate("for (let n = 0; n < 3; n++) document.querySelector('#step-line').click()")  # faster than it goes
    expecting(page, "#stage-text").to_have_text("solving · 5 lines")
    expecting(page, "#log li").to_have_count(3)
    expecting(page, "#log").to_contain_text("2 new cells")
    present = rig.screen_of(page)
    page.keyboard.press("j")
    expecting(page, "#screen-text").to_contain_text("the past")
    page.focus("#seek")
    page.keyboard.press("Home")
    expecting(page, "#at").to_have_text("0:00")
    assert "1 - Resolve new crossword" in "".join(rig.screen_of(page).text())
    page.keyboard.press("End")
    expecting(page, "#screen-text").to_contain_text("solving")
    assert rig.screen_of(page) == present, "the present has waited"
    click(page, "#film", "#play")
    expecting(page, "#now-title").to_have_text("solved", timeout=rig.LONG_MS)
    page.click("#play")
    expecting(page, "#play").to_have_attribute("aria-label", "Continue")
    for _ in range(4):  # the film has one frame in four
        page.click("#step-frame")
    path = saved(page, tmp_path, "#film")
    assert path.name == "spectrum.gif"
    film = Image.open(path)
    frames = int(film.n_frames)  # type: ignore[attr-defined]
    assert frames > 20
    film.seek(frames - 1)
    last, shown = film.convert("RGB"), rig.screen_of(page)
    border = page.evaluate("spectrum.ask('registers')")["border"]
    phases = [shown.image(border=border, flash=flash) for flash in (False, True)]
    assert any(last.tobytes() == phase.tobytes() for phase in phases)


def test_a_person_takes_over_the_keyboard_and_hears_it(page: Page) -> None:
    watch(page)
    switch_on(page, "classic", 1)
    page.click("#sound")
    expecting(page, "#sound").to_have_attribute("aria-pressed", "true")
    expecting(page, "#stage-text").to_contain_text("typing", timeout=rig.LONG_MS)
    assert page.evaluate("spectrum.speaker.audio.state") == "running"
    page.focus("#screen")
    page.keyboard.press("a", delay=100)
    expecting(page, "#screen-text").to_contain_text("you play")
    page.keyboard.press("Escape")
    expecting(page, "#play").to_be_focused()
    page.get_by_role("button", name="ENTER", exact=True).click(delay=100)
    expecting(page, "#screen-text").to_contain_text("you play")
    expecting(page, "[data-speed='1']").to_have_attribute("aria-checked", "true")


def test_an_edition_in_russian_solves_it_too_and_a_browser_without_sound_is_told(page: Page) -> None:
    page.evaluate("delete globalThis.AudioContext")
    watch(page)
    expecting(page, "#edition").to_have_value("turbo")
    page.click("#language")
    expecting(page, "#edition").to_have_value("turbo-ru")  # as `page --program` has it
    page.click("#language")
    switch_on(page, "classic-ru", 0)
    expect_solved(page)
    page.click("#sound")
    expecting(page, "#message").to_have_text(re.compile("no Web Audio, so the Spectrum is silent"))
    expecting(page, "#sound").to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    ("width", "height", "ratio", "whole"), [(1440, 900, 1, True), (320, 568, 2, True), (390, 844, 3, False)]
)
def test_the_television_fills_its_place_by_whole_pixels_where_they_fit(
    window: Window, running: rig.RunningStudio, width: int, height: int, ratio: int, whole: bool
) -> None:
    page = window(running.address, viewport={"width": width, "height": height}, device_scale_factor=ratio)
    watch(page)
    expecting(page, "#tv").to_be_visible()
    told = page.get_attribute("#screen", "data-scale")
    scale = float(told or 0)
    assert (scale == pytest.approx(round(scale), abs=0.001)) == whole
    expecting(page, "#screen").to_have_class("screen" if whole else "screen smooth")
    box, case = page.locator("#screen").bounding_box(), page.locator("#tv").bounding_box()
    assert box
    assert case
    assert box["width"] * ratio == pytest.approx(320 * scale, abs=1)
    assert whole or width - 24 <= case["width"] <= width
    labels = "[...document.querySelectorAll('.tv-foot > *')].map(one => one.getBoundingClientRect())"
    edges = page.evaluate(f"{labels}.flatMap(box => [box.left, box.right])")
    assert edges == sorted(edges), "no label lies over another"
    assert page.evaluate("(one => one.scrollWidth <= one.clientWidth)(document.querySelector('#switch-on'))")
    page.click("#mode-make")
    expecting(page, "#tv").to_be_hidden()
    wait_for_paint(page)
    assert page.get_attribute("#screen", "data-scale") == told, "a hidden television is not measured"


def test_the_television_can_be_made_plain(page: Page) -> None:
    watch(page)
    expecting(page, "#tv").to_have_class("tv crt off")
    click(page, "#crt", "#keys")
    page.reload()
    expecting(page, "#tv").to_have_class("tv off")
    expecting(page, "#keyboard").to_be_hidden()
