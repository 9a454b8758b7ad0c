"""The look that all pages share stands once, in pyspectrum; cells and clues stand in harness."""

from __future__ import annotations

import re

from harness.files.resources import cell_style, data_folder, shared_style
from pyspectrum.trace.page import viewer_file

STATIC = data_folder("puzzles").parent / "harness"


def declared(style: str) -> set[str]:
    return set(re.findall(r"(?:^|[{;])\s*(--[\w-]+):", style, re.MULTILINE))


def test_the_shared_tokens_are_those_of_the_trace() -> None:
    assert shared_style().decode() == viewer_file("tokens.css")
    assert {"--font", "--t-6", "--s-8", "--desk", "--ink", "--line", "--pen", "--good", "--calm"} <= declared(
        shared_style().decode()
    )


def test_cells_and_clues_alone_stand_in_harness() -> None:
    cells = declared(cell_style().decode())
    assert {"--cell", "--cell-ink", "--cell-doubt", "--clue-done"} <= cells
    assert all(name.startswith(("--cell", "--clue")) for name in cells)


def test_no_style_of_harness_declares_a_shared_token_again() -> None:
    shared = declared(shared_style().decode())
    own = {path.name: declared(path.read_text("utf-8")) & shared for path in STATIC.rglob("*.css")}
    assert own
    assert {name: again for name, again in own.items() if again} == {}
