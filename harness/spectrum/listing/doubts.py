"""Notes on faults that a program may have although it was read without an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from harness.spectrum.listing.text import TextLine, ranges
from pyspectrum.basic.source import Token, split_tokens

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
