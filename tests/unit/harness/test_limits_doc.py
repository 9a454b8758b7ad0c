"""What docs/limits.md says is what the program does: each number is that of the constant that it speaks of."""

import argparse
import re
from collections.abc import Iterator

import pytest

from harness import errors
from harness.advice import generate, repair, report
from harness.cli import COMMANDS, build_parser
from harness.commands import convert, solve
from harness.console import argument_types, common, limits
from harness.drawing import animation, raster
from harness.files import reading
from harness.formats import base, bitmaps, clues, format_named, quantise, rofl, webpbn_document
from harness.puzzle import line, palette
from harness.solver import budget
from harness.solver.sat import encoding, plain
from harness.spectrum import menu, reader
from harness.spectrum.listing import effort
from harness.studio import server
from pyspectrum import clock, snapshot
from pyspectrum.basic import basic
from pyspectrum.tape import tape
from tests.cli_runner import ROOT

TEXT = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
FLAT = " ".join(TEXT.split())

ROWS = {
    "a side of a puzzle or picture": f"{line.MAX_SIDE} cells",
    "a puzzle on the Spectrum's screen": f"{reader.MAX_WIDTH}×{reader.MAX_HEIGHT} cells, or turned",
    "a picture in the format rofl": f"{rofl.ROFL.max_side}×{rofl.ROFL.max_side} cells, {rofl.MAX_BYTE} colours",
    "a drawing of pixels": f"{raster.MAX_PIXELS // 10**6} million pixels",
    "an animation": f"{animation.MAX_FRAMES} frames, {animation.MAX_FRAME_PIXELS // 10**6} million pixels in all",
    "colours of a puzzle": f"{palette.MAX_COLOURS} besides the background; "
    f"{quantise.MAX_COLOURS} where a picture is reduced to few",
    "processes by `--jobs N`": f"{argument_types.JOBS_PER_CORE} for each core",
    "pages of the studio at once": str(server.MAX_PAGES),
    "Spectrum time of a run": f"{menu.SOLVE_LIMIT // clock.TSTATES_PER_SECOND:,} s, nearly 28 hours",
    "a number among the arguments": f"{common.MOST_DIGITS} digits",
    "a time among the arguments": "10⁹ seconds, thirty years",
    "solutions compared by `check`": f"{report.MAX_SOLUTIONS}",
    "solutions printed by `solve`": "100, or `--max-solutions N`",
    "a slip of the pen that `check` suggests": "one, in one line; no line whose groups are more than it has cells",
    "a change of the picture that `check` suggests": f"{repair.MAX_CELLS} cells; "
    f"{repair.SOLVING_SECONDS:g} s to prove each",
    "a message": f"{errors.MOST_CHARACTERS} characters: a longer one loses its middle",
    "any file that is read": f"{reading.MAX_FILE_BYTES // 10**6} MB; a tape or a snapshot 2²⁶ bytes",
    "a text": f"{base.MAX_LINES:,} lines",
    "a line of a puzzle": f"{clues.MAX_GROUPS:,} groups; numbers of {clues.MAX_DIGITS} digits",
    "a puzzle": f"{line.MAX_SIDE:,} cells a side",
    "XML": f"{webpbn_document.MAX_ELEMENTS:,} elements",
    "a picture": f"{bitmaps.MAX_PIXELS // 10**6} million pixels",
    "colours in a `.non`": f"{format_named('non').max_colours}",
    "a listing": f"{effort.MAX_LISTING_BYTES // 10**6} MB, {effort.MAX_TEXT_LINES:,} lines, "
    f"{effort.MAX_LINE_CHARACTERS:,} characters a line; "
    f"work of {effort._BASE:,} steps and {effort._PER_CHARACTER} a character",
    "a line of BASIC": f"{basic.MAX_LINE_BYTES:,} bytes; numbers of {basic._MOST_DIGITS} digits",
}  # fmt: skip
"""What is limited, and the limit as the page says it."""

SENTENCES = (
    f"`check`: {report.DEFAULT_SECONDS:g} s; `convert`: {convert.SOLVING_SECONDS} s for a puzzle without a picture",
    f"a bare number is in MB | {budget.MEMORY_BYTES // 10**9} GB |",
    f"at {plain.START_BYTES} bytes for every start that a block may still have",
    f"a problem that may take more than {plain.APART_BYTES // 10**6} MB is solved in a process of its own",
    f"refused beyond {budget.LIST_BYTES // 10**6} MB",
    f"has as long again, and {limits.REFERENCE_SECONDS} s at least",
    f"with {generate.MAX_LOOKS:,} analyses of lines at most, and by line logic alone if it has more than "
    f"{generate.LARGE_CELLS:,} cells",
    f"gives up after {generate.MAX_LOOKS_IN_ALL:,} analyses",
)


def table_rows() -> Iterator[tuple[str, str]]:
    """What is limited and the limit, of the tables of sizes."""
    for section in ("Sizes", "What a reader takes"):
        part = TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0]
        cells = [
            [cell.strip() for cell in row.strip("|").split("|")] for row in part.splitlines() if row.startswith("|")
        ]
        yield from ((row[0], row[1]) for row in cells[2:])


def commands_with(option: str) -> set[str]:
    """The commands that take an option."""
    return {name for name in COMMANDS if option in command_parser(name)._option_string_actions}


def command_parser(name: str) -> argparse.ArgumentParser:
    """A command's own parser."""
    actions = build_parser(name)._actions
    subparsers = next(action for action in actions if isinstance(action, argparse._SubParsersAction))
    parser = subparsers.choices[name]
    assert isinstance(parser, argparse.ArgumentParser)
    return parser


def test_the_tables_have_the_numbers_of_the_program_and_no_others() -> None:
    assert dict(table_rows()) == ROWS


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_text_has_the_numbers_of_the_program(sentence: str) -> None:
    assert sentence in FLAT


def test_numbers_written_in_words() -> None:
    assert tape.MAX_FILE_BYTES == snapshot.MAX_FILE_BYTES == 2**26
    assert limits.MOST_SECONDS == 10**9
    arguments = build_parser("solve").parse_args(["solve", "p"])
    assert (arguments.max_solutions, arguments.run) == (100, solve.run)
    assert plain._MOST_PROPAGATIONS == 1_500_000
    assert budget._MEMORY_SECONDS == 0.1
    assert encoding.TRUE > 2**32  # no number of a variable


def test_the_commands_that_have_the_limits_are_named() -> None:
    row = next(text for text in TEXT.splitlines() if text.startswith("| time |"))
    named = set(re.findall(r"`(\w+)`", row.split("|")[2]))
    for_each_puzzle = {"regress", "shrink", "page"}
    assert all(f"`{name}`" in FLAT for name in for_each_puzzle)
    assert named == commands_with("--timeout") - for_each_puzzle == commands_with("--memory")
