"""TR-DOS disks: as `.trd`, an image, and as `.scl`, the files alone; and ours, every edition started by `boot`.

A disk has 2 × 80 tracks of 16 sectors of 256 bytes; track 0 holds the catalogue (8 sectors, 16 bytes a file) and, in
sector 8, what the disk is. A file lies in whole sectors, one file behind the other, from track 1 on.

The programs on ours are those of the tapes, and pictures for "Test picture" lie beside them. Only what loads differs:
TR-DOS takes a command from the remark behind ``USR 15619``, so each LOAD becomes such a call, and stands last in its
BASIC line.

* BASIC line 5 becomes lines 5–9 at most, a file each.
* "Test picture" and "Load data" ask TR-DOS for the first sector alone, which tells how long the file is, and for the
  whole file only if there is room for it. TR-DOS reports no such file, no disk and no name in a byte of its own. What
  it raises as one of the ROM's reports is caught: the call stands in an ``INPUT #``, and the program catches the errors
  of every INPUT. (Its answer, 0, is the stream's number, the keyboard, and nothing is left to ask for.) "Save data"
  does the same, and first erases a file of that name, since TR-DOS does not write over one.

Sources: the TR-DOS 5.0x manual; World of Spectrum, ".trd format" and ".scl format"; the TR-DOS 5.03 ROM as it answers
in Fuse.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from harness.errors import BuildError
from harness.puzzle import Grid
from harness.spectrum.build import (
    EDITIONS,
    LOADING_LINE,
    Edition,
    as_on_tape,
    edition_blocks,
    edition_ramtop,
    edition_source,
)
from harness.spectrum.letters import LETTERS, ROM_PART, letters_code, letters_statements
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.messages import Messages, language
from harness.spectrum.screens import build_picture_screen
from pyspectrum.basic import tokenise, tokenise_lines
from pyspectrum.tape import SCREEN_ADDRESS

SECTOR_SIZE = 256
TRACK_SECTORS = 16
TRACKS = 160
"""Both sides: 2 × 80."""
MAX_FILES = 128
MAX_FILE_SECTORS = 255
NAME_SIZE = 8

_PROGRAM, _CODE = b"B", b"C"
_AUTOSTART_MARK = b"\x80\xaa"
_INFO_AT = 8 * SECTOR_SIZE
_INFO = struct.Struct("<225xBBBBHB2x9sxB8s3x")
_DOUBLE_SIDED_80, _TR_DOS = 0x16, 0x10
_ENTRY = struct.Struct("<8scHHB")


@dataclass(frozen=True)
class DiskFile:
    """A file on a disk: its name of up to 8 characters, its kind, and its bytes.

    `start` and `length` are the catalogue's two numbers: where a block of code is loaded and how long it is; of a
    program how long it is with its variables and without.
    """

    name: str
    kind: bytes
    start: int
    length: int
    data: bytes

    def __post_init__(self) -> None:
        if not (self.name.isascii() and self.name.isprintable() and 1 <= len(self.name) <= NAME_SIZE):
            raise BuildError(f"{self.name!r}: no name for a file on a disk; use 1–{NAME_SIZE} plain characters")
        if self.sectors > MAX_FILE_SECTORS:
            raise BuildError(f"{self.name}: {len(self.data):,} bytes; a file on a disk has 65,280 at most: split it")

    @property
    def sectors(self) -> int:
        """Number of sectors that the file takes.

        >>> code_file("picture", bytes(6912), 16384).sectors
        27
        """
        return -(-len(self.data) // SECTOR_SIZE)

    @property
    def entry(self) -> bytes:
        """The 14 bytes of the catalogue that go with the file wherever it lies."""
        return _ENTRY.pack(self.name.ljust(NAME_SIZE).encode("ascii"), self.kind, self.start, self.length, self.sectors)

    @property
    def body(self) -> bytes:
        """Its bytes, filled up with zeros to whole sectors."""
        return self.data.ljust(self.sectors * SECTOR_SIZE, b"\0")


def code_file(name: str, data: bytes, address: int) -> DiskFile:
    """A block of code, loaded at `address` when LOAD names no other."""
    return DiskFile(name, _CODE, address, len(data), data)


def screen_file(name: str, screen: bytes) -> DiskFile:
    """A SCREEN$: a block of code at the screen's place."""
    return code_file(name, screen, SCREEN_ADDRESS)


