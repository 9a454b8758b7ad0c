"""The program read from a listing: its lines, notes on how they were read, the call of our code, its tape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from harness.errors import BuildError, FormatError
from harness.files.reading import read_file, shown_name
from harness.spectrum.build import CALLING_LINE, CODE_ADDRESS, LOADING_LINE, line_code
from harness.spectrum.listing.effort import MAX_LISTING_BYTES
from harness.spectrum.listing.layout import Layout, Wrap
from harness.spectrum.listing.order import FoundProgram, extent, find_program
from harness.spectrum.listing.statements import complain
from harness.spectrum.listing.text import ReadText, TextLine, ranges, read_text
from pyspectrum.basic import tokenise_lines
from pyspectrum.basic.source import Token, split_tokens
from pyspectrum.tape import NAME_SIZE, Tape, code_blocks, program_blocks

TRDOS_ENTRIES = frozenset({"15363", "15616", "15619"})
"""Addresses at which BASIC calls TR-DOS, whose ROM a Beta 128 disk interface pages in there."""

_INNER_BLANKS = re.compile(r"\S  +\S")
_PRINTING = frozenset({"PRINT", "INPUT"})


def disk_notes(lines: Mapping[int, str]) -> list[str]:
    """A note for each program line that calls TR-DOS.

    >>> disk_notes({760: "RANDOMIZE USR 15619: REM : LOAD a$CODE 16384"})[0].partition(";")[2]
    ' to load from tape, write instead: LOAD a$CODE 16384'
    """
    notes = []
    for number, content in lines.items():
        tokens = split_tokens(content)
        entry = next(
            (two.text for one, two in pairwise(tokens) if one.text == "USR" and _number(two) in TRDOS_ENTRIES), ""
        )
        if entry:
            notes.append(
                f"line {number} calls TR-DOS (USR {entry}), which resets a Spectrum without a disk interface; "
                f"{_tape_advice(tokens)}"
            )
    return notes


def _number(token: Token) -> str:
    return token.text if token.kind == "number" else ""


def _tape_advice(tokens: Iterable[Token]) -> str:
    """TR-DOS reads its command in the remark that follows the call, behind a colon."""
    remark = next((token.text for token in tokens if token.kind == "remark"), "")
    command = remark.strip().removeprefix(":").strip()
    if command:
        return f"to load from tape, write instead: {command}"
    return "replace the call by the tape command that does the same (LOAD or SAVE)"


def collapsed_notes(lines: Mapping[int, str], text_lines: Iterable[TextLine]) -> list[str]:
    """A note where strings of blanks may have been collapsed to one blank each, as a web page shows them.

    So it looks where a string printed is one blank and no two blanks stand side by side in all of the text.
    """
    suspects = [number for number, content in lines.items() if _prints_one_blank(content)]
    if not suspects or any(_INNER_BLANKS.search(line.text) for line in text_lines):
        return []
    return [
        "no two blanks stand side by side anywhere in the text, as when it was copied from a web page; strings of "
        f"blanks, which wipe text off the screen, may have been longer in program lines: {ranges(suspects)}"
    ]


def _prints_one_blank(content: str) -> bool:
    command = ""
    for before, token in pairwise([Token("symbol", ":", 0), *split_tokens(content)]):
        if before.text in (":", "THEN"):
            command = token.text
        if token.text == '" "' and command in _PRINTING:
            return True
    return False


CONTRACT_NAMES = ("G$", "H", "DataNLine", "LenLine", "First", "ErrLine")
"""The variables that a program and our code share (specification, section 1)."""
ADDED_LINES = {
    LOADING_LINE: f'CLEAR {CODE_ADDRESS - 1}: LOAD ""CODE {CODE_ADDRESS}',
    CALLING_LINE: f"RANDOMIZE USR {CODE_ADDRESS}: RETURN",
}
"""Lines that `with_code` adds to a listing (specification, section 1)."""
_ANALYSIS_ENTRIES = ("2190", "2195")


@dataclass(frozen=True)
class Listing:
    """A program as read from a file: source text by line number, rising; notes on how it was read."""

    name: str
    lines: dict[int, str]
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The program, one line of text a program line."""
        return "".join(f"{number} {content}\n" for number, content in self.lines.items())

    def tokenise(self) -> bytes:
        """The program as bytes.

        Raises:
            BuildError: a program line is no BASIC.
        """
        return b"".join(line.to_bytes() for line in tokenise_lines(self.source, self.name))

    def with_code(self) -> Listing:
        """The program with the BASIC lines that load and call our line analysis."""
        notes = [
            f"line {number} of the listing was replaced by: {number} {content}"
            for number, content in ADDED_LINES.items()
            if number in self.lines and self.lines[number] != content
        ]
        lines = dict(sorted((self.lines | ADDED_LINES).items()))
        return Listing(self.name, lines, (*self.notes, *notes, *_contract_notes(self.lines)))


def read_listing(path: Path | str) -> Listing:
    """Read a listing from a file; ``-`` is the standard input.

    Raises:
        BuildError: the file cannot be read, or ``file:line:column: …`` for a mistake in the program.
    """
    try:
        data = read_file(path, limit=MAX_LISTING_BYTES, fix="give the listing alone, as plain text")
    except FormatError as error:
        raise BuildError(str(error)) from None
    return parse_listing(data, shown_name(path))


