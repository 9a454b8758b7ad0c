"""The tree of variants, as ``run --on-branch all`` hands it on: as JSON, and as a drawing in a file."""

from __future__ import annotations

from collections.abc import Sequence

from harness.console.common import cells_to_json, title_of
from harness.puzzle import Puzzle
from harness.puzzle.variants import Variant


def branches_as_json(tree: Sequence[Variant]) -> list[dict[str, object]]:
    """Return the tree for JSON: a flat list, a variant before those that grow from it.

    `path` has a letter for each cell supposed, `b` or `w`; who drops its last letter has the fork it grows from.
    """
    return [
        {
            "path": "".join("b" if is_black else "w" for is_black in variant.path),
            "cell": None if variant.cell is None else cells_to_json([variant.cell])[0],
            "colour": None if not variant.path else "black" if variant.path[-1] else "white",
            "followed_cells": cells_to_json(variant.followed),
            "end": variant.end.value,
            "grid": None if variant.grid is None else list(variant.grid.rows),
        }
        for variant in tree
    ]


def write_tree(tree: Sequence[Variant], puzzle: Puzzle, path: str) -> None:
    """Draw the tree into a file; one that was stopped before the first fork has its root alone."""
    from harness.drawing.variants import build_tree_svg
    from harness.formats import write_bytes
    from harness.puzzle.variants import tree_of

    svg = build_tree_svg(tree or tree_of({}), puzzle.width, puzzle.height, f"{title_of(puzzle)}: tree of variants")
    write_bytes(svg.encode(), path)
