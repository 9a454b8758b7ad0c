"""Pages of our examples and of the crossword, opened as files in Chromium, and played with keys and fingers."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from harness.cli import main as crossword_command
from harness.spectrum.messages import ENGLISH, language
from pyspectrum import Spectrum, Tape, assemble
from pyspectrum.commands import main as spectrum_command
from pyspectrum.keyboard import half_rows
from pyspectrum.screen import Screen
from tests.browser import FILES, Window, click, expecting, prepare_axe, saved, touch, violations, visit
from tests.cases import cases
from tests.house import ROOT
from tools.example_pages import EXAMPLES, build_rooms, build_snake, write_pages

if TYPE_CHECKING:
    from playwright.sync_api import Page

SAID = language(ENGLISH)
MENU, TITLE = SAID["menu_exit"], "PRESS SPACE OR FIRE"
"""What the crossword program shows when it is there, and Snake."""
TRIES, TRY_MS = 200, 100
WIDE = {"viewport": {"width": 1440, "height": 900}}
FINGERS = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
NARROW = {"viewport": {"width": 390, "height": 844}, **FINGERS}
LYING = {"viewport": {"width": 844, "height": 390}, **FINGERS}
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

    def switch_on(self, text: str = "", times: int = 1) -> None:
        """Switch it on, at a speed (0: as fast as it goes), and wait until the program shows this text."""
        self.page.click("[data-do=on]")
        expecting(self.page, "body").to_have_class("on runs")
        if times != 1:
            self.page.click(f'[data-times="{times}"]')
        if text:
            self.wait_for_text(text)

    def peek(self, address: int, length: int = 1, **more: int) -> bytes:
        return bytes(self.ask("peek", {"address": address, "length": length, **more}))

    def screen(self) -> Screen:
        shadow = self.ask("registers")["paging"] & 8
        return Screen(self.peek(0, 6912, bank=7 if shadow else 5))

    def shows(self, text: str) -> bool:
        return text in "".join(self.screen().text())

    def wait(self, condition: Callable[[], object], what: str) -> None:
        for _ in range(TRIES):
            if condition():
                return
            self.page.wait_for_timeout(TRY_MS)
        pytest.fail(f"{what} did not come; the screen shows:\n" + "\n".join(self.screen().text()))

    def wait_for(self, register: str, value: object) -> None:
        self.wait(lambda: self.ask("registers")[register] == value, f"{register} = {value}")

    def wait_for_text(self, text: str) -> None:
        self.wait(lambda: self.shows(text), text)

    def press(self, key: str) -> None:
        """Press a key of the computer, or of the pad by a finger."""
        if self.page.evaluate("navigator.maxTouchPoints"):
            self.page.tap(f'.pad [data-keys="{key}"]')
        else:
            self.page.keyboard.press({"SPACE": " ", "ENTER": "Enter"}.get(key, key))


Show = Callable[..., Play]


@pytest.fixture
def show(window: Window, pages: dict[str, Path]) -> Show:
    """Open a page; errors, and requests that leave it, fail the test."""

    def open_page(name: str | Path, how: dict[str, Any] = WIDE, before: str = "") -> Play:
        path = pages[name] if isinstance(name, str) else name
        return Play(window(path.as_uri(), before, FILES, **how))

    return open_page


def fingers(page: Page, kind: str, *selectors: str) -> None:
    """Have fingers on the middles of these."""
    boxes = [page.locator(selector).bounding_box() for selector in selectors]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    assert len(points) == len(selectors)
    touch(page, kind, *points)


def test_a_question_from_the_console_switches_on_and_so_does_play(show: Show) -> None:
    play = show("snake")
    assert play.peek(0) == b"\xf3"  # the ROM's first instruction
    expecting(play.page, "body").to_have_class("on runs")
    play.wait_for_text("PRESS SPACE")
    play = show("snake")
    play.page.click("[data-do=play]")
    expecting(play.page, "body").to_have_class("on runs")


@pytest.mark.parametrize("how", [WIDE, NARROW, LYING], ids=["1440", "390", "844"])
def test_snake_is_steered_while_screen_and_keys_are_seen(show: Show, how: dict[str, Any]) -> None:
    names = assemble(EXAMPLES / "snake" / "snake.asm").symbol_table()
    play = show("snake", how)
    play.switch_on(TITLE)
    for one in ("#tube", ".bar") if how is WIDE else ("#tube", ".bar", "#cross", "#pad"):
        expecting(play.page, one).to_be_in_viewport(ratio=1)
    play.press("SPACE")
    play.wait_for_text("SCORE 00")
    assert play.peek(names["heading"])[0] == names["right"]
    play.press("q")
    play.wait(lambda: play.peek(names["heading"])[0] == names["up"], "the snake's turn")


def test_three_fingers_play_at_once_and_one_slides(show: Show) -> None:
    play = show("snake", LYING)
    play.switch_on(TITLE)

    def rows(*keys: str) -> None:
        play.wait_for("rows", half_rows(frozenset(keys)))

    first, second, third = '.cross [data-keys="q"]', '.cross [data-keys="p"]', "#pad [data-keys=SPACE]"
    for down in ([first], [first, second], [first, second, third]):
        fingers(play.page, "touchStart", *down)
    rows("q", "p", "SPACE")
    fingers(play.page, "touchEnd")
    for kind, place, keys in (
        ("touchStart", first, "q"),
        ("touchMove", '.cross [data-keys="o q"]', "oq"),
        ("touchMove", '.cross [data-keys="o"]', "o"),
    ):
        fingers(play.page, kind, place)
        rows(*keys)
    fingers(play.page, "touchEnd")
    rows()
    play.page.select_option("#pad-kind", "kempston")
    fingers(play.page, "touchStart", ".cross [data-bits='10']")
    fingers(play.page, "touchStart", ".cross [data-bits='10']", "#pad [data-bits='16']")
    play.wait_for("kempston", 26)  # left, up and fire


def test_the_machine_and_the_keys_are_found(show: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tapes: dict[str, tuple[Tape, list[str]]] = {
        "snake": (build_snake(), []),
        "rooms": (build_rooms(), ["--pad", "1 2 3"]),
    }
    heads: dict[str, Any] = {}
    for name, (tape, more) in tapes.items():
        (tmp_path / f"{name}.tap").write_bytes(tape.to_bytes())
        page = tmp_path / f"{name}.html"
        assert spectrum_command(["page", str(tmp_path / f"{name}.tap"), "--out", str(page), *more]) == 0
        heads[name] = json.loads(page.read_text("utf-8").split('id="head">')[1].split("</script>")[0])
    (said,) = capsys.readouterr().err.splitlines()
    assert "rooms.tap: it pages memory, so the page has a 128K; --model 48 overrides it" in said
    pad = heads["snake"]["pad"]
    assert [[key["label"] for key in pad[part]] for part in ("cross", "keys")] == [["O", "P", "Q", "A"], ["SPACE"]]
    machines = {name: [one["model"]["name"] for one in head["machines"]] for name, head in heads.items()}
    assert machines == {"snake": ["48K", "128K"], "rooms": ["128K", "48K"]}
    play = show(tmp_path / "rooms.html", NARROW)
    colours = "new Set(document.querySelector('#screen').getContext('2d').getImageData(40, 40, 240, 90).data).size"
    play.page.wait_for_function(f"() => {colours} > 2")  # the poster
    play.switch_on("THE CELLAR")
    play.press("3")
    play.wait_for_text("THE GARDEN")
    play.page.select_option("#model-choice", label="48K")
    expecting(play.page, "#lamp").to_have_text("48K")
    play.wait(lambda: not play.shows("THE"), "a machine without the rooms' banks")
    play = show(tmp_path / "snake.html")
    play.page.select_option("#model-choice", label="128K")  # which switches on, too
    play.wait_for_text(TITLE)
    assert len({play.peek(0, 0x4000, bank=bank) for bank in (0, 7)}) == 2


def test_opense_basic_loads_a_tape(show: Show, pages: dict[str, Path]) -> None:
    tape, rom = ROOT / "tapes" / "crossword.tap", Path("/usr/share/spectrum-roms/opense.rom")
    if not rom.is_file():
        pytest.skip("OpenSE BASIC is not installed: apt install opense-basic")
    assert spectrum_command(["page", str(tape), "--rom", "opense", "--pad", "1", "--out", str(pages["opense"])]) == 0
    assert "OpenSE BASIC" in pages["opense"].read_text("utf-8")
    play = show("opense")
    play.switch_on(MENU, 0)


def test_a_reader_of_russian_gets_the_page_and_the_edition_in_russian(show: Show) -> None:
    play = show("crossword", {**WIDE, "locale": "ru-RU"})
    expecting(play.page, "[data-do=on]").to_have_text("Включить")
    expecting(play.page, "h1").to_have_text("Японские кроссворды")
    play.switch_on("8 - ", 0)
    expecting(play.page, "#counter").to_have_text(re.compile(r"блок \d+ из \d+, конец"))
    expecting(play.page, "#shelf [aria-pressed]").to_have_text("crossword-turbo-ru.tap")
    expecting(play.page, "#program-choice option").to_have_count(6)
    play.page.select_option("#program-choice", label="Classic")
    play.wait_for_text(MENU)
    play.page.click("[data-do=kept]")
    expecting(play.page, "#notice").to_have_text("В этом браузере ещё ничего не запомнено.")
    play.page.set_input_files("#file", {"name": "x.tap", "mimeType": "", "buffer": b"\5"})
    expecting(play.page, "#notice").to_have_text("x.tap: файл обрывается на байте 1. Скачайте его снова.")


# -- the page around it ------------------------------------------------------------------------


def test_keys_reach_the_spectrum_only_while_its_screen_has_the_focus(show: Show) -> None:
    play = show("snake")
    play.switch_on(TITLE)
    play.page.locator("summary").focus()
    play.page.keyboard.down("q")
    assert play.page.locator(".zxkeys .down").count() == 0
    play.page.keyboard.up("q")
    play.page.click("#screen")
    play.page.keyboard.down("q")
    assert play.page.locator(".zxkeys .down").get_attribute("data-key") == "q"
    play.wait_for("rows", half_rows(frozenset("q")))
    play.page.keyboard.up("q")
    russian = "new KeyboardEvent('keydown', { key: 'ф', code: 'KeyA', cancelable: true })"
    play.page.evaluate(f"() => document.getElementById('tube').dispatchEvent({russian})")
    assert play.page.locator(".zxkeys .down").get_attribute("data-key") == "a"
    play.page.keyboard.press("Tab")
    assert play.page.locator(".zxkeys .down").count() == 0


def test_the_real_tape_switches_on_and_takes_its_time(show: Show) -> None:
    play = show("snake")
    play.page.click("[data-do=tape]")
    expecting(play.page, "body").to_have_class("on runs")
    expecting(play.page, "[data-do=tape]").to_have_attribute("aria-pressed", "true")
    play.page.click("[data-do=again]")
    play.wait(lambda: play.ask("tape", {})["playing"], "the tape")
    play.page.click("[data-times='0']")
    play.wait_for_text(TITLE)


def test_a_drawn_shift_waits_for_the_next_key(show: Show) -> None:
    play = show("crossword", NARROW)
    play.switch_on()
    play.page.tap("[data-do=keys]")
    caps = play.page.locator("[data-key=CAPS]")
    caps.tap()
    assert caps.get_attribute("aria-pressed") == "true"
    play.page.tap("[data-key=q]")
    assert caps.get_attribute("aria-pressed") == "false"
    caps.tap()
    play.page.tap("[data-key=SYMBOL]")  # both: extended mode
    assert play.page.locator(".zxkeys [aria-pressed=true]").count() == 0


def test_the_arrows_are_a_joystick(show: Show) -> None:
    names = assemble(EXAMPLES / "snake" / "snake.asm").symbol_table()
    play = show("snake")
    play.switch_on(TITLE)
    click(play.page, "[data-do=stick]", "#screen")
    play.page.keyboard.press("Control")
    play.page.keyboard.down("ArrowUp")  # held: a press may come when the snake has run into a wall
    play.wait_for_text("SCORE 00")
    play.wait(lambda: play.peek(names["heading"])[0] == names["up"], "the snake's turn")


def test_a_gamepad_is_a_joystick(show: Show) -> None:
    play = show("snake", before="navigator.getGamepads = () => globalThis.pads ?? [];")
    play.switch_on()
    assert play.ask("registers")["kempston"] == -1
    for axes, buttons, bits in (("-1, 0", "[]", 2), ("0, 1", "[{ pressed: true }]", 20), ("0, 0", "[]", 0)):
        play.page.evaluate(f"() => {{ pads = [{{ index: 0, axes: [{axes}], buttons: {buttons} }}]; }}")
        play.wait_for("kempston", bits)


def test_it_goes_back_keeps_and_downloads(show: Show, tmp_path: Path) -> None:
    play = show("rooms")
    play.switch_on("THE CELLAR")
    play.page.click("[data-do=keep]")
    expecting(play.page, "#notice").to_have_text("Kept in this browser.")
    play.page.click("#screen")
    play.press("2")
    play.wait_for_text("THE KITCHEN")
    click(play.page, "[data-do=play]", "[data-do=back]")
    play.wait(lambda: not play.shows("THE KITCHEN"), "the past")
    play.page.click("[data-do=kept]")
    play.wait_for_text("THE CELLAR")
    path = saved(play.page, tmp_path, "[data-do=save]")
    assert path.name == "rooms.szx"
    spectrum = Spectrum("128")
    spectrum.load(path)
    assert any("THE CELLAR" in line for line in spectrum.screen.text())


def test_sound_comes_with_the_first_touch_and_all_stops_while_nobody_looks(show: Show) -> None:
    play = show("snake")
    assert play.page.evaluate("spectrum.speaker") is None
    play.switch_on()
    play.wait(lambda: play.page.evaluate("spectrum.speaker?.audio.state") == "running", "the sound")
    play.page.click("[data-do=sound]")
    play.wait(lambda: play.page.evaluate("spectrum.speaker.audio.state") == "suspended", "the silence")
    hide = "hidden => { Object.defineProperty(document, 'hidden', {configurable: true, value: hidden}); "
    hide += "document.dispatchEvent(new Event('visibilitychange')); }"
    play.page.evaluate(hide, True)
    expecting(play.page, "body").to_have_class("on")
    stopped = play.ask("registers")["tstates"]
    assert play.ask("registers")["tstates"] == stopped
    play.page.evaluate(hide, False)
    expecting(play.page, "body").to_have_class("on runs")


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
def test_what_a_browser_lacks_gets_a_sentence(show: Show, before: str, steps: list[str], sentence: str) -> None:
    play = show("snake", before=before)
    for step in steps:
        play.page.click(f"[data-do={step}]")
    expecting(play.page, "#notice").to_contain_text(sentence)


@cases("part", "by", "sentence")
def test_a_damaged_page_says_so(
    show: Show, pages: dict[str, Path], tmp_path: Path, part: str, by: str, sentence: str
) -> None:
    text = pages["snake"].read_text("utf-8")
    start = text.index(">", text.index(f'id="{part}"')) + 1
    path = tmp_path / "damaged.html"
    path.write_text(text[:start] + by + text[text.index("</script>", start) :], "utf-8")
    play = show(path)
    if part != "head":
        play.page.click("[data-do=on]")
    expecting(play.page, "#notice").to_contain_text(sentence)


# -- tapes --------------------------------------------------------------------------------------


def shelf(play: Play) -> list[str]:
    """The names of the tapes on the shelf, "in" behind that which is in the deck."""
    buttons = play.page.locator("#shelf [data-act=insert]").all()
    return [b.inner_text() + " in" * (b.get_attribute("aria-pressed") == "true") for b in buttons]


def kept(play: Play) -> dict[str, bytes]:
    """The tapes that the browser keeps."""
    found = play.page.evaluate("() => Object.values(localStorage).map(text => JSON.parse(text))")
    return {one["name"]: base64.b64decode(one["data"]) for one in found}


def answer(play: Play, *answers: tuple[str, str]) -> None:
    """Type what the program asks for, on the computer's keys or the drawn ones, each behind a text on the screen."""
    for text, keys in answers:
        play.wait_for_text(text)
        for key in keys:
            play.press("ENTER" if key == "\n" else key)
            play.page.wait_for_timeout(TRY_MS)


