"""The board: strokes that belong to their pointer, fingers, zoom, forced colours, and how quick it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser import LOOKS, Window, expecting, press, swipe, touch, visit, wait_for_paint
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BLACK, WHITE = (0x15, 0x18, 0x2B), (255, 255, 255)


def layout(page: Page) -> dict[str, float]:
    """Where the board's first cell is, and how large a cell is."""
    return {name: float(page.get_attribute("#board", f"data-{name}") or 0) for name in ("left", "top", "cell")}


def test_a_stroke_that_is_released_outside_is_over(page: Page) -> None:
    """It used to stick: moved back over the grid, the pointer painted with no button held."""
    rig.begin(page, 10)
    page.mouse.move(*rig.place_of(page, 2, 2))
    page.mouse.down()
    page.mouse.move(*rig.place_of(page, 2, 4), steps=3)
    page.mouse.move(20, 500)
    page.mouse.up()
    before = rig.drawn(page)
    assert before[2] == "..###....."
    for column in (7, 2):
        page.mouse.move(*rig.place_of(page, 7, column), steps=5)
    assert rig.drawn(page) == before


def test_a_stroke_is_discarded_by_a_second_finger_or_by_the_system(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, **PHONE)
    rig.begin(page, 10)
    first, last, other = (rig.place_of(page, 2, column) for column in (2, 4, 6))
    for kind, fingers in (("touchStart", (last, other)), ("touchCancel", ())):
        touch(page, "touchStart", first)
        touch(page, "touchMove", last)
        touch(page, kind, *fingers)
        if fingers:
            touch(page, "touchEnd")
        assert set("".join(rig.drawn(page))) == {"."}
    swipe(page, [first], [last])
    assert rig.drawn(page)[2] == "..###....."


def test_two_fingers_pan_and_zoom(window: Window, running: rig.RunningStudio, tmp_path: Path) -> None:
    page = window(running.address, is_mobile=True, **PHONE)
    rig.bring_rows(page, tmp_path, ("." * 62,) * 42)
    before = layout(page)
    assert before["cell"] >= 22
    x, y = rig.place_of(page, 8, 4)
    swipe(page, *([(x - by, y), (x + 60 - by, y)] for by in (0, 80, 100)))
    assert layout(page)["left"] < before["left"] - 60
    assert set("".join(rig.drawn(page))) == {"."}
    swipe(page, [(150, y), (190, y)], [(110, y), (230, y)])
    assert layout(page)["cell"] > 1.5 * before["cell"]


def test_a_finger_that_rests_crosses_out(window: Window, running: rig.RunningStudio) -> None:
    page = window(running.address, **PHONE)
    page.clock.install()
    visit(page, running.address)
    rig.begin(page, 10)
    rig.click_cell(page, 0, 0)
    rig.solve(page)
    touch(page, "touchStart", rig.place_of(page, 3, 3, "#solve-board"))
    page.clock.run_for(600)
    touch(page, "touchEnd")
    expecting(page, "#solve-board .cursor[tabindex='0']").to_have_attribute("aria-label", "Row 4, column 4, white")


def test_it_fits_and_zooms(page: Page, tmp_path: Path) -> None:
    rig.bring_rows(page, tmp_path, ("." * 62,) * 42)
    board = expecting(page, "#board")
    board.to_have_attribute("data-whole", "true")
    fitting = layout(page)["cell"]
    press(page, "+", "+")
    board.to_have_attribute("data-whole", "false")
    zoomed = layout(page)
    assert zoomed["cell"] > 1.5 * fitting
    page.mouse.move(*rig.place_of(page, 21, 31))
    page.mouse.wheel(80, 0)
    page.wait_for_function("left => Number(document.querySelector('#board').dataset.left) < left", arg=zoomed["left"])
    columns = page.locator("#board .board-columns").bounding_box()
    assert columns
    assert columns["y"] > 50, "the clues stay in sight"
    press(page, "0")
    board.to_have_attribute("data-cell", f"{fitting:.0f}")
    page.mouse.wheel(0, -400)
    board.to_have_attribute("data-whole", "false")
    for key in ("0", "-"):
        press(page, key)
        board.to_have_attribute("data-cell", f"{fitting:.0f}")


def test_cells_are_seen_whatever_the_colours(page: Page) -> None:
    """A picture is never shown in negative, and Windows' high contrast leaves cells, swatches and tools visible."""
    rig.begin(page, 10)
    rig.drag(page, (2, 2), (2, 5))
    for scheme, forced, _ in LOOKS:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        black, white = rig.colour_at(page, 2, 3), rig.colour_at(page, 5, 5)
        assert sum(white) - sum(black) > 500
        styles = page.evaluate(
            "names => names.map(name => getComputedStyle(document.querySelector(name)).backgroundColor)",
            ["#tool-pencil", "#tool-line", "#palette [aria-label=black] i", "#palette [aria-label=white] i"],
        )
        assert styles[0] != styles[1], "the pressed tool"
        assert styles[2] != styles[3], "the swatches"


