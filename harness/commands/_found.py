"""The puzzles and tapes that a user names, each name resolved once: the file to open, and how it is read.

``puzzles/cat.txt`` and ``tapes/…`` are the files that come with the project, unless there is such a file here; so is
``cat``, the sample of that name.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress

from harness.errors import UsageError
from harness.files.reading import STANDARD_STREAM, data_folder, is_disk, read_file, shown_name
from harness.puzzle.value import Value
from pyspectrum.errors import TapeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from harness.formats import NamedPuzzle
    from pyspectrum.tape import Tape

DEFAULT_TAPE = "crossword.tap"


class FoundPuzzle(Value):
    """A puzzle, or a collection: its name for `harness.formats`, such as ``FILE#3`` or ``-``, and the file to open."""

    name: str
    path: str


class FoundTape(Value):
    """A tape: the user's name for it, and its file."""

    name: str
    path: Path

    def read(self) -> Tape:
        """Read it; raise TapeError if it cannot be read or is no tape, UsageError if it is a disk."""
        from pyspectrum.meant import nearest_file
        from pyspectrum.tape import read_tap

        if not is_there(self.path) and (meant := nearest_file(self.name, [data_folder("tapes")])):
            raise UsageError(f"{self.name}: no such file; did you mean {meant!r}?")
        looks_like_disk = is_there(self.path) and is_disk(read_file(self.path))
        with suppress(TapeError) if looks_like_disk else nullcontext():
            tape = read_tap(self.path)
            if not looks_like_disk or all(block.is_sound for block in tape.blocks):
                return tape
        raise UsageError(f"{self.name}: this is a disk, not a tape; give a .tap, such as {DEFAULT_TAPE}")


def find_puzzles(names: Iterable[str]) -> list[FoundPuzzle]:
    """Find puzzles and collections by the user's names, or by patterns, which shells of Windows leave as they are."""
    return [_find(found) for name in names for found in _fitting(name)]


def find_puzzle(name: str) -> FoundPuzzle:
    """Find a puzzle or a collection by the user's name for it, or by a pattern that fits it alone."""
    first, *more = _fitting(name)
    if more:
        raise UsageError(f"{name}: {1 + len(more)} files fit; name one of them")
    return _find(first)


def _fitting(name: str) -> list[str]:
    """Return the files that a pattern with ``*`` or ``?`` fits; the name alone if it is none, or of a file."""
    if not ("*" in name or "?" in name) or is_there(name):
        return [name]
    from glob import glob
    from pathlib import Path

    pattern = name.replace("[", "[[]")  # for the shells of Windows a bracket is like any letter
    is_sample = Path(name).parent == Path("puzzles")
    for root in (None, data_folder("puzzles").parent)[: 1 + is_sample]:
        if found := glob(pattern, root_dir=root):  # noqa: PTH207 -- a `Path` would drop the "./" that was typed
            return sorted(found)
    return [name]


def _find(name: str) -> FoundPuzzle:
    if name == STANDARD_STREAM:
        return FoundPuzzle(name, name)
    from harness.formats.bundles import file_of, pasted_in, split_number

    if pasted_in(name) is not None:
        return FoundPuzzle(name, name)
    whole, number = split_number(name)
    if is_there(whole):
        return FoundPuzzle(name, whole)
    from pathlib import Path

    found = str(_sample(whole) or _shipped(Path(whole), Path(whole), "puzzles"))
    found += "" if number is None else f"#{number}"
    return FoundPuzzle(found, file_of(found))


def _sample(name: str) -> Path | None:
    """Return the sample of this name, with its ending or without; None if there is none."""
    samples = sorted(data_folder("puzzles").iterdir()) if name and os.path.basename(name) == name else []  # noqa: PTH119
    return next((path for path in samples if name in (path.stem, path.name) and path.suffix != ".md"), None)


def find_tape(name: str) -> FoundTape:
    """Find a tape by the user's name for it; a bare name may be that of one of the project's own."""
    from pathlib import Path

    given = Path(name)
    return FoundTape(name, _shipped(given, given if given.parent != Path() else Path("tapes", name), "tapes"))


def lone_puzzle(names: list[str]) -> tuple[NamedPuzzle | None, Iterator[NamedPuzzle]]:
    """Return the puzzle if the names mean only one, and no folder, else None; and an iterator over all of them."""
    from harness.formats.bundles import pasted_in, puzzles_in, split_number

    every = itertools.chain.from_iterable(map(puzzles_in, names))
    if len(names) > 1:
        return None, every
    first = list(itertools.islice(every, 2))
    is_one_named = split_number(names[0])[1] is not None or first[0].name == shown_name(names[0])
    is_one_named = is_one_named or pasted_in(names[0]) is not None
    is_lone = len(first) == 1 and is_one_named
    return first[0] if is_lone else None, itertools.chain(first, every)


def is_there(path: Path | str) -> bool:
    """Return True if there is such a file; opening it says why it cannot be read."""
    try:
        os.stat(path)  # noqa: PTH116 -- pathlib loads slowly
    except (OSError, ValueError):
        return False
    return True


def _shipped(given: Path, path: Path, folder: str) -> Path:
    """Return the given file if it is there, else the one at `path` in the project's folder."""
    if is_there(given):
        return given
    from pathlib import Path

    if path == Path(folder):
        return data_folder(folder)
    shipped = data_folder(folder) / path.name
    return shipped if path.parent == Path(folder) and is_there(shipped) else given
