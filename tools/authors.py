"""What the authors measured, beside ours: ``python -m tools.authors`` writes docs/authors.md and its picture again.

With ``--listing FILE`` it prints only the table of the Spectrum, with a printed listing measured again. The puzzles of
other authors are needed for the rest, in the folder that ``CROSSWORD_CORPUS`` names.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple
from xml.sax.saxutils import escape

from harness.cli import build_parser, run_guarded
from harness.commands import race
from harness.drawing.animation import Recorder, animation_painter, build_animation
from harness.errors import UsageError
from harness.files.reading import data_folder
from harness.formats import read_any
from harness.puzzle import Puzzle
from harness.solver.baselines import AllCells, AllRows, PrunedRows
from harness.solver.budget import Budget
from harness.solver.enumerate import count_arrangements
from harness.solver.lines import numbered, numbered_clues, solve_line
from harness.solver.strategy import Outcome, Strategy, find_strategy
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.listing import ADDED_LINES, Listing, build_listing_tape, read_listing
from harness.spectrum.menu import Menu
from pyspectrum.atomic import write_whole
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape
from tools.bench.puzzles import NO_CORPUS, corpus_folder, read_all, sets
from tools.bench.report import table
from tools.made import noise_puzzle
from tools.marks import write_parts

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "authors.md"
PICTURE = ROOT / "docs" / "images" / "race.svg"
RACED = ("car.txt", "winter.txt", "relax-20x30.txt")
LIMIT_SECONDS = 2.0
"""CPU time for a puzzle of the corpus."""
TRIALS = 100_000


class Row(NamedTuple):
    """A line of a table: the work, what its author says of it, and what is so here."""

    work: str
    theirs: str
    ours: str


def sample(name: str) -> Puzzle:
    return read_any(data_folder("puzzles") / name)


# -- Roshin: times of the Spectrum -------------------------------------------------------------


FIGURE_1 = Puzzle(((1,), (3,), (3, 1), (1, 1)), ((1,), (2,), (3,), (1,), (3,)), title="figure 1")
ON_THE_SPECTRUM = (
    ("figure 1 of the article, 5×4", FIGURE_1, ("59.38", "17.35")),
    ("car, 10×8", read_any(data_folder("puzzles") / "car.txt"), ("203.26", "48.63")),
)
"""The work, its puzzle, and the seconds that the printed listing took on 28 November 2026: in BASIC, with our code."""


def spectrum_rows(listing: Listing | None = None) -> Iterator[Row]:
    """Yield the seconds that the listing takes, those noted or measured now, and those of the editions."""
    printed = []
    if listing is not None:
        alone = {number: line for number, line in listing.lines.items() if number not in ADDED_LINES}
        printed.append(build_listing_tape(Listing(listing.name, alone), "listing"))
        printed.append(build_listing_tape(listing.with_code(), "listing", code=True))
    for work, puzzle, noted in ON_THE_SPECTRUM:
        theirs = [solving_seconds(tape, puzzle) for tape in printed] or noted
        yield Row(work, " | ".join(theirs), " | ".join(solving_seconds(build_tape(one), puzzle) for one in EDITIONS))


def solving_seconds(tape: Tape, puzzle: Puzzle) -> str:
    """Return the Spectrum time of solving, in seconds with two digits behind the point."""
    menu = Menu(Spectrum())
    menu.load(tape)
    menu.enter(puzzle)
    menu.start_solving()
    return f"{MODEL_48K.seconds(menu.solving_tstates):.2f}"


def spectrum_table(listing: Listing | None = None) -> str:
    """Lay out the table of the Spectrum."""
    names = (f"`{edition.file_name}`" for edition in EDITIONS)
    heads = ("seconds on the Spectrum", "the printed listing", "with our line code", *names)
    return table(heads, [" | ".join(row).split(" | ") for row in spectrum_rows(listing)])


# -- counted: the same on every machine --------------------------------------------------------


def counted_rows(trials: int) -> Iterator[Row]:
    """Yield what is counted, not timed, of Roshin, Porublyov, Leuta and Medgaus."""
    yield Row(
        "Roshin: two wrong numbers that the sums do not show",
        '"rarely"',
        f"{100 * cancelling_share(trials):.1f} % of {trials:,} pairs of digits misread in noise of 20×20",
    )
    car = sample("car.txt")
    yield Row("Porublyov: the car, ways by cells", "1.5e+23", f"{AllCells().count_ways(car):.2e}, C(80, 49)")
    yield Row("Porublyov: the car, ways by rows", "17 million", f"{AllRows().count_ways(car):,}")
    stalled = find_strategy("recursion").solve(sample("winter.txt")).fixpoint.unknown_count
    yield Row("Porublyov: winter, cells open where lines stop", "drawn", f"{stalled}")
    arrangements = f"{arrangement_count(sample('relax-20x30.txt')):,}"
    yield Row("Leuta: the 20×30, arrangements of all lines", "all are listed", arrangements)
    yield Row(
        "Medgaus: a dinosaur as a GIF, by a human's method; nearest: the 20×30",
        "79 frames, 0.4 s each, 32 s in all, 106 KB",
        animation_text(),
    )


def arrangement_count(puzzle: Puzzle) -> int:
    """Count the arrangements of every line, and add them up."""
    clues = numbered_clues(puzzle, ".#")
    lengths = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
    return sum(map(count_arrangements, lengths, clues))


def animation_text() -> str:
    """Say what a person's rules give as an animation, at Medgaus's pace."""
    puzzle = sample("relax-20x30.txt")
    recorder = Recorder(puzzle)
    (solution,) = find_strategy("human").solve(puzzle, on_step=recorder).solutions
    made = build_animation("gif", animation_painter(puzzle), recorder.frames, solution.rows, 400, 400)
    length, size = made.frame_count * made.frame_ms / 1000, len(made.data) / 1000
    return f"{made.frame_count} frames, {made.frame_ms / 1000:g} s each, {length:.0f} s in all, {size:,.0f} KB"


def cancelling_share(trials: int) -> float:
    """Return the share of pairs of wrong numbers that leave the sums of rows and columns equal.

    A number of one digit is misread as another such number, in random lines of random pictures of 20×20.
    """
    rng = random.Random(1)
    puzzles = [noise_puzzle(20, 20, 0.5, seed) for seed in range(100)]
    unseen = 0
    for _ in range(trials):
        puzzle = rng.choice(puzzles)
        numbers = [(1, length) for clue in puzzle.rows for length in clue if length < 10]
        numbers += [(-1, length) for clue in puzzle.columns for length in clue if length < 10]
        wrong = rng.sample(numbers, 2)
        read = [rng.choice([digit for digit in range(1, 10) if digit != length]) for _, length in wrong]
        unseen += sum(sign * (now - length) for (sign, length), now in zip(wrong, read, strict=True)) == 0
    return unseen / trials


# -- timed: of this machine --------------------------------------------------------------------


class Solved(NamedTuple):
    """The solving of a puzzle: True if in time, its milliseconds, and the number of guesses."""

    in_time: bool
    ms: float
    guesses: int


def solve_all(puzzles: Iterable[Puzzle], strategy: Strategy) -> list[Solved]:
    """Solve puzzles, two solutions at most, each within `LIMIT_SECONDS` of CPU time."""
    solved = []
    for puzzle in puzzles:
        begun = time.process_time()
        result = strategy.solve(puzzle, budget=Budget(LIMIT_SECONDS, clock=time.process_time))
        in_time = result.outcome in (Outcome.UNIQUE, Outcome.MULTIPLE, Outcome.CONTRADICTION)
        solved.append(Solved(in_time, 1000 * (time.process_time() - begun), result.guesses))
    return solved


def timed_rows() -> Iterator[Row]:
    """Yield what is timed, of Porublyov and izaron."""
    plain = (puzzle for _, puzzle in read_all() if not puzzle.in_colour)
    corpus = [Puzzle(puzzle.rows, puzzle.columns, title=puzzle.title) for puzzle in plain]  # no picture to check
    memory = solve_all(corpus, find_strategy("recursion"))
    by = {
        "rows with columns pruned (plain Python)": solve_all(corpus, PrunedRows()),
        "lines with a memory": memory,
        "ours": solve_all(corpus, find_strategy()),
    }
    counts = (f"{sum(one.in_time for one in solved)} of {len(solved)} by {what}" for what, solved in by.items())
    nearest = "Porublyov: puzzles solved in seconds; nearest: a corpus, 2 s for each"
    yield Row(nearest, "some 70 of 80, some never", ", ".join(counts))
    most = f"up to {max(one.guesses for one in memory if one.in_time)}"
    nearest = "Porublyov: variants of a grid to be tried; nearest: guesses in the same"
    yield Row(nearest, "very rarely more than 4 to 8", most)
    yield from izaron_rows()
    yield Row("izaron: a line of 400 cells (of a contest)", "under 1 s", line_text(400, 133))
    yield Row("izaron: a line of 200,000 cells, 100 groups (of another)", "under 2 s", line_text(200_000, 100))


def izaron_rows() -> Iterator[Row]:
    """Yield times of solving whole puzzles, which are not those of nonograms.ru."""
    puzzles = [named for make in sets().values() for named in make()]
    in_colour = [puzzle for _, puzzle in puzzles if puzzle.in_colour]
    plain = [puzzle for _, puzzle in puzzles if not puzzle.in_colour]
    colour = solve_all([*in_colour, sample("tulips.g")], find_strategy())
    black = solve_all([puzzle for puzzle in plain if max(puzzle.width, puzzle.height) < 100], find_strategy())
    slowest = max(one.ms for one in colour)
    yield Row(
        "izaron: the hardest in colour; nearest: the slowest made one", "47 to 60 s, then 216 ms", f"{slowest:.1f} ms"
    )
    for name, theirs, of in (
        ("4,683 in colour; nearest: {} made ones", "mean 5.0, median 3.0, at most 216 ms", colour),
        ("1,406 in black and white; nearest: {}, corpus and made", "mean 9.6, median 2.4, at most 607 ms", black),
    ):
        times = [one.ms for one in of]
        here = f"mean {mean(times):.1f}, median {median(times):.2f}, at most {max(times):.0f} ms"
        yield Row(f"izaron: {name.format(len(of))}", theirs, here)


def line_text(length: int, groups: int) -> str:
    """Time the analysis of a line of which nothing is known, whose groups of one cell have room."""
    everything = (1 << length) - 1
    begun = time.process_time()
    solve_line(length, numbered((1,) * groups), [everything, everything])
    return f"{1000 * (time.process_time() - begun):.1f} ms, in Python ({groups} groups)"


# -- the page ----------------------------------------------------------------------------------


def race_text() -> str:
    """Return what ``crossword race`` prints for three puzzles, a blank line between two."""
    shown = []
    for name in RACED:
        with redirect_stdout(io.StringIO()) as output:
            race.run(build_parser("race").parse_args([f"puzzles/{name}"]))
        shown.append(output.getvalue())
    return "\n".join(shown).rstrip()


def race_picture(text: str) -> str:
    """Draw what was printed as SVG, its bars as boxes."""
    places = (
        (0, "start", slice(2, 23)),
        (170, "start", slice(24, 44)),
        (480, "end", slice(64, 72)),
        (490, "start", slice(74, None)),
    )
    parts = []
    for number, line in enumerate(text.splitlines(), start=1):
        y = 18 * number
        if not line.startswith(" "):
            parts.append(f'<text y="{y}" font-weight="bold">{escape(line)}</text>')
            continue
        for x, anchor, place in places:
            parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(line[place].strip())}</text>')
        parts.append(f'<rect x="310" y="{y - 9}" width="{6 * line.count("█")}" height="10" fill="#286edc"/>')
    height = 18 * len(text.splitlines()) + 10
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 900 {height}" font-family="sans-serif" font-size="13">'
    )
    paper = f'<rect x="-10" width="900" height="{height}" fill="#fff"/>'
    return "\n".join((head, paper, *parts, "</svg>", ""))


def main(words: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.authors", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument(
        "--listing", metavar="FILE", help="a listing as it was printed, to be measured; nothing is written"
    )
    given = parser.parse_args(words)
    if given.listing is not None:
        print(spectrum_table(read_listing(given.listing)))
        return 0
    if corpus_folder() is None:
        raise UsageError(NO_CORPUS)
    counted = table(("counted", "theirs", "here"), counted_rows(TRIALS))
    timed = table(("timed", "theirs", "here"), timed_rows())
    write_parts(PAGE, tables="\n\n".join((spectrum_table(), counted, timed)))
    write_whole(PICTURE, race_picture(race_text()).encode())
    print(PAGE, PICTURE, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(run_guarded(partial(main, sys.argv[1:])))
