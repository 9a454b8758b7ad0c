"""Comparison of the program with a listing in print, such as the article's, screen by screen.

    python -m tools.beside LISTING.txt [--basic] [--scene PATTERN]
    python -m tools.beside

Both programs run on the emulated 48K and get the same keys blindly. Their screens are compared pixel by pixel, with
colours and border, wherever either waits for a key. ``beside.toml`` has the scenes, and the kinds of differences that
are meant; without a listing those are printed as ``basic/README.md`` has them. Any other difference is printed, and the
exit code is then 1.

The listing runs with the project's machine code for a line, as `crossword.tap` does; with --basic both programs
analyse lines in BASIC, which takes long. A call of TR-DOS gets the picture that our program loads from tape.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.errors import HarnessError
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.listing import TRDOS_ENTRIES, build_listing_tape, read_listing
from harness.spectrum.menu import Menu
from pyspectrum.keyboard.typist import Reading
from pyspectrum.machine import Spectrum
from pyspectrum.memory import read_word
from pyspectrum.screen import pixel_row_offset
from pyspectrum.tape import Tape, code_blocks

HELD_FRAMES, STILL_FRAMES, LONGEST_FRAMES = 5, 9, 100_000
"""A key is down for so long; a screen stands still for so long before a program waits; it waits within that time."""
TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SCREEN, _PICTURE_BYTES = 16384, 2048
_ROWS = range(24)
_TRDOS = frozenset(map(int, TRDOS_ENTRIES))

Scene = tuple[str, str, list[str]]
"""Name, keys from the menu on, and picture; a key of more than a letter stands in brackets, ``[+9]`` is so many frames
after the key before it, even if the program is busy."""


@dataclass(frozen=True)
class Seen:
    """What stands where a program waits: text, and for each row of squares its pixels and colours with the border."""

    text: tuple[str, ...]
    rows: tuple[bytes, ...]

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.text)

    def unmarked(self, row: int) -> bytes:
        """A row without the marks of lines: two pixels wide at the left edge, two high at the top."""
        data = bytearray(self.rows[row])
        for at in range(0, 256, 32):
            data[at] &= 0x3F
        return bytes(data) if row else bytes(64) + data[64:]


@dataclass(frozen=True)
class Kind:
    """A difference that is meant: `what` and `why` as the table has them.

    `when` is a pattern for both screens as text, the listing's before a form feed: `rows` may differ then. Without it
    the rows whose text differs must be the same but for `but`. With `marks` only the marks of lines may differ.
    `scenes` is a pattern for the names of scenes. If the programs `part`, the next keys would answer other questions:
    the scene ends. A difference that no screen shows has neither pattern.
    """

    what: str
    why: str
    when: str = ""
    rows: Sequence[int] = _ROWS
    but: str = ""
    scenes: str = ""
    marks: bool = False
    part: bool = False

    def takes(self, scene: str, listing: Seen, ours: Seen, rows: set[int]) -> set[int]:
        """Return those of the differing `rows` that are of this kind."""
        both = re.search(self.when, f"{listing}\f{ours}", re.DOTALL | re.MULTILINE)
        if not both or not re.search(self.scenes, scene):
            return set()
        if self.marks:
            return {row for row in rows if listing.unmarked(row) == ours.unmarked(row)}
        if self.when:
            return rows & set(self.rows)
        said = {row for row in rows if listing.text[row] != ours.text[row]}
        texts = ("".join(seen.text[row] for row in sorted(said)) for seen in (listing, ours))
        one, two = ("".join(re.sub(self.but, "", text).split()) for text in texts)
        return said if self.but and one == two else set()


KINDS = [Kind(**kind) for kind in TABLES["kinds"]]


def table() -> str:
    """Return the kinds as a table in Markdown."""
    return "\n".join(("| what | why |", "|---|---|", *(f"| {kind.what} | {kind.why} |" for kind in KINDS))) + "\n"


def scenes(given: dict[str, Any]) -> Iterator[Scene]:
    """Yield each scene of the table's lists."""
    sizes = [*((size, "") for size in given["good_sizes"]), *((size, "\n") for size in given["bad_sizes"])]
    for size, again in sizes:
        yield f"size {size}", f"1{size}\n{again}5\n5\n", []
        yield f"size 5 by {size}", f"15\n{size}\n{again}5\n5\n", []
    for clue in given["clues"]:
        yield f"clue {clue}", f"15\n2\n{clue}\n\n1\n\n1\n", []
        yield f"clue of a column {clue}", f"12\n5\n1\n1\n1\n1\n1\n{clue}\n\n1\n\n1\n", []
    for width, height, density in given["crosswords"]:
        yield f"crossword {width}×{height}, {density}", _entered(_grid(width, height, density)) + "\n\nn\n\n2n\n\n", []
    for width, height, density in given["pictures"]:
        grid = _grid(width, height, density)
        yield f"picture {width}×{height}", f"3{width}\n{height}\npicture\nn\n\n4\n\n\n\n", grid
    two, tall = "12\n2\n1\n1\n1\n1\n\n", _entered(_grid(9, 12, 75))
    for answer in given["at_variants"]:
        yield f"variants {answer}", f"{two}{answer}\n\n\n2y\nw\n\n\n", []
    for key in given["at_scroll"]:
        yield f"view {key}", f"{tall}\nn\n\n\n4{key}\n\n\n", []
    for frames in given["frames_to_break"]:
        yield f"BREAK while solving {frames}", f"{tall}\n[+{frames}][BREAK]c\n\nn\n\n", []
        yield f"BREAK and the menu {frames}", f"{tall}\n[+{frames}][BREAK]g130\n2n\n\n", []
    yield from ((f"menu {key}", key, []) for key in given["menu"])
    yield from ((name, keys, []) for name, keys in given["others"].items())


