"""The trace's viewer in Chromium, on failures of each kind that were made on purpose."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import FILES, Window, expecting, prepare_axe, press, see, violations
from tests.house import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

Failed = tuple[str, dict[str, Path]]


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Failed:
    """Run failing tests; return the output of pytest, and the trace of each test."""
    folder = tmp_path_factory.mktemp("failures")
    shutil.copy(ROOT / "tests" / "e2e" / "trace_failures.py", folder / "test_kinds.py")
    shutil.copytree(ROOT / "docs" / "examples", folder / "examples")
    shutil.copy(folder / "examples" / "snake" / "title.png", folder)
    command = [sys.executable, "-m", "pytest", "test_kinds.py", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["--spectrum-trace=on", "--spectrum-video=off", "--spectrum-screenshot=off"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    found = "spectrum-results/test_kinds.py-test_{}-*/trace.html"
    names = re.findall(r"^def test_(\w+)", (folder / "test_kinds.py").read_text("utf-8"), re.MULTILINE)
    return done.stdout, {name: next(folder.glob(found.format(name))) for name in names}


@pytest.fixture
def show(window: Window, failed: Failed) -> Any:
    """Open a trace by its test's name; errors of the page fail the test."""

    def open_trace(name: str, address: str = "", **how: Any) -> Page:
        how = {"viewport": {"width": 1440, "height": 900}, **how}
        return window(failed[1][name].as_uri() + address, its_own=FILES, **how)

    return open_trace


def text_of(page: Page, selector: str) -> str:
    return page.locator(selector).inner_text()


def frame_of(page: Page) -> int:
    return int(text_of(page, "#rframe").removeprefix("Frame "))


def test_the_index_filters_traces_and_leads_to_them(show: Any, failed: Failed) -> None:
    output, traces = failed
    assert "All traces: " in output
    page, shown, number = show("crash"), "tbody tr:not([hidden])", len(traces)
    page.goto((traces["crash"].parents[1] / "index.html").as_uri())
    expecting(page, shown).to_have_count(number)
    page.get_by_label("Kind").select_option("border")
    expecting(page, "output").not_to_have_text(f"{number} of {number}")
    borders = page.locator("tbody tr[data-kind='border']").count()
    assert 0 < borders < number
    expecting(page, shown).to_have_count(borders)
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Text").fill("no such text")
    expecting(page, "output").to_have_text(f"0 of {number}")
    page.get_by_label("Text").fill("test_crash")
    page.locator(f"{shown} a").first.click()
    page.wait_for_selector("html[data-ready]")
    assert page.url == traces["crash"].as_uri()


def test_the_message_in_the_terminal(failed: Failed) -> None:
    printed = failed[0]
    for said in (
        "        expected   SCORE 10\n        shown      SCORE 0:\n                         ^^\n",
        "      0 |            SCORE 0:            |",
        "Waited 3 s for PC to reach next_frame (snake.asm:",
        '30 PRINT "GO": LET score=socre+10: PRINT score',
        "Expected title.png. 5 of 768 squares differ, in row 5, columns 13 to 17.",
        "Expected border 2 (red), it is 0 (black).",
        "Expected a tone of 883 Hz.",
        "FAILED test_kinds.py::test_text - row 0: expected 'SCORE 10', shown 'SCORE 0:'"[:60],
    ):
        assert said in printed
    assert re.search(r"It was there \d+ times, last in frame \d+\.", printed)
    assert re.search(r"Before that ran \w+ \(last in frame \d+\), \w+ \(last in", printed)
    assert re.search(r"Since frame \d+ the program has been at pressed \(snake.asm:\d+\)", printed)
    assert "Traceback" not in printed
    assert "pyspectrum/testing" not in printed


OPENS_WITH = {
    "report": (
        ("#fail .what", "BASIC stopped in frame"),
        ("#fail .what", "2 Variable not found, 30:2"),
        ("[data-low][aria-selected=true]", "BASIC"),
        ("#low mark", "LET score=socre+10"),
    ),
    "crash": (
        ("#fail .what", "The program reset the machine"),
        ("[data-low][aria-selected=true]", "Stack"),
        ("#code .ln.pc", "ret"),  # which led out
    ),
    "picture": (("#fail .what", "5 of 768 squares differ"),),
    "memory": (("#fail .what", "assert"),),
    "not_exact": (("#notexact", "The replay differs from frame"),),
    "long_run": (("#testmeta", "the last 5 minutes"),),
    "passed": (("#outcome", "passed"), ("#rframe", "Frame 0"), ("body:has(#fail[hidden])", "")),
}
"""Elements of a trace that was just opened, and what stands in them."""


@pytest.mark.parametrize("name", OPENS_WITH)
def test_a_trace_opens_where_it_failed_and_says_what(show: Any, name: str) -> None:
    see(show(name), *OPENS_WITH[name])


