"""`page` from the command line: what is written, what is skipped and listed, and with which exit code."""

import base64
import json
import re
import zlib
from pathlib import Path

from harness.files.reading import data_folder
from harness.spectrum.build import ALL_EDITIONS
from harness.studio.pages import kernel
from tests.cli_runner import assert_one_line_refusal, run_cli

TURBO = ("--tape", "crossword-turbo.tap")


def test_what_is_no_puzzle_with_one_solution_stops_none_of_the_others(tmp_path: Path) -> None:
    broken, pages = tmp_path / "broken.non", tmp_path / "pages"
    broken.write_text("width 3\n", encoding="utf-8")
    named = (str(broken), "puzzles/one-cell.txt", "puzzles/wink.txt", "puzzles/one-cell.txt")
    ran = run_cli("page", *named, *TURBO, "--out", str(pages))
    assert ran.code == 2
    assert ran.out.endswith("pages: 2 puzzles, 2 skipped\n")
    assert "broken.non" in ran.err
    assert "wink.txt: not a puzzle with one solution: it has several solutions" in ran.err
    assert {path.name for path in pages.glob("*.html")} == {"index.html", "one-cell.html", "one-cell-2.html"}
    worker = (pages / "service-worker.js").read_text("utf-8")
    kept = json.loads(worker[worker.index(", [") + 2 : worker.index("]];") + 1])
    assert set(kept) == {"./"} | {path.name for path in pages.iterdir()} - {"service-worker.js"}


def test_nothing_is_written_if_no_puzzle_is_left(tmp_path: Path) -> None:
    ran = run_cli("page", "puzzles/wink.txt", *TURBO, "--out", tmp_path / "pages")
    assert ran.code == 2
    assert ran.out == ""
    assert not (tmp_path / "pages").exists()


def test_puzzles_that_need_a_trial_are_left_out_if_asked(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    ran = run_cli("page", "puzzles/mask.txt", "puzzles/car.txt", *TURBO, "--no-trial", "--out", str(pages))
    assert (ran.code, ran.out) == (2, f"{pages}: 1 puzzle, 1 skipped\n")
    assert "mask.txt: this puzzle needs a trial: rules for one line do not solve it; leave out --no-trial" in ran.err
    assert not (pages / "mask.html").exists()
    ran = run_cli("page", "puzzles/mask.txt", "puzzles/totem.txt", *TURBO, "--no-trial", "--out", tmp_path / "none")
    assert_one_line_refusal(ran, "all 2 puzzles need a trial; name others, or leave out --no-trial")
    assert not (tmp_path / "none").exists()


def test_a_page_that_opens_links_needs_no_puzzle(tmp_path: Path) -> None:
    ran = run_cli("page", "--solver", "--out", str(tmp_path / "solver.html"))
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'solver.html'}: 0 puzzles, opens shared links\n")
    page = (tmp_path / "solver.html").read_text("utf-8")
    assert "link-form" in page
    assert "<script src" not in page
    assert "stylesheet" not in page


def test_the_program_s_page_has_every_edition(tmp_path: Path) -> None:
    ran = run_cli("page", "--program", "--out", str(tmp_path / "program.html"))
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r".*program\.html: the program, \d+ kB; open it in a browser\n", ran.out)
    page = (tmp_path / "program.html").read_text("utf-8")
    found = re.search(r'id="program">(.*?)</script>', page, re.DOTALL)
    assert found
    programs = [zlib.decompress(base64.b64decode(line)) for line in found[1].split()]
    assert programs == [(data_folder("tapes") / edition.file_name).read_bytes() for edition in ALL_EDITIONS]
    assert len(re.findall('<option value="[0-9]"', page)) == len(ALL_EDITIONS)


def test_the_studio_is_one_small_file_that_asks_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "studio.html"
    ran = run_cli("page", "--studio", "--url", "https://puzzles.example/studio.html", "--out", str(path))
    assert (ran.code, ran.err) == (0, "")
    page = path.read_text("utf-8")
    assert len(page.encode()) <= 450_000
    assert len(kernel()) <= 60_000
    (policy,) = re.findall('Policy" content="(.*?)"', page)
    assert policy == (
        "default-src 'none'; script-src 'unsafe-inline' data: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; "
        "img-src blob: data:; worker-src blob:"
    )
    assert 'data-address="https://puzzles.example/studio.html"' in page
    assert re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="(?!data:)', page) == []


def test_a_puzzle_too_large_for_the_program_has_a_page_without_a_spectrum(tmp_path: Path) -> None:
    wide = tmp_path / "wide.txt"
    wide.write_text("picture:\n" + "\n".join(["#" * 70] * 2) + "\n", encoding="utf-8")
    assert run_cli("page", str(wide), *TURBO, "--out", str(tmp_path / "wide.html")).code == 0
    assert "spectrumParts = {" not in (tmp_path / "wide.html").read_text("utf-8")
    assert run_cli("page", "puzzles/car.txt", *TURBO, "--out", str(tmp_path / "car.html")).code == 0
    assert "spectrumParts = {" in (tmp_path / "car.html").read_text("utf-8")
