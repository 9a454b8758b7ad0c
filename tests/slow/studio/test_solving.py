"""Solving by hand, in the studio and on a page without a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.files.reading import data_folder
from harness.formats import read_any
from harness.solver.strategy import solve_any
from tests.browser import Window, click, expecting, press, swipe, touch, visit
from tests.slow.studio import rig

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

BOARD = "#solve-board"
CAR, CAT, TULIPS = (data_folder("puzzles") / name for name in ("car.txt", "cat.txt", "tulips.g"))
PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
BLACK, WHITE, PINK = (0x15, 0x18, 0x2B), (255, 255, 255), (0xCC, 0x79, 0xA7)

Opening = Callable[["Page", Path], None]


@pytest.fixture
def on_page(pages: str) -> Opening:
    """Open a puzzle's page, which needs no server."""

    return lambda page, path: visit(page, f"{pages}{path.stem}.html")


def in_studio(page: Page, path: Path) -> None:
    """Open a puzzle in the studio, to solve it."""
    rig.bring(page, path)
    rig.solve(page)


@pytest.fixture(params=["studio", "page"])
def opened(request: pytest.FixtureRequest) -> Opening:
    """Open a puzzle in the studio, whose server tells steps and mistakes, or on its page, which knows them."""
    if request.param == "studio":
        return in_studio
    on_page: Opening = request.getfixturevalue("on_page")
    return on_page


def solution_of(path: Path) -> Sequence[str]:
    return solve_any(read_any(path)).solutions[0].rows


def test_black_cells_alone_solve_a_puzzle(page: Page) -> None:
    """A 15×15: no cross is needed, and the end is announced, seen and kept; one may start again at any time."""
    in_studio(page, CAT)
    rig.drag(page, (5, 0), (5, 4), board=BOARD)
    click(page, "#more-open", "#start-again")
    expecting(page, "#progress-text").to_have_text("0 of 100 black cells")
    expecting(page, "#more").to_be_hidden()
    strokes = rig.drag_runs(page, solution_of(CAT))
    expecting(page, "#finish-title").to_have_text("cat!")
    expecting(page, "#finish-text").to_have_text("Solved with black cells alone. No hints, no mistakes.")
    expecting(page, "#finish-strokes").to_have_text(str(strokes))
    expecting(page, "#timer").to_have_text("Solved")
    expecting(page, "#progress-text").to_have_text("100 of 100 black cells")
    expecting(page, "#finish-title").to_be_focused()
    page.click("#again")
    expecting(page, "#progress-text").to_have_text("0 of 100 black cells")
    expecting(page, BOARD).to_be_visible()


def test_the_hint_button_thinks_until_the_newest_answer_or_an_error(page: Page) -> None:
    """The first question is never answered: its connection closes, and the second's answer counts.

    Without an answer the page tells a step by one line, and no mistakes of a puzzle with several solutions.
    """
    rig.bring(page, data_folder("puzzles") / "wink.txt")
    expecting(page, "#verdict").to_have_text("4 solutions")
    rig.solve(page)
    expecting(page, "#progress-text").to_have_text("0 of 92 black cells; it has several solutions, any will do")
    expecting(page, "#name-note").to_have_text("12 × 12, several solutions")
    held: list[Route] = []
    page.route("**/api/hint", lambda route: held.append(route))
    button = expecting(page, "#hint")
    page.click("#hint")
    button.to_have_attribute("aria-busy", "true")
    button.to_have_text("Thinking…")
    with page.expect_event("requestfailed"):
        page.click("#mistakes")
    button.to_have_text("Thinking…")
    held.pop().continue_()
    expecting(page, "#hint-title").to_have_text("No mistakes")
    expecting(page, "#message").to_be_empty()
    button.to_have_text("Next step")
    page.click("#hint")
    button.to_have_text("Thinking…")
    held.pop().abort("connectionrefused")
    expecting(page, "#hint-text").to_contain_text("In all places")
    page.click("#mistakes")
    button.to_have_text("Thinking…")
    held.pop().abort("connectionrefused")
    expecting(page, "#message").to_contain_text("does not answer")
    button.to_have_text("Next step")
    button.to_have_attribute("aria-busy", "false")