def _grid(width: int, height: int, density: int) -> list[str]:
    dice = random.Random(width * height)
    return ["".join("#" if dice.randrange(100) < density else "." for _ in range(width)) for _ in range(height)]


def _entered(grid: list[str]) -> str:
    lines = [*grid, *("".join(column) for column in zip(*grid, strict=True))]
    clues = (",".join(str(len(run)) for run in line.replace(".", " ").split()) for line in lines)
    return f"1{len(grid[0])}\n{len(grid)}\n" + "".join(f"{clue}\n" for clue in clues)


class Player:
    """One of the two programs, from its menu on."""

    def __init__(self, tape: Tape) -> None:
        self.spectrum = Spectrum()
        Menu(self.spectrum).load(tape)
        self._menu = self.spectrum.state()
        self._places = Reading(self.spectrum.core).waits | _TRDOS
        self._picture = b""

    def begin(self, grid: Sequence[str]) -> None:
        """Go back to the menu, with a picture on tape and disk: a pixel that is not set is black."""
        self.spectrum.restore(self._menu)
        self.spectrum.eject_tape()
        picture = bytearray(b"\xff" * _PICTURE_BYTES)
        for y, row in enumerate(grid):
            bits = int(row.replace(".", "1").replace("#", "0").ljust(256, "1"), 2).to_bytes(32, "big")
            picture[pixel_row_offset(y) : pixel_row_offset(y) + 32] = bits
        self._picture = bytes(picture)
        if grid:
            self.spectrum.insert_tape(Tape(code_blocks("picture", self._picture, _SCREEN)))

    def press(self, key: str, frames: int) -> None:
        """Hold a key down for a moment, whatever the program is doing; then let it run for some `frames`."""
        if key:
            self.spectrum.hold(key)
            self._run(HELD_FRAMES)
            self.spectrum.release()
        self._run(frames)

    def wait(self) -> Seen:
        """Run until the program waits for a key: its screen stands still while it looks for one."""
        still, looks, before = 0, 0, b""
        for _ in range(LONGEST_FRAMES):
            looks += self._run(1)
            data = self.spectrum.screen.data
            still, looks, before = (still + 1, looks, data) if data == before else (0, 0, data)
            if still >= STILL_FRAMES and looks >= STILL_FRAMES // 2:
                break
        border = bytes((self.spectrum.core.border,))
        at = [[pixel_row_offset(8 * row + line) for line in range(8)] + [6144 + 32 * row] for row in _ROWS]
        rows = (b"".join(before[offset : offset + 32] for offset in offsets) + border for offsets in at)
        return Seen(self.spectrum.text_lines(), tuple(rows))

    def _run(self, frames: int) -> bool:
        """Run; return True if the program looked for a key."""
        spectrum = self.spectrum
        end = spectrum.tstates + spectrum.model.frames_to_tstates(frames)
        place = spectrum.run_to(end, self._places)
        looked = place is not None and place not in _TRDOS
        while place is not None:
            if place in _TRDOS:  # as if it had done the LOAD behind the call
                spectrum.poke(_SCREEN, self._picture)
                stack = spectrum.core.get("sp")
                spectrum.core.pc = read_word(spectrum.core.memory, stack)
                spectrum.core.set("sp", stack + 2)
            place = spectrum.run_to(end, _TRDOS)
        return looked


def compare(scene: Scene, listing: Player, ours: Player) -> Iterator[str]:
    """Play a scene in both programs; yield for each pair of screens how they differ, if they are not as they should."""
    name, keys, grid = scene
    pressed = [key if len(key) == 1 else key[1:-1] for key in re.findall(r"\[[^]]+\]|.", keys, re.DOTALL)]
    for player in (listing, ours):
        player.begin(grid)
    for number, (key, following) in enumerate(zip(("", *pressed), (*pressed, ""), strict=True)):
        if re.match(r"\+\d", key):
            continue
        busy = int(following) if re.match(r"\+\d", following) else 0
        for player in (listing, ours):
            player.press(key, busy)
        if busy:
            continue
        one, two = listing.wait(), ours.wait()
        unlike, parted = {row for row in _ROWS if one.rows[row] != two.rows[row]}, False
        for kind in KINDS:
            taken = kind.takes(name, one, two, unlike) if unlike else set()
            unlike, parted = unlike - taken, parted or bool(taken and kind.part)
        pairs = (f"\n  {row}: {one.text[row]!r} in the listing, {two.text[row]!r} in ours" for row in sorted(unlike))
        yield f"{name!r}, key {number} {key!r}:{''.join(pairs)}" if unlike else ""
        if parted or unlike:
            return


def main(words: Sequence[str]) -> int:
    """Run the comparison; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.beside", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument("listing", nargs="?", type=Path, metavar="LISTING.txt", help="as it was printed, or typed in")
    parser.add_argument("--basic", action="store_true", help="without machine code; takes long")
    parser.add_argument("--scene", default="", metavar="PATTERN", help="only the scenes with such a name")
    given = parser.parse_args(words)
    if given.listing is None:
        print(table(), end="")
        return 0
    try:
        listing = read_listing(given.listing)
        tape = build_listing_tape(listing if given.basic else listing.with_code(), "listing", code=not given.basic)
        players = Player(tape), Player(build_tape(EDITIONS[given.basic]))
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    played = [scene for scene in scenes(TABLES["scenes"]) if re.search(given.scene, scene[0])]
    pairs = found = 0
    for scene in played:
        for difference in compare(scene, *players):
            pairs, found = pairs + 1, found + bool(difference)
            print(difference, end="\n" if difference else "", flush=True)
    print(f"{len(played)} scenes, {pairs} pairs of screens: {found} differences that are in no list")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
