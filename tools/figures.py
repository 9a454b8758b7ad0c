"""Compare the figures in docs/ with today's, and make tables again: ``python -m tools.figures [TABLE ...]``.

Without a name it compares all that is exact, in some two minutes of processor time: the hashes of the tapes that
docs/verification.md names, the T-states of regress and the pins in docs/costs.md, the Spectrum times of
docs/authors.md. With names it makes the tables of these names again. Times of this machine's processor stand in a
table with its date; they are not compared.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from math import isclose
from pathlib import Path
from statistics import median
from typing import NamedTuple

from harness.advice.generate import NotFoundError, RandomOptions, random_puzzle
from harness.cli import CROSSWORD, run_guarded
from harness.errors import UsageError
from harness.puzzle import Puzzle
from harness.regress.corpus import RandomSpec
from harness.regress.engines import SpectrumEngine
from harness.regress.outcome import Status
from harness.regress.session import Store
from harness.solver.human.explain import Level
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, Edition, build_tape, edition_source
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.menu import Menu
from pyspectrum.commands import SPECTRUM
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from tools import authors
from tools.bench.entrants import ENTRANTS, Entrant
from tools.bench.puzzles import GROUPS
from tools.bench.report import table
from tools.bench.solver import HEADINGS, measure_all
from tools.bench.spectrum import Case, benchmark_cases, counting_editions, measure, measure_search, search_cases
from tools.cpu_time import cpu_seconds
from tools.marks import read_part, write_parts

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "tests" / "data"
VERIFICATION = ROOT / "docs" / "verification.md"
COSTS = ROOT / "docs" / "costs.md"

RUNS = {
    "crossword-turbo.tap": "5x5..30x30:10020:2026",
    "crossword.tap": "5x5..30x30:500:2026",
    "crossword-basic.tap": "5x5..12x12:504:2026",
}
"""The random puzzles that each tape solves for docs/verification.md."""
NAMES = tuple(edition.file_name for edition in EDITIONS)
SIZES = {"crossword-turbo.tap": (5, 10, 20, 30), "crossword.tap": (5, 10, 20, 30), "crossword-basic.tap": (5, 10)}
COUNTS = {"crossword-turbo.tap": 40}
FEW = 6
"""Random puzzles of each size in the table of docs/costs.md: on the turbo tape, and on each of the others."""
MADE_SIDES, MADE_EACH = (10, 15, 20, 25, 30), 20
"""Random puzzles of each level: their sides, and the seeds tried for each."""
QUICK_IN_BASIC = ("car", "house", "mask", "noise-10", "cat", "fir")
LONG_COUNTS = ("domino-6", "domino-7")


def takes_long(case: Case, edition: Edition) -> bool:
    """Return True for a puzzle that takes seconds to measure; no other test than that of the figures measures it."""
    return case.name in LONG_COUNTS or not (edition.machine_code or case.name in QUICK_IN_BASIC)


def hash_of(tape: str) -> str:
    """The first digits of a tape's SHA-256, as documents name it."""
    return hashlib.sha256((ROOT / "tapes" / tape).read_bytes()).hexdigest()[:8]


def dated(text: str) -> str:
    now = datetime.now(UTC)
    return f"{text}\n\n{now.day} {now:%B %Y}."


