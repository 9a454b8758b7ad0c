"""Each number in docs/limits.md is that of the constant that it speaks of."""

import re
from collections.abc import Iterator

from harness import errors
from harness.advice import generate, repair, report
from harness.cli import COMMANDS, build_parser
from harness.commands import _arguments, convert, race, solve
from harness.drawing import animation, raster
from harness.files import reading
from harness.formats import base, bitmaps, bundles, format_named, lists, picture_kinds, rofl, webpbn_xml
from harness.puzzle import palette, puzzle
from harness.regress import PUZZLE_SECONDS
from harness.solver import budget
from harness.solver.sat import encoding, remainder
from harness.spectrum import listing, menu, reader
from harness.studio import analysis, workers
from pyspectrum import media_kinds
from pyspectrum.basic import MAX_LINE_BYTES
from tests.cli_runner import ROOT

TEXT = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
FLAT = " ".join(TEXT.split())

ROWS = {
    "side of a puzzle or picture": f"{puzzle.MAX_SIDE:,} cells",
    "puzzle on the Spectrum's screen": f"{reader.MAX_WIDTH}×{reader.MAX_HEIGHT} cells, "
    f"or {reader.MAX_HEIGHT}×{reader.MAX_WIDTH} turned",
    "picture in the format rofl": f"{rofl.ROFL.max_side}×{rofl.ROFL.max_side} cells, {rofl.MAX_BYTE} colours",
    "drawing in pixels": f"{raster.MAX_PIXELS // 10**6} million pixels",
    "animation": f"{animation.MAX_FRAMES} frames, {animation.MAX_FRAME_PIXELS // 10**6} million pixels in all",
    "colours of a puzzle": f"{palette.MAX_COLOURS} and the background; "
    f"{picture_kinds.MAX_COLOURS} when a picture is reduced",
    "processes by `--jobs N`": f"{_arguments.JOBS_PER_CORE} for each core",
    "drawings that the studio judges at once": str(workers.MOST_JUDGED),
    "Spectrum time of a run": f"{menu.SOLVE_LIMIT:,.0f} s, nearly 28 hours",
    "whole number on the command line": f"{_arguments.MOST_DIGITS} digits",
    "time on the command line": "10⁹ s, about 32 years",
    "solutions that `check` lists": f"{repair.MAX_SOLUTIONS}",
    "solutions that `solve` prints": "100, or `--max-solutions N`",
    "slip of the pen that `check` looks for": "one, in a line with no more groups than cells",
    "changes of a picture that `check` tries one by one": f"{repair.MAX_TRIED} cells, {repair.MAX_LOOKS:,} changes, "
    f"{repair.SOLVING_SECONDS:g} s for each proof",
    "message": f"{errors.MOST_CHARACTERS} characters",
    "file": f"{reading.MAX_FILE_BYTES // 10**6} MB; tape or snapshot 2²⁶ bytes",
    "text": f"{base.MAX_LINES:,} lines",
    "line of a puzzle": f"{base.MAX_GROUPS:,} groups, numbers of {base.MAX_DIGITS} digits",
    "puzzle": f"{puzzle.MAX_SIDE:,} cells a side",
    "JSON and lists": f"{lists._MOST_ITEMS:,} lists and values, {lists._MOST_DEPTH} deep",
    "folder": f"{bundles.MAX_ENTRIES:,} files and folders, {bundles.MAX_DEPTH} deep",
    "XML": f"{webpbn_xml.MAX_ELEMENTS:,} elements",
    "picture": f"{bitmaps.MAX_PIXELS // 10**6} million pixels",
    "colours in a `.non`": f"{format_named('non').max_colours}",
    "listing": f"{listing.MAX_LISTING_BYTES // 10**6} MB, {listing.MAX_TEXT_LINES:,} lines of "
    f"{listing.MAX_LINE_CHARACTERS:,} characters",
    "line of BASIC": f"{MAX_LINE_BYTES:,} bytes",
}  # fmt: skip
"""The things limited, and the limits as the page writes them."""

SENTENCES = (
    f"| `check` | {report.DEFAULT_SECONDS:g} s for each puzzle |",
    f"| `convert` | {convert.SOLVING_SECONDS} s, for a puzzle without a picture |",
    f"| `book`, `race` | 10 s for each puzzle, {race.DEFAULT_SECONDS:g} s for each way |",
    f"| `regress`, `page` | {PUZZLE_SECONDS:g} s for each puzzle |",
    f"a bare number means MB | {budget.MEMORY_BYTES // 10**9} GB |",
    f"({encoding.START_BYTES:,} bytes for each possible start of a block)",
    f"A SAT problem that may need more than {remainder.APART_BYTES // 10**6} MB runs in a process of its own",
    f"whose lists would take more than {budget.LIST_BYTES // 10**6} MB",
    f"the same time again, at least {_arguments.REFERENCE_SECONDS} s",
    f"searches for {generate.MAX_LOOKS_IN_ALL:,} line analyses (fewer",
    f"each question from the page {analysis.SOLVING_SECONDS:g} s, the cells that all solutions share "
    f"{analysis.SHARING_SECONDS:g} s, a search for the smallest change "
    f"{analysis.REPAIRING_SECONDS:g} s, and each of them {analysis.MEMORY_BYTES // 10**6} MB",
)


def table_rows() -> Iterator[tuple[str, str]]:
    """Yield each thing limited and its limit, from the tables of sizes."""
    for section in ("Sizes", "Input files"):
        part = TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0]
        cells = [
            [cell.strip() for cell in row.strip("|").split("|")] for row in part.splitlines() if row.startswith("|")
        ]
        yield from ((row[0], row[1]) for row in cells[2:])


def commands_with(option: str) -> set[str]:
    return {name for name in COMMANDS if option in build_parser(name)._option_string_actions}


def test_the_tables_have_the_numbers_of_the_program_and_no_others() -> None:
    assert dict(table_rows()) == ROWS


def test_the_text_has_the_numbers_of_the_program() -> None:
    assert [sentence for sentence in SENTENCES if sentence not in FLAT] == []


def test_numbers_written_in_words() -> None:
    assert media_kinds.MAX_FILE_BYTES == 2**26
    assert _arguments.MOST_SECONDS == 10**9
    arguments = build_parser("solve").parse_args(["p"])
    assert (arguments.max_solutions, arguments.run) == (100, solve.run)
    assert remainder._MOST_PROPAGATIONS == 1_500_000
    assert budget._MEMORY_SECONDS == 0.1
    assert encoding.TRUE > 2**32  # no number of a variable


def test_the_commands_that_have_the_limits_are_named() -> None:
    (sentence,) = re.findall(r"[^.|]*take time and memory\.", FLAT)
    named = set(re.findall(r"`(\w+)`", sentence))
    for_each_puzzle = {"regress", "shrink", "page"}
    assert all(f"`{name}`" in FLAT for name in for_each_puzzle)
    assert named == commands_with("--timeout") - for_each_puzzle == commands_with("--memory")
    assert commands_with("--looks") == {"check", "solve"}