def test_from_the_text_to_the_instruction_in_two_steps(show: Any, failed: Failed) -> None:
    page = show("text")
    see(page, ("#fail", "Row 0 never showed the text"), ("#fail .cmp", "SCORE 0:"), ("#ipos", "end"))
    press(page, "c")
    see(page, ("#where", "one_row+1"))
    assert f"Row 0 last changed in frame {frame_of(page)}, at one_row+1" in failed[0]
    page.click("#low .vars button:has-text('score')")
    see(page, ("#crumb", "score: 09 → 0A"), ("#where", "step"), ("#code .ln.pc", "ld (hl),a"))


def test_the_test_s_source_and_what_it_printed_stand_beside_its_calls(show: Any) -> None:
    page = show("text")
    press(page, "t")
    see(page, ("#testpane .bad.pc s", 'expect(snake).to_show("SCORE 10", row=0, timeout=2)'))
    page.locator("#testpane .tl[data-g]", has_text='snake.tap("SPACE")').first.click()
    see(page, ("#testpane .pc", "snake.tap"))
    expecting(page, "#testpane .bad").to_have_count(1)
    page.click("[data-test=printed]")
    see(page, ("#testpane pre", "the score is 9"))
    page.click("[data-test=calls]")
    run = page.locator("#calls li", has_text="run(seconds=0.2)")
    run.click()
    before = frame_of(page)
    press(page, "]")
    after = frame_of(page)
    assert 10 <= after - before <= 11
    press(page, "[")
    assert frame_of(page) == before
    run.click()
    assert frame_of(page) == after


def test_showing_the_other_screen_is_a_change(show: Any, failed: Failed) -> None:
    page = show("other_screen")
    press(page, "c")
    said = f"Row 0 last changed in frame {frame_of(page)}"
    assert f"{said}, at #8021" in failed[0]
    see(page, ("#code .pc", "OUT (C),A"), ("#fail .link", said))


def test_memory_is_shown_from_any_address_in_any_form(show: Any) -> None:
    page = show("text")
    press(page, "g")
    page.keyboard.type("score")
    press(page, "Enter")
    first = page.locator("#low .dump b").first
    assert "score" in page.locator("#low .dump s").first.inner_text()
    for form, shown in (("hex", "0A"), ("decimal", "10"), ("words", "160A"), ("text", "·"), ("hex", "0A")):
        page.select_option("#base", form)
        assert first.inner_text().strip().endswith(shown)
    first.click()
    see(page, ("#crumb", "score: 09 → 0A"))
    for place in ("#3C00", "nowhere", ""):
        page.fill("#goto", place)
        press(page, "Enter")
        assert page.locator("#goto:invalid").count() == (place == "nowhere")
        if place == "#3C00":
            see(page, ("#low .dump i >> nth=0", "3C00"))
    see(page, ("#lownote", "changed"))


