"""The README's table of what solving costs on the Spectrum says what `tests/bench/test_budgets.py` pins."""

import json

from harness.spectrum.build import EDITIONS
from tests.house import ROOT

PINS = json.loads((ROOT / "tests/data/tstates.json").read_text(encoding="ascii"))
ROWS = {
    cells[0]: cells[1:]
    for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 4 + 2 * len(EDITIONS)
}
COLUMNS = {edition.file_name: 3 + 2 * column for column, edition in enumerate(EDITIONS)}


def test_it_says_what_is_pinned() -> None:
    said, pinned = {}, {}
    for name, pin in PINS.items():
        tape, _, puzzle = name.partition(" ")
        if tape in COLUMNS:
            mean, _, worst = ROWS[puzzle][COLUMNS[tape] + 1].split(" / ")
            said[name] = (ROWS[puzzle][2], ROWS[puzzle][COLUMNS[tape]], mean, worst)
            pinned[name] = (
                f"{pin['line_calls']:,}",
                f"{pin['tstates'] / 3_500_000:,.2f} s",
                f"{pin['line_mean']:,}",
                f"{pin['line_worst']:,}",
            )
    assert len(said) == len(EDITIONS) * 14
    assert said == pinned
