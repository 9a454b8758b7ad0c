"""The trace's viewer in Chromium, on failures of each kind that were made on purpose."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import complaints_of, expecting, prepare_axe, violations
from tests.house import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Path]]:
    """Run failing tests; return the output of pytest, and the trace of each test."""
    folder = tmp_path_factory.mktemp("failures")
    shutil.copy(ROOT / "tests" / "e2e" / "trace_failures.py", folder / "test_kinds.py")
    shutil.copytree(ROOT / "docs" / "examples", folder / "examples")
    shutil.copy(folder / "examples" / "snake" / "title.png", folder)
    command = [sys.executable, "-m", "pytest", "test_kinds.py", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["--spectrum-trace=on", "--spectrum-video=off", "--spectrum-screenshot=off"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    traces = {}
    for path in folder.glob("spectrum-results/*/trace.html"):
        found = re.search(r"test_kinds\.py-test_(\w+)-", path.parent.name)
        assert found
        traces[found[1]] = path
    return done.stdout, traces


@pytest.fixture
def show(browser: Browser, failed: tuple[str, dict[str, Path]]) -> Iterator[Any]:
    """Open a trace by its test's name; errors of the page fail the test."""
    pages = []
    complaints: list[list[str]] = []

    def open_trace(name: str, address: str = "", **how: Any) -> Page:
        page = browser.new_page(**{"viewport": {"width": 1440, "height": 900}, **how})
        pages.append(page)
        complaints.append(complaints_of(page, its_own=("file:", "blob:", "data:")))
        page.goto(failed[1][name].as_uri() + address)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_trace
    for page in pages:
        page.close()
    assert not any(complaints)


def test_the_index_filters_traces_and_leads_to_them(browser: Browser, failed: tuple[str, dict[str, Path]]) -> None:
    output, traces = failed
    assert "All traces: " in output
    page, shown, number = browser.new_page(), "tbody tr:not([hidden])", len(traces)
    complaints = complaints_of(page, its_own=("file:", "blob:", "data:"))
    page.goto((next(iter(traces.values())).parents[1] / "index.html").as_uri())
    expecting(page, shown).to_have_count(number)
    page.get_by_label("Kind").select_option("border")
    expecting(page, "output").not_to_have_text(f"{number} of {number}")
    borders = page.locator("tbody tr[data-kind='border']").count()
    assert 0 < borders < number
    expecting(page, shown).to_have_count(borders)
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Text").fill("no such text")
    expecting(page, "output").to_have_text(f"0 of {number}")
    name = next(iter(traces))
    page.get_by_label("Text").fill(f"test_{name}")
    page.locator(f"{shown} a").first.click()
    page.wait_for_selector("html[data-ready]")
    assert page.url == traces[name].as_uri()
    assert not complaints
    page.close()


def text_of(page: Page, selector: str) -> str:
    return page.locator(selector).inner_text()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_from_the_text_to_the_instruction_in_two_steps(show: Any, failed: tuple[str, dict[str, Path]]) -> None:
    page = show("text")
    assert "Row 0 never showed the text" in text_of(page, "#fail")
    assert "SCORE 0:" in text_of(page, "#fail .cmp")
    assert text_of(page, "#ipos").startswith("end")
    press(page, "c")
    frame = re.search(r"Frame (\d+)", text_of(page, "#rframe"))
    assert frame
    assert f"Row 0 last changed in frame {frame[1]}, at one_row+1" in failed[0]
    assert "one_row+1" in text_of(page, "#where")
    page.click("#low .vars button:has-text('score')")
    assert "score: 09 → 0A" in text_of(page, "#crumb")
    assert text_of(page, "#where").startswith("step")
    assert "ld (hl),a" in text_of(page, "#code .ln.pc")


def test_the_message_in_the_terminal(failed: tuple[str, dict[str, Path]]) -> None:
    printed = failed[0]
    assert "        expected   SCORE 10\n        shown      SCORE 0:\n                         ^^\n" in printed
    assert "      0 |            SCORE 0:            |" in printed
    assert "Waited 3 s for PC to reach next_frame (snake.asm:" in printed
    assert re.search(r"It was there \d+ times, last in frame \d+\.", printed)
    assert re.search(r"Before that ran \w+ \(last in frame \d+\), \w+ \(last in", printed)
    assert re.search(r"Since frame \d+ the program has been at pressed \(snake.asm:\d+\)", printed)
    assert "BASIC stopped in frame" in printed
    assert "2 Variable not found, 30:2" in printed
    assert '30 PRINT "GO": LET score=socre+10: PRINT score' in printed
    assert "Expected title.png. 5 of 768 squares differ, in row 5, columns 13 to 17." in printed
    assert "Expected border 2 (red), it is 0 (black)." in printed
    assert "Expected a tone of 883 Hz." in printed
    assert "The program reset the machine: it came to #0000 in frame" in printed
    assert "Traceback" not in printed
    assert "pyspectrum/testing" not in printed
    assert "FAILED test_kinds.py::test_text - row 0: expected 'SCORE 10', shown 'SCORE 0:'"[:60] in printed


