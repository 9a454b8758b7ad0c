"""Compare the figures in docs/ that no fast test pins with today's: ``python -m tools.figures``.

Four kinds: the hashes of the tapes that docs/verification.md names, the T-states in the table of docs/scale.md, the
Spectrum times of docs/authors.md, and the pins of docs/costs.md that take long to measure; all but the first take
minutes. Times of this machine's processor are not compared; `tools.bench` measures them.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from math import isclose
from pathlib import Path

from harness.spectrum.build import EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from tools import authors
from tools.bench.regress import measure_size
from tools.bench.search import counting_editions, measure_search, search_cases
from tools.bench.spectrum import Case, benchmark_cases, measure

ROOT = Path(__file__).resolve().parents[1]
PINS = ROOT / "tests" / "data"
PUZZLES = {"crossword-turbo.tap": 40}
FEW = 6
"""Random puzzles of each size in the table of docs/scale.md: on the turbo tape, and on each of the others."""

QUICK_IN_BASIC = ("car", "house", "mask", "noise-10", "cat", "fir")
LONG_COUNTS = ("domino-6", "domino-7")


def takes_long(case: Case, edition: Edition) -> bool:
    """Return True for a puzzle that takes seconds to measure; the tests leave it to `stale_pins`."""
    return case.name in LONG_COUNTS or not (edition.machine_code or case.name in QUICK_IN_BASIC)


def stale_hashes() -> Iterator[str]:
    """Yield a line for each tape that docs/verification.md names by another hash than today's."""
    text = (ROOT / "docs" / "verification.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"^\| `(crossword[\w-]*\.tap)` \((\w+)\) \|", text, re.MULTILINE))
    for edition in EDITIONS:
        today = hashlib.sha256((ROOT / "tapes" / edition.file_name).read_bytes()).hexdigest()[:8]
        if named.get(edition.file_name) != today:
            yield f"docs/verification.md: {edition.file_name} is {today} today; run the command of its row again"


def stale_tstates() -> Iterator[str]:
    """Yield a line for each row of docs/scale.md whose T-states differ from today's."""
    text = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:`(crossword[\w-]*\.tap)`)? ?\| (\d+)×\d+ \| ([\d,]+) \|", text, re.MULTILINE)
    editions = {edition.file_name: edition for edition in EDITIONS}
    tape = ""
    for name, side, said in rows:
        tape = name or tape
        today = f"{measure_size(editions[tape], int(side), PUZZLES.get(tape, FEW), rounds=1).tstates:,}"
        if said != today:
            yield f"docs/scale.md: {tape}, {side}×{side}: {said} T-states, today {today}"


def stale_times() -> Iterator[str]:
    """Yield a line for each row of docs/authors.md whose Spectrum times differ from today's."""
    text = authors.PAGE.read_text(encoding="utf-8")
    for row in authors.spectrum_rows():
        if f"| {' | '.join(row)} |" not in text:
            yield f"docs/authors.md: {row.work}: today {row.ours}; run python -m tools.authors again"


def stale_pins() -> Iterator[str]:
    """Yield a line for each pin that no test measures and that differs from today's."""
    solved = [(case, edition) for edition in EDITIONS for case in benchmark_cases() if takes_long(case, edition)]
    counted = [
        (case, edition) for edition in counting_editions() for case in search_cases() if takes_long(case, edition)
    ]
    for file, measure_one, cases in (("tstates.json", measure, solved), ("search.json", measure_search, counted)):
        pins = json.loads((PINS / file).read_text(encoding="ascii"))
        for case, edition in cases:
            name = case.name if measure_one is measure_search else f"{edition.file_name} {case.name}"
            today = measure_one(case, edition, LoadedProgram(build_tape(edition)).inject).tstates
            if not isclose(today, pins[name]["tstates"], rel_tol=0.01):
                yield f"tests/data/{file}: {name}: today {today:,} T-states; run test_budgets.py with --update-golden"


def main() -> int:
    """Print each stale figure; return 1 if there is one."""
    found = 0
    for figures in (stale_hashes(), stale_tstates(), stale_times(), stale_pins()):
        for line in figures:
            print(line, flush=True)
            found += 1
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
