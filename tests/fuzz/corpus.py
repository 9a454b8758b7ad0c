"""Starting points of the fuzzer: small sound files of every kind, and every reader with its allowed errors."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from harness.advice.states import parse_state
from harness.formats import FORMATS, Format, Source, build_puzzle, format_named, parse_source
from harness.formats.bitmaps import ImageOptions, build_image, image_bytes, open_image, quantise_image, read_image
from harness.puzzle import Clue, Grid, Puzzle
from harness.puzzle.palette import Colour, Palette
from harness.spectrum.disk import build_scl, build_trd, code_file, screen_file
from harness.spectrum.listing import parse_listing
from harness.spectrum.screens import find_screens, read_screen
from pyspectrum import Spectrum
from pyspectrum.snapshot import parse_snapshot, write_snapshot
from pyspectrum.tape import Tape, code_blocks, program_blocks

ROOT = Path(__file__).resolve().parents[2]
STEP = Grid(("##.#", "#...", "....")).puzzle(title="a step", author="me", source="drawn for this test")
FLAG = Grid(("rrb.", "r.rk", "....")).puzzle(
    Palette((Colour("r", (255, 0, 0), "red"), Colour("b", (0, 0, 255)), Colour("k", (0, 0, 0))))
)
IMAGES = {"tif": "tiff", "pgm": "ppm"}
"""Formats of pictures that only Pillow writes, by its names."""


def lengths(clue: Clue, separator: str = " ") -> str:
    return separator.join(map(str, clue)) or "0"


def pzl_line(clue: Clue) -> str:
    return " ".join([str(len(clue)), *(f"{length} 0 0 0" for length in clue)])


READ_ONLY: dict[str, tuple[str, str, Callable[[Clue], str]]] = {
    "makhorin": ("* comment\n{rows}\n&\n{columns}\n", "\n", lengths),
    "syro": ("# comment\n{rows}\n\n{columns}\n", "\n", lambda clue: lengths((*clue, 0))),
    "ish": ("# comment\n{rows}\n\n{columns}\n", "\n", partial(lengths, separator=",")),
    "keen": ("# comment\n{rows}\n\n{columns}\n", "\n", lengths),
    "faase": ("rows\n{rows}\n\ncolumns\n{columns}\nend\n", "\n", lengths),
    "lists": ("rows = {{{rows}}};\ncolumns = {{{columns}}};\n", ", ", lambda clue: f"{{{lengths(clue, ', ')}}}"),
    "pzl": ("2\n#ffffff\n#000000\n\n{height} {width}\n\n{rows}\n\n{columns}\n", "\n", pzl_line),
}
"""A file of each format that is only read: its text, what stands between clues, and a clue."""


def written_as(format: Format, puzzle: Puzzle) -> bytes:
    if format.name in READ_ONLY:
        text, between, line = READ_ONLY[format.name]
        rows, columns = (between.join(map(line, side)) for side in (puzzle.rows, puzzle.columns))
        return text.format(rows=rows, columns=columns, height=puzzle.height, width=puzzle.width).encode()
    if format.name in IMAGES:
        assert puzzle.goal is not None
        drawn = open_image(build_image(puzzle.goal, "png"), "")
        return image_bytes(drawn.convert("L"), IMAGES[format.name])
    return build_puzzle(puzzle, format.name, is_unique=lambda _: True)


OTHER_LAYOUTS = {
    "pynogram": (b"2, 1\n'0'\n1\n\n\n# rows\n1 2\n1,0\n", b"color: r(red) %\n\n1r,0,?r\n\n\n1r 1r\n"),
    "picross": (b"# Author: me\nGRID a step\nCOLUMNS\n[ 1 ]\n[ ]\nROWS\n[ 1 ]\n",),
    "non": (
        b"width 2\nheight 2\ngoal\n0 1\n11\nsaved\n0?\n11\n",
        b"rows 1\ncolumns 2\ncolor red f00 R\n\nrows\nred 2\n\ncolumns\nred 1\nred 1*\n",
    ),
    "pzl": (
        b"1 2\n1 2\n1 1\n1 1\n",
        b"3\n#fff\n#ff0000\n#000000\n\n2 2\n\n2 1 255 0 0 1 0 0 0\n0\n\n1 1 255 0 0\n1 1 0 0 0\n",
    ),
    "lists": (
        b'{"col_clues": [[2], ["1"], 0], "row_clues": ["1 1", [1]], "size": {"x": 1.5}, "t": "a [\\" //"}',
        b'[{"clues": {"left": [[2]], "top": [[1], [1]]}, "solution": [[true, null]]}]',
    ),
    "mk": (b"3 4\n2 1\n1\n0\n2\n1\n0\n1\n",),
    "puzzle.txt": (b"rows:\n  - [1, 1]\n  - 2\ncolumns:\n  - '1'\n  - \"1\"\n  - 2\n", b"rows: 1,1 2\ncols: 1 1 2\n"),
    "xml": (
        b'<!DOCTYPE pbn SYSTEM "x"><puzzle><title>&copy;</title>'
        b"<solution><image>|X .||[X] X|</image></solution></puzzle>",
    ),
}
"""Layouts that are read but not written."""
PZX = b"PZXT\2\0\0\0\1\0PULS\4\0\0\0\x0a\x80\x78\x08DATA\x12\0\0\0\x10\0\0\x80\xb1\3\2\2W\3W\3\xae\6\xae\6\xff\1"
LISTING = b"""A program

 10 REM a test: of it
 20 LET a$="abc": IF a$<>"b" THEN GO TO 1
0
 30 FOR i=1 TO (2*3): PRINT AT i,0; INK 2;"x";a$(2 TO ): NEXT i
 40 DEF FN f(x)=x^2+SIN PI: DATA 1,2.5e3,BIN 101

