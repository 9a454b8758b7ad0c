"""Comparison of the program with a listing in print, such as the article's, screen by screen.

    python -m tools.beside [LISTING.txt [--basic] [--scene PATTERN]]

Both get the same keys blindly on the emulated 48K. Their screens are compared pixel by pixel, with colours and border,
wherever either waits for a key. ``beside.toml`` has the scenes and the kinds of differences that are meant; without a
listing, those are printed as ``basic/README.md`` has them. Any other is printed, and the exit code is then 1. The code
for a line is ours in both, if there is no --basic. A call of TR-DOS is left out: the LOAD behind it reads the tape.
"""

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
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.listing import ADDED_LINES, TRDOS_ENTRIES, Listing, build_listing_tape, read_listing
from harness.spectrum.screens import build_picture_screen
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.screen import DISPLAY_SIZE, pixel_row_offset
from pyspectrum.tape import Tape, code_blocks

TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KINDS: dict[str, dict[str, Any]] = TABLE["kinds"]
TRDOS_CALL = re.compile(rf"[^:]*\bUSR (?:{'|'.join(TRDOS_ENTRIES)}) *: *REM *:? *")
HELD_FRAMES, LOOKS, LOOK_TSTATES, LONGEST_TSTATES = 5, 4, 140_000, 7_000_000_000

Row = tuple[str, int]
"""A row of squares as its text, and as the bits of its pixels, its colours and the border."""
NO_MARK = [int.from_bytes(bytes(64 * top) + (b"\x3f" + b"\xff" * 31) * (8 - 2 * top) + b"\xff" * 33) for top in (1, 0)]
"""The first row and any other without the marks of lines: two pixels wide at the left edge, two high at the top."""


def scenes() -> Iterator[tuple[str, str, Grid]]:
    """Yield name, keys and picture of each scene of the table."""
    for group in TABLE["scenes"]:
        given = group.get("grids", [[1, 1, 0]]), group.get("values", [""])
        for (name, keys), (width, height, black), value in product(group["keys"].items(), *given):
            dice = random.Random(width * height)
            grid = Grid(tuple("".join(".#"[dice.randrange(100) < black] for _ in range(width)) for _ in range(height)))
            clues = "\n".join(",".join(map(str, clue_of(line))) for line in (*grid.rows, *grid.columns()))
            words = {"width": width, "height": height, "black": black, "clues": clues}
            yield name.format(value, **words), keys.format(value, **words), grid


def play(menu: MachineState, keys: str, grid: Grid) -> Iterator[tuple[str, list[Row]]]:
    """Press keys at the menu, with a picture on tape; yield each, and the screen at which the program waits then."""
    picture = bytes(255 - byte for byte in build_picture_screen(grid)[:2048])  # a pixel that is not set is black
    spectrum = Spectrum()
    spectrum.restore(menu)
    spectrum.insert_tape(Tape(code_blocks("picture", picture, 16384)))
    yield "key 0 ''", wait(spectrum)
    for number, (name, busy, sign) in enumerate(re.findall(r"\[([^],]+),?(\d*)\]|(.)", keys, re.DOTALL), 1):
        spectrum.tap(name or sign, HELD_FRAMES, gap=int(busy or 0))
        if not busy:
            yield f"key {number} {name or sign!r}", wait(spectrum)


def wait(spectrum: Spectrum) -> list[Row]:
    """Run until the program waits for a key: it has looked for one several times, and the screen has not changed."""
    data, looks, limit, waits = b"", 0, spectrum.tstates + LONGEST_TSTATES, spectrum.typist.reading.waits
    while looks < LOOKS and spectrum.tstates < limit:
        before, data = data, spectrum.screen.data
        looked = data == before and spectrum.run_to(spectrum.tstates + LOOK_TSTATES, waits) is not None
        looks = looks + 1 if looked else 0
        spectrum.run_tstates(LOOK_TSTATES)
    places = ([*(pixel_row_offset(8 * row + line) for line in range(8)), DISPLAY_SIZE + 32 * row] for row in range(24))
    rows = (b"".join(data[at : at + 32] for at in row) + bytes((spectrum.core.border,)) for row in places)
    return [*zip(spectrum.text_lines(), map(int.from_bytes, rows), strict=True)]


def left(unlike: dict[int, tuple[Row, Row]], kind: dict[str, Any], shown: str) -> dict[int, tuple[Row, Row]]:
    """Return the rows that are `unlike` in another way than this kind of the table; its head explains the words."""
    if "but" in kind:
        said = [(one, two) for (one, _), (two, _) in unlike.values() if one != two]
        texts = {"".join(re.sub(kind["but"], "", "".join(rows)).split()) for rows in zip(*said, strict=True)}
        return {row: pair for row, pair in unlike.items() if len(texts) != 1 or pair[0][0] == pair[1][0]}
    if "when" not in kind or not re.search(kind["when"], shown):
        return unlike
    if "marks" in kind:
        return {row: pair for row, pair in unlike.items() if (pair[0][1] ^ pair[1][1]) & NO_MARK[row > 0]}
    return {row: pair for row, pair in unlike.items() if row not in kind.get("rows", unlike)}


def compare(name: str, keys: str, grid: Grid, *programs: MachineState) -> Iterator[bool]:
    """Play a scene in both programs; yield if each pair of screens is as it should; print how one is not."""
    for (key, one), (_, two) in zip(*(play(program, keys, grid) for program in programs), strict=True):
        unlike = {row: pair for row, pair in enumerate(zip(one, two, strict=True)) if pair[0][1] != pair[1][1]}
        shown = "\f".join([name, *("\n".join(text.rstrip() for text, _ in rows) for rows in (one, two))])
        parted = unlike and any("parts" in kind and re.search(kind["parts"], shown) for kind in KINDS.values())
        for kind in KINDS.values():
            unlike = left(unlike, kind, shown)
        if unlike and not parted:
            rows = (f"  {row}: {one[0]!r} in the listing, {two[0]!r} in ours" for row, (one, two) in unlike.items())
            print(f"{name!r}, {key}:", *rows, sep="\n", flush=True)
        yield bool(parted or not unlike)
        if unlike or parted:
            return


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.beside", description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument("listing", nargs="?", type=Path, metavar="LISTING.txt", help="as it was printed, or typed in")
    parser.add_argument("--basic", action="store_true", help="without machine code; takes long")
    parser.add_argument("--scene", default="", metavar="PATTERN", help="only the scenes with such a name")
    given = parser.parse_args(words)
    if given.listing is None:
        print("| what | why |\n|---|---|", *(f"| {what} | {kind['why']} |" for what, kind in KINDS.items()), sep="\n")
        return 0
    try:
        printed = read_listing(given.listing).lines.items()
        lines = {number: TRDOS_CALL.sub("", text) for number, text in printed if number not in ADDED_LINES}
        listing = Listing("listing", lines) if given.basic else Listing("listing", lines).with_code()
        tapes = build_listing_tape(listing, "listing", code=not given.basic), build_tape(EDITIONS[given.basic])
        programs = [LoadedProgram(tape).at_menu for tape in tapes]
    except HarnessError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    played = [scene for scene in scenes() if re.search(given.scene, scene[0])]
    pairs = [is_meant for scene in played for is_meant in compare(*scene, *programs)]
    print(f"{len(played)} scenes, {len(pairs)} pairs of screens: {pairs.count(False)} differences that are in no list")
    return 0 if all(pairs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
