"""Static pages: cards, a page a puzzle, shared links, one file from a disk, and all of it without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.advice.generate import KINDS, new_puzzle
from harness.cli import main
from harness.solver.human.explain import explain
from harness.solver.strategy import solve_any
from harness.spectrum.reader import read_solving_screen
from harness.studio.documents import Document
from harness.studio.embedded import share, unshare
from harness.studio.pages import STOCK, static, step_of_difficulty
from pyspectrum import Tape, tokenise
from pyspectrum.tape import program_blocks
from tests.browser import Window, click, expecting, opened, prepare_axe, settle, violations, visit
from tests.slow.studio import rig
from tests.slow.studio.test_looks import overflowing
from tools.stock import stock_line

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TWO = ("##.", "..#", "###")
"""A drawing whose puzzle one solves line by line."""


@pytest.fixture(scope="module")
def one_file(shared_browser: object, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of one file on the disk that holds two puzzles and opens links."""
    path = tmp_path_factory.mktemp("one") / "puzzles.html"
    assert main(["page", rig.sample("car"), rig.sample("heart"), "--solver", "--out", str(path)]) == 0
    return path.as_uri()


def test_cards_lead_to_puzzles_that_are_kept_solved_and_passed_on(window: Window, pages: str) -> None:
    page, card, rows = window(pages), "[data-card='car']", rig.car_picture().rows
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expecting(page, "[data-card]").to_have_count(4)
    expecting(page, f"{card} .cap").to_have_text("10 × 8, easy")
    assert page.locator(f"{card} .th path").count() == 2, "an empty grid"
    page.click(f"{card} a")
    page.wait_for_url(f"{pages}car.html")
    rig.drag_runs(page, rows[:3])
    page.reload()
    expecting(page, "#progress-text").to_contain_text("13 of 49")
    page.click(".mark")
    expecting(page, f"{card} .far").to_have_text("27 % so far")
    page.click(f"{card} a")
    page.wait_for_selector("html[data-ready]")
    rig.drag_runs(page, ("",) * 3 + rows[3:])
    expecting(page, "#finish-title").to_have_text("car!")  # no cell was crossed out
    expecting(page, "#finish-text").to_have_text("Solved with black cells alone. No hints, no mistakes.")
    page.click("#send")
    expecting(page, "#toast-text").to_contain_text("clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == f"{pages}car.html", "its own address"
    page.click("#next-puzzle")
    page.wait_for_url(f"{pages}tulips.html")  # the next larger one
    expecting(page, "#switch").to_be_hidden()  # no Spectrum solves it in colour
    page.click(".mark")
    expecting(page, f"{card} b").to_have_text("car")
    expecting(page, f"{card} .far").to_have_text("solved")
    expecting(page, "li:last-child [href='car.html']").to_be_visible()
    expecting(page, "#cards-note").to_have_text("3 to do · 1 solved. Works without the internet")
    expecting(page, f"{card} .th canvas").to_be_visible()


def test_previews_know_size_and_picture_but_no_name(browser: Browser, pages: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{pages}car.html")
    assert page.title() == "10 × 8, easy · Japanese crosswords"
    address = "https://puzzles.example/all/car"
    for name, content in (("title", "10 × 8, easy"), ("image", f"{address}.png"), ("url", f"{address}.html")):
        assert page.get_attribute(f"meta[property='og:{name}']", "content") == content
    picture = page.request.get(f"{pages}car.png")
    assert picture.body().startswith(b"\x89PNG")
    expecting(page, "noscript p").to_contain_text("needs JavaScript")
    expecting(page, "noscript img").to_be_visible()
    page.goto(pages)
    expecting(page, "[data-card] a").to_have_count(4)
    expecting(page, "noscript p").to_contain_text("needs JavaScript")
    page.close()


def test_it_is_installed_and_works_without_a_network(window: Window, pages: str) -> None:
    page = window(pages)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, "which the tests' browser is"
    page.wait_for_function("() => caches.keys().then(names => names.length === 1)")
    page.context.set_offline(True)
    visit(page, f"{pages}heart.html")
    page.click("#hint")
    expecting(page, "#hint-card").to_be_visible()
    visit(page, pages)
    expecting(page, "[data-card]").to_have_count(4)


def test_one_file_opens_from_a_disk(window: Window, one_file: str) -> None:
    page = window(one_file, its_own=(one_file, "data:", "blob:"))
    page.click("[data-card='heart'] a")
    expecting(page, "#page-name").to_have_text("5 × 5, easy")
    click(page, "#hint", "#do-step")
    expecting(page, "#progress-text").to_have_text(re.compile(r"^[1-9]"))
    click(page, "#mode-watch", "[data-speed='0']", "#switch-on")
    expecting(page, "#screen-text").to_have_text("solved", timeout=rig.LONG_MS)
    page.click(".mark")
    expecting(page, "[data-card='heart'] .far").to_contain_text("% so far")
    page.click("#language")
    expecting(page, "#cards-title").to_have_text("2 кроссворда")
    page.click("#fresh-sizes [value='5']")
    expecting(page, "#page-name").to_contain_text("5 × 5")
    page.goto("about:blank")
    visit(page, one_file + share(Document(TWO, title="two")))
    expecting(page, "#page-name").to_contain_text("3 × 3")


def test_pages_have_a_stock_of_new_puzzles(window: Window, pages: str) -> None:
    page = window(f"{pages}#new=10x10-hard-0")
    expecting(page, "#toast-text").to_have_text("These pages do not hold that puzzle. Choose another.")
    page.click("#fresh-steps [value='hard'] + *")
    expecting(page, "#fresh-sizes [value='5']").to_be_disabled()
    page.click("#fresh-steps [value='easy'] + *")
    for left in (1, 0):
        page.click("#fresh-sizes [value='5']" if left else "#next-puzzle")
        expecting(page, "#finish-card").to_be_hidden()
        expecting(page, "#page-name").to_have_text("5 × 5, easy")
        rig.solve_by_steps(page)
        expecting(page, "#finish-title").to_have_text("Solved!")
    page.click("#next-puzzle")
    expecting(page, "#toast-text").to_contain_text("You have solved all puzzles of this size")
    page.click("#mode-watch")
    expecting(page, "#switch-on").to_be_visible()
    assert re.search(r"#new=5x5-easy-\d/watch$", page.url)


def test_the_stock_has_new_puzzles_of_all_kinds_that_their_seeds_make_at_the_first_try() -> None:
    """One of each kind is made again."""
    lines, kinds = static(STOCK).splitlines(), list[tuple[int, str]]()
    for line in lines:
        size, step, seed = line.split()[0].split("-")
        kinds.append((int(size.partition("x")[0]), step))
        if kinds[-1] in kinds[:-1]:
            continue
        made = new_puzzle(*kinds[-1], int(seed))
        assert (made.tries, stock_line(step, made)) == (1, line)
        assert solve_any(made.puzzle).solutions == (made.puzzle.goal,)
        assert made.puzzle.palette.in_colour or step_of_difficulty(explain(made.puzzle).rating) == step
    assert len(set(lines)) == 62
    assert all(kinds.count(kind) >= 2 for kind in KINDS)


FOREIGN = Tape(program_blocks("foreign", tokenise("10 PAUSE 0"), 10))
NO_WORKER = "globalThis.Worker = class { constructor() { throw new Error('none here'); } };"


def test_bad_input_gets_a_sentence(window: Window, tmp_path: Path) -> None:
    """A tape of another program, a damaged one, and a browser without workers."""
    tape, path, damaged = tmp_path / "foreign.tap", tmp_path / "car.html", tmp_path / "damaged.html"
    FOREIGN.write(tape)
    assert main(["page", rig.sample("car"), "--tape", str(tape), "--out", str(path)]) == 0
    text = path.read_text("utf-8")
    packed = text.index('"data":"') + len('"data":"')
    damaged.write_text(f"{text[:packed]}AAAA{text[packed + 4 :]}", "utf-8")
    cases = [(path, "", "The program does not answer as it should. The keys are yours.")]
    cases += [(path, NO_WORKER, "This browser runs no worker from this page"), (damaged, "", "This page is damaged")]
    for place, script, sentence in cases:
        page = window(place.as_uri() + "#watch", script)
        click(page, "[data-speed='0']", "#switch-on")
        expecting(page, "#message").to_contain_text(sentence, timeout=rig.LONG_MS)


WIDE: Any = {"width": 1440, "height": 900}
NARROW: Any = {"width": 390, "height": 844}


def check_looks(page: Page) -> None:
    """Look at it as wide as a desk and as narrow as a phone, in all colours."""
    prepare_axe(page)
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        settle(page)
        assert overflowing(page) == []
    assert violations(page) == []


def test_a_puzzle_s_page_is_solved_on_a_phone(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "car.html"
    assert main(["page", rig.sample("car"), "--tape", "tapes/crossword-turbo.tap", "--out", str(path)]) == 0
    how = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    phone = window(path.as_uri() + "#watch", its_own=(path.as_uri(), "data:", "blob:"), **how)
    click(phone, "[data-speed='0']", "#switch-on")
    expecting(phone, "#now-title").to_have_text("solved", timeout=rig.LONG_MS)
    assert read_solving_screen(rig.screen_of(phone), 10, 8).grid == rig.car_picture()
    check_looks(phone)


def test_a_link_is_pasted_and_a_bad_one_is_told(window: Window, pages: str) -> None:
    page = window(pages)
    page.fill("#link-field", "https://elsewhere.example/")
    page.keyboard.press("Enter")
    expecting(page, "#link-message").to_have_text("This link holds no puzzle; copy all of it.")
    page.fill("#link-field", "https://elsewhere.example/" + share(Document(TWO, title="two")))
    page.keyboard.press("Enter")
    expecting(page, "#page-name").to_have_text("3 × 3")


def test_the_link_that_the_studio_copies_opens_there_and_tells_nothing_of_the_studio(
    browser: Browser, window: Window, pages: str
) -> None:
    with rig.studio("--share-at", pages) as running, opened(browser, running.address) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        rig.bring_car(page)
        page.click(".bar [data-share]")
        expecting(page, "#toast-text").to_contain_text("clipboard")
        link: str = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(f"{pages}#puzzle=")
        kept = page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
        for secret in (rig.TOKEN, f":{running.port}"):
            assert secret not in link
        assert rig.TOKEN not in kept
    assert unshare(link) == Document(rig.car_picture().rows, title="car")
    visitor = window(link)
    expecting(visitor, "#page-name").to_have_text("10 × 8")
    expecting(visitor, "#progress-text").to_have_text("0 of 49 black cells")


def test_pages_fit_a_phone_and_axe_finds_nothing(window: Window, pages: str) -> None:
    found: list[Any] = []
    for place in ("", "car.html", "car.html#watch", "tulips.html"):
        page = window(pages + place, viewport={"width": 360, "height": 800}, locale="ru", has_touch=True)
        found += [(place, one) for one in overflowing(page)]
        prepare_axe(page)
        found += [(place, *one) for one in violations(page)]
    assert found == []


def test_forced_colours_leave_everything_visible(window: Window, pages: str) -> None:
    """Cards with their thumbnails, the pressed tool, and the Spectrum's own colours."""
    page = window(pages, forced_colors="active")
    expecting(page, "[data-card='car'] .th svg").to_have_css("display", "block")
    expecting(page, "[data-card='car'] .pc").to_have_css("border-top-style", "solid")
    page.click("[data-card='car'] a")
    page.wait_for_selector("html[data-ready]")
    outlines = page.evaluate(
        "[...document.querySelectorAll('.tool[aria-pressed]')].filter(one => one.getClientRects().length)"
        ".map(one => [one.getAttribute('aria-pressed'), getComputedStyle(one).outlineStyle])"
    )
    assert outlines
    assert all(style == ("solid" if pressed == "true" else "none") for pressed, style in outlines)
    page.click("#mode-watch")
    expecting(page, ".screen").to_have_css("forced-color-adjust", "none")
