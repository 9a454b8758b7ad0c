"""Pages of our examples and of the crossword, opened as files in Chromium, and played with keys and fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.cli import main as crossword_command
from harness.spectrum.menu import flat
from harness.spectrum.messages import ENGLISH, language
from pyspectrum import Spectrum, assemble
from pyspectrum.commands import main as spectrum_command
from pyspectrum.screen import Screen
from tests.browser import complaints_of, expecting, prepare_axe, violations
from tests.house import ROOT
from tools.example_pages import EXAMPLES, write_pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAID = language(ENGLISH)
TRIES, TRY_MS = 200, 100
WIDE = {"viewport": {"width": 1440, "height": 900}}
NARROW = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PRIVATE = "Storage.prototype.setItem = () => { throw new Error('full'); };"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages by their names."""
    folder = tmp_path_factory.mktemp("pages")
    found = {path.stem: path for path in write_pages(folder)}
    found["crossword"] = folder / "crossword.html"
    assert crossword_command(["page", "--program", "--out", str(found["crossword"])]) == 0
    found["opense"] = folder / "opense.html"
    return found


class Play:
    """A page in a browser, and the Spectrum in it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, what: str, given: Any = None) -> Any:
        return self.page.evaluate(
            "([what, given]) => spectrum.ask(what, given).then(it => it instanceof Uint8Array ? [...it] : it)",
            [what, given],
        )

    def switch_on(self) -> None:
        self.page.click("[data-do=on]")
        expecting(self.page, "body").to_have_class("on runs")

    def peek(self, address: int, length: int = 1, **more: int) -> bytes:
        return bytes(self.ask("peek", {"address": address, "length": length, **more}))

    def screen(self) -> Screen:
        shadow = self.ask("registers")["paging"] & 8
        return Screen(self.peek(0, 6912, bank=7 if shadow else 5))

    def shows(self, text: str) -> bool:
        return text in flat(self.screen().text())

    def wait(self, condition: Callable[[], object], what: str) -> None:
        for _ in range(TRIES):
            if condition():
                return
            self.page.wait_for_timeout(TRY_MS)
        pytest.fail(f"{what} did not come; the screen shows:\n" + "\n".join(self.screen().text()))

    def wait_for_text(self, text: str) -> None:
        self.wait(lambda: self.shows(text), text)

    def speed(self, times: int) -> None:
        self.page.click(f'[data-times="{times}"]')

    def press(self, key: str) -> None:
        """Press a key of the computer, or of the drawn keyboard by a finger."""
        if self.page.evaluate("navigator.maxTouchPoints"):
            self.page.tap(f'[data-key="{key}"]')
        else:
            self.page.keyboard.press({"SPACE": " ", "ENTER": "Enter"}.get(key, key))


@pytest.fixture
def show(browser: Browser, pages: dict[str, Path]) -> Iterator[Callable[..., Play]]:
    """Open a page; errors, and requests that leave it, fail the test."""
    contexts: list[Any] = []
    complaints: list[list[str]] = []

    def open_page(name: str | Path, how: dict[str, Any] = WIDE, before: str = "") -> Play:
        context = browser.new_context(**how)
        contexts.append(context)
        page = context.new_page()
        complaints.append(complaints_of(page, its_own=("file:", "blob:", "data:")))
        if before:
            page.add_init_script(before)
        page.goto((pages[name] if isinstance(name, str) else name).as_uri())
        page.wait_for_selector("html[data-ready]")
        return Play(page)

    yield open_page
    for context in contexts:
        context.close()
    assert not any(complaints)


BOTH = pytest.mark.parametrize("how", [pytest.param(WIDE, id="1440"), pytest.param(NARROW, id="390")])


def test_a_question_from_the_console_switches_on(show: Callable[..., Play]) -> None:
    play = show("snake")
    assert play.peek(0) == b"\xf3"  # the ROM's first instruction
    expecting(play.page, "body").to_have_class("on runs")
    play.wait_for_text("PRESS SPACE")


@BOTH
def test_snake_is_steered(show: Callable[..., Play], how: dict[str, Any]) -> None:
    names = assemble(EXAMPLES / "snake" / "snake.asm").symbol_table()
    play = show("snake", how)
    play.switch_on()
    play.wait_for_text("PRESS SPACE OR FIRE")
    play.press("SPACE")
    play.wait_for_text("SCORE 00")
    assert play.peek(names["heading"])[0] == names["right"]
    play.press("q")
    play.wait(lambda: play.peek(names["heading"])[0] == names["up"], "the snake's turn")


def test_opense_basic_loads_a_tape(show: Callable[..., Play], pages: dict[str, Path]) -> None:
    tape, rom = ROOT / "tapes" / "crossword.tap", Path("/usr/share/spectrum-roms/opense.rom")
    if not rom.is_file():
        pytest.skip("OpenSE BASIC is not installed: apt install opense-basic")
    assert spectrum_command(["page", str(tape), "--rom", "opense", "--out", str(pages["opense"])]) == 0
    assert "OpenSE BASIC" in pages["opense"].read_text("utf-8")
    play = show("opense")
    play.switch_on()
    play.speed(0)
    play.wait_for_text(SAID["menu_exit"])


# -- the page around it ------------------------------------------------------------------------


def test_keys_reach_the_spectrum_only_while_its_screen_has_the_focus(show: Callable[..., Play]) -> None:
    play = show("snake")
    play.switch_on()
    play.wait_for_text("PRESS SPACE OR FIRE")
    play.page.locator("summary").focus()
    play.page.keyboard.down("q")
    assert play.page.locator(".keyboard .down").count() == 0
    play.page.keyboard.up("q")
    play.page.click("#screen")
    play.page.keyboard.down("q")
    assert play.page.locator(".keyboard .down").get_attribute("data-key") == "q"
    play.wait(lambda: play.ask("registers")["rows"][2] == 0x1E, "the key")
    play.page.keyboard.up("q")
    russian = "new KeyboardEvent('keydown', { key: 'ф', code: 'KeyA', cancelable: true })"
    play.page.evaluate(f"() => document.getElementById('tube').dispatchEvent({russian})")
    assert play.page.locator(".keyboard .down").get_attribute("data-key") == "a"
    play.page.keyboard.press("Tab")
    assert play.page.locator(".keyboard .down").count() == 0


def test_play_switches_on_and_the_real_tape_takes_its_time(show: Callable[..., Play]) -> None:
    play = show("snake")
    play.page.click("[data-do=tape]")
    expecting(play.page, "body").to_have_class("on runs")
    expecting(play.page, "[data-do=tape]").to_have_attribute("aria-pressed", "true")
    play.page.click("[data-do=again]")
    play.wait(lambda: play.ask("tape", {})["playing"], "the tape")
    play.speed(0)
    play.wait_for_text("PRESS SPACE OR FIRE")
    other = show("snake")
    other.page.click("[data-do=play]")
    expecting(other.page, "body").to_have_class("on runs")


def test_a_drawn_shift_waits_for_the_next_key(show: Callable[..., Play]) -> None:
    play = show("crossword", NARROW)
    play.switch_on()
    caps = play.page.locator("[data-key=CAPS]")
    caps.tap()
    assert caps.get_attribute("aria-pressed") == "true"
    play.page.tap("[data-key=q]")
    assert caps.get_attribute("aria-pressed") == "false"
    caps.tap()
    play.page.tap("[data-key=SYMBOL]")  # both: extended mode
    assert play.page.locator(".keyboard [aria-pressed=true]").count() == 0


def test_the_arrows_are_a_joystick(show: Callable[..., Play]) -> None:
    names = assemble(EXAMPLES / "snake" / "snake.asm").symbol_table()
    play = show("snake")
    play.switch_on()
    play.wait_for_text("PRESS SPACE OR FIRE")
    play.page.click("[data-do=stick]")
    play.page.click("#screen")
    play.page.keyboard.press("Control")
    play.page.keyboard.down("ArrowUp")  # held: a press may come when the snake has run into a wall
    play.wait_for_text("SCORE 00")
    play.wait(lambda: play.peek(names["heading"])[0] == names["up"], "the snake's turn")


def test_a_gamepad_is_a_joystick(show: Callable[..., Play]) -> None:
    play = show("snake", before="navigator.getGamepads = () => globalThis.pads ?? [];")
    play.switch_on()
    assert play.ask("registers")["kempston"] == -1

    def is_pushed(bits: int) -> bool:
        return bool(play.ask("registers")["kempston"] == bits)

    for axes, buttons, bits in (("-1, 0", "[]", 2), ("0, 1", "[{ pressed: true }]", 20), ("0, 0", "[]", 0)):
        play.page.evaluate(f"() => {{ pads = [{{ index: 0, axes: [{axes}], buttons: {buttons} }}]; }}")
        play.wait(partial(is_pushed, bits), f"{bits} of the joystick")


def test_it_stops_while_nobody_looks(show: Callable[..., Play]) -> None:
    play = show("snake")
    play.switch_on()
    hide = "hidden => { Object.defineProperty(document, 'hidden', {configurable: true, value: hidden}); "
    hide += "document.dispatchEvent(new Event('visibilitychange')); }"
    play.page.evaluate(hide, True)
    expecting(play.page, "body").to_have_class("on")
    stopped = play.ask("registers")["tstates"]
    assert play.ask("registers")["tstates"] == stopped
    play.page.evaluate(hide, False)
    expecting(play.page, "body").to_have_class("on runs")


def test_it_goes_back_keeps_and_downloads(show: Callable[..., Play], tmp_path: Path) -> None:
    play = show("rooms")
    play.switch_on()
    play.wait_for_text("THE CELLAR")
    play.page.click("[data-do=keep]")
    expecting(play.page, "#notice").to_have_text("Kept in this browser.")
    play.page.click("#screen")
    play.press("2")
    play.wait_for_text("THE KITCHEN")
    play.page.click("[data-do=play]")
    play.page.click("[data-do=back]")
    play.wait(lambda: not play.shows("THE KITCHEN"), "the past")
    play.page.click("[data-do=kept]")
    play.wait_for_text("THE CELLAR")
    with play.page.expect_download() as download:
        play.page.click("[data-do=save]")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "rooms.szx"
    spectrum = Spectrum("128")
    spectrum.load(path)
    assert any("THE CELLAR" in line for line in spectrum.screen.text())


def test_sound_comes_with_the_first_touch(show: Callable[..., Play]) -> None:
    play = show("snake")
    assert play.page.evaluate("spectrum.speaker") is None
    play.switch_on()
    play.wait(lambda: play.page.evaluate("spectrum.speaker?.audio.state") == "running", "the sound")
    play.page.click("[data-do=sound]")
    play.wait(lambda: play.page.evaluate("spectrum.speaker.audio.state") == "suspended", "the silence")


@pytest.mark.parametrize(
    ("before", "steps", "sentence"),
    [
        (
            "delete globalThis.AudioContext",
            ["on"],
            "This browser has no Web Audio, so the Spectrum is silent. All else",
        ),
        ("delete globalThis.Worker", [], "This browser runs no worker from this page"),
        (PRIVATE, ["on", "keep"], "This browser keeps nothing for this page: a private window, or no room."),
        ("", ["on", "kept"], "Nothing is kept in this browser yet."),
    ],
)
def test_what_a_browser_lacks_gets_a_sentence(
    show: Callable[..., Play], before: str, steps: list[str], sentence: str
) -> None:
    play = show("snake", before=before)
    for step in steps:
        play.page.click(f"[data-do={step}]")
    expecting(play.page, "#notice").to_contain_text(sentence)


@pytest.mark.parametrize(
    ("part", "by", "sentence"),
    [
        ("program", "", "This page has no program in it."),
        ("program", "abcd", "The program in this page is damaged."),
        ("rom", "abcd", "The ROM in this page is damaged."),
        ("head", "", "This page has lost its data."),
    ],
)
def test_a_damaged_page_says_so(
    show: Callable[..., Play], pages: dict[str, Path], tmp_path: Path, part: str, by: str, sentence: str
) -> None:
    text = pages["snake"].read_text("utf-8")
    start = text.index(">", text.index(f'id="{part}"')) + 1
    path = tmp_path / "damaged.html"
    path.write_text(text[:start] + by + text[text.index("</script>", start) :], "utf-8")
    play = show(path)
    if part != "head":
        play.page.click("[data-do=on]")
    expecting(play.page, "#notice").to_contain_text(sentence)


def test_a_file_that_cannot_be_opened_gets_a_sentence_and_the_spectrum_goes_on(
    show: Callable[..., Play], tmp_path: Path
) -> None:
    play = show("snake")
    play.switch_on()
    tap = (ROOT / "tapes" / "crossword.tap").read_bytes()
    (tmp_path / "cut.tap").write_bytes(tap[:-3])
    play.page.set_input_files("#file", tmp_path / "cut.tap")
    expecting(play.page, "#notice").to_contain_text("cut.tap is cut short: it ends at byte")
    play.wait_for_text("PRESS SPACE OR FIRE")
    (tmp_path / "good.tap").write_bytes(tap)
    play.page.set_input_files("#file", tmp_path / "good.tap")
    play.speed(0)
    play.wait_for_text(SAID["menu_exit"])


@BOTH
def test_axe_finds_nothing(show: Callable[..., Play], how: dict[str, Any]) -> None:
    play = show("snake", {**how, "bypass_csp": True})
    prepare_axe(play.page)
    assert violations(play.page) == []
    play.switch_on()
    play.page.click("summary")
    play.page.set_input_files("#file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"x"})
    expecting(play.page, "#notice").to_be_visible()
    assert violations(play.page) == []
    assert play.page.evaluate("document.documentElement.scrollWidth") <= how["viewport"]["width"]
