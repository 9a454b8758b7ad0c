"""What several commands share: finding files, the exit codes, JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from harness.errors import UsageError
from harness.formats import AnyPuzzle, read_any, read_puzzle
from harness.puzzle import Picture, Puzzle
from harness.puzzle.palette import BACKGROUND, Palette, hex_rgb
from harness.resources import data_folder
from pyspectrum.tape import Tape, read_tap

EXIT_GOOD = 0
EXIT_DISAGREES = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
"""Ctrl-C ended it; the number is the shells' convention."""
RENAMED_SAMPLES = {"roshin-20x30": "relax-20x30"}
"""Old names of samples: each works, with a note, until the release after the one that renamed it."""

Subparsers = argparse._SubParsersAction  # argparse has no public name for it


def positive_int(text: str) -> int:
    """An argument that is a whole number from 1."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 1 or more")
    return int(text)


def load_puzzle(name: str, *, checked: bool = True) -> Puzzle:
    """Read a puzzle file; ``puzzles/…`` means the samples that come with the project where it is no file here."""
    return read_puzzle(_shipped(name, "puzzles"), checked=checked)


def load_any_puzzle(name: str, *, checked: bool = True) -> AnyPuzzle:
    """Read a puzzle file, in colour or not; names as for `load_puzzle`."""
    return read_any(_shipped(name, "puzzles"), checked=checked)


def load_tape(name: str) -> Tape:
    """Read a tape; the bare name of one of the project's own tapes, or ``tapes/…``, finds that one."""
    return read_tap(_shipped(name if Path(name).parent != Path() else f"tapes/{name}", "tapes", name))


def check_writable(name: str | None) -> None:
    """See before a long run that the file asked for can be written.

    Raises:
        UsageError: it is a folder, or in one that is not there.
    """
    if name is None:
        return
    path = Path(name)
    if path.is_dir():
        raise UsageError(f"{name}: is a folder; name a file")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{name}: there is no folder {path.parent}; make it first")


def grids_to_json(grids: tuple[Picture, ...]) -> list[list[str]]:
    """Grids as lists of row strings of ``#``, ``.`` and ``?``, or of the colours' keys."""
    return [list(grid.rows) for grid in grids]


def palette_to_json(palette: Palette) -> dict[str, str]:
    """What the characters of a picture look like, as ``#RRGGBB``."""
    return {cell: hex_rgb(palette.rgb(cell)) for cell in (BACKGROUND, *palette.keys)}


def print_json(value: dict[str, object]) -> None:
    """One JSON object on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False)
    print()


def current_name(sample: str) -> str:
    """The name that a sample has now; a note on stderr tells of it where the one given is an old one."""
    new = RENAMED_SAMPLES.get(sample, sample)
    if new != sample:
        print(f"note: {sample} is now called {new}; the old name will go with the next release", file=sys.stderr)
    return new


def _shipped(path: str, folder: str, name: str | None = None) -> Path:
    given = Path(name if name is not None else path)
    if given.stem in RENAMED_SAMPLES and given.suffix == ".txt" and not given.exists():
        return _shipped(str(given.with_stem(current_name(given.stem))), folder)
    if not given.exists() and Path(path).parent == Path(folder):
        shipped = data_folder(folder) / Path(path).name
        if shipped.is_file():
            return shipped
    return given