def test_the_test_s_source_and_what_it_printed_stand_beside_its_calls(show: Any) -> None:
    page = show("text")
    press(page, "t")
    assert 'expect(snake).to_show("SCORE 10", row=0, timeout=2)' in text_of(page, "#testpane .bad.pc s")
    page.locator("#testpane .tl[data-g]", has_text='snake.tap("SPACE")').first.click()
    assert "snake.tap" in text_of(page, "#testpane .pc")
    assert page.locator("#testpane .bad").count() == 1
    page.click("[data-test=printed]")
    assert "the score is 9" in text_of(page, "#testpane pre")
    page.click("[data-test=calls]")
    assert page.locator("#calls").is_visible()


def test_showing_the_other_screen_is_a_change(show: Any, failed: tuple[str, Any]) -> None:
    page = show("other_screen")
    said = re.search(r"Row 0 last changed in frame (\d+), at #8021", failed[0])
    assert said
    press(page, "c")
    assert frame_of(page) == int(said[1])
    assert "OUT (C),A" in text_of(page, "#code .pc")
    assert f"Row 0 last changed in frame {said[1]}" in text_of(page, "#fail .link")


def test_before_and_after_a_call(show: Any) -> None:
    page = show("text")
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


def frame_of(page: Page) -> int:
    found = re.search(r"Frame (\d+)", text_of(page, "#rframe"))
    assert found
    return int(found[1])


def test_memory_is_shown_from_any_address_in_any_form(show: Any) -> None:
    page = show("text")
    press(page, "g")
    page.keyboard.type("score")
    press(page, "Enter")
    first = page.locator("#low .dump b").first
    assert first.inner_text() == "0A"
    assert "score" in page.locator("#low .dump s").first.inner_text()
    for form, shown in (("decimal", "10"), ("words", "160A"), ("text", "·"), ("hex", "0A")):
        page.select_option("#base", form)
        assert first.inner_text().strip().endswith(shown)
    first.click()
    assert "score: 09 → 0A" in text_of(page, "#crumb")
    page.fill("#goto", "#3C00")
    press(page, "Enter")
    assert page.locator("#low .dump i").first.inner_text() == "3C00"
    page.fill("#goto", "nowhere")
    press(page, "Enter")
    assert page.locator("#goto:invalid").count() == 1
    page.fill("#goto", "")
    press(page, "Enter")
    assert "changed" in text_of(page, "#lownote")


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
    assert "Waited 3 s for PC to reach next_frame" in text_of(page, "#fail")
    page.click("#fail .link")
    assert "It last did something else in frame" in text_of(page, "#fail .link")
    assert not text_of(page, "#ipos").startswith("end")


def test_a_report_opens_where_it_came_with_its_statement(show: Any) -> None:
    page = show("report")
    assert "BASIC stopped in frame" in text_of(page, "#fail .what")
    assert "2 Variable not found, 30:2" in text_of(page, "#fail .what")
    assert page.locator("[data-low=basic]").get_attribute("aria-selected") == "true"
    assert "LET score=socre+10" in text_of(page, "#low mark")
    press(page, "1")
    assert "score" in text_of(page, "#low .vars")


def test_a_crash_opens_at_the_return_that_led_out(show: Any) -> None:
    page = show("crash")
    assert "The program reset the machine" in text_of(page, "#fail .what")
    assert page.locator("[data-low=stack]").get_attribute("aria-selected") == "true"
    assert "ret" in text_of(page, "#code .ln.pc")


def test_a_golden_picture_is_shown_in_three_ways(show: Any) -> None:
    page = show("picture")
    assert "5 of 768 squares differ" in text_of(page, "#fail .what")
    for key, name in (("7", "expected"), ("8", "actual"), ("9", "difference")):
        press(page, key)
        assert page.locator(f"[data-picture={name}]").get_attribute("aria-pressed") == "true"


def test_a_plain_assertion_has_a_trace_too(show: Any) -> None:
    page = show("memory")
    assert "assert" in text_of(page, "#fail .what")
    page.click("#low .vars button:has-text('frames')")
    assert "frames:" in text_of(page, "#crumb")


def test_a_missing_golden_picture_says_how_to_write_it(show: Any, failed: tuple[str, Any]) -> None:
    page = show("golden_missing")
    said = "There is no nowhere.png. Run once with --spectrum-update, and look at it"
    assert said in text_of(page, "#fail .what")
    assert said in failed[0]
    press(page, "7")  # there is none
    assert page.locator("[data-picture=expected]").get_attribute("aria-pressed") == "false"
    press(page, "8")
    assert page.locator("[data-picture=actual]").get_attribute("aria-pressed") == "true"