def program_file(name: str, program: bytes, autostart_line: int, variables: bytes = b"") -> DiskFile:
    """A BASIC program that starts by itself, and its variables. The line stands behind both."""
    data = program + variables + _AUTOSTART_MARK + struct.pack("<H", autostart_line)
    return DiskFile(name, _PROGRAM, len(program) + len(variables), len(program), data)


def build_trd(files: Sequence[DiskFile], label: str) -> bytes:
    """The image of a disk with these files, labelled in up to 8 characters; `BuildError` if it does not take them.

    >>> image = build_trd([code_file("data", b"abc", 32768)], "mine")
    >>> len(image), image[:9], image[16 * 256 :][:3]
    (655360, b'data    C', b'abc')
    """
    entries, first = [], TRACK_SECTORS
    for file in files:
        track, sector = divmod(first, TRACK_SECTORS)
        entries.append(file.entry + bytes((sector, track)))
        first += file.sectors
    _check_room(files, first)
    track, sector = divmod(first, TRACK_SECTORS)
    info = _INFO.pack(
        sector, track, _DOUBLE_SIDED_80, len(files), TRACKS * TRACK_SECTORS - first, _TR_DOS,
        b" " * 9, 0, label.ljust(NAME_SIZE)[:NAME_SIZE].encode("ascii"),
    )  # fmt: skip
    system = b"".join(entries).ljust(_INFO_AT, b"\0") + info
    bodies = b"".join(file.body for file in files)
    return (system.ljust(TRACK_SECTORS * SECTOR_SIZE, b"\0") + bodies).ljust(
        TRACKS * TRACK_SECTORS * SECTOR_SIZE, b"\0"
    )


def build_scl(files: Sequence[DiskFile]) -> bytes:
    """The same files as a `.scl`: the catalogue without places, the files, the sum of all bytes; or `BuildError`."""
    _check_room(files, TRACK_SECTORS + sum(file.sectors for file in files))
    content = b"".join(
        [b"SINCLAIR", bytes((len(files),)), *(file.entry for file in files), *(file.body for file in files)]
    )
    return content + struct.pack("<I", sum(content) & 0xFFFFFFFF)


def _check_room(files: Sequence[DiskFile], end: int) -> None:
    if len(files) > MAX_FILES or end > TRACKS * TRACK_SECTORS:
        raise BuildError(f"{len(files)} files in {end - TRACK_SECTORS:,} sectors; a disk has room for 128 in 2,544")


LABEL = "crosswrd"
TR_DOS_CALL = 15619
"""Does the TR-DOS command in the remark that follows; gives 0, or TR-DOS's number of the error."""
ERROR_BYTE = 23823
"""TR-DOS's number of the last error: 0 none, 1 no such file."""
FILE_LENGTH = 23784
"""Address at which TR-DOS keeps the length of the file found last, low byte first."""

BUFFER_BYTES = 257
"""TR-DOS moves what lies behind its variables up by so much while it does a command: it makes room for a sector."""

_ERASE = 0xD2
_CALL = f"USR {TR_DOS_CALL}"
_COMMAND = re.compile(rf'(USR (?:VAL ")?{TR_DOS_CALL}"?): REM : (.+)')
_LOADING = re.compile(r"IF (?P<unloaded>.+) THEN (?P<statements>CLEAR .+)")
_TAPE_FILE = re.compile(r"LOAD a\$CODE c,v$")
_DISK_FILE = f"INPUT #{_CALL}: REM : LOAD a$CODE c,n"
_TAPE_SAVING = re.compile(r"(?P<guarded>IF USR \d+ THEN) SAVE a\$CODE p,n$")
_ERASING = rf"\g<guarded> INPUT #{_CALL}: REM : ERASE a$CODE"
_DISK_SAVING = rf"\g<guarded> INPUT #{_CALL}: REM : SAVE a$CODE c,n"
_DATA_PLACE = re.compile(r"LET c=p(?=:)")
_DISK_PLACE = f"LET c=p+{BUFFER_BYTES}"
_NOT_SAVED = re.compile(r"IF (PEEK \d+<>255) THEN LET i\$=")
_TAPE_LENGTH = re.compile(re.escape("LET n=PEEK 23649+256*PEEK 23650+28: LET n=PEEK n+256*PEEK (n+1)"))
_DISK_LENGTH = f"LET g=n: LET n=PEEK {FILE_LENGTH}+256*PEEK {FILE_LENGTH + 1}: IF PEEK {ERROR_BYTE} THEN LET z=0"


