"""``regress``: a whole corpus of puzzles through the Spectrum program, or any other, and what disagrees."""

from __future__ import annotations

import argparse
import os

from harness.console.common import DEFAULT_TAPE, Subparsers, positive_int
from harness.console.help_layout import examples
from harness.console.limits import seconds as duration
from harness.regress.defaults import PLACE, PUZZLE_SECONDS
from harness.solver.registry import strategy_names
from harness.spectrum.branching import OnBranch


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "regress",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword regress puzzles --inject --report out", "a folder through the Spectrum, and a report"),
            (
                "crossword regress --random 5x5..30x30:1000:7 --inject --db all.sqlite --resume",
                "a thousand random puzzles; what is in the file is not run again",
            ),
            ("crossword regress folder --solver-only --strategy fast --strategy probe", "two strategies, timed"),
            ('crossword regress folder --against "othersolver --quiet {file}"', "the answers of another program"),
        ),
    )
    corpus = parser.add_argument_group("puzzles")
    corpus.add_argument("corpus", metavar="CORPUS", nargs="*", help="files, folders, archives, files of many puzzles")
    corpus.add_argument(
        "--random",
        metavar="WxH:COUNT[:SEED]",
        action="append",
        default=[],
        help="random puzzles, WxH..WxH for sizes in between; the seed is printed (may be repeated)",
    )
    corpus.add_argument(
        "--pictures", metavar="FOLDER", action="append", default=[], help="puzzles made of the pictures in a folder"
    )
    corpus.add_argument("--unchecked", action="store_true", help="let the program have numbers that make no puzzle")
    engines = parser.add_argument_group("what they are given to")
    engines.add_argument(
        "--tape", metavar="FILE", action="append", help=f"a tape (may be repeated; default: {DEFAULT_TAPE})"
    )
    engines.add_argument(
        "--inject", action="store_true", help="write puzzles into the program's variables instead of typing them"
    )
    engines.add_argument(
        "--on-branch",
        choices=[choice.value for choice in OnBranch],
        default=OnBranch.STOP.value,
        help='what to do at "Many variants!" (default: %(default)s)',
    )
    engines.add_argument("--solver-only", action="store_true", help="leave the Spectrum out: time the Python solvers")
    engines.add_argument(
        "--strategy",
        metavar="NAME",
        action="append",
        choices=strategy_names(),
        help="with --solver-only: a strategy (may be repeated)",
    )
    engines.add_argument(
        "--against", metavar="CMD", help=f"another program, with {PLACE} for the puzzle's file; no shell is used"
    )
    engines.add_argument(
        "--against-format", metavar="FORMAT", default="non", help="the format of that file (default: %(default)s)"
    )
    limits = parser.add_argument_group("limits for a puzzle")
    limits.add_argument(
        "--timeout", metavar="S", type=duration, default=PUZZLE_SECONDS, help="of real time (default: %(default)g)"
    )
    limits.add_argument("--spectrum-timeout", metavar="S", type=duration, help="of Spectrum time (default: no limit)")
    workers = parser.add_argument_group("who does the work")
    workers.add_argument(
        "--jobs", metavar="N", type=positive_int, default=os.cpu_count() or 1, help="processes (default: %(default)s)"
    )
    workers.add_argument(
        "--backend",
        choices=("local", "dask"),
        default="local",
        help="processes on this machine, or a cluster (default: %(default)s)",
    )
    workers.add_argument("--scheduler", metavar="ADDRESS", help="with --backend dask: such as tcp://10.0.0.1:8786")
    results = parser.add_argument_group("results")
    results.add_argument("--db", metavar="FILE", help="the SQLite file that keeps every outcome as it comes")
    results.add_argument("--resume", action="store_true", help="leave out what the file has already")
    results.add_argument("--report", metavar="FOLDER", help="write a page, JUnit's XML and JSON lines there")
    results.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    results.add_argument("--quiet", action="store_true", help="print only the counts")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from harness.commands import regress

    return regress.run(arguments)
