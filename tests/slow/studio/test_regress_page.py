"""The report's page in a real browser: sorted, filtered, and searched for a disagreement put there on purpose."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.cli import main
from harness.formats import write_puzzle
from harness.puzzle import Grid
from pyspectrum.tape import write_tap
from tests.browser import complaints_of
from tests.planted import SHOWS_FAULT, faulty_tape


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random puzzles without a side of five cells on two tapes, and one that the faulty tape gets wrong."""
    folder = tmp_path_factory.mktemp("report")
    shows = folder / "<i>shows & tells.non"
    write_tap(folder / "faulty.tap", faulty_tape())
    write_puzzle(SHOWS_FAULT, shows)
    tapes = ["--tape", str(folder / "faulty.tap"), "--tape", "crossword-turbo.tap", "--inject"]
    corpus = [str(shows), "--random", "6x6..7x7:55:1", "--jobs", "1"]
    assert main(["regress", *corpus, *tapes, "--report", str(folder / "out")]) == 1
    return folder / "out"


@pytest.fixture
def page(browser: Any, report: Path) -> Iterator[Any]:
    """The page, opened from its file; it complains of nothing, and needs nothing else."""
    made, address = browser.new_page(), (report / "index.html").as_uri()
    complaints = complaints_of(made, its_own=(address,))
    made.goto(address)
    yield made
    assert complaints == []
    made.close()


def column(page: Any, number: int) -> list[str]:
    texts: list[str] = page.locator(f"#all tbody tr td:nth-child({number + 1})").all_inner_texts()
    return texts


def test_the_run_is_told_in_a_sentence_and_every_puzzle_stands_at_its_size(page: Any) -> None:
    assert page.locator(".big").inner_text().split() == ["1", "of", "112", "answers", "is", "wrong."]
    assert page.locator(".lead").inner_text() == "The other 111 are right."
    assert page.locator(".badge").inner_text() == "1 wrong"
    assert page.locator("dt").all_inner_texts() == ["median", "longest", "all together", "this computer"]
    points = page.locator("#plot .point")
    assert points.locator("canvas").count() == points.count() == 112
    assert page.locator("#plot .point.wrong").count() == 1
    places = points.evaluate_all(
        """all => all.map(one => [Number(/(\\d+)×/.exec(one.title.split(": ").at(-1))[1])
          * Number(/×(\\d+)/.exec(one.title.split(": ").at(-1))[1]), parseFloat(one.style.left)])"""
    )
    by_cells = sorted(places)
    assert [place for _, place in by_cells] == sorted(place for _, place in places), "larger is further to the right"


def test_the_slowest_come_first_if_none_is_wrong(browser: Any, tmp_path: Path) -> None:
    corpus = ["--random", "5x5..8x8:12:1", "--solver-only", "--jobs", "1"]
    assert main(["regress", *corpus, "--report", str(tmp_path / "out")]) == 0
    page = browser.new_page()
    page.goto((tmp_path / "out" / "index.html").as_uri())
    assert page.locator(".big").inner_text().split() == ["12", "of", "12", "answers", "are", "right."]
    assert page.locator("#slow li").count() == 3
    assert "× the usual" in page.locator("#slow .note").first.inner_text()
    page.close()


def test_the_table_is_sorted_by_a_click_and_grows_by_a_hundred_rows(page: Any) -> None:
    rows, more = page.locator("#all tbody tr"), page.locator("#more")
    assert rows.count() == 100
    more.click()
    assert rows.count() == 112
    assert not more.is_visible()
    header = page.locator("#all th", has_text="T-states")
    orders = {}
    for order in ("descending", "ascending"):
        header.get_by_role("button").click()
        assert header.get_attribute("aria-sort") == order
        more.click()
        orders[order] = [int(text.replace(",", "")) for text in column(page, 7)]
    assert orders["ascending"] == sorted(orders["ascending"])
    assert orders["descending"] == orders["ascending"][::-1]
    assert len(set(orders["ascending"])) > 50
    page.locator("#all th", has_text="Spectrum time").get_by_role("button").click()
    bars = page.locator("#all .time i").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert bars[0] == pytest.approx(160, abs=1)
    assert bars == sorted(bars, reverse=True)
    assert len(set(bars)) > 10


def test_the_table_is_filtered(page: Any) -> None:
    assert column(page, 3)[0] == "disagrees", "wrong puzzles come first"
    page.get_by_label("Status").select_option("disagrees")
    assert column(page, 3) == ["disagrees"]
    assert column(page, 1)[0] == "<i>shows & tells.non"
    page.get_by_label("Status").select_option("")
    page.get_by_label("Engine").select_option("crossword-turbo.tap")
    assert page.locator("#shown").inner_text() == "56 of 112"
    assert set(column(page, 2)) == {"crossword-turbo.tap"}
    page.get_by_label("Search").fill("6×7")
    sizes = column(page, 5)
    assert sizes
    assert set(sizes) == {"6×7"}
    page.get_by_label("Search").fill("no such puzzle")
    assert page.locator("#all tbody tr").count() == 0


def test_the_disagreement_stands_there_with_both_grids_and_its_command(page: Any) -> None:
    article = page.locator("#look article")
    assert article.locator("h3").inner_text() == "<i>shows & tells.non", "its folder stands where the pointer rests"
    assert article.locator("h3").get_attribute("title").endswith("/<i>shows & tells.non")
    assert article.locator("i").count() == 0, "a file's name is text"
    assert article.locator("figcaption").all_inner_texts()[1] == "what the reference finds"
    one, other = (figure.bounding_box() for figure in article.locator("figure svg").all())
    assert one["y"] == other["y"]
    assert one["x"] < other["x"], "side by side"
    assert "python -m harness run " in article.locator("code").inner_text()
    page.get_by_label("Status").select_option("disagrees")
    width, height, shades = page.evaluate(
        """() => {
            const canvas = document.querySelector("#all canvas"), [width, height] = [canvas.width, canvas.height];
            const {data} = canvas.getContext("2d").getImageData(0, 0, width, height);
            const shade = (_, at) => data[4 * at + 3] ? data[4 * at] : 255;
            return [width, height, Array.from({length: width * height}, shade)];
        }"""
    )
    signs = {0x15: "#", 0xC3: "?", 255: "."}
    rows = ["".join(signs[shade] for shade in shades[y * width : (y + 1) * width]) for y in range(height)]
    goal = SHOWS_FAULT.goal
    assert goal is not None
    assert rows != list(goal.rows)
    assert Grid(tuple(rows)).is_part_of(goal), "the thumbnail shows the answer"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_dark_where_the_reader_wants_it(browser: Any, report: Path, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme, viewport={"width": 360, "height": 640})
    page.goto((report / "index.html").as_uri())
    desk = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert desk == {"light": "rgb(235, 237, 243)", "dark": "rgb(13, 15, 29)"}[scheme], "the shared tokens"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()


def test_without_scripts_the_page_still_tells_what_is_wrong(browser: Any, report: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto((report / "index.html").as_uri())
    assert page.locator("#look article figure svg").count() == 2
    assert "drawn by this page's own script" in page.locator("noscript").inner_text()
    page.close()
