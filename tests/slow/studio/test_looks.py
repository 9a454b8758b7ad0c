"""Looks of the studio: every width, language and theme once a mode; the findings of axe-core; the first paint."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import Window, click, expecting, prepare_axe, press, settle, violations, visit, wait_for_paint
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page

KNOWN = {"Ctrl", "Amstrad"}
FIRST_BYTES, AGAIN_BYTES = 120_000, 20_000


def go(page: Page, mode: str) -> None:
    """From the cards, or from Make with a puzzle, to a mode."""
    page.click("#home" if mode == "start" else f"#mode-{mode}")
    expecting(page, f"body.{mode}").to_have_count(1)
    if mode == "solve":
        expecting(page, "#solve-board").to_have_attribute("data-cell", re.compile(r"\d"))
    settle(page)


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Sides and size of an element, in pixels of the window."""
    box: dict[str, float] = page.locator(selector).evaluate("one => one.getBoundingClientRect().toJSON()")
    return box


def overflowing(page: Page) -> list[str]:
    """Controls that reach out of the window or over others, or whose words are cut off; cards that cut theirs."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, .verdict b, h1, h2, .note, label')].filter(one => {
          const box = one.getBoundingClientRect();
          if (!box.width || one.closest('.unseen, .skip, [style*="hidden"]')) return false;
          return box.right > window.innerWidth + 1 || box.left < -1;
        }).map(one => (one.id || one.textContent).slice(0, 40))"""
    )
    found += page.evaluate(
        """() => [...document.querySelectorAll('.bar-l, .bar-r, .modes a, .verdict b, .strip')].filter(one =>
            one.scrollWidth > one.clientWidth + 1 || (one.matches('.strip') && one.scrollHeight > one.clientHeight + 1))
          .map(one => `too little room: ${one.textContent}`)"""
    )
    found += page.evaluate(
        """() => [...document.querySelectorAll('.pc')].filter(card => {
          const [picture, place] = ['.th > *', '.th'].map(one => card.querySelector(one).getBoundingClientRect());
          return picture.bottom > place.bottom + 1 || [...card.querySelectorAll('.cap *')].some(
            one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline');
        }).map(card => `cut: ${card.textContent}`)"""
    )
    wide: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return found + ([f"the page is {wide} px too wide"] if wide > 0 else [])


def resize(page: Page, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})


def walk(page: Page, running: rig.RunningStudio, look_at: Callable[[str], None]) -> None:
    """Go through the modes and drawers, and look at each."""
    visit(page, running.address)
    page.wait_for_selector("html[data-samples]", timeout=60_000)
    look_at("start")
    rig.bring(page, rig.CAR.with_name("wink.txt"))
    expecting(page, "#fix").to_be_visible()
    look_at("make: several solutions")
    rig.bring(page, rig.CAR)
    expecting(page, "#diff").to_have_attribute("aria-valuenow", "1")
    look_at("make")
    for opener in ("#take-open", "#more-open", "#corner", "#colours-open"):
        page.click(opener)
        look_at(opener)
        page.keyboard.press("Escape")
    go(page, "solve")
    page.click("#hint")
    expecting(page, "#hint-card").to_be_visible()
    look_at("solve")
    page.click("#more-open")
    look_at("solve: #more-open")
    page.keyboard.press("Escape")
    go(page, "watch")
    look_at("watch")


WINDOWS = {
    "touch": [(844, 390), (640, 360), (932, 430), (360, 800)],
    "mouse": [(768, 800), (1024, 600), (1280, 800), (1600, 800)],
}


@pytest.mark.parametrize(("kind", "language"), [("touch", "ru"), ("mouse", "ru"), ("touch", "en")])
def test_it_fits_every_window(window: Window, running: rig.RunningStudio, kind: str, language: str) -> None:
    """Russian has the longer words; English is looked at where there is least room."""
    page = window(running.address, locale=language, has_touch=kind == "touch")
    resize(page, WINDOWS[kind][0])
    found: list[tuple[int, str, str]] = []

    def look_at(where: str) -> None:
        for size in WINDOWS[kind]:
            resize(page, size)
            settle(page)
            found.extend((size[0], where, name) for name in overflowing(page))

    walk(page, running, look_at)
    assert found == []


def test_the_words_beside_the_spectrum_fit(window: Window, running: rig.RunningStudio) -> None:
    """In Russian, whose words are longer, with three lines told."""
    page = window(running.address, viewport={"width": 1440, "height": 900}, locale="ru")
    rig.bring(page, Path(rig.sample("relax-20x30")))
    page.click("#mode-watch")
    page.select_option("#edition", "classic")
    click(page, "[data-speed='1']", "#play")
    expecting(page, "#stage-text").to_contain_text("ввод чисел", timeout=rig.LONG_MS)
    click(page, "#play", "[data-speed='0']")
    for lines in range(1, 6):
        page.click("#step-line")
        expecting(page, "#stage-text").to_have_text(f"решение · линий: {lines}", timeout=rig.LONG_MS)
    expecting(page, "#log li").to_have_count(3)
    assert box_of(page, "#side-watch")["bottom"] <= box_of(page, "#strip-watch")["top"]
    hidden = page.evaluate("(side => side.scrollHeight - side.clientHeight)(document.querySelector('#side-watch'))")
    assert hidden <= 0
    page.hover("#play")
    assert box_of(page, "#play .tip")["bottom"] <= box_of(page, "#at")["top"], "a tip hides no words"