def disk_files(pictures: Mapping[str, Grid], editions: Sequence[Edition] = EDITIONS) -> tuple[DiskFile, ...]:
    """List the files of the disk: `boot`, the loading screen, the editions with their code, and the pictures by name.

    `editions` are of one language, in which `boot` asks. Raises `BuildError` for a program without the lines in which
    the disk's differ, or a name that is none for a file.
    """
    programs = [
        program_file(
            edition.name,
            tokenise_with_commands(as_on_tape(disk_source(edition), edition), edition.file_name),
            LOADING_LINE,
        )
        for edition in editions
    ]
    code = {name: block for edition in editions for name, block in edition_blocks(edition).items()}
    if (letters := editions[0].letters) is not None:
        for_boot = letters_code(letters)
        code.setdefault(LETTERS, (for_boot.origin, for_boot.code))
    return (
        program_file("boot", tokenise_with_commands(boot_source(pictures, editions), "boot"), 10),
        screen_file("title", draw_loading_screen(editions[0].language)),
        *programs,
        *(code_file(name, piece, start) for name, (start, piece) in code.items()),
        *(screen_file(name, build_picture_screen(picture)) for name, picture in pictures.items()),
    )


def boot_source(pictures: Mapping[str, Grid], editions: Sequence[Edition] = EDITIONS) -> str:
    """The listing of `boot`: asks which edition, and names the pictures with their sizes."""
    said = language(editions[0].language)
    items = "'".join(
        f'"{number} - "+{said.in_basic(f"disk_{edition.name}")}'.replace('"+"', "")
        for number, edition in enumerate(editions, 1)
    )
    names = "'".join(f'"{name}: {picture.width} x {picture.height}"' for name, picture in pictures.items())
    statements = letters_statements(editions[0].letters)
    own, rom = statements["own"], statements["rom"]
    lines = [
        "10 BORDER 0: PAPER 0: INK 7: BRIGHT 0: FLASH 0: INVERSE 0: OVER 0: CLS",
        *_letters_lines(editions[0]),
        f"20 PRINT {own}{said.in_basic('title')}''{items}''{said.in_basic('disk_title')}{rom}'{names}",
        f'30 LET k$=INKEY$: IF k$<"1" OR k$>"{len(editions)}" THEN GO TO 30',
        f'40 CLS : RANDOMIZE {_CALL}: REM : LOAD "title"CODE 16384',
        "50 GO TO 100*VAL k$",
    ]
    lines += [
        f'{100 * number} RANDOMIZE {_CALL}: REM : LOAD "{edition.name}"' for number, edition in enumerate(editions, 1)
    ]
    return "\n".join(lines) + "\n"


def _letters_lines(edition: Edition) -> list[str]:
    """Return the lines that load an edition's own letters, so that `boot` can print with them."""
    if edition.letters is None:
        return []
    statements = letters_statements(edition.letters)
    use, functions = (statements[name].removesuffix(": ") for name in ("use_letters", "letter_functions"))
    load = f'LOAD "{LETTERS}"CODE {edition.letters + ROM_PART}'
    return [f"12 CLEAR {edition_ramtop(edition)}", f"14 RANDOMIZE {_CALL}: REM : {load}", f"16 {use}: {functions}"]


