"""Pictures brought to the studio: what of them counts, chosen by pointer, finger or keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageDraw

from harness.puzzle import Grid
from harness.spectrum.screens import build_picture_screen
from tests.browser import Window, click, expecting, press, swipe
from tests.house import ROOT
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page


def crop_of(page: Page) -> list[int]:
    """Left, top, width and height of the part that counts, as a screen reader says them."""
    return [int(number) for number in re.findall(r"\d+", page.locator("#crop-box").get_attribute("aria-label") or "")]


def near(*numbers: float) -> list[Any]:
    """These, as well as a pointer hits them."""
    return [pytest.approx(number, abs=5) for number in numbers]


def on_picture(page: Page, right: float, down: float) -> tuple[float, float]:
    """A point of the picture, in parts of its width and height, as the window has it."""
    place = page.locator("#crop").bounding_box()
    assert place
    return place["x"] + right * place["width"], place["y"] + down * place["height"]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.locator("#crop").scroll_into_view_if_needed()
    page.mouse.move(*on_picture(page, *start))
    page.mouse.down()
    page.mouse.move(*on_picture(page, *end), steps=4)
    page.mouse.up()


def bring_halves(page: Page, tmp_path: Path) -> None:
    """A picture of 400×200 pixels, its right half black."""
    picture = Image.new("L", (400, 200), 255)
    ImageDraw.Draw(picture).rectangle((200, 0, 399, 199), fill=0)
    path = tmp_path / "halves.png"
    picture.save(path)
    rig.bring(page, path)
    click(page, "#photo-open", "#picture-open")
    page.locator("#crop-box").press("Home")
    page.fill("#detail", "20")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 20 by 10 cells")


def test_a_pencil_drawing_becomes_cells(page: Page) -> None:
    rig.bring(page, ROOT / "tests" / "data" / "pictures" / "scan.png")
    expecting(page, "#choices [role='radio']").to_have_count(6)
    expecting(page, "#choices [aria-checked='true']").to_have_attribute("data-outcome", "unique")
    expecting(page, "#photo-open").to_have_text("Open 18 × 20")
    page.locator("#choices [aria-checked='true']").click()
    page.click("#photo-open")
    expecting(page, "#verdict").to_have_text("One solution")
    before = rig.drawn(page)
    assert sum(row.count("#") for row in before) > 18 * 20 / 10
    page.click("#picture-open")
    left, top, width, height = crop_of(page)
    corner = (left + width) / 900, (top + height) / 1200
    drag(page, corner, (corner[0], (top + height * 0.8) / 1200))  # without the line below the face
    assert crop_of(page) == near(left, top, width, height * 0.8)
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 20 by 18 cells")
    assert rig.drawn(page) != before
    assert page.evaluate("(cells => cells.width / cells.height)(document.querySelector('#picture-cells'))") == 20 / 18


def test_sliders_change_the_cells(page: Page, tmp_path: Path) -> None:
    photo = Image.linear_gradient("L").resize((400, 300)).convert("RGB")
    ImageDraw.Draw(photo).ellipse((100, 50, 300, 250), fill="red")
    path = tmp_path / "photo.jpg"
    photo.save(path)
    rig.bring(page, path)
    expecting(page, "#choices [role='radio']").to_have_count(12)
    page.locator("#choices [role='radio']").first.click()
    click(page, "#photo-open", "#picture-open")
    page.locator("#crop-box").press("Home")
    page.fill("#detail", "20")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 20 by 15 cells")
    page.fill("#darkness", "0")
    colour = rig.said_of(page, 7, 10).rsplit(" ", 1)[1]
    page.locator("#invert").check(force=True)
    other = {"black": "white", "white": "black"}[colour]
    expecting(page, "#board .cursor[tabindex='0']").to_have_attribute("aria-label", f"Row 8, column 11, {other}")
    expecting(page, "#colour-count").to_be_hidden()
    page.locator("#in-colour").check(force=True)
    expecting(page, "#palette [role='radio']").to_have_count(4)
    expecting(page, "#darkness").to_be_hidden()
    page.fill("#colour-count", "3")
    expecting(page, "#palette [role='radio']").to_have_count(3)


def test_a_part_is_dragged_moved_and_sized(page: Page, tmp_path: Path) -> None:
    bring_halves(page, tmp_path)
    assert crop_of(page) == [0, 0, 400, 200]
    drag(page, (0.6, 0.15), (0.95, 0.6))
    left, top, width, height = crop_of(page)
    assert [left, top, width, height] == near(240, 30, 140, 90)
    page.wait_for_function("() => !JSON.parse(sessionStorage.getItem('drawing')).rows.join('').includes('.')")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 20 by 13 cells")  # in proportion
    drag(page, (0.75, 0.4), (0.75, 0.75))
    assert crop_of(page) == near(left, top + 70, width, height)
    drag(page, (0.95, 0.75), (0.8, 0.75))
    assert crop_of(page) == near(left, top + 70, 320 - left, height)
    drag(page, (0.6, 0.5), (0.25, 0.25))
    assert crop_of(page) == near(100, 50, 220, 140)
    page.wait_for_function("() => JSON.parse(sessionStorage.getItem('drawing')).rows.join('').includes('.')")
    expecting(page, "#undo").to_be_disabled()  # nothing was drawn by hand that could be taken back


def test_the_keys_move_and_size_the_part(page: Page, tmp_path: Path) -> None:
    bring_halves(page, tmp_path)
    page.focus("#crop-box")
    press(page, "Shift+ArrowLeft", "Shift+ArrowUp")
    assert crop_of(page) == [0, 0, 392, 192]
    press(page, "ArrowRight", "ArrowRight", "ArrowDown")
    said = "The part that counts: left 8, top 8, width 392, height 192"
    expecting(page, "#crop-box").to_have_attribute("aria-label", said)
    press(page, "Home")
    assert crop_of(page) == [0, 0, 400, 200]


def test_a_finger_drags_on_a_narrow_page(window: Window, running: rig.RunningStudio, tmp_path: Path) -> None:
    page = window(running.address, viewport={"width": 375, "height": 800}, has_touch=True)
    bring_halves(page, tmp_path)
    swipe(page, *([on_picture(page, *point)] for point in ((0.2, 0.3), (0.3, 0.5), (0.6, 0.9))))
    assert crop_of(page) == near(80, 60, 160, 120)


def test_strokes_on_a_picture_go_only_on_request(page: Page, tmp_path: Path) -> None:
    bring_halves(page, tmp_path)
    rig.click_cell(page, 3, 3)
    assert rig.drawn(page)[3][3] == "#"
    page.fill("#detail", "18")
    expecting(page, "#picture-ask").to_be_visible()
    assert rig.drawn(page)[3][3] == "#"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#invert").check(force=True)
    assert (rig.drawn(page)[3][:5], asked) == ("...#.", [])
    page.click("#picture-anew")
    page.wait_for_function("() => JSON.parse(sessionStorage.getItem('drawing')).rows[3].startsWith('#####')")
    expecting(page, "#picture-ask").to_be_hidden()
    page.click("#undo")
    assert rig.drawn(page)[3][:5] == "...#."


def test_a_photo_stands_upright(page: Page, tmp_path: Path) -> None:
    """A camera held upright writes a picture that lies, and how to turn it."""
    lying = Image.new("L", (300, 200), 255)
    ImageDraw.Draw(lying).rectangle((0, 0, 99, 199), fill=0)
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "upright.jpg"
    lying.save(path, exif=exif)
    rig.bring(page, path)
    page.click("#photo-open")
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 20 by 17 cells")
    assert rig.drawn(page) == ["#" * 20] * 10 + ["." * 20] * 7


def test_a_screen_is_scaled_if_it_is_larger_than_a_crossword(page: Page, tmp_path: Path) -> None:
    """That of a drawing is the drawing; a picture of one colour is refused."""
    goal, path = rig.car_picture(), tmp_path / "one.scr"
    path.write_bytes(build_picture_screen(goal))
    rig.bring(page, path)
    expecting(page, "#act-note").to_contain_text("32 steps")
    assert rig.drawn(page) == list(goal.rows)
    page.click("#picture-open")
    page.locator("#crop-box").press("Shift+ArrowLeft")
    size = f"Drawing, {goal.width - 1} by {goal.height} cells"
    expecting(page, "#board").to_have_attribute("aria-label", size)  # a pixel stays a cell
    path.write_bytes(build_picture_screen(Grid(("#" * 200,) * 90 + ("." * 200,) * 90)))
    rig.bring(page, path)
    expecting(page, "#board").to_have_attribute("aria-label", "Drawing, 62 by 28 cells")
    assert page.evaluate("document.querySelector('#picture-image').naturalWidth") == 200
    page.click("#home")
    Image.new("RGB", (64, 64), "white").save(tmp_path / "allwhite.png")
    rig.bring(page, tmp_path / "allwhite.png")
    expecting(page, "#bring-message").to_contain_text("the picture is of one colour")
    expecting(page, "#photo-section").to_be_hidden()
