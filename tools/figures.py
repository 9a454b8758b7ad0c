"""Compare the figures in docs/ that no fast test pins with today's: ``python -m tools.figures``.

Three kinds: the hashes of the tapes that docs/verification.md names, the T-states in the table of docs/scale.md, and
the Spectrum times of docs/authors.md; the last two take minutes to measure. Times of this machine's processor are not
compared; `tools.bench` measures them.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from harness.spectrum.build import EDITIONS
from tools import authors
from tools.bench.regress import measure_size

ROOT = Path(__file__).resolve().parents[1]
PUZZLES = {"crossword-turbo.tap": 40}
FEW = 6
"""Random puzzles of each size in the table of docs/scale.md: on the turbo tape, and on each of the others."""


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


def main() -> int:
    """Print each stale figure; return 1 if there is one."""
    found = 0
    for figures in (stale_hashes(), stale_tstates(), stale_times()):
        for line in figures:
            print(line, flush=True)
            found += 1
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
