"""Make, in Chromium, every step as a user takes it: tools, colours, size, the verdict, what is taken home or shared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from harness.files.reading import data_folder
from harness.studio.importing import PictureOptions
from harness.studio.importing import bring as read_drawing
from tests.browser import Window, click, expecting, press, saved, see, visit, wait_for_paint
from tests.house import ROOT
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page

PUZZLES = data_folder("puzzles")
FACE = ROOT / "tests" / "data" / "outlines" / "face15.txt"
STAIRS = ("##..", "#...", "..##", "..#.")
FORMS = [f"car{end}" for end in (".png", ".svg", "-solution.svg", ".non", ".xml", ".txt", ".tap", ".z80")]
EMPTY_FIVE = ("#....", ".....", ".....", ".....", ".....")


def test_each_tool_draws_its_shape(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, ("......",) * 6)
    rig.drag(page, (0, 0), (0, 2))
    assert rig.drawn(page)[0] == "###..."
    press(page, "l")
    expecting(page, "#tool-line").to_have_attribute("aria-pressed", "true")
    rig.drag(page, (0, 5), (5, 0))
    assert [row[5 - index] for index, row in enumerate(rig.drawn(page))] == ["#"] * 6
    press(page, "Control+z")
    page.click("#tool-rectangle")
    rig.drag(page, (1, 1), (4, 5))
    assert rig.drawn(page)[1:5] == [".#####", ".#...#", ".#...#", ".#####"]
    page.click("#tool-fill")
    rig.click_cell(page, 2, 3)
    assert rig.drawn(page)[2] == ".#####"
    page.click("#tool-ellipse")
    press(page, "Control+z", "Control+z")
    rig.drag(page, (1, 0), (5, 5))
    assert rig.drawn(page)[1] == ".####."
    assert rig.drawn(page)[3] == "#....#"


def test_symmetry_draws_on_both_sides(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, (".....",) * 5)
    press(page, "m")
    expecting(page, "#symmetry").to_have_attribute("aria-label", "Symmetry: left and right")
    rig.click_cell(page, 0, 0)
    assert rig.drawn(page)[0] == "#...#"
    press(page, "m", "m")
    rig.click_cell(page, 1, 1)
    assert rig.drawn(page)[1] == rig.drawn(page)[3] == ".#.#."


def test_a_drawing_is_moved_in_part_and_as_a_whole_and_keeps_its_cells_in_a_new_size(
    page: Page, tmp_path: Path
) -> None:
    rig.bring_rows(page, tmp_path, ("##...", "##...", ".....", ".....", "....."))
    press(page, "s")
    rig.drag(page, (0, 0), (1, 1))
    expecting(page, "#board").to_have_attribute("data-selected", "4")
    rig.drag(page, (0, 0), (2, 3))
    assert rig.drawn(page) == [".....", ".....", "...##", "...##", "....."]
    press(page, "ArrowLeft")
    assert rig.drawn(page)[2] == "..##."
    press(page, "Delete")
    assert set("".join(rig.drawn(page))) == {"."}
    press(page, "p")
    rig.click_cell(page, 0, 0)
    press(page, "a")
    rig.drag(page, (0, 0), (1, 2))
    assert rig.drawn(page)[1] == "..#.."
    press(page, "ArrowRight")
    assert rig.drawn(page)[1] == "...#."
    click(page, "#corner", "#mirror-h", "#mirror-v")
    assert rig.drawn(page)[3] == ".#..."
    page.fill("#width", "7")
    page.fill("#height", "6")
    click(page, ".anchor[data-across='1'][data-down='1']", "#size button[type='submit']")
    assert rig.drawn(page) == [*["......."] * 4, "...#...", "......."]
    for size, said in (("0", "0×6"), ("201", "201×6"), ("", "0×6")):
        page.fill("#width", size)
        page.locator("#size-form").evaluate("form => form.noValidate = true")
        page.click("#size button[type='submit']")
        expecting(page, "#size-message").to_contain_text(f"{said} cells; choose 1 to 200")
    press(page, "Escape")
    expecting(page, "#size").to_be_hidden()
    expecting(page, "#corner").to_be_focused()


def test_colours_are_added_edited_deleted_and_taken_from_a_palette(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, ("#..", "..."))
    page.click("#colours-open")
    for rgb in ("#d01020", "#2040c0"):
        page.fill("#new-colour", rgb)
        page.dispatch_event("#new-colour", "change")
    expecting(page, "#palette [aria-checked='true']").to_have_attribute("aria-label", "blue")
    rig.click_cell(page, 0, 1)
    press(page, "2")
    rig.click_cell(page, 1, 2)
    assert rig.drawn(page) == ["kb.", "..r"]
    expecting(page, "#verdict").to_have_text("One solution")
    expecting(page, "#act-note").to_contain_text("steps")
    page.fill("#colour-list li:nth-child(2) input", "#188030")
    page.dispatch_event("#colour-list li:nth-child(2) input", "change")
    expecting(page, "#palette [role='radio']:nth-child(2)").to_have_attribute("aria-label", "green")
    page.click("#colour-list li:nth-child(3) button")
    assert rig.drawn(page) == ["k..", "..r"]
    page.click("[data-palette='sea']")
    expecting(page, "#palette [role='radio']").to_have_count(9)  # six, black and green that are in use, white
    for _ in range(7):
        page.click("#undo")
    expecting(page, "#palette [role='radio']").to_have_count(2)
    assert rig.drawn(page) == ["#..", "..."]


def test_undo_and_redo_work_wherever_the_focus_is(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, EMPTY_FIVE)
    expecting(page, "#undo").to_be_disabled()
    expecting(page, "#redo").to_be_disabled()
    rig.click_cell(page, 1, 1)
    for place in ("#tool-line", "#language", "#take-open", "#mode-make"):
        page.focus(place)
        press(page, "Control+z")
        assert rig.drawn(page)[1] == "....."
        expecting(page, "#undo").to_be_disabled()
        press(page, "Control+y" if place != "#language" else "Control+Shift+Z")
        assert rig.drawn(page)[1] == ".#..."
    page.focus("#name")
    press(page, "Control+z")
    assert rig.drawn(page)[1] == ".#..."
    page.focus("#undo")
    press(page, "Enter")
    expecting(page, "#undo").to_be_disabled()
    assert page.evaluate("document.activeElement !== document.body")


def test_the_focus_never_falls_to_the_body(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, STAIRS)
    expecting(page, "#fix").to_be_enabled()
    seen = []
    for step in ("#fix", "#undo-fix", "#take-open", "#mode-solve", "#hint", "#do-step", "#solve-undo", "#mode-watch"):
        page.click(step)
        wait_for_paint(page)
        seen.append((step, page.evaluate("document.activeElement === document.body")))
    page.mouse.click(700, 400)
    seen.append(("beside", page.evaluate("document.activeElement === document.body")))
    assert [step for step, is_lost in seen if is_lost] == []


def test_an_outline_gets_a_fix_another_and_another_solution(page: Page) -> None:
    rig.bring(page, FACE)
    expecting(page, "#fix").to_be_visible()
    expecting(page, "#verdict-note").to_have_text("116 cells in doubt")
    expecting(page, "#gauge-text").to_have_text("109 of 225 cells follow from the numbers")
    expecting(page, "#board").to_have_attribute("data-repair", re.compile("^[45]$"))
    page.click("#other")
    expecting(page, "#board").to_have_attribute("data-swapped", "4")
    assert [page.get_attribute("#board", f"data-{kind}") for kind in ("doubt", "repair", "ties")] == ["0", "0", "2"]
    page.click("#other")
    expecting(page, "#board").to_have_attribute("data-doubt", "116")
    expecting(page, "#another-fix").to_be_visible()
    page.click("#another-fix")
    expecting(page, "#act-note").to_contain_text(re.compile(r"cells change \(.+\)"))
    page.click("#fix")
    expecting(page, "#verdict").to_have_text("One solution")


def test_the_verdict_and_the_difficulty_of_a_drawing_that_begins(page: Page, tmp_path: Path) -> None:
    rig.begin(page)
    expecting(page, "#verdict").to_have_text("Nothing drawn yet")
    expecting(page, "#name-note").not_to_contain_text("easy")
    expecting(page, "#diff").to_be_hidden()
    rig.click_cell(page, 0, 0)
    expecting(page, "#verdict").to_have_text("One solution")
    expecting(page, "#diff").to_be_visible()
    rig.bring_rows(page, tmp_path, ("####.", ".....", "####.", "####.", "....."))
    note = expecting(page, "#act-note")
    note.to_have_text(re.compile(r"\d+ steps: \d+ × [a-z ]+"), timeout=rig.LONG_MS)
    note.not_to_contain_text("no blocks")  # an empty line is no rule worth naming


def test_the_verdict_has_a_fixed_height_and_fixes_in_one_click(page: Page, tmp_path: Path) -> None:
    def height() -> float:
        return float(page.locator("#strip-make").evaluate("one => one.getBoundingClientRect().height"))

    rig.bring_rows(page, tmp_path, STAIRS)
    heights = {height()}
    expecting(page, "#act-note").to_contain_text(re.compile("becomes|cells change"))
    see(page, ("#verdict", "solutions"), ("#verdict-note", "in doubt"), ("#gauge-text", "of 16 cells follow"))
    assert int(page.get_attribute("#board", "data-doubt") or 0) > 0
    assert int(page.get_attribute("#board", "data-repair") or 0) > 0
    top = rig.place_of(page, 0, 0)
    heights.add(height())
    page.click("#fix")
    expecting(page, "#verdict").to_have_text("One solution")
    expecting(page, "#diff").to_have_attribute("aria-valuetext", re.compile("easy|moderate|hard|by trial"))
    assert rig.drawn(page) != list(STAIRS)
    heights.add(height())
    page.click("#undo-fix")
    see(page, ("#verdict", "solutions"))
    assert rig.drawn(page) == list(STAIRS)
    assert heights == {84.0}
    assert rig.place_of(page, 0, 0) == top


def test_drawing_by_keyboard(page: Page) -> None:
    rig.begin(page, 10)
    rig.go_to(page, 1, 1)
    press(page, "Space", "Shift+ArrowRight", "Shift+ArrowRight")
    assert rig.drawn(page)[1][:5] == ".###."
    press(page, "Backspace")
    assert rig.drawn(page)[1][:5] == ".##.."
    press(page, "Control+ArrowDown", "r", "Space", "ArrowRight", "ArrowDown", "Space")
    assert rig.drawn(page)[6][3:6] == rig.drawn(page)[7][3:6] == "##."
    assert rig.said_of(page, 6, 3) == "Row 7, column 4, black"
    press(page, "f", "End", "Space")
    assert rig.drawn(page)[9] == "#" * 10


def test_it_is_taken_home_in_every_form_and_comes_back(page: Page, tmp_path: Path) -> None:
    rig.bring_car(page)
    page.click("#take-open")
    chips = page.locator("#take [data-kind]:not([data-kind='html'])").count()
    for number in range(chips):
        saved(page, tmp_path, f"#take [data-kind]:not([data-kind='html']) >> nth={number}")
    rows = list(rig.car_picture().rows)
    drawings = {path.name: read_drawing(path.read_bytes(), path.name, PictureOptions()) for path in tmp_path.iterdir()}
    assert {name: drawing["document"]["rows"] for name, drawing in drawings.items()} == dict.fromkeys(FORMS, rows)
    rig.begin(page, 10)
    rig.bring(page, tmp_path / "car.tap")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 10 by 8 cells", timeout=rig.LONG_MS)
    assert rig.drawn(page) == rows


def test_the_printed_sheet_has_white_cells(page: Page) -> None:
    page.evaluate("window.print = () => { document.documentElement.dataset.printed = 'true'; }")
    rig.bring(page, PUZZLES / "spectrum.txt")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 44 by 24 cells")
    page.click("#take-open")
    for answers in (True, False):
        page.evaluate("delete document.documentElement.dataset.printed")
        if not answers:
            page.locator("#print-answers").uncheck(force=True)
            page.locator("#print-title").uncheck(force=True)
        page.click("#print")
        page.wait_for_selector("html[data-printed]")
        sheet = page.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1 + answers
        boxes = [float(number) for number in re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+)", sheet)]
        assert min(boxes) > 800, "a wide puzzle turns the paper"
        expecting(page, "#sheet figcaption").to_have_count(2 if answers else 0)


def test_what_no_spectrum_takes_is_told_why(page: Page) -> None:
    """A puzzle in colour has no tape either."""
    rig.bring(page, PUZZLES / "tulips.g")
    expecting(page, "#verdict").to_have_text("One solution")
    page.click("#take-open")
    expecting(page, "#take-tape").to_be_hidden()
    expecting(page, "#mode-watch").to_have_attribute("aria-disabled", "true")
    page.locator("#mode-watch").dispatch_event("click")
    expecting(page, "#toast-text").to_contain_text("takes puzzles in black and white")
    expecting(page, "#strip-make").to_be_visible()
    press(page, "Escape")
    rig.begin(page, 10)
    page.click("#corner")
    page.fill("#width", "70")
    page.click("#size button[type='submit']")
    rig.drag(page, (0, 0), (0, 3))
    page.locator("#mode-watch").dispatch_event("click")
    expecting(page, "#toast-text").to_have_text("70×10 cells are too many; the Spectrum program takes 62×42.")


BAD_FILES = {
    "bad.txt": (b"rows: x\n", "bad.txt:1:"),
    "empty.txt": (b"", "the file is empty"),
    "noise.png": (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a picture"),
    "noise.bin": (bytes(range(256)) * 40, "noise.bin: this is binary data"),
    "photo.heic": (b"\0\0\0\x18ftypheic" + bytes(40), "HEIC"),
}


def test_bad_files_get_their_line(page: Page, tmp_path: Path) -> None:
    for name, (content, _) in BAD_FILES.items():
        (tmp_path / name).write_bytes(content)

    def bring_all(place: str) -> None:
        for name, (_, said) in BAD_FILES.items():
            rig.bring(page, tmp_path / name)
            expecting(page, place).to_contain_text(said)

    bring_all("#bring-message")
    rig.begin(page, 10)
    rig.click_cell(page, 0, 0)
    rows = rig.drawn(page)
    bring_all("#toast-text")
    assert rig.drawn(page) == rows


# -- a page for a friend, by one press, and a book of many puzzles ------------------------------

SHARE = ".bar [data-share]"
SHEET = """window.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => {
  shared.push(`${file.name}, ${file.type}`);
  if (shared.length === 1) throw new DOMException("", "NotAllowedError");
};"""
"""A share sheet that finds the first press too long ago."""


def test_one_press_makes_a_page_that_a_friend_solves_without_the_studio(
    page: Page, window: Window, tmp_path: Path
) -> None:
    rig.bring_car(page)
    path = saved(page, tmp_path, SHARE)
    assert path.name == "car.html"
    expecting(page, "#toast-text").to_have_text("car.html is saved. Send it to anybody: it opens in any browser.")
    assert '"stock":[]' in path.read_text("utf-8")
    friend = window(path.as_uri(), offline=True)
    expecting(friend, "#page-name").to_have_text("10 × 8, easy")
    rig.drag_runs(friend, rig.car_picture().rows)
    expecting(friend, "#finish-title").to_have_text("car!")
    expecting(friend, "#send").to_be_hidden()
    click(friend, "#finish-watch", "[data-speed='0']", "#switch-on")
    expecting(friend, "#screen-text").to_have_text("solved", timeout=rig.LONG_MS)


def test_the_share_sheet_of_a_phone_gets_the_page(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, SHEET, viewport={"width": 390, "height": 844})
    rig.bring_car(page)
    page.click("#stage-make [data-share]")
    expecting(page, "#toast-text").to_have_text("The page is ready.")
    page.click("#toast-act")
    page.wait_for_function("() => shared.length === 2")
    assert page.evaluate("shared") == ["car.html, text/html"] * 2
    page.click("#take-open")
    expecting(page, "#take-page").to_be_visible()


def test_a_puzzle_without_one_solution_is_not_shared(page: Page, tmp_path: Path) -> None:
    rig.begin(page, 10)
    page.click(SHARE)
    expecting(page, "#toast-text").to_have_text("Nothing drawn yet. Only a puzzle with one solution can be shared.")
    rig.bring_rows(page, tmp_path, ("#.", ".#"))
    page.click("#take-open")
    expecting(page, "#take-doubt-text").to_have_text("2 solutions. Only a puzzle with one solution can be shared.")
    expecting(page, "#share").to_be_disabled()
    expecting(page, "#take-page").to_be_hidden()
    expecting(page, "#book-add").to_be_enabled()


def test_puzzles_are_gathered_to_a_book(page: Page, tmp_path: Path) -> None:
    rig.bring_car(page)
    page.click("#take-open")
    expecting(page, "#book-note").to_have_text("Many puzzles on paper, answers at the end")
    expecting(page, "#book-pdf").to_be_hidden()
    page.click("#book-add")
    expecting(page, "#book-note").to_have_text("1 puzzle in it")
    expecting(page, "#book-add").to_be_disabled()
    rig.bring(page, PUZZLES / "tulips.g")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 16 by 20 cells")
    click(page, "#take-open", "#book-add")
    visit(page)
    page.click("#take-open")
    expecting(page, "#book-note").to_have_text("2 puzzles in it")
    book = saved(page, tmp_path, "#book-pdf").read_bytes()
    assert book.startswith(b"%PDF-")
    assert book.count(b"/Type /Page\n") == 3, "two puzzles, and their answers"
    page.click("#book-empty")
    expecting(page, "#book-note").to_have_text("Many puzzles on paper, answers at the end")
    page.click("#toast-act")
    expecting(page, "#book-note").to_have_text("2 puzzles in it")