def test_cards_keep_their_paper_in_the_dark(window: Window, running: rig.RunningStudio) -> None:
    """A picture in colours on white has the paper of all others."""
    page = window(running.address, color_scheme="dark")
    for name in ("tulips", "harbour"):
        rig.bring(page, Path(rig.sample(name)))
        expecting(page, "#name").to_have_value(name)
    page.click("#home")
    page.wait_for_function(
        """() => [...document.querySelectorAll('#own li')].every(card => {
          const pixel = card.querySelector('canvas').getContext('2d').getImageData(0, 0, 1, 1).data;
          const paper = getComputedStyle(card.querySelector('.th')).backgroundColor;
          return paper === `rgb(${[...pixel.slice(0, 3)].join(', ')})`;
        })"""
    )


def test_on_a_phone_it_is_named_solved_and_watched(window: Window, running: rig.RunningStudio) -> None:
    how: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2, "locale": "ru"}
    page = window(running.address, **how)
    rig.bring(page, rig.CAR)
    expecting(page, "#verdict").to_have_text("Одно решение")
    page.fill("#make-name", "Пикап")
    page.keyboard.press("Enter")
    go(page, "solve")
    expecting(page, "#solve-name").to_have_text("Пикап")
    expecting(page, "#solve-size").to_have_text("10 × 8, лёгкий")
    page.tap("#hint")
    expecting(page, "#hint-title").to_have_text("Строка 6: клетки 1–10 – чёрные")
    page.tap("#do-step")
    rig.drag_runs(page, [row if number != 5 else "" for number, row in enumerate(rig.car_picture().rows)])
    expecting(page, "#finish-title").to_have_text("Пикап!")
    expecting(page, "#rail-solve").to_be_hidden()
    assert box_of(page, ".print")["width"] < 340 < box_of(page, ".ribbon")["width"], "it is seen at both sides"
    rig.bring(page, Path(rig.sample("harbour")))
    expecting(page, "#make-size").to_have_text("62 × 42")
    go(page, "solve")
    assert box_of(page, "#strip-solve")["bottom"] <= box_of(page, "#rail-solve")["top"], "the largest, too"
    go(page, "watch")
    full, play = box_of(page, "#full"), box_of(page, "#play")
    assert full["left"] > 320
    assert play["top"] <= full["top"] < full["bottom"] <= play["bottom"]
    assert len({box_of(page, f"#{name}")["top"] for name in ("sound", "crt", "keys")}) == 1


def test_axe_finds_nothing(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, bypass_csp=True)  # the checker is from outside
    found: list[tuple[str, ...]] = []

    def look_at(where: str) -> None:
        if where == "start":
            prepare_axe(page)
        found.extend((where, *one) for one in violations(page))

    walk(page, running, look_at)
    assert found == []


def test_tools_and_speeds_are_chosen_by_arrows(page: Page) -> None:
    rig.begin(page, 10)
    expecting(page, "#board .cursor[tabindex='0']").to_be_focused()
    page.focus("#tool-pencil")
    press(page, "ArrowDown")
    expecting(page, "#tool-line").to_be_focused()
    press(page, "Space")
    expecting(page, "#tool-line").to_have_attribute("aria-pressed", "true")
    rig.bring(page, rig.CAR)
    go(page, "watch")
    page.click("[data-speed='0']")
    page.focus("#speeds [aria-checked='true']")
    press(page, "ArrowLeft")
    expecting(page, "[data-speed='10']").to_be_focused()


def fetched(page: Page) -> dict[str, int]:
    """The bytes that came from the server for the page, by their paths: what the browser had is not among them.

    Nor is the icon, for which a browser asks when it likes.
    """
    page.wait_for_selector("html[data-ready][data-samples]", timeout=60_000)
    for name in ("spectrum", "kernel"):
        is_there = f"one => one.name.includes('/{name}-') && one.responseEnd"
        page.wait_for_function(f"() => performance.getEntriesByType('resource').some({is_there})")
    entries = page.evaluate(
        "performance.getEntries().filter(one => one.transferSize && !/icon/.test(one.name)).map(one => one.toJSON())"
    )
    return {re.sub(r"^\w+://[^/]+|-\w{16}(?=\.)|\?.*", "", one["name"]): one["transferSize"] for one in entries}


