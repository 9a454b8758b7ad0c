"""Puzzles of files, read without the formats, so that these are no input of the solver's proofs."""

import re
from pathlib import Path

from harness.puzzle import Puzzle
from tests.house import ROOT

SAMPLES = sorted((ROOT / "puzzles").glob("*.txt"))


def sample(name: str) -> Puzzle:
    """The numbers of a sample."""
    return read_clues(ROOT / "puzzles" / f"{name}.txt")


def read_clues(path: Path) -> Puzzle:
    """The numbers of a file in black and white: a clue a line after these words."""
    sides: dict[str, list[tuple[int, ...]]] = {"rows": [], "columns": []}
    side, lines = None, 0
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, count = line.strip().partition(":")
        if re.fullmatch(r"[a-z].*", word):
            side, lines = sides.get(word), int(count) if word in sides and count else 0
        elif side is not None and (word or len(side) < lines) and not word.startswith("#"):
            side.append(tuple(int(number) for number in re.findall(r"\d+", word) if int(number)))
    return Puzzle(tuple(sides["rows"]), tuple(sides["columns"]))