def test_a_step_is_told_with_its_reason_and_done(page: Page, opened: Opening) -> None:
    opened(page, CAR)
    page.click("#hint")
    expecting(page, "#hint-title").to_have_text("Row 6: cells 1–10 are black")
    expecting(page, "#hint-text").to_contain_text("Row 6 (10)")
    expecting(page, BOARD).to_have_attribute("data-lit", "10")
    expecting(page, ".linepic").to_have_count(2)
    page.click("#do-step")
    expecting(page, "#progress-text").to_contain_text("10 of")
    expecting(page, "#hint-card").to_be_hidden()
    assert int(page.get_attribute(BOARD, "data-done") or 0) >= 1, "the finished row's number is crossed off"
    page.click("#solve-undo")
    expecting(page, "#progress-text").to_contain_text("0 of")
    expecting(page, "#solve-undo").to_be_disabled()
    press(page, "Control+y")
    expecting(page, "#progress-text").to_contain_text("10 of")
    press(page, "n")
    expecting(page, "#hint-card").to_be_visible()


def test_a_mark_goes_with_the_wrong_value(page: Page, opened: Opening) -> None:
    """It stayed on cells that were empty again, by undo or by a dropped trial."""
    opened(page, CAR)
    rig.click_cell(page, 0, 0, BOARD)
    press(page, "k")
    expecting(page, "#hint-text").to_contain_text("1 cell is wrong")
    expecting(page, BOARD).to_have_attribute("data-wrong", "1")
    assert rig.said_of(page, 0, 0, BOARD) == "Row 1, column 1, black, wrong"
    for keys, wrong in (("Control+z", "0"), ("Control+y", "1")):
        press(page, keys)
        expecting(page, BOARD).to_have_attribute("data-wrong", wrong)
    rig.click_cell(page, 0, 0, BOARD)
    expecting(page, BOARD).to_have_attribute("data-wrong", "0")
    press(page, "t")
    rig.drag(page, (1, 0), (1, 2), board=BOARD)
    press(page, "k")
    expecting(page, BOARD).to_have_attribute("data-wrong", "3")
    press(page, "d")
    expecting(page, BOARD).to_have_attribute("data-wrong", "0")
    page.click("#mistakes")
    expecting(page, "#hint-title").to_have_text("No mistakes")


def test_the_settings_are_kept(page: Page) -> None:
    in_studio(page, CAR)
    press(page, "?")
    expecting(page, "#help").to_contain_text("Each number is a run of cells")
    page.locator("#option-crosses").check(force=True)
    page.locator("#option-crosshair").uncheck(force=True)
    page.locator("#option-timer").uncheck(force=True)
    expecting(page, "#timer").to_be_hidden()
    press(page, "Escape")
    expecting(page, "#more").to_be_hidden()
    rig.drag(page, (5, 0), (5, 9), board=BOARD)
    page.reload()
    expecting(page, "body.solve #progress-text").to_contain_text("10 of")
    for step, found in (("#solve-undo", "0 of"), ("#solve-redo", "10 of")):
        page.click(step)
        expecting(page, "#progress-text").to_contain_text(found)
    assert page.is_checked("#option-crosses")
    assert not page.is_checked("#option-crosshair")
    rig.drag_runs(page, rig.car_picture().rows[:1])
    assert rig.said_of(page, 0, 0, BOARD).endswith("white"), "the rest of a finished line is crossed out"


def number_of(page: Page, row: int) -> tuple[float, float]:
    """Where the last number of a row's clue is."""
    x, y = rig.place_of(page, row, 0, BOARD)
    return x - float(page.get_attribute(BOARD, "data-cell") or 0) / 2 - 10, y


def test_a_number_is_struck_by_a_click_and_stays_so(page: Page, on_page: Opening) -> None:
    done = expecting(page, f"body.solve {BOARD}")
    on_page(page, CAR)
    page.mouse.click(*number_of(page, 5))
    done.to_have_attribute("data-done", "1")
    press(page, "Control+z")
    done.to_have_attribute("data-done", "0")
    press(page, "Control+y")
    done.to_have_attribute("data-done", "1")
    page.reload()
    done.to_have_attribute("data-done", "1")
    page.mouse.click(*number_of(page, 5))
    done.to_have_attribute("data-done", "0")
    rig.drag(page, (5, 0), (5, 9), board=BOARD)
    done.to_have_attribute("data-done", "2")
    page.mouse.click(*number_of(page, 5))
    press(page, "Control+z")
    done.to_have_attribute("data-done", "0")
    expecting(page, "#progress-text").to_contain_text("0 of")  # a number that is crossed off anyway is not struck
    page.click("#more-open")
    page.locator("#option-strike").uncheck(force=True)
    press(page, "Escape")
    page.mouse.move(*number_of(page, 1))
    page.mouse.down()
    expecting(page, f"{BOARD} .bubble").to_have_text("2  1  1")  # enlarged
    page.mouse.up()
    expecting(page, f"{BOARD} .bubble").to_be_hidden()
    done.to_have_attribute("data-done", "0")


