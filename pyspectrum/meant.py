"""The word that was probably meant: the command, option or file most like one that does not exist."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice

MOST_FILES = 5_000
"""Names of a folder that are looked at; a larger one is looked at in part."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Find the known word that is most like this one, or None if none is like it.

    >>> nearest("slove", ["run", "solve", "check"]), nearest("rnu", ["run"]), nearest("xyz", ["run"])
    ('solve', 'run', None)
    >>> nearest("cat", ["cart.txt", "cat.txt"]), nearest("-json", ["--json"]), nearest("--json", ["--json"])
    ('cat.txt', '--json', None)
    """
    import difflib  # takes a while to load, and is seldom needed

    names = {name.casefold(): name for name in known if name != word}
    wanted = word[:100].casefold()
    bare = wanted.lstrip("-")
    same = [wanted] * (wanted in names) or [name for name in names if name.partition(".")[0].lstrip("-") == bare]
    same = same or [name for name in names if sorted(name) == sorted(wanted)]  # of three letters two are exchanged
    if same:
        return names[min(same)]
    found = difflib.get_close_matches(wanted, names, 1, 0.7)
    return names[found[0]] if found else None


def nearest_file(path: str | os.PathLike[str], folders: Iterable[str | os.PathLike[str]] = ()) -> str | None:
    """Find the name most like that of a missing file, in its folder or in others; keep the folder that was typed."""
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
    if found is None and not given.suffix:
        stems = {name.partition(".")[0]: name for name in names}
        found = stems.get(nearest(given.name, stems) or "")
    # shown in quotes, which would double a backslash
    return None if found is None else (given.parent / found).as_posix()


def did_you_mean(found: str | None, otherwise: str) -> str:
    """Say what to do: take the name that was found, or the other advice.

    >>> did_you_mean("solve", "check the name"), did_you_mean(None, "check the name")
    ("did you mean 'solve'?", 'check the name')
    """
    return otherwise if found is None else f"did you mean {found!r}?"
