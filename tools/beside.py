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
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from harness.errors import HarnessError
from harness.puzzle import Grid, clue_of
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.listing import TRDOS_ENTRIES, build_listing_tape, read_listing
from harness.spectrum.menu import Menu
from harness.spectrum.screens import build_picture_screen
from pyspectrum.keyboard.typist import Reading
from pyspectrum.machine import Spectrum
from pyspectrum.memory import read_word
from pyspectrum.screen import DISPLAY_SIZE, pixel_row_offset
from pyspectrum.tape import Tape, code_blocks

HELD_FRAMES, STILL_FRAMES, LONGEST_FRAMES = 5, 9, 100_000
"""A key is down for so long; a screen stands still for so long before a program waits; it waits within that time."""
TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KINDS = [kind for kind in TABLES["kinds"] if {"when", "but"} & {*kind}]
ROWS, DISPLAY_FILE = range(24), 16384
_TRDOS = frozenset(map(int, TRDOS_ENTRIES))


Rows = list[tuple[str, bytes]]
"""A screen at which a program waits: each row of squares as its text, and as its pixels and colours with the border."""


def scenes() -> Iterator[tuple[str, str, Grid]]:
    """Yield name, keys and picture of each scene of the table, with each of its values in turn."""
    for group in TABLES["scenes"]:
        for (name, keys), value in product(group["keys"].items(), group.get("values", [[]])):
            given = value if isinstance(value, list) else [value]
            grid = _grid(*group.get("grid", given if len(given) == 3 else (1, 1, 0)))
            clues = (",".join(map(str, clue_of(line))) for line in (*grid.rows, *grid.columns()))
            entered = "\n".join((f"1{grid.width}", f"{grid.height}", *clues, ""))
            yield name.format(*given), keys.format(*given, entered=entered), grid


def _grid(width: int, height: int, density: int) -> Grid:
    dice = random.Random(width * height)
    return Grid(tuple("".join(".#"[dice.randrange(100) < density] for _ in range(width)) for _ in range(height)))


class Player:
    """One of the two programs, from its menu on."""

    def __init__(self, tape: Tape) -> None:
        self.spectrum = Spectrum()
        Menu(self.spectrum).load(tape)
        self._menu = self.spectrum.state()
        self._places = Reading(self.spectrum.core).waits | _TRDOS

    def begin(self, grid: Grid) -> None:
        """Go back to the menu, with a picture on tape and disk: a pixel that is not set is black."""
        self._picture = bytes(255 - byte for byte in build_picture_screen(grid)[:2048])
        self.spectrum.restore(self._menu)
        self.spectrum.insert_tape(Tape(code_blocks("picture", self._picture, DISPLAY_FILE)))

    def press(self, key: str, frames: int) -> None:
        """Hold a key down for a moment, whatever the program is doing; then let it run for some `frames`."""
        self.spectrum.hold(key)
        self._run(HELD_FRAMES)
        self.spectrum.release()
        self._run(frames)

    def wait(self) -> Rows:
        """Run until the program waits for a key: its screen stands still while it looks for one."""
        still, looks, data = 0, 0, b""
        for _ in range(LONGEST_FRAMES):
            looks += self._run(1)
            before, data = data, self.spectrum.screen.data
            still, looks = (still + 1, looks) if data == before else (0, 0)
            if still >= STILL_FRAMES and looks >= STILL_FRAMES // 2:
                break
        places = ([pixel_row_offset(8 * row + line) for line in range(8)] + [DISPLAY_SIZE + 32 * row] for row in ROWS)
        border = bytes((self.spectrum.core.border,))
        rows = (b"".join(data[at : at + 32] for at in row) + border for row in places)
        return [*zip(self.spectrum.text_lines(), rows, strict=True)]

    def _run(self, frames: int) -> bool:
        """Run; return True if the program looked for a key."""
        spectrum, looked = self.spectrum, False
        end = spectrum.tstates + spectrum.model.frames_to_tstates(frames)
        while (place := spectrum.run_to(end, _TRDOS if looked else self._places)) is not None:
            if place in _TRDOS:  # as if it had done the LOAD behind the call
                spectrum.poke(DISPLAY_FILE, self._picture)
                stack = spectrum.core.get("sp")
                spectrum.core.pc = read_word(spectrum.core.memory, stack)
                spectrum.core.set("sp", stack + 2)
            else:
                looked = True
        return looked