def test_a_first_load_is_small_and_a_reload_fetches_the_page_and_its_answers_alone(page: Page) -> None:
    asked = {"/", "/api/begin", "/api/samples"}
    names = ("studio.css", "studio.js", "english.js", "loading.png", "spectrum.json", "kernel.wasm")
    files = {f"/static/{name}" for name in names}
    first = fetched(page)
    assert first.keys() == asked | files
    beside = first["/static/spectrum.json"] + first["/static/kernel.wasm"]  # the page is there before them
    assert sum(first.values()) - beside < FIRST_BYTES
    page.reload()
    again = fetched(page)
    assert again.keys() == asked
    assert sum(again.values()) < AGAIN_BYTES
    for language in ("ru", "en"):
        page.click("#language")
        expecting(page, "html").to_have_attribute("lang", language)
        assert fetched(page).keys() == {*asked, "/static/russian.js"}


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    def desk() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = desk()
    page.click("#theme")
    expecting(page, "#theme").to_have_attribute("aria-pressed", "true")
    dark = desk()
    assert dark != light
    visit(page)
    assert desk() == dark


def test_russian_all_through(page: Page) -> None:
    """No English word is left on the page, in any mode, but for names of files and of the Spectrum's keys."""
    page.click("#language")
    page.wait_for_selector("html[data-samples][lang='ru']", timeout=60_000)
    left = []
    for mode in ("start", "make", "solve", "watch"):
        if mode == "make":
            rig.bring(page, rig.CAR)
            expecting(page, "#act-note").to_contain_text("32 шага")
        elif mode != "start":
            go(page, mode)
        if mode == "solve":
            page.click("#hint")
            expecting(page, "#hint-title").to_contain_text("Строка 6")
        words = page.evaluate(
            """() => [...document.querySelectorAll('body *')].filter(
              one => one.getClientRects().length && !one.closest('#keyboard div')).flatMap(one => [
              ...[...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
              one.getAttribute('aria-label') ?? ''])
              .flatMap(said => said.match(/[A-Za-z]{4,}/g) ?? [])"""
        )
        left += [(mode, word) for word in words if word not in KNOWN]
    assert left == []


# -- windows of every shape: all is read and reached, a hint is seen, and nothing moves by itself ---

SHAPES = (
    (320, 568), (568, 320), (360, 640), (640, 360), (390, 844), (844, 390), (932, 430),
    (768, 1024), (1024, 600), (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440),
)  # fmt: skip
"""Upright and lying; the low ones are phones."""
PUZZLES = {"checks": 12, "fir": 20, "tulips": 16, "relax-20x30": 20, "spectrum": 44}
"""Each with its columns."""
LONGEST = ("checks", "tulips")
"""Those with the longest verdicts."""
LEAST_DIGIT_PX, LEAST_CELL_PX, LEAST_FINGER_PX = 11, 18, 22

LOOK = Path(__file__).with_name("windows.js").read_text(encoding="utf-8")


def check(page: Page, name: str, size: tuple[int, int], *, has_touch: bool) -> None:
    """Look at the board before a hint, with it, and after it is closed."""
    resize(page, size)
    found, where = page.evaluate("look.check()"), f"{name} in {size}"
    assert found["cell"] >= (LEAST_FINGER_PX if has_touch else LEAST_CELL_PX), where
    assert found["digits"] >= LEAST_DIGIT_PX, where
    assert (found["outOfReach"], found["unreadable"]) == ([], []), where
    assert found["isWhole"], where
    assert found["seen"] >= min(4, found["all"]), where
    assert found["nothingMoves"], where


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("has_touch", [True, False])
def test_all_is_read_and_reached_and_nothing_moves(
    window: Window, running: rig.RunningStudio, tmp_path: Path, *, has_touch: bool, locale: str
) -> None:
    sizes = [size for size in SHAPES if (min(size) < 500) is has_touch]
    checks = tmp_path / "checks.txt"
    checks.write_text("picture:\n" + f"{'#.' * 6}\n{'.#' * 6}\n" * 6)  # the longest verdict: twenty solutions or more
    page = window(running.address, LOOK, has_touch=has_touch, locale=locale)
    for name, columns in PUZZLES.items():
        rig.bring(page, checks if name == "checks" else Path(rig.sample(name)))
        expecting(page, "#board").to_have_attribute("aria-colcount", str(columns))
        expecting(page, "#strip-make").to_have_attribute("data-state", "multiple" if name == "checks" else "unique")
        if name == "checks":
            expecting(page, "#fix").to_be_visible()
        for size in sizes if name in LONGEST else ():
            resize(page, size)
            wait_for_paint(page)
            assert page.evaluate("look.unreadable()") == [], f"{name} being made in {size}"
        page.evaluate("location.hash = '#solve'")
        expecting(page, "body.solve #solve-board").to_be_visible()
        for size in sizes:
            check(page, name, size, has_touch=has_touch)
        page.evaluate("location.hash = '#start'")
        expecting(page, "#start-title").to_be_visible()


def test_the_pages_without_a_server_fit_the_same_windows(window: Window, pages: str) -> None:
    """Their boards are the studio's, so three windows stand for all: upright, lying and large."""
    page = window(f"{pages}tulips.html", LOOK, has_touch=True)
    for size in ((360, 640), (640, 360), (1440, 900)):
        check(page, "tulips", size, has_touch=True)