def convert(source: Path) -> bytes:
    """The tape of a picture, by `crossword convert` and `spectrum convert`."""
    screen, tape = source.with_suffix(".scr"), source.with_suffix(".tap")
    if source != screen:
        plain = ["--cell", "1", "--threshold", "128"]  # a page neither looks for cells nor chooses
        assert crossword_command(["convert", str(source), str(screen), "--force", *plain]) == 0
    assert spectrum_command(["convert", str(screen), str(tape)]) == 0
    return tape.read_bytes()


def test_a_damaged_tape_gets_a_sentence_and_a_good_one_goes_in_while_the_spectrum_goes_on(
    show: Show, tmp_path: Path
) -> None:
    play = show("snake")
    play.switch_on()
    tap = (ROOT / "tapes" / "crossword.tap").read_bytes()
    (tmp_path / "cut.tap").write_bytes(tap[:-3])
    play.page.set_input_files("#file", tmp_path / "cut.tap")
    expecting(play.page, "#notice").to_contain_text("cut.tap is cut short: it ends at byte")
    play.wait_for_text(TITLE)
    (tmp_path / "good.tap").write_bytes(tap)
    play.page.set_input_files("#file", tmp_path / "good.tap")
    blocks = len(Tape.parse(tap).blocks)
    expecting(play.page, "#counter").to_have_text(f"block 1 of {blocks}")
    assert (shelf(play), play.shows(TITLE)) == (["snake.tap", "good.tap in"], True)
    play.page.click("[data-do=roll]")  # as pulses: nobody listens
    expecting(play.page, "[data-do=roll]").to_have_attribute("aria-pressed", "true")
    play.page.click("[data-times='0']")
    expecting(play.page, "#counter").to_have_text(f"block 2 of {blocks}")
    play.page.click("[data-do=rewind]")
    expecting(play.page, "#counter").to_have_text(f"block 1 of {blocks}")
    play.page.click("#shelf li:nth-child(2) [data-act=start]")
    play.wait_for_text(MENU)


