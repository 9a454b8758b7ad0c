"""The name that a user probably meant: of a command, an option, a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice

MOST_FILES = 5_000
"""Names of a folder that are looked at; a larger one is looked at in part."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Find the known word that is most like this one, or None if none is like it.

    >>> nearest("slove", ["run", "solve", "check"]), nearest("xyz", ["run"])
    ('solve', None)
    """
    import difflib  # takes a while to load, and is seldom needed

    found = difflib.get_close_matches(word[:100], known, 1, 0.7)
    return found[0] if found else None


def nearest_file(path: str | os.PathLike[str], folders: Iterable[str | os.PathLike[str]] = ()) -> str | None:
    """Find a file beside the one that is not there, or in other folders, with a name most like its name.

    The answer keeps the folder that was typed. Nothing is raised.
    """
    from pathlib import Path

    given = Path(path)
    names: dict[str, None] = {}
    for folder in (given.parent, *folders):
        try:
            with os.scandir(folder) as entries:
                names |= dict.fromkeys(entry.name for entry in islice(entries, MOST_FILES))
        except (OSError, ValueError):
            continue
    found = nearest(given.name, names)
    return None if found is None else str(given.parent / found)


def did_you_mean(found: str | None, otherwise: str) -> str:
    """Say what to do: take the name that was found, or what is said otherwise.

    >>> did_you_mean("solve", "check the name"), did_you_mean(None, "check the name")
    ("did you mean 'solve'?", 'check the name')
    """
    return otherwise if found is None else f"did you mean {found!r}?"