def test_a_trial_is_kept_or_dropped(page: Page) -> None:
    tried, progress = expecting(page, f"body.solve {BOARD}"), expecting(page, "#progress-text")
    in_studio(page, CAR)
    rig.drag(page, (5, 0), (5, 4), board=BOARD)
    page.click("#trial-try")
    expecting(page, "#trial-keep").to_be_focused()
    rig.drag(page, (6, 0), (6, 2), board=BOARD)
    rig.click_cell(page, 7, 7, BOARD, button="right")
    tried.to_have_attribute("data-trial", "4")
    assert rig.colour_at(page, 5.15, 1, BOARD) == BLACK
    assert (rig.colour_at(page, 6, 1, BOARD), rig.colour_at(page, 6.15, 1, BOARD)) == (BLACK, WHITE), "a smaller square"
    press(page, "Control+z")
    tried.to_have_attribute("data-trial", "3")
    press(page, "Control+y")
    page.reload()
    tried.to_have_attribute("data-trial", "4")
    expecting(page, f"{BOARD} [role='rowheader']").to_contain_text("Row 1: ")  # the clues are there again
    assert rig.said_of(page, 6, 0, BOARD) == "Row 7, column 1, black, on trial"
    assert rig.said_of(page, 7, 7, BOARD) == "Row 8, column 8, white, on trial"
    page.click("#trial-drop")
    tried.to_have_attribute("data-trial", "0")
    progress.to_contain_text("5 of")
    expecting(page, "#trial-try").to_be_focused()
    press(page, "t")
    rig.drag(page, (6, 0), (6, 2), board=BOARD)
    tried.to_have_attribute("data-trial", "3")
    press(page, "t")
    tried.to_have_attribute("data-trial", "0")
    progress.to_contain_text("8 of")
    press(page, "Control+z")
    tried.to_have_attribute("data-trial", "3")


def test_a_colour_is_shown_as_another_one(page: Page, on_page: Opening) -> None:
    on_page(page, TULIPS)
    rig.drag(page, (3, 3), (3, 9), board=BOARD)
    red = rig.colour_at(page, 3, 4, BOARD)
    click(page, "#more-open", "#exchangeable [aria-label='red']")
    expecting(page, "#shades [aria-label='orange']").to_have_count(0)  # too near to the puzzle's yellow
    page.click("#shades [aria-label='pink']")
    expecting(page, "#shades [aria-label='pink']").to_be_focused()
    page.wait_for_function("() => localStorage.progress?.includes('#cc79a7')")
    page.reload()
    expecting(page, "body.solve #progress-text").to_contain_text("7 of")
    assert rig.colour_at(page, 3, 4, BOARD) == PINK
    assert rig.said_of(page, 3, 4, BOARD) == "Row 4, column 5, red"
    click(page, "#more-open", "#shades-back")
    press(page, "Escape")
    page.mouse.move(0, 0)
    assert rig.colour_at(page, 3, 4, BOARD) == red