def test_no_frame_shows_an_empty_board_when_the_window_changes(page: Page) -> None:
    """An observer of the size, called behind the board's own, finds cells painted: a frame later is a flicker."""
    rig.begin(page, 10)
    wait_for_paint(page)
    page.evaluate(
        """() => {
          window.painted = [];
          const board = document.querySelector('#board'), canvas = board.querySelector('.board-cells');
          new ResizeObserver(() => {
            const middle = [canvas.width / 2, canvas.height / 2 + 3, 1, 1];
            window.painted.push(canvas.getContext('2d').getImageData(...middle).data[3] > 0);
          }).observe(board);
        }"""
    )
    page.wait_for_function("() => window.painted.length")  # called once in any case
    for width, height in ((1200, 900), (900, 700)):
        before = page.evaluate("window.painted.length")
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("before => window.painted.length > before", arg=before)
    painted = page.evaluate("window.painted")
    assert len(painted) >= 3
    assert all(painted), painted


def test_clues_that_grow_under_a_stroke_move_no_cell(page: Page) -> None:
    """Their room grew at once, and the stroke continued in other cells than it was aimed at."""
    rig.begin(page, 10)
    for column in range(0, 9, 2):
        rig.click_cell(page, 0, column)
    press(page, *["Control+z"] * 5)
    expecting(page, "#name-note").to_have_text("Saved in this browser")
    visit(page)  # the room for the clues is small again
    page.mouse.move(*rig.place_of(page, 0, 9))
    before = layout(page)
    page.mouse.down()
    press(page, *["Control+y"] * 5)
    expecting(page, "#board [role='rowheader']").to_contain_text("Row 1: 1, 1, 1, 1, 1;")
    assert layout(page) == before
    page.mouse.up()
    assert rig.drawn(page) == ["#.#.#.#.##", *[".........."] * 9]
    assert layout(page) != before, "now there is room"


def test_the_crosshair_and_the_count(page: Page) -> None:
    rig.begin(page, 10)
    rig.drag(page, (0, 0), (9, 9))
    rig.solve(page)
    page.mouse.move(*rig.place_of(page, 4, 4, "#solve-board"))
    assert rig.colour_at(page, 4, 8, "#solve-board") != WHITE
    assert rig.colour_at(page, 8, 8, "#solve-board") == WHITE
    page.mouse.down()
    page.mouse.move(*rig.place_of(page, 4, 8, "#solve-board"), steps=4)
    expecting(page, "#solve-board .bubble").to_have_text("5")
    page.keyboard.down("Control")
    page.mouse.move(*rig.place_of(page, 6, 8, "#solve-board"), steps=4)
    expecting(page, "#solve-board .bubble").to_have_text("5×3")
    page.mouse.up()
    page.keyboard.up("Control")
    expecting(page, "#progress-text").to_contain_text("15 of")


COUNT_WORK = """() => {
  window.work = { changed: 0 };
  const canvas = CanvasRenderingContext2D.prototype;
  for (const name of ['fillRect', 'fillText', 'fill', 'stroke', 'strokeRect', 'drawImage', 'putImageData']) {
    const draw = canvas[name];
    window.work[name] = 0;
    canvas[name] = function (...given) { window.work[name] += 1; return draw.apply(this, given); };
  }
  new MutationObserver((changes) => { window.work.changed += changes.length; }).observe(
    document, { attributes: true, characterData: true, childList: true, subtree: true });
}"""


def test_a_stroke_paints_its_cells_and_their_lines_alone(
    page: Page, running: rig.RunningStudio, tmp_path: Path
) -> None:
    """Counted, not timed: of 10,000 cells and 200 lines, those that have changed; no analysis answers meanwhile."""
    is_held = False

    def hold(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: None if is_held else line.send(said))

    page.route_web_socket(re.compile("/ws/analysis"), hold)
    visit(page, running.address)
    rig.bring_rows(page, tmp_path, ["#" * row + "." * (100 - row) for row in range(1, 101)])
    rig.place_of(page, 10, 10)  # its clues have come
    expecting(page, "#verdict").to_have_text("One solution", timeout=60_000)  # so no cell is in doubt
    is_held = True
    wait_for_paint(page)
    page.evaluate(COUNT_WORK)
    rig.drag(page, (10, 11), (10, 12))
    wait_for_paint(page)
    work: dict[str, int] = page.evaluate("window.work")
    assert work["fillRect"] >= 2
    assert sum(work.values()) < 400, work