def disk_source(edition: Edition) -> str:
    """An edition's BASIC listing with the lines that load changed for the disk, and without remarks.

    TR-DOS needs what they would take: 112 bytes always, and 257 more and a command while it reads or writes.
    """
    source, said = edition_source(replace(edition, remarks=False)), language(edition.language)
    numbered = (line.split(maxsplit=1) for line in source.splitlines())
    lines = {int(number): text for number, text in numbered if not text.startswith("REM")}
    following = min(number for number in lines if number > LOADING_LINE)
    lines |= _code_lines(lines[LOADING_LINE], following, said)
    loading = _only_line_with(_TAPE_FILE, lines, edition)
    after = _only_line_with(_TAPE_LENGTH, lines, edition)
    if loading + 1 in lines or after + 1 in lines:
        raise BuildError(f"{edition.file_name}: no room for a line behind the BASIC lines {loading} and {after}")
    lines |= {
        loading: "LET n=1",  # a 1 in the command would move what lies behind it
        loading + 1: f"POKE {ERROR_BYTE},0: {_TAPE_FILE.sub(_DISK_FILE, lines[loading])}",
        after: _TAPE_LENGTH.sub(_DISK_LENGTH, lines[after]),
        after + 1: f"IF g=1 AND z=255 AND n>1 AND n<=v THEN GO TO {loading + 1}",
    }
    tape_error = said.in_basic("tape_error")
    refusing = _only_line_with(re.compile(re.escape(tape_error)), lines, edition)
    lines[refusing] = lines[refusing].replace(tape_error, said.in_basic("disk_error"))
    saving, told_of = (_only_line_with(text, lines, edition) for text in (_TAPE_SAVING, _NOT_SAVED))
    length, _, guarded = lines[saving].rpartition(": ")
    lines |= {
        saving - 1: f"{length}: {_DISK_PLACE}: {_TAPE_SAVING.sub(_ERASING, guarded)}",
        saving: f"POKE {ERROR_BYTE},0: {_TAPE_SAVING.sub(_DISK_SAVING, guarded)}",
    }
    data = _only_line_with(_DATA_PLACE, lines, edition)
    lines[data] = _DATA_PLACE.sub(_DISK_PLACE, lines[data])
    lines[told_of] = _NOT_SAVED.sub(rf"IF \1 OR PEEK {ERROR_BYTE} THEN LET i$=", lines[told_of])
    return "".join(f"{number} {lines[number]}\n" for number in sorted(lines))


def _code_lines(loading: str, following: int, said: Messages) -> dict[int, str]:
    """Line 5 as lines 5–9: what it does unless the code is there, each file in a line of its own, a stop without one.

    Its last statement, ``POKE …,1``, notes that all code is there.
    """
    match = _LOADING.fullmatch(loading)
    if match is None:
        raise BuildError(f"BASIC line {LOADING_LINE} is not IF … THEN CLEAR …, so the disk's cannot be made of it")
    *before, last = (statement.strip() for statement in match["statements"].split(":"))
    loads = [statement for statement in before if statement.startswith("LOAD ")]
    first = [statement for statement in before if not statement.startswith("LOAD ")]
    texts = [f"IF NOT ({match['unloaded']}) THEN GO TO {following}"]
    before_load = ": ".join([*first, f"POKE {ERROR_BYTE},0: "])
    for load in loads:
        texts.append(f"{before_load}RANDOMIZE {_CALL}: REM : {load}")
        before_load = f"IF NOT PEEK {ERROR_BYTE} THEN "
    stopping = f"IF PEEK {ERROR_BYTE} THEN PRINT {said.in_basic('disk_no_code')}: STOP"
    texts.append(f"{last.removesuffix('1')}NOT PEEK {ERROR_BYTE}: {stopping}")
    numbers = range(LOADING_LINE, LOADING_LINE + len(texts))
    if numbers.stop > following:
        raise BuildError(f"BASIC lines {LOADING_LINE}–{following - 1} have no room for {len(loads)} files")
    return dict(zip(numbers, texts, strict=True))


def _only_line_with(text: re.Pattern[str], lines: Mapping[int, str], edition: Edition) -> int:
    found = [number for number, line in lines.items() if text.search(line)]
    if len(found) != 1:
        raise BuildError(
            f"{edition.file_name}: {text.pattern!r} stands in {len(found)} lines, not in one; fix the disk's lines"
        )
    return found[0]


def tokenise_with_commands(listing: str, name: str) -> bytes:
    """A listing as the bytes of a program, with the TR-DOS commands in its remarks in tokens.

    TR-DOS reads what follows ``REM :`` as if it had been typed: tokens, no blanks, no hidden numbers. Of letters it
    makes tokens first, and so moves all that lies behind while the command is done.

    >>> tokenise_with_commands('10 RANDOMIZE USR 15619: REM : LOAD "a"', "a").hex(" ")[-26:]
    '00 3a ea 3a ef 22 61 22 0d'
    """

    def in_tokens(match: re.Match[str]) -> str:
        # the tokeniser knows no ERASE CODE; but for its first token it is as LOAD CODE
        (line,) = tokenise_lines(f"1 {match[2].replace('ERASE', 'LOAD')}", name)
        content = re.sub(rb"\x0e.{5}", b"", line.content, flags=re.DOTALL)  # without the hidden numbers
        if match[2].startswith("ERASE"):
            content = bytes((_ERASE,)) + content[1:]
        return f"{match[1]}: REM :" + "".join(f"\\{{{byte}}}" for byte in content)

    return tokenise(_COMMAND.sub(in_tokens, listing), name)