@pytest.mark.parametrize("name", ["banks_and_sound_chip", "picture"])
def test_nothing_is_cut_off(show: Any, name: str) -> None:
    page = show(name)
    for width, height in ((1440, 900), (1024, 768), (900, 700), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        if width < 1240:
            page.click("[data-side=machine]")
        press(page, "3")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        height = page.evaluate("document.documentElement.scrollHeight")  # a narrow page scrolls
        for selector in (".regs b", ".flags i", ".state", "[data-do=play]", "[data-do=inext]", "#kheld"):
            for box in [one.bounding_box() for one in page.locator(selector).all()]:
                assert box["x"] >= 0, (selector, box)
                assert box["x"] + box["width"] <= width, (selector, box)
                assert box["y"] + box["height"] <= height, (selector, box)


def test_a_time_out_leads_to_the_last_thing_that_the_program_did(show: Any) -> None:
    page = show("timeout")
    see(page, ("#fail", "Waited 3 s for PC to reach next_frame"))
    page.click("#fail .link")
    see(page, ("#fail .link", "It last did something else in frame"))
    assert not text_of(page, "#ipos").startswith("end")


def test_a_golden_picture_is_shown_in_three_ways_or_is_told_to_be_written(show: Any, failed: Failed) -> None:
    page = show("picture")
    for key, name in (("7", "Expected"), ("8", "Actual"), ("9", "Difference")):
        press(page, key)
        see(page, ("[data-picture][aria-pressed=true]", name))
    page, said = show("golden_missing"), "There is no nowhere.png. Run once with --spectrum-update, and look at it"
    see(page, ("#fail .what", said))
    assert said in failed[0]
    press(page, "8", "7")  # there is no expected one
    see(page, ("[data-picture][aria-pressed=true]", "Actual"))


def test_two_machines_have_a_switch_and_the_failed_one_comes_first(show: Any) -> None:
    page = show("two_machines")
    expecting(page, "#machines button").to_have_text(["1: 128K", "2: 48K"])
    see(page, ("#fail", "Row 0 never showed the text"), ("#testmeta", "128K"))
    page.click("#machines button >> nth=1")
    see(page, ("#testmeta", "48K"), ("#machines [aria-selected=true]", "2: 48K"), ("#low .vars", "score"))
    expecting(page, "#fail").to_be_hidden()


def test_waiting_loops_are_folded_and_stepped_over(show: Any) -> None:
    page = show("waiting_loop")
    press(page, "Home", "x")
    folds = page.locator("#code .fold")
    assert re.search(r"[\d,]{3,} rounds of 3 instructions", folds.first.inner_text())
    assert page.locator("#code .ex").count() < 60
    folds.first.click()
    expecting(page, "#code .fold.pc").to_have_count(1)
    before = text_of(page, "#ipos")
    press(page, "o")
    assert text_of(page, "#ipos") != before
    expecting(page, "#code .fold.pc").to_have_count(0)


def test_banks_and_the_sound_chip(show: Any) -> None:
    page = show("banks_and_sound_chip")
    press(page, "ArrowLeft", "3")
    see(page, ("#low", "AY R0"), ("#regs", "bank"))


def test_a_click_leads_to_what_painted_or_changed_it(show: Any) -> None:
    page = show("text")
    page.locator("#glass").click(position={"x": 32 + 16 * 16 + 4, "y": 32 + 4})  # row 0, column 16
    expecting(page, "#crumb mark").to_have_text(re.compile("(row|attr) ?0"))
    press(page, "End", "c", ".")  # after the instruction that painted the score
    byte = page.locator("#low .mm .wr").first
    byte.hover()
    title = byte.get_attribute("title")
    assert re.fullmatch(r"[0-9A-F]{4} was [0-9A-F]{2}", title)
    value, row = byte.inner_text(), text_of(page, "#low .mm:first-child s")
    byte.click()
    assert row.startswith("row 0, col")
    see(page, ("#crumb mark", f"{title[-2:]} → {value}"))


def test_places_next_to_each_other_are_named_in_short(show: Any) -> None:
    page = show("text")
    press(page, "End", *["c"] * 60, "ArrowRight")  # the frame that painted row 0 first
    page.click("#low .more")
    names = page.locator("#low .mm s").all_inner_texts()
    assert any(re.match(r"row 0, col \d+–\d+", name) for name in names), names


def test_elements_stay_while_frames_go_by(show: Any) -> None:
    page = show("passed")
    frames = ["ArrowRight"] * 30
    press(page, "Home", *frames, "Home")
    page.evaluate("""() => {
      window.made = 0;
      const count = changes => { for (const change of changes) window.made += change.addedNodes.length; };
      new MutationObserver(count).observe(document.getElementById("low"), { childList: true, subtree: true });
    }""")
    before = page.locator("#low").inner_text()
    press(page, *frames)
    assert page.locator("#low").inner_text() != before
    assert page.evaluate("window.made") <= 3  # the note that nothing changed comes and goes


def test_the_source_stays_while_one_steps_within_it(show: Any) -> None:
    page = show("passed")
    press(page, "End", "ArrowLeft", ".", ".")
    tops, lines = set(), set()
    for _ in range(3):
        tops.add(text_of(page, "#code .ln:first-child i"))
        lines.add(text_of(page, "#code .ln.pc i"))
        press(page, ".")
    assert len(tops) == 1 < len(lines)


def test_the_keyboard_goes_everywhere(show: Any) -> None:
    page = show("text")
    press(page, "x")
    see(page, ("#code", "The trace ends here."))
    press(page, "s", "Home")
    see(page, ("#rframe", "Frame 0"))
    press(page, "ArrowRight", "ArrowRight", ".", ".")
    see(page, ("#rframe", "Frame 2"), ("#ipos", "2 of"))
    press(page, ",", "x")
    see(page, ("#ipos", "1 of"), ("[data-code][aria-selected=true]", "Executed"))
    assert page.locator("#code .ex").count() > 3
    press(page, "s", "2")
    see(page, ("#lownote", "SP"))
    press(page, "o", "u", "j", "k", "Shift+ArrowRight", "Shift+ArrowLeft", "z", "z", "d", "f", "?")
    see(page, ("#ipos", "end"))
    expecting(page, "#keys").to_be_visible()


def test_an_address_leads_a_colleague_there(show: Any) -> None:
    see(show("text", "#f=5&i=3"), ("#rframe", "Frame 5"), ("#ipos", "4 of"))


def test_of_a_long_run_the_last_minutes_are_kept(show: Any) -> None:
    page = show("long_run")
    press(page, "Home")
    see(page, ("#rframe", "Frame 0"))
    assert int(page.get_attribute("#head", "aria-valuemax")) < 15_100


def test_interrupts_are_steps_and_halts_are_folded(show: Any) -> None:
    page = show("passed")
    press(page, "End", "ArrowLeft", ",", "x")
    shown = text_of(page, "#code").split("\n")
    assert any(line.startswith("HALT ×") for line in shown)
    assert "interrupt" in shown


@pytest.mark.parametrize(("name", "panes"), [("text", "sx23"), ("report", "s"), ("picture", "s")])
def test_axe_finds_nothing(show: Any, name: str, panes: str) -> None:
    page = show(name, bypass_csp=True)
    press(page, "ArrowLeft", ".", ".")
    prepare_axe(page)
    for key in panes:
        press(page, key)
        assert violations(page) == []
