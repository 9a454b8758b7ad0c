"""Runs pyz80, in a process of its own, and notes which source line each stretch of code came from.

Called as ``python _pyz80.py LINES OPTION…``, with pyz80's options. pyz80's listing lacks the number and file of a line,
but a global has them while the line is written, so the listing given here is an object that looks there. LINES gets a
line for each, fields parted by tabs: address and bytes (hexadecimal), file, line number, text. It is written at the
end: pyz80 takes any error within an instruction for a mistake in the source.

pyz80 knows no constants between single quotes (``'0'`` is the number 0 to it), and strings in DEFM alone. So it gets
each source with its characters as numbers.

If a file cannot be written, the last line of the standard error is `CANNOT_WRITE` and the system's reason.
"""

from __future__ import annotations

import builtins
import io
import re
import runpy
import sys
from typing import Any

_LISTED = re.compile(r"^(?P<address>[0-9A-F]{4}) (?P<code>(?:[0-9A-F]{2} )*) *\t(?P<text>.*)$")
_LISTING = "listing of pyz80"  # not the name of a file, only what `_open` knows

CANNOT_WRITE = "cannot write: "

_WORD = re.compile(r"^(?:[^\s:;#'\"]+:)?\s*([A-Za-z]+)")
_TOKEN = re.compile(r"""\b[Aa][Ff]'|[;#].*|'(?:[^']|'')*'|"(?:[^"]|"")*"|.""", re.DOTALL)
_LISTS = frozenset({"db", "dm", "defb", "defm"})
_FILES = frozenset({"include", "inc", "mdat", "print"})


def characters_as_numbers(line: str) -> str:
    """Return a line of source with numbers for quoted characters, those of a DEFB or DEFM one after the other.

    ValueError for a quote without its end, a character that is not ASCII, a text where a number is wanted.

    >>> characters_as_numbers("l: ld a,'0' ; '0'"), characters_as_numbers("defm 'it''s',0")
    ('l: ld a,0x30 ', 'defm 0x69,0x74,0x27,0x73,0')
    """
    word = _WORD.match(line)
    if word is None or ("'" not in line and '"' not in line) or word[1].lower() in _FILES:
        return line
    items: list[list[str]] = [[]]
    for token in _TOKEN.findall(line[word.end() :]):
        if token[0] in ";#":
            break
        if token in ("'", '"'):
            raise ValueError(f"a {token} without its end; close it, or write it between the other quotes")
        text = token[1:-1].replace(token[0] * 2, token[0]) if token[0] in "'\"" else None
        if text is not None and not text.isascii():
            raise ValueError(f"{token} is not ASCII; write the code, 96 for £ and 127 for ©")
        if text is None and token == ",":
            items.append([])
        elif text is None:
            items[-1].append(token)
        elif len(text) == 1 or word[1].lower() in _LISTS:
            items[-1].append(",".join(f"{ord(character):#x}" for character in text))
        elif token[0] == "'":
            raise ValueError(f"{token} is {len(text)} characters where one is a number; list them with DEFB or DEFM")
        else:  # an argument of a macro, or a mistake of which pyz80 says more
            items[-1].append(token)
    listed = ["".join(item) for item in items]
    if word[1].lower() in _LISTS:
        listed = [item.strip() for item in listed if item.strip()]  # an empty string is no byte
        return line[: word.end() if listed else word.start(1)] + " " + ",".join(listed)
    return line[: word.end()] + ",".join(listed)


def _numbered(file: str, source: io.TextIOBase) -> io.StringIO:
    """Return a source file for pyz80; exit at a line that cannot be read, as pyz80 does."""
    lines = []
    with source:
        for number, line in enumerate(source, 1):
            try:
                lines.append(characters_as_numbers(line.rstrip("\n")) + "\n")
            except ValueError as error:
                sys.exit(f"{file}:{number} error: {error}")
    return io.StringIO("".join(lines))


class _Listing(io.StringIO):
    """Stream for pyz80's listing."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def write(self, text: str) -> int:
        listed = _LISTED.match(text)
        if listed:
            place = str(vars(sys.modules["__main__"])["global_currentfile"])
            file, _, line = place.rpartition(":")
            fields = (listed["address"], listed["code"].replace(" ", ""), file, line, listed["text"])
            self._lines.append("\t".join(fields) + "\n")
        return len(text)


def _main() -> None:
    plain_open: Any = builtins.open
    lines: list[str] = []

    def open_file(file: Any, *arguments: Any, **options: Any) -> Any:
        if file == _LISTING:
            return _Listing(lines)
        opened = plain_open(file, *arguments, **options)
        return _numbered(file, opened) if options.get("encoding") == "utf-8-sig" else opened

    builtins.open = open_file
    path, sys.argv[1] = sys.argv[1], f"--lstfile={_LISTING}"
    try:
        try:
            runpy.run_module("pyz80.pyz80", run_name="__main__", alter_sys=True)
        finally:
            with plain_open(path, "w", encoding="utf-8") as file:
                file.writelines(lines)
    except OSError as error:
        sys.exit(f"{CANNOT_WRITE}{error.strerror or error}")


if __name__ == "__main__":
    _main()
