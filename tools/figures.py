"""Compare the figures in docs/ with today's, and make tables again: ``python -m tools.figures [TABLE ...]``.

Without a name it compares all that is exact, in some two minutes of processor time: the hashes of the tapes that
docs/verification.md names, the T-states in the table of docs/scale.md, the Spectrum times of docs/authors.md, and the
pins of docs/costs.md. With names it makes the tables of these names again. Times of this machine's processor stand in a
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
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from math import isclose
from pathlib import Path

from harness.cli import run_guarded
from harness.errors import UsageError
from harness.regress.outcome import Status
from harness.regress.session import Store
from harness.spectrum.build import EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from pyspectrum.models import MODEL_48K
from tools import authors
from tools.bench.regress import measure_size
from tools.bench.spectrum import Case, benchmark_cases, counting_editions, measure, measure_search, search_cases
from tools.marks import read_part, write_parts

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "tests" / "data"
VERIFICATION = ROOT / "docs" / "verification.md"
SCALE = ROOT / "docs" / "scale.md"
COSTS = ROOT / "docs" / "costs.md"

RUNS = {
    "crossword-turbo.tap": "5x5..30x30:10020:2026",
    "crossword.tap": "5x5..30x30:500:2026",
    "crossword-basic.tap": "5x5..12x12:504:2026",
}
"""The random puzzles that each tape solves for docs/verification.md."""
SIZES = {"crossword-turbo.tap": (5, 10, 20, 30), "crossword.tap": (5, 10, 20, 30), "crossword-basic.tap": (5, 10)}
COUNTS = {"crossword-turbo.tap": 40}
FEW = 6
"""Random puzzles of each size in the table of docs/scale.md: on the turbo tape, and on each of the others."""
QUICK_IN_BASIC = ("car", "house", "mask", "noise-10", "cat", "fir")
LONG_COUNTS = ("domino-6", "domino-7")


def takes_long(case: Case, edition: Edition) -> bool:
    """Return True for a puzzle that takes seconds to measure; no other test than that of the figures measures it."""
    return case.name in LONG_COUNTS or not (edition.machine_code or case.name in QUICK_IN_BASIC)


def hash_of(tape: str) -> str:
    """The first digits of a tape's SHA-256, as documents name it."""
    return hashlib.sha256((ROOT / "tapes" / tape).read_bytes()).hexdigest()[:8]


def today() -> str:
    """The date as documents have it."""
    now = datetime.now(UTC)
    return f"{now.day} {now:%B %Y}"


def tapes_table() -> str:
    """Let each tape solve its random puzzles, and count.

    Raises:
        UsageError: an answer is wrong.
    """
    rows = ["| tape (SHA-256) | puzzles | solved, many variants | analyses | Spectrum time | command |"]
    rows += ["|---|--:|--:|--:|--:|---|"]
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
        rows.append(
            f"| `{tape}` ({hash_of(tape)}) | {len(outcomes):,} | {results['solved']:,}, {results['many-variants']:,} "
            f"| {sum(outcome.line_calls for outcome in outcomes):,} | {hours:.1f} h | `crossword {' '.join(words)}` |"
        )
    return "\n".join((*rows, "", f"{today()}."))


def regress_table() -> str:
    """Measure what a puzzle costs `regress`, by tape and size."""
    rows = ["| tape | size | T-states | CPU time of the bare simulator | puzzles a second and core |"]
    rows += ["|---|--:|--:|--:|--:|"]
    for edition in EDITIONS:
        for side in SIZES[edition.file_name]:
            cost = measure_size(edition, side, COUNTS.get(edition.file_name, FEW))
            rows.append(
                f"| `{edition.file_name}` | {side}×{side} | {cost.tstates:,} | {cost.share_of_bare:.0%} "
                f"| {cost.per_second:.{0 if cost.per_second > 20 else 1}f} |"
            )
    return "\n".join((*rows, "", f"{today()}."))


def waits_table() -> str:
    """Put the pinned waits beside those of the article and of an earlier version, which stand in the table already."""
    head, line, *rows = read_part(COSTS, "waits").splitlines()
    pins = json.loads((PINS / "tstates.json").read_text(encoding="ascii"))
    made = [head, line]
    for row in rows:
        wait, article, before = row.strip("| ").split(" | ")[:3]
        cells = [
            f"{pins[f'waits {edition.file_name}'][wait] / MODEL_48K.tstates_per_second:.2f} s" for edition in EDITIONS
        ]
        if article != "–":
            cells = [f"{cell} ({float(cell[:-2]) / float(article[:-2]):.2f})" for cell in cells]
        made.append(f"| {' | '.join((wait, article, before, *cells))} |")
    return "\n".join(made)


TABLES: dict[str, tuple[Path, Callable[[], str]]] = {
    "tapes": (VERIFICATION, tapes_table),
    "regress": (SCALE, regress_table),
    "waits": (COSTS, waits_table),
}


def stale_hashes() -> Iterator[str]:
    """Yield a line for each tape that docs/verification.md names by another hash than today's."""
    named = dict(re.findall(r"^\| `(crossword[\w-]*\.tap)` \((\w+)\) \|", read_part(VERIFICATION, "tapes"), re.M))
    for tape in RUNS:
        if named.get(tape) != hash_of(tape):
            yield f"docs/verification.md: {tape} is {hash_of(tape)} today; run python -m tools.figures tapes"


def stale_tstates() -> Iterator[str]:
    """Yield a line for each row of docs/scale.md whose T-states differ from today's."""
    rows = re.findall(r"^\| `(crossword[\w-]*\.tap)` \| (\d+)×\d+ \| ([\d,]+) \|", read_part(SCALE, "regress"), re.M)
    editions = {edition.file_name: edition for edition in EDITIONS}
    assert {tape for tape, *_ in rows} == editions.keys()
    for tape, side, said in rows:
        now = f"{measure_size(editions[tape], int(side), COUNTS.get(tape, FEW), rounds=1).tstates:,}"
        if said != now:
            yield f"docs/scale.md: {tape}, {side}×{side}: today {now} T-states; run python -m tools.figures regress"


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
        pins = json.loads((PINS / file).read_text(encoding="ascii"))
        for case, edition in cases:
            name = case.name if measure_one is measure_search else f"{edition.file_name} {case.name}"
            now = measure_one(case, edition, LoadedProgram(build_tape(edition)).inject).tstates
            if not isclose(now, pins[name]["tstates"], rel_tol=0.01):
                yield f"tests/data/{file}: {name}: today {now:,} T-states; run test_budgets.py with --update-golden"


KINDS = (stale_hashes, stale_tstates, stale_times, stale_pins)


def main(words: Sequence[str] = ()) -> int:
    """Make tables again, or print each stale figure; return 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument(
        "tables", nargs="*", choices=[*TABLES, []], metavar="TABLE", help="tapes (minutes), regress, waits"
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
