"""``book``: a puzzle book, many puzzles in one PDF with the answers at the end.

Each puzzle has a page of its own, upright or turned, whichever shows it larger. An answer is the puzzle's own
picture, or the solution that is found. What is no puzzle, or has no solution, is skipped and listed.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import STOP_TEXTS, add_limit_options, add_to, budget_of, interruptible, reading_of
from harness.commands._found import find_puzzles
from harness.commands._streams import check_written
from harness.errors import HarnessError, UsageError, one_line
from harness.files.reading import STANDARD_STREAM, suffix_of
from harness.solver.strategy import Outcome, solve_any
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from harness.drawing.book import BookPage
    from harness.formats import NamedPuzzle
    from harness.formats.registry import ReadOptions
    from harness.solver.budget import Budget

MOST_PUZZLES = 1_000


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword book puzzles --out book.pdf", "all the samples"),
        ('crossword book pack.nonpack#3 cat.txt --out book.pdf --title "For Anna"', "two of your own"),
    )
    add = add_to(parser)
    add("PUZZLE...")
    add("--out FILE", "the PDF to write; - is standard output", required=True)
    add("--title TEXT", "the title of the book, on a first page of its own", default="")
    add("--paper", "the paper", default="a4", choices=("a4", "letter"))
    add("--lang")
    add("--hide-titles", "print puzzles without their titles; the answers have them")
    add("--no-answers", "leave the answers out")
    add("--force")
    add_limit_options(parser, "look for an answer for S seconds at most, for each puzzle", 10.0)


def run(arguments: argparse.Namespace) -> int:
    from harness.drawing.book import build_book
    from harness.formats import write_bytes

    found = find_puzzles(arguments.puzzles)
    if arguments.out != STANDARD_STREAM and suffix_of(arguments.out) != ".pdf":
        raise UsageError(f"--out {arguments.out}: a book is a PDF; give a name that ends in .pdf")
    check_written({"--out": (arguments.out, "pdf")}, [one.path for one in found], forced=arguments.force)
    named = [puzzle for one in found for puzzle in harness.puzzles_in(one.name)]
    if len(named) > MOST_PUZZLES:
        raise UsageError(f"{len(named):,} puzzles, and a book holds {MOST_PUZZLES:,}; make several")
    with interruptible() as interrupt:
        pages: list[BookPage] = []
        failed = 0
        for puzzle in named:
            budget = budget_of(arguments, interrupt)
            try:
                pages += _page(puzzle, reading_of(arguments), budget, with_answer=not arguments.no_answers)
            except HarnessError as error:
                failed += 1
                print(f"crossword: {one_line(str(error))}", file=sys.stderr)
            if interrupt():
                return Exit.INTERRUPTED
    if not pages and not failed:
        raise UsageError(f"{arguments.out}: no puzzle is left to print; name others")
    if pages:
        texts = {name: getattr(arguments, name) for name in ("title", "paper", "lang")}
        write_bytes(build_book(pages, **texts, with_titles=not arguments.hide_titles), arguments.out)
    if arguments.out != STANDARD_STREAM and pages:
        answers, skipped = sum(page.answer is not None for page in pages), len(named) - len(pages)
        report = f"{len(pages)} puzzle{'s' * (len(pages) != 1)}, {answers} with an answer"
        print(one_line(f"{arguments.out}: {report}{f', {skipped} skipped' if skipped else ''}"))
    if failed or not pages:
        return Exit.BAD_INPUT
    is_whole = arguments.no_answers or all(page.answer is not None for page in pages)
    return Exit.GOOD if is_whole else Exit.UNDECIDED


def _page(named: NamedPuzzle, reading: ReadOptions, budget: Budget, *, with_answer: bool) -> list[BookPage]:
    """Return a puzzle with its answer, if one is found in time, or nothing if there is none; print a note of such."""
    from harness.drawing.book import BookPage

    puzzle = named.read(**reading)
    if not with_answer:
        return [BookPage(puzzle, None)]
    result = solve_any(puzzle, budget=budget)
    notes = {
        Outcome.CONTRADICTION: "has no solution, and is skipped; check says where",
        Outcome.MULTIPLE: "has several solutions; its answer is one of them",
    }
    undecided = f"has no answer: {STOP_TEXTS[result.stopped] if result.stopped else 'not decided'}"
    if note := notes.get(result.outcome, "" if result.solutions else undecided):
        print(f"note: {one_line(named.name)} {note}", file=sys.stderr)
    if result.outcome is Outcome.CONTRADICTION:
        return []
    return [BookPage(puzzle, puzzle.goal or (result.solutions[0] if result.solutions else None))]