def test_two_machines_have_a_switch_and_the_failed_one_comes_first(show: Any) -> None:
    page = show("two_machines")
    names = page.locator("#machines button").all_inner_texts()
    assert names == ["1: 128K", "2: 48K"]
    assert "Row 0 never showed the text" in text_of(page, "#fail")
    assert "128K" in text_of(page, "#testmeta")
    page.click("#machines button >> nth=1")
    expecting(page, "#testmeta").to_contain_text("48K")
    assert page.locator("#machines [aria-selected=true]").inner_text() == "2: 48K"
    assert page.locator("#fail").is_hidden()
    assert "score" in text_of(page, "#low .vars")


def test_of_a_long_run_the_last_minutes_are_kept_and_the_header_says_so(show: Any) -> None:
    page = show("long_run")
    assert "the last 5 minutes" in text_of(page, "#testmeta")
    press(page, "Home")
    assert text_of(page, "#rframe") == "Frame 0"
    assert page.locator("#head").get_attribute("aria-valuemax") is not None
    assert int(page.locator("#head").get_attribute("aria-valuemax")) < 15_100


def test_a_frame_without_instructions_says_why(show: Any) -> None:
    page = show("text")
    press(page, "x")
    assert "The trace ends here." in text_of(page, "#code")


def test_waiting_loops_are_folded_and_stepped_over(show: Any) -> None:
    page = show("waiting_loop")
    press(page, "Home", "x")
    folds = page.locator("#code .fold")
    assert folds.count() >= 1
    assert re.search(r"[\d,]{3,} rounds of 3 instructions", folds.first.inner_text())
    assert page.locator("#code .ex").count() < 60
    folds.first.click()
    assert page.locator("#code .fold.pc").count() == 1
    before = text_of(page, "#ipos")
    press(page, "o")
    assert text_of(page, "#ipos") != before
    assert page.locator("#code .fold.pc").count() == 0


def test_a_replay_that_is_not_exact_says_so(show: Any) -> None:
    page = show("not_exact")
    assert "The replay differs from frame" in text_of(page, "#notexact")


def test_banks_and_the_sound_chip(show: Any) -> None:
    page = show("banks_and_sound_chip")
    press(page, "ArrowLeft", "3")
    assert "AY R0" in text_of(page, "#low")
    assert "bank" in text_of(page, "#regs")


def test_a_passed_test_opens_at_its_first_frame(show: Any) -> None:
    page = show("passed")
    assert page.locator("#fail").is_hidden()
    assert text_of(page, "#outcome") == "passed"
    assert text_of(page, "#rframe") == "Frame 0"


def test_a_click_on_the_screen_leads_to_what_painted_it(show: Any) -> None:
    page = show("text")
    page.locator("#glass").click(position={"x": 32 + 16 * 16 + 4, "y": 32 + 4})  # row 0, column 16
    assert re.search(r"(row|attr) ?0", text_of(page, "#crumb mark"))


def test_a_click_on_a_byte_leads_to_what_changed_it(show: Any) -> None:
    page = show("text")
    press(page, "End", "c", ".")  # after the instruction that painted the score
    byte = page.locator("#low .mm .wr").first
    byte.hover()
    title = byte.get_attribute("title")
    assert re.fullmatch(r"[0-9A-F]{4} was [0-9A-F]{2}", title)
    value, row = byte.inner_text(), text_of(page, "#low .mm:first-child s")
    byte.click()
    assert row.startswith("row 0, col")
    assert f"{title[-2:]} → {value}" in text_of(page, "#crumb mark")


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
    first, marked = "#code .ln:first-child i", "#code .ln.pc i"
    tops, lines = [], set()
    for _ in range(3):
        tops.append(text_of(page, first))
        lines.add(text_of(page, marked))
        press(page, ".")
    assert len(set(tops)) == 1
    assert len(lines) > 1


def test_the_keyboard_goes_everywhere(show: Any) -> None:
    page = show("text")
    press(page, "Home")
    assert text_of(page, "#rframe") == "Frame 0"
    press(page, "ArrowRight", "ArrowRight")
    assert text_of(page, "#rframe") == "Frame 2"
    press(page, ".", ".")
    assert text_of(page, "#ipos").startswith("2 of")
    press(page, ",")
    assert text_of(page, "#ipos").startswith("1 of")
    press(page, "x")
    assert page.locator("[data-code=executed]").get_attribute("aria-selected") == "true"
    assert page.locator("#code .ex").count() > 3
    press(page, "s", "2")
    assert "SP" in text_of(page, "#lownote")
    press(page, "o", "u", "j", "k", "Shift+ArrowRight", "Shift+ArrowLeft", "z", "z", "d", "f")
    assert text_of(page, "#ipos").startswith("end")
    press(page, "?")
    assert page.locator("#keys").is_visible()


def test_an_address_leads_a_colleague_there(show: Any) -> None:
    page = show("text", "#f=5&i=3")
    assert text_of(page, "#rframe") == "Frame 5"
    assert text_of(page, "#ipos").startswith("4 of")


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
