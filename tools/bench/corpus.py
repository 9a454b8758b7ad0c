"""The puzzles of other authors, which may not be passed on: a folder that an environment variable names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from harness.errors import FormatError, UsageError
from harness.formats import read_any
from harness.puzzle import Puzzle

CORPUS_VARIABLE = "CROSSWORD_CORPUS"
NO_CORPUS = f"no corpus of other authors' puzzles; name its folder of .non and .xml files in {CORPUS_VARIABLE}"


def corpus_folder() -> Path | None:
    """Return the folder that the environment names, or None if it names none.

    Raises:
        UsageError: the name is not a folder's.
    """
    named = os.environ.get(CORPUS_VARIABLE)
    if not named:
        return None
    if not (folder := Path(named)).is_dir():
        raise UsageError(f"{CORPUS_VARIABLE}={named}: not a folder; name one of .non and .xml files")
    return folder


def read_all() -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles of the corpus as they are, in colour and not, with a picture and without, by their names."""
    folder = corpus_folder()
    for path in sorted((*folder.glob("*.non"), *folder.glob("*.xml"))) if folder is not None else ():
        with suppress(FormatError):  # what we cannot read is for the tests of the formats
            yield path.stem, read_any(path)