That is all.
"""
TOKENS = [
    *(b"%c" % sign for sign in b'01-,\n\r\t #:&*|[]<>()"\f\0?'),
    *(b"9" * 30, b"9" * 5000, b"-1", b"1.5", b"\n\n", b"\x1b[2J", b"\xff\xfe", b"\xef\xbb\xbf"),
    *(sign.encode() for sign in "\u2028\u202e٣²"),
    *b"rows columns rows: columns: picture: goal #d #t [Solution] [clues] GRID P1 P4 GIF89a ROFL 1+ (a".split(),
    *b"<count> <line> </line> &copy; &amp;".split(),
    *(b"width 3", b"height 2", b"color: a(#123) b", b"<!DOCTYPE x>", b"IF 1 THEN ", b"10 REM ", b"PRINT "),
]
"""Signs to put in, double and multiply: they mean something to one reader or another."""


@dataclass(frozen=True)
class Reader:
    """A reader: what it takes (`seeds`), how it is called with a name and bytes, and how many steps a byte may cost."""

    name: str
    suffix: str
    seeds: tuple[bytes, ...]
    read: Callable[[bytes, str], object]
    steps_per_byte: int = 100

    def steps(self, data: bytes) -> int:
        """The most steps of Python that reading this may take."""
        return 5_000_000 + self.steps_per_byte * len(data)


@cache
def readers() -> tuple[Reader, ...]:
    """Every reader of a file that a user may name."""
    found = [_of_format(format.name, format.suffixes[0]) for format in FORMATS]
    image = io.BytesIO()
    Image.new("RGBA", (5, 4), (255, 0, 0, 128)).save(image, "PNG")
    images = (image.getvalue(), build_puzzle(STEP, "gif"), build_puzzle(FLAG, "bmp"))
    options = ImageOptions(fit=(62, 42), dither=True)
    listings = (LISTING, *map(Path.read_bytes, sorted((ROOT / "tests" / "data" / "listings").glob("mini*.txt"))))
    tape = Tape((*program_blocks("game", b"\x00\x0a\x02\x00\xfb\x0d", 10), *code_blocks("data", b"abc", 40_000)))
    sna = bytes(23) + b"\x00\x90" + bytes(2) + bytes(0xC000)
    return (
        *found,
        Reader("any format", "", tuple(seed for reader in found for seed in reader.seeds), _read_any),
        Reader("image", ".png", images, lambda data, name: read_image(data, name, options)),
        Reader("colour image", ".png", images, lambda data, name: quantise_image(data, name, 5, options)),
        Reader("screen", ".scr", (build_puzzle(STEP, "scr"),), read_screen),
        Reader("state", ".txt", (b"##.#\n#...\n....\n", b"## #\n#\n\n"), lambda d, n: parse_state(Source(n, d), STEP)),
        Reader("colour state", ".txt", (b"rrb.\nr?rk\n....\n\nflag\n",), lambda d, n: parse_state(Source(n, d), FLAG)),
        Reader("listing", ".bas", listings, parse_listing, steps_per_byte=40_000),  # it may read each sign 40 times
        _of_kind(Tape.parse, ".tap", tape.to_bytes()),
        *(_of_kind(Tape.parse, kind, data) for kind, data in ((".tzx", tape.encode(".tzx")), (".pzx", PZX))),
        _of_kind(parse_snapshot, ".sna", sna),
        *(_of_kind(parse_snapshot, kind, *_snapshots(kind)) for kind in (".z80", ".szx")),
        Reader("medium", "", _media(tape), find_screens),
    )


def _of_kind(parse: Callable[[bytes, str, str], object], suffix: str, *seeds: bytes) -> Reader:
    return Reader(suffix[1:], suffix, seeds, lambda data, name: parse(data, suffix, name))


def _snapshots(suffix: str) -> tuple[bytes, ...]:
    with TemporaryDirectory() as folder:
        paths = [Path(folder, model + suffix) for model in ("48", "128")]
        for path in paths:
            write_snapshot(path, Spectrum(path.stem).core)
        return tuple(map(Path.read_bytes, paths))


def _media(tape: Tape) -> tuple[bytes, ...]:
    screen = build_puzzle(STEP, "scr")[:2048]
    files, with_screen = (
        [code_file("else", b"abc", 30_000), screen_file("pic", screen)],
        tape + Tape(code_blocks("pic", screen, 16384)),
    )
    tapes = with_screen.encode(".tzx"), with_screen.to_bytes()
    return build_scl(files), build_trd(files, "x")[: 18 * 256 + 2048], *tapes


def _of_format(name: str, suffix: str) -> Reader:
    def read(data: bytes, path: str) -> object:
        parse_source(Source(path, data), format=name, checked=False)
        return parse_source(Source(path, data), format=name)

    return Reader(name, suffix, _seeds(name), read)


def _read_any(data: bytes, name: str) -> object:
    return parse_source(Source(name.removesuffix("."), data))


def _seeds(name: str) -> tuple[bytes, ...]:
    if name == "tap":
        return (Tape(code_blocks("screen", build_puzzle(STEP, "scr"), 16384)).to_bytes(),)
    seeds = [written_as(format_named(name), STEP)]
    if name in ("non", "xml", "g", "rofl", "png", "pynogram", "nonogrid"):
        seeds.append(build_puzzle(FLAG, name, is_unique=lambda _: True))
    if name in ("puzzle.txt", "g"):
        seeds += map(Path.read_bytes, sorted((ROOT / "puzzles").glob(f"*.{name.removeprefix('puzzle.')}"))[:4])
    return (*seeds, *OTHER_LAYOUTS.get(name, ()))