def tapes_table() -> str:
    """Let each tape solve its random puzzles, and count; UsageError if an answer is wrong."""
    heads = ("tape (SHA-256)", "puzzles", "solved, many variants", "analyses", "Spectrum time", "command")
    rows = []
    for tape, spec in RUNS.items():
        words = ("regress", "--random", spec, "--inject", "--tape", tape)
        with tempfile.TemporaryDirectory(prefix="crossword-") as folder:
            path = Path(folder, "outcomes.sqlite")
            done = subprocess.run(
                [sys.executable, "-m", "harness", *words, "--db", str(path), "--jobs", "2"],
                cwd=ROOT, capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                raise UsageError(f"{tape}: {done.stdout.strip()} {done.stderr.strip()}; repeat its command")
            with Store(path) as store:
                outcomes = list(store.outcomes())
        assert {outcome.status for outcome in outcomes} == {Status.AGREES}
        results = Counter(outcome.result for outcome in outcomes)
        hours = sum(outcome.tstates for outcome in outcomes) / MODEL_48K.tstates_per_second / 3600
        solved = f"{results['solved']:,}, {results['many-variants']:,}"
        analyses = sum(outcome.line_calls for outcome in outcomes)
        command = f"`crossword {' '.join(words)}`"
        rows.append((f"`{tape}` ({hash_of(tape)})", len(outcomes), solved, analyses, f"{hours:.1f} h", command))
    return dated(table(heads, rows, right=range(1, 5)))


class SizeCost(NamedTuple):
    """Means of puzzles of one size: T-states, and CPU seconds of the bare simulator, of playing, and with judging."""

    tstates: int
    bare: float
    play: float
    whole: float


def measure_size(edition: Edition, side: int, rounds: int = 3) -> SizeCost:
    """Have `regress` play random puzzles of `side`×`side` cells; in turn with the bare simulator, medians of rounds."""
    tape = build_tape(edition)
    count = COUNTS.get(edition.file_name, FEW)
    spec = RandomSpec((side, side), (side, side), count, 2026)
    entries = (spec.entry(number) for number in range(1, count + 1))
    puzzles = [entry.puzzle for entry in entries if entry.puzzle is not None]
    engine, program = SpectrumEngine(edition.file_name, tape.to_bytes(), injected=True), LoadedProgram(tape)
    engine.take(puzzles[0])
    means: list[list[float]] = []
    for _ in range(rounds):
        tstates, bare, play, whole = 0, 0.0, 0.0, 0.0
        for puzzle in puzzles:
            begin = time.process_time()
            outcome = engine.take(puzzle)
            whole += time.process_time() - begin
            play += outcome.seconds
            tstates += outcome.tstates
            bare += bare_seconds(program, puzzle, outcome.tstates)
        means.append([total / count for total in (bare, play, whole)])
    return SizeCost(tstates // count, *map(median, zip(*means, strict=True)))


def bare_seconds(program: LoadedProgram, puzzle: Puzzle, tstates: int) -> float:
    """CPU seconds of the simulator alone for the same stretch, from the key that starts solving to the prompt."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    program.inject(menu, puzzle)
    begun, begun_at = spectrum.state(), spectrum.tstates
    menu.press_start()
    let_go_at = spectrum.tstates
    spectrum.restore(begun)
    begin = time.process_time()
    spectrum.hold(ENTER)
    spectrum.core.run(let_go_at)
    spectrum.release()
    spectrum.core.run(begun_at + tstates)
    return time.process_time() - begin


def regress_table() -> str:
    """Measure what a puzzle costs `regress`, by tape and size."""
    heads = ("tape", "size", "T-states", "share of the bare simulator's CPU time", "puzzles a second and core")
    rows = []
    for edition in EDITIONS:
        for side in SIZES[edition.file_name]:
            cost = measure_size(edition, side)
            rate, share = 1 / cost.whole, f"{cost.bare / cost.play:.0%}"
            rows.append((f"`{edition.file_name}`", f"{side}×{side}", cost.tstates, share, rate))
    return dated(table(heads, rows, right=range(1, 5)))


def pins(file: str = "tstates.json") -> dict[str, dict[str, int]]:
    """What the slow tests have pinned, by what was measured."""
    pinned: dict[str, dict[str, int]] = json.loads((PINS / file).read_text(encoding="ascii"))
    return pinned


def seconds(tstates: int) -> str:
    return f"{tstates / MODEL_48K.tstates_per_second:,.2f} s"


def solving_table() -> str:
    """The pinned Spectrum times of the fixed set of puzzles."""
    pinned, rows = pins(), []
    for case in benchmark_cases():
        on_each = [pinned[f"{edition.file_name} {case.name}"] for edition in EDITIONS]
        times = (seconds(pin["tstates"]) for pin in on_each)
        rows.append((case.name, case.size, on_each[0]["line_calls"], *times))
    return table(("puzzle", "size", "analyses", *NAMES), rows, right=range(2, 6))


def counting_table() -> str:
    """The pinned times of counting all solutions."""
    pinned = pins("search.json")
    heads = ("puzzle", "size", "solutions", "Spectrum time", "analyses", "cells tried")
    rows = []
    for case in sorted(search_cases(), key=lambda case: pinned[case.name]["tstates"]):
        pin = pinned[case.name]
        counts = pin["line_calls"], pin["guesses"]
        rows.append((case.name, case.size, pin["count"], seconds(pin["tstates"]), *counts))
    return table(heads, rows, right=range(2, 6))


def waits_table() -> str:
    """Put the pinned waits beside those of the article, which stand in the table already."""
    pinned, rows = pins(), []
    for row in read_part(COSTS, "waits").splitlines()[2:]:
        wait, article = row.strip("| ").split(" | ")[:2]
        rows.append((wait, article, *(seconds(pinned[f"waits {name}"][wait]) for name in NAMES)))
    return table(("wait", "the article's", *NAMES), rows, right=range(1, 5))


def free_table() -> str:
    """The pinned bytes that BASIC leaves free at the menu."""
    pinned, tapes = pins(), [edition.file_name for edition in ALL_EDITIONS]
    return table(("tape", "bytes"), [(tape, pinned[f"free {tape}"]["bytes"]) for tape in tapes])


def readme_table() -> str:
    """Three of the pinned times, as README shows them."""
    pinned, counted = pins(), pins("search.json")
    rows = [
        (words, *(seconds(pinned[f"{name} {puzzle}"]["tstates"]) for name in NAMES))
        for puzzle, words in (("car", "car, 10×8"), ("relax-20x30", "a magazine's 20×30"))
    ]
    rows.append(("7 dominoes, 15×15: count the solutions", "–", "–", seconds(counted["domino-7"]["tstates"])))
    return table(("puzzle", *(f"`{name}`" for name in NAMES)), rows, right=range(1, 4))


PAGES_OF_COMMANDS = {
    "crossword": {
        "run": "architecture#the-way-of-a-puzzle-run",
        "solve": "solvers",
        "explain": "human-techniques",
        "hint": "human-techniques",
        "line": "solvers#solve",
        "japan": "solvers#japan",
        "race": "authors#the-race",
        "check": "checking",
        "random": "puzzle-makers#how-hard-is-it",
        "picture": "puzzle-makers#a-drawing-in-squares",
        "convert": "formats",
        "studio": "studio",
        "page": "studio#pages-for-any-web-host",
        "book": "puzzle-makers#give-it-away",
        "regress": "costs#thousands-of-puzzles",
        "shrink": "costs#shrinking",
        "build": "tutorials/drawing",
    },
    "spectrum": {
        "run": "pyspectrum-reference#command-line",
        "record": "pyspectrum-reference#record-and-replay",
        "trace": "pyspectrum-reference#the-trace",
        "info": "pyspectrum-reference#command-line",
        "convert": "pyspectrum-reference#command-line",
        "page": "spectrum-page",
    },
}
"""The page in docs/ that has more of each command."""


def commands_list() -> str:
    """Every command of both tools, with what ``--help`` says of it and where there is more."""
    lines = []
    for tool in (CROSSWORD, SPECTRUM):
        for name, summary in tool.commands.items():
            page, mark, place = PAGES_OF_COMMANDS[tool.name][name].partition("#")
            line = f"- [`{tool.name} {name}`]({page}.md{mark}{place}): {summary}"
            lines += textwrap.wrap(line, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def listing(edition: Edition) -> str:
    """All BASIC lines of a tape."""
    wrap = partial(textwrap.wrap, width=100, subsequent_indent=5 * " ", break_long_words=False, break_on_hyphens=False)
    numbered = (line.split(" ", 1) for line in edition_source(edition).splitlines())
    return "\n".join(row for number, line in numbered for row in wrap(f"{number:>4} {line}"))


PINNED: dict[str, tuple[Path, Callable[[], str]]] = {
    "solving": (COSTS, solving_table),
    "counting": (COSTS, counting_table),
    "waits": (COSTS, waits_table),
    "free": (COSTS, free_table),
    "costs": (ROOT / "README.md", readme_table),
    "commands": (ROOT / "docs" / "commands.md", commands_list),
    **{f"{one.name}-listing": (ROOT / "docs" / "listings.txt", partial(listing, one)) for one in EDITIONS[:2]},
}
"""The tables that repeat what slow tests have pinned, what the commands say, or a tape's BASIC; a fast test compares
them."""


def solver_table() -> str:
    """Measure the solver beside the programs of others that are on the PATH, on the sets that take seconds."""
    present = [entrant for entrant in ENTRANTS if entrant.program]
    solve = partial(Entrant.solve, seconds=1)
    chosen = {name: GROUPS[name] for name in ("tiny, 5×5", "contradictory", "by lines, 30×30…99×99", "one line")}
    scores = [score for group in measure_all(chosen, present, solve, 3) for score in group]
    return dated(table(HEADINGS, [score.row for score in scores]))


def generating_table() -> str:
    """Make random puzzles of each level and size; what each cell of the table has says the document."""
    rows = []
    for side in MADE_SIDES:
        cells = [f"{side}×{side}"]
        for level in Level:
            options, times, found = RandomOptions(side, side, difficulty=level.value), [], 0
            for seed in range(MADE_EACH):
                begin = cpu_seconds()
                with suppress(NotFoundError):
                    random_puzzle(options, seed)
                    found += 1
                times.append(cpu_seconds() - begin)
            cells.append(f"{found}: {median(times):.2f}, {max(times):.2f}")
        rows.append(cells)
    return dated(table(("size", *(level.value for level in Level)), rows))


TABLES: dict[str, tuple[Path, Callable[[], str]]] = {
    "tapes": (VERIFICATION, tapes_table),
    "regress": (COSTS, regress_table),
    **PINNED,
    "solver": (COSTS, solver_table),
    "generating": (COSTS, generating_table),
}


def stale_hashes() -> Iterator[str]:
    """Yield a line for each tape that docs/verification.md names by another hash than today's."""
    named = dict(re.findall(r"^\| `(crossword[\w-]*\.tap)` \((\w+)\) \|", read_part(VERIFICATION, "tapes"), re.M))
    for tape in RUNS:
        if named.get(tape) != hash_of(tape):
            yield f"docs/verification.md: {tape} is {hash_of(tape)} today; run python -m tools.figures tapes"


def stale_tstates() -> Iterator[str]:
    """Yield a line for each row of docs/costs.md whose T-states differ from today's."""
    rows = re.findall(r"^\| `(crossword[\w-]*\.tap)` \| (\d+)×\d+ \| ([\d,]+) \|", read_part(COSTS, "regress"), re.M)
    editions = {edition.file_name: edition for edition in EDITIONS}
    assert {tape for tape, *_ in rows} == editions.keys()
    for tape, side, said in rows:
        now = f"{measure_size(editions[tape], int(side), rounds=1).tstates:,}"
        if said != now:
            yield f"docs/costs.md: {tape}, {side}×{side}: today {now} T-states; run python -m tools.figures regress"


def stale_times() -> Iterator[str]:
    """Yield a line for each row of docs/authors.md whose Spectrum times differ from today's."""
    text = authors.PAGE.read_text(encoding="utf-8")
    for row in authors.spectrum_rows():
        if f"| {' | '.join(row)} |" not in text:
            yield f"docs/authors.md: {row.work}: today {row.ours}; run python -m tools.authors again"


def stale_pins() -> Iterator[str]:
    """Yield a line for each pin that takes long to measure and differs from today's."""
    solved = [(case, edition) for edition in EDITIONS for case in benchmark_cases() if takes_long(case, edition)]
    counted = [
        (case, edition) for edition in counting_editions() for case in search_cases() if takes_long(case, edition)
    ]
    for file, measure_one, cases in (("tstates.json", measure, solved), ("search.json", measure_search, counted)):
        pinned = pins(file)
        for case, edition in cases:
            name = case.name if measure_one is measure_search else f"{edition.file_name} {case.name}"
            now = measure_one(case, edition, LoadedProgram(build_tape(edition)).inject).tstates
            if not isclose(now, pinned[name]["tstates"], rel_tol=0.01):
                yield f"tests/data/{file}: {name}: today {now:,} T-states; run test_budgets.py with --update-golden"


KINDS = (stale_hashes, stale_tstates, stale_times, stale_pins)


def main(words: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument(
        "tables", nargs="*", choices=[*TABLES, []], metavar="TABLE", help=f"{', '.join(TABLES)}; tapes takes minutes"
    )
    given = parser.parse_args(words)
    for name in given.tables:
        page, make = TABLES[name]
        write_parts(page, **{name: make()})
        print(page)
    if given.tables:
        return 0
    stale = 0
    for kind in KINDS:
        for line in kind():
            print(line, flush=True)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(run_guarded(partial(main, sys.argv[1:])))
