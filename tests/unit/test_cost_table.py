"""The figures in documents that repeat what slow tests pin, or what another document has."""

import re

import pytest

from harness.spectrum.build import EDITIONS
from tests.house import ROOT
from tools import authors, figures
from tools.marks import read_part


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", figures.PINNED)
def test_each_table_has_what_is_pinned(name: str) -> None:
    page, make = figures.PINNED[name]
    assert read_part(page, name) == make()


def test_the_table_of_waits_has_each_of_them() -> None:
    waits = {line.strip("| ").partition(" | ")[0] for line in read_part(figures.COSTS, "waits").splitlines()[2:]}
    assert waits == figures.pins()["waits crossword.tap"].keys()


def test_the_authors_page_has_the_pinned_times_and_today_s_counts() -> None:
    page = read("docs/authors.md")
    _, (car, _, printed) = authors.ON_THE_SPECTRUM
    times = (figures.seconds(figures.pins()[f"{edition.file_name} car"]["tstates"])[:-2] for edition in EDITIONS)
    assert f"| {' | '.join((car, *printed, *times))} |" in page
    slips, *counted, animation = authors.counted_rows(trials=1_000)
    assert slips.work in page
    assert all(f"| {' | '.join(row)} |" in page for row in counted)
    assert round(100 * authors.cancelling_share(5_000)) == 7
    assert all("7 %" in read(f"docs/{name}") for name in ("manual.md", "manual.ru.md"))
    assert f"| {animation.ours.rpartition(',')[0]}, " in page  # its size is Pillow's


def test_the_readme_s_other_figures_are_those_of_the_pages_that_it_links() -> None:
    readme = " ".join(read("README.md").split())
    ours, pbnsolve = (
        line.split(" | ")
        for line in read("docs/costs.md").splitlines()
        if re.match(r"\| by lines, 30×30…99×99 \| (fast|pbnsolve) ", line)
    )
    assert f"takes {float(ours[3]):.2f} ms (median, first call)" in readme
    assert f"pbnsolve takes {float(pbnsolve[5]):.1f} times as long" in readme
    verification = read("docs/verification.md")
    assert re.findall(r"all ([\d,]+) lines", readme)[0] in verification
    assert f"**{re.findall(r'and on ([0-9,]+) random', readme)[0]}**" in verification
    solved = re.findall(r"^\| `crossword[\w-]*\.tap` \(\w+\) \| \**([\d,]+)", verification, re.MULTILINE)
    assert len(solved) == len(EDITIONS)
    assert f"{sum(int(count.replace(',', '')) for count in solved):,} random puzzles" in readme
