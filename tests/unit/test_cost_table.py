"""The tables of Spectrum time in docs/costs.md and README hold the values that tools/bench pins."""

import json
import re

from harness.spectrum.build import EDITIONS
from tests.house import ROOT
from tools import authors, figures
from tools.marks import read_part

TSTATES_A_SECOND = 3_500_000
PINS = json.loads((ROOT / "tests/data/tstates.json").read_text(encoding="ascii"))
SEARCH = json.loads((ROOT / "tests/data/search.json").read_text(encoding="ascii"))
COLUMNS = {edition.file_name: 4 + 2 * column for column, edition in enumerate(EDITIONS)}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def rows(name: str, width: int) -> dict[str, list[str]]:
    """Return the rows of `width` cells in a document's tables: first cell to the others."""
    cells = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in read(name).splitlines() if line[:1] == "|"
    )
    return {row[0]: row[1:] for row in cells if len(row) == width}


def seconds(tstates: int) -> str:
    return f"{tstates / TSTATES_A_SECOND:,.2f} s"


def test_solving_on_each_tape_is_as_pinned() -> None:
    table = rows("docs/costs.md", 4 + 2 * len(EDITIONS))
    said, pinned = {}, {}
    for name, pin in PINS.items():
        tape, _, puzzle = name.partition(" ")
        if tape in COLUMNS:
            mean, _, worst = table[puzzle][COLUMNS[tape]].split(" / ")
            # the turbo edition has some analyses more at the end
            analyses = table[puzzle][2] if tape != "crossword-turbo.tap" else f"{pin['line_calls']:,}"
            said[name] = (analyses, table[puzzle][COLUMNS[tape] - 1], mean, worst)
            calls, *of_a_line = (f"{pin[key]:,}" for key in ("line_calls", "line_mean", "line_worst"))
            pinned[name] = (calls, seconds(pin["tstates"]), *of_a_line)
    assert len(said) == len(EDITIONS) * 14
    assert said == pinned


def test_counting_is_as_pinned() -> None:
    table = rows("docs/costs.md", 5)
    said = {re.sub(r"(\d) dominoes", r"domino-\1", name): row[1:] for name, row in table.items()}
    for name, pin in SEARCH.items():
        assert said[name] == [seconds(pin["tstates"]), f"{pin['line_calls']:,}", f"{pin['guesses']:,}"], name


def test_the_authors_page_has_the_pinned_times_and_today_s_counts() -> None:
    page = read("docs/authors.md")
    _, (car, _, printed) = authors.ON_THE_SPECTRUM
    times = (seconds(PINS[f"{edition.file_name} car"]["tstates"])[:-2] for edition in EDITIONS)
    assert f"| {' | '.join((car, *printed, *times))} |" in page
    slips, *counted, animation = authors.counted_rows(trials=1_000)
    assert slips.work in page
    assert all(f"| {' | '.join(row)} |" in page for row in counted)
    assert round(100 * authors.cancelling_share(5_000)) == 7
    assert all("7 %" in read(f"docs/{name}") for name in ("manual.md", "manual.ru.md"))
    assert f"| {animation.ours.rpartition(',')[0]}, " in page  # its size is Pillow's


def test_the_readme_s_times_are_those_pinned() -> None:
    table = rows("README.md", 1 + len(EDITIONS))
    puzzles = {"car": "car, 10×8", "relax-20x30": "a magazine's 20×30"}
    for puzzle, row in puzzles.items():
        assert table[row] == [seconds(PINS[f"{edition.file_name} {puzzle}"]["tstates"]) for edition in EDITIONS]
    assert table["7 dominoes, 15×15: count the solutions"][-1] == seconds(SEARCH["domino-7"]["tstates"])


def test_the_readme_s_other_figures_are_those_of_the_pages_that_it_links() -> None:
    readme = " ".join(read("README.md").split())
    by_lines, by_search = read("docs/solver-speed.md").split("| by lines, all")[0], read("docs/solver-speed.md")
    of_middle_size = by_lines.partition("| by lines, 30×35…45×45")[2]
    ours, pbnsolve = (
        next(line for line in of_middle_size.splitlines() if f"| {name} | 12/12" in line).strip("| ").split(" | ")
        for name in ("fast", "pbnsolve")
    )
    (search,) = re.findall(r"\| by search \|.*\n(?:\|.*\n)*?\| \| pbnsolve \|.*\| over (\d+) \|", by_search)
    assert f"takes {ours[2]} (median, first call)" in readme
    assert f"pbnsolve takes {pbnsolve[-1]} times as long there, and over {search} times if search" in readme
    verification = read("docs/verification.md")
    assert re.findall(r"all ([\d,]+) lines", readme)[0] in verification
    assert f"**{re.findall(r'and on ([0-9,]+) random', readme)[0]}**" in verification
    solved = re.findall(r"^\| `crossword[\w-]*\.tap` \(\w+\) \| \**([\d,]+)", verification, re.MULTILINE)
    assert len(solved) == len(EDITIONS)
    assert f"{sum(int(count.replace(',', '')) for count in solved):,} random puzzles" in readme


def test_the_waits_at_the_keyboard_are_as_pinned() -> None:
    table = read_part(figures.COSTS, "waits")
    assert table == figures.waits_table()
    waits = {line.strip("| ").partition(" | ")[0] for line in table.splitlines()[2:]}
    assert waits == PINS["waits crossword.tap"].keys()