def parse_listing(data: bytes, name: str = "<listing>") -> Listing:
    """The program in a text as printed.

    >>> text = "Listing 1.\\n\\n 10 PRINT “Hello”: GO TO 1\\n0\\n 20 STOP\\n\\n12 years ago there was\\n"
    >>> listing = parse_listing(text.encode())
    >>> listing.lines
    {10: 'PRINT "Hello": GO TO 10', 20: 'STOP'}
    >>> listing.notes[0]
    'skipped 2 lines of text that are no part of the program: 1, 7'

    Raises:
        BuildError: ``name:line:column: …`` for the first mistake, or that there is no program.
    """
    if len(data) > MAX_LISTING_BYTES:
        raise BuildError(
            f"{name}: more than {MAX_LISTING_BYTES // 1_000_000} MB; give the listing alone, as plain text"
        )
    text = read_text(data, name)
    found = find_program(text.lines, name)
    lines: dict[int, str] = {}
    for span in found.spans:
        content = span.content
        complaint = complain(content.text)
        if complaint is not None:  # each statement is good, but not all together
            line, column = content.place_at(complaint.index)
            raise BuildError(f"{name}:{line}:{column}: line {span.number}: {complaint.message}")
        lines[span.number] = content.text
    notes = (*_skipping_notes(text.lines, found), *_reading_notes(text, found))
    used = [line for line in text.lines if line.number in found.used]
    return Listing(name, lines, (*notes, *collapsed_notes(lines, used), *disk_notes(lines)))


def build_listing_tape(listing: Listing, tape_name: str, *, code: bool = False) -> Tape:
    """The tape of a listing: the program, which starts by itself at its first line, and our code if wanted.

    The program loads the code only where it has the lines that `Listing.with_code` adds. `tape_name` is
    cut to the ten ASCII characters that a header takes.
    """
    name = "".join(c for c in tape_name if " " <= c <= "~")[:NAME_SIZE].strip() or "listing"
    tape = Tape(program_blocks(name, listing.tokenise(), min(listing.lines)))
    return tape + Tape(code_blocks("line", line_code().code, CODE_ADDRESS)) if code else tape


# -- notes -------------------------------------------------------------------------------------


def _skipping_notes(lines: tuple[TextLine, ...], found: FoundProgram) -> list[str]:
    used = found.used
    skipped = [line.number for line in lines if line.number not in used and line.text.strip()]
    notes = []
    if skipped:
        count = f"{len(skipped)} line{'s' * (len(skipped) != 1)} of text that {'are' if len(skipped) != 1 else 'is'}"
        notes.append(f"skipped {count} no part of the program: {ranges(skipped)}")
    first, last = extent(found.spans)
    within = [number for number in skipped if first < number < last]
    if within:
        notes.append(f"of these, make sure that nothing between program lines belongs to one: {ranges(within)}")
    for other in found.others:
        numbers = ranges(span.number for span in other)
        first, last = extent(other)
        notes.append(f"among them another listing at text lines {first}–{last}, with the program lines {numbers}")
    return notes


def _reading_notes(text: ReadText, found: FoundProgram) -> list[str]:
    notes = []
    if text.guessed_encoding:
        notes.append(f"the file is not UTF-8; it was read as {text.guessed_encoding}, which is a guess")
    read_as = {pair for span in found.spans for line in span.lines for pair in line.read_as if pair[1].strip()}
    if read_as:
        signs = ", ".join(f"{sign} as {meaning}" for sign, meaning in sorted(read_as))
        notes.append(f"print characters read as BASIC's own: {signs}")
    quoted = [b.left.number for span in found.spans for b in span.breaks if b.quoted]
    if quoted:
        notes.append(f"strings broken at the end of a text line: {ranges(quoted)}; {_blanks_told(found.layout)}")
    remarks = [span.number for span in found.spans if span.lost_letters]
    if remarks:
        notes.append(f"remarks hold letters the Spectrum does not have, now ?, in program lines: {ranges(remarks)}")
    return notes


def _blanks_told(layout: Layout) -> str:
    match layout.wrap:
        case Wrap.FIXED:
            return f"the print is {layout.width} columns wide, so a shorter line has lost blanks at its end"
        case Wrap.BY_WORDS:
            return "the print is broken between words, so there is one blank at each"
        case _:
            return "the print is broken at various columns, so there are only the blanks to be seen"


def _contract_notes(lines: dict[int, str]) -> list[str]:
    """Return reasons to doubt that the program can use the code."""
    tokens = [split_tokens(content) for content in lines.values()]
    calls = any(one.text == "GOSUB" and two.text in _ANALYSIS_ENTRIES for line in tokens for one, two in pairwise(line))
    names = {token.text.lower() for line in tokens for token in line if token.kind == "name"}
    missing = [name for name in CONTRACT_NAMES if name.lower() not in names]
    notes = []
    if not calls:
        notes.append(f"nothing in the listing calls GO SUB {_ANALYSIS_ENTRIES[0]}: is the code ever used?")
    if missing:
        notes.append(
            f"the listing never uses {', '.join(missing)}, which the machine code reads; the result may not work"
        )
    return notes