def meant(kind: dict[str, Any], scene: str, one: Rows, two: Rows, unlike: set[int]) -> set[int]:
    """Return those of the rows that are `unlike` as this kind of the table says; its head explains the words."""
    both = "\f".join("\n".join(text.rstrip() for text, _ in rows) for rows in (one, two))
    if not re.search(kind.get("scenes", ""), scene):
        return set()
    if "when" in kind:
        found = re.search(kind["when"], both, re.DOTALL | re.MULTILINE)
        rows = unlike & {*kind.get("rows", ROWS)} if found else set()
        return {row for row in rows if "marks" not in kind or unmarked(row, one) == unmarked(row, two)}
    said = sorted(row for row in unlike if one[row][0] != two[row][0])
    texts = {"".join(re.sub(kind["but"], "", "".join(rows[row][0] for row in said)).split()) for rows in (one, two)}
    return {*said} if len(texts) == 1 else set()


def unmarked(row: int, rows: Rows) -> bytes:
    """Return a row without the marks of lines: two pixels wide at the left edge, two high at the top."""
    kept = (byte & 0x3F if at < 256 and not at % 32 else byte for at, byte in enumerate(rows[row][1]))
    return bytes(kept)[0 if row else 64 :]


def compare(name: str, keys: str, grid: Grid, *players: Player) -> Iterator[str]:
    """Play a scene in both programs; yield for each pair of screens how they differ, if they are not as they should."""
    for player in players:
        player.begin(grid)
    pressed = re.findall(r"\[([^],]+),?(\d*)\]|(.)", keys, re.DOTALL)
    for number, (name_of_key, busy, sign) in enumerate((("", "", ""), *pressed)):
        key = name_of_key or sign
        for player in players if key else ():
            player.press(key, int(busy or 0))
        if busy:
            continue
        one, two = (player.wait() for player in players)
        unlike, parted = {row for row in ROWS if one[row][1] != two[row][1]}, False
        for kind in KINDS if unlike else ():
            taken = meant(kind, name, one, two, unlike)
            unlike, parted = unlike - taken, parted or (bool(taken) and "part" in kind)
        pairs = (f"\n  {row}: {one[row][0]!r} in the listing, {two[row][0]!r} in ours" for row in sorted(unlike))
        yield f"{name!r}, key {number} {key!r}:{''.join(pairs)}" if unlike else ""
        if parted or unlike:
            return


def main(words: list[str]) -> int:
    """Run the comparison; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.beside", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument("listing", nargs="?", type=Path, metavar="LISTING.txt", help="as it was printed, or typed in")
    parser.add_argument("--basic", action="store_true", help="without machine code; takes long")
    parser.add_argument("--scene", default="", metavar="PATTERN", help="only the scenes with such a name")
    given = parser.parse_args(words)
    if given.listing is None:
        print(
            "| what | why |\n|---|---|", *(f"| {kind['what']} | {kind['why']} |" for kind in TABLES["kinds"]), sep="\n"
        )
        return 0
    try:
        listing = read_listing(given.listing)
        tape = build_listing_tape(listing if given.basic else listing.with_code(), "listing", code=not given.basic)
        players = Player(tape), Player(build_tape(EDITIONS[given.basic]))
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    played = [scene for scene in scenes() if re.search(given.scene, scene[0])]
    pairs = found = 0
    for scene in played:
        for difference in compare(*scene, *players):
            pairs, found = pairs + 1, found + bool(difference)
            print(difference, end="\n" if difference else "", flush=True)
    print(f"{len(played)} scenes, {pairs} pairs of screens: {found} differences that are in no list")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
