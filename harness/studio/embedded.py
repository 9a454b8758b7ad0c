"""Our own exports, come back: pictures that hold their puzzle, tapes and snapshots that have it typed in.

A puzzle in a link: its drawing as JSON, deflated, behind ``#puzzle=``. `static/share.js` does the same.
"""

from __future__ import annotations

import base64
import io
import itertools
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from harness.errors import FormatError, HarnessError
from harness.formats import Source
from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.solver.strategy import solve_any
from harness.spectrum.loaded import TURNED
from harness.studio.documents import Document
from pyspectrum.basic.variables import parse_variables, read_variables
from pyspectrum.errors import SpectrumError
from pyspectrum.snapshot import parse_snapshot
from pyspectrum.tape import FileType, parse_tap

KEY = "#puzzle="
"""Mark that begins the part of a link that holds a puzzle."""
MOST_BYTES = 2_000_000
"""More than any drawing that the page takes."""


def share(document: Document) -> str:
    """Build what follows the address of a solver page."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(document.as_json(), separators=(",", ":")).encode()) + packer.flush()
    return KEY + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def unshare(link: str) -> Document:
    """Read the drawing in a link, or in the part of it that `share` builds."""
    _, key, packed = link.strip().partition(KEY)
    try:
        if not key:
            raise ValueError
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        unpacked = unpacker.decompress(data, MOST_BYTES)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError
        content: Any = json.loads(unpacked)
    except (ValueError, zlib.error, RecursionError):
        raise FormatError("the link holds no puzzle", "copy all of it") from None
    return Document.of_json(content)


PNG_KEYWORD = "puzzle"
"""The text chunk of a PNG that holds the puzzle."""
SECONDS = 10.0
_LINK = re.compile(rb"#puzzle=[A-Za-z0-9_-]+")
_ROM_BYTES = 0x4000


def with_puzzle_in_svg(svg: str, document: Document) -> str:
    return svg.replace("</svg>", f"<metadata>{share(document)}</metadata></svg>")


def with_puzzle_in_png(png: bytes, document: Document) -> bytes:
    from PIL import Image, PngImagePlugin

    noted, text = io.BytesIO(), PngImagePlugin.PngInfo()
    text.add_text(PNG_KEYWORD, share(document))
    with Image.open(io.BytesIO(png)) as image:
        image.save(noted, "png", pnginfo=text)
    return noted.getvalue()


def returned(source: Source) -> Document | None:
    """Read the drawing in one of our own exports; return None for any other file."""
    try:
        if source.data.startswith(b"\x89PNG") or (source.suffix == ".svg" and KEY.encode() in source.data):
            found = _LINK.search(source.data)
            return unshare(found[0].decode("ascii")) if found else None
        if source.suffix == ".tap":
            return _on_tape(source)
        if source.suffix in (".z80", ".szx", ".sna"):
            snapshot = parse_snapshot(source.data, source.suffix, source.name)
            return _typed_in(read_variables(bytes(_ROM_BYTES) + snapshot.memory))
    except (HarnessError, SpectrumError, KeyError, IndexError, TypeError, ValueError):
        pass  # it is another file
    return None


def _on_tape(source: Source) -> Document | None:
    """Read the puzzle in the variables that a tape's program is saved with."""
    blocks = parse_tap(source.data, source.name).blocks
    for header, data in itertools.pairwise(blocks):
        found = header.header
        if found is not None and found.file_type is FileType.PROGRAM:
            variables = bytes(data.payload[found.parameter2 :])
            if variables[:1] != b"\x80" and len(variables) > 1:
                return _typed_in(parse_variables(variables))
    return None


def _typed_in(variables: Mapping[str, Any]) -> Document | None:
    """The picture of the puzzle in the program's arrays: how many groups each line has, and their lengths."""
    clues = []
    for counts, lengths, size in (("a()", "b()", "sizey"), ("c()", "d()", "sizex")):
        lines = int(variables[size])
        taken = [[int(length) for length in variables[lengths][line]] for line in range(lines)]
        clues.append(tuple(tuple(taken[line][: int(variables[counts][line])]) for line in range(lines)))
    puzzle = Puzzle(clues[0], clues[1])
    if TURNED in variables:
        puzzle = puzzle.turned()
    result = solve_any(puzzle, max_solutions=1, budget=Budget(SECONDS))
    return Document.of_puzzle(puzzle, result.solutions[0].rows) if result.solutions else None
