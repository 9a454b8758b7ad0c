"""Looks of the studio: every width, language and theme once a mode; the findings of axe-core; the first paint."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.studio_rig import (
    CAR,
    RunningStudio,
    begin,
    bring,
    complaints_of,
    expecting,
    open_page,
    place_of,
    prepare_axe,
    solve,
    touch,
    violations,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
MODES = ("start", "make", "solve", "watch")
FIRST_PAINT_MS = 1000
FIRST_BYTES = 250_000


def go(page: Page, mode: str) -> None:
    """From the cards, or from Make with a puzzle, to a mode."""
    page.click("#home" if mode == "start" else f"#mode-{mode}")
    expecting(page, f"body.{mode}").to_have_count(1)
    if mode == "solve":
        expecting(page, "#solve-board").to_have_attribute("data-cell", re.compile(r"\d"))
    page.wait_for_timeout(150)


def overflowing(page: Page) -> list[str]:
    """Controls that reach out of the window, or whose words are cut off."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, .verdict b, h1, h2, .note, label')].filter(one => {
          const box = one.getBoundingClientRect();
          if (!box.width || one.closest('.unseen, .skip, [style*="hidden"]')) return false;
          return box.right > window.innerWidth + 1 || box.left < -1;
        }).map(one => (one.id || one.textContent).slice(0, 40))"""
    )
    wide: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return found + ([f"the page is {wide} px too wide"] if wide > 0 else [])


@pytest.mark.parametrize("width", [360, 768, 1280, 1600])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_fits_every_window(browser: Browser, running: RunningStudio, width: int, language: str) -> None:
    window: Any = {"width": width, "height": 800}
    with browser.new_context(viewport=window, locale=language, has_touch=width < 700) as context:
        page = context.new_page()
        complaints = complaints_of(page)
        open_page(page, running)
        found = {"start": overflowing(page)}
        bring(page, CAR)
        expecting(page, "#verdict").to_have_text({"en": "One solution", "ru": "Одно решение"}[language])
        found["make"] = overflowing(page)
        page.click("#take-open")
        found["take"] = overflowing(page)
        page.keyboard.press("Escape")
        for mode in ("solve", "watch"):
            go(page, mode)
            found[mode] = overflowing(page)
        assert {mode: names for mode, names in found.items() if names} == {}
        assert complaints == []


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ru", "dark"), ("en", "forced")])
def test_axe_finds_nothing(browser: Browser, running: RunningStudio, language: str, scheme: Any) -> None:
    look: Any = {"color_scheme": "light" if scheme == "forced" else scheme}
    look["forced_colors"] = "active" if scheme == "forced" else "none"
    with browser.new_context(bypass_csp=True, locale=language, **look) as context:  # the checker comes from outside
        page = context.new_page()
        open_page(page, running)
        page.wait_for_selector("html[data-samples]", timeout=60_000)
        prepare_axe(page)
        found: list[tuple[str, str, str]] = []

        def look_at(where: str) -> None:
            page.wait_for_timeout(300)
            found.extend((where, *one) for one in violations(page))

        look_at("start")
        bring(page, CAR)
        expecting(page, "#diff").to_have_attribute("aria-valuenow", "1")
        look_at("make")
        for opener in ("#take-open", "#corner", "#colours-open"):
            page.click(opener)
            look_at(opener)
        page.keyboard.press("Escape")
        go(page, "solve")
        page.click("#hint")
        expecting(page, "#hint-card").to_be_visible()
        look_at("solve")
        go(page, "watch")
        look_at("watch")
        assert found == []


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_by_touch_and_by_keyboard(browser: Browser, running: RunningStudio, mode: str) -> None:
    with browser.new_context(viewport={"width": 768, "height": 900}, has_touch=True, locale="en-GB") as context:
        page = context.new_page()
        complaints = complaints_of(page)
        open_page(page, running)
        if mode == "start":
            page.tap("[data-size='10']")
            expecting(page, "#board .cursor[tabindex='0']").to_be_focused()
            page.focus("#home")
            page.keyboard.press("Enter")
            expecting(page, "#home").to_be_focused()
        elif mode == "make":
            begin(page, 10)
            touch(page, "touchStart", place_of(page, 1, 1))
            touch(page, "touchEnd")
            expecting(page, "#undo").to_be_enabled()
            page.focus("#tool-pencil")
            page.keyboard.press("ArrowDown")
            expecting(page, "#tool-line").to_be_focused()
            page.keyboard.press("Space")
            expecting(page, "#tool-line").to_have_attribute("aria-pressed", "true")
        elif mode == "solve":
            bring(page, CAR)
            solve(page)
            touch(page, "touchStart", place_of(page, 1, 1, "#solve-board"))
            touch(page, "touchEnd")
            expecting(page, "#strokes").to_have_text("1 stroke")
            page.keyboard.press("Control+z")
            expecting(page, "#progress-text").to_contain_text("0 of")
        else:
            bring(page, CAR)
            page.tap("#mode-watch")
            page.tap("[data-speed='0']")
            expecting(page, "[data-speed='0']").to_have_attribute("aria-checked", "true")
            page.focus("#speeds [aria-checked='true']")
            page.keyboard.press("ArrowLeft")
            expecting(page, "[data-speed='10']").to_be_focused()
        assert complaints == []


def test_the_first_paint_is_quick_and_small(page: Page, running: RunningStudio) -> None:
    counters = page.context.new_cdp_session(page)
    counters.send("Network.enable")
    sizes: list[float] = []
    counters.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    open_page(page, running)
    painted: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert sum(sizes) < FIRST_BYTES
    assert painted < FIRST_PAINT_MS


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    expecting(page, "#theme").to_have_attribute("aria-pressed", "true")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_russian_all_through(page: Page) -> None:
    """No English word is left on the page, in any mode, but for names of files and of the Spectrum's keys."""
    page.click("#language")
    page.wait_for_selector("html[data-samples]", timeout=60_000)
    left = []
    for mode in ("start", "make", "solve", "watch"):
        if mode == "make":
            bring(page, CAR)
            expecting(page, "#act-note").to_contain_text("32 шага")
        elif mode != "start":
            go(page, mode)
        if mode == "solve":
            page.click("#hint")
            expecting(page, "#hint-title").to_contain_text("Строка 6")
        words = page.evaluate(
            """() => [...document.querySelectorAll('body *')].filter(
              one => one.getClientRects().length).flatMap(one => [
              ...[...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
              one.getAttribute('aria-label') ?? ''])
              .flatMap(said => said.match(/[A-Za-z]{4,}/g) ?? [])"""
        )
        left += [(mode, word) for word in words if word not in KNOWN]
    assert left == []


KNOWN = {"ENTER", "CAPS", "SYMB", "SPACE", "SYMBOL", "SHIFT", "Ctrl"}
