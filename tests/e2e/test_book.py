"""`book`: many puzzles in one PDF, upright or turned, with the answers at the end."""

import re
import zlib
from pathlib import Path

import pytest

from harness.drawing.book import BookPage, build_book
from harness.formats import read_puzzle
from harness.puzzle import Puzzle
from tests.cli_runner import ROOT, run_cli


def page_boxes(pdf: bytes) -> list[tuple[float, float]]:
    """The width and height of each page, in points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(float(width), float(height)) for width, height in boxes]


def drawn(pdf: bytes) -> list[str]:
    streams = re.findall(rb"/Filter /FlateDecode\n/Length \d+\n>>\nstream\n(.*?)\nendstream", pdf, re.DOTALL)
    return [page for data in streams if " Tf" in (page := zlib.decompress(data).decode("latin-1"))]


def test_lines_between_fives_and_around_are_black_and_the_others_grey() -> None:
    (page,) = drawn(build_book([BookPage(Puzzle(((1,),) * 6, ((6,), ())), None)]))
    grey, black = page.partition("\n0 G\n")[::2]
    assert grey.endswith(" l S\n1.13 w"), "0.4 mm"
    assert (grey.count(" l S"), black.count(" l S")) == (1 + 4, 2 + 3)


def test_the_page_number_stands_in_the_middle() -> None:
    pdf = build_book([BookPage(Puzzle(((1,),), ((1,),)), None)])
    ((width, _),) = page_boxes(pdf)
    x = re.findall(r"BT ([\d.]+) [\d.]+ Td", drawn(pdf)[0])[-1]
    assert float(x) == pytest.approx(width / 2, abs=5)


def test_a_book_has_a_page_for_each_puzzle_and_the_answers_at_the_end(tmp_path: Path) -> None:
    options = ("--title", "Для Анны", "--paper", "letter")
    done = run_cli("book", "puzzles/car.txt", "puzzles/tulips.g", "--out", tmp_path / "b.pdf", *options)
    assert (done.code, done.out) == (0, f"{tmp_path / 'b.pdf'}: 2 puzzles, 2 with an answer\n")
    pdf = (tmp_path / "b.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") == 4  # title, two puzzles, answers
    assert {tuple(sorted(map(round, box))) for box in page_boxes(pdf)} == {(612, 792)}


def test_a_page_is_turned_if_its_own_puzzle_is_wide() -> None:
    wide = BookPage(Puzzle(((40,),), ((1,),) * 40), None)
    high = BookPage(Puzzle(((1,),) * 40, ((40,),)), None)
    for pages in ([wide], [high], [high, wide], [wide, high, wide]):
        boxes = page_boxes(build_book(pages))
        assert sum(width > height for width, height in boxes) == pages.count(wide)


def test_the_same_puzzles_give_the_same_bytes() -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "cat.txt")
    books = {build_book([BookPage(puzzle, puzzle.goal)], paper=paper) for paper in ("a4", "a4", "letter")}
    assert len(books) == 2


def test_what_is_no_puzzle_or_has_no_solution_is_skipped_and_listed(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("rows:\nx\n")
    out = ("--out", tmp_path / "b.pdf")
    done = run_cli("book", "puzzles/contradiction.txt", tmp_path / "bad.txt", "puzzles/car.txt", *out)
    assert (done.code, done.out) == (2, f"{tmp_path / 'b.pdf'}: 1 puzzle, 1 with an answer, 2 skipped\n")
    first, second = done.err.splitlines()
    assert first.endswith("contradiction.txt has no solution, and is skipped; check says where")
    assert second.startswith(f"crossword: {tmp_path / 'bad.txt'}:2: ")
    assert (tmp_path / "b.pdf").read_bytes().count(b"/Type /Page\n") == 2
    assert run_cli("book", "puzzles/contradiction.txt", "puzzles/car.txt", *out).code == 0


@pytest.mark.parametrize("option", ["--no-answers", "--hide-titles"])
def test_answers_and_titles_can_be_left_out(tmp_path: Path, option: str) -> None:
    sizes = []
    for options in ((), (option,)):
        assert run_cli("book", "puzzles/car.txt", "--out", tmp_path / "b.pdf", *options).code == 0
        sizes.append(len((tmp_path / "b.pdf").read_bytes()))
    assert sizes[1] < sizes[0]
