"""Sources of puzzles: files and collections, pictures that are made into puzzles, random ones.

A corpus is read once, in order, one puzzle in memory at a time; a file that cannot be read is an entry as well.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from harness.advice.generate import RandomOptions, draw_picture
from harness.errors import FormatError, HarnessError, UsageError, one_line
from harness.files.reading import read_file
from harness.formats.base import Source
from harness.formats.bundles import count_files, file_of, puzzles_in
from harness.formats.registry import parse_source
from harness.puzzle import MAX_SIDE, Puzzle
from harness.solver.budget import Budget
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH

if TYPE_CHECKING:
    from harness.formats.registry import ReadOptions

IMAGE_SUFFIXES = frozenset({".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".ppm", ".pgm"})
SCREEN_SUFFIXES = frozenset({".scr", ".tap"})
_RANDOM = re.compile(r"(\d{1,4})x(\d{1,4})(?:\.\.(\d{1,4})x(\d{1,4}))?:(\d{1,9})(?::(\d{1,18}))?", re.ASCII)
_SEEDS = 10**9
_LEAST_DENSITY, _MOST_DENSITY = 0.5, 0.8
"""Of random pictures: in sparser ones line logic finds little, in fuller ones there is little to find."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a corpus, or why there is none; `name` is what reports call it, and what a command finds it by."""

    name: str
    puzzle: Puzzle | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RandomSpec:
    """Random puzzles of sizes between two, each side by itself; the same seed gives the same ones.

    >>> RandomSpec.parse("5x5..30x20:1000:7")
    RandomSpec(least=(5, 5), most=(30, 20), count=1000, seed=7)
    """

    least: tuple[int, int]
    most: tuple[int, int]
    count: int
    seed: int

    @classmethod
    def parse(cls, text: str) -> RandomSpec:
        """Parse ``WxH:COUNT:SEED`` or ``WxH..WxH:COUNT:SEED``; without a seed, one is chosen at random."""
        if (match := _RANDOM.fullmatch(text)) is None:
            raise UsageError(f"{text!r} is not WxH:COUNT:SEED or WxH..WxH:COUNT:SEED, such as 20x20:100:1")
        width, height, most_width, most_height, count = (int(part or 0) for part in match.groups()[:-1])
        seed = int(match[6]) if match[6] else secrets.randbelow(_SEEDS)
        least, most = (width, height), (most_width or width, most_height or height)
        sides = (*least, *most)
        if min(sides) < 1 or max(sides) > MAX_SIDE or any(a > b for a, b in zip(least, most, strict=True)):
            raise UsageError(f"{text!r}: sides go from 1 to {MAX_SIDE}, the smaller size first")
        return cls(least, most, count, seed)

    def __str__(self) -> str:
        sizes = dict.fromkeys("x".join(map(str, size)) for size in (self.least, self.most))
        return f"{'..'.join(sizes)}:{self.count}:{self.seed}"

    def entry(self, number: int) -> Entry:
        """Make the puzzle of that number, from 1; it depends on the sizes, the seed and the number alone.

        Density and smoothness are random too, so that some are easy and some leave cells open.
        """
        name = f"random {replace(self, count=number)}"
        lot = random.Random(name)
        width, height = (lot.randint(a, b) for a, b in zip(self.least, self.most, strict=True))
        density = lot.uniform(_LEAST_DENSITY, _MOST_DENSITY)
        drawn = draw_picture(RandomOptions(width, height, density=density, smooth=lot.randrange(2)), lot, Budget())
        return Entry(name, drawn.puzzle(title=name))


class Corpus:
    """Entries of all sources, in order: puzzles in files (`harness.formats.bundles`), pictures, random ones.

    Clues that cannot be a crossword are left out if it is `checked`; `reading` is as for `harness.formats.read_any`.
    """

    def __init__(
        self,
        paths: Sequence[str] = (),
        random_puzzles: Sequence[RandomSpec] = (),
        picture_folders: Sequence[str] = (),
        *,
        checked: bool = True,
        **reading: Unpack[ReadOptions],
    ) -> None:
        self._paths, self._random = paths, random_puzzles
        self._pictures = [path for folder in picture_folders for path in _pictures_in(folder)]
        self._read: dict[str, Any] = {"checked": checked, **reading}
        self._files = [count_files(path) for path in paths]
        self.expected = sum(self._files) + sum(spec.count for spec in random_puzzles) + len(self._pictures)
        """Count the entries, as far as is known: a file of several puzzles counts as one until its turn."""

    def __iter__(self) -> Iterator[Entry]:
        for path, files in zip(self._paths, self._files, strict=True):
            opened: set[str] = set()
            for named in puzzles_in(path):
                file = file_of(named.name)
                if file in opened or len(opened) == files:
                    self.expected += 1
                opened.add(file)
                yield _entry(named.name, partial(named.read, **self._read))
            self.expected -= files - len(opened)
        for picture in self._pictures:
            yield _entry(str(picture), partial(_puzzle_of_picture, picture))
        for spec in self._random:
            for number in range(1, spec.count + 1):
                yield spec.entry(number)


def _entry(name: str, read: Callable[[], Puzzle]) -> Entry:
    shown = one_line(name)  # a file's name may hold bytes that are no text
    try:
        return Entry(shown, read())
    except HarnessError as error:
        return Entry(shown, None, str(error))


def _pictures_in(folder: str) -> list[Path]:
    suffixes, found = IMAGE_SUFFIXES | SCREEN_SUFFIXES, []
    try:
        reason = "" if Path(folder).is_dir() else "no such folder"
        found = sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in suffixes and path.is_file())
    except (OSError, ValueError) as error:
        reason = f"cannot read the folder: {getattr(error, 'strerror', error)}"
    if reason or not found:
        reason = reason or f"there is no picture in it ({', '.join(sorted(suffixes))})"
        raise UsageError(f"{folder}: {reason}; name a folder of pictures")
    return found


def _puzzle_of_picture(path: Path) -> Puzzle:
    """Make a puzzle of a picture, scaled down if it is too large for the Spectrum's screen."""
    source = Source(str(path), read_file(path, fix="name a picture"))
    if path.suffix.lower() in SCREEN_SUFFIXES:
        puzzle = parse_source(source)
        if puzzle.goal is None:
            raise FormatError("there is no picture on it", "name a screen", str(path))
        return puzzle
    from harness.formats.bitmaps import ImageOptions, read_image

    return read_image(source.data, source.name, ImageOptions(fit=(MAX_WIDTH, MAX_HEIGHT))).grid.puzzle(title=path.stem)
