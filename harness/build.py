"""Making the tapes from the sources in ``basic/`` and ``asm/``: the same bytes every time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.errors import BuildError
from harness.loading_screen import draw_loading_screen
from harness.resources import data_folder
from pyspectrum.assembler import Assembly, assemble
from pyspectrum.basic import tokenise
from pyspectrum.symbols import SymbolTable
from pyspectrum.tape import Tape, code_blocks, program_blocks, screen_blocks

CODE_ADDRESS = 62976
"""Where the line analysis is loaded and called (#F600)."""
CODE_LIMIT = 65368
"""The first address the code and its work space must leave alone: the user-defined graphics."""
LOADING_LINE, CALLING_LINE = 5, 2195
"""The BASIC lines that only editions with machine code have."""
FIRST_LINE = 10
LOADER_NAME = PROGRAM_NAME = "crossword"
CHECKSUM_FILE = "SHA256SUMS"


@dataclass(frozen=True)
class Edition:
    """One tape: its file name, what it is, and whether the line analysis is in machine code."""

    file_name: str
    what: str
    machine_code: bool


EDITIONS = (
    Edition("crossword.tap", "BASIC, with the analysis of a line in machine code", machine_code=True),
    Edition("crossword-basic.tap", "BASIC alone", machine_code=False),
)


def edition_source(edition: Edition) -> str:
    """The edition's BASIC listing: all sections in the order of their line numbers."""
    lines = _numbered_lines("crossword.bas", "analysis.bas")
    if not edition.machine_code:
        lines = {number: line for number, line in lines.items() if number not in (LOADING_LINE, CALLING_LINE)}
    return "\n".join(lines[number] for number in sorted(lines)) + "\n"


@cache
def line_code() -> Assembly:
    """The machine code of the line analysis, with its symbols."""
    code = assemble(data_folder("asm") / "line.asm")
    if code.origin != CODE_ADDRESS or code.end > CODE_LIMIT:
        raise BuildError(
            f"line.asm: the code lies at {code.origin}–{code.end - 1}; it must start at {CODE_ADDRESS} "
            f"and end below {CODE_LIMIT}"
        )
    return code


def code_of_tape(tape: Tape) -> tuple[SymbolTable, ...]:
    """The symbols of those of the project's own pieces of code that are on a tape."""
    payloads = {block.payload for block in tape.blocks}
    return tuple(code.symbol_table() for code in (line_code(),) if code.code in payloads)


def build_tape(edition: Edition) -> Tape:
    """The whole tape of an edition: loader, loading screen, program and, where it has it, the code."""
    loader = (data_folder("basic") / "loader.bas").read_text(encoding="ascii", errors="replace")
    program = tokenise(edition_source(edition), edition.file_name)
    blocks = [
        *program_blocks(LOADER_NAME, tokenise(loader, "loader.bas"), autostart_line=10),
        *screen_blocks("title", draw_loading_screen()),
        *program_blocks(PROGRAM_NAME, program, LOADING_LINE if edition.machine_code else FIRST_LINE),
    ]
    if edition.machine_code:
        blocks += code_blocks("line", line_code().code, CODE_ADDRESS)
    return Tape(tuple(blocks))


def build_all() -> dict[str, bytes]:
    """Every file of ``tapes/`` by name, the checksums included."""
    files = {edition.file_name: build_tape(edition).to_bytes() for edition in EDITIONS}
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return files | {CHECKSUM_FILE: "".join(sums).encode("ascii")}


def write_tapes(folder: Path) -> list[Path]:
    """Build everything into `folder`; returns the files written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_write(folder / name, data) for name, data in build_all().items()]
    except OSError as error:
        raise BuildError(f"{error.filename}: cannot write it: {error.strerror}; name another folder") from None


def differing_tapes(folder: Path) -> list[str]:
    """The names of the files in `folder` that are missing or are not what the sources make."""
    return [name for name, data in build_all().items() if not _holds(folder / name, data)]


def _numbered_lines(*names: str) -> dict[int, str]:
    """The program lines of several listings by number; a number that comes twice is an error."""
    lines: dict[int, str] = {}
    for name in names:
        for line in _program_lines(data_folder("basic") / name):
            number = int(line.split(maxsplit=1)[0])
            if number in lines:
                raise BuildError(f"{name}: BASIC line {number} stands in another listing as well; renumber one")
            lines[number] = line
    return lines


def _program_lines(path: Path) -> Iterable[str]:
    text = path.read_text(encoding="ascii")
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data
