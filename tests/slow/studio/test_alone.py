"""The studio in one file, from a disk and without a network: drawn, judged, shared, played; files out and in."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.cli import main
from harness.formats import Source, build_puzzle, read_any
from harness.solver.strategy import solve_any
from harness.studio.embedded import returned
from tests.browser import FILES, Window, click, expecting, saved, settle, swipe, visit
from tests.slow.studio import rig
from tests.slow.studio.test_looks import overflowing
from tests.slow.studio.test_pages import NARROW, WIDE, check_looks

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
SLEEPY = """
  const Real = Worker;
  window.Worker = class extends Real { postMessage(asked) { if (!asked.clues) super.postMessage(asked); } };
"""
"""The kernel never answers."""
DAMAGED = "The numbers do not fit each other: the file is cut short or damaged. Fetch it again."
UNKNOWN = "This cannot be read here."


@pytest.fixture(scope="module")
def alone(shared_browser: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The studio, one file on the disk."""
    path = tmp_path_factory.mktemp("alone") / "studio.html"
    assert main(["page", "--studio", "--out", str(path)]) == 0
    return path


@pytest.fixture
def show(window: Window, alone: Path) -> Window:
    """Open it in a browser without a network; fails if it asks for anything else, or complains."""

    def open_alone(script: str = "", **how: Any) -> Page:
        return window(alone.as_uri(), script, FILES, **{"offline": True, "viewport": WIDE, **how})

    return open_alone


def draw(page: Page, rows: tuple[str, ...], *, by_finger: bool) -> None:
    if not by_finger:
        rig.drag_runs(page, rows, board="#board")
        return
    for row, cells in enumerate(rows):
        for run in re.finditer("#+", cells):
            swipe(page, *([rig.place_of(page, row, column)] for column in range(*run.span())))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_heart_is_drawn_judged_shared_and_solved(show: Window, tmp_path: Path, language: str) -> None:
    """By mouse on a desk in English; by finger on a phone in Russian."""
    is_phone = language == "ru"
    phone: dict[str, Any] = {"viewport": NARROW, "has_touch": True, "is_mobile": True} if is_phone else {}
    page = show(locale=language, **phone)
    page.click("[data-size='10']")
    draw(page, HEART, by_finger=is_phone)
    expecting(page, "#verdict").to_have_text("Одно решение" if is_phone else "One solution")
    expecting(page, "#diff").to_be_hidden()  # only Python tells how hard it is
    settle(page)
    assert overflowing(page) == []
    shared = saved(page, tmp_path, "[data-share]:visible >> nth=0")
    click(page, "#mode-watch", "[data-speed='0']", "#switch-on")
    expecting(page, "#screen-text").to_have_text("решено" if is_phone else "solved", timeout=rig.LONG_MS)
    expecting(page, "#agree").to_have_attribute("data-agree", "100")
    friend = page.context.new_page()
    visit(friend, shared.as_uri())
    expecting(friend, "body.solve #progress-text").to_contain_text("27")
    rig.solve_by_steps(friend)
    page.click("#home")
    page.click("#fresh-sizes [value='10']")  # one of the stock
    expecting(page, "body.solve #progress-text").to_contain_text("0")
    page.click(".mark")
    expecting(page, "#own li").not_to_have_count(0)
    if not is_phone:
        check_looks(page)


def test_several_solutions_are_marked_and_what_is_not_decided_is_told(show: Window) -> None:
    page = show()
    rig.begin(page, 10)
    draw(page, ("#.", ".#"), by_finger=False)
    expecting(page, "#verdict").to_have_text("2 solutions or more")
    expecting(page, "#verdict-note").to_have_text("4 cells in doubt")
    expecting(page, "#fix").to_be_hidden()
    page.click("#other")
    expecting(page, "#board").to_have_attribute("data-swapped", "4")
    page = show(SLEEPY)
    rig.begin(page, 10)
    rig.click_cell(page, 0, 0)
    page.click("#judge-no-more")
    expecting(page, "#verdict").to_have_text("Not decided")
    page.click("#judge-again")
    expecting(page, "#judge-no-more").to_be_visible()


def test_what_cannot_be_opened_gets_a_sentence(show: Window, tmp_path: Path) -> None:
    noise = random.Random(1)
    rows = tuple("".join(noise.choice("#.") for _ in range(99)) for _ in range(99))
    heart = build_puzzle(read_any(rig.sample("heart")), "non").decode()
    wrong = heart.replace("\n5\n", "\n4\n", 1)
    cases = {
        "cut.non": (heart[:60], DAMAGED),
        "wrong.non": (wrong, DAMAGED),
        "clues.non": (wrong.partition("goal")[0], DAMAGED),
        "bytes.non": (noise.randbytes(3000).decode("latin-1"), UNKNOWN),
        "empty.txt": ("", UNKNOWN),
        "cut-link.txt": ("https://puzzles.example/#puzzle=abc", UNKNOWN),
        "large.txt": ("#" * 101 + "\n", "101×1 cells; choose 1 to 99 a side."),
        "none.txt": ("rows:\n2\n2\n2,1\ncolumns:\n3\n0\n3\n1\n", "No picture has these clues: Column 2"),
    }
    page = show()
    for name, (content, sentence) in cases.items():
        (tmp_path / name).write_text(content, "utf-8")
        page.evaluate("document.querySelector('#bring-message').textContent = ''")
        rig.bring(page, tmp_path / name)
        expecting(page, "#bring-message").to_contain_text(sentence)
    (tmp_path / "noise.txt").write_text("\n".join(rows), "utf-8")
    rig.bring(page, tmp_path / "noise.txt")
    expecting(page, "#verdict").to_have_text(re.compile("2 solutions or more|Not decided"))
    assert rig.drawn(page) == list(rows)


@pytest.mark.parametrize("name", ["heart", "tulips"])
def test_its_files_are_read_by_python_and_by_itself(show: Window, tmp_path: Path, name: str) -> None:
    puzzle = read_any(rig.sample(name))
    rows = solve_any(puzzle).solutions[0].rows
    (tmp_path / "clues.non").write_bytes(build_puzzle(puzzle.replace(goal=None), "non"))
    page = show()
    rig.bring(page, tmp_path / "clues.non")  # solved by the kernel
    expecting(page, "#verdict").to_have_text("One solution")
    assert rig.drawn(page) == list(rows)
    for kind in ("non", "svg", *(() if puzzle.in_colour else ("puzzle.txt",))):
        page.click("#take-open")
        file = saved(page, tmp_path, f"[data-kind='{kind}']")
        back = returned(Source(file.name, file.read_bytes()))
        again = back.puzzle() if back else read_any(file)
        assert (again.rows, again.columns, again.title) == (puzzle.rows, puzzle.columns, puzzle.title)
        page.click("#home")
        rig.bring(page, file)
        expecting(page, "body.make #verdict").to_have_text("One solution")
        assert rig.drawn(page) == list(rows)
