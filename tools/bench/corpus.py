"""The puzzles of other authors, which may not be passed on: a folder beside the checkout, where there is one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from harness.errors import FormatError
from harness.formats import read_any
from harness.puzzle import Puzzle

CORPUS_VARIABLE = "CROSSWORD_CORPUS"
"""The environment variable that names the folder of puzzles."""

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "corpus"
"""Default place of the corpus: beside the checkout."""


def corpus_folder() -> Path | None:
    """Return the folder of third-party puzzles, from the environment or beside the checkout, or None."""
    named = os.environ.get(CORPUS_VARIABLE)
    folder = Path(named) if named else BESIDE
    return folder if folder.is_dir() else None


def read_all() -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles of the corpus as they are, in colour and not, with a picture and without, by their names."""
    folder = corpus_folder()
    for path in sorted((*folder.glob("*.non"), *folder.glob("*.xml"))) if folder is not None else ():
        with suppress(FormatError):  # what we cannot read is for the tests of the formats
            yield path.stem, read_any(path)
