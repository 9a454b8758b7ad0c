"""``inlay``: the cassette's inlay as a drawing to be printed on A4, cut and folded."""

from __future__ import annotations

import argparse

from harness.console.common import EXIT_GOOD, load_puzzle, puzzle_path
from harness.drawing import Sheet
from harness.drawing.inlay import build_inlay
from harness.errors import UsageError, one_line
from harness.files.writing import STANDARD_STREAM, check_outputs
from harness.formats import write_bytes


def run(arguments: argparse.Namespace) -> int:
    """Draw it."""
    check_outputs({"OUT": arguments.out}, [puzzle_path(arguments.puzzle)])
    puzzle = load_puzzle(arguments.puzzle)
    if puzzle.goal is None:
        raise UsageError(f"{arguments.puzzle}: has clues alone; name a puzzle file with its picture")
    drawing = build_inlay(Sheet.of(puzzle), puzzle.goal.rows, arguments.lang)
    write_bytes(drawing.encode("utf-8"), arguments.out)
    if arguments.out != STANDARD_STREAM:
        print(one_line(f"{arguments.out}: print it at 100 %, cut along the solid lines and fold along the dashed ones"))
    return EXIT_GOOD