def test_a_tape_that_no_browser_keeps_stands_on_the_shelf(show: Show) -> None:
    play = show("snake", before=PRIVATE)
    tape = ROOT / "tapes" / "crossword.tap"
    play.page.set_input_files("#file", tape)
    expecting(play.page, "#notice").to_contain_text("stands on the shelf, but this browser does not keep it")
    assert shelf(play) == ["snake.tap", "crossword.tap in"]
    play.page.click("#shelf [data-act=remove]")
    assert shelf(play) == ["snake.tap"]


def saved_groups(found: dict[str, Any]) -> bytes:
    """What the program saves of a puzzle: a byte a group, the last of a line marked, and that of the last line."""
    saved = b""
    for lines in (found["rows"], found["columns"]):
        for number, clue in enumerate(lines, 1):
            groups = [group - 1 for group in clue] or [63]
            groups[-1] += 192 if number == len(lines) else 64
            saved += bytes(groups)
    return saved


def test_a_dropped_picture_is_read_and_its_data_are_there_when_the_page_is_opened_again(
    show: Show, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    car = tmp_path / "car.png"
    assert crossword_command(["convert", str(ROOT / "puzzles" / "car.txt"), str(car)]) == 0
    play = show("crossword")
    play.switch_on(MENU, 0)
    drop = """([name, data]) => {
      const transfer = new DataTransfer(), bytes = Uint8Array.from(atob(data), it => it.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: "image/png" }));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
    }"""
    play.page.evaluate(drop, [car.name, base64.b64encode(car.read_bytes()).decode()])
    play.wait(lambda: shelf(play) == ["crossword-turbo.tap", "car.tap in"], "the picture's tape")
    sizes = ("X size", "10\n"), ("Y size", "8\n")
    answer(play, (SAID["menu_picture"], "3"), *sizes, ("name", "\n"), (SAID["solved"], "\n"), ("any key", "\n"))
    answer(play, (SAID["menu_save"], "7"), ("name", "c\n"), ("then press any key", "\n"))
    expecting(play.page, "#notice").to_contain_text("Saved: c.tap stands on the shelf")
    play.wait(lambda: len(Tape.parse(kept(play).get("c.tap", b"")).blocks) == 2, "the saved data")
    data = kept(play)["c.tap"]
    capsys.readouterr()
    convert(car)
    assert crossword_command(["picture", str(car.with_suffix(".scr")), "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert Tape.parse(data).blocks[1].payload == saved_groups(found)
    file = saved(play.page, tmp_path, "#shelf li:nth-child(3) [data-act=download]")
    assert (file.name, file.read_bytes()) == ("c.tap", data)
    page = play.page.context.new_page()
    visit(page, play.page.url)
    play.page.close()
    again = Play(page)
    assert shelf(again) == ["crossword-turbo.tap", "car.tap", "c.tap"]
    again.switch_on(MENU, 0)
    page.click("#shelf li:nth-child(3) [data-act=insert]")
    answer(again, (SAID["menu_load"], "8"), ("name", "\n"), (SAID["menu_view"], "4"))
    again.wait_for_text(f"Line {found['height']}: {','.join(map(str, found['rows'][-1]))}")


def test_pictures_become_the_tapes_that_convert_makes(show: Show, tmp_path: Path) -> None:
    rng = random.Random(72)
    noise = bytes(rng.randrange(256) for _ in range(4 * 150 * 131))
    pictures = {
        "small": Image.frombytes("L", (30, 20), noise[:600]),
        "colours": Image.frombytes("RGB", (62, 42), noise[: 3 * 62 * 42]),
        "large": Image.frombytes("RGB", (150, 131), noise[: 3 * 150 * 131]).resize((800, 333)),
        "clear": Image.frombytes("RGBA", (150, 131), noise),
        "palette": Image.frombytes("RGB", (150, 131), noise[: 3 * 150 * 131]).resize((90, 90)).quantize(7),
        "two levels": Image.frombytes("L", (61, 90), noise[: 61 * 90]).convert("1"),
    }
    wanted = {}
    for name, picture in pictures.items():
        picture.save(tmp_path / f"{name}.png")
        wanted[f"{name}.tap"] = convert(tmp_path / f"{name}.png")
    files = [tmp_path / f"{name}.png" for name in pictures]
    for name, size in (("screen of long name", 6912), ("пиксели", 6144), ("third", 2048), ("third.white", 2048)):
        path = tmp_path / f"{name}.scr"
        path.write_bytes(noise[: size - 1] + bytes([name == "third.white"]))
        wanted[f"{name}.tap"] = convert(path)
        files.append(path)
    play = show("crossword")
    play.page.set_input_files("#file", files)
    play.wait(lambda: len(kept(play)) == len(wanted), "the last tape")
    assert kept(play) == wanted


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["1440", "390"])
def test_axe_finds_nothing(show: Show, how: dict[str, Any]) -> None:
    play = show("crossword", {**how, "bypass_csp": True})
    prepare_axe(play.page)
    assert violations(play.page) == []
    play.switch_on()
    play.page.click("summary")
    play.page.set_input_files("#file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"x"})
    expecting(play.page, "#notice").to_be_visible()
    assert violations(play.page) == []
    assert play.page.evaluate("document.documentElement.scrollWidth") <= how["viewport"]["width"]
