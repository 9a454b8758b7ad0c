"""Our own exports come back as the puzzles they are, those that the program takes turned among them."""

import pytest

from harness.formats import Source
from harness.studio.documents import Document
from harness.studio.embedded import returned
from harness.studio.requests import take

UPRIGHT = Document(("####..",) * 3 + ("......",) * 3)
TALL = Document(("###",) * 20 + ("#..",) * 25)
"""Too high for the Spectrum's screen: it is entered with rows and columns swapped."""
WIDE = Document(tuple("".join(row) for row in zip(*TALL.rows, strict=True)))


@pytest.mark.parametrize(
    ("document", "kind"),
    [(UPRIGHT, "z80"), (UPRIGHT, "tap"), (TALL, "tap"), (WIDE, "z80")],
    ids=lambda value: value if isinstance(value, str) else f"{len(value.rows[0])}×{len(value.rows)}",
)
def test_a_puzzle_on_a_tape_or_in_a_snapshot_comes_back(document: Document, kind: str) -> None:
    data = take(document.as_json(), kind, "turbo")
    assert returned(Source(f"puzzle.{kind}", data)) == document