def test_a_large_puzzle_on_a_phone(window: Window, pages: str) -> None:
    """All of it in sight, the way back to a place, the frame in the corner, and a stroke that goes on at the edge."""
    page = window(f"{pages}rings.html", **PHONE)
    board, frame = expecting(page, BOARD), page.locator("#solve-corner .in-sight")

    def of(name: str) -> float:
        return float(page.get_attribute(BOARD, f"data-{name}") or 0)

    page.tap("#fit")
    board.to_have_attribute("data-whole", "true")
    assert of("left") + 50 * of("cell") <= 390
    expecting(page, "#solve-corner .in-sight").to_be_hidden()
    x, y = rig.place_of(page, 40, 30, BOARD)
    swipe(page, [(x, y)])
    board.to_have_attribute("data-cell", "22")
    there = rig.place_of(page, 40, 30, BOARD)
    assert abs(there[0] - x) < 22 > abs(there[1] - y)
    box = frame.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    swipe(page, [middle], [(0, 0)])
    x, y = rig.place_of(page, 1, 1, BOARD)
    before, top = of("left"), of("top")
    for fingers, struck in (((x - 43, y), (x - 43, y + 60)), "0"), (((x - 43, y),), "1"):
        swipe(page, fingers)
        board.to_have_attribute("data-done", struck)
    touch(page, "touchStart", (x, y))
    touch(page, "touchMove", (380, y))
    page.wait_for_function("left => document.querySelector('#solve-board').dataset.left < left - 250", arg=before)
    touch(page, "touchEnd")
    assert of("top") == top
    painted = int((page.text_content("#progress-text") or "").split()[0])
    assert painted > 20, "more than were in sight"
    expecting(page, "#strokes").to_have_text("1 stroke")


def test_a_stroke_keeps_to_one_line_and_to_the_cells_of_its_kind(page: Page) -> None:
    in_studio(page, CAR)
    rig.click_cell(page, 2, 2, BOARD, button="right")
    rig.drag(page, (2, 0), (3, 5), board=BOARD)
    expecting(page, "#progress-text").to_contain_text("5 of")
    assert rig.said_of(page, 2, 2, BOARD).endswith("white")
    assert rig.said_of(page, 3, 5, BOARD).endswith("not known")
    page.keyboard.down("Shift")
    rig.drag(page, (6, 0), (7, 1), board=BOARD)
    page.keyboard.up("Shift")
    expecting(page, "#progress-text").to_contain_text("7 of")


def test_solving_by_keyboard(page: Page) -> None:
    in_studio(page, CAR)
    rig.go_to(page, 5, 0, BOARD)
    press(page, "Space", *["Shift+ArrowRight"] * 9)
    expecting(page, "#progress-text").to_contain_text("10 of")
    press(page, "x")
    assert rig.said_of(page, 5, 9, BOARD) == "Row 6, column 10, white"
    press(page, "Backspace")
    expecting(page, "#strokes").to_contain_text("12 strokes")
    page.click("#pause-timer")
    expecting(page, "#pause-timer").to_have_attribute("aria-label", "Continue")
    rig.click_cell(page, 0, 0, BOARD)  # one solves on, and so the clock runs
    expecting(page, "#pause-timer").to_have_attribute("aria-label", "Pause")


def test_solving_in_colour(page: Page) -> None:
    rig.bring(page, TULIPS)
    expecting(page, "#verdict").to_have_text("One solution")
    rig.solve(page)
    rows = solution_of(TULIPS)
    keys = sorted(set("".join(rows)) - {"."})
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("This column has no blocks: cells 1–20 are white.")
    expecting(page, BOARD).to_have_attribute("data-lit", "20")
    page.click("#language")
    expecting(page, "#hint-text").to_contain_text("Столбец 1")
    rig.click_cell(page, 3, 9, BOARD)
    page.click("#mistakes")
    expecting(page, "#hint-text").to_contain_text("1 клетка")
    page.click("#hint")
    expecting(page, "#hint-text").to_contain_text("на самом деле она жёлтая")
    click(page, "#language", "#solve-undo")
    for key in keys:
        page.click(f"#solve-palette [data-key='{key}']")
        rig.drag_runs(page, rows, key)
    expecting(page, "#finish-title").to_be_visible()
    expecting(page, "#finish-watch").to_be_hidden()


def test_labels_for_screen_readers(page: Page, running: rig.RunningStudio) -> None:
    """One polite region, and one sentence in two seconds at most."""
    page.clock.install()
    visit(page, running.address)
    rig.bring_car(page)
    rig.solve(page)
    places = [rig.place_of(page, 1, column, BOARD) for column in range(8)]
    page.clock.run_for(5000)
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    page.mouse.click(*places[0])
    page.clock.run_for(10)
    expecting(page, "#announced").to_have_text("Row 2, column 1, black")
    for place in places[1:]:
        page.mouse.click(*place)
    page.clock.run_for(1900)
    expecting(page, "#announced").to_have_text("Row 2, column 1, black")
    page.clock.run_for(100)
    expecting(page, "#announced").to_have_text("Row 2, column 8, black")
    assert page.locator("[aria-live='polite']").count() == 1
